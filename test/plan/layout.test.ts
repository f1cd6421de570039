import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { format } from 'prettier';
import { type ModuleNames, moduleClauses } from '../../src/print/encode.ts';
import {
  columns,
  constantType,
  parameterList,
  typeArguments,
  unionAlias,
  unionType,
} from '../../src/print/layout.ts';
import { runs } from '../runs.ts';

const options = { parser: 'typescript', printWidth: 100, singleQuote: true } as const;

/** Whether prettier would leave a text as it is. */
async function expectStable(text: string): Promise<void> {
  expect(await format(text, options)).toBe(text);
}

const name = fc.integer({ min: 1, max: 30 }).map((length) => `N${'x'.repeat(length)}`);
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 9 });
/** Members told apart, so that prettier cannot merge them. */
const literals = names.map((list) => list.map((one, index) => `'${one}${index}'`));

/** Runs a text built from random names through prettier. */
async function always<T>(arbitrary: fc.Arbitrary<T>, build: (value: T) => string): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitrary, async (value) => expectStable(build(value))),
    { numRuns: runs(80) },
  );
}

/** Import statements of a module. */
function imports(given: ModuleNames): string {
  return moduleClauses(given, './a.js')
    .map(
      ({ typeOnly, names: list, from }) =>
        `import ${typeOnly ? 'type ' : ''}${list} from ${from};\n`,
    )
    .join('');
}

describe('prettier changes nothing in', () => {
  test('imports', () => always(names, (values) => imports({ values })));

  test('imports of types', () => always(names, (types) => imports({ types })));

  test('parameter lists', () =>
    always(names, (list) => {
      const items = list.map((one, index) => `a${index}: ${one}`);
      const [before, after] = ['export function f', ': Promise<A> {'];
      return `${before}${parameterList({ before, items, after })}${after}\n  return b;\n}\n`;
    }));

  test('type arguments of a property', () =>
    always(names, (list) => {
      const before = 'readonly a: Method';
      const given = typeArguments({ before, items: list, after: ';', indent: 1 });
      return `interface A {\n  ${before}${given};\n}\n`;
    }));

  test('heads of constants', () =>
    always(names, (list) => {
      const before = 'export const a: Method';
      const { arguments: given, indent } = constantType(before, list);
      return indent === 1
        ? `${before}${given} =\n  {\n    b: 1,\n  };\n`
        : `${before}${given} = {\n  b: 1,\n};\n`;
    }));

  test('unions', () =>
    always(
      literals,
      (members) => `${unionType({ before: 'export type A = ', members, after: ';' })}\n`,
    ));

  test('unions of properties', () =>
    always(literals, (members) => {
      const line = unionType({ before: 'readonly a?: ', members, after: ';', indent: 1 });
      return `interface A {\n  ${line}\n}\n`;
    }));

  test('aliases', () =>
    always(literals, (members) => `export type A =${unionAlias('A', members)};\n`));
});

test('names are sorted by code unit and told apart by kind', () => {
  expect(imports({ types: ['b', 'A', 'b'], values: ['z'] })).toBe(
    "import type { A, b } from './a.js';\nimport { z } from './a.js';\n",
  );
});

test('wide characters count twice, combining marks not at all', () => {
  expect(columns('abc')).toBe(3);
  expect(columns('日本')).toBe(4);
  expect(columns('e\u0301')).toBe(1);
  expect(columns('سلام')).toBe(4);
});
