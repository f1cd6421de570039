// Values as .NET has them in JSON, where numbers are texts, beside those of generated code.

const long = 'x'.repeat(9000);
const bytes = (text) => Uint8Array.from(Buffer.from(text, 'base64'));
const same = (...values) => values.map((value) => [value, value]);
const numbers = (...values) => values.map((value) => [String(value), value]);

/** Per member of `Simple`: pairs of both. Times of .NET are in Europe/Berlin. */
const members = {
  Boolean: same(true, false),
  Byte: numbers(-128, 127),
  UnsignedByte: numbers(0, 255),
  Short: numbers(-32768, 32767),
  UnsignedShort: numbers(0, 65535),
  Int: numbers(-2147483648, 2147483647),
  UnsignedInt: numbers(0, 4294967295),
  Long: numbers(-9223372036854775808n, 9223372036854775807n),
  UnsignedLong: numbers(0n, 18446744073709551615n),
  Float: [['3.4028235E+38', 3.4028235e38], ...numbers(0.1, Number.NaN, -Infinity)],
  Double: [
    ['1.7976931348623157E+308', Number.MAX_VALUE],
    ['5E-324', 5e-324],
    ['-0', -0],
    ...numbers(1e16, 0.1, Number.NaN, Infinity),
  ],
  Decimal: same('10.50', '79228162514264337593543950335', '-0.0000000000000000000000000001'),
  DateTime: same(
    '2026-11-29T10:20:30',
    '2026-11-29T10:20:30.1234567Z',
    '2026-07-01T10:20:30+02:00',
    '0001-01-01T00:00:00',
    '9999-12-31T23:59:59.9999999',
  ),
  Date: [
    ['2026-11-29T00:00:00', '2026-11-29'],
    ['0001-01-01T00:00:00', '0001-01-01'],
  ],
  Time: [['0001-01-01T10:20:30.5Z', '10:20:30.5000000Z']],
  Duration: same('P1DT2H3M4.5S', '-PT0.0015S', 'PT0S', 'P400D'),
  Guid: same('6f9619ff-8b86-d011-b42d-00c04fc964ff'),
  Char: same('A', '\u00e9', '\u20ac'),
  Mark: same('A', 'C'),
  Rights: [
    ['Read, Write', ['Read', 'Write']],
    ['Delete', ['Delete']],
  ],
  String: same('', ' a\t b ', '<&>"\'\u00e9\u{1f600}\u0085', 'a:b', long, 'a\r\nb'),
  Uri: same('http://a.example/?b=c&d', ''),
  Integer: numbers(123456789012345678901234567890n, -1n),
  Base64: [
    ['AQID/w==', bytes('AQID/w==')],
    ['', bytes('')],
  ],
  Hex: [['q80=', bytes('q80=')]],
  QName: same('{urn:x}n'),
  Token: same('a b'),
  NmToken: same('1-a'),
  Name: same('a_b-c'),
  Language: same('de-AT'),
  Year: same('2026'),
  MonthDay: same('--11-29'),
};

/** Members that are null, not absent, without a value. */
const nillable = Object.keys(members).slice(0, Object.keys(members).indexOf('String'));

/** Values of `Simple`: the first has nothing, the others the members' values one after the other. */
const simple = Array.from({ length: 8 }, (_, row) => {
  const present = Object.entries(members).filter(([, pairs]) => pairs[row - 1] !== undefined);
  const of = (side) => Object.fromEntries(present.map(([name, at]) => [name, at[row - 1][side]]));
  return [of(0), { ...Object.fromEntries(nillable.map((name) => [name, null])), ...of(1) }];
});

const people = [
  [
    { $type: 'Person', Name: 'Ann', Born: '2001-02-03T00:00:00' },
    { $type: 'Person', Name: 'Ann', Born: '2001-02-03' },
  ],
  [
    { $type: 'Student', Name: 'Bob', Mark: 'B' },
    { $type: 'Student', Name: 'Bob', Born: null, Mark: 'B' },
  ],
  [
    { $type: 'Teacher', Name: 'Eve', Subjects: ['Art', ''], room: '7', Friends: [] },
    { $type: 'Teacher', Name: 'Eve', Born: null, Subjects: ['Art', ''], room: 7, Friends: [] },
  ],
  [null, null],
];
const friends = ([teacher, friend]) => ({ ...teacher, Friends: [friend, null] });

