// `generate --watch` on the school service: from saving the contract to the last generated file in
// place.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { report, summarize } from './measure.mjs';

const root = resolve(fileURLToPath(new URL('../../', import.meta.url)));
const bin = join(root, 'bin/asmx-gen.js');

/** Resolves when the process has said another line that matches. */
function saying(child, pattern) {
  return new Promise((done, failed) => {
    let text = '';
    const listen = (chunk) => {
      text += chunk;
      if (!pattern.test(text)) return;
      child.stderr.off('data', listen);
      done(performance.now());
    };
    child.stderr.on('data', listen);
    child.removeAllListeners('exit');
    child.once('exit', (code) => failed(new Error(`the watch ended with ${code}: ${text}`)));
  });
}

/** Saves the contract again and again, with another text each time, and times what follows. */
export async function benchWatch(_school, { rounds = 15, warmUp = 3 } = {}) {
  const work = mkdtempSync(join(tmpdir(), 'bench-watch-'));
  const contract = join(work, 'student-information.yaml');
  cpSync(join(root, 'specs/student-information.yaml'), contract);
  const text = readFileSync(contract, 'utf8');
  const child = spawn(process.execPath, [bin, 'generate', contract, '-o', 'out', '--watch'], {
    cwd: work,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.setEncoding('utf8');
  const samples = [];
  try {
    await saying(child, /watching .*\n/);
    const types = join(work, 'out/types.ts');
    for (let round = 0; round < warmUp + rounds; round++) {
      await pause(300);
      const before = statSync(types).mtimeMs;
      const said = saying(child, /\(\d+\.\d s\)\n/);
      const start = performance.now();
      // a parameter more or less, so that types, codecs and documents all change
      const extra = round % 2 === 0 ? 'phone: string, extra: int' : 'phone: string';
      writeFileSync(contract, text.replace('phone: string', extra));
      const wall = (await said) - start;
      if (statSync(types).mtimeMs === before) throw new Error('types.ts was not written');
      if (round >= warmUp) samples.push({ wall });
    }
  } finally {
    child.removeAllListeners('exit');
    child.kill('SIGTERM');
    rmSync(work, { recursive: true, force: true });
  }
  return [
    report({
      id: 'watch/school',
      title: 'Save the school service: until its generated files are in place',
      unit: 'ms',
      by: 'wall',
      ratio: 'cost',
      yardstick: 'asmx-gen --watch',
      rows: [summarize('asmx-gen --watch', samples)],
    }),
  ];
}
