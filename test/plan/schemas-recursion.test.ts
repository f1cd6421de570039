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

describe('samples have a limit', () => {
  const doubling = (occurs: string): string =>
    Array.from({ length: 24 }, (_, at) => {
      const type = at === 23 ? 'xs:string' : `t:T${at + 1}`;
      return `<xs:complexType name="T${at}"><xs:sequence><xs:element name="a" type="${type}" ${occurs}/><xs:element name="b" type="${type}" ${occurs}/></xs:sequence></xs:complexType>`;
    }).join('');
  const schemaOf = (content: string, types = ''): AnySchema => {
    const element = `<xs:element name="Ask"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
    const text = wsdl({ schema: element + types, operations: { Ask: { input: 'Ask' } } });
    return loadSchemas(text).AskInputSchema as AnySchema;
  };
  const graph = '<xs:element name="t" type="t:T0"/>';
  const isValid = (schema: AnySchema): void => {
    const sample = sampleOf(schema);
    expect(schema['~standard'].validate(sample)).toEqual({ value: sample });
  };

  test('of a few hundred values, whatever types may have one another', () => {
    const schema = schemaOf(graph, doubling('minOccurs="0" maxOccurs="unbounded"'));
    isValid(schema);
    expect(JSON.stringify(sampleOf(schema)).match(/"\w+":/g)?.length).toBeLessThan(301);
  });

  test('beyond which there is none', () => {
    expect(() => sampleOf(schemaOf(graph, doubling('')))).toThrow('it requires over 1000 values');
  });

  test('without what is optional and has none', () => {
    const content = `<xs:element name="t" type="t:T0" minOccurs="0"/><xs:element name="z" type="xs:int"/>`;
    expect(sampleOf(schemaOf(content, doubling('')))).toEqual({ z: expect.any(Number) });
  });

  test('of as many items as there must be, if they are not many', () => {
    isValid(schemaOf('<xs:element name="m" type="xs:int" minOccurs="12" maxOccurs="12"/>'));
    const huge = schemaOf(
      '<xs:element name="m" type="xs:int" minOccurs="12678967543" maxOccurs="unbounded"/>',
    );
    expect(() => sampleOf(huge)).not.toThrow();
  });
});
