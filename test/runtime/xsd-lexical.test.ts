import { describe, expect, test } from '@jest/globals';
import {
  formatXsdDate,
  formatXsdDateTime,
  formatXsdDuration,
  formatXsdGDay,
  formatXsdGMonth,
  formatXsdGMonthDay,
  formatXsdGYear,
  formatXsdGYearMonth,
  formatXsdTime,
  parseXsdDate,
  parseXsdDateTime,
  parseXsdDuration,
  parseXsdGDay,
  parseXsdGMonth,
  parseXsdGMonthDay,
  parseXsdGYear,
  parseXsdGYearMonth,
  parseXsdTime,
} from '../../src/runtime/types/date.ts';
import {
  formatXsdByte,
  formatXsdDecimal,
  formatXsdDouble,
  formatXsdFloat,
  formatXsdInt,
  formatXsdShort,
  formatXsdUnsignedByte,
  formatXsdUnsignedInt,
  formatXsdUnsignedShort,
  parseXsdByte,
  parseXsdDecimal,
  parseXsdDouble,
  parseXsdFloat,
  parseXsdInt,
  parseXsdShort,
  parseXsdUnsignedByte,
  parseXsdUnsignedInt,
  parseXsdUnsignedLong,
  parseXsdUnsignedShort,
} from '../../src/runtime/types/number.ts';
import {
  formatXsdChar,
  formatXsdGuid,
  parseXsdChar,
  parseXsdGuid,
} from '../../src/runtime/types/text.ts';
import { formatXsdBoolean, parseXsdBoolean } from '../../src/runtime/values/text.ts';
import { XmlError } from '../../src/runtime/xml/errors.ts';
import { EncodeError } from '../../src/runtime/xml/writer.ts';
import { expectIs } from '../expect-is.ts';
import { readError } from './read-events.ts';

/**
 * Texts a type reads, with what they read as and how that is written again where it differs from
 * the first.
 */
interface Lexical<T> {
  readonly parse: (text: string) => T;
  readonly format: (value: T) => string;
  readonly good: readonly (readonly [text: string, value: T, written?: string])[];
  readonly bad: readonly string[];
  /** The message for the first bad text. */
  readonly message: string;
  /** Values that cannot be written. */
  readonly refused: readonly unknown[];
}

const format = 'Input string was not in a correct format.';
const noNumbers: readonly unknown[] = [
  undefined,
  null,
  '1',
  1n,
  true,
  {},
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1.5,
];
const notInteger = [
  'x',
  '',
  ' ',
  '-',
  '+',
  '1.0',
  '1e3',
  '0x10',
  '1,000',
  '1 2',
  '--1',
  '+-1',
  '1-',
  '٣',
  'INF',
  '\u00a01',
  '1\u0000',
];

function integer(
  least: number,
  most: number,
  parse: (text: string) => number,
  write: Lexical<number>['format'],
): Lexical<number> {
  return {
    parse,
    format: write,
    good: [
      ['0', 0],
      ['7', 7],
      ['+7', 7, '7'],
      ['-0', 0, '0'],
      ['0000000000000000000000007', 7, '7'],
      [' \t\r\n7 \t\r\n', 7, '7'],
      [`${least}`, least],
      [`${most}`, most],
    ],
    bad: notInteger,
    message: format,
    refused: [...noNumbers, least - 1, most + 1],
  };
}

function text(
  parse: (text: string) => string,
  write: Lexical<string>['format'],
  good: readonly string[],
  bad: readonly string[],
  message: string,
): Lexical<string> {
  const [first = ''] = good;
  return {
    parse,
    format: write,
    good: [...good.map((value) => [value, value] as const), [` \t\r\n${first}\n `, first, first]],
    bad: [...bad, ''],
    message,
    refused: [undefined, null, 1, new Date(0), ...bad],
  };
}

