import { readFileSync } from 'node:fs';
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
import { elementOf, fromDotnet, setWith, textOf } from './sets.ts';

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
    expect(written(set)).toContain(`${diffgramTag}><NewDataSet /><diffgr:before><T diffgr:id="T1"`);
  });
});

describe('names', () => {
  const { start, inside } = JSON.parse(
    readFileSync(new URL('../../fixtures/data-sets/name-characters.json', import.meta.url), 'utf8'),
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
        if (encodeName(`${character}a`) !== `${begun}a`) wrong.push(`${point.toString(16)} first`);
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
