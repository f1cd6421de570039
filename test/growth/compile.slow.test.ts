import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ensureBuilt } from '../cli/built.ts';
import { packageRoot } from '../cli/run-cli.ts';

/** What the compiler did for types and codecs of a contract. */
interface Work {
  readonly errors: number;
  readonly instantiations: number;
  /** Calls of the compiler's functions. */
  readonly calls: number;
}

type Kind = 'sequence' | 'choice' | 'repeatedChoice' | 'derivedTypes';

let found: Readonly<Record<Kind, Readonly<Record<30 | 90, Work>>>>;

beforeAll(() => {
  ensureBuilt(packageRoot);
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'count-compile.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (run.status !== 0) throw new Error(run.stderr);
  found = JSON.parse(run.stdout) as typeof found;
}, 240_000);

describe('what the compiler does for a contract that grows', () => {
  test('the code of all of them compiles', () => {
    const all = Object.values(found).flatMap((counts) => Object.values(counts));
    expect(all.map(({ errors }) => errors)).toEqual(all.map(() => 0));
  });

  test.each(['choice', 'repeatedChoice', 'derivedTypes'] as const)(
    '%s: at most twice the work of a sequence of as many elements',
    (kind) => {
      expect(found[kind][30].calls).toBeLessThan(2 * found.sequence[30].calls);
      expect(found[kind][90].calls).toBeLessThan(2 * found.sequence[90].calls);
    },
  );
});
