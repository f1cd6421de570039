// `node test/bench/start-limits.mjs`: what parts of a start cost at least, each as a program of its
// own with Node's compile cache, as multiples of the CPU time of bare Node.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.mjs';
import { median } from './measure.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = 15;
const cache = mkdtempSync(join(tmpdir(), 'asmx-gen-limits-'));
const begin = `const module = process.getBuiltinModule('node:module');
module.enableCompileCache?.(${JSON.stringify(cache)});
const require = module.createRequire(${JSON.stringify(root)});`;

const programs = {
  'bare node': '0',
  'node:http': "process.getBuiltinModule('node:http')",
  commander: `${begin} require('commander')`,
  'yaml, parsing the school contract': `${begin}
    const text = require('node:fs').readFileSync('specs/student-information.yaml', 'utf8');
    if (require('yaml').parseDocument(text).errors.length > 0) process.exit(1);`,
  'modules that read a contract, not run': `${begin} import('./dist/bundle/contract.js')`,
};

delete process.env.NODE_EXTRA_CA_CERTS;
const samples = Object.keys(programs).map(() => []);
for (let round = -1; round < rounds; round += 1) {
  for (const [index, program] of Object.values(programs).entries()) {
    const { cpu, passed, stderr } = runChild(['-e', program], root);
    if (!passed) throw new Error(stderr);
    if (round >= 0) samples[index].push(cpu);
  }
}
rmSync(cache, { recursive: true, force: true });
const [bare, ...others] = samples.map(median);
for (const [index, name] of Object.keys(programs).slice(1).entries()) {
  console.log(`${name}: ${(others[index] / bare).toFixed(2)} × bare node`);
}
