import { suggest } from '../diagnostics/words.ts';
import { type QName, qnameKey } from '../model/xml.ts';
import { type ElementItem, type GroupItem, type Item, namesOf } from './content.ts';
import type { Pair } from './matched-pair.ts';

/** Corresponding items of two lists, in the order of the new one, and the remaining ones. */
export interface Matched<T> {
  readonly pairs: readonly Pair<T>[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/** Elements of one kind of item in a list. */
export function itemsOfKind<K extends Item['kind']>(
  items: readonly Item[],
  kind: K,
): readonly Extract<Item, { kind: K }>[] {
  return items.filter((item): item is Extract<Item, { kind: K }> => item.kind === kind);
}

/**
 * Pairs elements by qualified name, in order, and then the remaining ones by local name, because a
 * namespace may have changed.
 */
export function matchElements(
  old: readonly ElementItem[],
  now: readonly ElementItem[],
): Matched<ElementItem> {
  const exact = match(old, now, ({ element }) => qnameKey(element.name));
  if (exact.removed.length === 0 || exact.added.length === 0) return exact;
  const rest = match(exact.removed, exact.added, ({ element }) => element.name.localName);
  const rank = new Map(now.map((item, index) => [item, index]));
  const pairs = [...exact.pairs, ...rest.pairs];
  pairs.sort((a, b) => (rank.get(a.new) ?? 0) - (rank.get(b.new) ?? 0));
  return { pairs, removed: rest.removed, added: rest.added };
}

/** Pairs named things by qualified name, then the remaining ones by local name. */
export function matchByName<T extends { readonly name?: QName | undefined }>(
  old: readonly T[],
  now: readonly T[],
): Matched<T> {
  const exact = match(old, now, ({ name }) => (name === undefined ? '' : qnameKey(name)));
  const rest = match(exact.removed, exact.added, ({ name }) => name?.localName ?? '');
  return { ...rest, pairs: [...exact.pairs, ...rest.pairs] };
}

/** Pairs items with equal keys, in order. */
export function match<T>(
  old: readonly T[],
  now: readonly T[],
  keyOf: (item: T) => string,
): Matched<T> {
  if (old.length === 0 || now.length === 0) return { pairs: [], removed: old, added: now };
  // usually nothing moved
  if (old.length === now.length) {
    const inPlace = pairInPlace(old, now, keyOf);
    if (inPlace !== undefined) return { pairs: inPlace, removed: [], added: [] };
  }
  const waiting = new Map<string, T[]>();
  for (const item of old) {
    const key = keyOf(item);
    const list = waiting.get(key);
    if (list === undefined) waiting.set(key, [item]);
    else list.push(item);
  }
  for (const list of waiting.values()) list.reverse();
  const pairs: Pair<T>[] = [];
  const added: T[] = [];
  for (const item of now) {
    const known = waiting.get(keyOf(item))?.pop();
    if (known === undefined) added.push(item);
    else pairs.push({ old: known, new: item });
  }
  const left = new Set([...waiting.values()].flat());
  return { pairs, removed: old.filter((item) => left.has(item)), added };
}

function pairInPlace<T>(
  old: readonly T[],
  now: readonly T[],
  keyOf: (item: T) => string,
): readonly Pair<T>[] | undefined {
  const pairs: Pair<T>[] = [];
  for (const [index, item] of now.entries()) {
    const before = old[index];
    if (before === undefined || keyOf(before) !== keyOf(item)) return undefined;
    pairs.push({ old: before, new: item });
  }
  return pairs;
}

/**
 * Pairs groups or branches that share names: each old one with the new one with which it shares
 * most.
 */
export function matchByNames<T extends Item>(old: readonly T[], now: readonly T[]): Matched<T> {
  const added = new Set(now);
  const pairs: Pair<T>[] = [];
  const removed: T[] = [];
  // the new ones by each of their names, as often as they have it, the first last
  const having = new Map<string, Place<T>[]>();
  for (const [rank, item] of [...now.entries()].reverse()) {
    const names = namesOf(item);
    const place = { item, rank, size: names.length, names: new Set(names) };
    for (const name of names) {
      const places = having.get(name);
      if (places === undefined) having.set(name, [place]);
      else places.push(place);
    }
  }
  for (const before of old) {
    const best = likest(before, having, added);
    if (best === undefined) removed.push(before);
    else {
      added.delete(best);
      pairs.push({ old: before, new: best });
    }
  }
  return { pairs, removed, added: [...added] };
}

/** An item of a list, and how many names it has. */
interface Place<T> {
  readonly item: T;
  readonly rank: number;
  readonly size: number;
  readonly names: ReadonlySet<string>;
}

/** A name that more items have tells little, and is looked up in those that share others. */
const mostPlaces = 16;

/** The item, the first of several, of whose names the largest part is shared. */
function likest<T extends Item>(
  before: T,
  having: ReadonlyMap<string, Place<T>[]>,
  added: ReadonlySet<T>,
): T | undefined {
  const shared = new Map<Place<T>, number>();
  const note = (place: Place<T>): void => {
    if (added.has(place.item)) shared.set(place, (shared.get(place) ?? 0) + 1);
  };
  const common: string[] = [];
  for (const name of new Set(namesOf(before))) {
    const places = having.get(name) ?? [];
    for (let last = places.at(-1); last !== undefined; last = places.at(-1)) {
      if (added.has(last.item)) break;
      places.pop();
    }
    if (places.length > mostPlaces) common.push(name);
    else places.forEach(note);
  }
  if (shared.size === 0) {
    const name = common.shift() ?? '';
    having.get(name)?.slice(-mostPlaces).forEach(note);
  }
  for (const place of shared.keys()) {
    for (const name of common) if (place.names.has(name)) note(place);
  }
  let best: Place<T> | undefined;
  let most = 0;
  for (const [place, count] of shared) {
    const part = count / place.size;
    const isFirst = best === undefined || place.rank < best.rank;
    if (part > most || (part === most && isFirst)) [best, most] = [place, part];
  }
  return best?.item;
}

/** Groups of a kind. */
export function groupsOf(items: readonly Item[], choice: boolean): readonly GroupItem[] {
  return itemsOfKind(items, 'group').filter(
    ({ compositor }) => (compositor === 'choice') === choice,
  );
}

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
