import { describe, expect, test } from '@jest/globals';
import { envelope, loadCodecs, roundTrip } from './support/codecs.ts';
import { declaration, planText, valueWsdl, wsdl } from './support/contract.ts';

const order = valueWsdl(`
<xs:complexType name="Value">
  <xs:sequence>
    <xs:element name="id" type="xs:int"/>
    <xs:element name="name" type="xs:string" minOccurs="0"/>
    <xs:element name="note" type="xs:string" nillable="true"/>
    <xs:element name="due" type="xs:dateTime" minOccurs="0" nillable="true"/>
    <xs:element name="item" type="t:Item" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="tags" type="t:ArrayOfString" minOccurs="0"/>
  </xs:sequence>
  <xs:attribute name="version" type="xs:int" use="required"/>
  <xs:attribute name="lang" type="xs:string"/>
</xs:complexType>
<xs:complexType name="Item"><xs:sequence>
  <xs:element name="sku" type="t:Sku"/><xs:element name="count" type="xs:int"/><xs:element name="price" type="xs:decimal"/>
</xs:sequence></xs:complexType>
<xs:simpleType name="Sku"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{2}[0-9]+"/><xs:maxLength value="8"/></xs:restriction></xs:simpleType>
<xs:complexType name="ArrayOfString"><xs:sequence><xs:element name="string" type="xs:string" nillable="true" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`);

const value = {
  version: 3,
  lang: 'a"b',
  id: 7,
  name: 'x & y <z>',
  note: null,
  due: undefined,
  item: [
    { sku: 'AB1', count: 1, price: '1.50' },
    { sku: 'CD22', count: -2, price: '0' },
  ],
  tags: ['a', null, ''],
};

describe('objects', () => {
  const planned = planText(order);
  const codecs = loadCodecs(planned);

  test('an interface says what is required, may be absent or nil', () => {
    expect(declaration(planned, 'Value')).toBe(`/** complexType \`Value\`. */
export interface Value {
  /** Attribute, \`xs:int\`. */
  readonly version: number;
  /** Attribute, \`xs:string\`. */
  readonly lang?: string | undefined;
  /** \`xs:int\`. */
  readonly id: number;
  readonly name?: string | undefined;
  readonly note: string | null;
  /** \`xs:dateTime\`. */
  readonly due?: string | null | undefined;
  readonly item?: readonly Item[] | undefined;
  /** \`ArrayOfString\`. */
  readonly tags?: readonly (string | null)[] | undefined;
}`);
  });

  test('a value comes back as it went', () => {
    const { xml, value: back } = roundTrip(codecs, { value });
    expect(xml).toBe(
      '<Test xmlns="urn:test"><value version="3" lang="a&quot;b"><id>7</id><name>x &amp; y &lt;z&gt;</name><note xsi:nil="true" />' +
        '<item><sku>AB1</sku><count>1</count><price>1.50</price></item><item><sku>CD22</sku><count>-2</count><price>0</price></item>' +
        '<tags><string>a</string><string xsi:nil="true" /><string /></tags></value></Test>',
    );
    expect(back).toEqual({ value });
  });

  test('the general path reads the same as the fast one', () => {
    const { xml } = roundTrip(codecs, { value });
    const pretty = xml
      .replaceAll('<item>', '\n  <!-- an item --><p:item xmlns:p="urn:test">')
      .replaceAll('</item>', '</p:item>')
      .replace(
        '<sku>AB1</sku><count>1</count>',
        '<count>1</count><unknown><x/></unknown><sku>AB1</sku><sku>ZZ9</sku>',
      );
    expect(codecs.readBody('readTestRequest', pretty)).toEqual({ value });
  });

  test('absent and empty arrays stay different', () => {
    const bare = { version: 1, id: 1, note: 'n' };
    expect(roundTrip(codecs, { value: { ...bare, tags: [] } }).value).toMatchObject({
      value: { tags: [] },
    });
    expect(roundTrip(codecs, { value: bare }).value).toEqual({ value: bare });
  });

  test('errors name the path, both ways', () => {
    const wrong = { ...value, item: [value.item[0], { sku: 'bad', count: 1, price: '1' }] };
    expect(() => codecs.write('writeTestRequest', { value: wrong })).toThrow(
      'value.item[1].sku: The value does not match the pattern [A-Z]{2}[0-9]+.',
    );
    const { xml } = roundTrip(codecs, { value });
    const broken = xml.replace('<count>-2</count>', '<count>two</count>');
    expect(() => codecs.readBody('readTestRequest', broken)).toThrow(
      "value.item[1].count: 'two' is not an int (-2147483648 to 2147483647).",
    );
    expect(() =>
      codecs.readBody('readTestRequest', xml.replace('<price>1.50</price>', '')),
    ).toThrow("value.item[0].price: Missing required element 'price'.");
  });

  test('on a server, missing numbers are zero and missing strings an error of ASMX', () => {
    const body = '<Test xmlns="urn:test"><value version="1"><note>n</note></value></Test>';
    expect(codecs.readBody('readTestRequest', body, { defaults: true })).toEqual({
      value: { version: 1, id: 0, note: 'n' },
    });
    expect(envelope('')).toContain('soap:Body');
  });
});

test('an empty element in a type whose name has no letter of ASCII is one tag', () => {
  const fields =
    '<xs:sequence><xs:element name="note" type="xs:string"/><xs:element name="inner" type="t:Адрес" minOccurs="0"/></xs:sequence>';
  const schema = `<xs:complexType name="Адрес">${fields}<xs:attribute name="id" type="xs:int"/></xs:complexType>
<xs:element name="Test" type="t:Адрес"/><xs:element name="TestResponse" type="t:Адрес"/>`;
  const codecs = loadCodecs(planText(wsdl({ schema })));
  expect(codecs.write('writeTestRequest', { note: '' })).toBe(
    '<Test xmlns="urn:test"><note /></Test>',
  );
});
