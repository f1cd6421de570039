import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ensureBuilt } from '../cli/built.ts';
import { packageRoot } from '../cli/run-cli.ts';

/** What reading a SoapUI project and writing its files took, as `contracts.slow.test.ts` counts. */
interface Work {
  readonly output: number;
  readonly blocks: number;
  readonly scanned: number;
}

test('eight times the SoapUI project is at most nine times the work', () => {
  ensureBuilt(packageRoot);
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'count-projects.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (run.status !== 0) throw new Error(run.stderr);
  const found = JSON.parse(run.stdout) as Record<string, Record<'small' | 'large', Work>>;
  const ratios = Object.entries(found).flatMap(([name, { small, large }]) =>
    (['output', 'blocks', 'scanned'] as const).map((key): readonly [string, number] => [
      `${key} of ${name}`,
      large[key] / small[key],
    ]),
  );
  expect(ratios.length).toBeGreaterThan(0);
  expect(ratios.filter(([, ratio]) => ratio >= 9)).toEqual([]);
}, 240_000);
