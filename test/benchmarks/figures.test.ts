import { describe, expect, test } from '@jest/globals';
import { EOF, START } from '../../src/runtime/xml/errors.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { bars, judge } from '../bench/bars.mjs';
import { drawChart } from '../bench/chart.mjs';

describe('bars', () => {
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
      expect(judge([alone], report({ rss: 81 }, {}))[0]).toMatchObject({
        value: 81,
        reached: false,
      });
      expect(judge([alone], report({ rss: 80 }, {}))[0]).toMatchObject({ reached: true });
    });

    test('the floor shows what could be reached', () => {
      const bound = { least: 4, floor: 'bare' } as const;
      const rows = [
        { name: 'ours', cpu: 25 },
        { name: 'theirs', cpu: 60 },
        { name: 'bare', cpu: 20 },
      ];
      expect(judge([{ ...bar, by: 'cpu', ...bound }], [{ id: 'case/one', rows }])[0]).toMatchObject(
        {
          value: 2.4,
          reached: false,
          atBest: 3,
        },
      );
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
});

describe('chart', () => {
  const group = (title: string) => ({
    title,
    own: 'ours',
    bars: [
      { name: 'ours', value: 10, label: '10 µs' },
      { name: 'theirs <old> & "new"', value: 40, label: '40 µs' },
    ],
  });

  function elements(svg: string): Map<string, number> {
    const reader = new XmlReader(svg);
    const counts = new Map<string, number>();
    for (let kind = reader.next(); kind !== EOF; kind = reader.next())
      if (kind === START) counts.set(reader.local, (counts.get(reader.local) ?? 0) + 1);
    return counts;
  }

  describe('chart', () => {
    test('is well-formed, whatever the names', () => {
      const counts = elements(
        drawChart('Less & <less>', [group('One'), group('Two'), group('Three')]),
      );
      expect(counts.get('rect')).toBe(6);
      // A title, and a name and a label for each bar.
      expect(counts.get('text')).toBe(3 + 6 * 2);
    });

    test('bars of a group share a scale', () => {
      const widths = [...drawChart('t', [group('One')]).matchAll(/<rect[^>]* width="(\d+)"/g)];
      expect(widths.map(([, width]) => Number(width)).reduce((a, b) => b / a)).toBeCloseTo(4, 1);
    });

    test('one bar stands out', () => {
      expect(drawChart('t', [group('One')]).match(/<rect[^>]*class="own"/g)).toHaveLength(1);
    });

    test('has colours for dark pages', () => {
      expect(drawChart('t', [])).toContain('prefers-color-scheme: dark');
    });
  });
});
