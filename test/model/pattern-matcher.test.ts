import { describe, expect, test } from '@jest/globals';
import { createPatternMatcher } from '../../src/model/xsd/pattern.ts';

describe('a matcher of patterns', () => {
  test('tells whether a whole text matches', () => {
    const matcher = createPatternMatcher();
    expect(matcher.matches('[a-z]{2,3}', 'abc')).toBe(true);
    expect(matcher.matches('[a-z]{2,3}', 'abcd')).toBe(false);
    expect(matcher.matches('[a-z', 'abc')).toBeUndefined();
  });

  test('leaves undecided what takes too many positions', () => {
    const matcher = createPatternMatcher();
    const pattern = '(a?){1000000}';
    expect(matcher.matches(pattern, 'a'.repeat(50))).toBeUndefined();
    expect(createPatternMatcher().matches(pattern, 'a'.repeat(50))).toBeUndefined();
    expect(matcher.matches('a{50}', 'a'.repeat(50))).toBe(true);
  });

  test('looks at so many positions in all', () => {
    const matcher = createPatternMatcher();
    const text = 'a'.repeat(100);
    const answers = Array.from({ length: 300 }, () => matcher.matches('(a?){500}', text));
    expect(answers[0]).toBe(true);
    expect(answers.at(-1)).toBeUndefined();
    expect(matcher.spend()).toBe(false);
  });
});
