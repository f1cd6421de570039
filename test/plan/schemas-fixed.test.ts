import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fromJson, sampleOf, toJson } from '../../src/runtime/schema.ts';
import { valueWsdl } from './support/contract.ts';
import { type AnySchema, loadSchemas } from './support/schemas.ts';

describe('fixed and default values', () => {
  const orders = `<definitions name="Orders" targetNamespace="urn:orders" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:orders">
    <types><xs:schema targetNamespace="urn:orders" elementFormDefault="qualified">
      <xs:complexType name="Line"><xs:sequence>
        <xs:element name="unit" type="xs:string" fixed="cm"/>
        <xs:element name="count" type="xs:int" default="1"/>
        <xs:choice><xs:element name="by" type="xs:string" fixed="post"/><xs:element name="to" type="xs:string"/></xs:choice>
      </xs:sequence>
        <xs:attribute name="version" type="xs:int" fixed="3" use="required"/>
        <xs:attribute name="lang" type="xs:string" default="en"/>
        <xs:attribute name="id" type="xs:int" use="required"/>
      </xs:complexType>
      <xs:element name="Put"><xs:complexType><xs:sequence>
        <xs:element name="line" type="t:Line" nillable="true"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:schema></types>
    <message name="Put"><part name="body" element="t:Put"/></message>
    <portType name="Port"><operation name="Put"><input message="t:Put"/></operation></portType>
    <binding name="Binding" type="t:Port">
      <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="Put"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation>
    </binding>
    <service name="Orders"><port name="Port" binding="t:Binding"><soap:address location="http://localhost/"/></port></service>
  </definitions>`;
  const all = loadSchemas(orders, { path: 'orders.wsdl' });
  const line = all.LineSchema as AnySchema;
  const put = all.PutInputSchema as AnySchema;
  const { input, output } = put['~standard'].jsonSchema;
  const isValid = new Ajv2020({ strictRequired: false }).compile(
    input({ target: 'draft-2020-12' }),
  );

  test.each([
    [{ id: 1, count: 2, to: 'me' }, true],
    [{ id: 1, count: 2, by: 'post' }, true],
    [{ id: 1, count: 2, to: 'me', unit: 'cm', version: 3, lang: 'de' }, true],
    [{ id: 1, count: 2, to: 'me', unit: 'in' }, false],
    [{ id: 1, count: 2, to: 'me', version: 4 }, false],
    [{ id: 1, count: 2, by: 'train' }, false],
    [{ id: 1, count: 2 }, false],
    [{ id: 1, to: 'me' }, false],
    [{ count: 2, to: 'me' }, false],
    [{ $nil: true, id: 1 }, true],
    [{ $nil: true, id: 1, version: 3 }, true],
    [{ $nil: true, id: 1, version: 4 }, false],
    [{ $nil: true }, false],
    [null, true],
  ])('%j is valid: %p, for the codec and for JSON Schema', (value, expected) => {
    expect([
      'value' in put['~standard'].validate({ line: value }),
      isValid({ line: value }),
    ]).toEqual([expected, expected]);
  });

  test('are those of samples, also where they are no literals', () => {
    const { TestInputSchema: values } = loadSchemas(
      valueWsdl(`<xs:complexType name="Value"><xs:sequence>
        <xs:element name="bytes" type="xs:base64Binary" fixed="AAEC"/>
        <xs:element name="moment" type="xs:dateTime" fixed="2024-05-01T10:00:00Z"/>
        <xs:element name="codes" fixed="3 4"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:element>
        <xs:element name="either" fixed="many"><xs:simpleType><xs:union memberTypes="xs:int xs:string"/></xs:simpleType></xs:element>
      </xs:sequence></xs:complexType>`),
      { path: 'values.wsdl', types: { dateTime: 'Date' } },
    );
    const sample = sampleOf(values as AnySchema);
    expect(sample).toEqual({
      value: {
        bytes: new Uint8Array([0, 1, 2]),
        moment: new Date('2024-05-01T10:00:00Z'),
        codes: [3, 4],
        either: 'many',
      },
    });
    expect(values?.['~standard'].validate(sample)).toEqual({ value: sample });
  });

  test('are those of texts beside attributes, in all types that may be there', () => {
    const { TestInputSchema: values } = loadSchemas(
      valueWsdl(`<xs:complexType name="Price"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="unit" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>
      <xs:complexType name="Net"><xs:simpleContent><xs:extension base="t:Price"><xs:attribute name="rate" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>
      <xs:complexType name="Value"><xs:sequence>
        <xs:element name="price" type="t:Price" fixed="5"/><xs:element name="usual" type="t:Price" default="7"/>
      </xs:sequence></xs:complexType>`),
      { path: 'prices.wsdl' },
    );
    const schema = values as AnySchema;
    const sample = sampleOf(schema) as object;
    const price = { $type: 'Price', unit: 'unit', $value: 5 };
    expect(sample).toEqual({ value: { price, usual: { ...price, $value: 7 } } });
    const target = 'draft-2020-12';
    const isPrice = new Ajv2020().compile(schema['~standard'].jsonSchema.input({ target }));
    for (const [given, expected] of [
      [{}, true],
      [{ $value: 5 }, true],
      [{ $value: 6 }, false],
      [{ $type: 'Net', rate: 1 }, true],
      [{ $type: 'Net', $value: 6 }, false],
    ]) {
      const value = { value: { price: given, usual: { $value: 8 } } };
      const valid = [isPrice(value), 'value' in schema['~standard'].validate(value)];
      expect({ given, valid }).toEqual({ given, valid: [expected, expected] });
    }
  });

  test('that JSON writes as text do not keep a type from being found', () => {
    const { TestInputSchema: values } = loadSchemas(
      valueWsdl(`<xs:complexType name="Value"><xs:attribute name="no" type="xs:long"/></xs:complexType>
      <xs:complexType name="First"><xs:complexContent><xs:extension base="t:Value">
        <xs:attribute name="level" type="xs:integer" fixed="1"/>
      </xs:extension></xs:complexContent></xs:complexType>`),
    );
    const schema = values as AnySchema;
    const value = { value: { $type: 'First', no: 2n, level: 1n } };
    const json = { value: { $type: 'First', no: '2', level: '1' } };
    expect(toJson(schema, value)).toEqual(json);
    expect(fromJson(schema, json)).toEqual(value);
  });

  test('what a codec adds is required on no side', () => {
    const { required } = line.node;
    expect(required).toEqual(['id', 'count']);
    const target = 'draft-2020-12';
    expect(output({ target })).toEqual(input({ target }));
  });
});

