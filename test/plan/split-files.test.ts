import { describe, expect, test } from '@jest/globals';
import { splitFiles } from '../../src/plan/views/split-files.ts';

const declarations = (count: number, namespace: string) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Type${index}`,
    text: 'export interface T {\n'.repeat(20),
    namespace,
  }));

describe('files of a large contract', () => {
  test('a small one is one file', () => {
    expect(splitFiles(declarations(100, 'urn:school'))).toBeUndefined();
  });

  test('every declaration is in one of them, and none is too long', () => {
    const all = [...declarations(3000, 'urn:school'), ...declarations(10, 'urn:other')];
    const parts = splitFiles(all) ?? [];
    const names = parts.flatMap(({ items }) => items.map((one) => `${one.namespace} ${one.name}`));
    expect(names.sort()).toEqual(all.map((one) => `${one.namespace} ${one.name}`).sort());
    expect(new Set(parts.map((one) => one.suffix)).size).toBe(parts.length);
    for (const { items } of parts) expect(items.length * 22).toBeLessThan(20_000);
  });
});
