import { describe, expect, test } from '@jest/globals';
import {
  dateTimeAsDate,
  int,
  type ObjectType,
  object,
  optional,
  optionalAttribute,
  quickly,
  repeated,
  string,
  token,
} from '../../src/runtime/type.ts';
import { readObject } from '../../src/runtime/types/object.ts';
import { fastOpen, fastStart, predict, textAt } from '../../src/runtime/types/prediction.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { createRandom, type Random } from './random.ts';

const namespace = 'http://tempuri.org/';
const names: readonly string[] = ['Id', 'Name', 'Child', 'Note', 'At'];

const itemType: ObjectType<object> = object('Item', namespace, () => [
  optionalAttribute('x', string),
  optional('Id', int),
  optional('Name', string),
  optional('Child', itemType),
  repeated('Note', token),
  optional('At', dateTimeAsDate),
]);

const value = (reader: XmlReader): unknown => readObject(quickly(reader), itemType);

function read(source: string, isPredicted: boolean): unknown {
  try {
    const limits = { depth: 6, textLength: 30 };
    const reader = new XmlReader(source, { limits, predict: isPredicted });
    reader.nextTag();
    const item = value(reader);
    return reader.nextTag() === 0 ? item : 'more follows';
  } catch (error) {
    const { path } = error as { readonly path?: string };
    return `${String(error)} ${path}`;
  }
}

const contents = [
  '1',
  '-5',
  '+7',
  ' 8 ',
  '007',
  '-0',
  '12345678901',
  '',
  'x',
  '1.5',
  'a&amp;b',
  'a&b',
  'a\r\nb',
  '<![CDATA[9]]>',
  '1<!-- c -->',
  '<b/>',
  '2147483647',
  'é😀',
  '2024-02-29T13:05:06Z',
  ' 2024-02-29T13:05:06.5+01:00',
  '2024-02-29T24:00:00.0000000000000Z',
];
const usual: Readonly<Record<string, readonly string[]>> = {
  Id: contents.slice(0, 6),
  At: contents.slice(-3),
};
const between = ['', '', '', ' ', '\n  ', '\r\n', '<!-- c -->', 'text', '&lt;', '<?pi?>', '<x/>'];

const attributes = [
  '',
  '',
  '',
  '',
  '',
  ' x="1"',
  ' xmlns:q="u"',
  ' xmlns="u"',
  ' x=">" xmlns:p="u"',
];

function children(random: Random, prefix: string, depth: number): string {
  const order = random.chance(0.7) ? names : [...names].reverse();
  let text = '';
  for (const name of order) {
    text += random.pick(between);
    if (random.chance(0.2)) continue;
    const open = `${prefix}${name}${random.pick(attributes)}`;
    if (random.chance(0.05)) text += `<${open}/>`;
    else {
      const content =
        name === 'Child' && depth < 4
          ? children(random, prefix, depth + 1)
          : random.pick(random.chance(0.9) ? (usual[name] ?? contents) : contents);
      text += `<${open}>${content}</${prefix}${name}${random.chance(0.05) ? ' ' : ''}>`;
    }
    if (random.chance(0.05)) text += `<${prefix}${name}>again</${prefix}${name}>`;
  }
  return text + random.pick(between);
}

function document(random: Random): string {
  const prefix = random.pick(['', '', 'p:']);
  const declaration = prefix === '' ? `xmlns="${namespace}"` : `xmlns:p="${namespace}"`;
  return `<${prefix}r ${declaration}>${children(random, prefix, 0)}</${prefix}r>`;
}

test('the fast path and the general one read 3000 random messages alike', () => {
  const outcomes = { read: 0, refused: 0 };
  for (let seed = 1; seed <= 3000; seed++) {
    const source = document(createRandom(seed));
    const fast = read(source, true);
    const general = read(source, false);
    expect({ source, result: fast }).toStrictEqual({ source, result: general });
    outcomes[typeof fast === 'string' ? 'refused' : 'read'] += 1;
  }
  expect(outcomes.read).toBeGreaterThan(300);
  expect(outcomes.refused).toBeGreaterThan(300);
});

describe('tags', () => {
  const at = (source: string): XmlReader => {
    const reader = new XmlReader(source);
    reader.nextTag();
    return reader;
  };
  const tag = (name: string, prefix: string): string => `<${prefix}${name}>`;
  const tags = (reader: XmlReader, names: readonly string[], uri: string) =>
    predict(reader, names, uri, tag);

  test('have the prefix of the element around them', () => {
    expect(tags(at('<a xmlns="u"><b/></a>'), ['b', 'c'], 'u')).toEqual(['<b>', '<c>']);
    expect(tags(at('<p:a xmlns:p="u"><b/></p:a>'), ['b'], 'u')).toEqual(['<p:b>']);
    expect(tags(at('<a><b/></a>'), ['b'], '')).toEqual(['<b>']);
  });

  test('have none where the default namespace is theirs', () => {
    expect(tags(at('<p:a xmlns:p="v" xmlns="u"><b/></p:a>'), ['b'], 'u')).toEqual(['<b>']);
    expect(tags(at('<p:a xmlns:p="v"><b/></p:a>'), ['b'], '')).toEqual(['<b>']);
  });

  test('cannot be expected where another prefix must be meant', () => {
    expect(tags(at('<a xmlns="u"><b/></a>'), ['b'], '')).toBeUndefined();
    expect(tags(at('<a xmlns:p="u"><b/></a>'), ['b'], 'u')).toBeUndefined();
    expect(tags(at('<a xmlns="u"/>'), ['b'], 'u')).toBeUndefined();
  });

  test('are made once for a list of names', () => {
    const list = ['b'];
    const reader = at('<a><b/></a>');
    expect(tags(reader, list, '')).toBe(tags(reader, list, ''));
    expect(tags(reader, ['c'], '')).toEqual(['<c>']);
  });

  test('are not expected where that is not wanted', () => {
    const reader = new XmlReader('<a><b/></a>', { predict: false });
    reader.nextTag();
    expect(tags(reader, ['b'], '')).toBeUndefined();
  });
});

