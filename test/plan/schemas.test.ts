import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  fromJson as fromJsonFromJson,
  toJson as toJsonFromJson,
} from '../../src/runtime/schema/json.ts';
import { createSchema } from '../../src/runtime/schema/nodes.ts';
import { fromJson, sampleOf, toJson } from '../../src/runtime/schema.ts';
import { compileFiles, generateText } from './support/compiled.ts';
import { planText, valueWsdl, wsdl } from './support/contract.ts';
import {
  type Dialect,
  dialects,
  jsonValidator,
  openApiDocument,
} from './support/json-validators.ts';
import { renderText } from './support/render.ts';
import { type AnySchema, loadGenerated, loadSchemas } from './support/schemas.ts';

describe('schemas', () => {
  const notes = `
asmx: 1
name: Notes
namespace: urn:notes
services:
  Notes:
    operations:
      AddNote: { parameters: { note: Note }, returns: int }
      GetNotes: { parameters: { since: 'dateTime?' }, returns: 'Note[]' }
      Clear: {}
types:
  Note:
    fields:
      id: long
      kind: NoteKind
      text: Text
      due: 'date | null'
      tags: 'Tag*'
      picture: 'base64Binary?'
      weight: 'double?'
      replies: 'Note[]?'
  NoteKind: { values: [praise, blame] }
  Text: { restricts: string, minLength: 1, maxLength: 5 }
  Tag: { restricts: string, pattern: '[a-z]+' }
`;

  const schemas = loadSchemas(notes, { path: 'notes.yaml', types: { dateTime: 'Date' } });

  function schemaOf(name: string): AnySchema {
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`no schema ${name}`);
    return schema;
  }

  const note = { id: 1n, kind: 'praise', text: 'Good', due: '2024-01-15', tags: ['a', 'b'] };

  /** Paths and messages of what is wrong. */
  function issues(schema: AnySchema, value: unknown): readonly string[] {
    const result = schema['~standard'].validate(value);
    return (result.issues ?? []).map(({ path, message }) => `${path.join('/')}: ${message}`);
  }

  describe('validate', () => {
    test('gives a valid value as it is', () => {
      const schema = schemaOf('NoteSchema');
      const { version, vendor, validate } = schema['~standard'];
      expect({ version, vendor }).toEqual({ version: 1, vendor: 'asmx-gen' });
      expect(validate(note)).toEqual({ value: note });
    });

    test('finds every fault, each with its path', () => {
      const wrong = {
        id: 1,
        kind: 'fine',
        text: '',
        due: '2024-02-30',
        tags: ['a', 'B', 'c', 'D'],
        picture: 'AQID',
      };
      expect(issues(schemaOf('NoteSchema'), wrong)).toEqual([
        'id: Expected a long (-9223372036854775808 to 9223372036854775807) as a bigint, got the number 1.',
        "kind: Expected one of 'praise', 'blame', got the string \"fine\".",
        'text: The value must have at least 1 characters.',
        'due: Expected a date such as 2024-02-29, got the string "2024-02-30".',
        'tags/1: The value does not match the pattern [a-z]+.',
        'tags/3: The value does not match the pattern [a-z]+.',
        'picture: Expected a Uint8Array, got the string "AQID".',
      ]);
    });

    test('says where in objects and lists a value is', () => {
      const reply = { ...note, text: 'far too long' };
      expect(
        issues(schemaOf('AddNoteInputSchema'), { note: { ...note, replies: [null, reply] } }),
      ).toEqual(['note/replies/1/text: The value must have at most 5 characters.']);
      expect(issues(schemaOf('GetNotesOutputSchema'), [note, reply])).toEqual([
        '1/text: The value must have at most 5 characters.',
      ]);
    });

    test('takes nothing but what the type has', () => {
      expect(issues(schemaOf('NoteSchema'), null)).toEqual([': Expected an object, got null.']);
      expect(issues(schemaOf('NoteSchema'), 'x')).toHaveLength(1);
      expect(issues(schemaOf('NoteKindSchema'), 'praise')).toEqual([]);
      expect(issues(schemaOf('NoteKindSchema'), 'blame!')).toHaveLength(1);
      expect(issues(schemaOf('AddNoteOutputSchema'), 2 ** 31)).toHaveLength(1);
      expect(issues(schemaOf('ClearInputSchema'), {})).toEqual([]);
      expect(issues(schemaOf('ClearOutputSchema'), undefined)).toEqual([]);
      expect(issues(schemaOf('ClearOutputSchema'), 1)).toEqual([
        ': Expected nothing, got the number 1.',
      ]);
    });

    test('looks at each value once, however many are wrong', () => {
      let reads = 0;
      const reply = {
        ...note,
        get text() {
          reads += 1;
          return 'too long';
        },
      };
      const own = Object.getOwnPropertyDescriptors(reply);
      const replies = Array.from({ length: 15 }, () => Object.defineProperties({}, own));
      expect(issues(schemaOf('NoteSchema'), { ...note, replies })).toHaveLength(15);
      // once for its depth, and once for its type
      expect(reads).toBe(2 * 15);
    });

    test('stops after twenty issues', () => {
      const value = { ...note, tags: Array.from({ length: 50 }, () => 'X') };
      expect(issues(schemaOf('NoteSchema'), value)).toHaveLength(20);
    });
  });

  describe('JSON', () => {
    const value = {
      ...note,
      picture: new Uint8Array([1, 2, 3]),
      weight: Number.NEGATIVE_INFINITY,
      replies: [null, { ...note, id: -9223372036854775808n }],
    };

    test('has bytes in base64, bigints as text, and back', () => {
      const schema = schemaOf('NoteSchema');
      const json = toJson(schema, value);
      expect(json).toEqual({
        ...note,
        id: '1',
        picture: 'AQID',
        weight: '-INF',
        replies: [null, { ...note, id: '-9223372036854775808' }],
      });
      expect(fromJson(schema, JSON.parse(JSON.stringify(json)))).toEqual(value);
    });

    test('may have a bigint as a number that has lost no digit', () => {
      const schema = schemaOf('NoteSchema');
      expect(fromJson(schema, { ...note, id: 2 ** 53 - 1 })).toMatchObject({
        id: 9007199254740991n,
      });
      const long = 'a long (-9223372036854775808 to 9223372036854775807) as a string';
      const loss = 'JSON numbers beyond 9007199254740991 lose digits: send it as a string.';
      const refusal = (id: number) => {
        try {
          return fromJson(schema, { ...note, id });
        } catch (error) {
          return (error as Error).message;
        }
      };
      expect(refusal(2 ** 53)).toBe(
        `Note.id: Expected ${long}, got the number 9007199254740992. ${loss}`,
      );
      expect(refusal(-1e300)).toBe(`Note.id: Expected ${long}, got the number -1e+300. ${loss}`);
      expect(refusal(1.5)).toBe(`Note.id: Expected ${long}, got the number 1.5.`);
    });

    test('a number is a bigint only where no other type takes it', () => {
      const { ValueSchema } = loadSchemas(
        valueWsdl(`<xs:simpleType name="Either"><xs:union memberTypes="xs:long xs:int"/></xs:simpleType>
<xs:simpleType name="Or"><xs:union memberTypes="xs:long xs:boolean"/></xs:simpleType>
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="either" type="t:Either"/><xs:element name="or" type="t:Or"/>
</xs:sequence></xs:complexType>`),
      );
      const schema = ValueSchema as AnySchema;
      expect(fromJson(schema, { either: 5, or: 5 })).toEqual({ either: 5, or: 5n });
      expect(fromJson(schema, { either: '5', or: true })).toEqual({ either: 5n, or: true });
    });

    test('has dates in ISO 8601, and back', () => {
      const schema = schemaOf('GetNotesInputSchema');
      const since = new Date(1_700_000_000_123);
      const json = toJson(schema, { since });
      expect(json).toEqual({ since: '2023-11-14T22:13:20.123Z' });
      expect(fromJson(schema, json)).toEqual({ since });
    });

    test('of no result is null', () => {
      const schema = schemaOf('ClearOutputSchema');
      expect(toJson(schema, undefined)).toBeNull();
      expect(fromJson(schema, null)).toBeUndefined();
    });

    test('that does not fit is refused with all its places', () => {
      const json = { ...note, id: 'one', text: '', __proto__: { evil: true } };
      expect(() => fromJson(schemaOf('NoteSchema'), json)).toThrow(
        expect.objectContaining({
          code: 'decode',
          path: 'id',
          message:
            'Note.id: Expected a long (-9223372036854775808 to 9223372036854775807) as a string, got the string "one".\n' +
            'Note.text: The value must have at least 1 characters.',
        }),
      );
    });

    test('loses properties that the schema does not have', () => {
      const json = JSON.parse('{"since":"2024-01-15T00:00:00Z","__proto__":{"evil":1},"more":2}');
      expect(fromJson(schemaOf('GetNotesInputSchema'), json)).toEqual({
        since: new Date('2024-01-15T00:00:00Z'),
      });
    });
  });

  describe('JSON Schema', () => {
    const valid = { ...note, id: '1', picture: 'AQID' };
    const invalid = [
      { ...valid, id: 1.5 },
      { ...valid, kind: 'fine' },
      { ...valid, text: '' },
      { ...valid, text: 'far too long' },
      { ...valid, tags: ['B'] },
      { ...valid, tags: 'a' },
      { ...valid, due: undefined },
      { ...valid, replies: [{}] },
      null,
    ].map((one) => JSON.parse(JSON.stringify(one)));

    test.each([
      ['draft-2020-12', Ajv2020],
      ['draft-07', Ajv],
    ] as const)('%s takes valid values alone', (target, Validator) => {
      const { input, output } = schemaOf('AddNoteInputSchema')['~standard'].jsonSchema;
      const compile = (given: object) => new Validator({ validateFormats: false }).compile(given);
      const number = { note: { ...valid, id: 1 } };
      // integers are read as numbers, too, but never written so
      expect(compile(input({ target }))(number)).toBe(true);
      expect(compile(output({ target }))(number)).toBe(false);
      const isValid = new Validator({ validateFormats: false }).compile(input({ target }));
      expect(isValid({ note: valid })).toBe(true);
      expect(isValid({ note: { ...valid, replies: [valid, null] } })).toBe(true);
      expect(invalid.filter((one) => isValid({ note: one }))).toEqual([]);
    });

    test('is complete by itself', () => {
      const schema = schemaOf('NoteSchema')['~standard'].jsonSchema.input({
        target: 'draft-2020-12',
      });
      expect(schema).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        properties: {
          id: { anyOf: [{ type: 'string', pattern: '^-?[0-9]+$' }, { type: 'integer' }] },
          kind: { $ref: '#/$defs/NoteKind' },
          replies: { type: 'array', items: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
        },
        $defs: { NoteKind: { type: 'string', enum: ['praise', 'blame'] } },
      });
      expect(JSON.stringify(schema)).not.toContain('javascript');
    });
  });

  describe('samples', () => {
    test('are the same for a seed, and differ between seeds', () => {
      const schema = schemaOf('NoteSchema');
      expect(sampleOf(schema, { seed: 3 })).toEqual(sampleOf(schema, { seed: 3 }));
      expect(sampleOf(schema, { seed: 1 })).not.toEqual(sampleOf(schema));
    });

    test('are valid', () => {
      const all = Object.values(schemas).flatMap((schema) =>
        [0, 1, 2, 7].map((seed) => issues(schema, sampleOf(schema, { seed }))),
      );
      expect(all.flat()).toEqual([]);
    });
  });

  describe('names', () => {
    const clashes = `
asmx: 1
name: Clashes
namespace: urn:clashes
services:
  Clashes:
    operations:
      Note: { parameters: { one: Note, two: NoteSchema, three: TypeSchema }, returns: Text }
      NoteInputSchema: {}
types:
  Note: { fields: { id: int } }
  NoteSchema: { fields: { id: int } }
  TypeSchema: { fields: { id: int } }
  Text: { fields: { id: int } }
`;

    test('that the contract has get a $', () => {
      const { plan } = planText(clashes, { targets: ['schemas'] }, 'clashes.yaml');
      const names = plan?.schemas.map(({ name }) => name) ?? [];
      expect([...names].sort()).toEqual([
        'Note$Schema',
        'NoteInputSchemaInputSchema',
        'NoteInputSchemaOutputSchema',
        'NoteOperationInputSchema',
        'NoteOperationOutputSchema',
        'NoteSchemaSchema',
        'TextSchema',
        'TypeSchemaTypeSchema',
      ]);
    });

    test('do not keep schemas from working', () => {
      const all = Object.values(loadSchemas(clashes, { path: 'clashes.yaml' }));
      expect(all.flatMap((schema) => issues(schema, sampleOf(schema)))).toEqual([]);
    });
  });

  test('without the target nothing is planned', () => {
    const { plan } = planText(notes, {}, 'notes.yaml');
    expect(plan?.schemas).toEqual([]);
    expect(plan?.descriptions.filter(({ name }) => name.startsWith('check'))).toEqual([]);
  });

  test('a schema mentions only types of its own, so that no part of a large file imports others', () => {
    const { plan } = planText(notes, { targets: ['schemas'] }, 'notes.yaml');
    const found = plan?.schemas.filter(({ name }) => name.startsWith('GetNotes'));
    expect(found?.map(({ name, typeNames }) => [name, typeNames])).toEqual([
      ['GetNotesInputSchema', ['GetNotesInput']],
      ['GetNotesOutputSchema', ['Note']],
    ]);
  });

  test('JSON Schema tells the media type of bytes', () => {
    const binary = (name: string, types: string): string =>
      `<xs:element name="${name}" type="xs:base64Binary" xmlns:m="http://www.w3.org/2005/05/xmlmime" m:expectedContentTypes="${types}"/>`;
    const value = `<xs:complexType name="Value"><xs:sequence>${binary('photo', ' image/jpeg ')}${binary('any', 'image/png, image/gif')}</xs:sequence></xs:complexType>`;
    const { ValueSchema } = loadSchemas(valueWsdl(value));
    const options = { target: 'draft-2020-12' };
    const { properties } = ValueSchema?.['~standard'].jsonSchema.input(options) ?? {};
    expect(properties).toMatchObject({
      photo: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/jpeg' },
    });
    expect(Object.keys((properties as { any: object }).any)).not.toContain('contentMediaType');
  });
});

