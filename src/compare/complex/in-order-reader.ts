import type { ComplexType, ElementDeclaration, Wildcard } from '../../model/xsd/schema.ts';
import { allowsNamespace, haveCommon } from '../../model/xsd/wildcard.ts';
import type { Pair } from '../result/matched-pair.ts';
import { contentOf, type ElementItem, type Item } from './content.ts';

/**
 * Elements that a reader drops, in the order of the old type, by the element that caused it.
 */
export type Losses = ReadonlyMap<string, readonly string[]>;

/** What the elements of a wildcard are called among the causes of losses. */
export const anyElement = '*';

/**
 * What is dropped of new messages by a reader that expects the elements of the old type one after
 * the other: it passes over those that are missing, and drops an element that it does not expect
 * any more, with all that follow. Nothing if the old type has no order.
 */
export function lossesInOrder({ old, new: now }: Pair<ComplexType>): Losses {
  const before = contentOf(old.particle);
  const members = before.ordered ? membersOf(before.items) : undefined;
  if (members === undefined) return new Map();
  const { items } = contentOf(now.particle);
  const found = new Walk(members, items).losses;
  // what it does not read of its own content either
  const always = new Walk(members, before.items).losses;
  if (found === undefined || always === undefined) return roughLosses(members, items);
  const order = members.flatMap(({ names }) => [...names]);
  const losses = new Map<string, readonly string[]>();
  for (const [cause, names] of found) {
    const isNew = (name: string): boolean => always.get(cause)?.has(name) !== true;
    const lost = order.filter((name) => names.has(name) && isNew(name));
    if (lost.length > 0) losses.set(cause, lost);
  }
  return losses;
}

/**
 * Steps of a walk for each element. They grow with the elements that are new, and double with each
 * repeated group inside another.
 */
const stepsPerElement = 8;
/** Elements that are named as lost where a content is too large for a walk. */
const mostNames = 20;

/**
 * The same for a content that is too large to follow: each element that is new loses those after
 * it, of which the next ones are named, and one that comes before its place loses itself.
 */
function roughLosses(members: readonly Member[], items: readonly Item[]): Losses {
  const places = new Map<string, number>();
  for (const [at, { names }] of members.entries()) {
    for (const name of names) places.set(name, at);
  }
  const losses = new Map<string, readonly string[]>();
  const leaves = leavesOf(items).map(namesAt);
  let last = 0;
  for (const name of leaves.flat()) {
    const place = places.get(name);
    if (place !== undefined && place < last) losses.set(name, [name]);
    last = Math.max(last, place ?? 0);
  }
  let following: readonly string[] = [];
  for (const names of leaves.reverse()) {
    const known = names.filter((name) => places.has(name));
    for (const name of names) {
      if (!places.has(name) && following.length > 0) losses.set(name, following);
    }
    following = [...new Set([...known, ...following])].slice(0, mostNames);
  }
  return losses;
}

/** A member of the reader's class. */
interface Member {
  readonly names: ReadonlySet<string>;
  readonly wildcards: readonly Wildcard[];
  readonly isRepeated: boolean;
}

/** The members of a class; `undefined` if their elements may come in any order. */
function membersOf(items: readonly Item[]): readonly Member[] | undefined {
  const members: Member[] = [];
  for (const item of items) {
    const isList = item.max > 1;
    if (item.kind !== 'group') members.push(memberOf([item], isList));
    else if (item.compositor === 'all') return undefined;
    else if (item.compositor === 'choice') {
      const isPlain = item.items.every((one) => one.kind !== 'group' && one.max === 1);
      members.push(memberOf(item.items, isList || !isPlain));
    } else if (isList) members.push(memberOf(item.items, true));
    else {
      const inner = membersOf(item.items);
      if (inner === undefined) return undefined;
      members.push(...inner);
    }
  }
  return members;
}

