import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { translatePattern } from '../../src/plan/simple-description.ts';
import { compilePattern, linearPattern } from '../../src/runtime/values/pattern.ts';
import { expectIs } from '../expect-is.ts';
import { runs } from '../runs.ts';

function expressionOf(pattern: string): RegExp {
  const translated = translatePattern(pattern);
  if (translated === undefined) throw new Error(`malformed: ${pattern}`);
  return new RegExp(`^(?:${translated.source})$`, 'u');
}

const atom = fc.constantFrom(
  ...[
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    '\\d',
    '\\.',
    '[a-c-[b]]',
    '\\i',
    '\\p{Lu}',
    'ä',
    '😀',
    '$',
    '\\S',
  ],
);

/** Patterns of small depth, so that JavaScript's own matching ends on short texts. */
const pattern: fc.Arbitrary<string> = fc.letrec<{ choice: string; piece: string }>((tie) => ({
  choice: fc
    .array(fc.array(tie('piece'), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((branches) => branches.map((pieces) => pieces.join('')).join('|')),
  piece: fc
    .tuple(
      fc.oneof(
        { maxDepth: 2, depthSize: 'small' },
        atom,
        tie('choice').map((inner) => `(${inner})`),
      ),
      fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{1,2}', '{0,3}', '{2,}'),
    )
    .map(([one, count]) => one + count),
})).choice;

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '.', '1', 'ä', '😀', '$', 'A', '\n', ' '), { maxLength: 7 })
  .map((characters) => characters.join(''));

describe('matching in linear time', () => {
  test('says what JavaScript says', () => {
    let matched = 0;
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 12, maxLength: 12 }), (given, texts) => {
        const expression = expressionOf(given);
        const linear = linearPattern(expression);
        for (const one of texts) {
          const expected = expression.test(one);
          if (expected) matched += 1;
          expectIs(linear.test(one), expected, { given, one });
        }
      }),
      { numRuns: runs(400), seed: 7 },
    );
    expect(matched).toBeGreaterThan(200);
  });

  test.each([
    ['(a|a)*b', 'a'],
    ['(a+)+b', 'a'],
    ['(a?){30}a{30}b', 'a'],
    ['.*x.*y.*z', 'xy'],
    ['(.*a){12}', 'ab'],
    ['([a-z]+@)?([a-z]+\\.)*[A-Z]+', 'a.'],
  ])('%s takes steps in proportion to a text made to be slow', (given, part) => {
    const expression = expressionOf(given);
    const size = compilePattern(expression).length;
    for (const length of [1000, 100_000]) {
      const linear = linearPattern(expression);
      linear.test(part.repeat(length / part.length));
      expect(linear.steps).toBeLessThanOrEqual(2 * size * (length + 1));
    }
  });

  test('keeps what it has met, within bounds: a text of all characters goes through', () => {
    const linear = linearPattern(expressionOf('(.*x.{3})*'));
    let all = '';
    for (let code = 0x4e00; code < 0x9000; code += 1) all += String.fromCodePoint(code);
    expect(linear.test(`${all}xabc${all}xabc`)).toBe(true);
    expect(linear.test(`${all}xabc${all}xab`)).toBe(false);
    const before = linear.steps;
    expect(linear.test('abcxabc')).toBe(true);
    expect(linear.steps - before).toBeLessThan(200);
  });
});
