import { describe, expect, test } from '@jest/globals';
import { sampleOf } from '../../src/runtime/schema.ts';
import { loadCodecs } from './support/codecs.ts';
import { planText, valueWsdl } from './support/contract.ts';
import { type AnySchema, loadSchemas } from './support/schemas.ts';

function restricted(name: string, base: string, facets: readonly [string, string][]): string {
  const inner = facets.map(([facet, value]) => `<xs:${facet} value="${value}"/>`).join('');
  return `<xs:simpleType name="${name}"><xs:restriction base="${base}">${inner}</xs:restriction></xs:simpleType>`;
}
const one = (attributes: string) =>
  `<xs:complexType name="Value"><xs:sequence><xs:element name="v" ${attributes}/></xs:sequence></xs:complexType>`;
const list = '<xs:simpleType name="Floats"><xs:list itemType="xs:float"/></xs:simpleType>';
const codecsOf = (content: string) => loadCodecs(planText(valueWsdl(content)));
const body = (text: string) => `<Test xmlns="urn:test"><value><v>${text}</v></value></Test>`;

describe('xs:float is compared in single precision', () => {
  test.each([
    ['maxInclusive', '0.1', '0.100000001', '0.10000001'],
    ['minInclusive', '0.9', '0.899999976', '0.8999999'],
    ['maxInclusive', '3.14159265', '3.14159274', '3.1415930'],
    ['minInclusive', '-3.14159265', '-3.14159274', '-3.1415930'],
    ['maxInclusive', '16777216', '16777217', '16777218'],
    ['minExclusive', '0.1', '0.10000001', '0.100000001'],
    ['maxExclusive', '0.2', '0.19999999', '0.200000001'],
  ])('%s %s: %s is within, %s is not', (facet, bound, within, beyond) => {
    const codecs = codecsOf(restricted('F', 'xs:float', [[facet, bound]]) + one('type="t:F"'));
    const read = (text: string) => codecs.readBody('readTestRequest', body(text));
    expect(read(within)).toEqual({ value: { v: Number(within) } });
    expect(() => read(beyond)).toThrow(`'${beyond}' must be`);
    const write = (v: number) => codecs.write('writeTestRequest', { value: { v } });
    expect(write(Math.fround(Number(within)))).toContain(`<v>${Math.fround(Number(within))}</v>`);
    expect(() => write(Number(beyond))).toThrow('value.v: The value must be');
  });

  test('doubles are compared as doubles', () => {
    const codecs = codecsOf(
      restricted('F', 'xs:double', [['maxInclusive', '0.1']]) + one('type="t:F"'),
    );
    expect(() => codecs.readBody('readTestRequest', body('0.100000001'))).toThrow('at most 0.1');
  });

  test.each([
    ['literals', [], '0.1', 0.1],
    ['with another value', ['INF'], '0.1', 0.100000001],
    ['with another value', ['NaN'], 'NaN', Number.NaN],
  ])('an enumeration, %s %j', (_, more, listed, value) => {
    const values = ['0.1', '0.2', ...more].map((text): [string, string] => ['enumeration', text]);
    const codecs = codecsOf(restricted('F', 'xs:float', values) + one('type="t:F"'));
    const text = listed === 'NaN' ? listed : '0.100000001';
    expect(codecs.readBody('readTestRequest', body(text))).toEqual({ value: { v: value } });
    expect(codecs.write('writeTestRequest', { value: { v: Math.fround(value) } })).toMatch(
      /<v>(?:0\.1|0\.10000000149011612|NaN)<\/v>/,
    );
    expect(() => codecs.readBody('readTestRequest', body('0.10000001'))).toThrow('0.10000001');
    expect(() => codecs.write('writeTestRequest', { value: { v: 0.10000001 } })).toThrow('value.v');
  });

  test('an attribute, an item of a list, a restricted enumeration', () => {
    const content = `${restricted('F', 'xs:float', [
      ['enumeration', '0.1'],
      ['enumeration', '0.2'],
    ])}${restricted('G', 't:F', [['pattern', '[0-9.]*']])}<xs:simpleType name="L"><xs:list itemType="t:G"/></xs:simpleType>
<xs:complexType name="Value"><xs:attribute name="a" type="t:F"/><xs:attribute name="l" type="t:L"/></xs:complexType>`;
    const codecs = codecsOf(content);
    const text = '<Test xmlns="urn:test"><value a="0.200000003" l="0.1 0.100000001"/></Test>';
    expect(codecs.readBody('readTestRequest', text)).toEqual({ value: { a: 0.2, l: [0.1, 0.1] } });
    const value = { a: Math.fround(0.2), l: [...new Float32Array([0.1])] };
    expect(codecs.write('writeTestRequest', { value })).toContain('<value a="0.2" l="0.1" />');
  });

  test('an enumeration and a fixed value of a list', () => {
    const listed = codecsOf(
      list + restricted('E', 't:Floats', [['enumeration', '0.1 INF']]) + one('type="t:E"'),
    );
    const fixed = codecsOf(list + one('type="t:Floats" fixed="0.1 INF"'));
    for (const codecs of [listed, fixed]) {
      const values = [0.100000001, Number.POSITIVE_INFINITY];
      expect(codecs.readBody('readTestRequest', body('0.100000001 INF'))).toEqual({
        value: { v: values },
      });
      expect(codecs.write('writeTestRequest', { value: { v: values } })).toContain('INF</v>');
      expect(() => codecs.readBody('readTestRequest', body('0.2 INF'))).toThrow('0.2 INF');
      expect(() => codecs.readBody('readTestRequest', body('0.1'))).toThrow("'0.1'");
    }
  });

  test.each([
    ['element', one('type="xs:float" fixed="0.1"'), body('0.100000001')],
    [
      'attribute',
      '<xs:complexType name="Value"><xs:attribute name="v" type="xs:float" fixed="0.1"/></xs:complexType>',
      '<Test xmlns="urn:test"><value v="0.100000001"/></Test>',
    ],
    [
      'element of a restricted type',
      restricted('F', 'xs:float', [['maxInclusive', '0.1']]) +
        one('type="t:F" fixed="0.100000001"'),
      body('0.1'),
    ],
  ])('a fixed value: %s', (_, content, text) => {
    const codecs = codecsOf(content);
    const read = codecs.readBody('readTestRequest', text) as { value: { v: number } };
    expect(Math.fround(read.value.v)).toBe(Math.fround(0.1));
    const value = { v: Math.fround(0.1) };
    expect(codecs.write('writeTestRequest', { value })).toMatch(/[">]0\.1(?:00000001)?["<]/);
    expect(() => codecs.readBody('readTestRequest', text.replace(/0\.1\d*/, '0.2'))).toThrow('0.2');
    expect(() => codecs.write('writeTestRequest', { value: { v: 0.2 } })).toThrow('Expected 0.1');
  });

  test('a fixed value that is no number', () => {
    const codecs = codecsOf(one('type="xs:double" fixed="NaN"'));
    const value = { v: Number.NaN };
    expect(codecs.readBody('readTestRequest', body('NaN'))).toEqual({ value });
    expect(codecs.write('writeTestRequest', { value })).toContain('<v>NaN</v>');
  });

  test('a fixed value of simple content', () => {
    const codecs = codecsOf(
      `<xs:complexType name="M"><xs:simpleContent><xs:extension base="xs:float"><xs:attribute name="u"/></xs:extension></xs:simpleContent></xs:complexType>${one('type="t:M" fixed="0.1"')}`,
    );
    expect(codecs.readBody('readTestRequest', body('0.100000001'))).toMatchObject({
      value: { v: { $value: 0.1 } },
    });
  });

  test.each([
    ['float', '0.100000001', []],
    ['double', '0.100000001', ['ASMX3003']],
    ['float', '0.10000001', ['ASMX3003']],
  ])('defaults of %s: %s', (base, text, codes) => {
    const type = restricted('F', `xs:${base}`, [['maxInclusive', '0.1']]);
    const type2 = restricted('E', `xs:${base}`, [['enumeration', '0.1']]);
    const content = `${type}${type2}<xs:complexType name="Value"><xs:sequence><xs:element name="v" type="t:F" default="${text}"/></xs:sequence><xs:attribute name="e" type="t:E" default="${text}"/></xs:complexType>`;
    const { diagnostics } = planText(valueWsdl(content));
    const expected = codes.flatMap((code) => [code, code]);
    expect(diagnostics.map(({ code }) => code)).toEqual(expected);
  });

  test('samples are beyond an exclusive bound in single precision', () => {
    const type = restricted('F', 'xs:float', [
      ['minExclusive', '16777216'],
      ['maxInclusive', '16777218'],
    ]);
    const schema = loadSchemas(valueWsdl(type + one('type="t:F"'))).ValueSchema as AnySchema;
    const sample = sampleOf(schema) as { v: number };
    expect(Math.fround(sample.v)).toBe(16777218);
    expect(schema['~standard'].validate(sample)).toEqual({ value: sample });
    expect(schema['~standard'].validate({ v: 16777217 })).toHaveProperty('issues');
  });
});
