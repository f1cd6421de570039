import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expandInputs } from '../../src/cli/contract/jobs.ts';
import { pathGlob } from '../../src/config/reader.ts';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'asmx-gen-inputs-')));
  const files = ['specs/b.wsdl', 'specs/a.wsdl', 'specs/Z.wsdl', 'specs/deep/c.yaml', 'x [1].wsdl'];
  for (const name of [...files, 'node_modules/p/n.wsdl', '.hidden/h.wsdl']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('expandInputs', () => {
  const table: readonly (readonly [readonly string[], readonly string[]])[] = [
    [['specs/a.wsdl'], ['specs/a.wsdl']],
    [['missing.wsdl'], ['missing.wsdl']],
    [['specs/*.wsdl'], ['specs/Z.wsdl', 'specs/a.wsdl', 'specs/b.wsdl']],
    [
      ['./specs/**/*.{yaml,wsdl}', '!specs/Z.wsdl'],
      ['specs/a.wsdl', 'specs/b.wsdl', 'specs/deep/c.yaml'],
    ],
    [['**/*.wsdl'], ['specs/Z.wsdl', 'specs/a.wsdl', 'specs/b.wsdl', 'x [1].wsdl']],
    [
      ['specs/b.wsdl', 'specs/?.wsdl'],
      ['specs/b.wsdl', 'specs/Z.wsdl', 'specs/a.wsdl'],
    ],
    [['x [1].wsdl'], ['x [1].wsdl']],
  ];
  test.each(table)('%j', (patterns, wanted) => {
    const bag = createDiagnosticBag();
    const found = expandInputs(patterns, folder, bag);
    expect(found.map((path) => relative(folder, path))).toEqual(wanted);
    expect(bag.diagnostics).toEqual([]);
  });

  test('reports a glob that matches nothing', () => {
    const bag = createDiagnosticBag();
    expect(expandInputs(['nowhere/*.wsdl'], folder, bag)).toEqual([]);
    expect(bag.diagnostics.map((one) => [one.code, one.message])).toEqual([
      ['ASMX5002', `'nowhere/*.wsdl' matches no file in ${folder}`],
    ]);
  });
});

describe('pathGlob', () => {
  const table: readonly (readonly [string, string, boolean])[] = [
    ['*.wsdl', 'a.wsdl', true],
    ['*.wsdl', 'a/b.wsdl', false],
    ['*.wsdl', 'aXwsdl', false],
    ['**/x', 'x', true],
    ['**/x', 'a/b/x', true],
    ['a/**', 'a/b/c', true],
    ['a-{b,c}.y', 'a-c.y', true],
    ['a-{b,c}.y', 'a-d.y', false],
    ['a{b', 'a{b', true],
    ['(a|b)', '(a|b)', true],
    ['****x', `${'a'.repeat(50_000)}y`, false],
  ];
  test.each(table)('%s on %.20s: %s', (pattern, path, wanted) => {
    expect(pathGlob(pattern).test(path)).toBe(wanted);
  });
});
