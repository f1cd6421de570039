import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { format } from 'prettier';
import {
  argumentList,
  arrayLiteral,
  columns,
  constantHead,
  constantLine,
  exportDeclarations,
  importDeclarations,
  interfaceHead,
  objectLiteral,
  parameterList,
  propertyLine,
  typeArguments,
  unionType,
} from '../../src/plan/print/layout.ts';

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
    { numRuns: 80 },
  );
}

describe('prettier changes nothing in', () => {
  test('imports', () =>
    always(names, (list) => `${importDeclarations({ values: list }, './a.js').join('\n')}\n`));

  test('imports of types', () =>
    always(names, (list) => `${importDeclarations({ types: list }, './a.js').join('\n')}\n`));

  test('re-exports', () =>
    always(names, (list) => `${exportDeclarations({ types: list }, './a.js').join('\n')}\n`));

  test('parameter lists', () =>
    always(names, (list) => {
      const items = list.map((one, index) => `a${index}: ${one}`);
      const head = parameterList({ before: 'export function f', items, after: ': Promise<A> {' });
      return `${head}\n  return b;\n}\n`;
    }));

  test('argument lists', () =>
    always(names, (list) => {
      const call = argumentList({ before: 'return f', items: list, after: ';', indent: 1 });
      return `function g() {\n  ${call}\n}\n`;
    }));

  test('type arguments of a property', () =>
    always(names, (list) => {
      const line = typeArguments({
        before: 'readonly a: Method',
        items: list,
        after: ';',
        indent: 1,
      });
      return `interface A {\n  ${line}\n}\n`;
    }));

  test('heads of constants', () =>
    always(names, (list) => {
      const { text, shift } = constantHead('export const a: Method', list);
      return shift === 1 ? `${text}\n    b: 1,\n  };\n` : `${text}\n  b: 1,\n};\n`;
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

  test('array literals', () =>
    always(
      literals,
      (items) =>
        `const a: B = {\n  ${arrayLiteral({ before: 'c: ', items, after: ',', indent: 1 })}\n};\n`,
    ));

  test('object literals', () =>
    always(names, (list) => {
      return `${objectLiteral({ before: 'export const a = ', items: list, after: ';' })}\n`;
    }));

  test('properties', () =>
    always(
      fc.tuple(
        fc.constantFrom('a', 'ab', 'abc', 'name', 'write', 'action', 'handler'),
        fc.integer({ min: 60, max: 110 }),
        fc.constantFrom('name', 'string'),
      ),
      ([key, length, kind]) => {
        const word = 'x'.repeat(length);
        const value = kind === 'name' ? word : `'${word}'`;
        return `export const o = {\n  ${propertyLine(key, value, 1)}\n};\n`;
      },
    ));

  test('constants', () =>
    always(fc.integer({ min: 60, max: 110 }), (length) => {
      return `${constantLine('const baseUrl', `'${'x'.repeat(length)}'`)}\n`;
    }));

  test('interface heads', () =>
    always(names, (list) => `${interfaceHead('A', list)}\n  b: 1;\n}\n`));
});

test('names are sorted by code unit and told apart by kind', () => {
  expect(importDeclarations({ types: ['b', 'A', 'b'], values: ['z'] }, './a.js')).toEqual([
    "import type { A, b } from './a.js';",
    "import { z } from './a.js';",
  ]);
});

test('wide characters count twice, combining marks not at all', () => {
  expect(columns('abc')).toBe(3);
  expect(columns('日本')).toBe(4);
  expect(columns('e\u0301')).toBe(1);
  expect(columns('سلام')).toBe(4);
});