/** Tables and columns of .NET, with the rows that are read. */
const table = {
  T: {
    Id: ['Int32', '1', '2'],
    'Room No': ['String', 'A 1', null],
    Price: ['Decimal', '1.50', '-3'],
    Big: ['Int64', '9223372036854775807', null],
    Born: ['DateTime', '2026-11-29T10:20:30Z', null],
    Lasts: ['TimeSpan', 'PT5M', null],
    Key: ['Guid', null, '6f9619ff-8b86-d011-b42d-00c04fc964ff'],
    Data: ['Byte[]', 'AQI=', null],
    ユーザー: ['String', 'x', 'y'],
  },
};
const rows = {
  T: [
    {
      Id: 1,
      'Room No': 'A 1',
      Price: '1.50',
      Big: 9223372036854775807n,
      Born: '2026-11-29T10:20:30Z',
      Lasts: 'PT5M',
      Data: bytes('AQI='),
      ユーザー: 'x',
    },
    { Id: 2, Price: '-3', Key: '6f9619ff-8b86-d011-b42d-00c04fc964ff', ユーザー: 'y' },
  ],
};

/** Values that come back, by operation: its parameter, and pairs of both sides. */
export const echoes = {
  EchoSimple: ['v', simple],
  EchoLists: [
    'v',
    [
      [{}, {}],
      [
        { Ints: [], Strings: [], Rows: [[]] },
        { Ints: [], Strings: [], Rows: [[]] },
      ],
      [
        {
          Ints: ['1', '-2'],
          Nullable: ['1', null, '3'],
          Strings: ['a', null, ''],
          Dates: ['2026-11-29T10:20:30Z'],
          Rows: [['1', '2'], [], ['3']],
          Flat: ['x', '', 'y'],
        },
        {
          Ints: [1, -2],
          Nullable: [1, null, 3],
          Strings: ['a', null, ''],
          Dates: ['2026-11-29T10:20:30Z'],
          Rows: [[1, 2], [], [3]],
          Flat: ['x', '', 'y'],
        },
      ],
    ],
  ],
  EchoPeople: [
    'people',
    [
      [[], []],
      [people.map(([one]) => one), people.map(([, one]) => one)],
      [[friends([people[2][0], people[1][0]])], [friends([people[2][1], people[1][1]])]],
    ],
  ],
  EchoContact: [
    'v',
    [
      [
        { kind: 'B', since: '2026-11-29T00:00:00', numbers: 'a b', Email: 'a@b.example' },
        { kind: 'B', since: '2026-11-29', numbers: ['a', 'b'], Email: 'a@b.example' },
      ],
      [
        { kind: 'A', Phone: '5', Price: { Value: '10.50', currency: 'EUR' } },
        { kind: 'A', Phone: 5, Price: { $value: '10.50', currency: 'EUR' } },
      ],
    ],
  ],
};

/** Classes with a DataSet: what .NET has, and the tables that are read. */
export const boxes = [
  [{ Set: table, After: 'z' }, rows],
  [{ Set: { T: { Id: ['Int32'] } }, After: 'z' }, { T: [] }],
  [{ Set: {}, After: 'z' }, {}],
];

/** Input of `Show`, which is served over GET and POST, too. */
export const shown = [
  [
    {
      i: '-5',
      l: '9223372036854775807',
      d: '0.1',
      m: '10.50',
      b: true,
      s: 'a b&c=\u00e9',
      mark: 'B',
    },
    { i: -5, l: 9223372036854775807n, d: 0.1, m: '10.50', b: true, s: 'a b&c=\u00e9', mark: 'B' },
  ],
  [
    { i: '0', l: '0', d: '10000000000000000', m: '0', b: false, s: 'x', mark: 'A' },
    { i: 0, l: 0n, d: 1e16, m: '0', b: false, s: 'x', mark: 'A' },
  ],
].map(([json, js]) => [
  { ...json, t: '2026-11-29T10:20:30' },
  { ...js, t: '2026-11-29T10:20:30' },
]);

const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** What `Show` answers. */
export const shownOf = (input) =>
  Object.fromEntries(Object.entries(input).map(([name, one]) => [capital(name), one]));

/** A value as text, for comparison: members in their order by name, absent ones left out. */
export function textOf(value) {
  return JSON.stringify(value, (_, one) => {
    if (typeof one === 'bigint') return `${one}n`;
    if (typeof one === 'number') return Object.is(one, -0) ? '-0' : String(one);
    if (one instanceof Uint8Array) return Buffer.from(one).toString('base64');
    if (one === null || typeof one !== 'object' || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
