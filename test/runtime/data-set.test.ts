import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { decodeName, elementNodes, encodeName } from '../../src/runtime/data-set/column.ts';
import {
  type DataSetInput,
  type ReadDataSet,
  readDataSet,
  type WrittenDataSet,
  writeDataSet,
} from '../../src/runtime/index.ts';
import { writeXmlElement } from '../../src/runtime/xml/writer.ts';
import { elementOf, fromDotnet, setWith, textOf } from './data-set/sets.ts';
import { readError } from './read-events.ts';

describe('dotnet', () => {
  /** A set that .NET 10 wrote; its fixture names the version. */
  function dotnet(name: string): ReadDataSet {
    return readDataSet(fromDotnet(`dotnet-${name}`));
  }

  function sent(set: WrittenDataSet): ReadDataSet {
    return readDataSet(elementOf(textOf(set)));
  }

  /** The diffgram and the schema of a set, as they are written. */
  function written(set: DataSetInput): string {
    const { schema, diffgram } = writeDataSet(set);
    return writeXmlElement(schema, '') + writeXmlElement(diffgram, '');
  }

  const diffgramTag =
    '<diffgr:diffgram xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" ' +
    'xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1"';

  describe('a set without rows', () => {
    test.each<[string, DataSetInput]>([
      ['with a table', { tables: { T: [] }, columns: { T: { Id: 'int' } } }],
      ['without a table', { tables: {} }],
      ['with two tables', { tables: { T: [], U: [] } }],
      ['with a namespace and a name', { tables: { T: [] }, name: 'S', namespace: 'urn:s' }],
      ['that was read', dotnet('empty')],
    ])('is a diffgram of one tag: %s', (_, set) => {
      const { diffgram } = writeDataSet(set);
      expect(writeXmlElement(diffgram, '')).toBe(`${diffgramTag} />`);
      expect(sent(writeDataSet(set)).tables).toEqual(set.tables);
    });

    test('has the element of the set if rows were deleted, as .NET writes it', () => {
      const set = dotnet('deleted');
      expect(set.changes).toEqual([{ table: 'T', state: 'deleted', original: { Id: 1 } }]);
      expect(written(set)).toContain(
        `${diffgramTag}><NewDataSet /><diffgr:before><T diffgr:id="T1"`,
      );
    });
  });

  describe('names', () => {
    const { start, inside } = JSON.parse(
      readFileSync(new URL('../fixtures/data-sets/name-characters.json', import.meta.url), 'utf8'),
    ) as { readonly start: string; readonly inside: string };

    function pointsOf(ranges: string): Set<number> {
      const found = new Set<number>();
      for (const range of ranges.split(' ')) {
        const [first = '', last = first] = range.split('-');
        for (let at = Number.parseInt(first, 16); at <= Number.parseInt(last, 16); at += 1) {
          found.add(at);
        }
      }
      return found;
    }

    test('are encoded as by XmlConvert.EncodeLocalName, for all of Unicode', () => {
      const starting = pointsOf(start);
      const part = pointsOf(inside);
      const escaped = (point: number): string => {
        const code = point.toString(16).toUpperCase();
        return `_x${code.padStart(code.length > 4 ? 8 : 4, '0')}_`;
      };
      const wrong: string[] = [];
      // names of 4,096 characters each; at the start, all of the plane that has letters
      for (let first = 0; first <= 0x10ffff; first += 0x1000) {
        let name = 'a';
        let expected = 'a';
        for (let point = first; point < first + 0x1000; point += 1) {
          if (point >= 0xd800 && point <= 0xdfff) continue;
          const character = String.fromCodePoint(point);
          name += character;
          expected += part.has(point) ? character : escaped(point);
          if (point > 0xffff && point % 0x100 !== 0) continue;
          const begun = starting.has(point) ? character : escaped(point);
          if (encodeName(`${character}a`) !== `${begun}a`)
            wrong.push(`${point.toString(16)} first`);
        }
        if (encodeName(name) !== expected) wrong.push(`after ${first.toString(16)}`);
      }
      expect(wrong).toEqual([]);
    });

    test.each([
      ['a_x0020_b', 'a_x005F_x0020_b'],
      ['a_X0020_', 'a_x005F_X0020_'],
      ['_x0001F600_', '_x005F_x0001F600_'],
      ['_x0041_x0042_', '_x005F_x0041_x005F_x0042_'],
      ['_x20_', '_x20_'],
      ['_xZZZZ_', '_xZZZZ_'],
      ['a_x00041_', 'a_x00041_'],
      ['\u{1f600}', '_x0001F600_'],
      ['a:b', 'a_x003A_b'],
      ['1a', '_x0031_a'],
    ])('with escapes: %s', (name, encoded) => {
      expect(encodeName(name)).toBe(encoded);
      expect(decodeName(encoded)).toBe(name);
    });

    test('of many scripts are those of .NET, and are found again', () => {
      const set = dotnet('scripts');
      const [row = {}] = set.tables.データ ?? [];
      expect(Object.keys(row)).toEqual(Object.values(row));
      const ours = written(set);
      for (const name of Object.keys(row)) expect(ours).toContain(`<${encodeName(name)}>`);
      expect(ours).toContain('<ユーザー>ユーザー</ユーザー>');
      expect(ours).toContain('<データ diffgr:id="データ1"');
    });
  });

  describe('types of .NET', () => {
    test('for dates, bytes and integers of XML Schema', () => {
      const { columns, tables } = dotnet('schema-types');
      expect(columns.T).toEqual({
        date: 'dateTime',
        time: 'dateTime',
        gYear: 'dateTime',
        gYearMonth: 'dateTime',
        gMonth: 'dateTime',
        gMonthDay: 'dateTime',
        gDay: 'dateTime',
        dateTime: 'dateTime',
        hexBinary: 'base64Binary',
        integer: 'long',
        negativeInteger: 'long',
        nonPositiveInteger: 'long',
        nonNegativeInteger: 'unsignedLong',
        positiveInteger: 'unsignedLong',
      });
      expect(tables.T).toMatchObject([
        {
          date: expect.stringMatching(/^2026-11-28T10:20:30(?:Z|\+00:00)$/),
          gDay: expect.stringMatching(/^2026-11-28T10:20:30(?:Z|\+00:00)$/),
          hexBinary: Uint8Array.of(0xab, 0xcd),
          integer: -5n,
          positiveInteger: 5n,
        },
        { hexBinary: Uint8Array.of(0x69, 0xb7, 0x1d) },
      ]);
    });

    test('of simple types that are derived from these', () => {
      const date = '<xs:simpleType><xs:restriction base="xs:date"/></xs:simpleType></xs:element>';
      const columns = `<xs:sequence><xs:element name="Born">${date}</xs:sequence>`;
      const set = readDataSet(setWith(columns, '<T><Born>2026-11-28T00:00:00+01:00</Born></T>'));
      expect(set.columns.T).toEqual({ Born: 'dateTime' });
      expect(set.tables.T).toEqual([{ Born: '2026-11-28T00:00:00+01:00' }]);
    });

    test('read and written, moments have any form that a DateTime has', () => {
      const rows = '2026-11-28 10:20:30 2026 2026-11 --11 --11-28 ---28 2026-11-28T10:20:30Z'
        .split(' ')
        .map((Moment) => ({ Moment }));
      const columns = { T: { Moment: 'dateTime' } } as const;
      expect(sent(writeDataSet({ tables: { T: rows }, columns })).tables.T).toEqual(rows);
    });

    test.each(['date', 'time'] as const)('a column of %s takes a dateTime, too', (type) => {
      const rows = [{ V: '2026-11-28T00:00:00+01:00' }];
      const set = sent(writeDataSet({ tables: { T: rows }, columns: { T: { V: type } } }));
      expect([set.columns.T, set.tables.T]).toEqual([{ V: 'dateTime' }, rows]);
    });

    test('bytes of hexBinary are base64', () => {
      const V = Uint8Array.of(0xab, 0xcd);
      const text = written({ tables: { T: [{ V }] }, columns: { T: { V: 'hexBinary' } } });
      expect(text).toContain('<xs:element name="V" type="xs:base64Binary" minOccurs="0" />');
      expect(text).toContain('<V>q80=</V>');
    });

    test('of SQL Server are read by their texts, and stay', () => {
      const set = dotnet('sql-types');
      expect(set.tables.T).toEqual([
        {
          Byte: 200,
          Binary: Uint8Array.of(0xab, 0xcd),
          Int: 5,
          Money: '1.5000',
          Guid: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
          Text: 'x',
          Moment: '2026-11-28T10:20:30.000',
          Bool: true,
        },
      ]);
      expect(set.details?.T?.Int).toEqual({ dataType: 'System.Data.SqlTypes.SqlInt32' });
      const text = written(set);
      for (const name of ['Byte', 'Binary', 'Money', 'Guid', 'DateTime', 'Boolean', 'String']) {
        expect(text).toContain(`msdata:DataType="System.Data.SqlTypes.Sql${name}"`);
      }
      expect(sent(writeDataSet(set))).toEqual(set);
    });

    test('of values in columns of objects are those that they came with', () => {
      const set = dotnet('objects');
      expect(set.changes).toHaveLength(1);
      const types = (text: string) =>
        [...text.matchAll(/ (?:xsi:type="xs:|msdata:InstanceType="System\.)(\w+)"/g)].map(
          ([, type]) => type,
        );
      const expected =
        'decimal dateTime Guid duration Char short unsignedByte unsignedShort byte unsignedInt ' +
        'float unsignedLong long int double string boolean base64Binary anyURI decimal';
      expect(types(written(set)).join(' ')).toBe(expected);
      expect(sent(writeDataSet(set))).toEqual(set);
    });

    test('of a row with another value are those of the row as it was, where they fit', () => {
      const { tables, changes: _, ...set } = dotnet('objects');
      const [decimal = {}, , guid = {}] = tables.T ?? [];
      const more = { ...decimal, V: '12.25' };
      const text = { ...guid, V: 'no guid' };
      const ours = written({
        ...set,
        tables: { T: [] },
        changes: [
          { table: 'T', state: 'modified', row: more, original: decimal },
          { table: 'T', state: 'modified', row: text, original: guid },
        ],
      });
      expect(ours).toMatch(/xsi:type="xs:decimal"[^>]*>12\.25</);
      expect(ours).toMatch(/xsi:type="xs:string"[^>]*>no guid</);
    });
  });

  describe('XML in columns', () => {
    test('is kept with the type of .NET that the column has', () => {
      const set = dotnet('own-types');
      expect(set.details?.T?.Numbers?.dataType).toMatch(/^System\.Int32\[\], /);
      const text = written(set);
      expect(text).toMatch(/<xs:element name="Numbers" msdata:DataType="System\.Int32\[\], [^"]+"/);
      expect(text).toMatch(/<xs:element name="Colour" msdata:DataType="Colour, [^"]+"/);
      expect(text).toMatch(/<Numbers[^>]*>\s*<int>1<\/int>\s*<int>2<\/int>\s*<\/Numbers>/);
      expect(text).toContain('<Colour>1</Colour>');
      expect(sent(writeDataSet(set))).toEqual(set);
    });

    test.each(['anyType', 'string'] as const)('is refused in a column of %s', (type) => {
      const V = { name: 'a', namespace: '', children: [{ name: 'b', namespace: '' }] };
      const error = readError(() =>
        writeDataSet({ tables: { T: [{ V }] }, columns: { T: { V: type } } }),
      );
      expect(error).toMatchObject({
        code: 'encode',
        path: 'tables.T[0].V',
        message: expect.stringContaining("Table 'T', row 1, column 'V': Expected a value without"),
      });
    });
  });

  describe('a set whose schema has no table', () => {
    test('has the types of a description', () => {
      const element = fromDotnet('dotnet-without-schema');
      expect(readDataSet(element).tables.Class).toEqual([{ ClassId: '1', Size: '2.5' }]);
      const description = {
        name: 'Typed',
        namespace: '',
        columns: { Class: { ClassId: 'int', Size: 'decimal' }, Room: { No: 'int' } },
        required: {},
        primaryKeys: {},
        relations: [],
      } as const;
      expect(readDataSet(element, description).tables).toEqual({
        Class: [{ ClassId: 1, Size: '2.5' }],
        Room: [],
      });
    });
  });

  describe('namespaces', () => {
    test('a column of another one is null where the reference is optional', () => {
      const set = dotnet('column-namespace');
      expect(set.required).toEqual({});
      expect(set.tables.Student).toEqual([{ Id: 1, Name: 'x' }, { Id: 2 }]);
      expect(sent(writeDataSet(set)).tables).toEqual(set.tables);
    });

    test('two tables of one name are told apart, and are read only', () => {
      const set = dotnet('two-namespaces');
      expect(set.columns).toEqual({ T: { X: 'int' }, '{urn:b}T': { X: 'string' } });
      expect(set.tables).toEqual({ T: [{ X: 1 }], '{urn:b}T': [{ X: 'two' }] });
      expect(readError(() => writeDataSet(set))).toMatchObject({
        code: 'encode',
        path: 'tables.{urn:b}T',
        message: expect.stringContaining('Tables of one name in two namespaces can be read only.'),
      });
      const { T = [] } = set.tables;
      expect(written({ tables: { T } })).toContain('<X>1</X>');
    });

    test('the main table has that of the set, as .NET writes it', () => {
      const text = written({ namespace: 'plain', tables: { Student: [{ Id: 1 }] } });
      expect(text).toContain('msdata:MainDataTable="plain_x003A_Student"');
    });
  });

  describe('values that .NET cannot read are refused', () => {
    const refused: readonly [string, string, unknown][] = [
      ['dateTime', 'an hour below 24', '2026-11-28T24:00:00'],
      ['dateTime', 'years 1 to 9999', '10000-01-01T00:00:00'],
      ['dateTime', 'years 1 to 9999', '-0044-03-15T00:00:00'],
      ['time', 'an hour below 24', '24:00:00'],
      ['date', 'years 1 to 9999', '10000-01-01'],
      ['dateTimeOffset', 'in UTC', '0001-01-01T00:00:00+01:00'],
      ['dateTimeOffset', 'in UTC', '9999-12-31T23:59:59-01:00'],
      ['decimal', 'the greatest of .NET', '79228162514264337593543950336'],
      ['decimal', 'the greatest of .NET', '-79228162514264337593543950335.5'],
      ['duration', 'the longest of .NET', 'P10675200D'],
      ['duration', 'the longest of .NET', 'P300000Y'],
      ['duration', 'the longest of .NET', 'P10675199DT2H48M5.4775808S'],
      ['anyURI', 'an absolute URI', ''],
      ['anyURI', 'an absolute URI', 'a/b'],
      ['anyURI', 'an absolute URI', 'http:'],
      ['anyURI', 'an absolute URI', 'x:y'],
      ['char', 'which .NET refuses', '\t'],
      ['char', 'which .NET refuses', '\n'],
    ];
    test.each(refused)('%s: %s (%s)', (type, reason, V) => {
      const set = { tables: { T: [{ V: null }, { V }] }, columns: { T: { V: type } } };
      expect(readError(() => writeDataSet(set as DataSetInput))).toMatchObject({
        code: 'encode',
        path: 'tables.T[1].V',
        message: expect.stringMatching(new RegExp(`^Table 'T', row 2, column 'V': .*${reason}`)),
      });
    });

    const taken: readonly [string, unknown][] = [
      ['dateTime', '9999-12-31T23:59:59.9999999Z'],
      ['dateTime', '0001-01-01T00:00:00+14:00'],
      ['dateTimeOffset', '0001-01-01T00:00:00Z'],
      ['decimal', '79228162514264337593543950335'],
      ['decimal', '-0079228162514264337593543950335.4'],
      ['duration', '-P10675199DT2H48M5.4775808S'],
      ['anyURI', 'urn:x'],
      ['anyURI', 'C:\\x'],
      ['char', ' '],
    ];
    test.each(taken)('but not %s: %s', (type, V) => {
      const set = { tables: { T: [{ V }] }, columns: { T: { V: type } } } as DataSetInput;
      expect(sent(writeDataSet(set)).tables.T).toEqual([{ V }]);
    });
  });
});

describe('read', () => {
  const born = '2010-01-02T00:00:00+00:00';
  const bob = { Id: 2, Name: 'Böb <&>' };
  const empty = { Id: 3, Name: '' };

  describe('DataSets that .NET wrote', () => {
    test('rows have the types of the schema, and columns that are null are left out', () => {
      const set = readDataSet(fromDotnet('school'));
      expect(set).toEqual({
        name: 'School',
        namespace: '',
        tables: { Student: [{ Id: 1, Name: 'Ann', Born: born }, bob, empty] },
        original: { Student: [{ Id: 1, Name: 'Ann', Born: born }, bob, empty] },
        changes: [],
        columns: { Student: { Id: 'int', Name: 'string', Born: 'dateTime' } },
        required: {},
        primaryKeys: {},
        relations: [],
      });
      expect(Object.keys(set.tables.Student?.[1] ?? {})).toEqual(['Id', 'Name']);
      // a row without a change is the same object
      expect(set.original.Student?.[0]).toBe(set.tables.Student?.[0]);
    });

    test('columns of types with the names of properties of every object are text', () => {
      for (const name of ['constructor', 'toString', '__proto__']) {
        const set = readDataSet({
          schema: elementOf(
            `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="S"><xs:complexType><xs:choice><xs:element name="${name}"><xs:complexType><xs:sequence><xs:element name="c" type="xs:${name}"/></xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>`,
          ),
          diffgram: elementOf(`<S><${name}><c>x</c></${name}></S>`),
        });
        expect(Object.entries(set.tables)).toEqual([[name, [{ c: 'x' }]]]);
        expect(Object.entries(set.columns)).toEqual([[name, { c: 'string' }]]);
      }
    });

    test('a DataTable is a DataSet with one table', () => {
      const { name, tables } = readDataSet(fromDotnet('table'));
      expect(name).toBe('NewDataSet');
      expect(tables).toEqual({ Student: [{ Id: 1, Name: 'Ann', Born: born }, bob, empty] });
    });

    test('changes have a state, the row and the row as it was', () => {
      const { tables, original, changes, primaryKeys, required } = readDataSet(
        fromDotnet('changes'),
      );
      const anna = { Id: 1, Name: 'Anna', Born: born };
      const inserted = { Id: 4, Name: 'New' };
      expect(tables).toEqual({ Student: [anna, empty, inserted] });
      expect(original).toEqual({ Student: [{ ...anna, Name: 'Ann' }, bob, empty] });
      expect(changes).toEqual([
        { table: 'Student', state: 'modified', row: anna, original: { ...anna, Name: 'Ann' } },
        { table: 'Student', state: 'inserted', row: inserted },
        { table: 'Student', state: 'deleted', original: bob },
      ]);
      expect(changes[0]?.row).toBe(tables.Student?.[0]);
      expect(primaryKeys).toEqual({ Student: ['Id'] });
      expect(required).toEqual({ Student: ['Id'] });
    });

    test('every type of column', () => {
      const { tables, columns } = readDataSet(fromDotnet('types'));
      expect(columns.All).toMatchObject({ Guid: 'guid', Char: 'char', Object: 'anyType' });
      const [row, second, third] = tables.All ?? [];
      expect(row).toEqual({
        Boolean: true,
        Byte: 200,
        SByte: -100,
        Int16: -3,
        UInt16: 65535,
        Int32: -42,
        UInt32: 4_000_000_000,
        Int64: 9_007_199_254_740_993n,
        UInt64: 18_446_744_073_709_551_615n,
        Single: 1.5,
        Double: 0.1,
        Decimal: '12.3400',
        String: 'text',
        Char: 'c',
        Guid: '01234567-89ab-cdef-0123-456789abcdef',
        'Byte[]': new Uint8Array([0, 1, 255]),
        DateTime: '2024-02-29T13:05:06+00:00',
        TimeSpan: 'P1DT2H3M4.005S',
        Uri: 'http://a/b c',
        DateTimeOffset: '2024-02-29T13:05:06+02:00',
        Type: expect.stringMatching(/^System.Int32/),
        BigInteger: 123_456_789_012_345_678n,
        Object: 5,
        Utc: '2024-02-29T13:05:06Z',
        Short: 'abc',
        Texts: expect.objectContaining({ name: 'Texts' }),
      });
      expect(second).toEqual({ Object: '01234567-89ab-cdef-0123-456789abcdef' });
      expect(third).toEqual({ Object: 'text' });
    });

    test('names are decoded', () => {
      const { name, tables } = readDataSet(fromDotnet('names'));
      const row = {
        'Unit Price': '1.50',
        '2nd': 2,
        a_x0020_b: 'c',
        'x:y': 'd',
        'ü%': 'e',
        '😀': 'f',
      };
      expect(name).toBe('My Set');
      expect(tables['Order Details']).toEqual([{ ...row, ['__proto__']: 'g' }]);
      expect(Object.keys(tables['Order Details']?.[0] ?? {})).toContain('__proto__');
    });

    test.each(['related', 'nested'])('relations of %s tables', (file) => {
      const { tables, relations } = readDataSet(fromDotnet(file));
      expect(relations).toEqual([
        {
          name: 'Lines',
          parent: 'Order',
          child: 'Line',
          parentColumns: ['Id'],
          childColumns: ['OrderId'],
        },
      ]);
      expect(tables).toEqual({
        Order: [
          { Id: 1, Customer: 'Ann' },
          { Id: 2, Customer: 'Bob' },
          { Id: 3, Customer: 'Eve' },
        ],
        Line: [
          { OrderId: 2, Sku: 'B1', Count: 1 },
          { OrderId: 1, Sku: 'A1', Count: 5 },
          { OrderId: 1, Sku: 'A2', Count: 6 },
        ],
      });
    });

    test('nested tables without keys of their own are related as .NET relates them', () => {
      const set = readDataSet(fromDotnet('inferred'));
      expect(set).toMatchObject({
        columns: {
          Order: { no: 'string', Order_Id: 'int' },
          Line: { sku: 'string', Line_Text: 'string', Order_Id: 'int' },
          Address: { City: 'string', Order_Id: 'int' },
        },
        primaryKeys: { Order: ['Order_Id'] },
        required: { Order: ['Order_Id'] },
        relations: [
          {
            name: 'Order_Line',
            parent: 'Order',
            child: 'Line',
            parentColumns: ['Order_Id'],
            childColumns: ['Order_Id'],
          },
          { name: 'Order_Address', parent: 'Order', child: 'Address' },
        ],
        tables: {
          Order: [
            { no: '1', Order_Id: 0 },
            { no: '2', Order_Id: 1 },
          ],
          Line: [
            { sku: 'a', Line_Text: '5', Order_Id: 0 },
            { sku: 'c', Line_Text: '7', Order_Id: 1 },
          ],
          Address: [{ City: 'X', Order_Id: 0 }],
        },
        changes: [{ state: 'deleted', original: { sku: 'b', Line_Text: '6', Order_Id: 0 } }],
      });
    });

    test('rows inside rows inside rows, with changes and errors', () => {
      const { tables, original, changes } = readDataSet(fromDotnet('deep'));
      const [one, two] = ['0', '1'].map((first) => `${first}1234567-89ab-cdef-0123-456789abcdef`);
      expect(tables).toEqual({
        Order: [{ Id: one, Note: 'a' }, { Id: two }],
        Line: [
          { LineId: 2, OrderId: two, Sku: '' },
          { LineId: 3, OrderId: one, Sku: 'changed' },
          { LineId: 9, OrderId: one, Sku: 'new' },
        ],
        Tax: [{ LineId: 2, Rate: '1.50' }],
      });
      expect(original.Line).toEqual([
        { LineId: 1, OrderId: two, Sku: 'S1' },
        { LineId: 2, OrderId: one, Sku: '' },
        { LineId: 3, OrderId: one },
      ]);
      expect(changes.map(({ table, state }) => `${table} ${state}`)).toEqual([
        'Line modified',
        'Line modified',
        'Line inserted',
        'Line deleted',
        'Tax deleted',
      ]);
    });

    test('a namespace', () => {
      const { namespace, tables, changes } = readDataSet(fromDotnet('namespaced'));
      expect(namespace).toBe('urn:school');
      expect(tables).toEqual({ Student: [{ Id: 1, Name: 'Anna', Born: born }, empty] });
      expect(changes.map(({ state }) => state)).toEqual(['modified', 'deleted']);
    });

    test('columns that are attributes, hidden, or the text', () => {
      const { tables, columns } = readDataSet(fromDotnet('mapped'));
      expect(Object.keys(columns.Student ?? {})).toEqual(['Id', 'Name', 'Born', 'No', 'Twice']);
      expect(tables).toEqual({
        Student: [
          { Id: 1, Name: 'Anna', Born: born, Twice: 2 },
          { Id: 3, Name: '', Twice: 6 },
        ],
        Text: [{ Key: 1, Text: 'some' }, { Key: 2 }],
      });
    });
  });

  describe('details of columns', () => {
    test('are those that .NET wrote', () => {
      const { details, unique, primaryKeys, required } = readDataSet(fromDotnet('described'));
      expect(details).toEqual({
        'Line Item': {
          Id: { readOnly: true, autoIncrement: { seed: 10, step: -5 } },
          Code: { caption: 'The <code>', default: 'x', maxLength: 8 },
          Price: { default: '1.50' },
          When: { dateTimeMode: 'Utc' },
          Flag: { default: true },
          'Hid den': { default: 3, mapping: 'hidden' },
          Key: { default: '01234567-89ab-cdef-0123-456789abcdef', mapping: 'attribute' },
          Sum: { readOnly: true, expression: 'Price * 2' },
          Letter: { default: 'c' },
          Since: { default: '2020-01-02T03:04:05+00:00' },
          Empty: { default: '' },
          Note: { maxLength: 3, mapping: 'attribute' },
        },
        Text: {
          Key: { mapping: 'attribute' },
          Text: { caption: 'Said', default: 'nothing', mapping: 'text' },
        },
      });
      expect(unique).toEqual({ 'Line Item': [['Price', 'Key']], Text: [['Key']] });
      expect(primaryKeys).toEqual({ 'Line Item': ['Id'] });
      expect(required).toEqual({ 'Line Item': ['Id', 'Code', 'Key'] });
    });

    test('a column that is left out is null beside a default, as in .NET', () => {
      const { tables } = readDataSet(fromDotnet('defaults'));
      expect(tables.Student?.slice(-2)).toEqual([{ Id: 4 }, { Id: 5, Name: 'none', Count: 7 }]);
    });

    test('a column that is the text, without a schema in the message', () => {
      const { diffgram, schema } = Object.fromEntries(
        elementNodes(fromDotnet('described').children).map((one) => [one.name, one]),
      );
      const { tables, ...description } = readDataSet({ schema, diffgram });
      expect(readDataSet({ diffgram }, description).tables).toEqual(tables);
    });

    test('an attribute without type is text, as in .NET', () => {
      const set = setWith('<xs:attribute name="a"/>', '<T a="1"/>');
      expect(readDataSet(set)).toMatchObject({
        columns: { T: { a: 'string' } },
        tables: { T: [{ a: '1' }] },
      });
    });

    test('lengths of types that the schema names, and of types derived in a circle', () => {
      const columns =
        '<xs:sequence><xs:element name="a" type="Long"/><xs:element name="b" type="Round"/></xs:sequence>';
      const set = setWith(columns, '<T><a>x</a><b>y</b></T>');
      const [given = set, rows = set] = elementNodes(set.children);
      const types =
        '<xs:simpleType name="Long"><xs:restriction base="Short"><xs:pattern value=".*"/></xs:restriction></xs:simpleType>' +
        '<xs:simpleType name="Short"><xs:restriction base="xs:string"><xs:maxLength value="4"/></xs:restriction></xs:simpleType>' +
        '<xs:simpleType name="Round"><xs:restriction base="Round"/></xs:simpleType>';
      const more = elementNodes(
        elementOf(`<r xmlns:xs="${given.namespace}">${types}</r>`).children,
      );
      const typed = { ...given, children: [...(given.children ?? []), ...more] };
      expect(readDataSet({ typed, rows }).details).toEqual({ T: { a: { maxLength: 4 } } });
    });

    test.each([
      ['default="one" type="xs:int"', "default value in the schema: 'one' is not an int"],
      [
        'msdata:AutoIncrement="true" msdata:AutoIncrementSeed="x" type="xs:int"',
        'AutoIncrementSeed in the schema:',
      ],
      [
        'msdata:AutoIncrement="true" msdata:AutoIncrementStep="" type="xs:int"',
        'AutoIncrementStep in the schema:',
      ],
    ])('%s is refused, as by .NET', (attributes, message) => {
      const set = setWith(`<xs:sequence><xs:element name="a" ${attributes}/></xs:sequence>`, '');
      const error = readError(() => readDataSet(set));
      expect(error).toMatchObject({ code: 'decode', path: 'details.T.a' });
      expect(error).toMatchObject({
        message: expect.stringContaining(`Table 'T', column 'a', ${message}`),
      });
    });

    test('rows in error are rows, wherever the errors are', () => {
      const rows =
        '<T diffgr:id="T1" diffgr:hasErrors="true" diffgr:hasChanges="inserted"><a>1</a></T>' +
        '<T diffgr:id="T2" diffgr:hasErrors="true"><a>2</a></T>';
      const set = setWith('<xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>', rows);
      const [schema = set, diffgram = set] = elementNodes(set.children);
      const [errors = set] = elementNodes(
        elementOf(
          `<r><e:errors xmlns:e="${diffgram.namespace}"><T e:id="T2" e:Error="bad"><a e:Error="b"/></T></e:errors></r>`,
        ).children,
      );
      const children = diffgram.children ?? [];
      for (const all of [
        [errors, ...children],
        [...children, errors],
      ]) {
        const read = readDataSet({ schema, diffgram: { ...diffgram, children: all } });
        expect(read.tables).toEqual({ T: [{ a: 1 }, { a: 2 }] });
        expect(read.changes).toEqual([{ table: 'T', state: 'inserted', row: { a: 1 } }]);
      }
    });
  });

  describe('other forms', () => {
    const whole = fromDotnet('school');
    const [schema = whole, diffgram = whole] = elementNodes(whole.children);
    const expected = readDataSet(whole).tables;

    test.each([
      ['an object with both', { schema, diffgram }],
      ['a list of schemas', { schema: [schema], diffgram }],
      ['a repeated sequence', { $sequence: [{ schema }, { diffgram }] }],
      ['wildcards', { $any: [schema, diffgram] }],
      ['mixed content', { $content: [' ', schema, diffgram] }],
    ])('%s', (_, value) => {
      expect(readDataSet(value).tables).toEqual(expected);
    });

    test('no schema: columns are text, unless they are described', () => {
      expect(readDataSet({ diffgram }).tables.Student?.[0]).toEqual({
        Id: '1',
        Name: 'Ann',
        Born: born,
      });
      const { tables, changes: _, original: __, ...description } = readDataSet(whole);
      expect(readDataSet({ diffgram }, description).tables).toEqual(tables);
    });

    test('no diffgram: the rows alone, or none', () => {
      const plain = elementOf('<School><Student><Id>7</Id></Student></School>');
      expect(readDataSet({ schema, diffgram: plain }).tables).toEqual({ Student: [{ Id: 7 }] });
      expect(readDataSet({ schema }).tables).toEqual({ Student: [] });
    });

    test('changed children alone are no change', () => {
      const set = setWith(
        '<xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>',
        '<T diffgr:id="T1" diffgr:hasChanges="descent"><a>1</a></T>',
      );
      expect(readDataSet(set)).toMatchObject({ tables: { T: [{ a: 1 }] }, changes: [] });
    });

    test('rows that are nested by a schema of another make, with numbers that .NET gives them', () => {
      const schema = elementOf(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" id="Shop">
      <xs:element name="Shop"><xs:complexType><xs:choice maxOccurs="unbounded">
        <xs:element name="Order"><xs:complexType><xs:sequence>
          <xs:element name="Order_Id" type="xs:string"/>
          <xs:element name="Tag" type="xs:short" minOccurs="0" maxOccurs="9"/>
          <xs:element ref="Line"/><xs:element name="Bill" type="Address" minOccurs="0"/>
        </xs:sequence></xs:complexType></xs:element>
      </xs:choice></xs:complexType></xs:element>
      <xs:element name="Line"><xs:complexType><xs:simpleContent><xs:extension base="xs:int">
        <xs:attribute name="no" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
      <xs:complexType name="Address"><xs:sequence><xs:element name="City" type="xs:string"/></xs:sequence></xs:complexType>
    </xs:schema>`);
      const rows = elementOf(`<Shop>
      <Order><Order_Id>x</Order_Id><Tag>1</Tag><Tag>2</Tag><Line no="1">5</Line></Order>
      <Order><Order_Id>y</Order_Id><Tag>3</Tag><Bill><City>C</City></Bill></Order>
    </Shop>`);
      const { tables, columns, relations } = readDataSet({ schema, rows });
      expect(columns).toEqual({
        Order: { Order_Id: 'string', Order_Id_0: 'int' },
        Tag: { Tag_Column: 'short', Order_Id_0: 'int' },
        Line: { Line_text: 'int', no: 'int', Order_Id_0: 'int' },
        Bill: { City: 'string', Order_Id_0: 'int' },
      });
      expect(relations.map(({ name }) => name)).toEqual(['Order_Tag', 'Order_Line', 'Order_Bill']);
      expect(tables).toEqual({
        Order: [
          { Order_Id: 'x', Order_Id_0: 0 },
          { Order_Id: 'y', Order_Id_0: 1 },
        ],
        Tag: [
          { Tag_Column: 1, Order_Id_0: 0 },
          { Tag_Column: 2, Order_Id_0: 0 },
          { Tag_Column: 3, Order_Id_0: 1 },
        ],
        Line: [{ no: 1, Line_text: 5, Order_Id_0: 0 }],
        Bill: [{ City: 'C', Order_Id_0: 1 }],
      });
    });

    test('a nested row refers to the primary key of the row around it', () => {
      const nested =
        '<xs:sequence><xs:element name="Id" type="xs:short"/><xs:element name="Line"><xs:complexType>' +
        '<xs:attribute name="Id" type="xs:string"/></xs:complexType></xs:element></xs:sequence>';
      const key =
        '<xs:key name="K" msdata:PrimaryKey="true"><xs:selector xpath=".//T"/><xs:field xpath="Id"/></xs:key>';
      const set = setWith(nested, '<T><Id>5</Id><Line Id="a"/><Line Id="b" Id_0="6"/></T>', key);
      expect(readDataSet(set)).toMatchObject({
        primaryKeys: { T: ['Id'] },
        columns: { Line: { Id: 'string', Id_0: 'short' } },
        tables: {
          Line: [
            { Id: 'a', Id_0: 5 },
            { Id: 'b', Id_0: 6 },
          ],
        },
      });
    });

    test('a row without schema that is text', () => {
      const diffgram = elementOf(
        '<d:diffgram xmlns:d="urn:schemas-microsoft-com:xml-diffgram-v1"><S><A d:id="A1"><B d:id="B1" no="1">x</B></A><C d:id="C1"> </C></S></d:diffgram>',
      );
      expect(readDataSet({ diffgram }).tables).toEqual({
        A: [{}],
        B: [{ no: '1', B_Text: 'x' }],
        C: [{}],
      });
    });

    test('rows are in the order that they had', () => {
      const set = setWith(
        '<xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>',
        '<T msdata:rowOrder="1"><a>1</a></T><T msdata:rowOrder="0"><a>0</a></T>',
      );
      expect(readDataSet(set).tables.T).toEqual([{ a: 0 }, { a: 1 }]);
    });

    test('types that the schema names, and types derived in a circle', () => {
      const columns = `<xs:sequence><xs:element name="a" type="Code"/>
      <xs:element name="b" type="Round"/><xs:element name="c"/></xs:sequence>`;
      const types = `<xs:simpleType name="Code"><xs:restriction base="xs:short"/></xs:simpleType>
      <xs:simpleType name="Round"><xs:restriction base="Round"/></xs:simpleType>`;
      const set = setWith(columns, '<T><a>5</a><b>x</b><c>y</c></T>');
      const [given = set, rows = set] = elementNodes(set.children);
      const more = elementNodes(
        elementOf(`<r xmlns:xs="${given.namespace}">${types}</r>`).children,
      );
      const typed = { ...given, children: [...(given.children ?? []), ...more] };
      expect(readDataSet({ typed, rows }).tables.T).toEqual([{ a: 5, b: 'x', c: 'y' }]);
    });

    test('nil is null', () => {
      const set = setWith(
        '<xs:sequence><xs:element name="a" type="xs:int" nillable="true"/></xs:sequence>',
        '<T><a i:nil="true" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"/></T>',
      );
      expect(readDataSet(set).tables.T).toEqual([{}]);
    });
  });

  describe('errors', () => {
    test('name table, row and column', () => {
      const set = setWith(
        '<xs:sequence><xs:element name="a_x0020_b" type="xs:int"/></xs:sequence>',
        '<T><a_x0020_b>1</a_x0020_b></T><T><a_x0020_b>one</a_x0020_b></T>',
      );
      expect(readError(() => readDataSet(set))).toMatchObject({
        name: 'AsmxError',
        code: 'decode',
        message: "Table 'T', row 2, column 'a b': 'one' is not an int (-2147483648 to 2147483647).",
        path: 'tables.T[1].a b',
      });
    });

    test.each([
      ['null', null, /left out, which is null/],
      ['nothing', undefined, /left out, which is null/],
      ['something else', { a: 1 }, /neither a schema nor a diffgram/],
    ])('%s is no DataSet', (_, value, message) => {
      expect(readError(() => readDataSet(value))).toMatchObject({
        code: 'decode',
        message: expect.stringMatching(message),
      });
    });
  });
});

describe('write', () => {
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
          Text: {
            'a b': { mapping: 'text', default: 5, caption: '' },
            no: { mapping: 'attribute' },
          },
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
});
