import { describe, expect, test } from '@jest/globals';
import type { Span } from '../../src/diagnostics/diagnostic.ts';
import { codeFrame } from '../../src/diagnostics/report.ts';

/** A span over the text between `«` and `»`, which are taken out. */
function marked(text: string): Span {
  const start = text.indexOf('«');
  const end = text.indexOf('»') - 1;
  return { file: { path: 'a.yaml', text: text.replace(/[«»]/g, '') }, start, end };
}

function frame(text: string, before = 1): string[] {
  return codeFrame(marked(text), { before }).split('\n');
}

describe('codeFrame', () => {
  const table: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'shows the line before and underlines the span',
      'a: 1\nservices:\n  input: «AuthCodeIn»\nlast: 1\n',
      ['   2 | services:', ' > 3 |   input: AuthCodeIn', '     |          ^^^^^^^^^^'],
    ],
    ['has no line before the first', '«asmx»: 2', [' > 1 | asmx: 2', '     | ^^^^']],
    ['marks an empty span', 'a: «»', [' > 1 | a:', '     |    ^']],
    [
      'aligns line numbers of different length',
      `${'\n'.repeat(8)}nine\n«ten»`,
      ['    9 | nine', ' > 10 | ten', '      | ^^^'],
    ],
    [
      'expands tabs to tab stops',
      'a\tb\t«code»\tx',
      [' > 1 | a   b   code    x', '     |         ^^^^'],
    ],
    [
      'counts wide characters as two columns',
      '名前: «学校» x',
      [' > 1 | 名前: 学校 x', '     |       ^^^^'],
    ],
    [
      'counts combining marks and emoji as they are shown',
      'e\u0301: 😀 «x»',
      [' > 1 | e\u0301: 😀 x', '     |       ^'],
    ],
    [
      'shows no control and no turning characters',
      'a\u001b[31m: «\u202ex»',
      [' > 1 | a\\u001b[31m: \\u202ex', '     |              ^^^^^^^'],
    ],
    ['drops the carriage return of a line end', 'a: «b»\r\nc', [' > 1 | a: b', '     |    ^']],
    [
      'shows every line of a short span',
      'x\na: «[\n  1,\n]»\n',
      ['   1 | x', ' > 2 | a: [', '     |    ^', ' > 3 |   1,', ' > 4 | ]'],
    ],
    [
      'leaves the middle of a long span out',
      '«a\nb\nc\nd\ne\nf»',
      [' > 1 | a', '     | ^', ' > 2 | b', '     | …', ' > 6 | f'],
    ],
    [
      'ends with the line when the span ends after its line end',
      '«ab\n»cd',
      [' > 1 | ab', '     | ^^'],
    ],
  ];
  test.each(table)('%s', (_name, text, lines) => {
    expect(frame(text)).toEqual(lines);
  });

  test('cuts a long line around the span and keeps the carets under it', () => {
    const lines = frame(`${'a'.repeat(500)} «wrong» ${'b'.repeat(500)}`);
    const [text = '', carets = ''] = lines;
    expect(text.startsWith(' > 1 | …a')).toBe(true);
    expect(text.endsWith('b…')).toBe(true);
    expect(text.length).toBeLessThan(110);
    const at = carets.indexOf('^');
    expect(carets.slice(at)).toBe('^^^^^');
    expect(text.slice(at, at + 5)).toBe('wrong');
  });

  test('cuts a long line after a span near its beginning', () => {
    const [text = '', carets = ''] = frame(`x: «y» ${'b'.repeat(500)}`);
    expect(text.startsWith(' > 1 | x: y b')).toBe(true);
    expect(text.endsWith('b…')).toBe(true);
    expect(carets).toBe('     |    ^');
  });

  test('cuts a span that is longer than the window', () => {
    const [text = '', carets = ''] = frame(`«${'z'.repeat(3000)}»`);
    expect(text).toBe(` > 1 | ${'z'.repeat(96)}…`);
    expect(carets).toBe(`     | ${'^'.repeat(96)}`);
  });

  test('shows the end of a long line', () => {
    const [text = '', carets = ''] = frame(`${'a'.repeat(500)}«end»`);
    expect(text.endsWith('aend')).toBe(true);
    expect(text.slice(carets.indexOf('^'))).toBe('end');
  });

  test('finds its way in a line of a million characters', () => {
    const [text = '', carets = ''] = frame(`${'a'.repeat(600_000)}«wrong»${'b'.repeat(400_000)}`);
    expect(text.slice(carets.indexOf('^'), carets.length)).toBe('wrong');
    expect(text.length).toBeLessThan(110);
  });

  test('dresses marks and rules only when asked', () => {
    const drawn = codeFrame(marked('a: «b»'), {
      before: 0,
      highlight: (text) => `<${text}>`,
      dim: (text) => `(${text})`,
    });
    expect(drawn).toBe('< > >(1 |) a: b\n     (|)    <^>');
  });
});
