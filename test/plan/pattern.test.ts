import { describe, expect, test } from '@jest/globals';
import { translatePattern } from '../../src/plan/codecs/pattern.ts';

function matches(pattern: string, text: string): boolean | undefined {
  const source = translatePattern(pattern);
  return source === undefined ? undefined : new RegExp(`^(?:${source})$`, 'u').test(text);
}

describe('patterns of XML Schema', () => {
  test.each([
    ['[0-9]{5}(-[0-9]{4})?', '12345-6789', '1234'],
    ['\\d+\\.\\d{2}', '10.50', '10,50'],
    ['a|b|cd', 'cd', 'abcd'],
    ['^$/', '^$/', ''],
    ['[a-z-[aeiou]]+', 'xyz', 'xaz'],
    ['\\i\\c*', 'a-1', '-a'],
    ['[\\p{Lu}\\-]+', 'Ä-B', 'a'],
    ['\\p{IsGreek}+', 'αβ', 'ab'],
    ['[^<>&]*', 'a "b"', 'a<b'],
    ['.{0,3}', 'äöü', 'ab\n'],
    ['\\D\\?', 'x?', '1?'],
    ['(a{2}){3}', 'aaaaaa', 'aaaaa'],
  ])('%s takes %j, not %j', (pattern, good, bad) => {
    expect(matches(pattern, good)).toBe(true);
    expect(matches(pattern, bad)).toBe(false);
  });

  test.each([
    '(a+)+b',
    '(a|a)*',
    '(a?b?)*c',
    '.*x.*',
    '(a*)*',
    '[a-z',
    'a{3,1}',
    '\\p{IsNowhere}',
    '(?=a)',
    '\\q',
  ])('%s is left alone', (pattern) => {
    expect(translatePattern(pattern)).toBe(undefined);
  });

  test('what is taken is quick on text made to be slow', () => {
    const pattern = translatePattern('([a-z]+@)?([a-z]+\\.)*[A-Z]+') ?? '';
    expect(pattern).toBe('');
    const safe = translatePattern('[a-z]+(\\.[a-z]+)*') ?? '';
    expect(new RegExp(`^(?:${safe})$`, 'u').test(`${'a.'.repeat(50_000)}!`)).toBe(false);
  });
});
