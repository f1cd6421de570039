import type { ChangeKind } from '../diagnostics/diagnostic.ts';
import { chosenStacks, programsOf, type StackName, type StackRole } from '../diagnostics/stacks.ts';
import { isNumberOrBoolean, kindOf } from '../model/xsd/builtins.ts';
import {
  allowsNamespace,
  type ComplexType,
  type ElementDeclaration,
  haveCommon,
  kindOfValue,
  type SchemaType,
  type Wildcard,
} from '../model/xsd/schema.ts';
import { type CompareOptions, type Hazard, verdicts } from './change.ts';
import { contentItems, type ElementItem, type Item, namesOf } from './content.ts';
import type { Finding, MatchedPair, Pair, ReaderTrait } from './matched-pair.ts';
import { matchByName } from './matching.ts';

/** Changes by which an element comes where readers did not expect it. */
const contentTraits: Readonly<Partial<Record<ChangeKind, string>>> = {
  'field-added': 'new element',
  'attribute-became-element': 'new element',
  'choice-added': 'new element',
  'choice-branch-added': 'new element',
  'wildcard-added': 'new element',
  'wildcard-changed': 'new element',
  'substitute-added': 'new element',
  'order-changed': 'other order',
  'content-changed': 'other order',
  'field-repeated': 'repeated element',
  'occurrence-changed': 'repeated element',
};

/** Those of them that do so only where readers in order lose something. */
const vagueKinds: ReadonlySet<ChangeKind> = new Set([
  'wildcard-changed',
  'content-changed',
  'occurrence-changed',
]);

/** The same where readers lose other elements by it. */
const lossTraits: Readonly<Record<string, string>> = {
  'new element': 'new element before others',
  'new element in a fault': 'new element in a fault before others',
  'other order': 'late element',
  'repeated element': 'repeated element before others',
};

/** The same of the elements directly in a message, for which programs have no class. */
const partTraits: Readonly<Record<string, string>> = {
  'new element': 'new part',
  'other order': 'other order of parts',
  'repeated element': 'repeated part',
};

/** Two types whose findings are known. */
interface ComparedTypes extends Pair<ComplexType> {
  /** Number of findings before theirs. */
  readonly from: number;
  /** Elements that bases have, with findings of their own. */
  readonly inherited: readonly string[];
}

/** Tells the findings of two types what they are to readers of the old one. */
export function addTraits(matched: MatchedPair, types: ComparedTypes): void {
  const found = new Set(matched.findings.slice(types.from).filter(isOfContent));
  if (found.size === 0) return;
  const lost = matched.isWrapper ? undefined : lossesByFinding([...found], types);
  const isExtended = familyOf(types).some(({ old }) => countOf(old) > countOf(types.old));
  for (const [index, finding] of matched.findings.entries()) {
    const trait = found.has(finding) ? contentTraits[finding.kind] : undefined;
    if (trait === undefined) continue;
    const names = finding.names ?? [lastName(finding)];
    const own = matched.isFault && trait === 'new element' ? 'new element in a fault' : trait;
    const traits: ReaderTrait[] = [];
    if (!vagueKinds.has(finding.kind)) {
      traits.push({ trait: matched.isWrapper ? partTrait(trait, names, types) : own, names });
    }
    const losses = lost?.get(finding);
    if (losses !== undefined) {
      const isUnsafe = isExtended && own === 'new element';
      const more = isUnsafe ? 'new element in an extended type' : lossTraits[own];
      if (more !== undefined) traits.push({ trait: more, names: [...losses] });
    }
    matched.findings[index] = { ...finding, traits };
  }
}

/** Whether a finding is of elements; a wildcard may be one for attributes. */
function isOfContent({ kind, message }: Finding): boolean {
  return kind in contentTraits && !(kind.startsWith('wildcard-') && message.includes('attribute'));
}

function lastName({ subject }: Finding): string {
  return subject.slice(subject.lastIndexOf('.') + 1);
}

/** What a change is where the type is that of a whole message. */
function partTrait(trait: string, names: readonly string[], types: ComparedTypes): string {
  const old = contentItems(types.old.particle).items.flatMap(namesOf);
  if (trait !== 'new element') return partTraits[trait] ?? trait;
  if (old.length === 0) return 'new result';
  const now = contentItems(types.new.particle).items.flatMap(namesOf);
  const first = Math.min(...names.map((name) => now.indexOf(name)));
  return now.slice(first).some((name) => old.includes(name))
    ? 'new part before others'
    : 'new part';
}

