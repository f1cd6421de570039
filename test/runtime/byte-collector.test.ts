import { expect, test } from '@jest/globals';
import { ByteCollector } from '../../src/runtime/platform/globals.ts';
import { createRandom } from './random.ts';

test('gives all bytes in their order, whatever the sizes of the pieces', () => {
  const random = createRandom(7);
  for (let count = 0; count < 50; count++) {
    const collector = new ByteCollector();
    const expected: Uint8Array[] = [];
    for (let pieces = random.integer(40); pieces > 0; pieces--) {
      const most = random.pick([1, 10, 1024, 1025, 20_000]);
      const piece = Uint8Array.from({ length: random.integer(most + 1) }, () =>
        random.integer(256),
      );
      collector.add(piece);
      expected.push(piece);
    }
    const bytes = Buffer.concat(expected);
    expect(collector).toHaveLength(bytes.length);
    expect(bytes.equals(collector.join())).toBe(true);
  }
});

test('keeps few objects for many small pieces, and copies nothing of a single one', () => {
  const only = Uint8Array.of(1, 2, 3);
  const one = new ByteCollector();
  one.add(only);
  expect(one.join()).toBe(only);
  const many = new ByteCollector();
  const buffer = new Uint8Array(100_000);
  for (let at = 0; at < 100_000; at++) many.add(buffer.subarray(at, at + 1));
  expect((many as unknown as { pieces: unknown[] }).pieces.length).toBeLessThan(10);
  expect(many.join()).toHaveLength(100_000);
});
