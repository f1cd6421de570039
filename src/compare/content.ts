import { qnameKey } from '../model/xml.ts';
import {
  allowsNamespace,
  type ElementDeclaration,
  type Particle,
  type Wildcard,
} from '../model/xsd/schema.ts';
import type { Compositor, Occurs } from '../model/xsd/schema-document.ts';
import { preferredName } from '../plan/content-shape.ts';
import type { Pair } from './matched-pair.ts';

/** How the messages of two content models differ, with an example for each way. */
interface ContentRelation {
  /** Names of an old content that is no longer allowed, where receivers skip unknown elements. */
  readonly narrower?: readonly string[] | undefined;
  /** Names of a new content that was not allowed. */
  readonly wider?: readonly string[] | undefined;
}

/** Limits: positions of a content model, and work of one comparison for each of them. */
const mostPositions = 5_000;
const mostWork = 300;

/**
 * Compares two content models as languages of element names: whether each receiver takes what the
 * other side sends. It skips elements that it does not know, as ASMX does.
 *
 * @returns `undefined` if it would take too long
 */
export function relateContents({
  old,
  new: now,
}: Pair<readonly Item[]>): ContentRelation | undefined {
  const [first, second] = differingParts(old, now);
  const spaces = namespacesOf([...first, ...second]);
  const names = commonNames(old, now);
  const numbers = countsOf([...first, ...second]);
  const build = (items: readonly Item[]): Automaton | undefined =>
    new Builder(names, spaces, numbers).whole(items);
  const [before, after] = [build(first), build(second)];
  if (before === undefined || after === undefined) return undefined;
  const budget = { left: mostWork * (100 + before.steps.length + after.steps.length) };
  const narrower = counterexample(before, after, budget);
  const wider = counterexample(after, before, budget);
  if (budget.left < 0) return undefined;
  return { narrower, wider };
}

/**
 * Two lists without the elements at both ends that are the same in both, and are nowhere else in
 * them: they make no difference.
 */
function differingParts(
  old: readonly Item[],
  now: readonly Item[],
): readonly [readonly Item[], readonly Item[]] {
  const counts = new Map<string, number>();
  for (const { localName } of [...allNames(old), ...allNames(now)]) {
    counts.set(localName, (counts.get(localName) ?? 0) + 1);
  }
  const isSame = (a: Item | undefined, b: Item | undefined): boolean =>
    a?.kind === 'element' &&
    b?.kind === 'element' &&
    itemKey(a) === itemKey(b) &&
    namesIn(a.element).every(({ localName }) => counts.get(localName) === 2);
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && isSame(old[start], now[start])) start += 1;
  let end = 0;
  while (end < most - start && isSame(old.at(-1 - end), now.at(-1 - end))) end += 1;
  return [old.slice(start, old.length - end), now.slice(start, now.length - end)];
}

/** Whether the elements of a list, one after the other, tell all about its content. */
export function isPlainList(items: readonly Item[]): boolean {
  const names = new Set<string>();
  for (const item of items) {
    if (item.kind !== 'element' || item.element.substitutes.length > 0) return false;
    names.add(item.element.name.localName);
  }
  return names.size === items.length;
}

/** Whether a content model has groups whose elements may come in any order. */
export function hasAnyOrder(items: readonly Item[]): boolean {
  return items.some(
    (item) => item.kind === 'group' && (item.compositor === 'all' || hasAnyOrder(item.items)),
  );
}

/** One text for a content model, by which unchanged ones are told. */
export function contentKey(items: readonly Item[]): string {
  return items.map(itemKey).join(' ');
}

function itemKey(item: Item): string {
  const occurs = `{${item.min},${item.max}}`;
  if (item.kind === 'wildcard') return `${JSON.stringify(item.wildcard.allowed)}${occurs}`;
  if (item.kind === 'group') return `${item.compositor}(${contentKey(item.items)})${occurs}`;
  return `${namesIn(item.element).map(qnameKey).join('|')}${occurs}`;
}

/** Names that an element of a content model may have: its own, and those of its substitutes. */
function namesIn(element: ElementDeclaration): readonly ElementDeclaration['name'][] {
  const own = element.abstract ? [] : [element.name];
  return [...own, ...element.substitutes.map(({ name }) => name)];
}

