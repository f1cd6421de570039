import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../src/runtime/client/call.ts';
import { loadCodecs } from './support/codecs.ts';
import { planText, valueSchema, valueWsdl } from './support/contract.ts';
import { hasXmllint, judge, readStrictly } from './support/strict.ts';

const schema = `
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="plain" type="t:Plain"/>
  <xs:element name="list" type="t:ArrayOfPlain"/>
  <xs:element name="unnamed"><xs:complexType><xs:sequence>
    <xs:element name="a" type="xs:int" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="many" type="t:Plain" maxOccurs="unbounded"/>
  <xs:element name="shape" type="t:Shape"/>
  <xs:element name="pair" type="t:ArrayOfTwo"/>
</xs:sequence></xs:complexType>
<xs:complexType name="ArrayOfTwo"><xs:sequence>
  <xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Plain"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="Other"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="ArrayOfPlain"><xs:sequence>
  <xs:element name="Plain" type="t:Plain" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Shape"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"/></xs:complexContent></xs:complexType>`;

const whole = `<t:plain><t:a>1</t:a></t:plain><t:list><t:Plain><t:a>2</t:a></t:Plain></t:list><t:unnamed/><t:many><t:a>3</t:a></t:many><t:many><t:a>4</t:a></t:many><t:shape><t:a>5</t:a></t:shape><t:pair><t:a>6</t:a><t:b>7</t:b></t:pair>`;
const document = (content: string): string =>
  `<t:Test xmlns:t="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><t:value>${content}</t:value></t:Test>`;
const secondOfMany = '<t:a>4</t:a>';

/** An element, the type it says it is of, and the path of the error. */
const rows = [
  ['plain', '<t:plain>', 't:Plain', undefined],
  ['plain', '<t:plain>', 't:Nowhere', 'value.plain'],
  ['plain', '<t:plain>', 't:Other', 'value.plain'],
  ['plain', '<t:plain>', 'n:Plain', 'value.plain'],
  ['plain', '<t:plain>', 'Plain', 'value.plain'],
  ['plain', '<t:plain>', 'xsd:string', 'value.plain'],
  ['list', '<t:list>', 't:ArrayOfPlain', undefined],
  ['list', '<t:list>', 't:ArrayOfOther', 'value.list'],
  ['item', '<t:Plain>', 't:Nowhere', 'value.list[0]'],
  ['unnamed', '<t:unnamed/>', 't:Plain', 'value.unnamed'],
  ['many', `<t:many>${secondOfMany}`, 't:Nowhere', 'value.many[1]'],
  ['pair', '<t:pair>', 't:Nowhere', 'value.pair'],
  ['shape', '<t:shape>', 't:Circle', undefined],
  ['shape', '<t:shape>', 't:Shape', undefined],
  ['shape', '<t:shape>', 't:Nowhere', 'value.shape'],
] as const;

const withType = (start: string, type: string): string =>
  document(whole.replace(start, start.replace(/^<t:\w+/, `$& xsi:type="${type}"`)));

describe('the xsi:type of an element of a complex type', () => {
  const codecs = loadCodecs(planText(valueWsdl(schema)));

  test.each(rows)('is looked at by a strict reader: %s', (_, start, type, path) => {
    const { error } = readStrictly(codecs, withType(start, type));
    expect(error?.path).toBe(path);
  });

  test.each(rows)('is a deviation to others: %s', (name, start, type, path) => {
    // a type that others derive from has always been checked
    if (name === 'shape' && path !== undefined) return;
    const text = withType(start, type);
    const sound = codecs.readBody('readTestRequest', document(whole));
    if (name !== 'shape') expect(codecs.readBody('readTestRequest', text)).toEqual(sound);
    for (const lenient of [true, false]) {
      const deviations = new Deviations(lenient);
      codecs.readBody('readTestRequest', text, { deviations });
      expect(deviations.list().map((one) => one.path)).toEqual(path === undefined ? [] : [path]);
    }
  });

  test.each(rows)(
    'is checked by servers if the type is a class with a name: %s',
    (name, start, type, path) => {
      const text = withType(start, type);
      const read = (): unknown => codecs.readBody('readTestRequest', text, { defaults: true });
      // .NET looks at it for classes only
      const isAccepted = path === undefined || name === 'unnamed' || name === 'list';
      if (isAccepted) expect(read()).toBeDefined();
      else expect(read).toThrow(/The specified type was not recognized|Prefix 'n' is not defined/);
    },
  );

  test('of an array is not checked by servers, whatever its shape in TypeScript', () => {
    const kept = loadCodecs(planText(valueWsdl(schema), { arrays: 'keep' }));
    const text = withType('<t:list>', 't:ArrayOfOther');
    expect(kept.readBody('readTestRequest', text, { defaults: true })).toBeDefined();
  });

  (hasXmllint ? test : test.skip)('xmllint refuses the same', () => {
    const full = valueSchema(schema);
    const verdicts = judge(
      { 'main.xsd': full },
      rows.map(([, start, type]) => withType(start, type)),
    );
    expect(verdicts).toEqual(rows.map(([, , , path]) => path === undefined));
  });
});