describe('samples', () => {
  const { ValueSchema } = loadSchemas(
    valueWsdl(`<xs:simpleType name="Unit"><xs:restriction base="xs:string"><xs:enumeration value="cm"/><xs:enumeration value="in"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Either"><xs:union memberTypes="xs:long t:Unit xs:boolean"/></xs:simpleType>
<xs:simpleType name="Few"><xs:restriction base="t:Either"><xs:enumeration value="in"/><xs:enumeration value="7"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Less"><xs:restriction><xs:simpleType><xs:union memberTypes="xs:int t:Unit"/></xs:simpleType><xs:enumeration value="7"/><xs:enumeration value="in"/></xs:restriction></xs:simpleType>
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="count" type="xs:int" default="5"/>
  <xs:element name="total" type="xs:long" default="9007199254740993"/>
  <xs:element name="unit" type="t:Unit" default="in" nillable="true"/>
  <xs:element name="either" type="t:Either" default="in" maxOccurs="2"/>
  <xs:element name="few" type="t:Few"/><xs:element name="less" type="t:Less"/>
  <xs:element name="wrong" type="xs:long" default="many"/>
  <xs:element name="level" type="xs:double" default="INF"/>
</xs:sequence>
<xs:attribute name="on" type="xs:boolean" default="0"/><xs:attribute name="flags" default="1 2"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:attribute>
</xs:complexType>`),
    { path: 'value.wsdl' },
  );
  const schema = ValueSchema as AnySchema;

  test('have the defaults, as those of serve, where they are values', () => {
    const sample = sampleOf(schema);
    expect(sample).toMatchObject({
      count: 5,
      total: 9007199254740993n,
      unit: 'in',
      either: ['in', 'in'],
      few: 'in',
      wrong: expect.any(BigInt),
      level: Number.POSITIVE_INFINITY,
      on: false,
      flags: [1, 2],
    });
    expect(schema['~standard'].validate(sample)).toEqual({ value: sample });
    expect(schema['~standard'].validate(sampleOf(schema, { seed: 1 }))).not.toHaveProperty(
      'issues',
    );
  });
});

test('fixed bytes may be divided by spaces', () => {
  const type =
    '<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="xs:base64Binary" fixed="AQ ID"/></xs:sequence></xs:complexType>';
  const schema = loadSchemas(valueWsdl(type), { path: 'value.wsdl' }).ValueSchema as AnySchema;
  const value = { x: new Uint8Array([1, 2, 3]) };
  expect(sampleOf(schema)).toEqual(value);
  expect(toJson(schema, value)).toEqual({ x: 'AQID' });
  expect(fromJson(schema, { x: 'AQID' })).toEqual(value);
});