describe('schemas attachments', () => {
  const contract = `<definitions name="Files" targetNamespace="urn:files" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:files">
  <message name="File"><part name="file" type="xs:base64Binary"/></message>
  <portType name="Port"><operation name="Copy"><input message="t:File"/><output message="t:File"/></operation></portType>
  <binding name="Binding" type="t:Port">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Copy"><soap:operation soapAction=""/>
      <input><mime:multipartRelated>
        <mime:part><soap:body parts="" use="literal"/></mime:part>
        <mime:part><mime:content part="file" type="image/png"/></mime:part>
      </mime:multipartRelated></input>
      <output><mime:multipartRelated>
        <mime:part><soap:body parts="" use="literal"/></mime:part>
        <mime:part><mime:content part="file" type="image/png"/></mime:part>
      </mime:multipartRelated></output></operation>
  </binding>
  <service name="Files"><port name="Port" binding="t:Binding"><soap:address location="http://localhost/files"/></port></service>
</definitions>`;

  test('schemas of messages that are all attachments check the attachments alone', () => {
    const { plan } = planText(contract, { targets: ['schemas'] });
    const code = plan === undefined ? '' : renderText('schemas', plan);
    // The writers of empty Bodies take no value.
    expect(code).not.toMatch(/write(Request|Response)|\(value\) =>/);
    const { CopyInputSchema: input, CopyOutputSchema: output } = loadSchemas(contract);
    const file = new Uint8Array([1]);
    for (const schema of [input, output] as AnySchema[]) {
      const { validate } = schema['~standard'];
      expect(validate({ file })).toEqual({ value: { file } });
      expect(validate({})).toMatchObject({ issues: [{ path: ['file'] }] });
    }
  });

  test('the request whose input is all attachments has the type of the input', () => {
    const { plan } = planText(contract, { targets: ['client', 'server'] });
    const code = plan === undefined ? '' : renderText('descriptions', plan);
    expect(code).toContain('copyRequestMessage: MessageType<CopyInput>');
    expect(code).not.toContain('NoInput');
  });
});

