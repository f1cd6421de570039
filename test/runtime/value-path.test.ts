import { describe, expect, test } from '@jest/globals';
import { pathOf } from '../../src/runtime/codec/path.ts';

describe('the way to a value', () => {
  const sku = { sku: 'x' };
  const tags = ['a', 'b'];
  const root = {
    order: { items: [{ sku: 'y' }, sku], 'wire name': { 'STD-id': tags } },
    bytes: new Uint8Array(9),
  };

  test('through objects and arrays', () => {
    expect(pathOf(root, sku, 'sku')).toBe('order.items[1].sku');
    expect(pathOf(root, root.order.items, '0')).toBe('order.items[0]');
    expect(pathOf(root, root, 'order')).toBe('order');
    expect(pathOf(root, tags, '1')).toBe('order["wire name"]["STD-id"][1]');
  });

  test('to an object itself', () => {
    expect(pathOf(root, sku, '')).toBe('order.items[1]');
    expect(pathOf(root, root, '')).toBe('');
  });

  test('from an array', () => {
    expect(pathOf([[sku]], sku, 'sku')).toBe('[0][0].sku');
  });

  test('is the name alone where there is none', () => {
    expect(pathOf(root, {}, 'x')).toBe('x');
    expect(pathOf(root, undefined, 'x')).toBe('x');
    expect(pathOf(undefined, sku, 'sku')).toBe('sku');
    expect(pathOf('text', sku, 'sku')).toBe('sku');
  });

  test('is the shortest, and cycles do no harm', () => {
    const cyclic: { self?: object; deep: object; near?: object } = { deep: { deeper: sku } };
    cyclic.self = cyclic;
    expect(pathOf(cyclic, sku, 'sku')).toBe('deep.deeper.sku');
    cyclic.near = sku;
    expect(pathOf(cyclic, sku, 'sku')).toBe('near.sku');
  });
});