const zones = ['Z', '+00:00', '-14:00', '+14:00', '+05:30'];
const badZones = ['z', '+14:01', '-15:00', '+5:30', '+05:60', '+0530', '+05', 'ZZ', ' Z', 'UTC'];
const invalidDays = [
  '2023-02-29',
  '1900-02-29',
  '2024-02-30',
  '2024-04-31',
  '2024-00-10',
  '2024-13-01',
  '2024-01-00',
  '2024-01-32',
];
const badDates = [
  '02/29/2024',
  '2024-2-29',
  '24-02-29',
  '20240229',
  '2024-02',
  '0000-01-01',
  '02024-01-01',
  '+2024-01-01',
  '-0000-01-01',
  '2024-02-2９',
  ...invalidDays,
];
const goodDates = [
  '2024-02-29',
  '2000-02-29',
  '0001-01-01',
  '9999-12-31',
  '12024-02-29',
  '-0001-02-29',
  '-0004-02-29',
  '-2023-12-31',
];
const goodTimes = [
  '13:05:06',
  '00:00:00',
  '23:59:59.9999999',
  '24:00:00',
  '24:00:00.000',
  '01:02:03.4567890123456',
];
const badTimes = [
  '1:05:06',
  '13:05',
  '24:00:01',
  '24:01:00',
  '24:00:00.1',
  '25:00:00',
  '13:60:06',
  '13:05:60',
  '13:05:06.',
  '13:05:06,5',
  '13-05-06',
  '130506',
];

