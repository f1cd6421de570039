import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { translatePattern } from '../../src/plan/simple-description.ts';
import {
  formatXsdDate,
  formatXsdDateTime,
  formatXsdDateTimeFromDate,
  formatXsdDuration,
  formatXsdGDay,
  formatXsdGMonth,
  formatXsdGMonthDay,
  formatXsdGYear,
  formatXsdGYearMonth,
  formatXsdTime,
  parseXsdDate,
  parseXsdDateTime,
  parseXsdDateTimeAsDate,
  parseXsdDuration,
  parseXsdGDay,
  parseXsdGMonth,
  parseXsdGMonthDay,
  parseXsdGYear,
  parseXsdGYearMonth,
  parseXsdTime,
} from '../../src/runtime/types/date.ts';
import * as long from '../../src/runtime/types/number.ts';
import * as big from '../../src/runtime/types/number.ts';
import {
  formatXsdByte,
  formatXsdDecimal,
  formatXsdDecimalAsNumber,
  formatXsdDouble,
  formatXsdFloat,
  formatXsdInt,
  formatXsdShort,
  formatXsdUnsignedByte,
  formatXsdUnsignedInt,
  formatXsdUnsignedShort,
  parseXsdByte,
  parseXsdDecimal,
  parseXsdDecimalAsNumber,
  parseXsdDouble,
  parseXsdFloat,
  parseXsdInt,
  parseXsdShort,
  parseXsdUnsignedByte,
  parseXsdUnsignedInt,
  parseXsdUnsignedLong,
  parseXsdUnsignedShort,
} from '../../src/runtime/types/number.ts';
import { mapList } from '../../src/runtime/types/restriction.ts';
import {
  formatXsdChar,
  formatXsdGuid,
  parseXsdChar,
  parseXsdGuid,
} from '../../src/runtime/types/text.ts';
import { compareDates, compareDurations } from '../../src/runtime/values/order.ts';
import { compilePattern, linearPattern } from '../../src/runtime/values/pattern.ts';
import {
  collapse,
  formatXsdBase64Binary,
  formatXsdBoolean,
  formatXsdHexBinary,
  parseXsdBase64Binary,
  parseXsdBoolean,
  parseXsdHexBinary,
  replaceWhiteSpace,
  trimBlanks,
} from '../../src/runtime/values/text.ts';
import { XmlError } from '../../src/runtime/xml/errors.ts';
import { EncodeError } from '../../src/runtime/xml/writer.ts';
import { expectIs } from '../expect-is.ts';
import { runs } from '../runs.ts';
import { createRandom } from './random.ts';
import { readError } from './read-events.ts';

