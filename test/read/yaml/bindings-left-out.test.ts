import { describe, expect, test } from '@jest/globals';
import { describeContract } from '../../../src/convert/yaml/contract.ts';
import { writeNotation } from '../../../src/convert/yaml/text.ts';
import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import { lintModel } from '../../../src/lint/rules.ts';
import { linkFiles, operationsOf } from '../contract-text.ts';

/** A contract with bindings at some of its levels. */
function tags(at: { contract?: string; service?: string; operation?: string } = {}): string {
  const line = (indent: string, bindings: string | undefined): string =>
    bindings === undefined ? '' : `${indent}bindings: [${bindings}]\n`;
  return `asmx: 1
name: Tags
namespace: http://tags.example/
${line('', at.contract)}services:
  Tags:
${line('    ', at.service)}    operations:
      Find:
${line('        ', at.operation)}        parameters: { tags: 'string[]' }
        returns: int
      Count: { parameters: { tag: string }, returns: int }
`;
}

const all = 'soap11, soap12, httpGet, httpPost';
const kinds = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

function read(text: string) {
  const { model, lines, contract } = linkFiles({ 'tags.yaml': text });
  const bindings = Object.fromEntries(
    operationsOf(model).map((one) => [
      one.name,
      kinds.filter((kind) => one[kind] !== undefined).join(', '),
    ]),
  );
  return { bindings, lines, contract };
}

describe('operations with arrays over GET and POST', () => {
  test('are left out where no level of the contract names its bindings', () => {
    const { bindings, lines, contract } = read(tags());
    expect(bindings).toEqual({ Find: 'soap11, soap12', Count: all });
    expect(lines).toEqual([
      "hint ASMX3006 tags.yaml:5:3 service 'Tags' has no GET and POST for operations that take arrays: 'Find'",
    ]);
    const schemas = contract?.definitions[0]?.schemas ?? [];
    expect(JSON.stringify(schemas.map(({ types }) => types))).not.toContain('StringArray');
  });

  test('are told about once', () => {
    const told = (text: string): readonly string[] => {
      const bag = createDiagnosticBag();
      const { model } = linkFiles({ 'tags.yaml': text });
      if (model !== undefined) lintModel(model, bag, {});
      return bag.diagnostics.map(({ message }) => message);
    };
    expect(told(tags())).toEqual([]);
    expect(told(tags({ operation: 'soap11, soap12' }))).toEqual([
      "operation 'Find' is missing from httpGet, httpPost",
    ]);
  });

  test.each([
    ['the contract', { contract: all }],
    ['the service', { service: all }],
    ['the operation', { operation: all }],
  ])('are there if %s names them', (_, at) => {
    const { bindings, lines, contract } = read(tags(at));
    expect(bindings).toEqual({ Find: all, Count: all });
    expect(lines).toEqual([]);
    const schemas = contract?.definitions[0]?.schemas ?? [];
    expect(JSON.stringify(schemas.map(({ types }) => types))).toContain('StringArray');
  });

  test('stay as they are when a contract is converted', () => {
    for (const text of [tags(), tags({ contract: all })]) {
      const { contract, bindings } = read(text);
      if (contract === undefined) throw new Error('no contract');
      const notation = describeContract(contract, { report: () => undefined });
      if (notation === undefined) throw new Error('no notation');
      expect(read(writeNotation(notation)).bindings).toEqual(bindings);
    }
  });
});

describe('a namespace without a scheme', () => {
  const spelt = (namespace: string): string =>
    tags({ contract: 'soap11' }).replace('http://tags.example/', namespace);

  test.each(['WebService', 'www.example.org/a', 'Web/Service', 'urn'])(
    '%s is a warning',
    (name) => {
      const { bindings, lines } = read(spelt(name));
      expect(bindings).toEqual({ Find: 'soap11', Count: 'soap11' });
      expect(lines).toEqual([
        `warning ASMX3006 tags.yaml:3:12 namespace '${name}' is not an absolute URI`,
      ]);
    },
  );

  test.each(["'Web Service'", "'<a>'"])('%s is an error', (name) => {
    expect(read(spelt(name)).lines[0]).toContain('error ASMX1013');
  });

  test('is a warning when a contract is converted', () => {
    const { contract } = read(spelt('WebService'));
    const told: string[] = [];
    const sink = {
      report: ({ severity, message }: { severity: string; message: string }) => {
        told.push(`${severity} ${message}`);
      },
    };
    const notation = contract && describeContract(contract, sink);
    expect(notation?.namespace).toBe('WebService');
    expect(told).toEqual([
      "warning namespace 'WebService' of service 'Tags' is not an absolute URI",
    ]);
  });
});