const types = {
  byte: integer(-128, 127, parseXsdByte, formatXsdByte),
  short: integer(-32_768, 32_767, parseXsdShort, formatXsdShort),
  int: integer(-2_147_483_648, 2_147_483_647, parseXsdInt, formatXsdInt),
  unsignedByte: integer(0, 255, parseXsdUnsignedByte, formatXsdUnsignedByte),
  unsignedShort: integer(0, 65_535, parseXsdUnsignedShort, formatXsdUnsignedShort),
  unsignedInt: integer(0, 4_294_967_295, parseXsdUnsignedInt, formatXsdUnsignedInt),
  boolean: {
    parse: parseXsdBoolean,
    format: formatXsdBoolean,
    good: [
      ['true', true],
      ['false', false],
      ['1', true, 'true'],
      ['0', false, 'false'],
      [' true\n', true, 'true'],
    ],
    bad: ['True', 'TRUE', '2', 'yes', '', '-1', '01', 'true false'],
    message: "The string 'True' is not a valid Boolean value.",
    refused: ['true', 1, 0, null, undefined],
  } satisfies Lexical<boolean>,
  double: {
    parse: parseXsdDouble,
    format: formatXsdDouble,
    good: [
      ['0', 0],
      ['1.5', 1.5],
      ['-0', -0],
      ['+1.50', 1.5, '1.5'],
      ['.5', 0.5, '0.5'],
      ['5.', 5, '5'],
      ['1e3', 1000, '1000'],
      ['-1.5E-7', -1.5e-7, '-1.5e-7'],
      ['1e+21', 1e21],
      ['0.1', 0.1],
      ['123456789012345', 123_456_789_012_345],
      ['12345678901234567890', 12_345_678_901_234_567_000, '12345678901234567000'],
      ['0.30000000000000004', 0.300_000_000_000_000_04],
      ['1.7976931348623157e308', Number.MAX_VALUE, '1.7976931348623157e+308'],
      ['5e-324', Number.MIN_VALUE],
      ['0000000000000000000000001', 1, '1'],
      ['INF', Number.POSITIVE_INFINITY],
      ['-INF', Number.NEGATIVE_INFINITY],
      ['NaN', Number.NaN],
      [' INF\n', Number.POSITIVE_INFINITY, 'INF'],
      ['\t2.5 ', 2.5, '2.5'],
    ],
    bad: [
      'x',
      '',
      '.',
      '-',
      'e5',
      '1e',
      '1e+',
      '1.5.5',
      '1,5',
      'Infinity',
      '+INF',
      'inf',
      'nan',
      '-NaN',
      '0x10',
      '1_000',
      '1 2',
      '1e5.5',
      '１',
    ],
    message: format,
    refused: ['1', null, undefined, 1n],
  } satisfies Lexical<number>,
  float: {
    parse: parseXsdFloat,
    format: formatXsdFloat,
    good: [
      ['0.1', 0.1],
      ['1.5', 1.5],
      ['-0', -0],
      ['16777216', 16_777_216],
      ['3.4028234663852886e38', 3.402_823_466_385_288_6e38, '3.4028234663852886e+38'],
      ['3.4028235e+38', 3.402_823_5e38],
      ['1e-45', 1e-45],
      ['INF', Number.POSITIVE_INFINITY],
      ['-INF', Number.NEGATIVE_INFINITY],
      ['NaN', Number.NaN],
    ],
    bad: ['x', '', 'Infinity'],
    message: format,
    refused: ['1', 1n, null, undefined, 3.5e38, -3.5e38],
  } satisfies Lexical<number>,
  decimal: text(
    parseXsdDecimal,
    formatXsdDecimal,
    ['12.3400', '0', '-0.0', '+1', '.5', '5.', '123456789012345678901234567890.123456789'],
    ['x', '-', '.', '+.', '1e3', '1,5', '1.2.3', 'INF', 'NaN', '1 2', '0x1', '--1'],
    format,
  ),
  dateTime: text(
    parseXsdDateTime,
    formatXsdDateTime,
    [
      '2024-02-29T13:05:06',
      ...goodDates.map((date) => `${date}T00:00:00Z`),
      ...goodTimes.map((time) => `2024-02-29T${time}`),
      ...zones.map((zone) => `2024-02-29T13:05:06.07${zone}`),
    ],
    [
      '02/29/2024',
      '2024-02-29',
      '2024-02-29 13:05:06',
      '2024-02-29t13:05:06',
      '13:05:06',
      '2024-02-29T',
      ...badDates.map((date) => `${date}T00:00:00`),
      ...badTimes.map((time) => `2024-02-29T${time}`),
      ...badZones.map((zone) => `2024-02-29T13:05:06${zone}`),
    ],
    "The string '02/29/2024' is not a valid AllXsd value.",
  ),
  date: text(
    parseXsdDate,
    formatXsdDate,
    [...goodDates, ...zones.map((zone) => `2024-02-29${zone}`)],
    [...badDates, ...badZones.map((zone) => `2024-02-29${zone}`), '2024-02-29T00:00:00'],
    'String was not recognized as a valid DateTime.',
  ),
  time: text(
    parseXsdTime,
    formatXsdTime,
    [...goodTimes, ...zones.map((zone) => `13:05:06${zone}`)],
    [...badTimes, ...badZones.map((zone) => `13:05:06${zone}`)],
    'String was not recognized as a valid DateTime.',
  ),
  duration: text(
    parseXsdDuration,
    formatXsdDuration,
    [
      'P1Y2M3DT4H5M6.789S',
      'P1Y',
      'P2M',
      'P3D',
      'PT4H',
      'PT5M',
      'PT6S',
      'PT0.5S',
      '-P1D',
      'P1YT1S',
      'P0D',
      'P99999999Y',
    ],
    [
      '1Y',
      'P',
      'PT',
      '-',
      '+P1D',
      'P1',
      'P1S',
      'PT1D',
      'P1DT',
      'P1M1Y',
      'PT1S1H',
      'P1Y1Y',
      'P1.5Y',
      'PT1.5H',
      'PT1.S',
      'PT.5S',
      'P-1D',
      'p1d',
      'P1D2',
    ],
    "The string '1Y' is not a valid TimeSpan value.",
  ),
  gYear: text(
    parseXsdGYear,
    formatXsdGYear,
    ['2024', '-0044', '12024', '2024Z', '2024+14:00'],
    ['24', '0000', '02024', '2024-', '2024-01', '20a4'],
    "The string '24' is not a valid GYear value.",
  ),
  gYearMonth: text(
    parseXsdGYearMonth,
    formatXsdGYearMonth,
    ['2024-02', '-0044-12', '2024-02-05:00'],
    ['2024', '2024-13', '2024-00', '2024-2', '2024/02', '2024-02-01'],
    "The string '2024' is not a valid GYearMonth value.",
  ),
  gMonthDay: text(
    parseXsdGMonthDay,
    formatXsdGMonthDay,
    ['--02-29', '--12-31', '--01-01Z'],
    ['-02-29', '--02-30', '--13-01', '--04-31', '02-29', '--2-9'],
    "The string '-02-29' is not a valid GMonthDay value.",
  ),
  gMonth: text(
    parseXsdGMonth,
    formatXsdGMonth,
    ['--02', '--12Z', '--01+01:00'],
    ['02', '--13', '--00', '--2', '--02-01'],
    "The string '02' is not a valid GMonth value.",
  ),
  gDay: text(
    parseXsdGDay,
    formatXsdGDay,
    ['---01', '---31', '---15Z'],
    ['--31', '---32', '---00', '---1', '31'],
    "The string '--31' is not a valid GDay value.",
  ),
} as const;

