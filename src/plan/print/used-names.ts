import type { Expression, NameUse } from './node.ts';

const none: readonly string[] = [];

/** The names that a text uses from elsewhere, without duplicates. */
export class UsedNames {
  readonly #found = new Map<NameUse['from'], Set<string>>();

  add(names: readonly NameUse[]): void {
    for (const { from, name } of names) {
      const known = this.#found.get(from);
      if (known === undefined) this.#found.set(from, new Set([name]));
      else known.add(name);
    }
  }

  /** Names from one source, in order. */
  from(from: NameUse['from']): readonly string[] {
    const found = this.#found.get(from);
    return found === undefined ? none : [...found];
  }
}

/** Names from one source, without duplicates, in order. */
export function namesFrom(from: NameUse['from'], names: readonly NameUse[]): readonly string[] {
  const found: string[] = [];
  for (const one of names) if (one.from === from) found.push(one.name);
  return found.length < 2 ? found : [...new Set(found)];
}

/** The constants of `descriptions.ts` that expressions use. */
export function constantsIn(
  ...expressions: readonly (Expression | undefined)[]
): readonly string[] {
  return expressions.flatMap((one) =>
    one === undefined ? [] : namesFrom('descriptions', one.names),
  );
}
