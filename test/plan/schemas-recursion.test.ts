import { describe, expect, test } from '@jest/globals';
import { sampleOf } from '../../src/runtime/schema.ts';
import { wsdl } from './support/contract.ts';
import { type AnySchema, loadSchemas } from './support/schemas.ts';

describe('samples of types that contain themselves', () => {
  const contents = `
    <xs:element name="Ask"><xs:complexType><xs:sequence>
      <xs:element name="of" type="t:Place"/><xs:element name="tree" type="t:Tree"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:complexType name="Place" abstract="true"/>
    <xs:complexType name="Address"><xs:complexContent><xs:extension base="t:Place"><xs:sequence>
      <xs:element name="of" type="t:Place"/>
    </xs:sequence></xs:extension></xs:complexContent></xs:complexType>
    <xs:complexType name="Town"><xs:complexContent><xs:extension base="t:Place"><xs:sequence>
      <xs:element name="name" type="xs:string"/>
    </xs:sequence></xs:extension></xs:complexContent></xs:complexType>
    <xs:complexType name="Tree"><xs:choice>
      <xs:element name="leaf" type="xs:string"/>
      <xs:element name="branch" type="t:Tree" maxOccurs="unbounded"/>
    </xs:choice></xs:complexType>`;
  const loaded = loadSchemas(wsdl({ schema: contents, operations: { Ask: { input: 'Ask' } } }));

  test.each([0, 1, 2, 3])('are valid with seed %i', (seed) => {
    const schema = loaded.AskInputSchema as AnySchema;
    const sample = sampleOf(schema, { seed });
    expect(schema['~standard'].validate(sample)).toEqual({ value: sample });
  });
});
