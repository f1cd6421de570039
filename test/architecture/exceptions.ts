import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';

/** How often each file breaks a rule, or each name that does; without those that do not. */
export type Found = ReadonlyMap<string, number>;

const update = process.env.UPDATE_EXCEPTIONS === '1';

/**
 * Compares what breaks a rule with the exceptions of today in `exceptions/<rule>.json`. The list
 * may only shrink: an entry that is too high, or no longer needed, fails as well.
 * `UPDATE_EXCEPTIONS=1 npm test -- test/architecture` lowers and removes entries, and never adds
 * one.
 */
export function expectOnlyExceptions(rule: string, found: Found): void {
  const path = join(import.meta.dirname, 'exceptions', `${rule}.json`);
  const before = existsSync(path)
    ? new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>))
    : found;
  let allowed = before;
  if (update) {
    const kept = [...before].flatMap(([name, count]): [string, number][] => {
      const now = Math.min(count, found.get(name) ?? 0);
      return now === 0 ? [] : [[name, now]];
    });
    allowed = new Map(kept);
    writeFileSync(path, `${JSON.stringify(sorted(allowed), undefined, 2)}\n`);
  }
  expect(sorted(found)).toEqual(sorted(allowed));
}

function sorted(counts: Found): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Counts how often each key comes. */
export function countBy<T>(items: readonly T[], key: (item: T) => string): Found {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}
