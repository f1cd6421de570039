import { describe, expect, test } from '@jest/globals';
import { loadCodecs } from './support/codecs.ts';
import { planText, valueWsdl } from './support/contract.ts';

const listed = (...values: readonly string[]): string =>
  `<xs:restriction base="xs:string">${values.map((value) => `<xs:enumeration value="${value}"/>`).join('')}</xs:restriction>`;

const types = 'xmlns:ms="http://microsoft.com/wsdl/types/"';
const microsoft = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://microsoft.com/wsdl/types/">
  <xs:simpleType name="char"><xs:restriction base="xs:unsignedShort"/></xs:simpleType>
  <xs:simpleType name="guid"><xs:restriction base="xs:string"/></xs:simpleType>
</xs:schema>`;
const contract = valueWsdl(
  `<xs:simpleType name="Kind">${listed('Low', 'High')}</xs:simpleType>
  <xs:simpleType name="Rights"><xs:list><xs:simpleType>${listed('Read', 'Write')}</xs:simpleType></xs:list></xs:simpleType>
  <xs:complexType name="Value"><xs:sequence>
    <xs:element name="kind" type="t:Kind"/>
    <xs:element name="rights" type="t:Rights"/>
    <xs:element name="sign" ${types} type="ms:char"/>
    <xs:element name="id" ${types} type="ms:guid"/>
    <xs:element name="maybe" minOccurs="0" type="t:Kind"/>
  </xs:sequence><xs:attribute name="level" type="t:Kind" use="required"/></xs:complexType>`,
).replace(/<(\w+:)?types>/, (start) => `${start}${microsoft}`);

/** Types of texts, and what .NET has if there is no text. */
const texts: Readonly<Record<string, readonly [string, unknown]>> = {
  amount: ['decimal', '0'],
  count: ['int', 0],
  ratio: ['double', 0],
  big: ['long', 0n],
  flag: ['boolean', false],
  day: ['date', '0001-01-01'],
  moment: ['dateTime', '0001-01-01T00:00:00'],
  kind: ['t:Kind', 'Low'],
};

describe('values that a message lacks', () => {
  const codecs = loadCodecs(planText(contract));
  const read = (options: object): unknown =>
    codecs.readBody('readTestRequest', '<Test xmlns="urn:test"><value/></Test>', options);

  test('have the defaults of .NET on a server', () => {
    expect(read({ defaults: true })).toEqual({
      value: {
        level: 'Low',
        kind: 'Low',
        rights: [],
        sign: '\0',
        id: '00000000-0000-0000-0000-000000000000',
      },
    });
  });

  test('and are no text of a complex type either', () => {
    const xsd = Object.entries(texts).map(([name, [type]]) => {
      const base = type.includes(':') ? type : `xs:${type}`;
      return `<xs:element name="${name}" minOccurs="0"><xs:complexType><xs:simpleContent><xs:extension base="${base}"/></xs:simpleContent></xs:complexType></xs:element>`;
    });
    const value = `<xs:simpleType name="Kind">${listed('Low', 'High')}</xs:simpleType>
      <xs:complexType name="Value"><xs:sequence>${xsd.join('')}</xs:sequence></xs:complexType>`;
    const { readBody } = loadCodecs(planText(valueWsdl(value)));
    const read = (element: string, options: object): unknown =>
      readBody(
        'readTestRequest',
        `<Test xmlns="urn:test"><value>${element}</value></Test>`,
        options,
      );
    for (const [name, [, expected]] of Object.entries(texts)) {
      for (const content of ['', ' ', '<!-- c -->', '<b>1</b>']) {
        const element = `<${name}>${content}</${name}>`;
        expect(read(element, { defaults: true })).toEqual({
          value: { [name]: { $value: expected } },
        });
        expect(() => read(element, {})).toThrow();
      }
    }
  });

  test('are errors elsewhere', () => {
    expect(() => read({})).toThrow("Missing required attribute 'level'.");
  });
});
