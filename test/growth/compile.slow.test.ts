import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ensureBuilt } from '../cli/built.ts';
import { createFolder, packageRoot } from '../cli/run-cli.ts';
import { compileStrictly } from '../compile-strictly.ts';
import { compiledContract } from './compiled-contract.mjs';

/** What the compiler did for the code of a contract. */
interface Work {
  readonly errors: number;
  readonly instantiations: number;
  readonly types: number;
  /** Calls of the compiler's functions. */
  readonly calls: number;
}

type Kind = Parameters<typeof compiledContract>[0];

let found: Readonly<Record<Kind, Readonly<Record<30 | 60 | 120, Work>>>>;

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

  // For each name at the top of a file, the compiler looks at the constants before it. Large
  // contracts have several files, so that there are never many.
  test.each([
    ['sequence', 2.2],
    ['operations', 2.6],
    ['choices', 2.1],
    ['wideChoices', 2.1],
    ['optionalPairs', 2.1],
  ] as const)('%s: twice as many, twice the work', (kind, most) => {
    const { 60: once, 120: twice } = found[kind];
    expect(twice.calls).toBeLessThan(most * once.calls);
    expect(twice.types).toBeLessThan(2.1 * once.types);
    expect(twice.instantiations).toBeLessThan(2.1 * once.instantiations);
  });

  test('derived types: as many instantiations as members', () => {
    const { 60: once, 120: twice } = found.derivedTypes;
    expect(twice.instantiations).toBeLessThan(2.1 * once.instantiations);
  });

  // each branch says of all other names that they are not there
  test.each(['choice', 'repeatedChoice', 'derivedTypes'] as const)(
    '%s: as many types as members, and a few instantiations for each name a member lacks',
    (kind) => {
      const { 30: few, 60: once, 120: twice } = found[kind];
      // members of one object are checked as one; types that derive from one are each a constant
      const most = kind === 'derivedTypes' ? 5.2 : 2.5;
      expect(few.calls).toBeLessThan(most * found.sequence[30].calls);
      // the constants before each name count here, too
      expect(twice.calls).toBeLessThan((kind === 'derivedTypes' ? 3.6 : 3.2) * once.calls);
      expect(twice.types).toBeLessThan(2.1 * once.types);
      expect(once.instantiations).toBeLessThan(4.2 * 60 ** 2);
      expect(twice.instantiations).toBeLessThan(4.2 * 120 ** 2);
    },
  );

  // types tell up to 256 combinations apart, and each step repeats those of its base
  test('steps of extension with a choice each: no product of their branches', () => {
    const { 60: once, 120: twice } = found.steps;
    expect(twice.instantiations).toBeLessThan(4.2 * once.instantiations);
    expect(twice.types).toBeLessThan(4.2 * once.types);
  });

  test('a type of seven hundred elements compiles', () => {
    const folder = createFolder({
      'package.json': '{"type":"module"}',
      'many.wsdl': compiledContract('sequence', 700),
    });
    const args = ['generate', 'many.wsdl', '-o', 'out', '--targets', 'client', '--quiet'];
    const bin = join(packageRoot, 'bin/asmx-gen.js');
    const { status } = spawnSync(process.execPath, [bin, ...args], { cwd: folder.path });
    expect(status).toBe(0);
    expect(compileStrictly(folder.path, { compiler: 'TypeScript 5.9' })).toBe('');
    folder.remove();
  }, 120_000);
});
