import { describe, expect, test } from '@jest/globals';
import { atPath } from '../../src/runtime/xml/capture.ts';
import { EncodeError, within } from '../../src/runtime/xml/writer.ts';

/** The path of an error that was thrown after some steps into a value. */
function pathTo(steps: readonly (string | number)[], name?: string): string | undefined {
  const error = [...steps].reverse().reduce<unknown>(within, new EncodeError('wrong'));
  const { path, message } = atPath(error, name) as EncodeError;
  expect(message).toBe(path === '' ? 'wrong' : `${path}: wrong`);
  return path;
}

describe('the way to a value', () => {
  test('through objects and arrays', () => {
    expect(pathTo(['order', 'items', 1, 'sku'])).toBe('order.items[1].sku');
    expect(pathTo(['order', 'items', 0])).toBe('order.items[0]');
    expect(pathTo(['order', 'wire name', 'STD-id', 1])).toBe('order["wire name"]["STD-id"][1]');
  });

  test('from an array', () => {
    expect(pathTo([0, 0, 'sku'])).toBe('[0][0].sku');
  });

  test('to the value itself is its name, if it has one', () => {
    expect(pathTo([])).toBe('');
    expect(pathTo([], 'x')).toBe('x');
  });

  test('begins at the property that an error is about', () => {
    expect((within(new EncodeError('wrong', '$type'), 'item') as EncodeError).steps).toEqual([
      '$type',
      'item',
    ]);
  });
});
