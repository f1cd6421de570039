import { describe, expect, test } from '@jest/globals';
import { findSyntaxProblem } from '../../src/format/files.ts';
import { findForeignStatement } from '../../src/format/guard.ts';

const sound = [
  '',
  '/* eslint-disable */\n// only comments\n',
  "import type { A, B } from './a.js';\nimport { c } from './c.js';\n",
  "export * from './types-school.js';\nexport * from './descriptions-school2.js';\n",
  "export * from './operations-school-1.js';\nexport type * from './types.js';\n",
  "export * from './schemas-school-1.js';\n",
  "export type { A } from './a.js';\nexport { a, b } from './a.js';\n",
  "export type A = 'x' | \"it's\" | 'a\\'b' | 'a;b' | '/*';\n",
  'export interface A {}\nexport interface B<T = unknown> extends A {\n  readonly c: { d: string };\n}\n',
  'export const a: A = {\n  b: [1, { c: 2 }],\n};\nconst d = () => 1;\n',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
  'export function f(\n  a: { b: string },\n): string {\n  if (a.b === "}") return `${a.b + `}${1}`}\\``;\n  return a.b;\n}\n',
  'function g<State>(a: State): readonly A[] {\n  return [];\n}\n',
  'const p = /[/;"]\\//u;\nconst q = 4 / 2;\nfunction f() {\n  return /["}]/.test(a);\n}\n',
  '/** doc; with " and { */\nexport const x = 1; // trailing }\n',
];

const unsound: readonly (readonly [string, string])[] = [
  ['a call', "import { a } from 'a';\nevil();\n"],
  ['a call after a statement', "export const a = 'x'; evil();\n"],
  ['an import for its effect', "import 'evil';\n"],
  ['a star export', "export * from './a.js';\n"],
  ['a default export', 'export default 1;\n'],
  ['let', 'let a = 1;\n'],
  ['a class', 'export class A {}\n'],
  ['a namespace', 'declare module "x" {}\n'],
  ['an unclosed comment', 'export const a = 1; /* \n'],
  ['an unclosed string', "export const a = 'x\n;\n"],
  ['an unclosed template', 'export const a = `x;\n'],
  ['an unclosed bracket', 'export const a = { b: 1;\n'],
  ['a bracket too many', 'export const a = 1);\n'],
  ['a block', '{ evil(); }\n'],
  ['a type without a type', 'export type A = ;\n'],
  ['a union without a last member', 'export type A =\n  | B\n  | ;\n'],
  ['a constant without a value', 'export const a: A =\n  ;\n'],
  ['a function without a body', 'export const a = () => ;\n'],
];

describe('the scan', () => {
  test.each(sound)('accepts %j', (text) => expect(findForeignStatement(text)).toBeUndefined());

  test.each(unsound)('refuses %s', (_, text) => {
    expect(findForeignStatement(text)).toBeDefined();
  });

  test('points at the foreign statement', () => {
    const text = 'export const a = 1;\nevil();\n';
    expect(findForeignStatement(text)?.offset).toBe(text.indexOf('evil'));
  });

  test('takes a megabyte in its stride', () => {
    const one = sound.at(9) ?? '';
    expect(findForeignStatement(one.repeat(Math.ceil(1_000_000 / one.length)))).toBeUndefined();
  });
});

describe('the syntax tree', () => {
  test.each(sound)('accepts %j', async (text) =>
    expect(await findSyntaxProblem(text)).toBeUndefined(),
  );

  test.each(unsound)('refuses %s', async (_, text) => {
    expect(await findSyntaxProblem(text)).toBeDefined();
  });
});
