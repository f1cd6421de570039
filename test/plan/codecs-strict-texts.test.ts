import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../src/runtime/client/call.ts';
import { knowBuiltins } from '../../src/runtime/types/member.ts';
import { unexpectedElement } from '../../src/runtime/xml/asmx.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { envelope, loadCodecs } from './support/codecs.ts';
import { planText, valueSchema, valueWsdl } from './support/contract.ts';
import { hasXmllint, judge, readStrictly } from './support/strict.ts';

const schema = `
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="text" type="xs:string"/>
  <xs:element name="many" type="xs:decimal" maxOccurs="unbounded"/>
  <xs:element name="money" type="t:Money"/>
</xs:sequence></xs:complexType>
<xs:simpleType name="Sku"><xs:restriction base="xs:string"/></xs:simpleType>
<xs:complexType name="Money"><xs:simpleContent><xs:extension base="xs:decimal">
  <xs:attribute name="currency" type="xs:string"/>
</xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="Bare"><xs:simpleContent><xs:extension base="xs:string"/></xs:simpleContent></xs:complexType>
<xs:complexType name="Label"><xs:simpleContent><xs:extension base="xs:string">
  <xs:attribute name="lang" type="xs:string"/>
</xs:extension></xs:simpleContent></xs:complexType>`;

const full = valueSchema(schema);

const document = (text: string, many = '', money = 't:Money'): string =>
  `<t:Test xmlns:t="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><t:value><t:text ${text}>a</t:text><t:many>1</t:many><t:many ${many}>2</t:many><t:money xsi:type="${money}" currency="EUR">3</t:money></t:value></t:Test>`;
const sound = {
  value: { text: 'a', many: ['1', '2'], money: { currency: 'EUR', $value: '3' } },
};

describe('the xsi:type of an element of a built-in type', () => {
  const codecs = loadCodecs(planText(valueWsdl(schema)));

  const types = [
    [document(''), undefined],
    [document('xsi:type="xsd:string"'), undefined],
    [document('xsi:type="xsd:token"'), undefined],
    [document('xsi:type="t:Sku"'), undefined],
    [document('xsi:type="t:Bare"'), undefined],
    [document('xsi:type="xsd:nowhere"'), 'value.text'],
    [document('xsi:type="t:Nowhere"'), 'value.text'],
    [document('xsi:type="t:Value"'), 'value.text'],
    [document('xsi:type="n:Sku"'), 'value.text'],
    [document('', 'xsi:type="t:Nowhere"'), 'value.many[1]'],
    [document('', '', 't:Nowhere'), 'value.money'],
  ] as const;

  test.each(types)('is one the contract has, to a strict reader: %s', (text, path) => {
    expect(readStrictly(codecs, text).error?.path).toBe(path);
    expect(codecs.readBody('readTestRequest', text)).toEqual(sound);
  });

  (hasXmllint ? test : test.skip)('xmllint refuses the same', () => {
    const texts = types.map(([text]) => text);
    expect(judge({ 'main.xsd': full }, texts)).toEqual(types.map(([, path]) => path === undefined));
  });

  test('is not judged where the names are not at hand: by those who read responses', () => {
    const message = document('xsi:type="t:Sku"')
      .replaceAll('t:Test', 't:TestResponse')
      .replaceAll('t:value', 't:TestResult');
    const reader = new XmlReader(envelope(message));
    reader.nextTag();
    reader.nextTag();
    reader.unexpected = unexpectedElement;
    expect(codecs.functions.readTestResponse?.(reader as never)).toEqual(sound.value);
  });

  const lost = [
    [document('xsi:type="t:Label" lang="en"'), 'value.text'],
    [document('', 'xsi:type="t:Money" currency="EUR"'), 'value.many[1]'],
  ] as const;

  test.each(lost)('has no attributes that would be lost: %s', (text, path) => {
    for (const name of ['readTestRequest', 'readTestResponse']) {
      const message = name.endsWith('Response')
        ? text.replaceAll('t:Test', 't:TestResponse').replaceAll('t:value', 't:TestResult')
        : text;
      let error: unknown;
      try {
        codecs.readBody(name, message);
      } catch (thrown) {
        error = thrown;
      }
      const place = name.endsWith('Response') ? path.replace('value', '').replace(/^\./, '') : path;
      expect((error as { readonly path?: string }).path).toMatch(
        new RegExp(`${place.replace(/[[\]]/g, '\\$&')}$`),
      );
      const deviations = new Deviations(true);
      const value = codecs.readBody(name, message, { deviations });
      expect(value).toEqual(name.endsWith('Response') ? sound.value : sound);
      expect(deviations.list()).toHaveLength(1);
    }
  });

  test('may name a type with attributes where there are none', () => {
    expect(codecs.readBody('readTestRequest', document('xsi:type="t:Label"'))).toEqual(sound);
  });
});

test('a contract without types of its own knows those of XML Schema', () => {
  const codecs = loadCodecs(
    planText(
      valueWsdl(
        '<xs:complexType name="Value"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>',
      ),
    ),
  );
  const read = (type: string): string | undefined =>
    readStrictly(
      codecs,
      `<Test xmlns="urn:test" xmlns:t="urn:test"><value><a xsi:type="${type}">1</a></value></Test>`,
      {},
      knowBuiltins,
    ).error?.path;
  expect(read('xsd:short')).toBeUndefined();
  expect(read('xsd:nowhere')).toBe('value.a');
  expect(read('t:Nowhere')).toBe('value.a');
});
