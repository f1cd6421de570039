import { suggest } from '../../diagnostics/suggest.ts';

/** Something removed or new. */
export interface Named {
  readonly name: string;
  readonly type: string;
}

/** Help for removed items that may have been renamed to a new one of the same type, by old name. */
export function renameHelp(
  removed: readonly Named[],
  added: readonly Named[],
): ReadonlyMap<string, string> {
  const help = new Map<string, string>();
  for (const { name, type } of removed) {
    const candidates = added.filter((one) => one.type === type).map((one) => one.name);
    const only = removed.length === 1 && added.length === 1 ? candidates[0] : undefined;
    const found = suggest(name, candidates) ?? only;
    if (found === undefined) continue;
    const recased = found.toLowerCase() === name.toLowerCase();
    const ending = recased ? ', which differs by letter case only' : '';
    help.set(name, `Perhaps renamed to '${found}'${ending}`);
  }
  return help;
}
