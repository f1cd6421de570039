// `npm run faults`: connections cut at every byte of requests and answers, answers that stall, 1,000
// connections at once, the end of a server under load, and 20,000 bad requests. Calls may fail, but
// none may hang, get a part of an answer for the whole, or be lost after it was accepted.
import { execFileSync, fork } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cutAnswers, stalledAnswers } from './answers.mjs';
import { badRequests, echoBody, request, storeRequest } from './requests.mjs';
import { inTurns, send } from './sockets.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
if (!existsSync(join(root, 'dist/bundle/index.js'))) {
  console.error('faults: the tool is not built; run `npm run build` first');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'faults-'));
const problems = [];
const check = (isRight, text) => {
  if (!isRight) problems.push(text);
};

const here = fileURLToPath(new URL('./', import.meta.url));
for (const file of ['contract.yaml', 'asmx-gen.config.json']) {
  cpSync(join(here, file), join(folder, file));
}
execFileSync(process.execPath, [join(root, 'bin/asmx-gen.js'), 'generate', '--quiet'], {
  cwd: folder,
  stdio: 'inherit',
});
const generated = join(folder, 'generated/index.js');
const { createFaultsClient } = await import(pathToFileURL(generated).href);

/** A server in a process of its own. */
async function startServer() {
  const child = fork(join(here, 'server.mjs'), [generated], { execArgv: ['--expose-gc'] });
  const said = () => new Promise((resolve) => child.once('message', resolve));
  const { port } = await said();
  const ask = () => {
    const answer = said();
    child.send('memory');
    return answer;
  };
  return { child, port, said, ask, url: `http://127.0.0.1:${port}` };
}

const isAnswered = (bytes) => bytes?.toString('latin1').startsWith('HTTP/1.1 200') === true;

async function cutRequests({ port }) {
  const whole = [request('Echo', echoBody), storeRequest()];
  for (const bytes of whole) {
    check(isAnswered(await send(port, bytes)), 'a whole request is not answered');
    const tasks = Array.from({ length: bytes.length }, (_, length) => async () => {
      const how = length % 2 === 0 ? 'end' : 'break';
      const answer = await send(port, bytes.subarray(0, length), how);
      check(answer !== undefined, `a request cut after ${length} bytes hangs`);
      check(!isAnswered(answer), `a request cut after ${length} bytes has a result`);
    });
    await inTurns(tasks, 50);
  }
  check(isAnswered(await send(port, whole[0])), 'no answer after requests that were cut');
  return whole.reduce((sum, { length }) => sum + length, 0);
}

async function manyConnections({ port }) {
  const bytes = request('Echo', echoBody);
  const answers = await Promise.all(Array.from({ length: 1000 }, () => send(port, bytes)));
  const right = answers.filter(isAnswered).length;
  check(right === 1000, `of 1000 connections at once, ${right} were answered`);
  return 1000;
}

/** 20,000 bad requests; the memory of the second half is compared with that of the first. */
async function manyBadRequests({ port, ask }) {
  const most = 4 * 1024 * 1024;
  const half = async () => {
    const tasks = Array.from({ length: 10_000 }, (_, index) => async () => {
      const answer = await send(port, badRequests[index % badRequests.length], 'end');
      check(answer !== undefined, `bad request ${index % badRequests.length} hangs`);
      check(!isAnswered(answer), `bad request ${index % badRequests.length} has a result`);
    });
    await inTurns(tasks, 24);
    return ask();
  };
  const [first, second] = [await half(), await half()];
  const grown = second.bytes - first.bytes;
  check(grown < most, `${grown} bytes more are kept after 10,000 further bad requests`);
  check(second.connections === 0, `${second.connections} connections are open`);
  return `20000, ${Math.round(grown / 1024)} KB more after the second half`;
}

/** Calls that were accepted before the server was told to end are answered. */
async function endUnderLoad({ child, url, said, ask }) {
  const before = (await ask()).accepted;
  const ends = said();
  let answered = 0;
  let isEnded = false;
  const call = async (number) => {
    const client = createFaultsClient({ baseUrl: url });
    for (let count = 0; !isEnded; count += 1) {
      const text = `${number}-${count}`;
      try {
        check((await client.echo({ text })) === text, 'a call got the answer of another');
        answered += 1;
      } catch (error) {
        const refused = error.raw?.status === 503 || error.code === 'transport';
        check(refused, `a call failed while the server ended: ${error.message}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  };
  const calls = Array.from({ length: 64 }, (_, number) => call(number));
  setTimeout(() => child.kill('SIGTERM'), 1000);
  const end = await ends;
  const [accepted, finished] = [end.accepted - before, end.finished - before];
  isEnded = true;
  await Promise.all(calls);
  check(finished === accepted, `${accepted - finished} calls were cut off`);
  check(answered === accepted, `${accepted - answered} answers of accepted calls were lost`);
  check(accepted > 0, 'no call was accepted');
  return accepted;
}

async function step(name, run) {
  const before = problems.length;
  const start = performance.now();
  const result = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const bad = problems.length - before;
  console.log(`${bad === 0 ? 'ok    ' : 'FAILED'} ${name}: ${result} (${seconds} s)`);
}

const server = await startServer();
let crashed = false;
server.child.once('exit', () => {
  crashed = true;
});
await step('requests cut at every byte', () => cutRequests(server));
await step('answers cut at every byte', () => cutAnswers(createFaultsClient, server, check));
await step('answers that stall', () => stalledAnswers(createFaultsClient, server, check));
await step('connections at once', () => manyConnections(server));
await step('bad requests', () => manyBadRequests(server));
check(!crashed, 'the server is gone');
await step('calls accepted before SIGTERM', () => endUnderLoad(server));
rmSync(folder, { recursive: true });

const shown = [...new Set(problems)];
for (const problem of shown.slice(0, 20)) console.error(`  ${problem}`);
if (shown.length > 20) console.error(`  and ${shown.length - 20} more`);
process.exit(shown.length === 0 ? 0 : 1);