describe('xsd big integer', () => {
  const huge = 10n ** 40n;

  const types = [
    [
      'long',
      -(2n ** 63n),
      2n ** 63n - 1n,
      long.parseXsdLong,
      long.formatXsdLong,
      long.parseXsdLongAsNumber,
      long.formatXsdLongAsNumber,
      long.parseXsdLongAsString,
      long.formatXsdLongAsString,
    ],
    [
      'unsignedLong',
      0n,
      2n ** 64n - 1n,
      long.parseXsdUnsignedLong,
      long.formatXsdUnsignedLong,
      long.parseXsdUnsignedLongAsNumber,
      long.formatXsdUnsignedLongAsNumber,
      long.parseXsdUnsignedLongAsString,
      long.formatXsdUnsignedLongAsString,
    ],
    [
      'integer',
      undefined,
      undefined,
      big.parseXsdInteger,
      big.formatXsdInteger,
      big.parseXsdIntegerAsNumber,
      big.formatXsdIntegerAsNumber,
      big.parseXsdIntegerAsString,
      big.formatXsdIntegerAsString,
    ],
    [
      'nonNegativeInteger',
      0n,
      undefined,
      big.parseXsdNonNegativeInteger,
      big.formatXsdNonNegativeInteger,
      big.parseXsdNonNegativeIntegerAsNumber,
      big.formatXsdNonNegativeIntegerAsNumber,
      big.parseXsdNonNegativeIntegerAsString,
      big.formatXsdNonNegativeIntegerAsString,
    ],
    [
      'positiveInteger',
      1n,
      undefined,
      big.parseXsdPositiveInteger,
      big.formatXsdPositiveInteger,
      big.parseXsdPositiveIntegerAsNumber,
      big.formatXsdPositiveIntegerAsNumber,
      big.parseXsdPositiveIntegerAsString,
      big.formatXsdPositiveIntegerAsString,
    ],
    [
      'nonPositiveInteger',
      undefined,
      0n,
      big.parseXsdNonPositiveInteger,
      big.formatXsdNonPositiveInteger,
      big.parseXsdNonPositiveIntegerAsNumber,
      big.formatXsdNonPositiveIntegerAsNumber,
      big.parseXsdNonPositiveIntegerAsString,
      big.formatXsdNonPositiveIntegerAsString,
    ],
    [
      'negativeInteger',
      undefined,
      -1n,
      big.parseXsdNegativeInteger,
      big.formatXsdNegativeInteger,
      big.parseXsdNegativeIntegerAsNumber,
      big.formatXsdNegativeIntegerAsNumber,
      big.parseXsdNegativeIntegerAsString,
      big.formatXsdNegativeIntegerAsString,
    ],
  ] as const;

  describe.each(types)(
    '%s',
    (_, least, most, parse, format, parseNumber, formatNumber, parseString, formatString) => {
      const low = least ?? -huge;
      const high = most ?? huge;
      const fits = (value: bigint): boolean => value >= low && value <= high;
      const inside = [
        low,
        low + 1n,
        high - 1n,
        high,
        0n,
        1n,
        -1n,
        2n ** 53n,
        -(2n ** 53n),
        9_007_199_254_740_993n,
      ].filter(fits);
      const outside = [
        least === undefined ? undefined : least - 1n,
        most === undefined ? undefined : most + 1n,
      ].filter((value) => value !== undefined);

      test('reads and writes bigints in its range', () => {
        for (const value of inside) {
          expect(parse(`${value}`)).toBe(value);
          expect(parse(` \n${value}\t`)).toBe(value);
          expect(format(value)).toBe(`${value}`);
        }
      });

      test('and none beyond it', () => {
        for (const value of outside) {
          // .NET reads no sign before an unsigned number
          const isSigned = least !== 0n || most === undefined;
          const large = 'Value was either too large or too small for';
          const reason =
            isSigned || value > 0n ? large : 'Input string was not in a correct format.';
          expect(() => parse(`${value}`)).toThrow(reason);
          expect(() => parseString(`${value}`)).toThrow(reason);
          expect(() => format(value)).toThrow(EncodeError);
          expect(() => formatString(`${value}`)).toThrow(EncodeError);
        }
      });

      test('refuses what is no integer', () => {
        for (const bad of ['', 'x', '1.0', '1e3', '0x1', '1n', '1_0', '- 1', '+', '1 1']) {
          expect(() => parse(bad)).toThrow('Input string was not in a correct format.');
          expect(() => parseNumber(bad)).toThrow('Input string');
          expect(() => parseString(bad)).toThrow('Input string');
          expect(() => formatString(bad)).toThrow(EncodeError);
        }
        for (const bad of [1, '1', null, undefined])
          expect(() => format(bad as unknown as bigint)).toThrow(EncodeError);
        for (const bad of [1.5, Number.NaN, 2 ** 53, '1', null])
          expect(() => formatNumber(bad as number)).toThrow(EncodeError);
      });

      test('reads as a number only what a number holds', () => {
        for (const value of inside) {
          const safe =
            value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER);
          if (safe) {
            expect(parseNumber(`${value}`)).toBe(Number(value));
            expect(formatNumber(Number(value))).toBe(`${value}`);
          } else
            expect(() => parseNumber(`${value}`)).toThrow('too large or too small for a number');
        }
      });

      test('reads as text what fits', () => {
        for (const value of inside) {
          expect(parseString(` ${value} `)).toBe(`${value}`);
          expect(formatString(`${value}`)).toBe(`${value}`);
        }
      });
    },
  );

  test('signs and leading zeros', () => {
    expect(long.parseXsdLong('+5')).toBe(5n);
    expect(long.parseXsdLong('-0')).toBe(0n);
    expect(long.parseXsdLong(`${'0'.repeat(100)}9007199254740993`)).toBe(9_007_199_254_740_993n);
    expect(big.parseXsdInteger('+12345678901234567890')).toBe(12_345_678_901_234_567_890n);
  });

  test('integers of more than 4096 digits are refused before work is done', () => {
    expect(big.parseXsdInteger('9'.repeat(4096))).toBe(10n ** 4096n - 1n);
    expect(() => big.parseXsdInteger('9'.repeat(4097))).toThrow('too large');
    expect(() => big.parseXsdInteger('9'.repeat(3_000_000))).toThrow('too large');
  });
});

