import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import { reportText } from '../../../src/diagnostics/report.ts';
import type { Contract } from '../../../src/model/wsdl.ts';
import { readYamlContract } from '../../../src/read/yaml/contract.ts';
import { runs } from '../../runs.ts';

function read(text: string): { contract: Contract | undefined; messages: readonly string[] } {
  const bag = createDiagnosticBag();
  const contract = readYamlContract({ path: 'x.yaml', text }, bag);
  expect(contract === undefined).toBe(bag.failed);
  expect(typeof reportText(bag.diagnostics)).toBe('string');
  return { contract, messages: bag.diagnostics.map((one) => `${one.code} ${one.message}`) };
}

const top = 'asmx: 1\nname: S\nnamespace: http://t/\n';
const tooDeep = 'ASMX1032 the nesting is deeper than 400 levels';

describe('a hostile YAML contract', () => {
  const refused: readonly (readonly [string, string, string])[] = [
    ['brackets without end', '['.repeat(100_000), tooDeep],
    ['braces without end', '{a: '.repeat(100_000), tooDeep],
    ['lists in lists', '- '.repeat(100_000), tooDeep],
    ['keys in keys', '? '.repeat(100_000), tooDeep],
    ['endless indentation', `a:\n${' '.repeat(100_000)}b: 1`, tooDeep],
    [
      'a huge file',
      `# ${'x'.repeat(4_000_000)}`,
      'ASMX1032 the file is longer than 4000000 characters',
    ],
    [
      'aliases of aliases',
      Array.from({ length: 60 }, (_, at) =>
        at === 0 ? 'a0: &a0 [1, 2]' : `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`,
      ).join('\n'),
      'ASMX1032 aliases repeat more than 500000 values',
    ],
  ];
  test.each(refused)('%s is refused', (_name, text, message) => {
    expect(read(text)).toEqual({ contract: undefined, messages: [message] });
  });

  test('as deep as allowed does no harm', () => {
    for (const text of [
      '['.repeat(400),
      '{a: '.repeat(400),
      '- '.repeat(200),
      `${'[('.repeat(400)}`,
    ]) {
      expect(read(text).contract).toBeUndefined();
    }
    const stairs = Array.from({ length: 399 }, (_, at) => `${' '.repeat(at)}a:`).join('\n');
    expect(read(stairs).contract).toBeUndefined();
  });

  test('a long chain of types is read', () => {
    const types = Array.from(
      { length: 12_000 },
      (_, at) => `  T${at}: { fields: { a: T${at + 1} } }`,
    );
    const { contract, messages } = read(
      `${top}services: { A: { operations: { B: { parameters: { a: T0 } } } } }\ntypes:\n${types.join('\n')}\n  T12000: { values: [A] }\n`,
    );
    expect(messages).toEqual([]);
    expect(contract?.definitions[0]?.schemas[0]?.types).toHaveLength(12_001);
  });

  test('names of object prototypes are names like others', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
    const { contract, messages } = read(
      `${top}services:\n${names.map((name) => `  ${name}: { operations: { ${name}: { parameters: { ${name}: ${name} } } } }`).join('\n')}\ntypes:\n${names.map((name) => `  ${name}: { fields: { ${name}: int } }`).join('\n')}\n`,
    );
    expect(messages).toEqual([]);
    expect(contract?.definitions.map((one) => one.services[0]?.name)).toEqual(names);
    expect(contract?.definitions[0]?.schemas[0]?.types[0]?.name?.localName).toBe('__proto__');
    expect(
      read(`${top}services: { A: { operations: { B: { parameters: { a: toString } } } } }`)
        .messages,
    ).toEqual(["ASMX2001 type 'toString' is not defined"]);
  });

  test('carriage returns, a no-break space and private characters are taken as they are', () => {
    const crlf = read(
      `${top}services:\n  A:\n    operations:\n      B: { returns: 'int[]' }\n`.replaceAll(
        '\n',
        '\r\n',
      ),
    );
    expect(crlf.messages).toEqual([]);
    const documented = read(
      `${top}documentation: "\ue000\ue001 a[] \u00a0"\nservices: { A: { operations: { B: } } }`,
    );
    expect(documented.contract?.documentation).toBe('\ue000\ue001 a[]');
  });

  test('no text makes the reader throw', () => {
    const fixtures = [
      '../../../specs/student-information.yaml',
      '../../fixtures/yaml/everything.yaml',
    ];
    const texts = fixtures.map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'));
    const pieces = [
      '[',
      ']',
      '{',
      '}',
      ':',
      ' ',
      '\n',
      '\t',
      '*a',
      '&a ',
      '"',
      "'",
      '?',
      '|',
      '>',
      '- ',
      '<<: ',
      '%',
      '@',
      '!x ',
      'null',
      '\u0000',
      '\ud800',
      '[]',
      '#',
      ',',
      '\r',
    ];
    const change = fc.record({
      at: fc.nat(5000),
      cut: fc.nat(12),
      piece: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(change, { minLength: 1, maxLength: 5 }),
        (text, changes) => {
          let changed = text;
          for (const { at, cut, piece } of changes) {
            const start = at % changed.length;
            changed = changed.slice(0, start) + piece + changed.slice(start + cut);
          }
          read(changed);
        },
      ),
      { numRuns: runs(150), seed: 7 },
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => void read(text)),
      { numRuns: runs(150), seed: 7 },
    );
  });
});
