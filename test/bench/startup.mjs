// What each command costs on the first contract: whole processes, bare Node beside them, in turn.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.mjs';
import { report, summarize } from './measure.mjs';

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const bin = join(root, 'bin', 'asmx-gen.js');
const contract = join('specs', 'student-information.yaml');
const generated = join('generated', 'student-information');
const notes = join('specs', 'notes.wsdl');
const usage = fileURLToPath(new URL('child-usage.cjs', import.meta.url));

/** Arguments by name; `<new>` is a folder of each run's own. */
const commands = {
  '--version': ['--version'],
  '--help': ['--help'],
  'generate --help': ['generate', '--help'],
  init: ['init', '--name', 'Notes'],
  'generate --check, unchanged': ['generate', '--check'],
  'generate, anew': ['generate', contract, '-o', '<new>'],
  'generate, one operation': ['generate', notes, '-o', '<new>'],
  check: ['check', contract],
  inspect: ['inspect', contract],
  'convert --to wsdl': ['convert', contract, '--to', 'wsdl', '--service', 'AuthCodeSending'],
  'convert --to openapi': ['convert', contract, '--to', 'openapi'],
  diff: ['diff', contract, contract],
  'call --dry-run': ['call', contract, 'AuthCode', 'code=1', 'phone=2', '--dry-run'],
  'serve, until it listens': ['serve', contract, '--port', '0'],
  verify: ['verify', generated],
  'completion bash': ['completion', 'bash'],
  'completion of an operation': ['complete-words', '--', 'call', contract, 'Auth'],
};

/** What a run takes, in a folder of its own below `work`. */
async function run(program, name, args, work) {
  const folder = mkdtempSync(join(work, 'run-'));
  const line = [program, ...args.map((one) => (one === '<new>' ? join(folder, 'new') : one))];
  const cwd = name === 'init' ? folder : root;
  return name.startsWith('serve') ? runUntilOutput(line, cwd) : runChild(line, cwd);
}

/**
 * Runs until the first output, and what `work` does with it; the program is stopped then, so that
 * it removes its temporary folder.
 */
export async function runUntilOutput(line, cwd, work = () => {}) {
  const start = performance.now();
  const stdio = ['ignore', 'pipe', 'ignore', 'pipe'];
  const child = spawn(process.execPath, ['--require', usage, ...line], { cwd, stdio });
  const closed = new Promise((done) => child.once('close', done));
  let used = '';
  child.stdio[3].on('data', (text) => {
    used += text;
  });
  // read on, or the stream never closes
  child.stdout.on('data', () => {});
  const first = new Promise((done) => child.stdout.once('data', done));
  const output = await Promise.race([first, closed]);
  await work(`${output}`);
  const wall = performance.now() - start;
  child.kill('SIGTERM');
  await closed;
  return { wall, ...(used === '' ? {} : JSON.parse(used)) };
}

/**
 * Compares each command with bare Node, in wall time; CPU time stands beside it.
 * @param options `earlier`: another build to run beside, as `{ name, folder }`
 */
export async function benchStartup(_school, { earlier, rounds = 15 } = {}) {
  const samples = new Map([['bare node', []]]);
  const runs = Object.entries(commands).map(([name, args]) => ({ title: name, bin, name, args }));
  for (const [name, args] of earlier === undefined ? [] : Object.entries(commands)) {
    // these read what this build has generated
    if (name === 'generate --check, unchanged' || name === 'verify') continue;
    const old = join(resolve(earlier.folder), 'bin', 'asmx-gen.js');
    runs.push({ title: `${name} (${earlier.name})`, bin: old, name, args });
  }
  for (const { title } of runs) samples.set(title, []);
  const work = mkdtempSync(join(tmpdir(), 'asmx-gen-bench-'));
  for (let round = -1; round < rounds; round++) {
    const bare = runChild(['-e', '0'], work);
    if (round >= 0) samples.get('bare node').push(bare);
    for (const one of runs) {
      const sample = await run(one.bin, one.name, one.args, work);
      if (round >= 0) samples.get(one.title).push(sample);
    }
  }
  // not between the rounds: see the generator's
  rmSync(work, { recursive: true, force: true });
  return [
    report({
      id: 'startup/commands',
      title: 'Start-up, whole process',
      unit: 'ms',
      by: 'wall',
      ratio: 'cost',
      yardstick: 'bare node',
      rows: [...samples].map(([name, list]) => summarize(name, list)),
    }),
  ];
}
