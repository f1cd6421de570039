import { suggest } from '../../diagnostics/suggest.ts';

/** Something removed or new. */
export interface Named {
  readonly name: string;
  readonly type: string;
  /** Whether few things are of this type, so that the only one is taken for the same. */
  readonly isTelling?: boolean | undefined;
}

/**
 * Help for removed items that may have been renamed to a new one of the same type, by old name: one
 * with a similar name or a part of it, or the only one of a type that tells.
 */
export function renameHelp(
  removed: readonly Named[],
  added: readonly Named[],
): ReadonlyMap<string, string> {
  const help = new Map<string, string>();
  if (added.length === 0) return help;
  const [gone, fresh] = [byType(removed), byType(added)];
  for (const { name, type, isTelling } of removed) {
    const candidates = fresh.get(type) ?? [];
    const isOnly = candidates.length === 1 && gone.get(type)?.length === 1;
    const only = isTelling === true && isOnly ? candidates[0] : undefined;
    const found = suggest(name, candidates) ?? longerOrShorter(name, candidates) ?? only;
    if (found === undefined) continue;
    const recased = found.toLowerCase() === name.toLowerCase();
    const ending = recased ? ', which differs by letter case only' : '';
    help.set(name, `Perhaps renamed to '${found}'${ending}`);
  }
  return help;
}

/** The only candidate that has the whole name in its own, or the other way round. */
function longerOrShorter(name: string, candidates: readonly string[]): string | undefined {
  const own = name.toLowerCase();
  const found = candidates.filter((one) => {
    const other = one.toLowerCase();
    return Math.min(own.length, other.length) >= 4 && (own.includes(other) || other.includes(own));
  });
  return found.length === 1 ? found[0] : undefined;
}

function byType(items: readonly Named[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { name, type } of items) {
    const known = names.get(type);
    if (known === undefined) names.set(type, [name]);
    else known.push(name);
  }
  return names;
}
