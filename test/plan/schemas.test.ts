import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fromJson, sampleOf, toJson } from '../../src/runtime/schema.ts';
import { planText, valueWsdl } from './support/contract.ts';
import { type AnySchema, loadSchemas } from './support/schemas.ts';

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
    { ...valid, id: 1 },
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
    expect(output({ target })).toEqual(input({ target }));
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
        id: { type: 'string', pattern: '^-?[0-9]+$' },
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
  expect(plan?.codecs.filter(({ name }) => name.startsWith('check'))).toEqual([]);
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
