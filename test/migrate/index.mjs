// `npm run migrate`: the commands for users of wsdl-tsclient on docs/how-to/migrate.md, old and
// new, on the same document. wsdl-tsclient is installed with the peers of the benchmarks when first
// needed. Build first (`npm run build`).
import { deepEqual, match, notEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPeers, peerCommand } from '../bench/peers.mjs';

const root = resolve(fileURLToPath(new URL('.', import.meta.url)), '../..');
const page = readFileSync(join(root, 'docs/how-to/migrate.md'), 'utf8');

/** Arguments of a command line of the page. */
function argumentsOf(command) {
  const line = new RegExp(`^npx ${command} (.*)$`, 'm').exec(page)?.[1];
  notEqual(line, undefined, `the page runs ${command}`);
  return line.split(' ');
}

function compare(folder) {
  const run = (script, args) =>
    execFileSync(process.execPath, [script, ...args], { cwd: folder, stdio: 'pipe' });
  mkdirSync(join(folder, 'specs'));
  cpSync(join(root, 'specs/notes.wsdl'), join(folder, 'specs/shop.wsdl'));
  const old = argumentsOf('wsdl-tsclient');
  run(peerCommand('wsdl-tsclient'), old);
  const files = readdirSync(join(folder, 'src/generated'), { recursive: true }).map(String);
  const theirs = files.find((path) => path.endsWith('client.ts'));
  match(readFileSync(join(folder, 'src/generated', theirs), 'utf8'), /GetNotesAsync/);
  const ours = argumentsOf('asmx-gen generate specs/shop.yaml');
  run(join(root, 'bin/asmx-gen.js'), ['generate', old[0], ...ours, '--quiet']);
  match(readFileSync(join(folder, 'src/shop/client.ts'), 'utf8'), /getNotes/);
  deepEqual(existsSync(join(folder, 'src/shop/server.ts')), false);
}

if (findPeers() !== undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  try {
    compare(folder);
    console.log('the commands of docs/how-to/migrate.md: both write a client');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
