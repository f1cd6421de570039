import { describe, expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { declaration, planText, valueWsdl } from './support/contract.ts';

describe('choices', () => {
  const planned = planText(
    valueWsdl(`<xs:complexType name="Value"><xs:sequence>
  <xs:element name="id" type="xs:int"/>
  <xs:choice>
    <xs:element name="card" type="xs:string"/>
    <xs:sequence><xs:element name="iban" type="xs:string"/><xs:element name="bic" type="xs:string" minOccurs="0"/></xs:sequence>
  </xs:choice>
</xs:sequence></xs:complexType>`),
  );
  const codecs = loadCodecs(planned);

  test('are unions that allow exactly one branch', () => {
    expect(declaration(planned, 'Value$Choice')).toBe(`/** A choice in \`Value\`. */
export type Value$Choice =
  | {
      readonly card: string;
      readonly iban?: undefined;
      readonly bic?: undefined;
    }
  | {
      readonly card?: undefined;
      readonly iban: string;
      readonly bic?: string | undefined;
    };`);
    expect(declaration(planned, 'Value')).toContain(
      'export type Value = Value$Fields & Value$Choice;',
    );
  });

  test('come back as they went', () => {
    for (const branch of [{ card: 'c' }, { iban: 'i', bic: 'b' }, { iban: 'i' }]) {
      const value = { value: { id: 1, ...branch } };
      expect(roundTrip(codecs, value).value).toEqual(value);
    }
  });

  test('with none or several branches are errors that name them', () => {
    const message = "Exactly one of 'card', ('iban' and 'bic') must be given.";
    expect(() => codecs.write('writeTestRequest', { value: { id: 1 } })).toThrow(
      `value: ${message}`,
    );
    expect(() =>
      codecs.write('writeTestRequest', { value: { id: 1, card: 'c', iban: 'i' } }),
    ).toThrow('must be given');
    const body =
      '<Test xmlns="urn:test"><value><id>1</id><card>c</card><iban>i</iban></value></Test>';
    expect(() => codecs.readBody('readTestRequest', body)).toThrow(
      "value: Exactly one of 'card', ('iban' and 'bic') must be there.",
    );
  });
});

describe('repeated groups', () => {
  const planned = planText(
    valueWsdl(`<xs:complexType name="Value"><xs:sequence>
  <xs:choice minOccurs="0" maxOccurs="unbounded">
    <xs:element name="text" type="xs:string"/>
    <xs:element name="number" type="xs:int"/>
  </xs:choice>
  <xs:sequence maxOccurs="unbounded">
    <xs:element name="key" type="xs:string" minOccurs="0"/>
    <xs:element name="value" type="xs:int" minOccurs="0" maxOccurs="2"/>
    <xs:element name="end" type="xs:boolean"/>
  </xs:sequence>
</xs:sequence></xs:complexType>`),
  );
  const codecs = loadCodecs(planned);

  test('are one property each', () => {
    expect(declaration(planned, 'Value')).toBe(`/** complexType \`Value\`. */
export interface Value {
  /** In document order, one of the choices in each item. */
  readonly $choice?: readonly ValueChoice[] | undefined;
  /** In document order, one turn of the sequence in each item, at least 1. */
  readonly $sequence: readonly ValueSequence[];
}`);
  });

  test('keep their order', () => {
    const value = {
      value: {
        $choice: [{ number: 1 }, { text: 'a' }, { text: 'b' }, { number: 2 }],
        $sequence: [
          { key: 'k', value: [1, 2], end: true },
          { end: false },
          { value: [3], end: true },
          { key: 'l', end: true },
        ],
      },
    };
    expect(roundTrip(codecs, value).value).toEqual(value);
  });

  test('a nested choice of sequences keeps its turns apart', () => {
    const nested = loadCodecs(
      planText(
        valueWsdl(`<xs:complexType name="Value"><xs:choice maxOccurs="unbounded">
  <xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" minOccurs="0"/></xs:sequence>
  <xs:element name="c" type="xs:int" maxOccurs="unbounded"/>
  <xs:any namespace="##other" processContents="lax"/>
</xs:choice></xs:complexType>`),
      ),
    );
    const value = {
      value: {
        $choice: [
          { a: 1, b: 2 },
          { a: 3 },
          { c: [4, 5] },
          { a: 6 },
          { $any: { name: 'x', namespace: 'urn:o', children: ['t'] } },
          { c: [7] },
        ],
      },
    };
    expect(roundTrip(nested, value).value).toEqual(value);
  });

  test('one element twice has two names', () => {
    const twice = planText(
      valueWsdl(`<xs:complexType name="Value"><xs:sequence>
  <xs:element name="a" type="xs:int" minOccurs="0"/><xs:element name="b" type="xs:int"/><xs:element name="a" type="xs:int" minOccurs="0"/>
</xs:sequence></xs:complexType>`),
    );
    const loaded = loadCodecs(twice);
    expect(declaration(twice, 'Value')).toContain('readonly aAfterB?: number | undefined;');
    for (const value of [
      { a: 1, b: 2, aAfterB: 3 },
      { b: 2, aAfterB: 3 },
      { a: 1, b: 2 },
    ]) {
      expect(roundTrip(loaded, { value }).value).toEqual({ value });
    }
  });

  test('large choices say the same in fewer lines', () => {
    const names = [...'abcdefghijkl'];
    const many = planText(
      valueWsdl(
        `<xs:complexType name="Value"><xs:choice>${names.map((name) => `<xs:element name="${name}" type="xs:int"/>`).join('')}</xs:choice></xs:complexType>`,
      ),
    );
    expect(declaration(many, 'Value')).toMatch(/^.*\nexport type Value = OneOf<\{\n/);
    expect(roundTrip(loadCodecs(many), { value: { k: 5 } }).value).toEqual({ value: { k: 5 } });
  });

  test('optional groups of required elements are all or nothing', () => {
    const optional = planText(
      valueWsdl(
        '<xs:complexType name="Value"><xs:sequence minOccurs="0"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType>',
      ),
    );
    const loaded = loadCodecs(optional);
    for (const value of [{ a: 1, b: 2 }, {}]) {
      expect(roundTrip(loaded, { value }).value).toEqual({ value });
    }
    expect(() => loaded.write('writeTestRequest', { value: { a: 1 } })).toThrow('At most one');
  });
});
