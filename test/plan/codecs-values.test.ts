import { describe, expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { planText, valueWsdl } from './support/contract.ts';

/** Codecs of an element `x` of a simple type, which is what is given. */
function codecsOf(simpleType: string, options = {}) {
  const planned = planText(
    valueWsdl(
      `<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="t:X"/></xs:sequence></xs:complexType><xs:simpleType name="X">${simpleType}</xs:simpleType>`,
    ),
    options,
  );
  return { planned, codecs: loadCodecs(planned) };
}

const body = (text: string): string =>
  `<Test xmlns="urn:test"><value><x>${text}</x></value></Test>`;

const restriction = (base: string, facets: string): string =>
  `<xs:restriction base="${base}">${facets}</xs:restriction>`;

describe('bounds', () => {
  test.each([
    [
      'xs:dateTime',
      'minInclusive',
      '2024-01-01T00:00:00Z',
      '2024-01-01T01:00:00+01:00',
      '2023-12-31T23:59:59.999Z',
    ],
    [
      'xs:dateTime',
      'minInclusive',
      '2024-01-01T00:00:00Z',
      '2024-01-01T15:00:00',
      '2024-01-01T13:00:00',
    ],
    ['xs:date', 'maxExclusive', '2024-03-01', '2024-02-29', '2024-03-01'],
    ['xs:time', 'maxInclusive', '18:00:00', '17:59:59.9', '18:00:00.1'],
    ['xs:gYear', 'minExclusive', '1999', '2000', '1999'],
    ['xs:gYearMonth', 'minInclusive', '2024-02', '2024-02', '2024-01'],
    ['xs:gMonthDay', 'maxInclusive', '--06-30', '--02-29', '--07-01'],
    ['xs:duration', 'maxInclusive', 'P1M', 'P27D', 'P28D'],
    ['xs:duration', 'minExclusive', 'PT0S', 'PT0.1S', '-PT1S'],
    [
      'xs:decimal',
      'maxInclusive',
      '9999999999999999999.99',
      '9999999999999999999.990',
      '9999999999999999999.991',
    ],
  ])('%s, %s %s', (base, facet, bound, good, bad) => {
    const { codecs } = codecsOf(restriction(base, `<xs:${facet} value="${bound}"/>`));
    const value = { value: { x: good } };
    expect(roundTrip(codecs, value).value).toEqual(value);
    expect(() => codecs.write('writeTestRequest', { value: { x: bad } })).toThrow(
      'value.x: The value must be',
    );
    expect(() => codecs.readBody('readTestRequest', body(bad))).toThrow(
      `value.x: '${bad}' must be`,
    );
  });

  test('of dates as objects', () => {
    const { codecs } = codecsOf(
      restriction('xs:dateTime', '<xs:minInclusive value="2024-01-01T00:00:00Z"/>'),
      { types: { dateTime: 'Date' } },
    );
    const value = { value: { x: new Date('2024-01-01T00:00:00Z') } };
    expect(roundTrip(codecs, value).value).toEqual(value);
    const early = { value: { x: new Date('2023-12-31T23:59:59Z') } };
    expect(() => codecs.write('writeTestRequest', early)).toThrow('must be at least');
  });

  test.each(['long', 'unsignedLong', 'integer', 'nonPositiveInteger'])(
    'of %s as bigint, number and text',
    (base) => {
      const least = base === 'nonPositiveInteger' ? -7 : 7;
      const type = restriction(`xs:${base}`, `<xs:minInclusive value="${least}"/>`);
      for (const [mapping, good, bad] of [
        ['bigint', BigInt(least), BigInt(least - 1)],
        ['number', least, least - 1],
        ['string', String(least), String(least - 1)],
      ] as const) {
        const { codecs } = codecsOf(type, { types: { long: mapping, integer: mapping } });
        const value = { value: { x: good } };
        expect(roundTrip(codecs, value).value).toEqual(value);
        expect(() => codecs.write('writeTestRequest', { value: { x: bad } })).toThrow(
          'must be at least',
        );
        expect(() => codecs.readBody('readTestRequest', body(String(least - 1)))).toThrow(
          'must be at least',
        );
      }
    },
  );

  test('NaN is beside every bound, and INF is one', () => {
    const { codecs } = codecsOf(restriction('xs:double', '<xs:maxExclusive value="INF"/>'));
    expect(codecs.readBody('readTestRequest', body('1e300'))).toEqual({ value: { x: 1e300 } });
    for (const text of ['INF', 'NaN']) {
      expect(() => codecs.readBody('readTestRequest', body(text))).toThrow('must be less than INF');
    }
  });
});

describe('enumerations that are no literals, or not only', () => {
  const values = (...texts: string[]): string =>
    texts.map((text) => `<xs:enumeration value="${text}"/>`).join('');

  test('values that are one to XML Schema read as the one it lists', () => {
    const { codecs } = codecsOf(restriction('xs:decimal', values('1', '2.50')));
    expect(codecs.readBody('readTestRequest', body('+1.00'))).toEqual({ value: { x: '1' } });
    expect(codecs.readBody('readTestRequest', body('2.5'))).toEqual({ value: { x: '2.50' } });
    expect(() => codecs.readBody('readTestRequest', body('3'))).toThrow('not a valid value for X');
    const dates = codecsOf(restriction('xs:date', values('2024-01-01Z'))).codecs;
    expect(dates.readBody('readTestRequest', body('2024-01-01+00:00'))).toEqual({
      value: { x: '2024-01-01Z' },
    });
  });

  test.each([
    [
      'bytes',
      restriction('xs:hexBinary', values('0aFF', '00')),
      new Uint8Array([10, 255]),
      new Uint8Array([1]),
      '01',
    ],
    [
      'base64',
      restriction('xs:base64Binary', values('AQI=')),
      new Uint8Array([1, 2]),
      new Uint8Array([1]),
      'AQ==',
    ],
    ['INF and NaN', restriction('xs:double', values('INF', 'NaN', '1.50')), Number.NaN, 2, '2'],
    [
      'lists',
      `<xs:restriction><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType>${values('1 2', '03')}</xs:restriction>`,
      [3],
      [2, 1],
      '2 1',
    ],
    ['lists of words', restriction('xs:NMTOKENS', values('a b')), ['a', 'b'], ['b'], 'b'],
  ])('%s', (_, type, good, bad, text) => {
    const { codecs } = codecsOf(type);
    const value = { value: { x: good } };
    expect(roundTrip(codecs, value).value).toEqual(value);
    expect(() => codecs.write('writeTestRequest', { value: { x: bad } })).toThrow(
      'value.x: The value must be one of',
    );
    expect(() => codecs.readBody('readTestRequest', body(text))).toThrow('must be one of');
  });

  test('dates as objects', () => {
    const { codecs } = codecsOf(restriction('xs:dateTime', values('2024-01-01T00:00:00Z')), {
      types: { dateTime: 'Date' },
    });
    expect(codecs.readBody('readTestRequest', body('2024-01-01T01:00:00+01:00'))).toEqual({
      value: { x: new Date('2024-01-01T00:00:00Z') },
    });
    expect(() => codecs.write('writeTestRequest', { value: { x: new Date(0) } })).toThrow(
      'must be one of',
    );
  });
});

describe('facets of lists, unions and white space', () => {
  test('a pattern of a list is about its whole text', () => {
    const { codecs } = codecsOf(
      `<xs:restriction><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType><xs:pattern value="\\d \\d"/></xs:restriction>`,
    );
    expect(codecs.readBody('readTestRequest', body(' 1  2\n'))).toEqual({ value: { x: [1, 2] } });
    expect(() => codecs.readBody('readTestRequest', body('1 2 3'))).toThrow('does not match');
    expect(() => codecs.write('writeTestRequest', { value: { x: [11] } })).toThrow(
      'does not match',
    );
  });

  test('a pattern of a union is about the text, whichever member takes it', () => {
    const { codecs } = codecsOf(
      `<xs:restriction><xs:simpleType><xs:union memberTypes="xs:int xs:NCName"/></xs:simpleType><xs:pattern value="\\d\\d|a+"/></xs:restriction>`,
    );
    for (const x of [12, 'aaa']) {
      expect(roundTrip(codecs, { value: { x } }).value).toEqual({ value: { x } });
    }
    for (const x of [1, 'b']) {
      expect(() => codecs.write('writeTestRequest', { value: { x } })).toThrow('does not match');
      expect(() => codecs.readBody('readTestRequest', body(String(x)))).toThrow('does not match');
    }
  });

  test('an integer has the leading zeros its pattern asks for', () => {
    const { codecs } = codecsOf(restriction('xs:int', '<xs:pattern value="[0-9]{4}|-[0-9]{2}"/>'));
    for (const [x, text] of [
      [7, '0007'],
      [2024, '2024'],
      [-7, '-07'],
    ]) {
      const { xml, value } = roundTrip(codecs, { value: { x } });
      expect(value).toEqual({ value: { x } });
      expect(xml).toContain(`<x>${text}</x>`);
    }
    expect(() => codecs.write('writeTestRequest', { value: { x: 12345 } })).toThrow(
      'value.x: The value does not match the pattern [0-9]{4}|-[0-9]{2}.',
    );
  });

  test('white space is dealt with before facets are looked at, both ways', () => {
    const { codecs } = codecsOf(restriction('xs:token', '<xs:length value="3"/>'));
    expect(codecs.write('writeTestRequest', { value: { x: ' a  b ' } })).toContain('<x>a b</x>');
    expect(codecs.readBody('readTestRequest', body(' a  b '))).toEqual({ value: { x: 'a b' } });
    expect(() => codecs.write('writeTestRequest', { value: { x: '   ' } })).toThrow(
      'must have 3 characters',
    );
  });
});

describe('fixed values', () => {
  const fixed = (type: string, text: string, simple = '') =>
    loadCodecs(
      planText(
        valueWsdl(
          `<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="${type}" fixed="${text}"/></xs:sequence><xs:attribute name="y" type="${type}" fixed="${text}"/></xs:complexType>${simple}`,
        ),
      ),
    );
  const mark =
    '<xs:simpleType name="Mark"><xs:restriction base="xs:string"><xs:enumeration value="A"/><xs:enumeration value="B"/></xs:restriction></xs:simpleType>';
  const list = '<xs:simpleType name="List"><xs:list itemType="xs:int"/></xs:simpleType>';

  test.each([
    ['xs:string', 'v', 'v', 'w', ''],
    ['xs:int', '7', 7, 8, ''],
    ['xs:decimal', '1', '1', '2', ''],
    ['xs:boolean', 'true', true, false, ''],
    ['xs:hexBinary', '0aff', new Uint8Array([10, 255]), new Uint8Array([1]), ''],
    ['t:Mark', 'A', 'A', 'B', mark],
    ['t:List', '1 2', [1, 2], [1], list],
  ])('%s fixed to %s', (type, text, good, bad, simple) => {
    const codecs = fixed(type, text, simple);
    const value = { value: { x: good, y: good } };
    const { xml, value: back } = roundTrip(codecs, value);
    expect(back).toEqual(value);
    expect(() => codecs.write('writeTestRequest', { value: { x: bad } })).toThrow(
      'value.x: Expected',
    );
    expect(() => codecs.write('writeTestRequest', { value: { x: good, y: bad } })).toThrow(
      'value.y: Expected',
    );
    const other = loadCodecs(
      planText(
        valueWsdl(
          `<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="${type}"/></xs:sequence></xs:complexType>${simple}`,
        ),
      ),
    ).write('writeTestRequest', { value: { x: bad } });
    expect(() => codecs.readBody('readTestRequest', other)).toThrow('value.x: The value must be');
    expect(xml).toContain('<x>');
  });

  test('another text of the same value is fine', () => {
    const codecs = fixed('xs:decimal', '1');
    expect(codecs.readBody('readTestRequest', body('1.00'))).toEqual({ value: { x: '1', y: '1' } });
  });
});
