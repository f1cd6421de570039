import type { NameUse } from './node.ts';

/** The names that a text has from elsewhere, by where they are from, each once. */
export type UsedNames = Readonly<Record<NameUse['from'], Set<string>>>;

/** No names yet. */
export function createUsedNames(): UsedNames {
  return {
    runtime: new Set(),
    runtimeType: new Set(),
    types: new Set(),
    codecs: new Set(),
    parameter: new Set(),
  };
}

/** Adds names to those used. */
export function addNames(used: UsedNames, names: readonly NameUse[]): void {
  for (const { from, name } of names) used[from].add(name);
}

/** Those of the names that are from one place, each once, in order. */
export function namesFrom(from: NameUse['from'], names: readonly NameUse[]): readonly string[] {
  return [...new Set(names.filter((one) => one.from === from).map(({ name }) => name))];
}