test('a gMonth in the form of the first edition, which .NET writes, is one of the second', () => {
  for (const [text, value] of [
    ['--05--', '--05'],
    [' --12--Z', '--12Z'],
    ['--01---05:00', '--01-05:00'],
    ['--01-05:00', '--01-05:00'],
  ] as const) {
    expect(parseXsdGMonth(text)).toBe(value);
    expect(formatXsdGMonth(text.trim())).toBe(value);
  }
  expect(() => parseXsdGMonth('--05-')).toThrow('GMonth');
});

describe.each(Object.entries(types) as unknown as readonly [string, Lexical<unknown>][])(
  '%s',
  (_, type) => {
    test('reads and writes every form', () => {
      for (const [written, value, again = written] of type.good) {
        expect([written, type.parse(written)]).toEqual([written, value]);
        expect(type.format(value)).toBe(again);
        expect(type.parse(again)).toEqual(value);
      }
    });

    test('refuses other texts', () => {
      expect(() => type.parse(type.bad[0] ?? '')).toThrow(type.message);
      for (const bad of type.bad) {
        expect([bad, readError(() => type.parse(bad))]).toEqual([bad, expect.any(XmlError)]);
        expect(readError(() => type.parse(bad))).toMatchObject({ kind: 'value', located: false });
      }
    });

    test('refuses to write other values', () => {
      for (const value of type.refused) {
        const error = readError(() => type.format(value));
        expect([value, error]).toEqual([value, expect.any(EncodeError)]);
      }
    });
  },
);

describe('beyond the range', () => {
  test.each([
    [parseXsdByte, '128', 'a signed byte'],
    [parseXsdByte, '-129', 'a signed byte'],
    [parseXsdShort, '32768', 'an Int16'],
    [parseXsdShort, '-32769', 'an Int16'],
    [parseXsdInt, '2147483648', 'an Int32'],
    [parseXsdInt, '-2147483649', 'an Int32'],
    [parseXsdInt, '9'.repeat(400), 'an Int32'],
    [parseXsdUnsignedByte, '256', 'an unsigned byte'],
    [parseXsdUnsignedShort, '65536', 'a UInt16'],
    [parseXsdUnsignedInt, '4294967296', 'a UInt32'],
  ])('%p %s', (parse, value, type) => {
    expect(() => parse(value)).toThrow(`Value was either too large or too small for ${type}.`);
  });

  // .NET Framework refuses what XML Schema rounds to the closest value, infinity
  test.each([
    [parseXsdDouble, '1e400', 'a Double', Number.POSITIVE_INFINITY],
    [parseXsdDouble, ' -1e309 ', 'a Double', Number.NEGATIVE_INFINITY],
    [parseXsdFloat, '3.5e38', 'a Single', Number.POSITIVE_INFINITY],
    [parseXsdFloat, '1e400', 'a Single', Number.POSITIVE_INFINITY],
    [parseXsdFloat, '-1e39', 'a Single', Number.NEGATIVE_INFINITY],
  ])('%p %s', (parse, text, type, value) => {
    expect(parse(text)).toBe(value);
    expect(parse(text, { defaults: true, strict: true })).toBe(value);
    expect(parse(text, { defaults: false, strict: false })).toBe(value);
    expect(() => parse(text, { defaults: true, strict: false })).toThrow(
      `Value was either too large or too small for ${type}.`,
    );
    expect(parse('INF', { defaults: true, strict: false })).toBe(Number.POSITIVE_INFINITY);
  });

  test.each([
    [parseXsdShort, '-2147483649', 'an Int16', 'an Int32'],
    [parseXsdByte, '2147483648', 'a signed byte', 'an Int32'],
    [parseXsdUnsignedByte, '2147483648', 'an unsigned byte', 'an Int32'],
    [parseXsdUnsignedShort, '4294967296', 'a UInt16', 'a UInt32'],
  ])('%p %s is too large for the type that .NET parses, too', (parse, value, type, wider) => {
    const large = 'Value was either too large or too small for';
    expect(() => parse(value)).toThrow(`${large} ${type}. ---> ${large} ${wider}.`);
  });

  test.each([
    parseXsdUnsignedByte,
    parseXsdUnsignedShort,
    parseXsdUnsignedInt,
    parseXsdUnsignedLong,
  ])('%p reads no negative number', (parse) => {
    expect(() => parse('-1')).toThrow('Input string was not in a correct format.');
  });

  test('a long text is not repeated whole', () => {
    const error = readError(() => parseXsdBoolean('x'.repeat(1_000_000)));
    expect(String(error).length).toBeLessThan(1100);
  });
});

