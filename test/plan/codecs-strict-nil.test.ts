import { describe, expect, test } from '@jest/globals';
import { loadCodecs } from './support/codecs.ts';
import { planText, valueWsdl } from './support/contract.ts';
import { readStrictly } from './support/strict.ts';

const schema = `
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="text" type="xs:string" minOccurs="0"/>
  <xs:element name="plain" type="t:Plain" minOccurs="0"/>
  <xs:element name="list" type="t:ArrayOfPlain" minOccurs="0"/>
  <xs:element name="shape" type="t:Shape" minOccurs="0"/>
  <xs:element name="amount" type="t:Amount" minOccurs="0"/>
  <xs:element name="mayBe" type="t:Plain" nillable="true" minOccurs="0"/>
  <xs:element name="mayText" type="xs:string" nillable="true" minOccurs="0"/>
  <xs:element name="mayShape" type="t:Shape" nillable="true" minOccurs="0"/>
  <xs:element name="none" type="t:None" minOccurs="0"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Plain"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>
<xs:complexType name="ArrayOfPlain"><xs:sequence>
  <xs:element name="Plain" type="t:Plain" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Shape"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>
<xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"/></xs:complexContent></xs:complexType>
<xs:complexType name="Amount"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="unit"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="None" abstract="true"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>`;

const document = (content: string): string =>
  `<t:Test xmlns:t="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><t:value>${content}</t:value></t:Test>`;
const nil = 'xsi:nil="true"';

describe('strict readers', () => {
  const codecs = loadCodecs(planText(valueWsdl(schema)));
  const errorOf = (content: string): { readonly path?: unknown; readonly message?: string } =>
    readStrictly(codecs, document(content)).error ?? {};

  test.each([
    ['a text', `<t:text ${nil}/>`, 'value.text'],
    ['an object', `<t:plain ${nil}/>`, 'value.plain'],
    ['a list', `<t:list ${nil}/>`, 'value.list'],
    ['an item', `<t:list><t:Plain ${nil}/></t:list>`, 'value.list[0]'],
    ['a type that others extend', `<t:shape ${nil}/>`, 'value.shape'],
    ['a derived type', `<t:shape ${nil} xsi:type="t:Circle"/>`, 'value.shape'],
    ['a text with attributes', `<t:amount ${nil}/>`, 'value.amount'],
  ])('refuse nil where it is not allowed: %s', (_, content, path) => {
    const error = errorOf(content);
    expect(error.message).toContain('cannot be nil');
    expect(error.path).toBe(path);
    expect(errorOf(content.replace('"true"', '"false"')).message).toBeUndefined();
  });

  test.each(['mayBe', 'mayText', 'mayShape'])('take it where it is: %s', (name) => {
    expect(errorOf(`<t:${name} ${nil}/>`).message).toBeUndefined();
  });

  test('refuse values of an abstract type that nothing extends', () => {
    expect(errorOf('<t:none><t:a>1</t:a></t:none>').message).toContain('is abstract');
  });

  test('alone do', () => {
    const content = document(`<t:text ${nil}/><t:none><t:a>1</t:a></t:none>`);
    expect(codecs.readBody('readTestRequest', content, {})).toMatchObject({
      value: { none: { a: 1 } },
    });
  });
});
