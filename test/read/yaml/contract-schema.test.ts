import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import { lintRules } from '../../../src/lint/rules.ts';
import { builtinNames } from '../../../src/model/xsd/schema.ts';
import { bindingWords, contentTypes, notationKeys, writtenWords } from '../../../src/model/yaml.ts';
import { readYamlContract } from '../../../src/read/yaml/contract.ts';

const root = new URL('../../../', import.meta.url);
const schema = JSON.parse(readFileSync(new URL('specs/asmx-contract.schema.json', root), 'utf8'));
const validate = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(
  schema,
);

function reads(text: string): boolean {
  return readYamlContract({ path: 'x.yaml', text }, createDiagnosticBag()) !== undefined;
}

describe('asmx-contract.schema.json', () => {
  test('has exactly the keys the reader knows', () => {
    const sorted = (keys: Iterable<string>) => [...keys].sort();
    const keysOf = (name: string) => sorted(Object.keys(schema.definitions[name].properties));
    expect(sorted(Object.keys(schema.properties))).toEqual(sorted(notationKeys.contract));
    expect(keysOf('service')).toEqual(sorted(notationKeys.service));
    expect(keysOf('operation')).toEqual(sorted(notationKeys.operation));
    expect(keysOf('header')).toEqual(sorted(notationKeys.header));
    expect(keysOf('fault')).toEqual(sorted(notationKeys.fault));
    expect(keysOf('typedField')).toEqual(sorted(notationKeys.field));
    expect(keysOf('class')).toEqual(sorted(notationKeys.class));
    expect(keysOf('enumeration')).toEqual(sorted(notationKeys.enumeration));
    expect(keysOf('restriction')).toEqual(sorted(notationKeys.restriction));
  });

  test('knows the words and the built-in types the reader knows', () => {
    const { definitions } = schema;
    expect(definitions.bindings.items.enum).toEqual(bindingWords);
    expect(definitions.returns.anyOf[3].properties.written.enum).toEqual(writtenWords);
    expect([...definitions.typeExpression.anyOf[0].enum].sort()).toEqual(
      [...builtinNames, ...contentTypes].sort(),
    );
  });

  test('describes every key', () => {
    const undescribed: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [key, value] of Object.entries(node)) {
        if (key === 'properties') {
          for (const [name, property] of Object.entries(
            value as Record<string, { description?: string; $ref?: string }>,
          )) {
            const target =
              property.$ref === undefined ? property : schema.definitions[property.$ref.slice(14)];
            if (typeof target.description !== 'string') undescribed.push(`${path}/${name}`);
          }
        }
        visit(value, `${path}/${key}`);
      }
    };
    visit(schema, '');
    expect(undescribed).toEqual([]);
  });

  const contracts = ['specs/student-information.yaml', 'test/fixtures/yaml/everything.yaml'];
  test.each(contracts)('accepts %s', (path) => {
    expect(validate(parse(readFileSync(new URL(path, root), 'utf8')))).toBe(true);
  });

  test('accepts the examples of the lint rules', () => {
    const examples = lintRules
      .map((rule) => rule.example)
      .filter((text) => text.startsWith('asmx:'));
    expect(examples.length).toBeGreaterThan(5);
    for (const example of examples) expect(validate(parse(example))).toBe(true);
  });

  const top = 'asmx: 1\nname: S\nnamespace: http://t/\n';
  const service = (operation: string) =>
    `${top}services: { A: { operations: { O: ${operation} } } }\n`;
  const table: readonly (readonly [string, boolean])[] = [
    [service(''), true],
    [
      `${service('{ parameters: { a: int, b: "string? | null", c: "(int | null)[]", d: { type: T } } }')}types: { T: { values: [1] } }\n`,
      true,
    ],
    [service('{ returns: { a: int } }'), true],
    [service('{ returns: { type: int } }'), true],
    [service('{ returns: { written: text } }'), true],
    [service('{ returns: void }'), true],
    [service('{ headers: { H: int, I: { out: true, type: int } }, faults: { F: int } }'), true],
    [service('{ faults: { F: { type: int, documentation: x } } }'), true],
    [service('{ headers: { H: { in: true } } }'), false],
    [service('{ headers: { H: { type: int, optional: true } } }'), false],
    [service('{ faults: { F: { type: int, in: true } } }'), false],
    [service('{ faults: [F] }'), false],
    [top, false],
    [`${top}services:\n`, false],
    [`${top}services: { A: }\n`, false],
    [`${top}services: { A: { operations: {} } }\n`, false],
    [service('{ parameter: {} }'), false],
    [service('{ parameters: [a] }'), false],
    [service('{ parameters: { 1a: int } }'), false],
    [service('{ parameters: { a: } }'), false],
    [service('{ parameters: { a: 5 } }'), false],
    [service('{ parameters: { a: { optional: true } } }'), false],
    [service('{ oneWay: 1 }'), false],
    [service('{ bindings: [] }'), false],
    [service('{ bindings: [soap] }'), false],
    [service('').replace('asmx: 1', 'asmx: 2'), false],
    [service('').replace('http://t/', 't'), true],
    [service('').replace('http://t/', "'t t'"), false],
    [service('').replace('name: S', 'name: S T'), false],
    [`${service('')}baseUrl: ftp://x\n`, false],
    [`${service('')}types: { T: {} }\n`, false],
    [`${service('')}types: { T: { values: [] } }\n`, false],
    [`${service('')}types: { T: { fields: {}, values: [a] } }\n`, false],
    [`${service('')}types: { T: { restricts: int, maxLength: x } }\n`, false],
  ];
  test.each(table)('agrees with the reader on %j', (text, sound) => {
    expect(reads(text)).toBe(sound);
    expect(validate(parse(text))).toBe(sound);
  });
});
