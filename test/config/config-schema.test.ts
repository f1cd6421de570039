import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import {
  acceptedKeys,
  arraysWords,
  configKeys,
  contractKeys,
  diffKeys,
  enumsWords,
  formatWords,
  importExtensionWords,
  lintLevels,
  patternsWords,
  readConfig,
  runtimeWords,
  typeWords,
} from '../../src/config/reader.ts';
import { allTargets } from '../../src/config/settings.ts';
import { complainAtSpan, readDataText } from '../../src/diagnostics/data.ts';
import { changeKinds, createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';

const root = new URL('../../', import.meta.url);
const schema = JSON.parse(readFileSync(new URL('specs/asmx-gen.config.schema.json', root), 'utf8'));
const validate = new Ajv({ strict: true, allErrors: true }).compile(schema);

const money = { import: './money.js', type: 'Money', parse: 'parseMoney', format: 'formatMoney' };

function reads(text: string): boolean {
  const bag = createDiagnosticBag();
  const data = readDataText({ path: 'x.json', text }, bag);
  if (data !== undefined) readConfig(data, complainAtSpan(bag));
  return !bag.failed;
}

describe('asmx-gen.config.schema.json', () => {
  test('has exactly the keys the reader knows', () => {
    expect(Object.keys(schema.properties)).toEqual(configKeys);
    expect(Object.keys(schema.definitions.contract.properties)).toEqual(contractKeys);
    expect(Object.keys(schema.properties.diff.properties)).toEqual(diffKeys);
    const { code, ...others } = schema.definitions.acceptedChange.properties;
    expect(['code', ...Object.keys(others)]).toEqual(acceptedKeys);
    expect(code.enum).toEqual(Object.keys(changeKinds));
  });

  test('has exactly the words the reader knows', () => {
    const { properties } = schema.definitions.contract;
    const [chosen, added] = properties.targets.anyOf;
    expect(chosen.items.enum).toEqual(allTargets);
    expect(added.items.enum).toEqual(allTargets.map((one) => `+${one}`));
    expect(properties.runtime.anyOf[0].enum).toEqual(runtimeWords);
    expect(properties.arrays.enum).toEqual(arraysWords);
    expect(properties.enums.enum).toEqual(enumsWords);
    expect(properties.importExtension.enum).toEqual(importExtensionWords);
    expect(properties.format.enum).toEqual(formatWords);
    expect(properties.patterns.enum).toEqual(patternsWords);
    expect(schema.definitions.lint.additionalProperties.enum).toEqual(lintLevels);
    const types = Object.entries(properties.types.anyOf[1].properties).map(([key, value]) => [
      key,
      (value as { anyOf: { enum: unknown }[] }).anyOf[0]?.enum,
    ]);
    expect(Object.fromEntries(types)).toEqual(typeWords);
  });

  const table: readonly (readonly [unknown, boolean])[] = [
    [{ contracts: [{ input: 'a.wsdl' }] }, true],
    [{ contracts: [{ input: ['a', 'b'], only: ['x'], lint: { ASMX6001: 'off' } }] }, true],
    [{ contracts: [{ input: 'a', imports: { 'classpath:': 'x/' } }], imports: 'c.xml' }, true],
    [{ contracts: [{ input: 'a', imports: 'c.xml' }], imports: { 'http://h/': 'x/' } }, true],
    [{ contracts: [{ input: 'a', imports: ['c.xml'] }] }, false],
    [{ contracts: [{ input: 'a', imports: { 'classpath:': '' } }] }, false],
    [{ contracts: [{ input: 'a', imports: { '': 'x/' } }] }, false],
    [{ contracts: [{ input: 'a' }], imports: '' }, false],
    [{ contracts: [{ input: 'a', targets: ['+schemas', '+mcp'] }] }, true],
    [{ contracts: [{ input: 'a', targets: ['types', '+schemas'] }] }, false],
    [{ contracts: [{ input: 'a', targets: ['+schema'] }] }, false],
    [
      { contracts: [{ input: 'a' }], diff: { ignore: [{ code: 'type-added', reason: 'x' }] } },
      true,
    ],
    [{ contracts: [{ input: 'a' }], diff: { ignore: [{ code: 'type-added' }] } }, false],
    [{ contracts: [{ input: 'a' }], diff: { ignore: [{ code: 'x', reason: 'x' }] } }, false],
    [{ contracts: [{ input: 'a' }], diff: { accept: [] } }, false],
    [{ contracts: [] }, false],
    [{}, false],
    [{ contracts: [{ input: '' }] }, false],
    [{ contracts: [{ input: 'a', out: 'b' }] }, false],
    [{ contracts: [{ input: 'a', baseUrl: 'ftp://x' }] }, false],
    [{ contracts: [{ input: 'a', baseUrl: 'https://h/Orders.asmx?WSDL' }] }, true],
    [{ contracts: [{ input: 'a', baseUrl: 'https://h/Orders.asmx?op=Ping' }] }, true],
    [{ contracts: [{ input: 'a', baseUrl: 'https://h/?key=1' }] }, false],
    [{ contracts: [{ input: 'a', types: { date: 'Date' } }] }, false],
    [{ contracts: [{ input: 'a', types: 'json' }] }, true],
    [{ contracts: [{ input: 'a', routes: { 'A.B': 'GET /b/{c}' } }] }, true],
    [{ contracts: [{ input: 'a', routes: { 'A.B': 'TRACE /b' } }] }, false],
    [{ contracts: [{ input: 'a', routes: { 'A.B': 'GET b' } }] }, false],
    [{ contracts: [{ input: 'a', scriptServices: true }] }, true],
    [{ contracts: [{ input: 'a', scriptServices: ['Orders'] }] }, true],
    [{ contracts: [{ input: 'a', scriptServices: 'Orders' }] }, false],
    [{ contracts: [{ input: 'a', scriptGets: ['Orders.Get'] }] }, true],
    [{ contracts: [{ input: 'a', scriptGets: [''] }] }, false],
    [{ contracts: [{ input: 'a', scriptGets: true }] }, false],
    [{ contracts: [{ input: 'a', scriptServices: false }] }, false],
    [{ contracts: [{ input: 'a', scriptServices: [''] }] }, false],
    [{ contracts: [{ input: 'a', types: 'jsn' }] }, false],
    [{ contracts: [{ input: 'a', types: { base64Binary: 'string', hexBinary: money } }] }, true],
    [{ contracts: [{ input: 'a', types: { Amount: money, decimal: money } }] }, true],
    [
      { contracts: [{ input: 'a', types: { Amount: { ...money, import: '@x/money/eur' } } }] },
      true,
    ],
    [
      { contracts: [{ input: 'a', types: { Amount: { ...money, import: '../../lib/a-b.ts' } } }] },
      true,
    ],
    [
      { contracts: [{ input: 'a', types: { Amount: { ...money, import: '/etc/money.js' } } }] },
      false,
    ],
    [
      { contracts: [{ input: 'a', types: { Amount: { ...money, import: './a/../b.js' } } }] },
      false,
    ],
    [{ contracts: [{ input: 'a', types: { Amount: { ...money, import: "./a');b('" } } }] }, false],
    [
      {
        contracts: [
          { input: 'a', types: { Amount: { ...money, import: 'data:text/javascript,' } } },
        ],
      },
      false,
    ],
    [{ contracts: [{ input: 'a', types: { Amount: { ...money, type: 'A.B' } } }] }, false],
    [{ contracts: [{ input: 'a', types: { Amount: { ...money, parse: 'parse()' } } }] }, false],
    [{ contracts: [{ input: 'a', types: { Amount: { ...money, format: undefined } } }] }, false],
    [{ contracts: [{ input: 'a', types: { Amount: { ...money, check: 'x' } } }] }, false],
    [{ contracts: [{ input: 'a', types: { Amount: 'Money' } }] }, false],
    [{ contracts: [{ input: 'a', types: { QName: money } }] }, false],
    [{ contracts: [{ input: 'a', types: { ENTITY: money } }] }, false],
    [{ contracts: [{ input: 'a', lint: { ASMX1001: 'off' } }] }, false],
    [{ lint: { ASMX4001: 'off' }, contracts: [{ input: 'a' }] }, false],
    [{ lint: { ASMX3015: 'off' }, contracts: [{ input: 'a' }] }, true],
    [{ contracts: [{ input: 'a', lint: { ASMX1022: 'hint' } }] }, true],
    [{ contracts: [{ input: 'a', header: '' }] }, false],
    [{ contracts: [{ input: 'a', gitattributes: false }] }, true],
    [{ contracts: [{ input: 'a', gitattributes: 'no' }] }, false],
    [{ contracts: [{ input: 'a', targets: [] }] }, false],
    [{ contracts: [{ input: 'a', runtime: { shared: 'generated/runtime' } }] }, true],
    [{ contracts: [{ input: 'a', runtime: { shared: '../[runtime]' } }] }, true],
    [{ contracts: [{ input: 'a', runtime: { shared: '' } }] }, false],
    [{ contracts: [{ input: 'a', runtime: { shared: "it's" } }] }, false],
    [{ contracts: [{ input: 'a', runtime: { shared: 'a?b' } }] }, false],
    [{ contracts: [{ input: 'a', runtime: { shared: ['a'] } }] }, false],
    [{ contracts: [{ input: 'a', runtime: { shared: 'a', folder: 'b' } }] }, false],
    [{ contracts: [{ input: 'a', runtime: {} }] }, false],
    [{ contracts: [{ input: 'a', runtime: 'shared' }] }, false],
    [{ contracts: [{ input: 'a', runtime: ['vendor'] }] }, false],
  ];
  test.each(table)('agrees with the reader on %j', (value, sound) => {
    expect(validate(value)).toBe(sound);
    expect(reads(JSON.stringify(value))).toBe(sound);
  });

  test('accepts the configuration of this project', () => {
    const text = readFileSync(new URL('asmx-gen.config.json', root), 'utf8');
    expect(validate(JSON.parse(text))).toBe(true);
    expect(reads(text)).toBe(true);
  });
});