/** Names of all elements in some items. */
function allNames(items: readonly Item[]): readonly ElementDeclaration['name'][] {
  return items.flatMap((item) => {
    if (item.kind === 'group') return allNames(item.items);
    return item.kind === 'element' ? namesIn(item.element) : [];
  });
}

/** The name by which both contracts know an element: a namespace may have changed. */
type CommonName = (name: ElementDeclaration['name']) => string;

function commonNames(old: readonly Item[], now: readonly Item[]): CommonName {
  const exact = new Set(allNames(old).map(qnameKey));
  const byLocalName = new Map<string, string>();
  for (const name of allNames(old)) byLocalName.set(name.localName, qnameKey(name));
  const kept = new Set(allNames(now).map(qnameKey));
  return (name) => {
    const key = qnameKey(name);
    if (exact.has(key)) return key;
    const other = byLocalName.get(name.localName);
    return other === undefined || kept.has(other) ? key : other;
  };
}

/** Namespaces that wildcards name, no namespace, and one that none names. */
function namespacesOf(items: readonly Item[]): readonly string[] {
  const found = new Set<string>();
  const visit = (one: Item): void => {
    if (one.kind === 'group') for (const inner of one.items) visit(inner);
    if (one.kind !== 'wildcard') return;
    const { allowed } = one.wildcard;
    if (allowed.kind === 'other') found.add(allowed.than);
    if (allowed.kind === 'list') for (const space of allowed.namespaces) found.add(space);
    for (const space of ['', 'another namespace']) found.add(space);
  };
  for (const one of items) visit(one);
  return [...found];
}

/**
 * Numbers of occurrences, large ones replaced by small ones in the same order, which show the same
 * differences.
 */
function countsOf(items: readonly Item[]): (count: number) => number {
  const found = new Set<number>();
  const visit = (one: Item): void => {
    for (const count of [one.min, one.max])
      if (count > 1 && Number.isFinite(count)) found.add(count);
    if (one.kind === 'group') for (const inner of one.items) visit(inner);
  };
  for (const one of items) visit(one);
  const sorted = [...found].sort((a, b) => a - b);
  if ((sorted.at(-1) ?? 0) <= 8) return (count) => count;
  const ranks = new Map(sorted.map((count, index) => [count, index + 2]));
  return (count) => ranks.get(count) ?? count;
}

/** What a position of a content model takes. */
interface Taken {
  readonly name?: string | undefined;
  readonly wildcard?: Wildcard | undefined;
}

/** A nondeterministic automaton for the contents of an element. */
interface Automaton {
  readonly steps: readonly (readonly (Taken & { readonly to: number })[])[];
  readonly empty: readonly (readonly number[])[];
  readonly first: number;
  readonly end: number;
  /** Names that it knows, and its wildcards. */
  readonly names: ReadonlySet<string>;
  readonly wildcards: readonly Wildcard[];
  readonly spaces: readonly string[];
}

class Builder {
  readonly #common: CommonName;
  readonly #spaces: readonly string[];
  readonly #count: (count: number) => number;
  readonly #steps: (Taken & { readonly to: number })[][] = [];
  readonly #empty: number[][] = [];
  readonly #names = new Set<string>();
  readonly #wildcards: Wildcard[] = [];

  constructor(common: CommonName, spaces: readonly string[], count: (count: number) => number) {
    this.#common = common;
    this.#spaces = spaces;
    this.#count = count;
  }

  /** The automaton of a sequence; `undefined` if it is too large. */
  whole(items: readonly Item[]): Automaton | undefined {
    const end = this.#add();
    const first = this.#sequence(items, end);
    if (this.#steps.length > mostPositions) return undefined;
    return {
      steps: this.#steps,
      empty: this.#empty,
      first,
      end,
      names: this.#names,
      wildcards: this.#wildcards,
      spaces: this.#spaces,
    };
  }

  #add(): number {
    this.#steps.push([]);
    return this.#empty.push([]) - 1;
  }

  #sequence(items: readonly Item[], end: number): number {
    return items.reduceRight((to, item) => this.#repeated(item, to), end);
  }

