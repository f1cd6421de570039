import { describe, expect, test } from '@jest/globals';
import { sampleSimple } from '../../src/model/sample.ts';
import type { BuiltinName } from '../../src/model/xsd/builtins.ts';
import {
  createPatternMatcher,
  createPatternSampler,
  withoutAnchors,
} from '../../src/model/xsd/pattern.ts';
import { builtinType, type Facets, type SimpleType } from '../../src/model/xsd/schema.ts';
import { compareLexical } from '../../src/model/xsd/values.ts';
import { translatePattern } from '../../src/plan/simple-description.ts';

describe('sample simple', () => {
  function restrict(builtin: BuiltinName, facets: Facets): SimpleType {
    const base = builtinType(builtin);
    return {
      kind: 'simple',
      context: [],
      variety: base.variety,
      item: base.item,
      builtin,
      base,
      facets,
    };
  }

  const seed = { name: 'Code', ordinal: 0 };

  describe('sampleSimple', () => {
    const cases: readonly [BuiltinName, Facets, string][] = [
      ['string', {}, 'Code'],
      ['string', { maxLength: 2 }, 'Co'],
      ['string', { minLength: 6 }, 'Codexx'],
      ['string', { length: 0 }, ''],
      ['string', { enumeration: [{ value: 'A' }, { value: 'B' }] }, 'A'],
      ['string', { patterns: [['[A-Z]{2}\\d{3}']] }, 'AB345'],
      ['string', { patterns: [['\\d+']], length: 5 }, '12345'],
      ['string', { patterns: [['C.*']] }, 'C'],
      ['string', { patterns: [['s.*']] }, 'sample'],
      ['string', { patterns: [['[a-z0-9]+'], ['[0-9]{2,}|x']] }, '12'],
      [
        'dateTime',
        { patterns: [['\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z']] },
        '2024-01-15T08:30:00Z',
      ],
      ['boolean', {}, 'true'],
      ['int', { minInclusive: '1000' }, '1000'],
      ['int', { maxExclusive: '3' }, '2'],
      ['int', { minExclusive: '4', maxExclusive: '6' }, '5'],
      ['int', { totalDigits: 1 }, '5'],
      ['long', { minInclusive: '9007199254740993' }, '9007199254740993'],
      ['decimal', { fractionDigits: 0, maxInclusive: '1' }, '1'],
      ['decimal', { minExclusive: '0', maxExclusive: '1' }, '0.5'],
      ['double', { minInclusive: '1.5', maxInclusive: '1.5' }, '1.5'],
      ['dateTime', { minInclusive: '2030-01-01T00:00:00' }, '2030-01-01T00:00:00'],
      ['date', {}, '2024-01-15'],
      ['hexBinary', { length: 2 }, '0102'],
      ['base64Binary', {}, 'AQID'],
      ['base64Binary', { length: 4 }, 'AQIDBA=='],
      ['char', {}, '65'],
      ['NCName', {}, 'Code'],
      ['NMTOKENS', { length: 3 }, 'Code Code2 Code3'],
      ['negativeInteger', { minInclusive: '-3' }, '-3'],
    ];
    test.each(cases)('%s %j gives %s', (builtin, facets, want) => {
      expect(sampleSimple(restrict(builtin, facets), seed)).toBe(want);
    });

    test('differs between like elements and not between runs', () => {
      const type = builtinType('string');
      expect(sampleSimple(type, { name: 'Name', ordinal: 1 })).toBe('Name 2');
      expect(sampleSimple(builtinType('int'), seed)).toBe(sampleSimple(builtinType('int'), seed));
    });

    test('a union takes its first member, a list two items', () => {
      const union: SimpleType = {
        kind: 'simple',
        context: [],
        variety: 'union',
        members: [builtinType('boolean'), builtinType('int')],
        facets: {},
      };
      expect(sampleSimple(union, seed)).toBe('true');
      const list: SimpleType = {
        kind: 'simple',
        context: [],
        variety: 'list',
        item: builtinType('boolean'),
        facets: {},
      };
      expect(sampleSimple(list, seed)).toBe('true true');
    });
  });

  describe('createPatternSampler', () => {
    const cases: readonly [pattern: string, equivalent: RegExp][] = [
      ['[a-z]{3}', /^[a-z]{3}$/],
      ['(\\+?[0-9]{1,3}-)?[0-9]{4}', /^(\+?[0-9]{1,3}-)?[0-9]{4}$/],
      ['[^0-9]+', /^[^0-9]+$/],
      ['[a-z-[aeiou]]{4}', /^[bcdfghj-np-tv-z]{4}$/],
      ['\\p{Lu}\\p{Ll}*', /^\p{Lu}\p{Ll}*$/u],
      ['[\\-+.]x', /^[-+.]x$/],
      ['\\i\\c*', /^[\p{L}_:][\p{L}\p{Nd}_:.-]*$/u],
      ['a|b|c', /^[abc]$/],
      ['.{2,}', /^.{2,}$/],
      [
        '[A-Fa-f0-9]{8}(-[A-Fa-f0-9]{4}){3}-[A-Fa-f0-9]{12}',
        /^[\dA-Fa-f]{8}(-[\dA-Fa-f]{4}){3}-.{12}$/,
      ],
      ['[\\d-]{3}', /^[\d-]{3}$/],
      ['\\S{2}', /^\S{2}$/],
    ];
    test.each(cases)('%s', (pattern, equivalent) => {
      for (const extra of [0, 1, 3]) {
        const text = createPatternSampler(pattern)(extra);
        expect(text).toMatch(equivalent);
        expect(createPatternMatcher().matches(pattern, text ?? '')).toBe(true);
      }
    });

    test.each(['[a', '(a', 'a{2', '*', '\\p{Nonsense}'])('%s is malformed', (pattern) => {
      expect(createPatternSampler(pattern)(0)).toBeUndefined();
    });
  });

  describe('createPatternMatcher', () => {
    test.each([
      ['a*', '', true],
      ['a*', 'aaa', true],
      ['a{2,3}', 'a', false],
      ['a{2,3}', 'aaaa', false],
      ['(a|ab)(c|bcd)', 'abcd', true],
      ['(a*)*', 'aaab', false],
      ['(a?){30}a{30}', 'a'.repeat(30), true],
      ['[^a]', 'a', false],
      ['./sample', '\n', false],
    ])('%s over %j: %s', (pattern, text, want) => {
      expect(createPatternMatcher().matches(pattern, text)).toBe(want);
    });

    test('a malformed pattern matches nothing', () => {
      expect(createPatternMatcher().matches('(', '(')).toBeUndefined();
    });
  });

  test('items of a list have no spaces, whichever their type', () => {
    const list: SimpleType = {
      ...restrict('string', { length: 2, patterns: [['[^q]*']] }),
      variety: 'list',
      item: builtinType('string'),
    };
    expect(sampleSimple(list, { name: 'Code', ordinal: 1 })).toBe('sample-2 sample-3');
  });

  test('a pattern of a union does not hide its members', () => {
    const members = [builtinType('decimal'), builtinType('boolean')];
    const facets = { patterns: [['[^q]*']] };
    const union: SimpleType = { ...restrict('string', facets), variety: 'union', members };
    const unnamed = { name: 'sample', ordinal: 0 };
    expect(sampleSimple(union, seed)).toBe(sampleSimple(builtinType('decimal'), unnamed));
  });

  test('patterns are searched once for a type, whatever the elements are called', () => {
    let asked = 0;
    const facets: Facets = {
      get patterns() {
        asked += 1;
        return [['[A-Z]{2}']];
      },
    };
    const type = restrict('string', facets);
    const sampleOf = (name: string): string => sampleSimple(type, { name, ordinal: 0 });
    expect(sampleOf('Code')).toBe('AB');
    const before = asked;
    expect(sampleOf('Other')).toBe('AB');
    // to see that there are patterns
    expect(asked - before).toBe(1);
  });

  test.each<[BuiltinName, Facets]>([
    ['string', { minLength: 12_678_967_543 }],
    ['hexBinary', { length: 12_678_967_543 }],
    ['NMTOKENS', { minLength: 12_678_967_543 }],
    ['string', { patterns: [['(a{9999}b){9999}']] }],
    ['string', { patterns: [['(a?){99999999}']] }],
    ['string', { patterns: [['(a{0}){99999999}']] }],
  ])('a value of %s with %j is not as long as it must be', (builtin, facets) => {
    expect(sampleSimple(restrict(builtin, facets), seed).length).toBeLessThan(20_001);
  });
});

describe('pattern matcher', () => {
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
});

describe('pattern', () => {
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
});

describe('the order of values', () => {
  test.each([
    ['decimal', '+01.50', '1.5', 0],
    ['decimal', '-0.0', '0', 0],
    ['decimal', '-10', '-9.99', -1],
    ['decimal', 'x', '1', undefined],
    ['date', '2001-01-01', '2005-01-01Z', -1],
    // either may come first, as the zone of one is not known
    ['date', '2001-01-01', '2001-01-01Z', undefined],
    ['date', '2001', '2001-01-01', undefined],
    ['date', '2001-02-30', '2001-02-01', undefined],
    ['date', '2001-01-01T24:00:00', '2001-01-02T00:00:00', 0],
    ['date', '---31', '---30', 1],
    ['duration', 'P1Y', 'P12M', 0],
    ['duration', 'P1M', 'P30D', undefined],
    ['duration', '-PT0.5S', 'PT0S', -1],
  ] as const)('%s %s and %s', (kind, one, other, expected) => {
    const order = compareLexical(kind, one, other);
    expect(order === undefined ? undefined : Math.sign(order) + 0).toBe(expected);
  });
});