describe('xsd binary', () => {
  const samples = [0, 1, 2, 3, 4, 5, 255, 256, 9000].map((length) =>
    Uint8Array.from({ length }, (_, index) => (index * 167 + length) & 255),
  );
  const { Buffer: nodeBuffer } = globalThis;
  const view = globalThis as { Buffer?: typeof nodeBuffer };

  afterEach(() => {
    view.Buffer = nodeBuffer;
  });

  describe.each([
    ['with Buffer', true],
    ['without', false],
  ])('%s', (_, withBuffer) => {
    const prepare = (): void => {
      if (!withBuffer) delete view.Buffer;
    };

    test('long base64 is checked as short one is', () => {
      const long = nodeBuffer
        .from(samples.at(-1) ?? [])
        .toString('base64')
        .repeat(3);
      prepare();
      expect(parseXsdBase64Binary(long)).toHaveLength(27_000);
      expect(parseXsdBase64Binary(`${long.slice(0, 500)}\r\n ${long.slice(500)}`)).toHaveLength(
        27_000,
      );
      expect(parseXsdBase64Binary(`${long}AA==`)).toHaveLength(27_001);
      expect(parseXsdBase64Binary(`${long}AAA=`)).toHaveLength(27_002);
      for (const bad of [
        'AB==',
        'AAB=',
        'AA==AAAA',
        '-AAA',
        '_AAA',
        '\u0141AAA',
        'é===',
        'AAA',
        '====',
      ]) {
        expect(() => parseXsdBase64Binary(`${long}${bad}`)).toThrow('is not a valid Base64');
        expect(() => parseXsdBase64Binary(`${bad}${long}`)).toThrow('is not a valid Base64');
      }
    });

    test('bytes are written and read', () => {
      const expected = samples.map((bytes) => [
        nodeBuffer.from(bytes).toString('base64'),
        nodeBuffer.from(bytes).toString('hex').toUpperCase(),
      ]);
      prepare();
      for (const [index, bytes] of samples.entries()) {
        const [base64 = '', hex = ''] = expected[index] ?? [];
        expect(formatXsdBase64Binary(bytes)).toBe(base64);
        expect(formatXsdHexBinary(bytes)).toBe(hex);
        expect([...parseXsdBase64Binary(base64)]).toEqual([...bytes]);
        expect([...parseXsdHexBinary(hex)]).toEqual([...bytes]);
        expect([...parseXsdHexBinary(hex.toLowerCase())]).toEqual([...bytes]);
      }
    });

    test('many bytes are written as few are', () => {
      for (const length of [24_575, 24_576, 24_577, 60_001, 786_432, 786_433]) {
        const bytes = Uint8Array.from({ length }, (_, index) => (index * 167 + length) & 255);
        const expected = nodeBuffer.from(bytes).toString('base64');
        prepare();
        expect(formatXsdBase64Binary(bytes) === expected).toBe(true);
      }
    });

    test('spaces may be anywhere', () => {
      prepare();
      expect([...parseXsdBase64Binary(' AA\r\nEC /v8 = ')]).toEqual([0, 1, 2, 254, 255]);
      expect([...parseXsdBase64Binary('\n')]).toEqual([]);
      expect([...parseXsdHexBinary(' 00\nFf ')]).toEqual([0, 255]);
    });

    test('what is neither is malformed, as for .NET', () => {
      prepare();
      const bad = [
        'A',
        'AA',
        'AAA',
        'AAAAA',
        'AA=A',
        '====',
        '=AAA',
        'A===',
        'AB==',
        'AAB=',
        'AAAA=',
        'AA-_',
        'AA*A',
        'AAAé',
        'AAAŁ',
        'AA==AAAA',
        'AAA==',
      ];
      for (const text of bad) {
        expect([text, readError(() => parseXsdBase64Binary(text))]).toEqual([
          text,
          expect.objectContaining({ kind: 'malformed' }),
        ]);
      }
      for (const text of ['0', '000', '0g', 'é0', '0x00', 'ŁŁ']) {
        expect([text, readError(() => parseXsdHexBinary(text))]).toEqual([
          text,
          expect.objectContaining({ kind: 'malformed' }),
        ]);
      }
    });

    test('only bytes are written', () => {
      prepare();
      for (const value of [
        'AAAA',
        [1, 2],
        new Uint16Array(1),
        new ArrayBuffer(1),
        null,
        undefined,
      ]) {
        expect(() => formatXsdBase64Binary(value as unknown as Uint8Array)).toThrow(EncodeError);
        expect(() => formatXsdHexBinary(value as unknown as Uint8Array)).toThrow(EncodeError);
      }
    });

    test('a part of a larger buffer is written alone', () => {
      prepare();
      const part = new Uint8Array(Uint8Array.from([9, 0, 1, 255, 9]).buffer, 1, 3);
      expect(formatXsdBase64Binary(part)).toBe('AAH/');
      expect(formatXsdHexBinary(part)).toBe('0001FF');
    });
  });

  test('what is read shares its memory with nothing else', () => {
    const first = parseXsdBase64Binary('AAEC');
    expect(first.buffer.byteLength).toBe(3);
    expect(Object.getPrototypeOf(first)).not.toBe(nodeBuffer.prototype);
  });

  test('messages show only the beginning', () => {
    expect(readError(() => parseXsdBase64Binary('!'.repeat(1000)))).toMatchObject({
      message: `'${'!'.repeat(40)}...' is not a valid Base64 text sequence.`,
    });
  });
});

