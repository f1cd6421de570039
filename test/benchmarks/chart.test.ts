import { describe, expect, test } from '@jest/globals';
import { EOF, START } from '../../src/runtime/xml/errors.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { drawChart } from '../bench/chart.mjs';

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