  /** A state from which the occurrences of an item lead to the given one. */
  #repeated(item: Item, end: number): number {
    const [min, max] = [this.#count(item.min), this.#count(item.max)];
    let first = end;
    if (max === Number.POSITIVE_INFINITY) {
      first = this.#add();
      this.#empty[first]?.push(end, this.#once(item, first));
    } else {
      for (let count = min; count < max && this.#steps.length <= mostPositions; count += 1) {
        const before = this.#add();
        this.#empty[before]?.push(end, this.#once(item, first));
        first = before;
      }
    }
    for (let count = 0; count < min && this.#steps.length <= mostPositions; count += 1) {
      first = this.#once(item, first);
    }
    return first;
  }

  #once(item: Item, end: number): number {
    if (item.kind === 'group' && item.compositor !== 'choice') {
      return this.#sequence(item.items, end);
    }
    const state = this.#add();
    if (item.kind === 'group') {
      this.#empty[state]?.push(...item.items.map((branch) => this.#repeated(branch, end)));
    } else if (item.kind === 'wildcard') {
      this.#wildcards.push(item.wildcard);
      this.#steps[state]?.push({ wildcard: item.wildcard, to: end });
    } else {
      for (const name of this.#namesOf(item)) this.#steps[state]?.push({ name, to: end });
    }
    return state;
  }

  #namesOf({ element }: ElementItem): readonly string[] {
    const names = namesIn(element).map(this.#common);
    for (const name of names) this.#names.add(name);
    return names;
  }
}

/** States of a receiver, ascending. */
type States = readonly number[];

/** A place in the walk through two automata, with the way there. */
interface Place {
  readonly state: number;
  readonly states: States;
  readonly before?: Place | undefined;
  readonly sent?: string | undefined;
}

/** Names of the shortest content of a sender that a receiver refuses; `undefined` if none. */
function counterexample(
  sender: Automaton,
  receiver: Automaton,
  budget: { left: number },
): readonly string[] | undefined {
  const start: Place = { state: sender.first, states: closed(receiver, [receiver.first]) };
  const known = new Set([keyOf(start)]);
  const open = [start];
  const visit = (place: Place): void => {
    const key = keyOf(place);
    if (known.has(key)) return;
    known.add(key);
    open.push(place);
  };
  for (const place of open) {
    const { state, states } = place;
    budget.left -= 1 + states.length + (sender.steps[state]?.length ?? 0);
    if (budget.left < 0) return undefined;
    if (state === sender.end && !states.includes(receiver.end)) return wayTo(place);
    for (const to of sender.empty[state] ?? []) visit({ ...place, state: to });
    for (const step of sender.steps[state] ?? []) {
      for (const sent of sentBy(step, sender.spaces)) {
        const next = received(receiver, states, sent);
        visit({ state: step.to, states: next, before: place, sent: localName(sent) });
      }
    }
  }
  return undefined;
}

function keyOf({ state, states }: Place): string {
  return `${state}:${states.join()}`;
}

function wayTo(place: Place): readonly string[] {
  const names: string[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.before) {
    if (at.sent !== undefined) names.push(at.sent);
  }
  return names.reverse();
}

/** An element in a message: one with a known name, or one that only a wildcard takes. */
interface Sent {
  readonly name?: string | undefined;
  readonly namespace: string;
}

function sentBy({ name, wildcard }: Taken, spaces: readonly string[]): readonly Sent[] {
  if (name !== undefined) return [{ name, namespace: namespaceIn(name) }];
  return spaces
    .filter((space) => wildcard !== undefined && allowsNamespace(wildcard, space))
    .map((namespace) => ({ namespace }));
}

/** Namespace of a {@link qnameKey}. */
function namespaceIn(key: string): string {
  return /^\{([\s\S]*)\}[^}]*$/.exec(key)?.[1] ?? '';
}

function localName({ name }: Sent): string {
  return name?.replace(/^\{[\s\S]*\}/, '') ?? 'any element';
}

/** Where a receiver is after an element. It skips one that it does not know. */
function received(receiver: Automaton, states: States, sent: Sent): States {
  const follow = (takes: (step: Taken) => boolean): readonly number[] =>
    states.flatMap((state) => (receiver.steps[state] ?? []).filter(takes).map((step) => step.to));
  const { name, namespace } = sent;
  if (name !== undefined && receiver.names.has(name)) {
    return closed(
      receiver,
      follow((step) => step.name === name),
    );
  }
  const takes = ({ wildcard }: Taken): boolean =>
    wildcard !== undefined && allowsNamespace(wildcard, namespace);
  if (!receiver.wildcards.some((wildcard) => takes({ wildcard }))) return states;
  const reached = follow(takes);
  // a wildcard may take a new element, or another one
  return closed(receiver, name === undefined ? reached : [...states, ...reached]);
}

