import { describe, expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { declaration, planText } from './support/contract.ts';
import { ordered } from './support/ordered.ts';
import { readStrictly } from './support/strict.ts';

const planned = planText(ordered);
const codecs = loadCodecs(planned);

/** Writes a value of a type, and reads it back. */
function trip(type: string, value: unknown): { readonly xml: string; readonly value: unknown } {
  const { xml, value: whole } = roundTrip(codecs, { [type]: value });
  const inside = new RegExp(`^<Test xmlns="urn:test"><${type}(?:>(.*)</${type}>| />)</Test>$`);
  const read = whole as Readonly<Record<string, unknown>>;
  return {
    xml: inside.exec(xml)?.[1] ?? (xml.includes(`<${type} />`) ? '' : xml),
    value: read[type],
  };
}

/** Reads the content of a type. */
function read(type: string, content: string): unknown {
  const body = `<Test xmlns="urn:test" xmlns:o="urn:other" xmlns:w="urn:w"><${type}>${content}</${type}></Test>`;
  const value = codecs.readBody('readTestRequest', body) as Record<string, unknown>;
  return value[type];
}

const numbers = (text: string): string =>
  text.replace(/(\w)(\d)/g, '<$1>$2</$1>').replaceAll(' ', '');

describe('branches that share an element', () => {
  test('are each written in their own order', () => {
    expect(trip('Shared', { a: 1, b: 2 })).toEqual({
      xml: numbers('a1 b2'),
      value: { a: 1, b: 2 },
    });
    expect(trip('Shared', { c: 1, b: 2 })).toEqual({
      xml: numbers('c1 b2'),
      value: { c: 1, b: 2 },
    });
  });

  test.each([
    [{ list: [1, 2], b: 3 }, '<list>1 2</list><b>3</b>'],
    [{ list: [], b: 3 }, '<list /><b>3</b>'],
    [{ array: [1, 2], b: 3 }, '<array><int>1</int><int>2</int></array><b>3</b>'],
    [{ array: [], b: 3 }, '<array /><b>3</b>'],
    [{}, ''],
  ])('may start with an element whose value is a list: %j', (value, xml) => {
    expect(trip('Lists', value)).toEqual({ xml, value });
  });

  test('are refused where none fits', () => {
    for (const value of [{ a: 1 }, { a: 1, b: 2, c: 3 }, {}]) {
      expect(() => trip('Shared', value)).toThrow(
        "Exactly one of ('a' and 'b'), ('c' and 'b') must be given.",
      );
    }
    expect(() => read('Shared', numbers('b1 c2'))).toThrow('was not expected');
    expect(() => read('Shared', numbers('c2'))).toThrow("Missing required element 'b'");
    expect(() => read('Shared', '')).toThrow('Exactly one of');
  });

  test('tell by nil and by counts, too', () => {
    for (const [value, xml] of [
      [{ a: null, b: [2] }, '<a xsi:nil="true" /><b>2</b>'],
      [{ b: [1, 2], aAfterB: 3 }, numbers('b1 b2 a3')],
    ] as const) {
      expect(trip('Nil', value)).toEqual({ xml, value });
    }
    expect(() => trip('Nil', { a: 1, b: [1, 2] })).toThrow('must be given');
  });

  test('are told apart however many there are', () => {
    expect(trip('Large', { k7: 1, value: 2 }).value).toEqual({ k7: 1, value: 2 });
    expect(() => trip('Large', { k7: 1 })).toThrow('must be given');
    expect(() => read('Large', '<k7>1</k7>')).toThrow("Missing required element 'value'");
  });
});

describe('a name at several places', () => {
  test('is a property for each', () => {
    const value = { a: [1, 2], b: 3, aAfterB: [4] };
    const twice = { xml: numbers('a1 a2 b3 a4'), value: { $type: 'Twice', ...value } };
    expect(trip('Twice', value)).toEqual(twice);
    const more = { TestResult: { $type: 'More', ...value, c: 5, aAfterC: 6, p: 7 }, other: 8 };
    const xml = codecs.write('writeTestResponse', more);
    expect(xml).toContain(`p="7">${numbers('a1 a2 b3 a4 c5 a6')}<`);
    expect(codecs.readBody('readTestResponse', xml)).toEqual(more);
  });

  test('of two namespaces, too', () => {
    const value = { a: [1], aElement: [2, 3] };
    expect(trip('Namespaces', value).value).toEqual(value);
    expect(() => read('Namespaces', '<a>1</a><o:a>2</o:a><o:a>x</o:a>')).toThrow(
      'Namespaces.a[1]: ',
    );
  });

  test('of a substitution group, too', () => {
    const value = { head: [{ member: 'm' }, { head: 'h' }], end: 1, member: ['n', 'o'] };
    expect(trip('Beside', value).value).toEqual(value);
    expect(trip('Heads', { head: value.head }).value).toEqual({ head: value.head });
  });

  test('has its index in the path of an error', () => {
    expect(() => read('Twice', '<a>1</a><a>x</a>')).toThrow('Twice.a[1]: ');
    expect(() => trip('Twice', { a: [1, 'x'], b: 1 })).toThrow('Twice.a[1]: ');
    expect(() => trip('Twice', { a: [], b: 1 })).toThrow(
      'Twice.a: The value must have at least 1 item',
    );
    expect(() => trip('Twice', { a: [1] })).toThrow('Twice.b: Expected an int');
  });

  test('is skipped where nothing of that name is known, unless the reader is strict', () => {
    const content = '<a>1</a><x/><b>2</b>';
    expect(read('Twice', content)).toEqual({ $type: 'Twice', a: [1], b: 2 });
    const body = `<Test xmlns="urn:test"><Twice>${content}</Twice></Test>`;
    expect(readStrictly(codecs, body).error?.message).toContain(
      "The element was not expected in this context: <x xmlns='urn:test'>..</x>. Expected elements: urn:test:a, urn:test:b.",
    );
  });
});

const any = (name: string, namespace: string) => ({ name, namespace, children: ['1'] });

describe('wildcards', () => {
  test('take what follows a named element, of the same name or not', () => {
    const value = { i: 1, $any: [any('i', 'urn:test'), any('w', 'urn:w')] };
    expect(read('Open', '<i>1</i><i>1</i><w:w>1</w:w>')).toMatchObject({
      i: 1,
      $any: [{ name: 'i' }, { name: 'w' }],
    });
    expect(trip('Open', value).value).toMatchObject(value);
    expect(trip('Required', { i: 1, $any: any('i', 'urn:test') }).value).toMatchObject({
      i: 1,
      $any: { name: 'i' },
    });
    expect(() => read('Required', '<i>1</i>')).toThrow("Missing required element '$any'");
  });

  test('begin where a list ends', () => {
    const content = '<i>1</i><i>2</i><j>3</j><i>4</i><j>5</j>';
    expect(read('OpenList', content)).toMatchObject({
      i: [1, 2],
      j: 3,
      $any: [{ name: 'i' }, { name: 'j' }],
    });
  });

  test('in one choice are one property', () => {
    expect(declaration(planned, 'Wildcards').match(/\$any/g)).toHaveLength(1);
    for (const one of [any('x', 'urn:w'), any('x', '')]) {
      expect(trip('Wildcards', { $any: one }).value).toMatchObject({ $any: one });
      expect(trip('WildcardLists', { $any: [one, one] }).value).toMatchObject({ $any: [one, one] });
    }
    const both = {
      $choice: [{ $any: any('x', '') }, { $any: any('y', 'urn:w') }, { $any: any('z', '') }],
    };
    expect(trip('WildcardTurns', both).value).toMatchObject(both);
    expect(() => read('Wildcards', '<x/>')).toThrow('must be there');
  });
});

describe('turns of a group', () => {
  test('end where that lets all of them be there', () => {
    expect(read('Turns', numbers('a1 a2 b3'))).toEqual({
      $sequence: [{ a: [1] }, { a: [2], b: 3 }],
    });
    expect(read('Turns', numbers('a1 a2'))).toEqual({ $sequence: [{ a: [1] }, { a: [2] }] });
    expect(read('Turns', numbers('a1 a2 a3 a4'))).toEqual({
      $sequence: [{ a: [1, 2] }, { a: [3, 4] }],
    });
    expect(read('Turns', numbers('a1 b2 a3'))).toEqual({
      $sequence: [{ a: [1], b: 2 }, { a: [3] }],
    });
    expect(() => read('Turns', numbers('a1'))).toThrow(
      "The list '$sequence' must have 2 items, not 1.",
    );
    expect(() => read('Turns', numbers('a1 b1 b1'))).toThrow('was not expected');
  });

  test('hold groups that repeat', () => {
    const value = {
      $sequence: [
        {
          $choice: [{ b: 1 }, { a: 2 }],
          $sequence: [
            { c: 3, d: [4, 5] },
            { c: 6, d: [7] },
          ],
        },
        { $choice: [{ a: 8 }] },
      ],
    };
    expect(trip('Nested', value)).toEqual({ xml: numbers('b1 a2 c3 d4 d5 c6 d7 a8'), value });
  });

  test('of a number of one element keep to it', () => {
    const value = { $sequence: [{ a: [1, 2] }, { a: [3, 4] }] };
    expect(trip('Pairs', value)).toEqual({ xml: numbers('a1 a2 a3 a4'), value });
    expect(() => read('Pairs', numbers('a1 a2 a3'))).toThrow(
      "The list 'a' must have 2 items, not 1.",
    );
  });
});

test('groups without parts leave no trace', () => {
  expect(declaration(planned, 'Nothing')).toContain('Readonly<Record<string, never>>');
  expect(declaration(planned, 'NothingTwice')).toMatch(
    /^.*\nexport interface NothingTwice \{\n.*\n {2}readonly a: number;\n\}$/,
  );
  expect(trip('NothingTwice', { a: 1 }).value).toEqual({ a: 1 });
  expect(() => trip('NothingElse', {})).toThrow('NothingElse.a: Expected an int');
});
