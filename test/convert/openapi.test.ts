import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { writeOpenApi } from '../../src/convert/openapi.ts';
import { createComponentNames, simpleSchema } from '../../src/convert/schema-objects.ts';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { linkContract } from '../../src/model/link.ts';
import type { ServiceModel } from '../../src/model/services.ts';
import type { SimpleType } from '../../src/model/xsd/schema.ts';
import { readContract } from '../../src/read/contract.ts';
import { modelOf } from '../plan/contract-texts.ts';
import { valueWsdl, wsdl } from '../plan/support/contract.ts';
import { dialects, openApiDocument } from '../plan/support/json-validators.ts';
import { expectWholeDocument } from '../plan/support/references.ts';
import { loadSchemas } from '../plan/support/schemas.ts';

describe('bodies', () => {
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
});

describe('component keys', () => {
  const root = join(import.meta.dirname, '../..');

  /** Contracts of goldens and fixtures that have no error. */
  const models = ['specs', 'test/golden', 'test/fixtures', 'test/docs/fixtures'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(wsdl|yaml)$/.test(name) && !name.includes('expected'))
      .flatMap((name): readonly (readonly [string, ServiceModel])[] => {
        const model = modelAt(join(root, folder, name));
        return model === undefined ? [] : [[`${folder}/${name}`, model]];
      }),
  );

  function modelAt(path: string): ServiceModel | undefined {
    const bag = createDiagnosticBag();
    const readFile = (asked: string): Uint8Array | undefined =>
      existsSync(asked) ? readFileSync(asked) : undefined;
    const contract = readContract(path, { readFile }, bag);
    const model = contract && linkContract(contract, bag);
    return bag.failed ? undefined : model;
  }

  test('components of OpenAPI have valid keys, and references find them', () => {
    expect(models.length).toBeGreaterThan(120);
    for (const [, model] of models) {
      const document = JSON.parse(writeOpenApi(model));
      expectWholeDocument(document, Object.keys(document.components?.schemas ?? {}));
    }
  });

  describe('schemas of types whose names OpenAPI does not allow', () => {
    const type = (name: string, fields: string): string =>
      `<xs:complexType name="${name}"><xs:sequence>${fields}</xs:sequence></xs:complexType>`;
    const field = (name: string): string =>
      `<xs:element name="f" type="t:${name}" minOccurs="0" maxOccurs="2"/>`;
    const names = ['Größe', 'Grösse', 'Gro_e', '学生', '先生', 'Note', 'NoteSchema', 'Crème'];
    const schemas = loadSchemas(
      valueWsdl(
        [
          ...names.map((name, index) =>
            type(name, `${field(name)}<xs:element name="g${index}" type="xs:int"/>`),
          ),
          type(
            'Value',
            names.map((name) => `<xs:element name="of${name}" type="t:${name}"/>`).join(''),
          ),
        ].join(''),
      ),
    );
    const all = Object.values(schemas);

    test('are called by what is left of the name', () => {
      const keys = Object.entries(schemas).map(([name, schema]) => [name, schema.name] as const);
      expect(Object.fromEntries(keys)).toMatchObject({
        GrößeSchema: 'Gro_e',
        GrösseSchema: 'Grosse',
        Gro_eSchema: 'Gro_e_',
        学生Schema: '__',
        先生Schema: '___',
        Note$Schema: 'Note',
        NoteSchemaSchema: 'NoteSchema',
        CrèmeSchema: 'Creme',
      });
    });

    test('have names of their own, and references that find them', async () => {
      expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
      const document = JSON.parse(JSON.stringify(openApiDocument(all)));
      expectWholeDocument(document, Object.keys(document.components.schemas));
      const { valid, errors } = await new Validator().validate(document);
      expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
      for (const target of dialects.slice(0, 2)) {
        for (const { '~standard': standard } of all) {
          const one = standard.jsonSchema.input({ target });
          expectWholeDocument(one, Object.keys(one.$defs ?? one.definitions ?? {}));
        }
      }
    });
  });
});