function memberOf(items: readonly Item[], isRepeated: boolean): Member {
  const leaves = leavesOf(items);
  return {
    names: new Set(leaves.flatMap(namesAt)),
    wildcards: leaves.flatMap((one) => (one.kind === 'wildcard' ? [one.wildcard] : [])),
    isRepeated,
  };
}

function leavesOf(items: readonly Item[]): readonly Item[] {
  return items.flatMap((item) => (item.kind === 'group' ? leavesOf(item.items) : [item]));
}

function namesAt(item: Item): readonly string[] {
  return item.kind === 'element' ? elementsAt(item).map(({ name }) => name.localName) : [];
}

/** The elements that may be at a place: the declared one, and its substitutes. */
function elementsAt({ element }: ElementItem): readonly ElementDeclaration[] {
  return [...(element.abstract ? [] : [element]), ...element.substitutes];
}

/** Where a reader is. */
interface Place {
  /** The member that it expects next: the last one, where messages differ. */
  readonly at: number;
  /** Elements after which it drops all that follows, in some message. */
  readonly causes: ReadonlySet<string>;
}

/** A reader on its way through all messages of a content. */
class Walk {
  readonly #members: readonly Member[];
  readonly #known: ReadonlySet<string>;
  readonly #lost = new Map<string, Set<string>>();
  #left: number;

  constructor(members: readonly Member[], items: readonly Item[]) {
    this.#members = members;
    this.#known = new Set(members.flatMap(({ names }) => [...names]));
    this.#left = stepsPerElement * (members.length + leavesOf(items).length);
    this.#sequence(items, { at: 0, causes: new Set() });
  }

  /** What is dropped; `undefined` if that takes too many steps. */
  get losses(): ReadonlyMap<string, ReadonlySet<string>> | undefined {
    return this.#left < 0 ? undefined : this.#lost;
  }

  #sequence(items: readonly Item[], from: Place): Place {
    return items.reduce((place, item) => this.#item(item, place), from);
  }

  #item(item: Item, from: Place): Place {
    const once = this.#once(item, from);
    const often = item.max > 1 ? this.#once(item, once) : once;
    return item.min === 0 ? merged([from, often]) : often;
  }

  #once(item: Item, from: Place): Place {
    this.#left -= 1 + from.causes.size;
    if (this.#left < 0) return from;
    if (item.kind === 'wildcard') {
      const { wildcard } = item;
      return this.#meets(anyElement, from, (one) => haveCommon(one, wildcard));
    }
    if (item.kind === 'element') {
      const places = elementsAt(item).map(({ name }) => {
        return this.#meets(name.localName, from, (one) => allowsNamespace(one, name.namespace));
      });
      return merged(places.length === 0 ? [from] : places);
    }
    if (item.compositor !== 'choice') return this.#sequence(item.items, from);
    return merged(item.items.map((branch) => this.#item(branch, from)));
  }

  /** The reader's place after an element. */
  #meets(name: string, { at, causes }: Place, fits: (one: Wildcard) => boolean): Place {
    const isKnown = this.#known.has(name);
    if (isKnown) for (const cause of causes) this.#lose(cause, name);
    let found = at;
    for (; found < this.#members.length; found += 1) {
      const { names, wildcards } = this.#members[found] as Member;
      if (names.has(name) || wildcards.some(fits)) break;
    }
    this.#left -= found - at;
    const member = this.#members[found];
    if (isKnown && member?.names.has(name) !== true) this.#lose(name, name);
    if (member === undefined) return { at, causes: new Set([...causes, name]) };
    return { at: member.isRepeated ? found : found + 1, causes };
  }

  #lose(cause: string, name: string): void {
    const names = this.#lost.get(cause);
    if (names === undefined) this.#lost.set(cause, new Set([name]));
    else names.add(name);
  }
}

function merged(places: readonly Place[]): Place {
  return {
    at: Math.max(...places.map(({ at }) => at)),
    causes: new Set(places.flatMap(({ causes }) => [...causes])),
  };
}
