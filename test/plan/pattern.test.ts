import { describe, expect, test } from '@jest/globals';
import { withoutAnchors } from '../../src/model/xsd/pattern.ts';
import { translatePattern } from '../../src/plan/simple-description.ts';

function matches(pattern: string, text: string): boolean | undefined {
  const source = translatePattern(pattern)?.source;
  return source === undefined ? undefined : new RegExp(`^(?:${source})$`, 'u').test(text);
}

describe('patterns with anchors, as .NET reads them', () => {
  test.each([
    ['^[0-9]{3}$', '[0-9]{3}'],
    ['^a', 'a'],
    ['a$', 'a'],
    ['^a|b$', 'a|b'],
    ['^(a|b)$', '(a|b)'],
    ['(^a$)|(^b$)', '(a)|(b)'],
    ['^(^a)?$', '(a)?'],
    ['^$', ''],
    ['^$|^x$', '|x'],
    ['^\\$\\d+$', '\\$\\d+'],
    ['^[^$^]+$', '[^$^]+'],
    ['^\\^$', '\\^'],
    ['^😀$', '😀'],
  ])('%s is %s', (pattern, plain) => {
    expect(withoutAnchors(pattern)).toBe(plain);
  });

  test.each([
    'abc',
    '[$^]+',
    '\\$',
    '\\^a',
    'US$\\d+',
    'a^b',
    'x?^a',
    '(^a$)+',
    '^*a',
    '(^a',
    'a^',
    '$a',
  ])('%s has none, or one where no value has its place', (pattern) => {
    expect(withoutAnchors(pattern)).toBeUndefined();
  });
});

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
    ['[^\\S]+', ' \t', 'a'],
    ['[\\W]+', '.-', 'a'],
    ['[\\I\\d]+', '1-', 'a'],
    ['\\C', ' ', 'a'],
    ['[a\\P{IsGreek}]+', 'ab', 'αβ'],
    ['\\p{IsSpecials}', '\ufffd', 'a'],
    ['\\p{IsPrivateUse}', '\u{f0000}', 'a'],
    ['[a-z\\@]+', 'a@b', 'a#b'],
    ['a}', 'a}', 'a'],
    ['[\\p{L}-[\\p{Lu}-[A]]]+', 'aA', 'B'],
  ])('%s takes %j, not %j, too', (pattern, good, bad) => {
    expect(matches(pattern, good)).toBe(true);
    expect(matches(pattern, bad)).toBe(false);
  });

  test.each(['[a-z', 'a{3,1}', '\\p{IsNowhere}', '\\p{Cs}', '(?=a)', '\\q', '\\b', 'a)', 'a**'])(
    '%s is malformed',
    (pattern) => {
      expect(translatePattern(pattern)).toBe(undefined);
    },
  );

  test.each(['(a+)+b', '(a|a)*', '(a?b?)*c', '.*x.*', '(a*)*', '[a-z]{2,9}z', '(ab?){2,3}b'])(
    '%s is followed on all ways at once',
    (pattern) => {
      expect(translatePattern(pattern)?.matching).toBe('counted');
    },
  );

  test.each(['.{1,4000}', '[0-9]{2}(-[0-9]{3}){0,1000}', '(a{1,900}b){5,900}'])(
    '%s is sure to be linear, whatever its counts',
    (pattern) => {
      expect(translatePattern(pattern)?.matching).toBe('direct');
    },
  );

  test('counts that make a program too large are told', () => {
    expect(translatePattern('(.{0,400}x.{0,400}){20}')?.matching).toBe('large');
  });

  test('what is matched directly is quick on text made to be slow', () => {
    const safe = translatePattern('[a-z]+(\\.[a-z]+)*');
    expect(safe?.matching).toBe('direct');
    const text = `${'a.'.repeat(50_000)}!`;
    expect(new RegExp(`^(?:${safe?.source})$`, 'u').test(text)).toBe(false);
  });
});
