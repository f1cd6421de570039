import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { mergeDefinitions } from '../../../src/convert/wsdl/definitions.ts';
import { writeWsdl } from '../../../src/convert/wsdl/document.ts';
import { describeContract } from '../../../src/convert/yaml/contract.ts';
import { writeNotation } from '../../../src/convert/yaml/text.ts';
import { createDiagnosticBag, type Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import type { Contract } from '../../../src/model/wsdl.ts';
import { readContract } from '../../../src/read/contract.ts';
import { contracts } from './random-contracts.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

const read = (name: string, text: string): { contract: Contract; told: readonly Diagnostic[] } => {
  const bag = createDiagnosticBag();
  const contract = readContract(
    name,
    { readFile: (path) => (path === name ? new TextEncoder().encode(text) : undefined) },
    bag,
  );
  if (contract === undefined || bag.failed)
    throw new Error(JSON.stringify(messages(bag.diagnostics)));
  return { contract, told: bag.diagnostics };
};

const messages = (all: readonly Diagnostic[]): readonly string[] => all.map((one) => one.message);

const toYaml = (contract: Contract): string => {
  const bag = createDiagnosticBag();
  const notation = describeContract(contract, bag);
  if (notation === undefined) throw new Error(messages(bag.diagnostics).join('\n'));
  expect(messages(bag.diagnostics)).toEqual([]);
  return writeNotation(notation);
};

const toWsdl = (contract: Contract): string => {
  const bag = createDiagnosticBag();
  const definitions = mergeDefinitions(contract, bag);
  if (definitions === undefined) throw new Error(messages(bag.diagnostics).join('\n'));
  return writeWsdl(definitions, undefined, { extensions: true, baseUrl: contract.baseUrl });
};

/** What a contract says, wherever it is. */
const meaning = ({ name, definitions, baseUrl, documentation }: Contract): unknown =>
  JSON.parse(
    JSON.stringify({ name, definitions, baseUrl, documentation }, (key, value) =>
      key === 'span' ? undefined : value === Number.POSITIVE_INFINITY ? 'unbounded' : value,
    ),
  );

const folder = join(root, 'test/fixtures/yaml');
const fixtures = [
  join(root, 'specs/student-information.yaml'),
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name)),
];

describe.each(fixtures)('%s', (path) => {
  const { contract } = read('contract.yaml', readFileSync(path, 'utf8'));

  test('YAML to YAML gives the same contract', () => {
    const text = toYaml(contract);
    expect(meaning(read('contract.yaml', text).contract)).toEqual(meaning(contract));
    expect(toYaml(read('contract.yaml', text).contract)).toBe(text);
  });

  test('YAML to WSDL to YAML gives the same contract, service by service', () => {
    for (const definitions of contract.definitions) {
      const one: Contract = { ...contract, definitions: [definitions] };
      const text = toYaml(read('contract.wsdl', toWsdl(one)).contract);
      expect(meaning(read('contract.yaml', text).contract)).toEqual(meaning(one));
    }
  });
});

jest.setTimeout(60_000);
describe('random contracts', () => {
  test('are the same after YAML to YAML and YAML to WSDL to YAML', () => {
    let sound = 0;
    fc.assert(
      fc.property(contracts, (notation) => {
        const written = writeNotation(notation);
        const bag = createDiagnosticBag();
        const contract = readContract(
          'random.yaml',
          { readFile: () => new TextEncoder().encode(written) },
          bag,
        );
        if (contract === undefined || bag.failed) return;
        sound += 1;
        expect(meaning(read('again.yaml', toYaml(contract)).contract)).toEqual(meaning(contract));
        const back = toYaml(read('random.wsdl', toWsdl(contract)).contract);
        expect(meaning(read('back.yaml', back).contract)).toEqual(meaning(contract));
      }),
      { numRuns: 150 },
    );
    expect(sound).toBeGreaterThan(40);
  });
});

test('QNames in defaults are written with their namespaces, since there are no prefixes', () => {
  const field = (value: string): string => `asmx: 1
name: N
namespace: urn:n
services: { S: { operations: { Op: { parameters: { value: Value } } } } }
types: { Value: { fields: { name: { type: QName, default: '${value}' } } } }
`;
  const { contract } = read('contract.yaml', field('{urn:x}local'));
  const wsdl = toWsdl(contract);
  expect(wsdl).toMatch(/xmlns:(s\d)="urn:x"[\s\S]*default="\1:local"/);
  expect(toYaml(read('contract.wsdl', wsdl).contract)).toContain('{urn:x}local');
});
