import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { compileStrictly, runtimeSource } from './compile-strictly.ts';

jest.setTimeout(180_000);

const root = join(import.meta.dirname, '..');
/** What is generated for every contract of the goldens, the school's code, the whole runtime. */
const include = ['test/golden/*/expected/**/*.ts', 'generated/**/*.ts', 'src/runtime/**/*.ts'].map(
  (files) => join(root, files),
);
/** The types of Node refer to newer libraries, which hide what a project without them lacks. */
const ofNode = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'asmx-gen-older-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['es2020', 'es2021', 'es2022'])('--target %s, with its own library', (target) => {
  test.each([
    ['types of the DOM', { lib: [target, 'dom'] }],
    ['types of Node', { lib: [target], ...ofNode }],
    ['no other types', { lib: [target] }],
  ])('and %s', (_, platform) => {
    const options = { ...runtimeSource(), skipLibCheck: true, target, ...platform };
    expect(compileStrictly(folder, { options, include })).toBe('');
  });
});
