// What a command costs before it does anything: whole processes, bare Node beside them, in turn.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, short } from './measure.mjs';

const bin = resolve(fileURLToPath(new URL('../../bin/asmx-gen.js', import.meta.url)));
const commands = {
  'bare node': ['-e', '0'],
  '--version': [bin, '--version'],
  '--help': [bin, '--help'],
  'generate --help': [bin, 'generate', '--help'],
  'generate --check, unchanged': [bin, 'generate', '--check'],
};

/** Prints the wall time of each command and its ratio to bare Node. */
export function benchStartup(_school, { rounds = 15 } = {}) {
  const samples = new Map(Object.keys(commands).map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const [name, args] of Object.entries(commands)) {
      const start = performance.now();
      spawnSync(process.execPath, args, { stdio: 'ignore' });
      if (round >= 0) samples.get(name).push(performance.now() - start);
    }
  }
  const bare = median(samples.get('bare node'));
  console.log('\nStart-up, whole process');
  console.table(
    [...samples].map(([name, times]) => ({
      name,
      ms: short(median(times)),
      '× bare node': short(median(times) / bare),
      spread: short(Math.max(...times) / Math.min(...times)),
    })),
  );
}