describe('schemas endless', () => {
  const schema = loadSchemas(
    valueWsdl(`<xs:complexType name="Value"><xs:sequence>
    <xs:element name="next" type="t:Value" minOccurs="0"/>
    <xs:element name="all" type="t:Value" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>`),
  ).ValueSchema as AnySchema;

  interface Value {
    next?: Value;
    all?: readonly Value[];
  }

  function deep(depth: number): Value {
    let value: Value = { all: [] };
    for (let at = 0; at < depth; at += 1) value = { next: value, all: [] };
    return value;
  }

  const validate = (value: unknown): unknown => schema['~standard'].validate(value);

  test('a value that contains itself has one issue, and no JSON', () => {
    const value: Value = {};
    value.all = [{}, { next: value }];
    const issue = { message: 'The value contains itself.', path: ['all', 1, 'next'] };
    expect(validate(value)).toEqual({ issues: [issue] });
    const error = { code: 'encode', path: 'all.1.next' };
    expect(() => toJsonFromJson(schema, value)).toThrow(expect.objectContaining(error));
    expect(() => fromJsonFromJson(schema, value)).toThrow(
      expect.objectContaining({ ...error, code: 'decode' }),
    );
  });

  test('nor has one that is nested too deeply', () => {
    for (const depth of [200, 1_000, 100_000]) {
      const value = deep(depth);
      const message = 'Values are nested deeper than 200.';
      expect(validate(value)).toEqual({ issues: [{ message, path: Array(20).fill('next') }] });
      expect(() => toJsonFromJson(schema, value)).toThrow(message);
      expect(() => fromJsonFromJson(schema, value)).toThrow(message);
    }
    expect(validate(deep(190))).toHaveProperty('value');
  });

  test('a value at many places is looked at once', () => {
    let shared: Value = { all: [] };
    for (let at = 0; at < 300; at += 1) shared = { next: shared, all: [shared] };
    expect(validate(shared)).toHaveProperty('issues');
  });
});

