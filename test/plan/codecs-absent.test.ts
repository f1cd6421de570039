import { describe, expect, test } from '@jest/globals';
import type { ServerOptions } from '../../src/runtime/server/options.ts';
import { createSettings } from '../../src/runtime/server/protocol.ts';
import { conversionError } from '../../src/runtime/xml/asmx.ts';
import { readError } from '../runtime/read-events.ts';
import { envelope, loadCodecs } from './support/codecs.ts';
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

describe('base64 that is not whole', () => {
  const bytes = '<xs:simpleContent><xs:extension base="xs:base64Binary"/></xs:simpleContent>';
  const { readBody } = loadCodecs(
    planText(
      valueWsdl(`<xs:complexType name="Value"><xs:sequence>
        <xs:element name="plain" type="xs:base64Binary" minOccurs="0"/>
        <xs:element name="text" minOccurs="0"><xs:complexType>${bytes}</xs:complexType></xs:element>
      </xs:sequence><xs:attribute name="key" type="xs:base64Binary"/></xs:complexType>`),
    ),
  );
  const value = (attribute: string, content: string): string =>
    `<Test xmlns="urn:test"><value${attribute}>${content}</value></Test>`;
  const read = (body: string, options: object = { defaults: true, conversionError }): unknown =>
    readBody('readTestRequest', body, options);

  test('is read in an element, as by the XML reader of .NET', () => {
    expect(read(value('', '<plain>YWJ</plain>'))).toMatchObject({
      value: { plain: new Uint8Array([97, 98]) },
    });
  });

  test.each([
    ['YWJ', 'Invalid length for a Base-64 char array or string.'],
    ['YWJj=', 'Invalid length for a Base-64 char array or string.'],
    ['!!', 'The input is not a valid Base-64 string'],
    ['YW=j', 'The input is not a valid Base-64 string'],
  ])('is a bad value in the text of a class and in an attribute: %s', (text, message) => {
    const inText = value('', `<text>${text}</text>`);
    const inAttribute = value(` key="${text}"`, '');
    for (const body of [inText, inAttribute]) {
      const error = readError(() => read(body));
      expect(error).toMatchObject({ kind: 'value', message: expect.stringContaining(message) });
      // clients and strict servers
      expect(readError(() => read(body, {}))).toMatchObject({ kind: 'malformed' });
    }
    const offset = envelope(inText).indexOf('/text>') + 1;
    expect(readError(() => read(inText))).toMatchObject({ offset });
  });

  test('may have bits after the last byte', () => {
    const bits = value(' key="YWK="', '<text> YWK= </text>');
    const expected = new Uint8Array([97, 98]);
    expect(read(bits)).toEqual({ value: { key: expected, text: { $value: expected } } });
  });
});

describe('required texts and classes that a message lacks', () => {
  const codecs = loadCodecs(
    planText(
      valueWsdl(`<xs:complexType name="Value"><xs:sequence>
  <xs:element name="text" type="xs:string"/>
  <xs:element name="part" type="t:Part"/>
  <xs:element name="list" type="xs:string" maxOccurs="unbounded"/>
  <xs:element name="count" type="xs:int"/>
</xs:sequence><xs:attribute name="unit" type="xs:string" use="required"/></xs:complexType>
<xs:complexType name="Part"><xs:sequence><xs:element name="city" type="xs:string"/></xs:sequence></xs:complexType>`),
    ),
  );
  const read = (content: string, options: ServerOptions<never>): unknown =>
    codecs.readBody('readTestRequest', content, createSettings(options).reader);
  const wrapped = (value: string): string => `<Test xmlns="urn:test">${value}</Test>`;
  const nothing = { unit: null, text: null, part: null, list: [], count: 0 };
  const part = '<value unit="m"><text>a</text><part/><list>b</list></value>';

  test.each<[string, string, unknown]>([
    ['in a value', wrapped('<value/>'), { value: nothing }],
    [
      'in a class in it',
      wrapped(part),
      { value: { unit: 'm', text: 'a', part: { city: null }, list: ['b'], count: 0 } },
    ],
    ['the value', wrapped(''), { value: null }],
    ['the element around', '', { value: null }],
    [
      'the element around, which is in another namespace',
      wrapped('').replace('urn:test', 'urn:x'),
      { value: null },
    ],
  ])('are null with parity.missingAsNull: %s', (_where, content, expected) => {
    expect(read(content, { parity: { missingAsNull: true } })).toEqual(expected);
    for (const options of [{}, { strict: true, parity: { missingAsNull: true } }]) {
      expect(() => read(content, options)).toThrow('Missing required');
    }
  });
});
