import { describe, expect, test } from '@jest/globals';
import { decodeName, encodeName } from '../../../src/runtime/data-set/column.ts';
import {
  type DataSetInput,
  type ReadDataSet,
  readDataSet,
  type WrittenDataSet,
  writeDataSet,
} from '../../../src/runtime/index.ts';
import { writeXmlElement } from '../../../src/runtime/xml/writer.ts';
import { readError } from '../read-events.ts';
import { elementOf, fromDotnet, textOf } from './sets.ts';

/** What is read of a set that was written and sent. */
function sent(set: WrittenDataSet): ReadDataSet {
  return readDataSet(elementOf(textOf(set)));
}

describe('writing', () => {
  test('as .NET does', () => {
    const { schema, diffgram } = writeDataSet({
      name: 'School',
      tables: { Student: [{ Id: 1, Name: 'Ann' }, { Id: 2, Name: null }, { Name: ' ' }] },
    });
    expect(writeXmlElement(schema, 'urn:o')).toBe(
      '<xs:schema id="School" xmlns:xs="http://www.w3.org/2001/XMLSchema" ' +
        'xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" xmlns="">' +
        '<xs:element name="School" msdata:IsDataSet="true" msdata:MainDataTable="Student" ' +
        'msdata:UseCurrentLocale="true"><xs:complexType>' +
        '<xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="Student">' +
        '<xs:complexType><xs:sequence><xs:element name="Id" type="xs:int" minOccurs="0" />' +
        '<xs:element name="Name" type="xs:string" minOccurs="0" /></xs:sequence>' +
        '</xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>',
    );
    expect(writeXmlElement(diffgram, 'urn:o')).toBe(
      '<diffgr:diffgram xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" ' +
        'xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1"><School xmlns="">' +
        '<Student diffgr:id="Student1" msdata:rowOrder="0"><Id>1</Id><Name>Ann</Name></Student>' +
        '<Student diffgr:id="Student2" msdata:rowOrder="1"><Id>2</Id></Student>' +
        '<Student diffgr:id="Student3" msdata:rowOrder="2">' +
        '<Name xml:space="preserve"> </Name></Student></School></diffgr:diffgram>',
    );
  });

  test.each([
    'school',
    'table',
    'changes',
    'types',
    'names',
    'related',
    'nested',
    'namespaced',
    'mapped',
    'inferred',
    'deep',
    'defaults',
    'described',
  ])('what .NET wrote is the same after writing and reading: %s', (name) => {
    const set = readDataSet(fromDotnet(name));
    const again = sent(writeDataSet(set));
    // deleted rows have lost their places among the others
    const { original, ...rest } = set;
    expect(again).toMatchObject(rest);
    expect(new Set(again.original.Student)).toEqual(new Set(original.Student));
  });

  test('types of columns follow from the values', () => {
    const rows = [
      { a: 1, b: 1, c: 1, d: 1n, e: true, f: 'x', g: new Uint8Array([1]), h: new Date(0) },
      { a: -1, b: 2 ** 40, c: 0.5, i: undefined },
      { c: 2 ** 70, f: null },
    ];
    const { columns, tables } = sent(writeDataSet({ tables: { T: rows } }));
    expect(columns.T).toEqual({
      a: 'int',
      b: 'long',
      c: 'double',
      d: 'long',
      e: 'boolean',
      f: 'string',
      g: 'base64Binary',
      h: 'dateTime',
      i: 'string',
    });
    expect(tables.T?.[0]).toMatchObject({ a: 1, b: 1n, c: 1, h: '1970-01-01T00:00:00Z' });
  });

  test('given types, tables without rows, keys, relations and a namespace', () => {
    const description = {
      name: 'My Shop',
      namespace: 'urn:shop',
      columns: { 'An Order': { Id: 'int', Total: 'decimal' }, Line: { Order: 'int' } },
      primaryKeys: { 'An Order': ['Id'] },
      relations: [
        {
          name: 'Order lines',
          parent: 'An Order',
          child: 'Line',
          parentColumns: ['Id'],
          childColumns: ['Order'],
        },
      ],
    } as const;
    const tables = { 'An Order': [{ Id: 1, Total: '1.50' }], Line: [] };
    expect(sent(writeDataSet({ ...description, tables }))).toMatchObject({
      ...description,
      tables,
    });
  });

  test('details of columns, keys and unique columns', () => {
    const description = {
      columns: {
        'A T': { Id: 'long', Code: 'string', Price: 'decimal', Key: 'guid', Old: 'date' },
      },
      required: { 'A T': ['Id', 'Code'] },
      primaryKeys: { 'A T': ['Id', 'Key'] },
      unique: { 'A T': [['Code'], ['Price', 'Old']] },
      details: {
        'A T': {
          Id: { autoIncrement: { seed: 2n ** 60n, step: -1 }, readOnly: true },
          Code: { caption: 'The "code" <&>', default: 'x y', maxLength: 5 },
          Price: { default: '1.50', expression: "IIF(Code = '<', 1, 2)" },
          Key: { mapping: 'attribute' },
          Old: { mapping: 'hidden', default: '2024-02-29' },
        },
        Text: { 'a b': { mapping: 'text', default: 5, caption: '' }, no: { mapping: 'attribute' } },
      },
    } as const;
    const key = '01234567-89ab-cdef-0123-456789abcdef';
    const tables = {
      'A T': [{ Id: 1n, Code: 'ab', Key: key, Old: '2024-01-01' }],
      Text: [{ 'a b': 1, no: ' x\n' }, { no: 'null' }],
    };
    for (const namespace of ['', 'urn:n']) {
      const set = writeDataSet({ ...description, tables, namespace });
      const read = sent(set);
      expect(read).toMatchObject({
        tables,
        details: description.details,
        unique: description.unique,
      });
      expect(read.required).toEqual({ 'A T': ['Id', 'Code', 'Key'] });
      expect(read.columns).toMatchObject({ Text: { 'a b': 'int', no: 'string' } });
      expect(textOf(set)).toContain(`msdata:hiddenOld="2024-01-01"`);
      expect(textOf(set)).toContain(' Key="0');
    }
  });

  test('a column that is never null has its default where a row leaves it out', () => {
    const set = writeDataSet({
      required: { T: ['a'] },
      details: { T: { a: { default: 7 }, b: { default: 'x' } } },
      tables: { T: [{}, { a: 1, b: 'y' }] },
    });
    // a column that may be null is null: .NET reads so what a DiffGram leaves out
    expect(sent(set).tables.T).toEqual([{ a: 7 }, { a: 1, b: 'y' }]);
  });

  test('changes', () => {
    const row = { Id: 1, Name: 'new' };
    const changes = [
      { table: 'T', state: 'modified', row, original: { Id: 1, Name: 'old' } },
      { table: 'T', state: 'inserted', row: { Id: 3 } },
      { table: 'T', state: 'deleted', original: { Id: 4 } },
    ] as const;
    const set = writeDataSet({ tables: { T: [{ Id: 0 }, row] }, changes });
    expect(textOf(set)).toContain('diffgr:hasChanges="modified"');
    const read = sent(set);
    expect(read.changes).toEqual(changes);
    expect(read.tables).toEqual({ T: [{ Id: 0 }, row, { Id: 3 }] });
  });

  test('one value fits the forms that contracts have', () => {
    const written = writeDataSet({ tables: { T: [{ a: 1 }] } });
    const { schema, diffgram, $sequence } = written;
    expect(schema[0]?.name).toBe('schema');
    expect($sequence).toEqual([{ schema: schema[0], diffgram }]);
    expect(readDataSet(written).tables).toEqual({ T: [{ a: 1 }] });
  });
});

