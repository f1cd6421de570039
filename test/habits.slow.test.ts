import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { planOptions } from '../src/cli/contract/project.ts';
import { defaultSettings } from '../src/config/settings.ts';
import { generate } from '../src/generate.ts';
import { compileStrictly, runtimeSource } from './compile-strictly.ts';

/**
 * Habits of the tools that wrote WSDL documents for twenty years, one small document each
 * (`npm run corpus -- test/fixtures/habits` takes the folder too): every one loads, keeps its
 * operations, and gives code that compiles under the strictest options.
 */
const root = resolve(import.meta.dirname, '..');
const habits = join(root, 'test', 'fixtures', 'habits');
const { documents } = JSON.parse(readFileSync(join(habits, 'index.json'), 'utf8')) as {
  documents: readonly { readonly id: string; readonly entry: string }[];
};
const out = mkdtempSync(join(tmpdir(), 'asmx-gen-habits-'));
afterAll(() => rmSync(out, { recursive: true }));

/** What is said of documents that are read otherwise than they are written. */
const warnings: Readonly<Record<string, string>> = {
  'absolute-file-location': "is read from 'types.xsd', which lies beside the document",
  'absolute-http-location': "is read from 'types.xsd', which lies beside the document",
  'query-location': "is read from 'xsd0.xsd', which lies beside the document",
  'rooted-location': "is read from 'types.xsd', which lies beside the document",
  'windows-path-location': "is read from 'types.xsd', which lies beside the document",
  'ports-of-other-transports': "its transport 'http://schemas.xmlsoap.org/soap/jms' is not HTTP",
  'schema-1999': "A schema of the draft 'http://www.w3.org/1999/XMLSchema' is read as one",
  'schema-2000-10': "A schema of the draft 'http://www.w3.org/2000/10/XMLSchema' is read as one",
  'unused-broken-import': "there is no file 'gone.xsd'",
};

/** Operations where it is not one `Ask`. */
const counts: Readonly<Record<string, number>> = {
  'names-of-javascript': 59,
  'odd-letters': 8,
  'operations-that-differ-by-case': 6,
  'two-services-one-portType': 2,
};

describe.each(documents.map(({ id, entry }) => [id, entry]))('%s', (id = '', entry = '') => {
  test('is generated whole', async () => {
    const settings = {
      ...defaultSettings,
      runtime: 'package' as const,
      importExtension: 'js' as const,
    };
    const result = await generate(
      { input: entry, options: planOptions(settings, entry, '.') },
      {
        readFile: (path) => {
          const file = join(habits, id, path);
          return existsSync(file) ? readFileSync(file) : undefined;
        },
      },
    );
    const told = result.diagnostics.map((one) => `${one.severity} ${one.code} ${one.message}`);
    expect(told.filter((one) => one.startsWith('error'))).toEqual([]);
    expect(result.plan?.operations).toHaveLength(counts[id] ?? 1);
    const warning = warnings[id];
    if (warning !== undefined) expect(told.join('\n')).toContain(warning);
    for (const { path, text } of result.files) {
      const target = join(out, id, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
  });
});

test('all of it compiles', () => {
  writeFileSync(join(out, 'package.json'), '{"type":"module"}');
  expect(compileStrictly(out, { options: runtimeSource() })).toBe('');
}, 120_000);
