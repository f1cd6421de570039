import { expect, test } from '@jest/globals';
import { valueWsdl } from '../../plan/support/contract.ts';
import { describeContract, readBody } from './describe-contract.ts';

const types = 'http://microsoft.com/wsdl/types/';
const microsoft = `<xs:schema targetNamespace="${types}">
  <xs:simpleType name="guid"><xs:restriction base="xs:string"/></xs:simpleType>
  <xs:simpleType name="char"><xs:restriction base="xs:unsignedShort"/></xs:simpleType>
</xs:schema>`;
const contract = valueWsdl(
  `<xs:simpleType name="Hue"><xs:restriction base="xs:string">
    <xs:enumeration value="Red"/><xs:enumeration value="Blue"/>
  </xs:restriction></xs:simpleType>
  <xs:complexType name="Value"><xs:sequence>
    <xs:element name="hue" type="t:Hue"/><xs:element name="id" type="m:guid"/>
    <xs:element name="letter" type="m:char"/><xs:element name="flags"><xs:simpleType>
      <xs:list itemType="t:Hue"/></xs:simpleType></xs:element>
    <xs:element name="at" type="xs:dateTime"/>
  </xs:sequence>
    <xs:attribute name="aHue" type="t:Hue" use="required"/>
    <xs:attribute name="aId" type="m:guid" use="required"/>
    <xs:attribute name="aLetter" type="m:char" use="required"/>
    <xs:attribute name="aDay" type="xs:date" use="required"/>
    <xs:attribute name="aText" type="xs:string" use="optional"/>
  </xs:complexType>`,
  { schemas: microsoft, attributes: `xmlns:m="${types}"` },
);
const empty = '<Test xmlns="urn:test"><value/></Test>';

test('what is missing of a value type has the value of .NET, as element and as attribute', () => {
  const { 'Test request': request } = describeContract(contract);
  const zeros = '00000000-0000-0000-0000-000000000000';
  expect(readBody(request as never, empty, { defaults: true })).toEqual({
    value: {
      hue: 'Red',
      id: zeros,
      letter: '\0',
      flags: [],
      at: '0001-01-01T00:00:00',
      aHue: 'Red',
      aId: zeros,
      aLetter: '\0',
      aDay: '0001-01-01',
    },
  });
});

test('a date that is missing is the same moment as one that came unset', () => {
  const { 'Test request': request } = describeContract(contract, { types: { dateTime: 'Date' } });
  const asSent = empty.replace('<value/>', '<value><at>0001-01-01T00:00:00</at></value>');
  const at = (text: string): unknown =>
    (readBody(request as never, text, { defaults: true }) as { value: { at: Date } }).value.at;
  expect(at(empty)).toEqual(at(asSent));
});

test('what is missing is an error with its path where .NET is not followed', () => {
  const { 'Test request': request } = describeContract(contract);
  const without = empty.replace('<value', '<value aHue="Red" aLetter="65" aDay="2020-01-01"');
  expect(() => readBody(request as never, without)).toThrow(
    "value.aId: Missing required attribute 'aId'.",
  );
  const elements = without.replace(
    '<value',
    `<value aId="${'0'.repeat(8)}-0000-0000-0000-000000000000"`,
  );
  expect(() => readBody(request as never, elements)).toThrow(
    "value.hue: Missing required element 'hue'.",
  );
});
