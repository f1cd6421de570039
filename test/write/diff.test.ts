import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { unifiedDiff } from '../../src/write/diff.ts';
import { runs } from '../runs.ts';

/** Applies a unified diff the way `patch` does, strictly. */
function applyDiff(before: string, diff: string): string {
  const source = before.split('\n');
  const result: string[] = [];
  let position = 0;
  for (const line of diff.split('\n').slice(2, -1)) {
    const header = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@$/.exec(line);
    if (header !== null) {
      const start = Number(header[1]) - (header[2] === '0' ? 0 : 1);
      while (position < start) result.push(source[position++] ?? '');
    } else if (line.startsWith('+')) result.push(line.slice(1));
    else {
      expect(source[position]).toBe(line.slice(1));
      if (line.startsWith(' ')) result.push(line.slice(1));
      position++;
    }
  }
  return [...result, ...source.slice(position)].join('\n');
}

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 25 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

describe('unified diff', () => {
  test('of equal texts is empty', () => {
    expect(unifiedDiff('a.ts', 'x\n', 'x\n')).toBe('');
  });

  test('of one changed line shows three lines around it', () => {
    const before = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
    expect(unifiedDiff('a.ts', before, before.replace('5', 'five'))).toBe(
      '--- a/a.ts\n+++ b/a.ts\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
    );
  });

  test('joins neighbouring changes and keeps distant ones apart', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}\n`);
    const before = lines.join('');
    const after = before
      .replace('line 3\n', '')
      .replace('line 8\n', 'eight\n')
      .replace('line 28\n', '');
    expect(unifiedDiff('a', before, after).match(/@@ .*/g)).toEqual([
      '@@ -1,12 +1,11 @@',
      '@@ -26,5 +25,4 @@',
    ]);
  });

  test('of a new and of a removed file names /dev/null', () => {
    expect(unifiedDiff('a', undefined, 'x\n')).toBe('--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n');
    expect(unifiedDiff('a', 'x\n', undefined)).toBe('--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n');
  });

  test('marks a missing last line end', () => {
    expect(unifiedDiff('a', 'x', 'x\n')).toContain('-x\n\\ No newline at end of file\n+x\n');
  });

  test('applied to the one text gives the other', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        if (before === after) return;
        expect(applyDiff(before, unifiedDiff('a', before, after))).toBe(after);
      }),
      { numRuns: runs(500) },
    );
  });

  test('of texts without a line in common stays quick', () => {
    const many = (mark: string): string =>
      Array.from({ length: 20_000 }, (_, index) => `${mark}${index}\n`).join('');
    const lines = unifiedDiff('a', many('a'), many('b')).split('\n');
    expect(lines.length).toBe(40_004);
  });
});