describe('component names', () => {
  test('names that clash say which namespace they are of, so that a further one changes none of them', () => {
    const student = (namespace: string) => ({ namespace, localName: 'Student' });
    const [own, common, other] = [{}, {}, {}];
    const few = createComponentNames();
    expect(few(own, student('urn:school'))).toBe('Student');
    expect(few(common, student('http://example.org/common/v1'))).toBe('Student.Common');
    expect(few(own, student('urn:school'))).toBe('Student');
    const many = createComponentNames();
    many(own, student('urn:school'));
    expect(many(other, student('urn:other'))).toBe('Student.Other');
    expect(many(common, student('http://example.org/common/v1'))).toBe('Student.Common');
  });

  test('of two in one namespace the later gets letters made from its name', () => {
    const nameOf = createComponentNames();
    const name = { namespace: 'urn:school', localName: 'Größe' };
    expect([{}, {}, {}].map((key) => nameOf(key, name))).toEqual([
      'Gro_e',
      'Gro_e.School',
      expect.stringMatching(/^Gro_e\.School[A-Z][a-z]{4}$/),
    ]);
  });
});

describe('document', () => {
  const root = '<xs:element name="Test"><xs:complexType/></xs:element>';
  const answer = (fields: string): string =>
    `<xs:element name="TestResponse"><xs:complexType><xs:sequence>${fields}</xs:sequence></xs:complexType></xs:element>`;

  describe.each(['3.1', '3.0'] as const)('OpenAPI %s of bodies', (version) => {
    const documentOf = async (text: string): Promise<string> => {
      const written = writeOpenApi(modelOf({ 'c.wsdl': text }), version);
      const { valid, errors } = await new Validator().validate(JSON.parse(written));
      expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
      return written;
    };

    test('has one id for each of the addresses of a service', async () => {
      const text = wsdl({ schema: root + answer('') });
      const other = /<portType[\s\S]*<\/binding>/
        .exec(text)?.[0]
        .replaceAll(/Test(Port|Binding)/g, 'Other$1');
      const port =
        '<port name="OtherPort" binding="t:OtherBinding"><s:address location="http://localhost/other"/></port>';
      const two = text
        .replace('<service', () => `${other}<service`)
        .replace('</service>', `${port}</service>`);
      const { paths } = JSON.parse(await documentOf(two));
      const ids = Object.values<{ post: { operationId: string } }>(paths).map(
        ({ post }) => post.operationId,
      );
      expect(ids).toHaveLength(2);
      expect(new Set(ids).size).toBe(2);
    });

    test('leaves out namespaces that are no absolute URI', async () => {
      const text = wsdl({ schema: root + answer('<xs:element name="v" type="xs:int"/>') });
      for (const namespace of ['CompanyName', 'test company', 'urn:a b']) {
        const own = await documentOf(text.replaceAll('urn:test', namespace));
        expect(own).toContain('"name": "Test"');
        expect(own).not.toContain(`"namespace": "${namespace}"`);
      }
      expect(await documentOf(text)).toContain('"namespace": "urn:test"');
    });
  });
});

describe('simple schema', () => {
  const name = (facets: SimpleType['facets']): SimpleType => ({
    kind: 'simple',
    context: [],
    variety: 'atomic',
    builtin: 'QName',
    facets,
  });

  test('a QName has its namespace in it, so that patterns and lengths of its text say nothing', () => {
    const schema = simpleSchema(name({ patterns: [['p:.*']], maxLength: 3 }));
    expect(Object.keys(schema)).toEqual(['type', 'pattern']);
    const pattern = new RegExp(String(schema.pattern));
    expect(['{urn:a}b', 'b'].every((text) => pattern.test(text))).toBe(true);
    expect(['p:b', '{urn:a}', 'a b'].some((text) => pattern.test(text))).toBe(false);
    expect(simpleSchema(name({ enumeration: [{ value: '{urn:a}b' }] }))).toEqual({
      type: 'string',
      enum: ['{urn:a}b'],
    });
  });
});
