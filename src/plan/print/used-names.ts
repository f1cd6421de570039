import type { NameUse } from './node.ts';

const none: readonly string[] = [];

/** The names that a text has from elsewhere, each once. */
export class UsedNames {
  readonly #found = new Map<NameUse['from'], Set<string>>();

  add(names: readonly NameUse[]): void {
    for (const { from, name } of names) {
      const known = this.#found.get(from);
      if (known === undefined) this.#found.set(from, new Set([name]));
      else known.add(name);
    }
  }

  /** Those from one place, in order. */
  from(from: NameUse['from']): readonly string[] {
    const found = this.#found.get(from);
    return found === undefined ? none : [...found];
  }
}

/** Those of the names that are from one place, each once, in order. */
export function namesFrom(from: NameUse['from'], names: readonly NameUse[]): readonly string[] {
  const found: string[] = [];
  for (const one of names) if (one.from === from) found.push(one.name);
  return found.length < 2 ? found : [...new Set(found)];
}
