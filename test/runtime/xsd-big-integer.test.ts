import { describe, expect, test } from '@jest/globals';
import * as long from '../../src/runtime/types/number.ts';
import * as big from '../../src/runtime/types/number.ts';
import { EncodeError } from '../../src/runtime/xml/writer.ts';

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
        const reason = isSigned || value > 0n ? large : 'Input string was not in a correct format.';
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
        } else expect(() => parseNumber(`${value}`)).toThrow('too large or too small for a number');
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