describe('the fast path', () => {
  /** What it gives for a child; `undefined` for what it leaves to the general way. */
  const take = (content: string, limits = {}): unknown => {
    const reader = new XmlReader(`<r xmlns="${namespace}">${content}</r>`, { limits });
    reader.nextTag();
    const from = reader.position;
    let isTaken = true;
    const general = reader.nextTag.bind(reader);
    reader.nextTag = () => {
      isTaken &&= reader.position > from;
      return general();
    };
    const item = Object.values(value(reader) as object);
    return isTaken ? item.find((one) => one !== undefined && !isEmpty(one)) : undefined;
  };
  const isEmpty = (one: unknown): boolean => Array.isArray(one) && one.length === 0;

  test.each([
    ['<Id>12</Id>', 12],
    ['\r\n <Id>-12</Id>', -12],
    ['<Id>0000000012</Id>', 12],
    ['<Id>2147483647</Id>', 2_147_483_647],
    ['<Id>-0</Id>', 0],
    ['<Id> 1</Id>', undefined],
    ['<Id>+1</Id>', undefined],
    ['<Id>00000000012</Id>', undefined],
    ['<Id>1</Id >', undefined],
    ['<Id x="1">1</Id>', undefined],
    ['<!-- c --><Id>1</Id>', undefined],
    ['<Ident>1</Ident>', undefined],
  ])('takes the integer %s', (content, value) => {
    expect(take(content)).toBe(value);
  });

  test.each([
    ['<At>2024-02-29T13:05:06Z</At>', '2024-02-29T13:05:06.000Z'],
    [' \n<At>2024-02-29T13:05:06.0789Z</At>', '2024-02-29T13:05:06.078Z'],
    ['<At>2024-02-29T23:05:06-05:30</At>', '2024-03-01T04:35:06.000Z'],
    ['<At>2024-02-29T13:05:06</At>', new Date(2024, 1, 29, 13, 5, 6).toISOString()],
    ['<At> 2024-02-29T13:05:06Z</At>', undefined],
    ['<At>2024-02-29T13:05:06Z </At>', undefined],
    ['<At>2024-02-29T24:00:00Z</At>', undefined],
    ['<At>0050-02-28T13:05:06Z</At>', undefined],
    ['<At>2024-02-29T13:05:06<!-- c -->Z</At>', undefined],
    ['<At x="1">2024-02-29T13:05:06Z</At>', undefined],
  ])('takes the date %s', (content, value) => {
    expect((take(content) as Date | undefined)?.toISOString()).toBe(value);
  });

  test('leaves texts above the limit to the general one, which refuses them', () => {
    const long = '<At>2024-02-29T13:05:06Z</At>';
    expect(() => take(long, { textLength: 19 })).toThrow('A text is longer than 19 characters.');
  });

  test.each([
    ['<Name>x</Name>', 'x'],
    ['<Name></Name>', ''],
    ['<Name> a&lt;\r\n</Name>', ' a<\n'],
    ['<Name><![CDATA[x]]></Name>', undefined],
    ['<Name/>', undefined],
    ['<Name>x</Name >', undefined],
    ['<Note>x</Note>', ['x']],
    ['<Note> x </Note><Note>y</Note>', ['x', 'y']],
  ])('takes the text %s', (content, value) => {
    expect(take(content)).toEqual(value);
  });

  test('leaves it to others to refuse what is not well-formed', () => {
    const text = (one: string) => textAt(new XmlReader(one), 0, one.length);
    expect(text(']]>')).toBeUndefined();
    expect(text('&x;')).toBeUndefined();
  });

  const at = (content: string): XmlReader => {
    const reader = new XmlReader(`<a>${content}<z/></a>`);
    reader.nextTag();
    return reader;
  };

  test.each([
    ['<b>', 6],
    [' \n<b>', 8],
    ['<b/>', -1],
    ['<b x="1">', -1],
    ['<bc>', -1],
    ['<c>', -1],
  ])('fastOpen %j', (content, offset) => {
    expect(fastOpen(at(content), '<b>')).toBe(offset);
  });

  test.each([
    ['\n<b><c/></b>', true],
    ['<b/>', true],
    ['<b />', true],
    ['<b x="1">', true],
    ['<b\nx=">" y="2"/>', true],
    ['<b xmlns:p="u">', true],
    ['<b xmlns="u">', false],
    ['<b x=">" xmlns="u">', false],
    ['<bc>', false],
    ['<c>', false],
    ['</b>', false],
    ['<!-- c --><b>', false],
    ['text', false],
  ])('fastStart %j', (content, reads) => {
    const reader = at(content);
    const before = reader.position;
    expect(fastStart(reader, '<b>', '')).toBe(reads);
    if (reads) expect([reader.local, reader.depth]).toEqual(['b', 2]);
    else expect(reader.position).toBe(before);
  });

  test('fastStart refuses what is not well-formed', () => {
    expect(() => fastStart(at('<b x>'), '<b>', '')).toThrow("expected token is '='");
  });
});
