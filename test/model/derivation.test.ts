import { describe, expect, test } from '@jest/globals';
import { replacements } from '../../src/model/link/context.ts';
import type { ComplexType } from '../../src/model/xsd/schema.ts';
import { linkFiles, quotedLineOf, typesOnly } from '../read/contract-text.ts';

function errorsIn(body: string, attributes = ''): readonly string[] {
  const text = typesOnly(body).replace('<xs:schema ', `<xs:schema ${attributes} `);
  const { diagnostics } = linkFiles({ 'a.wsdl': text });
  return diagnostics.map(quotedLineOf).filter((line) => line.startsWith('error'));
}

const complexType = (name: string, attributes = '', content = ''): string =>
  `<xs:complexType name="${name}" ${attributes}>${content}</xs:complexType>`;
const derived = (name: string, base: string, method = 'extension', attributes = ''): string =>
  complexType(
    name,
    attributes,
    `<xs:complexContent><xs:${method} base="t:${base}"/></xs:complexContent>`,
  );
const simpleType = (name: string, content: string, attributes = ''): string =>
  `<xs:simpleType name="${name}" ${attributes}>${content}</xs:simpleType>`;
const restriction = (base: string): string => `<xs:restriction base="${base}"/>`;

describe('final', () => {
  test.each([
    ['extension', 'extension', 1],
    ['extension', 'restriction', 0],
    ['restriction', 'restriction', 1],
    ['#all', 'restriction', 1],
    ['extension restriction', 'extension', 1],
    ['', 'extension', 0],
  ])('of a complex type: %s against %s', (final, method, errors) => {
    const found = errorsIn(complexType('A', `final="${final}"`) + derived('B', 'A', method));
    expect(found).toHaveLength(errors);
    for (const line of found) {
      expect(line).toContain(`«t:A» Type 'A' is final for ${method}s`);
    }
  });

  test.each([
    ['restriction', simpleType('B', restriction('t:A'))],
    ['list', simpleType('B', '<xs:list itemType="t:A"/>')],
    ['union', simpleType('B', '<xs:union memberTypes="xs:int t:A"/>')],
  ])('of a simple type: %s', (final, other) => {
    for (const named of [final, '#all']) {
      const body = simpleType('A', restriction('xs:string'), `final="${named}"`);
      expect(errorsIn(body + other)).toEqual([expect.stringContaining("Type 'A' is final for")]);
    }
    const rest = ['restriction', 'list', 'union'].filter((one) => one !== final).join(' ');
    expect(errorsIn(simpleType('A', restriction('xs:string'), `final="${rest}"`) + other)).toEqual(
      [],
    );
  });

  test('comes from the default of the schema, unless the type says otherwise', () => {
    const base = complexType('A');
    expect(errorsIn(base + derived('B', 'A'), 'finalDefault="extension list"')).toHaveLength(1);
    const open = complexType('A', 'final=""');
    expect(errorsIn(open + derived('B', 'A'), 'finalDefault="#all"')).toEqual([]);
  });

  test('of an element is about the types of its substitution group', () => {
    const body = `${complexType('A')}${derived('B', 'A')}<xs:element name="head" type="t:A" final="extension"/><xs:element name="one" type="t:B" substitutionGroup="t:head"/>`;
    expect(errorsIn(body)).toEqual([
      expect.stringContaining("Element 'one' cannot be in the substitution group of 'head'"),
    ]);
    expect(errorsIn(body.replace('final="extension"', 'final="restriction"'))).toEqual([]);
  });

  test('names ways of deriving only', () => {
    expect(errorsIn(complexType('A', 'final="everything"'))).toEqual([
      "error ASMX1023 «everything» Attribute 'final' cannot be 'everything'",
    ]);
    expect(errorsIn(complexType('A', 'block="list"'))).toEqual([
      "error ASMX1023 «list» Attribute 'block' cannot be 'list'",
    ]);
  });
});

describe('block', () => {
  const types = `${complexType('A', 'block="restriction"')}${derived('B', 'A')}${derived('C', 'A', 'restriction')}`;

  test('of a type is about what may stand in for it', () => {
    const { model } = linkFiles({ 'a.wsdl': typesOnly(types) });
    const [a, b, c] = (model?.types ?? []) as readonly ComplexType[];
    expect(a).toMatchObject({ block: ['restriction'] });
    expect(a?.derived).toEqual([b, c]);
    expect(a && replacements(a)).toEqual([b]);
    expect(a && replacements(a, ['extension'])).toEqual([]);
  });

  test('of a type does not count where another one is declared', () => {
    const body = `${complexType('A')}${derived('B', 'A', 'extension', 'block="#all"')}${derived('C', 'B')}`;
    const { model } = linkFiles({ 'a.wsdl': typesOnly(body) });
    const [a, b, c] = (model?.types ?? []) as readonly ComplexType[];
    expect(a && replacements(a)).toEqual([b, c]);
    expect(b && replacements(b)).toEqual([]);
  });

  test('of a type between two others is about all steps in a substitution group', () => {
    const body = `${complexType('A')}${derived('B', 'A', 'extension', 'block="extension"')}${derived('C', 'B', 'restriction')}${derived('D', 'A')}${derived('E', 'D', 'restriction')}<xs:element name="head" type="t:A"/><xs:element name="b" type="t:B" substitutionGroup="t:head"/><xs:element name="c" type="t:C" substitutionGroup="t:head"/><xs:element name="e" type="t:E" substitutionGroup="t:head"/>`;
    const { model } = linkFiles({ 'a.wsdl': typesOnly(body) });
    const [head] = model?.elements ?? [];
    expect(head?.substitutes.map(({ name }) => name.localName)).toEqual(['b', 'e']);
  });

  test.each([
    ['', ['sub', 'same']],
    ['block="substitution"', []],
    ['block="extension"', ['same']],
    ['block="#all"', []],
    ['block="restriction"', ['sub', 'same']],
  ])('of an element is about its substitution group: %s', (block, expected) => {
    const body = `${types}<xs:element name="head" type="t:A" ${block}/><xs:element name="sub" type="t:B" substitutionGroup="t:head"/><xs:element name="narrow" type="t:C" substitutionGroup="t:head"/><xs:element name="same" type="t:A" substitutionGroup="t:head"/>`;
    const { model } = linkFiles({ 'a.wsdl': typesOnly(body) });
    const [head] = model?.elements ?? [];
    expect(head?.substitutes.map(({ name }) => name.localName)).toEqual(expected);
  });
});

test('identity constraints are kept', () => {
  const body =
    '<xs:element name="a"><xs:key name="k"><xs:selector xpath="t:b"/><xs:field xpath="@c"/></xs:key></xs:element>';
  const { model } = linkFiles({ 'a.wsdl': typesOnly(body) });
  expect(model?.elements[0]?.constraints).toEqual([
    expect.objectContaining({ kind: 'key', name: 'k', selector: 't:b', fields: ['@c'] }),
  ]);
});
