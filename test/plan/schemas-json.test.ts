import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { fromJson, toJson } from '../../src/runtime/schema.ts';
import { jsonValidator } from './support/json-validators.ts';
import { type AnySchema, loadGenerated, loadSchemas } from './support/schemas.ts';

const golden = new URL('../golden/nil-with-attributes/contract.wsdl', import.meta.url);
const nils = loadSchemas(readFileSync(golden, 'utf8'), { path: 'contract.wsdl' });
const numbers = loadSchemas(
  `
asmx: 1
name: Sample
namespace: urn:sample
services:
  Sample:
    operations:
      Put:
        parameters:
          share: double
          part: float?
          on: dateTime?
          day: date?
          at: time?
          took: duration?
          price: decimal?
          name: string?
        returns: string?
`,
  { path: 'sample.yaml' },
);

/** A value, sent as text and read again; the JSON must fit the JSON Schema. */
function sent(schema: AnySchema | undefined, value: unknown): unknown {
  const known = schema as AnySchema;
  const json = JSON.parse(JSON.stringify(toJson(known, value)));
  expect({ json, fits: jsonValidator(known, 'draft-2020-12', [])(json) }).toEqual({
    json,
    fits: true,
  });
  expect(fromJson(known, json)).toEqual(value);
  return json;
}

describe('JSON of messages', () => {
  const shape = [{ $type: 'Circle', name: 'a', unit: 'cm' }];

  test('keeps nil elements with their attributes and types', () => {
    const value = {
      price: { $nil: true, currency: 'EUR', reason: 'none' },
      note: { $nil: true, $anyAttributes: [{ name: 'why', value: 'x' }] },
      shape: [{ $nil: true, $type: 'Circle', unit: 'cm' }, null, ...shape],
    };
    expect(sent(nils.PutInputSchema, value)).toEqual(value);
  });

  test('tells null from what is absent', () => {
    const none = { price: null, shape };
    expect(sent(nils.PutInputSchema, none)).toEqual(none);
    const nil = { price: null, note: null, shape };
    expect(sent(nils.PutInputSchema, nil)).toEqual(nil);
  });

  test.each([
    [-0, '-0'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'INF'],
    [Number.NEGATIVE_INFINITY, '-INF'],
    [5e-324, 5e-324],
  ])('has %p as %p', (value, json) => {
    expect(sent(numbers.PutInputSchema, { share: value })).toEqual({ share: json });
  });

  test('has a pattern, and no format, for texts that RFC 3339 refuses', () => {
    const { properties } = (numbers.PutInputSchema as AnySchema)['~standard'].jsonSchema.input({
      target: 'draft-2020-12',
    });
    for (const name of ['on', 'day', 'at', 'took', 'price']) {
      const node = (properties as Record<string, object>)[name];
      expect(node).toEqual(
        expect.objectContaining({ type: 'string', pattern: expect.any(String) }),
      );
      expect(node).not.toHaveProperty('format');
    }
    const texts = { on: '2024-02-29T13:05:06.123456789', day: '-0044-03-15+01:00', at: '13:05:06' };
    sent(numbers.PutInputSchema, { share: 1, ...texts, took: '-P1Y2M3DT4H5M6.7S', price: '+.5' });
  });

  test('refuses what is nested too deeply as what does not fit', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(() => fromJson(numbers.PutInputSchema as AnySchema, { share: deep })).toThrow(
      expect.objectContaining({ code: 'decode' }),
    );
  });

  test('a property that the prototype of objects has is one of the value or dropped', () => {
    const json = JSON.parse('{"share":1,"__proto__":{"name":"x"},"constructor":5}');
    const value = fromJson(numbers.PutInputSchema as AnySchema, json) as object;
    expect(value).toEqual({ share: 1 });
    expect('name' in value).toBe(false);
  });
});

test('a Date is the text that XML has', () => {
  const dates = loadSchemas(
    'asmx: 1\nname: S\nnamespace: urn:s\nservices: { S: { operations: { Put: { parameters: { on: dateTime } } } } }',
    { path: 's.yaml', types: { dateTime: 'Date' } },
  );
  const on = new Date('2024-02-29T13:05:06.070Z');
  expect(sent(dates.PutInputSchema, { on })).toEqual({ on: '2024-02-29T13:05:06.07Z' });
  const far = new Date('+012024-02-29T00:00:00.000Z');
  expect(sent(dates.PutInputSchema, { on: far })).toEqual({ on: '12024-02-29T00:00:00Z' });
  expect(() => fromJson(dates.PutInputSchema as AnySchema, { on: 'Thu, 29 Feb 2024' })).toThrow();
});

const windows = `<definitions name="W" targetNamespace="urn:w" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:w">
  <types><xs:schema targetNamespace="urn:w" elementFormDefault="qualified">
    <xs:element name="Get"><xs:complexType/></xs:element>
    <xs:element name="GetResponse"><xs:complexType><xs:sequence>
      <xs:element name="GetResult" type="xs:string" minOccurs="0" nillable="true"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="In"><part name="parameters" element="t:Get"/></message>
  <message name="Out"><part name="parameters" element="t:GetResponse"/></message>
  <portType name="P"><operation name="Get"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Get"><soap:operation soapAction="urn:w/Get"/><input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output></operation></binding>
  <service name="W"><port name="P" binding="t:B"><soap:address location="http://localhost/w"/></port></service>
</definitions>`;

test('a type of which only a fixed value is sent is declared for its schema', () => {
  const declared =
    '<xs:simpleType name="Version"><xs:restriction base="xs:string"><xs:enumeration value="A"/>' +
    '</xs:restriction></xs:simpleType><xs:complexType name="Some">' +
    '<xs:attribute name="v" type="t:Version" fixed="A" use="required"/></xs:complexType>';
  const text = windows
    .replace('name="GetResult" type="xs:string"', 'name="GetResult" type="t:Some"')
    .replace('</xs:schema>', `${declared}</xs:schema>`);
  const { plan } = loadGenerated(text, { path: 'w.wsdl' });
  const names = new Set(plan.types.map(({ name }) => name));
  const missing = plan.schemas.flatMap(({ typeNames }) =>
    typeNames.filter((one) => !names.has(one)),
  );
  expect(plan.schemas.map(({ name }) => name)).toContain('VersionSchema');
  expect(missing).toEqual([]);
});

test('an object without required properties is no absent one', () => {
  const type = '<xs:complexType name="Some"><xs:attribute name="a"/></xs:complexType>';
  const text = windows
    .replace('name="GetResult" type="xs:string"', 'name="GetResult" type="t:Some"')
    .replace('</xs:schema>', `${type}</xs:schema>`);
  const { GetOutputSchema } = loadSchemas(text, { path: 'w.wsdl' });
  expect(sent(GetOutputSchema, undefined)).toEqual({ $absent: true });
  expect(sent(GetOutputSchema, {})).toEqual({});
  expect(sent(GetOutputSchema, null)).toBe(null);
});

test('a result that may be nil or absent keeps these apart', () => {
  const { GetOutputSchema } = loadSchemas(windows, { path: 'w.wsdl' });
  expect(sent(GetOutputSchema, null)).toBe(null);
  expect(sent(GetOutputSchema, undefined)).toEqual({ $absent: true });
  expect(sent(GetOutputSchema, 'x')).toBe('x');
  expect(sent(numbers.PutOutputSchema, undefined)).toBe(null);
});
