// How generation grows with its contract: 1, 2, 4 and 8 times as many operations and types, cold,
// as whole processes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.mjs';
import { median, report, short, summarize } from './measure.mjs';
import { syntheticContract } from './synthetic-contract.mjs';

const bin = resolve(fileURLToPath(new URL('../../bin/asmx-gen.js', import.meta.url)));
const operations = 250;
const factors = [1, 2, 4, 8];

/**
 * The exponent of growth between the outer sizes: 1 is linear. What a run costs whatever the
 * contract has been taken off.
 */
function exponent(samples, figure, base) {
  const at = (factor) => Math.max(1, median(samples.get(factor).map(figure)) - base);
  const [first, last] = [factors[0], factors.at(-1)];
  return Math.log(at(last) / at(first)) / Math.log(last / first);
}

/** Prints time and memory by size, and the exponents. */
export function benchGrowth(_school, { rounds = 3 } = {}) {
  const work = mkdtempSync(join(tmpdir(), 'bench-growth-'));
  try {
    const samples = new Map([[0, []], ...factors.map((factor) => [factor, []])]);
    for (const factor of samples.keys()) {
      // of one operation: the cost of running at all
      const size = factor === 0 ? 1 : factor * operations;
      writeFileSync(join(work, `${factor}.wsdl`), syntheticContract(size));
    }
    for (let round = 0; round < rounds; round++) {
      for (const [factor, list] of samples) {
        const out = join(work, 'out');
        rmSync(out, { recursive: true, force: true });
        const run = runChild([bin, 'generate', `${factor}.wsdl`, '-o', out, '--quiet'], work);
        if (!run.passed) throw new Error(run.stderr);
        list.push(run);
      }
    }
    const base = (figure) => median(samples.get(0).map(figure));
    const rows = factors.map((factor) => summarize(`${factor} ×`, samples.get(factor)));
    const full = report({
      id: 'growth/operations',
      title: `Generate ${operations} operations, and 2, 4 and 8 times as many`,
      unit: 'ms',
      ratio: 'cost',
      yardstick: '1 ×',
      rows,
    });
    for (const [name, key] of [
      ['CPU time', 'cpu'],
      ['memory', 'rss'],
    ]) {
      const figure = (sample) => sample[key];
      const power = exponent(samples, figure, base(figure));
      console.log(`${name} grows with the ${short(power)}th power of the size`);
    }
    return [full];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
