import { describe, expect, test } from '@jest/globals';
import { didYouMean, suggest } from '../../src/diagnostics/words.ts';

describe('suggest', () => {
  const table: readonly (readonly [string, readonly string[], string | undefined])[] = [
    ['operation', ['operations', 'path'], 'operations'],
    ['String', ['string', 'short'], 'string'],
    ['stirng', ['string'], 'string'],
    ['strnig', ['spring', 'string'], 'string'],
    ['itn', ['int', 'unit'], 'int'],
    ['colour', ['string', 'boolean'], undefined],
    ['x', ['y'], undefined],
    ['x', ['y', 'X'], 'X'],
    ['io', ['id'], 'id'],
    ['abc', ['abc'], undefined],
    ['', ['a'], undefined],
    ['AuthCodeIn', ['AuthCodeInput', 'Other'], 'AuthCodeInput'],
    ['a'.repeat(100), ['a'.repeat(99)], undefined],
  ];
  test.each(table)('%s', (name, candidates, wanted) => {
    expect(suggest(name, candidates)).toBe(wanted);
  });

  test('prefers the same letters in another case', () => {
    expect(suggest('classid', ['classida', 'classId'])).toBe('classId');
  });

  test('makes a question of it', () => {
    expect(didYouMean('servces', ['services'])).toBe("did you mean 'services'?");
    expect(didYouMean('zzz', ['services'])).toBeUndefined();
  });
});