describe('xsd date zones', () => {
  const zones: readonly string[] = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/Caracas',
    'Asia/Kolkata',
    'Asia/Manila',
    'Asia/Kathmandu',
    'Pacific/Kiritimati',
    'Pacific/Niue',
    'Africa/Monrovia',
    'Etc/GMT+12',
  ];

  /** .NET's unset dates: they are unset wherever they are read. */
  const unset: readonly string[] = ['0001-01-01T00:00:00', '9999-12-31T23:59:59.9999999'];

  /** What .NET sends near the ends of its range, with the moment that is meant. */
  const zoned: readonly (readonly [string, string])[] = [
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['0001-01-01T00:00:00.0000000+01:00', '0001-01-01T00:00:00+01:00'],
    ['0001-01-01T00:00:00+14:00', '0001-01-01T00:00:00+14:00'],
    ['0001-01-01T01:30:00+05:30', '0001-01-01T00:00:00+04:00'],
    ['0001-01-01T00:00:01.5+00:01', '0001-01-01T00:00:01.5+00:01'],
    ['0001-01-01T00:00:00-08:00', '0001-01-01T08:00:00Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59.9999999-05:00', '9999-12-31T23:59:59.999-05:00'],
    ['9999-12-31T23:30:00-14:00', '9999-12-31T23:59:00-13:31'],
    ['9999-12-31T23:59:59.9999999+02:00', '9999-12-31T21:59:59.999Z'],
  ];

  const ordinary: readonly string[] = [
    '2024-02-29T13:05:06.07Z',
    '0001-01-02T00:00:00',
    '9999-12-30T23:59:59.999',
    '2024-02-29T13:05:06',
  ];

  /** Reads and writes texts in each zone. An empty one stands for a missing element. */
  function written(
    texts: readonly string[],
    type = 'dateTimeAsDate',
  ): Readonly<Record<string, readonly string[]>> {
    const module = new URL('../../dist/runtime/type.js', import.meta.url);
    const program = `
    import { ${type} as type } from ${JSON.stringify(module.href)};
    const read = (text) => (text === '' ? type.initial() : type.parse(text));
    const write = (text) => {
      try {
        return type.raw(read(text));
      } catch (error) {
        return error.message;
      }
    };
    const answers = {};
    for (const zone of ${JSON.stringify(zones)}) {
      process.env.TZ = zone;
      answers[zone] = ${JSON.stringify(texts)}.map(write);
    }
    console.log(JSON.stringify(answers));`;
    const answer = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      encoding: 'utf8',
    });
    return JSON.parse(answer) as Readonly<Record<string, readonly string[]>>;
  }

  describe('a Date', () => {
    test('that .NET left unset is written as it was read, in every zone', () => {
      for (const [zone, texts] of Object.entries(written(unset))) {
        expect([zone, texts]).toEqual([zone, unset]);
      }
    });

    test('that was left out of a request is one that .NET left unset', () => {
      for (const texts of Object.values(written(['']))) expect(texts).toEqual([unset[0]]);
    });

    test('near the ends of .NET’s range keeps its moment and its four-digit year', () => {
      const expected = zoned.map(([, text]) => text);
      for (const [zone, texts] of Object.entries(written(zoned.map(([text]) => text)))) {
        // where the local clock shows the first or last moment, the text is the unset one
        const same = texts.filter((text) => !unset.includes(text));
        expect([zone, same]).toEqual([
          zone,
          expected.filter((_, at) => !unset.includes(texts[at] ?? '')),
        ]);
        expect(texts.filter((text) => unset.includes(text)).length).toBeLessThanOrEqual(2);
      }
    });

    test('that is a DateTimeOffset has a zone, in every zone', () => {
      const expected = [...zoned.map(([, text]) => text), '0001-01-01T00:00:00Z'];
      const texts = [...zoned.map(([text]) => text), ''];
      for (const answer of Object.values(written(texts, 'zonedDateTimeAsDate'))) {
        expect(answer).toEqual(expected);
      }
    });

    test('of any other moment is written in UTC', () => {
      const answers = written(ordinary);
      expect(answers['Etc/GMT+12']).toEqual([
        '2024-02-29T13:05:06.07Z',
        '0001-01-02T12:00:00Z',
        '9999-12-31T11:59:59.999Z',
        '2024-03-01T01:05:06Z',
      ]);
      for (const texts of Object.values(answers)) {
        for (const text of texts) expect(text).toMatch(/^\d{4}-.*Z$/);
      }
    });
  });

  test.each([
    [new Date(Number.NaN), 'an invalid Date'],
    [new Date(-1e15), 'the Date -029719-04-05T22:13:20.000Z'],
  ])('%s is refused as what it is', (value, what) => {
    expect(() => formatXsdDateTimeFromDate(value)).toThrow(
      `Expected a Date in the year 1 or later, got ${what}.`,
    );
  });
});

