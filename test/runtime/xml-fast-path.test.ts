import { describe, expect, test } from '@jest/globals';
import { fastInt, fastStart, fastTags, fastText, fastValue } from '../../src/runtime/xml/fast.ts';
import { START, XmlReader } from '../../src/runtime/xml/reader.ts';
import { fastDate } from '../../src/runtime/xsd/fast-date.ts';
import { parseXsdInt } from '../../src/runtime/xsd/integer.ts';
import { createRandom, type Random } from './random.ts';

const namespace = 'http://tempuri.org/';
const names: readonly string[] = ['Id', 'Name', 'Child', 'Note'];

interface Item {
  readonly Id: number | undefined;
  readonly Name: string | undefined;
  readonly Child: Item | undefined;
  readonly Note: string | undefined;
}

/** A codec as it is generated; whether it takes its fast path is the reader's business. */
function readItem(reader: XmlReader): Item {
  let Id: number | undefined;
  let Name: string | undefined;
  let Child: Item | undefined;
  let Note: string | undefined;
  let tags = fastTags(reader, names, namespace);
  for (;;) {
    if (tags !== undefined) {
      const [id = '', idEnd = '', name = '', nameEnd = '', child = '', , note = '', noteEnd = ''] =
        tags;
      const from = reader.position;
      Id ??= fastInt(reader, id, idEnd);
      Name ??= fastText(reader, name, nameEnd);
      if (Child === undefined && fastStart(reader, child, namespace)) Child = readItem(reader);
      Note ??= fastValue(reader, note, noteEnd, (text) => text);
      if (reader.position === from) tags = undefined;
    }
    if (reader.nextTag() !== START) break;
    switch (reader.namespace === namespace ? reader.local : '') {
      case 'Id':
        if (Id !== undefined) break;
        Id = parseXsdInt(reader.leaf());
        continue;
      case 'Name':
        if (Name !== undefined) break;
        Name = reader.leaf();
        continue;
      case 'Child':
        if (Child !== undefined) break;
        Child = readItem(reader);
        continue;
      case 'Note':
        if (Note !== undefined) break;
        Note = reader.leaf();
        continue;
      default:
    }
    reader.skip();
  }
  return { Id, Name, Child, Note };
}

function read(source: string, predict: boolean): Item | string {
  try {
    const reader = new XmlReader(source, { limits: { depth: 6 }, predict });
    reader.nextTag();
    const item = readItem(reader);
    return reader.nextTag() === 0 ? item : 'more follows';
  } catch (error) {
    return String(error);
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
];
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
        name === 'Child' && depth < 4 ? children(random, prefix, depth + 1) : random.pick(contents);
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
    expect({ source, result: fast }).toEqual({ source, result: general });
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

  test('have the prefix of the element around them', () => {
    expect(fastTags(at('<a xmlns="u"><b/></a>'), ['b', 'c'], 'u')).toEqual([
      '<b>',
      '</b>',
      '<c>',
      '</c>',
    ]);
    expect(fastTags(at('<p:a xmlns:p="u"><b/></p:a>'), ['b'], 'u')).toEqual(['<p:b>', '</p:b>']);
    expect(fastTags(at('<a><b/></a>'), ['b'], '')).toEqual(['<b>', '</b>']);
  });

  test('have none where the default namespace is theirs', () => {
    expect(fastTags(at('<p:a xmlns:p="v" xmlns="u"><b/></p:a>'), ['b'], 'u')).toEqual([
      '<b>',
      '</b>',
    ]);
    expect(fastTags(at('<p:a xmlns:p="v"><b/></p:a>'), ['b'], '')).toEqual(['<b>', '</b>']);
  });

  test('cannot be expected where another prefix must be meant', () => {
    expect(fastTags(at('<a xmlns="u"><b/></a>'), ['b'], '')).toBeUndefined();
    expect(fastTags(at('<a xmlns:p="u"><b/></a>'), ['b'], 'u')).toBeUndefined();
    expect(fastTags(at('<a xmlns="u"/>'), ['b'], 'u')).toBeUndefined();
  });

  test('are made once for a list of names', () => {
    const list = ['b'];
    const reader = at('<a><b/></a>');
    expect(fastTags(reader, list, '')).toBe(fastTags(reader, list, ''));
    expect(fastTags(reader, ['c'], '')).toEqual(['<c>', '</c>']);
  });
});

