import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ensureBuilt } from '../cli/built.ts';
import { packageRoot } from '../cli/run-cli.ts';
import { contractShapes } from './contract-shapes.mjs';

/** What generating, checking and reporting on one contract took. */
interface Work {
  /** The first error. */
  readonly error?: string;
  /** Characters of the contract. */
  readonly input: number;
  /** Characters of generated files and reports. */
  readonly output: number;
  /** Blocks of code run. */
  readonly blocks: number;
  /** Characters and items that methods of the engine looked at. */
  readonly scanned: number;
}

/** A contract, and one with eight times the parts. */
interface Growth {
  readonly small: Work;
  readonly large: Work;
}

let found: Readonly<Record<string, Growth>>;

beforeAll(() => {
  ensureBuilt(packageRoot);
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'count-contracts.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
    maxBuffer: 1 << 26,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  found = JSON.parse(run.stdout) as typeof found;
}, 240_000);

/**
 * Nine times the work for eight times the parts. Where the contract means more than it says, as
 * types do that inherit from one another, the output may grow faster; `ASMX1032` bounds it, and the
 * work is compared with the output. Descriptions name the base and repeat nothing, but a type is
 * still checked with all its members, and with all that may replace it.
 */
function mostWork({ small, large }: Growth, restates: boolean): number {
  return restates ? (9 / 8) * Math.max(8.2, large.output / small.output) : 9;
}

describe('eight times the contract is at most nine times the work', () => {
  test.each(Object.entries(contractShapes))('%s', (name, { bad, beyond, restates }) => {
    const growth = found[name] as Growth;
    const { small, large } = growth;
    expect(small.error === undefined).toBe(bad !== true);
    expect(large.error === undefined).toBe(bad !== true && beyond === undefined);
    if (beyond !== undefined) expect(large.error).toContain(beyond);
    const most = mostWork(growth, restates === true);
    expect(large.blocks / small.blocks).toBeLessThan(most);
    expect(large.scanned / small.scanned).toBeLessThan(most);
  });

  test.each(Object.entries(contractShapes).filter(([, { same }]) => same === true))(
    '%s, which is only a number, changes nothing',
    (name) => {
      const { small, large } = found[name] as Growth;
      expect(large.output / small.output).toBeLessThan(1.1);
      expect(large.blocks / small.blocks).toBeLessThan(1.1);
    },
  );

  test.each(Object.entries(contractShapes).filter(([, { restates }]) => restates !== true))(
    '%s gives at most nine times the output',
    (name) => {
      const { small, large } = found[name] as Growth;
      expect(large.output / small.output).toBeLessThan(9);
    },
  );
});
