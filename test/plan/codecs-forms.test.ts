import { describe, expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { declaration, planText, valueWsdl } from './support/contract.ts';

/** Codecs of an element `x` of a simple type. */
function codecsOf(simpleTypes: string, options = {}) {
  const planned = planText(
    valueWsdl(
      `<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="t:X"/></xs:sequence></xs:complexType>${simpleTypes}`,
    ),
    options,
  );
  return { planned, codecs: loadCodecs(planned) };
}

const body = (text: string): string =>
  `<Test xmlns="urn:test"><value><x>${text}</x></value></Test>`;

const simple = (name: string, base: string, facets: string): string =>
  `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;

const pattern = (value: string): string => `<xs:pattern value="${value}"/>`;
const enumeration = (...values: readonly string[]): string =>
  values.map((value) => `<xs:enumeration value="${value}"/>`).join('');
const date = { types: { dateTime: 'Date' } };
const number = { types: { decimal: 'number' } };

describe('a pattern chooses the lexical form that is written', () => {
  test.each([
    ['xs:boolean', '1|0', true, '1', {}],
    ['xs:boolean', '1|0', false, '0', {}],
    ['xs:boolean', 'true|0', false, '0', {}],
    ['xs:int', '[0-9]{3}', 7, '007', {}],
    ['xs:int', '\\+[0-9]+', 7, '+7', {}],
    ['xs:int', '-[0-9]{2}', -7, '-07', {}],
    ['xs:integer', '[0-9]{4}', 12n, '0012', {}],
    ['xs:double', '[0-9]+\\.[0-9]{2}', 1.5, '1.50', {}],
    ['xs:double', '[0-9]+\\.[0-9]{2}', 3, '3.00', {}],
    ['xs:double', '[0-9]\\.[0-9]E[0-9]+', 120, '1.2E2', {}],
    ['xs:double', '[0-9]\\.[0-9]E-[0-9]{2}', 0.012, '1.2E-02', {}],
    ['xs:float', '\\.[0-9]+', 0.5, '.5', {}],
    ['xs:float', 'INF|-?\\d+\\.0', Number.POSITIVE_INFINITY, 'INF', {}],
    ['xs:decimal', '[0-9]+\\.[0-9]{2}', 2.5, '2.50', number],
    ['xs:decimal', '0[0-9]+\\.[0-9]{2}', 2, '02.00', number],
    ['xs:hexBinary', '[0-9a-f]*', Uint8Array.of(171), 'ab', {}],
    ['xs:base64Binary', '.{4} .{4}', Uint8Array.of(1, 2, 3, 4, 5, 6), 'AQID BAUG', {}],
    ['xs:dateTime', '.*:\\d\\dZ', new Date(0), '1970-01-01T00:00:00Z', date],
    ['xs:dateTime', '.*\\.\\d{6}Z', new Date(5), '1970-01-01T00:00:00.005000Z', date],
    ['xs:dateTime', '.*\\+02:00', new Date(0), '1970-01-01T02:00:00+02:00', date],
  ])('%s with %s', (base, expression, x, text, options) => {
    const { codecs } = codecsOf(simple('X', base, pattern(expression)), options);
    const value = { value: { x } };
    const { xml, value: again } = roundTrip(codecs, value);
    expect(xml).toContain(`<x>${text}</x>`);
    expect(again).toEqual(value);
  });

  test('where no form matches, the pattern is named', () => {
    const { codecs } = codecsOf(simple('X', 'xs:double', pattern('[0-9]\\.[0-9]')));
    expect(() => codecs.write('writeTestRequest', { value: { x: 0.25 } })).toThrow(
      'value.x: The value does not match the pattern [0-9]\\.[0-9].',
    );
    const { codecs: bools } = codecsOf(simple('X', 'xs:boolean', pattern('true')));
    expect(() => bools.write('writeTestRequest', { value: { x: false } })).toThrow(
      'does not match the pattern true',
    );
  });
});

describe('facets of a restricted enumeration', () => {
  test.each([
    ['xs:string', ['a', 'b', 'abc'], pattern('[ab]'), "'a' | 'b'"],
    ['xs:token', ['a', 'b', 'abc'], '<xs:maxLength value="1"/>', "'a' | 'b'"],
    ['xs:int', ['1', '5', '9'], '<xs:maxInclusive value="5"/>', '1 | 5'],
    ['xs:decimal', ['1.0', '5'], '<xs:minExclusive value="1"/>', "'5'"],
  ])('of %s leave values out', (base, values, facet, type) => {
    const { planned } = codecsOf(
      simple('All', base, enumeration(...values)) + simple('X', 't:All', facet),
    );
    expect(declaration(planned, 'X')).toContain(`type X = ${type};`);
    expect(planned.diagnostics).toEqual([]);
  });

  test('patterns of numbers are about their texts', () => {
    const { codecs } = codecsOf(
      simple('All', 'xs:int', enumeration('1', '2')) + simple('X', 't:All', pattern('0[0-9]')),
    );
    const value = { value: { x: 1 } };
    const { xml, value: again } = roundTrip(codecs, value);
    expect(xml).toContain('<x>01</x>');
    expect(again).toEqual(value);
    expect(() => codecs.readBody('readTestRequest', body('1'))).toThrow('does not match');
  });

  test.each([
    [simple('All', 'xs:string', enumeration('a')) + simple('X', 't:All', pattern('b'))],
    [simple('X', 'xs:string', enumeration('a') + pattern('b'))],
  ])('patterns that leave none do not count: %s', (types) => {
    const { planned, codecs } = codecsOf(types);
    expect(declaration(planned, 'X')).toContain("type X = 'a';");
    expect(roundTrip(codecs, { value: { x: 'a' } }).value).toEqual({ value: { x: 'a' } });
    expect(planned.diagnostics).toEqual([]);
  });
});

describe('nothing passes facets that contradict each other', () => {
  const count = (name: string, value: number): string => `<xs:${name} value="${value}"/>`;

  test.each([
    ['xs:string', '', count('minLength', 5) + count('maxLength', 3), 'abcd', 'abcd'],
    ['xs:string', count('maxLength', 3), count('minLength', 5), 'abcd', 'abcd'],
    ['xs:string', count('length', 2), count('minLength', 3), 'ab', 'ab'],
    ['xs:hexBinary', '', count('minLength', 2) + count('maxLength', 1), '01', Uint8Array.of(1)],
    ['xs:int', '', count('minInclusive', 5) + count('maxInclusive', 3), '4', 4],
    ['xs:int', count('maxInclusive', 3), count('minInclusive', 5), '4', 4],
    ['xs:decimal', '', count('totalDigits', 1) + count('minInclusive', 10), '11', '11'],
  ])('%s with %s, then %s', (base, first, second, text, x) => {
    const { planned, codecs } = codecsOf(simple('A', base, first) + simple('X', 't:A', second));
    expect(planned.diagnostics).toEqual([]);
    expect(() => codecs.readBody('readTestRequest', body(text))).toThrow('value.x: ');
    expect(() => codecs.write('writeTestRequest', { value: { x } })).toThrow('value.x: ');
  });
});

describe('enumerations of lists are compared by value', () => {
  test.each([
    ['xs:hexBinary', 'ab CD', 'AB cd', [Uint8Array.of(171), Uint8Array.of(205)]],
    ['xs:base64Binary', 'AQID', ' AQID ', [Uint8Array.of(1, 2, 3)]],
    ['xs:decimal', '1.0 2', '1 2.00', ['1', '2.00']],
    ['xs:int', '1 02', '01 2', [1, 2]],
    [
      'xs:dateTime',
      '2024-01-01T00:00:00Z',
      '2024-01-01T01:00:00+01:00',
      ['2024-01-01T01:00:00+01:00'],
    ],
  ])('%s', (item, listed, text, x) => {
    const { codecs } = codecsOf(
      `<xs:simpleType name="L"><xs:list itemType="${item}"/></xs:simpleType>${simple('X', 't:L', enumeration(listed))}`,
    );
    expect(codecs.readBody('readTestRequest', body(text))).toEqual({ value: { x } });
    expect(roundTrip(codecs, { value: { x } }).value).toEqual({ value: { x } });
    expect(() => codecs.readBody('readTestRequest', body(`${text} ${text}`))).toThrow(
      'must be one of',
    );
  });
});

test.each([
  ['xs:hexBinary', 'abCD', 'AbcD', Uint8Array.of(171, 205)],
  ['xs:base64Binary', 'AQID', ' AQ ID ', Uint8Array.of(1, 2, 3)],
])('an enumeration of %s is compared by value', (base, listed, text, x) => {
  const { codecs } = codecsOf(simple('X', base, enumeration('', listed)));
  expect(codecs.readBody('readTestRequest', body(text))).toEqual({ value: { x } });
  expect(roundTrip(codecs, { value: { x } }).value).toEqual({ value: { x } });
  expect(() => codecs.readBody('readTestRequest', body('0000'))).toThrow('must be one of');
});

describe('enumerations of unions are compared by text', () => {
  const unionOf = (members: string, ...values: readonly string[]): string =>
    `<xs:simpleType name="U"><xs:union memberTypes="${members}"/></xs:simpleType>${simple('X', 't:U', enumeration(...values))}`;

  test.each([
    ['xs:int xs:decimal', '1.0', '1.0'],
    ['xs:boolean xs:string', '1', '1'],
    ['xs:float xs:string', 'NaN', ' NaN '],
    ['xs:token', 'a b', ' a  b '],
  ])('%s: %s is %s', (members, listed, text) => {
    const { codecs } = codecsOf(unionOf(members, 'other', listed));
    const value = { value: { x: listed } };
    expect(codecs.readBody('readTestRequest', body(text))).toEqual(value);
    expect(roundTrip(codecs, value).value).toEqual(value);
  });

  test.each([
    ['xs:token xs:decimal', '1.0', '1.00'],
    ['xs:decimal xs:double', '1.0', '1e0'],
    ['xs:double xs:boolean', '1', 'true'],
    ['xs:date xs:dateTime', '2024-01-01', '2024-01-01T00:00:00'],
    ['xs:hexBinary xs:base64Binary', 'ABCD', 'q80='],
  ])('%s: %s is not %s', (members, listed, text) => {
    const { codecs } = codecsOf(unionOf(members, listed));
    expect(() => codecs.readBody('readTestRequest', body(text))).toThrow(
      `value.x: Instance validation error: '${text}' is not a valid value for X.`,
    );
  });

  test('also where they are items of lists', () => {
    const { codecs } = codecsOf(
      `<xs:simpleType name="U"><xs:union memberTypes="xs:int xs:boolean xs:NCName"/></xs:simpleType><xs:simpleType name="L"><xs:list itemType="t:U"/></xs:simpleType>${simple('X', 't:L', enumeration('1 true'))}`,
    );
    const value = { value: { x: [1, true] } };
    expect(codecs.readBody('readTestRequest', body(' 1  true'))).toEqual(value);
    expect(codecs.write('writeTestRequest', value)).toContain('<x>1 true</x>');
    for (const text of ['1', 'true 1', '1 false']) {
      expect(() => codecs.readBody('readTestRequest', body(text))).toThrow('must be one of');
    }
  });
});