describe('float', () => {
  test('reads back the same, rounded to 32 bits or not', () => {
    for (const value of [0.1, 1 / 3, 123.456, 1e-7, 1.1e20, 1.4e-45, 16_777_217]) {
      for (const number of [value, Math.fround(value)]) {
        expect(parseXsdFloat(formatXsdFloat(number))).toBe(number);
      }
    }
  });
});

describe('double', () => {
  test('reads what JavaScript writes', () => {
    let value = 1;
    for (let round = 0; round < 500; round++) {
      value = (value * 16_807.123_456) % 2_147_483_647;
      for (const number of [value, -value, value * 1e-12, value * 1e15, Math.round(value) / 100]) {
        expectIs(parseXsdDouble(formatXsdDouble(number)), number);
      }
    }
  });

  test('is written as JavaScript does below 1e21, amounts of money among others', () => {
    for (let cents = 0; cents < 100_000; cents += 7) {
      for (const number of [cents / 100, -cents / 100, cents / 1000, cents * 1.01, cents / 3]) {
        if (!Object.is(number, -0)) {
          expectIs(formatXsdDouble(number), String(number));
        }
      }
    }
    for (const number of [21_474_836.47, 21_474_836.48, 0.07, 1.005, 9_007_199_254_740_991]) {
      expect(formatXsdDouble(number)).toBe(String(number));
    }
  });
});

describe('guid', () => {
  const value = '01234567-89ab-cdef-0123-456789abcdef';

  test('reads the notations of .NET and writes the usual one', () => {
    for (const written of [
      value,
      value.toUpperCase(),
      `{${value}}`,
      `(${value})`,
      ` ${value}\n`,
      value.replaceAll('-', ''),
    ]) {
      expect(parseXsdGuid(written)).toBe(value);
    }
    expect(formatXsdGuid(value.toUpperCase())).toBe(value);
  });

  test('refuses others', () => {
    for (const bad of [
      '',
      'x',
      value.slice(1),
      `${value}0`,
      `{${value})`,
      `{${value}`,
      value.replace('-', ''),
      `{${value.replaceAll('-', '')}}`,
    ]) {
      expect(() => parseXsdGuid(bad)).toThrow('Guid should contain 32 digits');
    }
    for (const bad of [`{${value}}`, 'x', 1, null])
      expect(() => formatXsdGuid(bad as string)).toThrow(EncodeError);
  });
});

describe('char', () => {
  test('is the number of its code unit', () => {
    expect(parseXsdChar('65')).toBe('A');
    expect(parseXsdChar(' 8364 ')).toBe('€');
    expect(formatXsdChar('A')).toBe('65');
    expect(parseXsdChar(formatXsdChar('\u0000'))).toBe('\u0000');
  });

  test('refuses others', () => {
    expect(() => parseXsdChar('A')).toThrow(format);
    expect(() => parseXsdChar('65536')).toThrow('UInt16');
    for (const bad of ['', 'ab', '😀', 65, null])
      expect(() => formatXsdChar(bad as string)).toThrow(EncodeError);
  });
});
