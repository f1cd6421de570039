// Ten thousand mutated requests for each binding against a running server: no crash, no hang, no
// answer that is not in the tables, no memory kept. Before that, requests that grow: nine times the
// work at most for eight times the content, and for each at the default limits no more than 150 MiB
// of memory beside that of a small one.
// usage: npm run fuzz -- [--count N] [--seed N] [--binding NAME] [--shapes WORDS]
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseAnswer } from '../replay/http-message.mjs';
import { checkGrowth } from './growth.mjs';
import { checkMemory } from './memory.mjs';
import { createRandom, mutate, toBytes } from './mutate.mjs';
import { requests } from './requests.mjs';
import { verdict } from './verdict.mjs';

if (!existsSync(new URL('../../dist/generate.js', import.meta.url))) {
  console.error('fuzz: the tool is not built; run `npm run build` first');
  process.exit(2);
}
const option = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const count = Number(option('--count', 10_000));
const seed = Number(option('--seed', 20_241));
const only = option('--binding', undefined);
const patience = 10_000;
const together = 24;
/** Growth of the heap that is no leak: code compiled meanwhile, caches with a bound. */
const heapLimit = 24 * 1024 * 1024;

// Alone on the machine, so that no other process takes part in what is measured.
const shapes = option('--shapes', '');
const problems = [...checkGrowth(shapes), ...(await checkMemory(shapes))];

const server = fork(fileURLToPath(new URL('./server.mjs', import.meta.url)), {
  execArgv: ['--expose-gc'],
});
let crashed;
server.on('exit', (code, signal) => {
  crashed = `the server is gone (${signal ?? code})`;
});
const message = () => new Promise((resolve) => server.once('message', resolve));
const { port } = await message();
async function memory() {
  const answer = message();
  server.send('memory');
  return answer;
}

/** Sends bytes and gives what came until the server closed; `undefined` for a hang. */
function exchange(bytes) {
  return new Promise((resolve) => {
    const chunks = [];
    const socket = connect(port, '127.0.0.1');
    const timer = setTimeout(() => {
      socket.destroy();
      resolve(undefined);
    }, patience);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    });
    // the end of what is sent: a body that is shorter than its length has to end the request
    socket.end(bytes);
  });
}

/**
 * What is no answer yet: node:http ends a connection whose client has closed its side, also between
 * this and the answer.
 */
const interim = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n');

const statuses = new Map();

async function attack(binding, amount, random) {
  let left = amount;
  const worker = async () => {
    while (left > 0 && crashed === undefined) {
      left -= 1;
      const base = requests[binding][random(requests[binding].length)];
      const request = mutate(random, base);
      const bytes = toBytes(random, request);
      const answer = await exchange(bytes);
      const say = (what) =>
        problems.push(
          `${binding}: ${what}\n  ${JSON.stringify(bytes.toString('latin1')).slice(0, 1500)}`,
        );
      if (answer === undefined) say(`no end of the answer within ${patience / 1000} seconds`);
      else if (
        answer.length > interim.length ||
        !answer.equals(interim.subarray(0, answer.length))
      ) {
        const parsed = parseAnswer(answer);
        const key = `${binding} ${parsed.status}`;
        statuses.set(key, (statuses.get(key) ?? 0) + 1);
        const why = verdict(request, parsed);
        if (why !== undefined) say(why);
      } else statuses.set(`${binding} closed`, (statuses.get(`${binding} closed`) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
}

const started = Date.now();
const bindings = Object.keys(requests).filter((binding) => only === undefined || binding === only);
for (const binding of bindings)
  await attack(binding, Math.ceil(count / 5), createRandom(seed ^ 0x5eed));
const before = await memory();
for (const binding of bindings) await attack(binding, count, createRandom(seed + binding.length));
if (crashed !== undefined) problems.push(crashed);
const after = crashed === undefined ? await memory() : before;
server.removeAllListeners('exit');
server.disconnect();

const growth = after.heapUsed - before.heapUsed;
if (growth > heapLimit) problems.push(`the heap grew by ${Math.round(growth / 1024)} KiB`);
console.log(`binding     requests   answers by status (seed ${seed})`);
for (const binding of bindings) {
  const shown = [...statuses].filter(([key]) => key.startsWith(`${binding} `)).sort();
  const total = shown.reduce((sum, [, number]) => sum + number, 0);
  console.log(
    `${binding.padEnd(12)}${String(total).padStart(8)}   ${shown.map(([key, number]) => `${key.split(' ')[1]}: ${number}`).join(', ')}`,
  );
}
const mebibytes = (bytes) => (bytes / 1024 / 1024).toFixed(1);
console.log(
  `heap ${mebibytes(before.heapUsed)} → ${mebibytes(after.heapUsed)} MiB, resident ${mebibytes(before.rss)} → ${mebibytes(after.rss)} MiB, ${Math.round((Date.now() - started) / 1000)} s`,
);
for (const problem of problems.slice(0, 40)) console.log(`- ${problem}`);
console.log(problems.length === 0 ? 'nothing found' : `${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
