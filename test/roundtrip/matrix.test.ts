import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
// @ts-expect-error a script without declarations
import { sections } from './constructs.mjs';

interface Row {
  readonly construct: string;
  readonly syntax: readonly string[];
  readonly evidence: readonly [file: string, text?: string];
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const rows = (sections as readonly { readonly rows: readonly Row[] }[]).flatMap(
  (section) => section.rows,
);
const page = readFileSync(`${root}docs/reference/support.md`, 'utf8');

/** Properties that only carry what others are about. */
const carriers: ReadonlySet<string> = new Set([
  ...['kind', 'name', 'span', 'documentation', 'builtin', 'global', 'targetNamespace', 'namespace'],
  ...[
    'schemaLocation',
    'min',
    'max',
    'typeRef',
    'type',
    'selector',
    'fields',
    'refer',
    'use',
    'ref',
  ],
  ...[
    'dimensions',
    'order',
    'processContents',
    'particle',
    'particles',
    'compositor',
    'content',
    'method',
    'base',
  ],
  ...['wildcard', 'variety', 'itemRef', 'item', 'memberRefs', 'members', 'value', 'names'],
]);

/** Every kind, word and property of the schema model. */
function constructs(): ReadonlySet<string> {
  const model = readFileSync(`${root}src/model/xsd/schema-document.ts`, 'utf8');
  // annotations and what .NET says of DataSets come last; they have no rows
  const [declarations = ''] = model.split('export interface Annotation ');
  const source = declarations.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^import .*$/gm, '');
  const words = [...source.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? '');
  const properties = [...source.matchAll(/readonly (\w+)\??:/g)].map((match) => match[1] ?? '');
  return new Set([...words, ...properties].filter((word) => !carriers.has(word)));
}

describe('the support matrix', () => {
  test('covers every construct of the schema model', () => {
    const covered = new Set(rows.flatMap((row) => row.syntax));
    expect([...constructs()].filter((word) => !covered.has(word))).toEqual([]);
  });

  test('is about nothing the model does not have', () => {
    const known = constructs();
    expect(rows.flatMap((row) => row.syntax).filter((word) => !known.has(word))).toEqual([]);
  });

  test.each(rows)('names $construct with evidence that exists', ({ construct, evidence }) => {
    expect(page).toContain(`| ${construct} |`);
    const [file, text] = evidence;
    expect(existsSync(root + file)).toBe(true);
    if (text !== undefined) expect(readFileSync(root + file, 'utf8')).toContain(text);
  });

  test('is in the README between its markers', () => {
    const readme = readFileSync(`${root}README.md`, 'utf8');
    const start = readme.indexOf('<!-- support:start -->');
    expect(start).toBeGreaterThan(0);
    expect(readme.indexOf('<!-- support:end -->')).toBeGreaterThan(start);
  });
});
