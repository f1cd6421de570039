import { describe, expect, test } from '@jest/globals';
import { elementNodes } from '../../../src/runtime/data-set/column.ts';
import { readDataSet } from '../../../src/runtime/index.ts';
import { readError } from '../read-events.ts';
import { elementOf, fromDotnet, setWith } from './sets.ts';

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
    const { tables, original, changes, primaryKeys, required } = readDataSet(fromDotnet('changes'));
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
    const more = elementNodes(elementOf(`<r xmlns:xs="${given.namespace}">${types}</r>`).children);
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
    const more = elementNodes(elementOf(`<r xmlns:xs="${given.namespace}">${types}</r>`).children);
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
