import type { ChangeKind } from '../diagnostics/diagnostic.ts';
import {
  allowsNamespace,
  type ComplexType,
  type ElementDeclaration,
  haveCommon,
  type Wildcard,
} from '../model/xsd/schema.ts';
import type { Hazard } from './change.ts';
import { contentItems, type ElementItem, type Item } from './content.ts';
import type { Finding, MatchedPair, Pair, ReaderRole } from './matched-pair.ts';
import { matchByName } from './matching.ts';

/** What programs of a stack, generated from the old contract, do with messages of the new one. */
interface ReaderFact {
  /** Its name in `--for` and in `diff.readers` of the configuration. */
  readonly stack: string;
  /** Which of its programs. */
  readonly readers: string;
  /** Whether they read answers, as callers, or requests, as services. */
  readonly roles: readonly ReaderRole[];
  readonly trait: ChangeTrait;
  readonly effect: Hazard['effect'];
  readonly help: string;
}

/** What of a change matters to readers that expect elements in the order of their contract. */
type ChangeTrait =
  | 'unknown element before others'
  | 'unknown element in a type that others extend'
  | 'known element at another place'
  | 'known element several times';

const inOrder = {
  stack: 'wcf',
  readers: 'classes with Order= (dotnet-svcutil, Visual Studio)',
  roles: ['caller', 'service'],
  effect: 'loses',
} as const;

/** What is known of stacks: each was run and seen, with .NET 10 and System.ServiceModel 10.1. */
export const readerFacts: readonly ReaderFact[] = [
  {
    ...inOrder,
    trait: 'unknown element before others',
    help: 'put it last in the type',
  },
  {
    ...inOrder,
    trait: 'unknown element in a type that others extend',
    help: 'a type that others extend has no safe place: put it last in the types derived from it',
  },
  {
    ...inOrder,
    trait: 'known element at another place',
    help: 'keep the order of the old contract',
  },
  {
    ...inOrder,
    trait: 'known element several times',
    help: 'keep the element as it is, and put those that repeat last, under another name',
  },
];

/** Changes by which an element comes where readers did not expect it, with their traits. */
const traitsByKind: Readonly<Partial<Record<ChangeKind, 'unknown' | ChangeTrait>>> = {
  'field-added': 'unknown',
  'attribute-became-element': 'unknown',
  'choice-added': 'unknown',
  'choice-branch-added': 'unknown',
  'wildcard-added': 'unknown',
  'wildcard-changed': 'unknown',
  'substitute-added': 'unknown',
  'order-changed': 'known element at another place',
  'content-changed': 'known element at another place',
  'field-repeated': 'known element several times',
  'occurrence-changed': 'known element several times',
};

/** Two types whose findings are known. */
interface ComparedTypes extends Pair<ComplexType> {
  /** Number of findings before theirs. */
  readonly from: number;
  /** Elements that bases have, with findings of their own. */
  readonly inherited: readonly string[];
}

/** Tells the findings of two types what they mean to the readers of {@link readerFacts}. */
export function addHazards(matched: MatchedPair, types: ComparedTypes): void {
  const found = matched.findings.slice(types.from).filter(({ kind }) => kind in traitsByKind);
  if (found.length === 0 || matched.isWrapper) return;
  const family = familyOf(types);
  const isExtended = family.some(({ old }) => countOf(old) > countOf(types.old));
  const lost = new Map<Finding, Set<string>>();
  const inherited = new Set(types.inherited);
  const findingOf = finder(found);
  // derived types differ in what their own elements lose; a few of them are enough
  for (const pair of family.slice(0, mostTypes)) {
    for (const [cause, names] of lossesInOrder(pair)) {
      const finding = inherited.has(cause) ? undefined : findingOf(cause);
      if (finding === undefined) continue;
      const all = lost.get(finding) ?? new Set();
      for (const name of names) all.add(name);
      lost.set(finding, all);
    }
  }
  for (const [index, finding] of matched.findings.entries()) {
    const names = lost.get(finding);
    if (names === undefined) continue;
    const hazards = factsOf(finding, isExtended).map(({ stack, readers, effect, help, roles }) => {
      return { roles, hazard: { stack, readers, effect, what: [...names], help } };
    });
    matched.findings[index] = { ...finding, hazards };
  }
}

/** Types of a family whose messages are followed. */
const mostTypes = 100;

function factsOf({ kind }: Finding, isExtended: boolean): readonly ReaderFact[] {
  const named = traitsByKind[kind];
  const unknown: ChangeTrait = isExtended
    ? 'unknown element in a type that others extend'
    : 'unknown element before others';
  const trait = named === 'unknown' ? unknown : named;
  return readerFacts.filter((fact) => fact.trait === trait);
}

/** Gives the finding that tells of an element; otherwise one of the content as a whole. */
function finder(found: readonly Finding[]): (cause: string) => Finding | undefined {
  const byName = new Map<string, Finding>();
  for (const finding of found) {
    const { subject, names = [] } = finding;
    const parts = subject.split('.');
    const ends = parts.map((_, index) => parts.slice(index).join('.')).slice(1);
    for (const name of [...names, ...ends]) if (!byName.has(name)) byName.set(name, finding);
  }
  const wholes = found.filter(({ kind }) => !kind.startsWith('field-'));
  const isOfWildcard = ({ kind }: Finding): boolean => kind.startsWith('wildcard-');
  const [wildcard] = wholes.filter(isOfWildcard);
  const [other] = wholes.filter((one) => !isOfWildcard(one));
  return (cause) => byName.get(cause) ?? (cause === anyElement ? wildcard : other) ?? found[0];
}

/** The types, and those derived from them at all levels, whose classes have the same members. */
function familyOf({ old, new: now }: Pair<ComplexType>): readonly Pair<ComplexType>[] {
  const derived = matchByName(old.derived, now.derived).pairs;
  return [{ old, new: now }, ...derived.flatMap(familyOf)];
}

function countOf({ particle }: ComplexType): number {
  return contentItems(particle).items.length;
}

/**
 * Elements that a reader drops, in the order of the old type, by the element that caused it.
 */
type Losses = ReadonlyMap<string, readonly string[]>;

/** What the elements of a wildcard are called among the causes of losses. */
const anyElement = '*';

/**
 * What is dropped of new messages by a reader that expects the elements of the old type one after
 * the other: it passes over those that are missing, and drops an element that it does not expect
 * any more, with all that follow. Nothing if the old type has no order.
 */
function lossesInOrder({ old, new: now }: Pair<ComplexType>): Losses {
  const before = contentItems(old.particle);
  const members = before.ordered ? membersOf(before.items) : undefined;
  if (members === undefined) return new Map();
  const { items } = contentItems(now.particle);
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
