// `npm run journeys`: what users do in their first hour and at their first deployment, one file for
// each, against the built program, real sockets and, where this machine has them, nginx, git and a
// Node that knows proxies. Build first (`npm run build`).
import { browser } from './browser.mjs';
import { ci } from './ci.mjs';
import { drain } from './drain.mjs';
import { Journey } from './journey.mjs';
import { nginx } from './nginx.mjs';
import { observed } from './observed.mjs';
import { protectedContract } from './protected-contract.mjs';
import { proxy } from './proxy.mjs';
import { retries } from './retries.mjs';

const journeys = {
  'protected contract': protectedContract,
  proxy,
  nginx,
  retry: retries,
  browser,
  observed,
  drain,
  CI: ci,
};

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const [name, walk] of Object.entries(journeys)) {
  const journey = new Journey(name);
  try {
    await walk(journey);
  } catch (error) {
    counts.failed++;
    console.log(`FAILED: ${error.message}`);
    console.log(error.cause ?? error);
  } finally {
    await journey.end();
  }
  counts.passed += journey.passed;
  counts.skipped += journey.skipped;
}
console.log(`${counts.passed} steps passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed === 0 ? 0 : 1);
