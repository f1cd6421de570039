// What each command costs on the first contract: whole processes, bare Node beside them, in turn.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report, summarize } from './measure.mjs';

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const bin = join(root, 'bin', 'asmx-gen.js');
const contract = join('specs', 'student-information.yaml');
const generated = join('generated', 'student-information');

/** Arguments by name; `<new>` is a folder of each run's own. */
const commands = {
  '--version': ['--version'],
  '--help': ['--help'],
  'generate --help': ['generate', '--help'],
  init: ['init', '--name', 'Notes'],
  'generate --check, unchanged': ['generate', '--check'],
  'generate, anew': ['generate', contract, '-o', '<new>'],
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

/** Milliseconds of a run, in a folder of its own below `work`. */
async function timeOf(name, args, work) {
  const folder = mkdtempSync(join(work, 'run-'));
  const line = [bin, ...args.map((one) => (one === '<new>' ? join(folder, 'new') : one))];
  const cwd = name === 'init' ? folder : root;
  if (name.startsWith('serve')) return timeUntilOutput(line, cwd);
  const start = performance.now();
  spawnSync(process.execPath, line, { cwd, stdio: 'ignore' });
  return performance.now() - start;
}

/**
 * Milliseconds until the first output; the program is stopped then, so that it removes its
 * temporary folder.
 */
async function timeUntilOutput(line, cwd) {
  const start = performance.now();
  const child = spawn(process.execPath, line, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = new Promise((done) => child.once('close', done));
  // read on, or the stream never closes
  child.stdout.on('data', () => {});
  await Promise.race([new Promise((done) => child.stdout.once('data', done)), closed]);
  const time = performance.now() - start;
  child.kill('SIGTERM');
  await closed;
  return time;
}

/** Compares each command with bare Node, in wall time. */
export async function benchStartup(_school, { rounds = 15 } = {}) {
  const samples = new Map([['bare node', []], ...Object.keys(commands).map((name) => [name, []])]);
  const work = mkdtempSync(join(tmpdir(), 'asmx-gen-bench-'));
  for (let round = -1; round < rounds; round++) {
    const start = performance.now();
    spawnSync(process.execPath, ['-e', '0'], { stdio: 'ignore' });
    if (round >= 0) samples.get('bare node').push({ wall: performance.now() - start });
    for (const [name, args] of Object.entries(commands)) {
      const wall = await timeOf(name, args, work);
      if (round >= 0) samples.get(name).push({ wall });
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
