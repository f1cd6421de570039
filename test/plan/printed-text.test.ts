import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { format } from 'prettier';
import { planRuntimeFiles } from '../../src/files/folder.ts';
import { compileStrictly } from '../compile-strictly.ts';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { planText } from './support/contract.ts';
import { everything } from './support/everything.ts';
import { ordered } from './support/ordered.ts';
import { renderText } from './support/render.ts';

function textsOf(contract: string) {
  const { plan, diagnostics } = planText(contract);
  if (plan === undefined) throw new Error(JSON.stringify(diagnostics));
  return {
    'types.ts': renderText('types', plan),
    'codecs.ts': renderText('descriptions', plan),
    runtime: planRuntimeFiles(plan.runtimeNames, plan.options, ''),
  };
}

describe.each([
  ['a contract with everything in it', everything],
  ['a contract in which the order of elements counts', ordered],
])('%s', (_, contract) => {
  const { runtime, ...texts } = textsOf(contract);
  const folder = mkdtempSync(join(tmpdir(), 'asmx-gen-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('compiles under every strict option, without DOM types and without node_modules', () => {
    const files = {
      ...texts,
      ...Object.fromEntries(runtime.map(({ path, text }) => [path, text])),
      'package.json': '{ "type": "module" }',
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    expect(compileStrictly(folder)).toBe('');
  });

  test('holds nothing untyped', () => {
    const code = texts['types.ts'].replace(/\/\*[\s\S]*?\*\/|'(?:[^'\\]|\\.)*'/g, '');
    expect(code).not.toMatch(/[:<|(]\s*(?:any|unknown|object)\b|\{\}/);
  });

  test.each(Object.entries(texts))('%s is as prettier leaves it', async (_path, text) => {
    const options = { parser: 'typescript', printWidth: 100, singleQuote: true } as const;
    expect(text).toBe(await format(text, options));
  });
});

describe('a contract with everything in it', () => {
  test('is written and read back', () => {
    const codecs = loadCodecs(planText(everything));
    const rich = {
      $type: 'Rich',
      style: 's',
      $content: ['a', { name: 'b', namespace: 'urn:test', children: ['c'] }],
    };
    const small = { title: 'Small', count: 3, class: null, text: 't', schemaVersionNumber: '1.0' };
    const long = 'a-name_that.is_no_identifier_and_so_long_that_it_hardly_fits_on_a_line';
    const document = {
      titleAttribute: 'attribute',
      tags: ['x', 'y'],
      lang: 'en',
      schemaVersionNumber: '2.50',
      $anyAttributes: [{ name: 'z', namespace: 'urn:z', value: '"' }],
      title: 'Big One',
      count: 65535,
      version: '1.0',
      rating: null,
      class: 'c',
      [long]: ["it's", 'another one that is long'],
      $choice: [
        { image: new Uint8Array([1, 2, 255]) },
        { para: rich },
        { block: { quote: { $type: 'Quote', style: 'q', by: 'me', $content: ['!'] } } },
        { image: new Uint8Array() },
        { block: { rule: { $type: 'Rich', $content: [] } } },
      ],
      $sequence: [
        { key: 'k', value: { unit: 'in', $value: '1.5' } },
        { key: 'l', value: { unit: 'mm', $value: '2' } },
      ],
      size: null,
      two: 2,
      global: null,
      block: { block: { $type: 'Rich', $content: ['plain'] } },
      inner: [{ kind: 'b', x: 1, document: small }, { x: 2 }],
      titleAfterInner: 'Again',
      $any: [{ name: 'e', namespace: 'urn:e', children: ['&'] }],
    };
    const shapes = [
      { $type: 'Circle', id: 'a', color: 'mm', radius: Number.NaN },
      null,
      { $type: 'Polygon', id: 'b', color: 5, points: [1, 2.5] },
      { $type: 'Square', flag: true, id: 'c', color: 'in', corner: [{ note: 'n' }, {}] },
    ];
    const value = { document, shapes };
    expect(roundTrip(codecs, value, 'Store').value).toEqual(value);
    expect(roundTrip(codecs, { from: '2024-01-01' }, 'Find').value).toEqual({ from: '2024-01-01' });
  });
});
