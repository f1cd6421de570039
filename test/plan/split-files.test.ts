import { describe, expect, test } from '@jest/globals';
import { splitByNamespace, splitGroups } from '../../src/files/declarations.ts';

function items(count: number, lines: number, namespace: string) {
  return Array.from({ length: count }, (_, index) => ({ name: `Type${index}`, lines, namespace }));
}

function splitFiles(list: ReturnType<typeof items>) {
  return splitByNamespace(list, ({ lines }) => lines);
}

describe('splitting', () => {
  test('leaves what an editor can hold in one file', () => {
    expect(splitFiles(items(100, 100, 'urn:a'))).toBe(undefined);
  });

  test('goes by namespace first', () => {
    const parts = splitFiles([
      ...items(90, 100, 'http://example.org/school'),
      ...items(90, 100, 'http://example.org/CommonTypes'),
    ]);
    expect(parts?.map(({ suffix, items: own }) => [suffix, own.length])).toEqual([
      ['school', 90],
      ['common-types', 90],
    ]);
  });

  test('gives no two files one name', () => {
    const groups = ['a', 'a-1', 'a-2', 'b', 'B', 'b-'];
    const parts = splitGroups(
      groups.flatMap((group) => items(200, 100, group)),
      {
        group: (item) => item.namespace,
        word: (group) => group.toLowerCase().replace(/-$/, ''),
        name: (item) => item.name,
        lines: () => 100,
      },
    );
    const names = parts?.map(({ suffix }) => suffix) ?? [];
    expect(names.length).toBeGreaterThan(groups.length);
    expect(new Set(names).size).toBe(names.length);
  });

  test('then by name, so that every declaration is in exactly one file and stays there', () => {
    const all = items(400, 100, 'urn:school');
    const parts = splitFiles(all) ?? [];
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.flatMap((part) => part.items.map((item) => item.name)).sort()).toEqual(
      all.map((item) => item.name).sort(),
    );
    for (const part of parts) expect(part.items.length).toBeLessThan(160);
    const place = (list: typeof parts, name: string) =>
      list.find((part) => part.items.some((item) => item.name === name))?.suffix;
    const fewer = splitFiles(all.filter((item) => item.name !== 'Type5')) ?? [];
    for (const { name } of all.slice(6, 60)) expect(place(fewer, name)).toBe(place(parts, name));
  });

  test('with all codecs of an operation or a type in one file', () => {
    const names = Array.from({ length: 100 }, (_, index) => [
      `writeOrder${index}Request`,
      `readOrder${index}Response$Content`,
      `readOrder${index}`,
      `Order${index}Input`,
    ]).flat();
    const list = names.map((name) => ({ name, lines: 100, namespace: 'urn:school' }));
    const parts = splitFiles(list) ?? [];
    expect(parts.length).toBeGreaterThan(1);
    for (const { items: own } of parts) {
      const numbers = own.map(({ name }) => /\d+/.exec(name)?.[0]);
      expect(own.length).toBe(new Set(numbers).size * 4);
    }
  });
});