/** The elements that readers in order lose by each finding, those that lose nothing left out. */
function lossesByFinding(
  found: readonly Finding[],
  types: ComparedTypes,
): ReadonlyMap<Finding, ReadonlySet<string>> {
  const lost = new Map<Finding, Set<string>>();
  const inherited = new Set(types.inherited);
  const findingOf = finder(found);
  // derived types differ in what their own elements lose; a few of them are enough
  for (const pair of familyOf(types).slice(0, mostTypes)) {
    for (const [cause, names] of lossesInOrder(pair)) {
      const finding = inherited.has(cause) ? undefined : findingOf(cause);
      if (finding === undefined) continue;
      const all = lost.get(finding) ?? new Set();
      for (const name of names) all.add(name);
      lost.set(finding, all);
    }
  }
  return lost;
}

/** The traits of a change: those of its content, or what its kind and its types tell. */
function traitsOf(finding: Finding, { isWrapper }: MatchedPair): readonly ReaderTrait[] {
  const { traits, types } = finding;
  if (traits !== undefined) return traits;
  const names = finding.names ?? [lastName(finding)];
  const all = (...words: readonly string[]): readonly ReaderTrait[] =>
    words.map((trait) => ({ trait, names }));
  const isNumber = types !== undefined && kindOfValue(types.old) === 'number';
  switch (finding.kind) {
    case 'attribute-added':
      return all('new attribute');
    case 'header-added':
      return all('new header');
    case 'enumeration-value-added':
      return all('new enumeration value');
    case 'derived-type-added':
      return all('new derived type');
    case 'namespace-changed':
      return all(finding.message.endsWith('to no namespace') ? 'no namespace' : 'other namespace');
    case 'field-optional':
    case 'field-removed': {
      if (types === undefined || (finding.verdict & verdicts.wider) === 0) return [];
      return all(
        isWrapper ? 'missing part' : 'missing element',
        ...(isNumber ? ['missing number'] : []),
      );
    }
    case 'nillable-added': {
      if (types === undefined) return [];
      if (isWrapper) return all('nil part');
      if (finding.isItem === true) return all('nil item');
      const kind = kindOfValue(types.old);
      return all(`nil ${kind === 'word' ? 'date' : kind}`);
    }
    case 'type-changed':
      return types === undefined ? [] : all(...typeTraits(types));
    default:
      return [];
  }
}

function typeTraits({ old, new: now }: Pair<SchemaType>): readonly string[] {
  if (old.kind === 'complex' || now.kind === 'complex') return [];
  const [before, after] = [old.builtin, now.builtin];
  if (before === undefined || after === undefined) return [];
  if (before === 'date' && after === 'dateTime') return ['dateTime for a date'];
  if (kindOf(before) !== 'integer') return [];
  if (kindOf(after) === 'integer') return ['wider integer'];
  return isNumberOrBoolean(after) && after !== 'boolean' ? ['fraction for an integer'] : [];
}

/** What a change does to programs of stacks. */
export interface FoundHazards {
  /** Those that are told. */
  readonly hazards: readonly Hazard[];
  /** Facts of other stacks, if none is named. */
  readonly unnamed: readonly UnnamedFact[];
}

interface UnnamedFact {
  readonly stack: StackName;
  readonly trait: string;
}

const nothing: FoundHazards = { hazards: [], unnamed: [] };

/**
 * What is known of programs that read messages with a change.
 *
 * @param roles who reads such messages, over SOAP and without its encoding
 */
export function findHazards(
  matched: MatchedPair,
  finding: Finding,
  roles: ReadonlySet<StackRole>,
  { stacks, readers }: CompareOptions,
): FoundHazards {
  if (stacks === undefined || roles.size === 0) return nothing;
  const traits = traitsOf(finding, matched);
  if (traits.length === 0) return nothing;
  const known = stacks();
  const hazards: Hazard[] = [];
  const unnamed: UnnamedFact[] = [];
  for (const stack of chosenStacks(known, readers) ?? known) {
    for (const fact of stack.facts) {
      const met = traits.findLast(({ trait }) => fact.trait.includes(trait));
      const concerned = (fact.role ?? stack.role).filter((role) => roles.has(role));
      if (met === undefined || fact.effect === 'keeps' || concerned.length === 0) continue;
      if (readers === undefined && fact.always !== true) {
        unnamed.push({ stack: stack.stack, trait: met.trait });
        continue;
      }
      const { effect, help } = fact;
      const what = met.names;
      const text = fact.text.replaceAll('{what}', what.join(', '));
      const programs = { stack: stack.stack, readers: programsOf(fact, concerned) };
      hazards.push({ ...programs, roles: concerned, effect, what, text, help });
    }
  }
  return { hazards, unnamed };
}

/** Types of a family whose messages are followed. */
const mostTypes = 100;

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
