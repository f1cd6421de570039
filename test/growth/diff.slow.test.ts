import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ensureBuilt } from '../cli/built.ts';
import { packageRoot } from '../cli/run-cli.ts';

test('comparing contracts of eight times the parts is at most nine times the work', () => {
  ensureBuilt(packageRoot);
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'count-diff.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(run.stderr).toBe('');
  const found = JSON.parse(run.stdout) as Record<string, { small: number; large: number }>;
  const growth = Object.entries(found).map(
    ([name, { small, large }]) => [name, large / small] as const,
  );
  expect(growth.length).toBeGreaterThan(5);
  expect(growth.filter(([, times]) => times > 9)).toEqual([]);
}, 240_000);
