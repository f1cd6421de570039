import { describe, expect, test } from '@jest/globals';
import { writeOpenApi } from '../../../src/convert/openapi.ts';
import { modelOf } from '../contract-texts.ts';
import { wsdl } from '../support/contract.ts';

/** The part of a schema that these tests look at. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly type?: string;
  readonly items?: Schema;
  readonly xml?: { readonly name: string; readonly attribute?: true };
  readonly allOf?: readonly Schema[];
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      { readonly post: { readonly requestBody: { readonly content: Record<string, Content> } } }
    >
  >;
  readonly components?: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Content {
  readonly schema: Schema;
}

function openApiOf(text: string): Document {
  return JSON.parse(writeOpenApi(modelOf({ 'c.wsdl': text })));
}

/** Schema of the type or element of a name in a contract of the schema given. */
function component(schema: string, name: string): Schema | undefined {
  const root = '<xs:element name="Test"><xs:complexType/></xs:element>';
  const use = `<xs:element name="TestResponse"><xs:complexType><xs:sequence><xs:element name="value" type="t:${name}"/></xs:sequence></xs:complexType></xs:element>`;
  return openApiOf(wsdl({ schema: root + use + schema })).components?.schemas[name];
}

/** Schema of the body of the one request. */
function bodyOf(text: string): Schema | undefined {
  const [path] = Object.values(openApiOf(text).paths);
  return path?.post.requestBody.content['text/xml']?.schema.properties?.Body;
}

describe('properties of OpenAPI bodies', () => {
  test('have the fixed and default values of texts beside attributes', () => {
    const price = `<xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="unit" type="xs:string"/></xs:extension></xs:simpleContent>`;
    const schema = component(
      `<xs:complexType name="Price">${price}</xs:complexType><xs:complexType name="V"><xs:sequence>
        <xs:element name="named" type="t:Price" fixed="5"/><xs:element name="usual" type="t:Price" default="7"/>
        <xs:element name="own" fixed="6"><xs:complexType>${price}</xs:complexType></xs:element>
      </xs:sequence></xs:complexType>`,
      'V',
    );
    const { named, usual, own } = schema?.properties ?? {};
    expect(named).toMatchObject({
      $ref: '#/components/schemas/Price',
      properties: { $value: { const: 5 } },
    });
    expect(named).not.toHaveProperty('const');
    expect(usual?.properties).toEqual({ $value: { default: 7 } });
    expect(own?.properties?.$value).toMatchObject({ type: 'integer', const: 6 });
    expect(Object.keys(own?.properties ?? {})).toEqual(['$value', 'unit']);
  });

  test('have the names of generated code where XML names clash', () => {
    const schema = component(
      `<xs:complexType name="V"><xs:sequence>
        <xs:element name="code" type="xs:int"/><xs:element name="b" type="xs:int"/><xs:element name="code" type="xs:int"/>
      </xs:sequence><xs:attribute name="code" type="xs:string" use="required"/></xs:complexType>`,
      'V',
    );
    expect(Object.keys(schema?.properties ?? {})).toEqual([
      'code',
      'b',
      'codeAfterB',
      'codeAttribute',
    ]);
    expect(schema?.properties?.codeAttribute?.xml).toEqual({ name: 'code', attribute: true });
    expect(schema?.required).toEqual(['code', 'b', 'codeAfterB', 'codeAttribute']);
  });

  test('text is beside an attribute called value', () => {
    const schema = component(
      '<xs:complexType name="V"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="value"/></xs:extension></xs:simpleContent></xs:complexType>',
      'V',
    );
    expect(Object.keys(schema?.properties ?? {})).toEqual(['$value', 'value']);
    expect(schema?.required).toEqual(['$value']);
  });

  test('that branches of a choice share are one, and always there where every branch has it', () => {
    const element = (name: string): string => `<xs:element name="${name}" type="xs:int"/>`;
    const branch = (one: string): string =>
      `<xs:sequence>${element(one)}${element('b')}</xs:sequence>`;
    const schema = component(
      `<xs:complexType name="V"><xs:choice>${branch('a')}${branch('c')}</xs:choice></xs:complexType>`,
      'V',
    );
    expect(Object.keys(schema?.properties ?? {})).toEqual(['a', 'b', 'c']);
    expect(schema?.required).toEqual(['b']);
  });

  test('of a repeated group are lists, once', () => {
    const schema = component(
      `<xs:complexType name="V"><xs:sequence><xs:element name="a" type="xs:int"/><xs:choice maxOccurs="unbounded">
        <xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" maxOccurs="5"/>
      </xs:choice></xs:sequence></xs:complexType>`,
      'V',
    );
    expect(Object.keys(schema?.properties ?? {})).toEqual(['a', 'a.2', 'b']);
    expect(schema?.properties?.b).toMatchObject({ type: 'array', items: { type: 'integer' } });
    expect(schema?.required).toEqual(['a']);
  });
});

describe('bodies', () => {
  const plain = wsdl({
    schema:
      '<xs:element name="Test" type="xs:int"/><xs:element name="Other" type="xs:int"/><xs:element name="TestResponse"><xs:complexType/></xs:element>',
  });

  test('of a part by simple type hold an element called like the part', () => {
    const body = bodyOf(plain.replace('element="t:Test"', 'type="xs:int"'));
    expect(body).toMatchObject({
      properties: { parameters: { type: 'integer', xml: { name: 'parameters' } } },
      required: ['parameters'],
    });
  });

  test('of rpc messages hold their parts, all of them required', () => {
    const rpc = plain
      .replace('<s:binding transport', '<s:binding style="rpc" transport')
      .replaceAll('<s:body use="literal"/>', '<s:body use="literal" namespace="urn:test"/>')
      .replace('element="t:Test"/>', 'type="xs:int"/><part name="more" type="xs:string"/>')
      .replace('<part name="parameters" element="t:TestResponse"/>', '');
    expect(bodyOf(rpc)).toMatchObject({
      properties: {
        Test: {
          xml: { name: 'Test', namespace: 'urn:test' },
          properties: { parameters: { type: 'integer' }, more: { type: 'string' } },
          required: ['parameters', 'more'],
        },
      },
      required: ['Test'],
    });
  });

  test('of several document parts hold their elements', () => {
    const several = plain.replace(
      'element="t:Test"/>',
      'element="t:Test"/><part name="more" element="t:Other"/>',
    );
    expect(bodyOf(several)).toMatchObject({ required: ['Test', 'Other'] });
    expect(Object.keys(bodyOf(several)?.properties ?? {})).toEqual(['Test', 'Other']);
  });
});
