import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ensureBuilt } from '../cli/built.ts';
import { packageRoot } from '../cli/run-cli.ts';

/** What one run of a command took, as `contracts.slow.test.ts` counts. */
interface Work {
  readonly code: number;
  /** Characters printed. */
  readonly output: number;
  readonly scanned: number;
  readonly blocks: number;
}

/**
 * Counts that grow faster without work that does: for each quoted text in a list on one line, the
 * lexer of yaml takes the line up to there, which the engine gives as a view.
 */
const views = ['scanned of convert --to yaml: documented types, members and values'];

test('a command takes nine times the work at most for eight times the contract', () => {
  ensureBuilt(packageRoot);
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'count-commands.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
    maxBuffer: 1 << 26,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  const found = JSON.parse(run.stdout) as Record<string, Record<'small' | 'large', Work>>;
  const ratios = Object.entries(found).flatMap(([name, { small, large }]) =>
    (['output', 'blocks', 'scanned'] as const).map((key): readonly [string, number] => [
      `${key} of ${name}`,
      large[key] / Math.max(1000, small[key]),
    ]),
  );
  expect(ratios.length).toBeGreaterThan(200);
  const grown = ratios.filter(([name, ratio]) => ratio >= 9 && !views.includes(name));
  expect(grown).toEqual([]);
}, 600_000);
