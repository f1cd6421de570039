import { describe, expect, test } from '@jest/globals';
import { formatXsdDateTimeFromDate, parseXsdDateTimeAsDate } from '../../src/runtime/types/date.ts';
import {
  formatXsdDecimal,
  formatXsdDecimalAsNumber,
  parseXsdDecimal,
  parseXsdDecimalAsNumber,
} from '../../src/runtime/types/number.ts';
import { collapse, mapList, replaceWhiteSpace, trimBlanks } from '../../src/runtime/values/text.ts';
import { EncodeError } from '../../src/runtime/xml/writer.ts';
import { expectIs } from '../expect-is.ts';
import { createRandom } from './random.ts';

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
