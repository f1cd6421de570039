// `npm run request-tools`: the requests that `convert --to http|bruno|postman` writes, sent to
// `serve` by httpyac, Bruno's command line and newman. Every request must be answered with 200, or with 202
// if it is one-way. Then `stand-ins.mjs`. Build first (`npm run build`).
import { equal } from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPeers } from '../bench/peers.mjs';
import { freePort, start } from '../stacks/programs.mjs';
import { sendStandIns } from './stand-ins.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '../..');
const tool = join(root, 'bin/asmx-gen.js');
const contracts = [
  'specs/student-information.yaml',
  'test/golden/faults-and-headers/service.wsdl',
  'test/golden/rpc-encoded/contract.wsdl',
];

/** Runs a program of the peers. */
function run(program, args, cwd) {
  const file = join(here, 'peers/node_modules/.bin', program);
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

const programs = {
  httpyac: (folder) => {
    const { text } = run('httpyac', ['send', 'requests.http', '--all', '--output', 'none'], folder);
    const [, sent, good] = /(\d+) requests processed \((\d+) succeeded\)/.exec(text) ?? [];
    return { sent: Number(sent), good: Number(good), text };
  },
  bruno: (folder, base) => {
    const args = ['run', '-r', '--env', 'local', '--env-var', `baseUrl=${base}`];
    const { text } = run('bru', args, join(folder, 'bruno'));
    const good = text.match(/\((?:200 OK|202 Accepted)\)/g)?.length ?? 0;
    const [, sent] = /Requests\s+│\s+(\d+)/.exec(text) ?? [];
    return { sent: Number(sent), good, text };
  },
  newman: (folder, base) => {
    const report = join(folder, 'newman.json');
    const args = ['run', 'postman.json', '--env-var', `baseUrl=${base}`];
    const { text } = run(
      'newman',
      [...args, '-r', 'json', '--reporter-json-export', report],
      folder,
    );
    const { executions } = JSON.parse(readFileSync(report, 'utf8')).run;
    const good = executions.filter(({ response }) => [200, 202].includes(response?.code)).length;
    return { sent: executions.length, good, text };
  },
};

if (findPeers(join(here, 'peers/')) !== undefined) {
  let passed = 0;
  for (const contract of contracts) {
    const folder = mkdtempSync(join(tmpdir(), 'request-tools-'));
    const path = join(root, contract);
    const convert = (to, ...more) =>
      execFileSync(process.execPath, [tool, 'convert', path, '--to', to, '--quiet', ...more], {
        cwd: folder,
        encoding: 'utf8',
      });
    const port = await freePort();
    const base = `http://localhost:${port}`;
    const args = [tool, 'serve', path, '--port', String(port)];
    const server = await start({ command: process.execPath, args }, port);
    try {
      const http = convert('http');
      const count = http.match(/^### /gm)?.length;
      writeFileSync(
        join(folder, 'requests.http'),
        http.replace(/^@baseUrl = .*/m, `@baseUrl = ${base}`),
      );
      writeFileSync(join(folder, 'postman.json'), convert('postman'));
      convert('bruno', '-o', 'bruno');
      for (const [name, send] of Object.entries(programs)) {
        const { sent, good, text } = send(folder, base);
        equal(sent, count, `${contract}: ${name} sends every request\n${text}`);
        equal(good, count, `${contract}: ${name} is answered\n${text}`);
        console.log(`${contract}: ${count} requests by ${name}`);
        passed += 1;
      }
    } finally {
      server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  passed += await sendStandIns();
  console.log(`${passed} passed, 0 failed`);
}
