import { describe, expect, test } from '@jest/globals';
import { createColours, wantsColours } from '../../src/cli/terminal/colours.ts';
import { createProgress } from '../../src/cli/terminal/progress.ts';

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
    expect(createColours(true).red('x')).toBe('\u001b[31mx\u001b[39m');
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
  });
});
