import { describe, expect, test } from '@jest/globals';
import { createProgress } from '../../src/cli/terminal/console.ts';
import {
  createColours,
  logText,
  pipedText,
  terminalText,
  wantsColours,
} from '../../src/cli/terminal/text.ts';

describe('wantsColours', () => {
  const cases: readonly [Record<string, string>, boolean, boolean, boolean][] = [
    [{}, true, true, true],
    [{}, true, false, false],
    [{}, false, true, false],
    [{ NO_COLOR: '1' }, true, true, false],
    [{ NO_COLOR: '' }, true, true, true],
    [{ FORCE_COLOR: '1' }, true, false, true],
    [{ FORCE_COLOR: '' }, true, false, true],
    [{ FORCE_COLOR: '0' }, true, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, true, false],
    [{ FORCE_COLOR: '1' }, false, true, false],
    [{ TERM: 'dumb' }, true, true, false],
  ];
  test.each(cases)('%j, wanted %s, terminal %s: %s', (environment, wanted, terminal, want) => {
    expect(wantsColours({ environment, enabled: wanted, terminal })).toBe(want);
  });

  test('colours leave the text alone when off', () => {
    expect(createColours(false).red('x')).toBe('x');
    expect(pipedText(createColours(true).red('x'))).toBe('\u001b[31mx\u001b[39m');
  });
});

describe('text for terminals and logs', () => {
  const { red } = createColours(true);

  test('has our own sequences, and escapes those that came from elsewhere', () => {
    expect(terminalText(`${red('a\u001b[31mb')}\u001b[2J`)).toBe(
      '\u001b[31ma\\u001b[31mb\u001b[39m\\u001b[2J',
    );
  });

  test.each([
    ['\u0000\u0007\u0008\u007f', '\\u0000\\u0007\\u0008\\u007f'],
    ['\u0085\u009b31m', '\\u0085\\u009b31m'],
    ['\u202a\u202e\u2066\u2069\u200f', '\\u202a\\u202e\\u2066\\u2069\\u200f'],
    ['a\tb\r\nc\n', 'a\tb\r\nc\n'],
    ['one\rtwo', 'one\\u000dtwo'],
    ['学校 é 😀 👩\u200d👧 العربية', '学校 é 😀 👩\u200d👧 العربية'],
  ])('escapes %j as %j', (text, shown) => {
    expect(terminalText(text)).toBe(shown);
    expect(logText(text)).toBe(shown);
    expect(pipedText(text)).toBe(text);
  });

  test.each([
    ['::error::x', ': :error::x'],
    ['a\n  ::stop-commands::x', 'a\n  : :stop-commands::x'],
    ['\u00a0::add-mask::x', '\u00a0: :add-mask::x'],
    ['a ##[error]b ##vso[task.complete]', 'a # #[error]b # #vso[task.complete]'],
    ['http://[::1]:8080 ## a', 'http://[::1]:8080 ## a'],
  ])('%j is no command for a workflow: %j', (text, shown) => {
    expect(logText(text)).toBe(shown);
  });
});

describe('createProgress', () => {
  test('is silent without a terminal', () => {
    const progress = createProgress(undefined);
    expect(() => {
      progress.step('working');
      progress.clear();
    }).not.toThrow();
  });

  test('shows one line on a terminal, cut to its width, and wipes it once', () => {
    const written: string[] = [];
    const stream = { columns: 12, write: (text: string) => written.push(text) };
    const progress = createProgress(stream);
    progress.step('reading a long name');
    progress.clear();
    progress.clear();
    expect(written).toEqual(['\r\u001b[2Kreading a …', '\r\u001b[2K']);
    progress.step('\u009bA\n');
    expect(written.at(-1)).toBe('\r\u001b[2K\\u009bA\\u0…');
  });

  test('shows no password of an address', () => {
    const written: string[] = [];
    const progress = createProgress({ write: (text: string) => written.push(text) });
    progress.step('reading https://joe:hunter2@h/Orders.asmx …');
    expect(written).toEqual(['\r\u001b[2Kreading https://h/Orders.asmx …']);
  });
});
