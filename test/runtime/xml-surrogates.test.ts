import { expect, test } from '@jest/globals';
import { describeCharacter } from '../../src/runtime/xml/errors.ts';
import { codePointName } from '../../src/runtime/xml/writer.ts';

test('half a pair at the end of a slice is told as that, also in optimized code', () => {
  const whole = `${'a'.repeat(300)}😀`;
  const half = 300;
  const told = new Set<string>();
  for (let count = 0; count < 200_000; count += 1) {
    const slice = whole.slice(0, half + 1);
    told.add(describeCharacter(slice, half));
    told.add(codePointName(slice, half));
  }
  expect([...told]).toEqual(["'.', hexadecimal value 0xD83D", 'U+D83D']);
});