describe('errors', () => {
  const refused = (set: unknown) => readError(() => writeDataSet(set as DataSetInput));

  test.each([
    [
      'a value of another type than those before',
      { tables: { T: [{ a: 1 }, { a: 'x' }] } },
      `Table 'T', row 2, column 'a': Expected an int (-2147483648 to 2147483647), got the string "x".`,
      'tables.T[1].a',
    ],
    [
      'a value of another type than that of its column',
      { tables: { T: [{ a: 'x' }] }, columns: { T: { a: 'guid' } } },
      `Table 'T', row 1, column 'a': Expected a GUID such as 01234567-89ab-cdef-0123-456789abcdef, got the string "x".`,
      'tables.T[0].a',
    ],
    [
      'an original with such a value',
      {
        tables: {},
        columns: { T: { a: 'boolean' } },
        changes: [{ table: 'T', state: 'deleted', original: { a: 1 } }],
      },
      "Table 'T', change 1, column 'a': Expected a boolean, got the number 1.",
      'changes[0].a',
    ],
    [
      'a row that is none',
      { tables: { T: [5] } },
      "Table 'T', row 1: Expected an object with values by column, got the number 5.",
      'tables.T[0]',
    ],
    [
      'rows that are none',
      { tables: { T: 5 } },
      "Table 'T': Expected an array of rows",
      'tables.T',
    ],
    ['no tables', {}, 'Expected an object with rows by table, got undefined.', 'tables'],
    [
      'an unknown type',
      { tables: {}, columns: { T: { a: 'money' } } },
      "Table 'T', column 'a': Expected one of string, boolean,",
      'columns.T.a',
    ],
    ...(
      [
        [{ mapping: 'element' }, "'attribute', 'hidden' or 'text' as mapping"],
        [{ maxLength: -1 }, "a length of type 'string' as maxLength"],
        [{ caption: 5 }, 'a string as caption'],
        [{ expression: {} }, 'a string as expression'],
        [{ dateTimeMode: 'Utc' }, "Unspecified, Utc of type 'dateTime'"],
        [{ default: 5 }, 'a string, got the number 5'],
        [{ autoIncrement: { seed: 0.5, step: 1 } }, 'got the number 0.5'],
      ] as const
    ).map(([detail, message]): [string, unknown, string, string] => [
      `a detail that is none: ${Object.keys(detail).join()}`,
      { tables: {}, columns: { T: { a: 'string' } }, details: { T: { a: detail } } },
      message,
      'details.T.a',
    ]),
    [
      'a column whose values need elements as attribute',
      {
        tables: {},
        columns: { T: { a: 'anyType' } },
        details: { T: { a: { mapping: 'hidden' } } },
      },
      "no mapping of a column of type 'anyType'",
      'details.T.a',
    ],
    [
      'an element beside text',
      { tables: { T: [{ b: 1 }] }, details: { T: { a: { mapping: 'text' } } } },
      "Table 'T', column 'b': A row whose text is 'a' has its other columns as",
      'details.T.b',
    ],
    [
      'a text that is too long',
      { tables: { T: [{ a: 'abc' }] }, details: { T: { a: { maxLength: 2 } } } },
      "Table 'T', row 1, column 'a': Expected at most 2 characters",
      'tables.T[0].a',
    ],
    [
      'no value in a column that is never null',
      { tables: { T: [{ a: 1 }, {}] }, required: { T: ['a'] } },
      "Table 'T', row 2, column 'a': Expected a value, as the column is in 'required'",
      'tables.T[1].a',
    ],
    [
      'null in a column that is never null',
      {
        tables: { T: [{ a: null }] },
        primaryKeys: { T: ['a'] },
        details: { T: { a: { default: 'x' } } },
      },
      "Table 'T', row 1, column 'a': Expected a value",
      'tables.T[0].a',
    ],
    [
      'an unknown state',
      { tables: {}, changes: [{ table: 'T', state: 'added', row: {} }] },
      "Table 'T', change 1: Expected 'modified', 'inserted' or 'deleted' as state",
      'changes[0]',
    ],
    [
      'a change without its row',
      { tables: {}, changes: [{ table: 'T', state: 'modified', row: {} }] },
      "Table 'T', change 1: A row that is modified needs 'original'.",
      'changes[0]',
    ],
  ])('%s', (_, set, message, path) => {
    const error = refused(set);
    expect(error).toMatchObject({ name: 'AsmxError', code: 'encode', path });
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
  });
});

test('names are encoded as by .NET, and decoded', () => {
  const names = {
    'Unit Price': 'Unit_x0020_Price',
    '2nd': '_x0032_nd',
    a_x0020_b: 'a_x005F_x0020_b',
    _x_: '_x_',
    'ü%': 'ü_x0025_',
    '😀': '_x0001F600_',
    'a-b.c1': 'a-b.c1',
    '-': '_x002D_',
    Имя: 'Имя',
    // a letter that the XML of .NET does not have in names
    Ѐ: '_x0400_',
  };
  for (const [name, encoded] of Object.entries(names)) {
    expect(encodeName(name)).toBe(encoded);
    expect(decodeName(encoded)).toBe(name);
  }
  expect(decodeName('_xFFFFFFFF_')).toBe('_xFFFFFFFF_');
});
