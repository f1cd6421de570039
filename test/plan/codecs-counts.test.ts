import { describe, expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { declaration, planText, valueWsdl } from './support/contract.ts';

function codecsOf(content: string, others = '') {
  const planned = planText(
    valueWsdl(`<xs:complexType name="Value">${content}</xs:complexType>${others}`),
  );
  return { planned, codecs: loadCodecs(planned) };
}

const body = (content: string): string => `<Test xmlns="urn:test"><value>${content}</value></Test>`;

describe('occurrence counts', () => {
  const { planned, codecs } = codecsOf(`<xs:sequence>
    <xs:element name="pair" type="xs:int" minOccurs="2" maxOccurs="2"/>
    <xs:element name="some" type="xs:string" maxOccurs="unbounded"/>
    <xs:element name="few" type="xs:string" minOccurs="0" maxOccurs="3"/>
    <xs:element name="many" type="xs:string" minOccurs="2" maxOccurs="unbounded"/>
  </xs:sequence>`);
  const good = { pair: [1, 2], some: ['a'], few: ['b', 'c', 'd'], many: ['e', 'f'] };
  const { xml } = roundTrip(codecs, { value: good });

  test('that are kept go round', () => {
    for (const few of [undefined, ['b']]) {
      const value = { value: { ...good, few } };
      expect(roundTrip(codecs, value).value).toEqual(value);
    }
  });

  test.each([
    [{ pair: [1] }, 'value.pair: The value must have 2 items, not 1.'],
    [{ pair: [1, 2, 3] }, 'value.pair: The value must have 2 items, not 3.'],
    [{ some: [] }, 'value.some: The value must have at least 1 item, not 0.'],
    [{ few: ['', '', '', ''] }, 'value.few: The value must have at most 3 items, not 4.'],
    [{ many: [''] }, 'value.many: The value must have at least 2 items, not 1.'],
  ])('are checked when written: %j', (change, message) => {
    expect(() => codecs.write('writeTestRequest', { value: { ...good, ...change } })).toThrow(
      message,
    );
  });

  test.each([
    ['<pair>2</pair>', '', "value: The list 'pair' must have 2 items, not 1."],
    [
      '<pair>2</pair>',
      '<pair>2</pair><pair>3</pair>',
      "value: The list 'pair' must have 2 items, not 3.",
    ],
    ['<some>a</some>', '', "value.some: Missing required element 'some'."],
    ['<few>b</few>', '<few/><few/>', "value: The list 'few' must have at most 3 items, not 4."],
    ['<many>e</many>', '', "value: The list 'many' must have at least 2 items, not 1."],
  ])('are checked when read: %s as %j', (from, to, message) => {
    expect(() => codecs.readBody('readTestRequest', xml.replace(from, to))).toThrow(message);
  });

  test('are in the documentation', () => {
    const text = declaration(planned, 'Value');
    for (const words of ['`xs:int`, 2 items.', 'at least 1.', 'at most 3.', 'at least 2.']) {
      expect(text).toContain(words);
    }
  });
});

test('items of an ASMX array are counted too', () => {
  const { codecs } = codecsOf(
    '<xs:sequence><xs:element name="list" type="t:ArrayOfInt" minOccurs="0"/></xs:sequence>',
    '<xs:complexType name="ArrayOfInt"><xs:sequence><xs:element name="int" type="xs:int" minOccurs="1" maxOccurs="2"/></xs:sequence></xs:complexType>',
  );
  expect(roundTrip(codecs, { value: { list: [1, 2] } }).value).toEqual({ value: { list: [1, 2] } });
  expect(() => codecs.write('writeTestRequest', { value: { list: [] } })).toThrow(
    'value.list: The value must have 1 to 2 items, not 0.',
  );
  for (const items of ['', '<int>1</int><int>2</int><int>3</int>']) {
    expect(() => codecs.readBody('readTestRequest', body(`<list>${items}</list>`))).toThrow(
      "value.list: The list 'int' must have 1 to 2 items",
    );
  }
});

describe('counts of repeated groups', () => {
  test('turns are counted', () => {
    const { codecs } = codecsOf(
      '<xs:choice minOccurs="2" maxOccurs="3"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice>',
    );
    const turns = [{ a: 1 }, { b: 2 }, { a: 3 }, { b: 4 }];
    const value = { value: { $choice: turns.slice(0, 3) } };
    expect(roundTrip(codecs, value).value).toEqual(value);
    for (const $choice of [turns.slice(0, 1), turns]) {
      expect(() => codecs.write('writeTestRequest', { value: { $choice } })).toThrow(
        'value.$choice: The value must have 2 to 3 items',
      );
    }
    expect(() => codecs.readBody('readTestRequest', body('<a>1</a>'))).toThrow(
      "value: The list '$choice' must have 2 to 3 items, not 1.",
    );
    const four = '<a>1</a>'.repeat(4);
    expect(() => codecs.readBody('readTestRequest', body(four))).toThrow('not 4.');
  });

  test('elements are taken into the turn they are of, where turns are counted', () => {
    const { codecs } = codecsOf(
      '<xs:choice maxOccurs="2"><xs:element name="a" type="xs:int" maxOccurs="3"/><xs:element name="b" type="xs:int" maxOccurs="unbounded"/></xs:choice>',
    );
    for (const $choice of [
      [{ a: [1, 2, 3] }, { a: [4] }],
      [{ b: [1, 2, 3, 4] }, { a: [5, 6] }],
    ]) {
      expect(roundTrip(codecs, { value: { $choice } }).value).toEqual({ value: { $choice } });
    }
    const seven = '<a>1</a>'.repeat(7);
    expect(() => codecs.readBody('readTestRequest', body(seven))).toThrow(
      'An unexpected element was encountered',
    );
  });

  test('elements of a turn are counted', () => {
    const { codecs } = codecsOf(
      '<xs:sequence maxOccurs="unbounded"><xs:element name="a" type="xs:int" minOccurs="2" maxOccurs="3"/><xs:element name="b" type="xs:int"/></xs:sequence>',
    );
    const value = {
      value: {
        $sequence: [
          { a: [1, 2], b: 3 },
          { a: [4, 5, 6], b: 7 },
        ],
      },
    };
    expect(roundTrip(codecs, value).value).toEqual(value);
    const one = { value: { $sequence: [{ a: [1], b: 3 }] } };
    expect(() => codecs.write('writeTestRequest', one)).toThrow(
      'value.$sequence[0].a: The value must have 2 to 3 items, not 1.',
    );
    expect(() => codecs.readBody('readTestRequest', body('<a>1</a><b>3</b>'))).toThrow(
      'Expected elements: urn:test:a.',
    );
  });

  test('wildcards and substitution groups are counted', () => {
    const { codecs } = codecsOf(
      '<xs:sequence><xs:element ref="t:head" maxOccurs="2"/><xs:any namespace="##other" processContents="skip" minOccurs="0" maxOccurs="2"/></xs:sequence>',
      '<xs:element name="head" type="xs:int"/><xs:element name="other" substitutionGroup="t:head" type="xs:int"/>',
    );
    const any = { name: 'x', namespace: 'urn:x' };
    const head = [{ head: 1 }, { other: 2 }];
    const value = { value: { head, $any: [any, any] } };
    expect(() => roundTrip(codecs, value)).not.toThrow();
    expect(() =>
      codecs.write('writeTestRequest', { value: { head, $any: [any, any, any] } }),
    ).toThrow('value.$any: The value must have at most 2 items, not 3.');
    expect(() => codecs.write('writeTestRequest', { value: { head: [...head, ...head] } })).toThrow(
      'value.head: The value must have 1 to 2 items, not 4.',
    );
    const three = body(`<head>1</head>${'<x xmlns="urn:x"/>'.repeat(3)}`);
    expect(() => codecs.readBody('readTestRequest', three)).toThrow(
      "The list '$any' must have at most 2",
    );
  });
});
