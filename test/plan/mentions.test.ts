import { describe, expect, test } from '@jest/globals';
import { distinct, mention, otherNames } from '../../src/plan/print/mentions.ts';

describe('names a text mentions', () => {
  test.each([3, 200])('are given once each, in order, where there are %d', (count) => {
    const names: string[] = [];
    const wanted = Array.from({ length: count }, (_, index) => `Name${index}`);
    for (const name of [...wanted, ...wanted]) expect(mention(names, name)).toBe(name);
    expect(distinct(names)).toEqual(wanted);
    expect(otherNames(names, 'Name1')).toEqual(wanted.filter((name) => name !== 'Name1'));
    expect(otherNames(names, 'Own')).toEqual(wanted);
  });

  test('are not searched for among very many', () => {
    const names: string[] = [];
    let compared = 0;
    const list = new Proxy(names, {
      get: (target, key) => {
        if (key === 'includes') compared += target.length;
        return Reflect.get(target, key);
      },
    });
    for (let index = 0; index < 10_000; index += 1) mention(list, `Name${index}`);
    expect(compared).toBeLessThan(10_000);
  });
});
