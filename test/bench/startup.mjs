// What a command costs before it does anything: whole processes, bare Node beside them, in turn.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report, summarize } from './measure.mjs';

const bin = resolve(fileURLToPath(new URL('../../bin/asmx-gen.js', import.meta.url)));
const commands = {
  'bare node': ['-e', '0'],
  '--version': [bin, '--version'],
  '--help': [bin, '--help'],
  'generate --help': [bin, 'generate', '--help'],
  'generate --check, unchanged': [bin, 'generate', '--check'],
};

/** Compares each command with bare Node, in wall time. */
export function benchStartup(_school, { rounds = 15 } = {}) {
  const samples = new Map(Object.keys(commands).map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const [name, args] of Object.entries(commands)) {
      const start = performance.now();
      spawnSync(process.execPath, args, { stdio: 'ignore' });
      if (round >= 0) samples.get(name).push({ wall: performance.now() - start });
    }
  }
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
