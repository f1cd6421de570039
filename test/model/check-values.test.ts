import { describe, expect, test } from '@jest/globals';
import { linkTypes } from './link-types.ts';

const element = (attributes: string, inside = ''): string =>
  `<xs:element name="a" ${attributes}>${inside}</xs:element>`;

describe('values a schema gives', () => {
  test.each([
    ['type="xs:int" default="x"', "The value 'x' of element 'a' is not a value of 'int'"],
    [
      'type="xs:date" fixed="1.1.2024"',
      "The value '1.1.2024' of element 'a' is not a value of 'date'",
    ],
    ['type="t:Mark" default="C"', "The value 'C' of element 'a' is not among the values of 'Mark'"],
    ['type="t:Order" default="C"', "Element 'a' has a value, but its type has no text"],
  ])('%s', (attributes, message) => {
    const types =
      '<xs:simpleType name="Mark"><xs:restriction base="xs:string"><xs:enumeration value="A"/></xs:restriction></xs:simpleType><xs:complexType name="Order"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType>';
    expect(linkTypes(element(attributes) + types).lines).toEqual([
      expect.stringMatching(new RegExp(`^warning ASMX3003 .*${message}$`)),
    ]);
    const good = attributes.replace(/"(x|1\.1\.2024|C)"$/, (_, text) =>
      text === 'x' ? '"5"' : text === 'C' ? '"A"' : '"2024-01-01"',
    );
    if (!attributes.includes('Order')) expect(linkTypes(element(good) + types).lines).toEqual([]);
  });

  test.each([
    ['t:Bit', 'true', "does not match the pattern '0\\|1' of 'Bit'"],
    ['t:Sub', 'false', "does not match the pattern '0\\|1' of 'Sub'"],
    ['t:Bits', '0 true', "'true' does not match the pattern '0\\|1' of 'Bit'"],
    ['t:Either', 'true', "is not a value of any member of 'Either'"],
    ['t:Bit', ' 1 ', undefined],
    ['t:Bits', '0 1', undefined],
    ['t:Either', '7', undefined],
  ])('match the patterns of a boolean as they are written: %s, %s', (type, value, message) => {
    const restricted = (name: string, base: string, facet = ''): string =>
      `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facet}</xs:restriction></xs:simpleType>`;
    const types =
      restricted('Bit', 'xs:boolean', '<xs:pattern value="0|1"/>') +
      restricted('Sub', 't:Bit') +
      '<xs:simpleType name="Bits"><xs:list itemType="t:Bit"/></xs:simpleType>' +
      '<xs:simpleType name="Either"><xs:union memberTypes="t:Bit xs:int"/></xs:simpleType>';
    for (const kind of ['default', 'fixed']) {
      const { lines } = linkTypes(element(`type="${type}" ${kind}="${value}"`) + types);
      expect(lines).toEqual(
        message === undefined
          ? []
          : [expect.stringMatching(new RegExp(`^warning ASMX3003 .*${message}$`))],
      );
    }
  });

  test('of attributes, in types without a name too', () => {
    const type =
      '<xs:complexType><xs:attribute name="b" type="xs:boolean" fixed="yes"/><xs:attribute name="c" type="xs:boolean" default="1"/></xs:complexType>';
    expect(linkTypes(element('', type)).lines).toEqual([
      expect.stringContaining("The value 'yes' of attribute 'b' is not a value of 'boolean'"),
    ]);
  });
});

test('attributes XML Schema does not have are told', () => {
  const body = element('type="xs:int" nilable="true" xmlns:m="urn:m" m:hint="x"');
  expect(linkTypes(body).lines).toEqual([
    "warning ASMX3003 «true» Element 'element' of XML Schema has no attribute 'nilable'",
  ]);
});

test('an element whose type is not derived from that of its head is told', () => {
  const member = '<xs:element name="b" type="xs:string" substitutionGroup="t:a"/>';
  expect(linkTypes(element('type="xs:int"') + member).lines).toEqual([
    expect.stringContaining("The type of element 'b' is not derived from that of 'a'"),
  ]);
  for (const head of ['type="xs:string"', 'type="xs:anySimpleType"', '']) {
    expect(linkTypes(element(head) + member).lines).toEqual([]);
  }
});
