import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ensureBuilt } from '../cli/built.ts';
import { packageRoot } from '../cli/run-cli.ts';

/** What generating a contract of some size did. */
interface Work {
  /** How often each block of code ran. */
  readonly blocks: Readonly<Record<string, number>>;
  /** Characters of output. */
  readonly characters: number;
}

const sizes = [100, 200, 400] as const;
let small: Work;
let middle: Work;
let large: Work;

function workOf(operations: number): Work {
  const script = join(import.meta.dirname, 'count-work.mjs');
  const run = spawnSync(process.execPath, [script, `${operations}`], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
    maxBuffer: 1 << 26,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as Work;
}

const total = ({ blocks }: Work): number =>
  Object.values(blocks).reduce((sum, count) => sum + count, 0);

beforeAll(() => {
  ensureBuilt(packageRoot);
  [small, middle, large] = sizes.map(workOf) as [Work, Work, Work];
}, 120_000);

describe('a contract of twice the size', () => {
  test('gives twice the output', () => {
    expect(large.characters / middle.characters).toBeGreaterThan(1.5);
    expect(large.characters / middle.characters).toBeLessThan(2.1);
  });

  test('takes twice the work', () => {
    expect(total(middle) / total(small)).toBeLessThan(2.4);
    expect(total(large) / total(middle)).toBeLessThan(2.4);
  });

  test('and no single block of code does more than its share', () => {
    // something that begins only with large contracts shows as a step, once; what grows faster
    // shows twice
    const steep = Object.entries(large.blocks).filter(([block, count]) => {
      const before = middle.blocks[block] ?? 0;
      const first = small.blocks[block] ?? 0;
      return count > 2000 && count > before * 2.8 && before > first * 2.8;
    });
    expect(steep).toEqual([]);
  });
});
