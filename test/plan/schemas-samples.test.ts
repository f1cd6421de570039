import { expect, test } from '@jest/globals';
import { sampleOf } from '../../src/runtime/schema.ts';
import { valueWsdl } from './support/contract.ts';
import { type AnySchema, loadSchemas } from './support/schemas.ts';

/** A sample of a type, which is valid. */
function sample(type: string): unknown {
  const { ValueSchema } = loadSchemas(valueWsdl(type));
  const schema = ValueSchema as AnySchema;
  const value = sampleOf(schema);
  expect(schema['~standard'].validate(value)).toEqual({ value });
  return value;
}

test('a list in a branch of a choice has its least number of items', () => {
  const value = sample(`<xs:complexType name="Value"><xs:choice>
    <xs:element name="a" type="xs:int" minOccurs="3" maxOccurs="4"/><xs:element name="b" type="xs:int"/>
  </xs:choice></xs:complexType>`);
  expect(value).toEqual({ a: [expect.any(Number), expect.any(Number), expect.any(Number)] });
});

test('a type that may contain itself as one of several types is left out within', () => {
  const value = sample(`<xs:complexType name="Value"><xs:sequence>
    <xs:element name="id" type="xs:int"/><xs:element name="inner" type="t:Value" minOccurs="0" nillable="true"/>
    <xs:element name="more" minOccurs="0"><xs:complexType><xs:sequence>
      <xs:element name="own" type="t:Other" maxOccurs="9"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Other"><xs:choice><xs:element name="value" type="t:Value"/></xs:choice></xs:complexType>
  <xs:complexType name="Another"><xs:complexContent><xs:extension base="t:Other"><xs:sequence>
    <xs:element name="value2" type="t:Value"/>
  </xs:sequence></xs:extension></xs:complexContent></xs:complexType>`);
  expect(value).toEqual({ id: expect.any(Number), inner: null });
});

test('a branch whose elements may all be absent has them', () => {
  const value = sample(`<xs:complexType name="Value"><xs:choice>
    <xs:element name="a" type="xs:int" minOccurs="0"/>
    <xs:sequence><xs:element name="b" type="xs:int"/><xs:element name="c" type="xs:int" minOccurs="0"/></xs:sequence>
  </xs:choice></xs:complexType>`);
  expect(value).toEqual({ a: expect.any(Number) });
});