describe('schemas fixed', () => {
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
});

describe('schemas json', () => {
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
      const texts = {
        on: '2024-02-29T13:05:06.123456789',
        day: '-0044-03-15+01:00',
        at: '13:05:06',
      };
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
});

describe('schemas open api', () => {
  const schemas = loadSchemas(
    valueWsdl(`<xs:simpleType name="Unit"><xs:restriction base="xs:string"><xs:enumeration value="cm"/><xs:enumeration value="in"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Share"><xs:restriction base="xs:int"><xs:minExclusive value="0"/><xs:maxInclusive value="100"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Level"><xs:restriction base="xs:double"><xs:minInclusive value="-1"/><xs:maxExclusive value="1"/></xs:restriction></xs:simpleType>
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="revision" type="xs:int" fixed="3"/>
  <xs:element name="share" type="t:Share"/><xs:element name="level" type="t:Level"/>
  <xs:element name="unit" type="t:Unit" nillable="true"/>
  <xs:element name="note" type="xs:string" nillable="true"/>
  <xs:element name="data" type="xs:base64Binary" minOccurs="0"/>
  <xs:element name="inner" type="t:Value" minOccurs="0" maxOccurs="2"/>
  <xs:element name="twin" type="t:Value" nillable="true" minOccurs="0"/>
  <xs:choice><xs:element name="left" type="xs:string"/><xs:sequence><xs:element name="right" type="xs:int"/><xs:element name="more" type="xs:int"/></xs:sequence></xs:choice>
</xs:sequence></xs:complexType>`),
  );
  const all = Object.values(schemas);
  const schema = schemas.ValueSchema as AnySchema;
  const target = 'openapi-3.0';

  describe('a Schema Object of OpenAPI 3.0', () => {
    test('has the words of that dialect', () => {
      const { input, output } = schema['~standard'].jsonSchema;
      expect(output({ target })).toEqual(input({ target }));
      expect(input({ target })).toEqual({
        type: 'object',
        required: ['share', 'level', 'unit', 'note'],
        properties: {
          revision: { type: 'integer', minimum: -2147483648, maximum: 2147483647, enum: [3] },
          share: expect.objectContaining({ minimum: 0, exclusiveMinimum: true, maximum: 100 }),
          level: {
            anyOf: [
              { type: 'number', minimum: -1, maximum: 1, exclusiveMaximum: true },
              { enum: ['INF', '-INF', 'NaN', '-0'] },
            ],
            example: -1,
          },
          unit: { type: 'string', nullable: true, enum: ['cm', 'in', null] },
          note: { type: 'string', nullable: true },
          data: {
            type: 'string',
            format: 'byte',
            pattern: '^[A-Za-z0-9+/]*={0,2}$',
            example: 'AQID',
          },
          inner: { type: 'array', maxItems: 2, items: { $ref: '#/components/schemas/Value' } },
          twin: {
            anyOf: [
              { $ref: '#/components/schemas/Value' },
              { type: 'string', nullable: true, enum: [null] },
            ],
          },
          left: { type: 'string' },
          right: expect.objectContaining({ type: 'integer' }),
          more: expect.objectContaining({ type: 'integer' }),
        },
        anyOf: [
          { required: ['left'], properties: { right: { not: {} }, more: { not: {} } } },
          { required: ['right', 'more'], properties: { left: { not: {} } } },
        ],
      });
    });

    test('is a component of a valid document', async () => {
      const document = JSON.parse(JSON.stringify(openApiDocument(all)));
      const { valid, errors } = await new Validator().validate(document);
      expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    });

    test('holds a type that several others have once in memory', () => {
      const chain: AnySchema[] = [];
      for (let depth = 0; depth < 60; depth += 1) {
        const inner = chain[depth - 1];
        const properties = inner === undefined ? {} : { left: inner, right: inner };
        chain.push(
          createSchema(
            `T${depth}`,
            () => '',
            () => ({ type: 'object', properties }),
          ),
        );
      }
      const { properties } = (chain[59] as AnySchema)['~standard'].jsonSchema.input({ target });
      const { left, right } = properties as { left: object; right: object };
      expect(left).toBe(right);
    });
  });

  const valid = { share: 1, level: 0.5, unit: 'cm', note: 'n', left: 'l' };

  describe.each(dialects)('%s says what validate says', (dialect: Dialect) => {
    const isValid = jsonValidator(schema, dialect, all);

    test.each([
      [{}, true],
      [{ revision: 3 }, true],
      [{ revision: 4 }, false],
      [{ share: 0 }, false],
      [{ share: 100 }, true],
      [{ share: 101 }, false],
      [{ level: -1 }, true],
      [{ level: -1.01 }, false],
      [{ level: 1 }, false],
      [{ unit: null, note: null }, true],
      [{ unit: 'mm' }, false],
      [{ twin: null }, true],
      [{ twin: valid, inner: [valid] }, true],
      [{ twin: { ...valid, share: 0 } }, false],
      [{ inner: [valid, valid, valid] }, false],
      [{ inner: valid }, false],
      [{ left: undefined, right: 1, more: 2 }, true],
      [{ left: undefined, right: 1 }, false],
      [{ right: 1, more: 2 }, false],
      [{ left: undefined }, false],
    ])('%j', (change, expected) => {
      const json = JSON.parse(JSON.stringify({ ...valid, ...change }));
      const { issues } = schema['~standard'].validate(json);
      expect([isValid(toJson(schema, json)), issues === undefined]).toEqual([expected, expected]);
    });
  });

  test('a dialect that no one knows is refused', () => {
    const { input, output } = schema['~standard'].jsonSchema;
    for (const unknown of ['openapi-3.1', 'draft-04', '']) {
      const message = `JSON Schemas are available for draft-2020-12, draft-07 and openapi-3.0, not for '${unknown}'.`;
      expect(() => input({ target: unknown })).toThrow(message);
      expect(() => output({ target: unknown })).toThrow(message);
    }
  });
});