describe('xsd lexical', () => {
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
        for (const number of [
          value,
          -value,
          value * 1e-12,
          value * 1e15,
          Math.round(value) / 100,
        ]) {
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
});

describe('xsd order', () => {
  describe('the order of dates and times (XML Schema 2, 3.2.7.4)', () => {
    test.each([
      ['2000-01-15T00:00:00', '2000-02-15T00:00:00', -1],
      ['2000-01-15T12:00:00', '2000-01-16T12:00:00Z', -1],
      ['2000-01-01T12:00:00', '1999-12-31T23:00:00Z', Number.NaN],
      ['2000-01-16T12:00:00', '2000-01-16T12:00:00Z', Number.NaN],
      ['2000-01-16T00:00:00', '2000-01-16T12:00:00Z', Number.NaN],
      ['2000-01-16T02:00:01+14:00', '2000-01-15T12:00:00Z', 1],
      ['2000-01-15T24:00:00Z', '2000-01-16T00:00:00Z', 0],
      ['2000-01-15T00:00:00.10Z', '2000-01-15T00:00:00.1Z', 0],
      ['2000-01-15T00:00:00.09Z', '2000-01-15T00:00:00.1Z', -1],
      ['2002-04-02T12:00:00-01:00', '2002-04-02T17:00:00+04:00', 0],
      ['-0001-12-31T23:59:59', '0001-01-01T00:00:00', -1],
      ['12000-01-01T00:00:00', '9999-12-31T00:00:00', 1],
      ['2024-02-29', '2024-03-01', -1],
      ['2024-02-29Z', '2024-02-29+01:00', 1],
      ['2024-02-29', '2024-03-02Z', -1],
      ['13:20:00Z', '13:20:00+01:00', 1],
      ['13:20:00', '13:20:00.5', -1],
      ['2024', '2025', -1],
      ['2024-05', '2024-04', 1],
      ['2024-05:00', '2024Z', 1],
      ['--02-29', '--03-01', -1],
      ['--12', '--03', 1],
      ['---29', '---03', 1],
      [`${'9'.repeat(2000)}-01-01`, '2000-01-01', Number.NaN],
    ])('%s against %s: %d', (left, right, order) => {
      expect(compareDates(left, right)).toBe(order);
      expect(compareDates(right, left)).toBe(order === 0 ? 0 : -order);
    });

    test('agrees with Date', () => {
      const date = fc.date({
        min: new Date('0001-01-02'),
        max: new Date('9999-12-30'),
        noInvalidDate: true,
      });
      fc.assert(
        fc.property(date, date, (one, other) => {
          const order = Math.sign(one.getTime() - other.getTime());
          expect(compareDates(one.toISOString(), other.toISOString())).toBe(order);
        }),
        { seed: 3 },
      );
    });
  });

  describe('the order of durations (XML Schema 2, 3.2.6.2)', () => {
    test.each([
      ['P1Y', 'P364D', 1],
      ['P1Y', 'P365D', Number.NaN],
      ['P1Y', 'P367D', -1],
      ['P1M', 'P27D', 1],
      ['P1M', 'P28D', Number.NaN],
      ['P1M', 'P31D', Number.NaN],
      ['P1M', 'P32D', -1],
      ['P5M', 'P149D', 1],
      ['P5M', 'P154D', -1],
      ['P1D', 'PT24H', 0],
      ['P1Y', 'P12M', 0],
      ['PT1M', 'PT60.0S', 0],
      ['PT1.5S', 'PT1.45S', 1],
      ['-P1D', 'P0D', -1],
      ['-PT0.5S', '-PT0.25S', -1],
      ['-P1M', '-P27D', -1],
      [`P${'9'.repeat(2000)}Y`, 'P1Y', Number.NaN],
    ])('%s against %s: %d', (left, right, order) => {
      expect(compareDurations(left, right)).toBe(order);
      expect(compareDurations(right, left)).toBe(order === 0 ? 0 : -order);
    });
  });
});

describe('xsd variants', () => {
  describe('dateTime as Date', () => {
    test.each([
      ['2024-02-29T13:05:06Z', '2024-02-29T13:05:06.000Z'],
      ['2024-02-29T13:05:06.07Z', '2024-02-29T13:05:06.070Z'],
      ['2024-02-29T13:05:06.123456789Z', '2024-02-29T13:05:06.123Z'],
      ['2024-02-29T13:05:06.9999Z', '2024-02-29T13:05:06.999Z'],
      ['2024-02-29T13:05:06+02:00', '2024-02-29T11:05:06.000Z'],
      ['2024-02-29T23:05:06.5-05:30', '2024-03-01T04:35:06.500Z'],
      ['2024-12-31T24:00:00Z', '2025-01-01T00:00:00.000Z'],
      ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
      ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
      ['0099-03-01T00:00:00Z', '0099-03-01T00:00:00.000Z'],
      ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
      ['12024-01-01T00:00:00Z', '+012024-01-01T00:00:00.000Z'],
      ['-0001-12-31T00:00:00Z', '0000-12-31T00:00:00.000Z'],
    ])('%s', (text, iso) => {
      expect(parseXsdDateTimeAsDate(text).toISOString()).toBe(iso);
    });

    test('without a zone is local time', () => {
      expect(parseXsdDateTimeAsDate('2024-02-29T13:05:06.5')).toEqual(
        new Date(2024, 1, 29, 13, 5, 6, 500),
      );
      expect(parseXsdDateTimeAsDate('2000-06-01T24:00:00')).toEqual(new Date(2000, 5, 2));
      const early = new Date(2000, 0, 1);
      early.setFullYear(50);
      expect(parseXsdDateTimeAsDate('0050-01-01T00:00:00')).toEqual(early);
    });

    test('refuses what is no dateTime or no Date', () => {
      for (const bad of ['', '2024-02-30T00:00:00Z', '2024-02-29', 'x', '999999-01-01T00:00:00Z']) {
        expect(() => parseXsdDateTimeAsDate(bad)).toThrow('is not a valid AllXsd value.');
      }
    });

    test('is the same, or as wrong, with spaces around, which only the careful way takes', () => {
      const { integer, pick } = createRandom(29);
      const outcome = (text: string): number | string => {
        try {
          return parseXsdDateTimeAsDate(text).getTime();
        } catch (error) {
          return (error as Error).name;
        }
      };
      let right = 0;
      for (let round = 0; round < 20_000; round++) {
        const time = new Date((integer(6_000_000) - 2_000_000) * 1_000_123).toISOString();
        const fraction = pick(['', '.', '.5', '.123456789']);
        const zone = pick(['', 'Z', '+03:00', '-14:00', '+05:45', '+14:01', 'z', '+3:00']);
        let text = time.slice(0, 19) + fraction + zone;
        if (round % 3 === 0) {
          const at = integer(text.length);
          text = text.slice(0, at) + pick([...'0129:-TZ. +']) + text.slice(at + integer(2));
        }
        const careful = outcome(` ${text}\n`);
        if (typeof careful === 'number') right += 1;
        expectIs(outcome(text), careful, text);
      }
      expect(right).toBeGreaterThan(6_000);
    });

    test('is written in UTC without needless zeros', () => {
      const write = (iso: string): string => formatXsdDateTimeFromDate(new Date(iso));
      expect(write('2024-02-29T13:05:06.000Z')).toBe('2024-02-29T13:05:06Z');
      expect(write('2024-02-29T13:05:06.070Z')).toBe('2024-02-29T13:05:06.07Z');
      expect(write('2024-02-29T13:05:06.001Z')).toBe('2024-02-29T13:05:06.001Z');
      expect(write('0001-01-01T00:00:00.001Z')).toBe('0001-01-01T00:00:00.001Z');
      expect(write('+012024-12-31T00:00:00.000Z')).toBe('12024-12-31T00:00:00Z');
    });

    test('on every day of the calendar as ECMAScript has it', () => {
      const first = Date.UTC(1999, 0, 1);
      const dates = Array.from(
        { length: 146_100 },
        (_, day) => new Date(first + day * 86_400_000 + ((day * 7919) % 86_400) * 1000),
      );
      const written = dates.map((date) => formatXsdDateTimeFromDate(date));
      expect(written).toEqual(dates.map((date) => date.toISOString().replace('.000Z', 'Z')));
    });

    test('and reads back the same, day by day and at odd times', () => {
      for (let day = -700_000; day < 100_000; day += 97) {
        const date = new Date(day * 86_400_000 + ((day * 7919) % 86_400_000));
        const text = formatXsdDateTimeFromDate(date);
        expectIs(parseXsdDateTimeAsDate(text).getTime(), date.getTime(), text);
        expectIs(new Date(text).getTime(), date.getTime(), text);
      }
    });

    test('refuses to write others', () => {
      for (const bad of [
        new Date(Number.NaN),
        new Date('0000-12-31T00:00:00Z'),
        '2024-02-29',
        0,
        null,
        {},
      ]) {
        expect(() => formatXsdDateTimeFromDate(bad as Date)).toThrow(EncodeError);
      }
    });
  });

  describe('decimal as number', () => {
    // .NET rounds to 28 digits, half to even, and refuses the last one
    test.each([
      '0.12345678901234567890123456785',
      '1.00000000000000000000000000005',
      '79228162514264337593543950336',
    ])('the text of a decimal keeps all digits: %s', (text) => {
      expect(parseXsdDecimal(text)).toBe(text);
      expect(formatXsdDecimal(text)).toBe(text);
    });

    test.each([
      ['12.3400', 12.34],
      ['-0.5', -0.5],
      ['.5', 0.5],
      ['123456789012345', 123_456_789_012_345],
      ['0.000000000000000000001', 1e-21],
      ['100000000000000000000000', 1e23],
      ['0.1000000000000000000000', 0.1],
      ['9007199254740993.0', undefined],
      ['0.1234567890123456789', undefined],
      ['123456789012345678.9', undefined],
      [`1${'0'.repeat(400)}`, undefined],
      [`0.${'0'.repeat(400)}1`, undefined],
    ])('%s', (text, value) => {
      if (value === undefined)
        expect(() => parseXsdDecimalAsNumber(text)).toThrow(
          /has more digits than a number keeps; types: \{ decimal: 'string' \} in the configuration/,
        );
      else expect(parseXsdDecimalAsNumber(text)).toBe(value);
    });

    test.each([
      [0, '0'],
      [-0, '0'],
      [12.34, '12.34'],
      [1e-7, '0.0000001'],
      [-1.5e-10, '-0.00000000015'],
      [1e21, '1000000000000000000000'],
      [-1.234e25, '-12340000000000000000000000'],
      [Number.MIN_VALUE, `0.${'0'.repeat(323)}5`],
    ])('%p is written %s', (value, text) => {
      expect(formatXsdDecimalAsNumber(value)).toBe(text);
      expect(Number(text)).toBe(value === 0 ? 0 : value);
    });

    test('refuses to write others', () => {
      for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, '1', null]) {
        expect(() => formatXsdDecimalAsNumber(bad as number)).toThrow(EncodeError);
      }
    });
  });

  describe('white space', () => {
    test('collapsed, replaced, trimmed', () => {
      expect(collapse(' \t a \r\n b  ')).toBe('a b');
      expect(collapse('a b')).toBe('a b');
      expect(collapse('a\u00a0 b')).toBe('a\u00a0 b');
      expect(collapse('   ')).toBe('');
      expect(replaceWhiteSpace(' a\t\n\rb ')).toBe(' a   b ');
      expect(trimBlanks('\n a \u00a0\t')).toBe('a \u00a0');
      expect(trimBlanks(' \n')).toBe('');
    });

    test('items of a list', () => {
      expect(mapList(' a\n b  c ', (item) => item)).toEqual(['a', 'b', 'c']);
      expect(mapList(' ', (item) => item)).toEqual([]);
    });
  });
});

