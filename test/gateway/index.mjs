// `npm run gateway -- DIR [--most N] [--only TEXT] [--samples N] [--json FILE]`: of a folder of
// contracts (index.json as the corpus has it), the ones that differ most; every operation of each
// is called with sample values through its gateway, in front of a client and beside a server. What
// the handler got and what the caller got must equal what was sent. Exit code 1 when a call failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chooseDocuments } from './choose-documents.mjs';
import { generate } from './generate.mjs';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '50' },
    only: { type: 'string', default: '' },
    samples: { type: 'string', default: '2' },
    json: { type: 'string' },
  },
});
const [corpus] = positionals;
if (corpus === undefined || !existsSync(join(corpus, 'index.json'))) {
  const given = corpus ?? '(no folder given)';
  console.log(`skipped: no contracts at ${given}; give a folder that holds index.json`);
  process.exit(0);
}

const script = fileURLToPath(new URL('call-operations.mjs', import.meta.url));

/** Generates here, where the generator is loaded and warm, and calls in a process of its own. */
async function check({ id, entry }) {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
  try {
    const { output, refused } = await generate(resolve(corpus, id, entry), folder);
    return { id, ...(output === undefined ? { refused } : await callOperations(output)) };
  } catch (error) {
    return { id, crashed: error.stack };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function callOperations(output) {
  return new Promise((done) => {
    const options = { timeout: 600_000, stdio: ['ignore', 'pipe', 'pipe'] };
    const run = spawn(process.execPath, [script, output, flags.samples], options);
    let out = '';
    let talk = '';
    run.stdout.on('data', (part) => (out += part));
    run.stderr.on('data', (part) => (talk += part));
    run.on('close', (status, signal) => {
      try {
        done(JSON.parse(out.trim().split('\n').at(-1)));
      } catch {
        done({ crashed: `${signal ?? status} ${talk.slice(0, 600)}` });
      }
    });
  });
}

const shown = (value) => JSON.stringify(value)?.slice(0, 300);

function print({ id, operations, refused, crashed, failures = [] }) {
  if (refused !== undefined) console.log(`refused: ${id}: ${refused.split('\n')[0]}`);
  else if (crashed !== undefined) console.log(`crashed: ${id}: ${crashed}`);
  else console.log(`${id}: ${operations} operations, ${failures.length} calls failed`);
  for (const { operation, kind, stage, sent, got } of failures.slice(0, 3)) {
    console.log(`  ${operation} (${kind}, ${stage})`);
    console.log(`    sent ${shown(sent)}\n    got  ${shown(got)}`);
  }
}

const { documents } = JSON.parse(readFileSync(join(corpus, 'index.json'), 'utf8'));
const sound = documents.filter(({ classification }) => !(classification.unresolvedCount > 0));
const named = sound.filter(({ id }) => id.includes(flags.only));
const waiting = chooseDocuments(named, Number(flags.most));
const results = [];
async function work() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const result = await check(next);
    print(result);
    results.push(result);
  }
}
await Promise.all([work(), work()]);

const sum = (countOf) => results.reduce((all, one) => all + countOf(one), 0);
const operations = sum((one) => one.operations ?? 0);
const calls = sum((one) => one.calls ?? 0);
const failed = sum(({ crashed, failures = [] }) => failures.length + (crashed ? 1 : 0));
if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(results, null, 1));
console.log(
  `${results.length} contracts, ${operations} operations, ${calls} calls, ${failed} failed`,
);
process.exit(failed === 0 && operations > 0 ? 0 : 1);