describe('schemas own types', () => {
  interface Money {
    readonly cents: number;
  }

  const money = {
    parseMoney: (text: string): Money => ({ cents: Math.round(Number(text) * 100) }),
    formatMoney: ({ cents }: Money): string => (cents / 100).toFixed(2),
  };
  const source = `export interface Money { readonly cents: number }
export const parseMoney = (text: string): Money => ({ cents: Math.round(Number(text) * 100) });
export const formatMoney = ({ cents }: Money): string => (cents / 100).toFixed(2);
`;

  const contract = `
asmx: 1
name: Shop
namespace: urn:shop
services:
  Shop:
    operations:
      Pay: { parameters: { price: Price, fees: 'decimal*', tip: 'decimal?' }, returns: decimal }
types:
  Price: { restricts: decimal, maxInclusive: 50 }
`;
  const own = { import: '../money.js', type: 'Money', parse: 'parseMoney', format: 'formatMoney' };
  const types = { own: { decimal: own } };
  const schemas = loadSchemas(contract, { path: 'shop.yaml', types, modules: { money } });
  const input = schemas.PayInputSchema as AnySchema;
  const value = { price: { cents: 1250 }, fees: [{ cents: 1 }] };
  const json = { price: '12.50', fees: ['0.01'] };

  test("types of the user's own are texts in JSON", () => {
    expect(toJson(input, value)).toEqual(json);
    expect(fromJson(input, json)).toEqual(value);
    expect(
      schemas.PriceSchema?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
    ).toEqual(expect.objectContaining({ type: 'string' }));
  });

  test('facets hold, and errors say the path', () => {
    const { issues } = input['~standard'].validate({ ...value, price: { cents: 5100 } });
    expect(issues).toEqual([
      { path: ['price'], message: expect.stringContaining('must be at most 50') },
    ]);
  });

  test('what cannot be read says why, also where `format` would take it', () => {
    const words = {
      parseMoney: (text: string): string => {
        if (text.startsWith('-')) throw new RangeError('no debts');
        return `${text} EUR`;
      },
      formatMoney: (amount: string): string => amount.replace(' EUR', ''),
    };
    const other = loadSchemas(contract, { path: 'shop.yaml', types, modules: { money: words } });
    const read = (change: object): unknown =>
      fromJson(other.PayInputSchema as AnySchema, { ...json, ...change });
    expect(read({})).toEqual({ price: '12.50 EUR', fees: ['0.01 EUR'] });
    expect(() => read({ price: '-1.00' })).toThrow(
      expect.objectContaining({
        code: 'decode',
        path: 'price',
        message: "PayInput.price: '-1.00' cannot be read: no debts",
      }),
    );
    expect(() => read({ price: '60', fees: ['1', 'much', 5], tip: null })).toThrow(
      [
        "PayInput.price: '60' must be at most 50.",
        "PayInput.fees.1: 'much' is not a decimal.",
        'PayInput.fees.2: Expected a text, got the number 5.',
        'PayInput.tip: Expected a text, got null.',
      ].join('\n'),
    );
  });

  test('samples are values of the type', () => {
    const sample = sampleOf(input) as typeof value;
    expect(sample.price).toEqual({ cents: expect.any(Number) });
    expect(input['~standard'].validate(sample)).toEqual({ value: sample });
  });

  test('samples of booleans that are a type of their own are texts that it can read', () => {
    const words = {
      parseMoney: (text: string): object => ({ isOn: text === 'true' }),
      formatMoney: ({ isOn }: { readonly isOn: boolean }): string => String(isOn),
    };
    const { SwitchInputSchema } = loadSchemas(
      contract.replace(/Pay: .*/, 'Switch: { parameters: { light: boolean } }'),
      { path: 'shop.yaml', types: { own: { boolean: own } }, modules: { money: words } },
    );
    expect(sampleOf(SwitchInputSchema as AnySchema)).toEqual({
      light: { isOn: expect.any(Boolean) },
    });
  });

  test('the files compile', async () => {
    const targets = ['types', 'client', 'schemas'] as const;
    const options = { targets, types: { own: { decimal: { ...own, import: './money.js' } } } };
    const files = await generateText(contract, options);
    expect(compileFiles([...files, { path: 'money.ts', text: source }])).toBe('');
  });
});

describe('schemas recursion', () => {
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
});

describe('schemas samples', () => {
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
});