describe('the fast functions', () => {
  const at = (content: string): XmlReader => {
    const reader = new XmlReader(`<a>${content}<z/></a>`);
    reader.nextTag();
    return reader;
  };

  test.each([
    ['<b>12</b>', 12],
    ['\r\n <b>-12</b>', -12],
    ['<b>0000000012</b>', 12],
    ['<b>2147483647</b>', 2_147_483_647],
    ['<b>2147483648</b>', undefined],
    ['<b>9999999999</b>', undefined],
    ['<b>-0</b>', 0],
    ['<b>12345678901</b>', undefined],
    ['<b> 1</b>', undefined],
    ['<b>+1</b>', undefined],
    ['<b>-</b>', undefined],
    ['<b></b>', undefined],
    ['<b/>', undefined],
    ['<b>1.0</b>', undefined],
    ['<b>1</b >', undefined],
    ['<b x="1">1</b>', undefined],
    ['<!-- c --><b>1</b>', undefined],
    ['<bc>1</bc>', undefined],
  ])('fastInt %s', (content, value) => {
    const reader = at(content);
    const before = reader.position;
    expect(fastInt(reader, '<b>', '</b>')).toBe(value);
    if (value === undefined) expect(reader.position).toBe(before);
    else {
      expect(reader.nextTag()).toBe(START);
      expect(reader.local).toBe('z');
    }
  });

  test.each([
    ['<b>2024-02-29T13:05:06Z</b>', '2024-02-29T13:05:06.000Z'],
    [' \n<b>2024-02-29T13:05:06.0789Z</b>', '2024-02-29T13:05:06.078Z'],
    ['<b>2024-02-29T23:05:06-05:30</b>', '2024-03-01T04:35:06.000Z'],
    ['<b>2024-02-29T13:05:06</b>', new Date(2024, 1, 29, 13, 5, 6).toISOString()],
    ['<b> 2024-02-29T13:05:06Z</b>', undefined],
    ['<b>2024-02-29T13:05:06Z </b>', undefined],
    ['<b>2023-02-29T13:05:06Z</b>', undefined],
    ['<b>2024-02-29T24:00:00Z</b>', undefined],
    ['<b>0050-02-28T13:05:06Z</b>', undefined],
    ['<b>2024-02-29</b>', undefined],
    ['<b></b>', undefined],
    ['<b/>', undefined],
    ['<b>2024-02-29T13:05:06<!-- c -->Z</b>', undefined],
    ['<b x="1">2024-02-29T13:05:06Z</b>', undefined],
    ['<bc>2024-02-29T13:05:06Z</bc>', undefined],
  ])('fastDate %s', (content, value) => {
    const reader = at(content);
    const before = reader.position;
    expect(fastDate(reader, '<b>', '</b>')?.toISOString()).toBe(value);
    if (value === undefined) expect(reader.position).toBe(before);
    else {
      expect(reader.nextTag()).toBe(START);
      expect(reader.local).toBe('z');
    }
  });

  test('fastDate leaves texts above the limit to the general loop, which refuses them', () => {
    const text = '<a><b>2024-02-29T13:05:06Z</b></a>';
    const reader = new XmlReader(text, { limits: { textLength: 19 } });
    expect(reader.nextTag()).toBe(START);
    expect(fastDate(reader, '<b>', '</b>')).toBeUndefined();
    expect(reader.nextTag()).toBe(START);
    expect(() => reader.leaf()).toThrow('A text is longer than 19 characters.');
  });

  test.each([
    ['<b>x</b>', 'x'],
    ['<b></b>', ''],
    ['<b> a&lt;\r\n</b>', ' a<\n'],
    ['<b><![CDATA[x]]></b>', undefined],
    ['<b/>', undefined],
    ['<b>x</b >', undefined],
    ['<c>x</c>', undefined],
  ])('fastText %s', (content, value) => {
    const reader = at(content);
    const before = reader.position;
    expect(fastText(reader, '<b>', '</b>')).toBe(value);
    if (value === undefined) expect(reader.position).toBe(before);
  });

  test('fastText leaves it to others to refuse what is not well-formed', () => {
    expect(fastText(at('<b>]]></b>'), '<b>', '</b>')).toBeUndefined();
    expect(fastText(at('<b>&x;</b>'), '<b>', '</b>')).toBeUndefined();
  });

  test('fastValue gives what is made of the text', () => {
    const reader = at('<b>a</b><c>b</c>');
    expect(fastValue(reader, '<c>', '</c>', (text) => text.length)).toBeUndefined();
    expect(fastValue(reader, '<b>', '</b>', (text) => text.length)).toBe(1);
    expect(fastValue(reader, '<c>', '</c>', (text) => text.length)).toBe(1);
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

  test('nothing is expected where that is not wanted', () => {
    const reader = new XmlReader('<a><b/></a>', { predict: false });
    reader.nextTag();
    expect(fastTags(reader, ['b'], '')).toBeUndefined();
  });
});
