import { describe, expect, test } from '@jest/globals';
import { bars, judge } from '../bench/bars.mjs';

const bar = { says: 'it is quick', report: 'case/one', of: 'ours', to: 'theirs' } as const;
const report = (ours: object, theirs: object) => [
  {
    id: 'case/one',
    rows: [
      { name: 'ours', ...ours },
      { name: 'theirs', ...theirs },
    ],
  },
];
const judgeOne = (bound: object, ours: object, theirs: object) =>
  judge([{ ...bar, by: 'cpu', ...bound }], report(ours, theirs))[0];

describe('bars', () => {
  test('a gain is the other figure divided by ours', () => {
    expect(judgeOne({ least: 10 }, { cpu: 2 }, { cpu: 20 })).toMatchObject({
      value: 10,
      reached: true,
    });
    expect(judgeOne({ least: 10 }, { cpu: 2.1 }, { cpu: 20 })).toMatchObject({ reached: false });
  });

  test('a cost is our figure divided by the other', () => {
    expect(judgeOne({ most: 1.25 }, { cpu: 25 }, { cpu: 20 })).toMatchObject({
      value: 1.25,
      reached: true,
    });
    expect(judgeOne({ most: 1.25 }, { cpu: 26 }, { cpu: 20 })).toMatchObject({ reached: false });
  });

  test('of requests per second, more is better', () => {
    const bound = { by: 'perSecond', least: 1.8 };
    expect(judgeOne(bound, { perSecond: 1900 }, { perSecond: 1000 })).toMatchObject({
      value: 1.9,
      reached: true,
    });
  });

  test('a figure without another is judged itself', () => {
    const alone = { says: 'small', report: 'case/one', of: 'ours', by: 'rss', most: 80 } as const;
    expect(judge([alone], report({ rss: 81 }, {}))[0]).toMatchObject({ value: 81, reached: false });
    expect(judge([alone], report({ rss: 80 }, {}))[0]).toMatchObject({ reached: true });
  });

  test('the floor shows what could be reached', () => {
    const bound = { least: 4, floor: 'bare' } as const;
    const rows = [
      { name: 'ours', cpu: 25 },
      { name: 'theirs', cpu: 60 },
      { name: 'bare', cpu: 20 },
    ];
    expect(judge([{ ...bar, by: 'cpu', ...bound }], [{ id: 'case/one', rows }])[0]).toMatchObject({
      value: 2.4,
      reached: false,
      atBest: 3,
    });
  });

  test('what was not measured is not reached', () => {
    expect(judge([{ ...bar, by: 'cpu', most: 2 }], [])[0]).toMatchObject({
      value: undefined,
      reached: false,
    });
    expect(judgeOne({ least: 2 }, { cpu: 1 }, {})).toMatchObject({
      value: undefined,
      reached: false,
    });
  });

  test('each bar has one bound and words of its own', () => {
    expect(new Set(bars.map(({ says }) => says)).size).toBe(bars.length);
    for (const { least, most } of bars)
      expect((least === undefined) !== (most === undefined)).toBe(true);
  });
});