/** Some states with all that are reached without an element. */
function closed({ empty }: Automaton, from: readonly number[]): States {
  const found = new Set(from);
  for (const state of found) for (const to of empty[state] ?? []) found.add(to);
  return [...found].sort((a, b) => a - b);
}

/** A part of a normalised content model. */
export type Item = ElementItem | WildcardItem | GroupItem;

export interface ElementItem extends Occurs {
  readonly kind: 'element';
  readonly element: ElementDeclaration;
  /** Name of its property in generated code. */
  readonly property: string;
}

export interface WildcardItem extends Occurs {
  readonly kind: 'wildcard';
  readonly wildcard: Wildcard;
}

/** A choice, or an optional or repeated sequence. */
export interface GroupItem extends Occurs {
  readonly kind: 'group';
  readonly compositor: Compositor;
  readonly items: readonly Item[];
}

/** A content model as a list. */
interface Content {
  readonly items: readonly Item[];
  /** `false` for `xs:all`: its elements may come in any order. */
  readonly ordered: boolean;
}

/**
 * The normalised content model. Groups that occur exactly once are merged into a parent of the same
 * kind, a group of one item becomes that item, and particles with `maxOccurs="0"` are omitted.
 */
export function contentItems(particle: Particle | undefined): Content {
  if (particle === undefined) return { items: [], ordered: true };
  if (particle.kind !== 'model') return { items: itemsOf(particle), ordered: true };
  const { compositor, occurs } = particle;
  if (compositor === 'choice') return { items: itemsOf(particle), ordered: true };
  const whole = itemsOf(particle);
  const ordered = compositor === 'sequence';
  const [only, more] = whole;
  const once = occurs.min === 1 && occurs.max === 1;
  if (!once && more === undefined && only?.kind === 'group' && only.compositor === 'all') {
    // an optional xs:all, any element of which may be missing
    return { items: scaled(only.items, only), ordered: false };
  }
  return { items: whole, ordered };
}

function itemsOf(particle: Particle): readonly Item[] {
  const { min, max } = particle.occurs;
  if (max === 0) return [];
  if (particle.kind === 'element') {
    const property = preferredName(particle);
    return [{ kind: 'element', element: particle.element, property, min, max }];
  }
  if (particle.kind === 'any') {
    return [{ kind: 'wildcard', wildcard: particle.wildcard, min, max }];
  }
  const { compositor } = particle;
  const items = particle.particles.flatMap((child) => {
    const inner = itemsOf(child);
    const [only] = inner;
    const same = only?.kind === 'group' && only.compositor === compositor && isOnce(only);
    if (compositor === 'choice') {
      // a branch that is a sequence stays a group
      if (inner.length > 1) return [group('sequence', inner, { min: 1, max: 1 })];
      return same ? only.items : inner;
    }
    return inner;
  });
  const [only, more] = items;
  if (only === undefined) return [];
  if (more === undefined) {
    if (isOnce(particle.occurs)) return [only];
    if (isOnce(only)) return [{ ...only, min, max }];
  }
  const plain = compositor !== 'choice' && isOnce(particle.occurs);
  return plain ? items : [group(compositor, items, particle.occurs)];
}

function group(compositor: Compositor, items: readonly Item[], { min, max }: Occurs): GroupItem {
  return { kind: 'group', compositor, items, min, max };
}

function isOnce({ min, max }: Occurs): boolean {
  return min === 1 && max === 1;
}

/** Items of a group as items of its parent. */
export function scaled(items: readonly Item[], { min, max }: Occurs): readonly Item[] {
  return items.map((item) => ({ ...item, min: item.min * min, max: item.max * max }));
}

/** Names of all elements of an item, including those of inner groups. */
export function namesOf(item: Item): readonly string[] {
  if (item.kind === 'element') return [item.element.name.localName];
  return item.kind === 'group' ? item.items.flatMap(namesOf) : [];
}

/** The first element of an item, which gives its position. */
export function firstElement(item: Item): ElementDeclaration | undefined {
  if (item.kind === 'element') return item.element;
  if (item.kind === 'wildcard') return undefined;
  for (const one of item.items) {
    const found = firstElement(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