describe('linear pattern', () => {
  function expressionOf(pattern: string): RegExp {
    const translated = translatePattern(pattern);
    if (translated === undefined) throw new Error(`malformed: ${pattern}`);
    return new RegExp(`^(?:${translated.source})$`, 'u');
  }

  const atom = fc.constantFrom(
    ...[
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\d',
      '\\.',
      '[a-c-[b]]',
      '\\i',
      '\\p{Lu}',
      'ä',
      '😀',
      '$',
      '\\S',
    ],
  );

  /** Patterns of small depth, so that JavaScript's own matching ends on short texts. */
  const pattern: fc.Arbitrary<string> = fc.letrec<{ choice: string; piece: string }>((tie) => ({
    choice: fc
      .array(fc.array(tie('piece'), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map((branches) => branches.map((pieces) => pieces.join('')).join('|')),
    piece: fc
      .tuple(
        fc.oneof(
          { maxDepth: 2, depthSize: 'small' },
          atom,
          tie('choice').map((inner) => `(${inner})`),
        ),
        fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{1,2}', '{0,3}', '{2,}'),
      )
      .map(([one, count]) => one + count),
  })).choice;

  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '.', '1', 'ä', '😀', '$', 'A', '\n', ' '), {
      maxLength: 7,
    })
    .map((characters) => characters.join(''));

  describe('matching in linear time', () => {
    test('says what JavaScript says', () => {
      let matched = 0;
      fc.assert(
        fc.property(pattern, fc.array(text, { minLength: 12, maxLength: 12 }), (given, texts) => {
          const expression = expressionOf(given);
          const linear = linearPattern(expression);
          for (const one of texts) {
            const expected = expression.test(one);
            if (expected) matched += 1;
            expectIs(linear.test(one), expected, { given, one });
          }
        }),
        { numRuns: runs(400), seed: 7 },
      );
      expect(matched).toBeGreaterThan(200);
    });

    test.each([
      ['(a|a)*b', 'a'],
      ['(a+)+b', 'a'],
      ['(a?){30}a{30}b', 'a'],
      ['.*x.*y.*z', 'xy'],
      ['(.*a){12}', 'ab'],
      ['([a-z]+@)?([a-z]+\\.)*[A-Z]+', 'a.'],
    ])('%s takes steps in proportion to a text made to be slow', (given, part) => {
      const expression = expressionOf(given);
      const size = compilePattern(expression).length;
      for (const length of [1000, 100_000]) {
        const linear = linearPattern(expression);
        linear.test(part.repeat(length / part.length));
        expect(linear.steps).toBeLessThanOrEqual(2 * size * (length + 1));
      }
    });

    test('keeps what it has met, within bounds: a text of all characters goes through', () => {
      const linear = linearPattern(expressionOf('(.*x.{3})*'));
      let all = '';
      for (let code = 0x4e00; code < 0x9000; code += 1) all += String.fromCodePoint(code);
      expect(linear.test(`${all}xabc${all}xabc`)).toBe(true);
      expect(linear.test(`${all}xabc${all}xab`)).toBe(false);
      const before = linear.steps;
      expect(linear.test('abcxabc')).toBe(true);
      expect(linear.steps - before).toBeLessThan(200);
    });
  });
});
