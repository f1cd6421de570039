// node count-requests.mjs [WORDS]: sends each shape in two sizes to a server or a client, those
// alone whose name holds the words, and prints the work of each, as JSON.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerShapes } from './answer-shapes.mjs';
import { builtFile, countBlocks } from './blocks.mjs';
import { ask, receive } from './exchange.mjs';
import { call } from './messages.mjs';
import { requestShapes } from './request-shapes.mjs';
import { takeScanned, watchBuiltins } from './scanned.mjs';

// Functions that ran before have no counters for their blocks.
const takeBlocks = await countBlocks((url) => builtFile(url) ?? /\/([^/]+\.js)$/.exec(url)?.[1]);
const { writeGrowthSite } = await import('./growth-site.mjs');
const { loadGrowthSite } = await import('./load-site.mjs');
const folder = mkdtempSync(join(tmpdir(), 'growth-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
await writeGrowthSite(folder);
const site = await loadGrowthSite(folder);
watchBuiltins();

async function work(run) {
  await takeBlocks();
  takeScanned();
  const outcome = await run();
  const counts = Object.values(await takeBlocks());
  return { outcome, blocks: counts.reduce((sum, count) => sum + count, 0), scanned: takeScanned() };
}

async function compare({ write, count = 300 }, send) {
  const [small, large] = [write(count), write(count * 8)];
  return {
    length: JSON.stringify(small).length,
    small: await work(() => send(small)),
    large: await work(() => send(large)),
  };
}

const wanted = (shapes) =>
  Object.entries(shapes).filter(([name]) => name.includes(process.argv[2] ?? ''));
await ask(site.server, call('Values', '<string>a</string>'));
const found = { requests: {}, answers: {} };
for (const [name, shape] of wanted(requestShapes))
  found.requests[name] = await compare(shape, (sent) => ask(site.server, sent));
for (const [name, shape] of wanted(answerShapes))
  found.answers[name] = await compare(shape, (answer) => receive(site.client, shape, answer));
console.log(JSON.stringify(found));
