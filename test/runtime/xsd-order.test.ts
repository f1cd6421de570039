import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareDates, compareDurations } from '../../src/runtime/types/date.ts';

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
