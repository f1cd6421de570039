import { unexpectedError } from '../xml/asmx.ts';
import { locate, noteMeant, openList, START } from '../xml/errors.ts';
import type { XmlReader } from '../xml/reader.ts';
import { orEmpty, pieceLength, pieces, within } from '../xml/writer.ts';
import {
  type Branches,
  Child,
  type Content,
  type Field,
  isBranches,
  isList,
  type Member,
  type ObjectType,
  propertyNameOf,
} from './description.ts';
import { asListOf, branchList, checkChoice, checkChoiceRead, checkCount } from './member.ts';
import { asObject, missedError, missing, writeElement } from './message.ts';
import { childValue } from './object.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * Writes the values of an object in the order of its content model. Of each choice, it takes the
 * branch that fits.
 *
 * @param write writes one element
 * @throws EncodeError no branch of a choice fits, or a list has too few or too many items
 */
function arrange(part: Member, owner: object, write: (field: Field, item: unknown) => void): void {
  const values = owner as Given;
  if (isBranches(part)) {
    if (part.kind === 'sequence') {
      for (const one of part.members) arrange(one, owner, write);
      return;
    }
    const branch = fittingBranch(part, values);
    if (branch !== undefined) arrange(branch, owner, write);
    else checkChoice(given(part, values).length > 0 ? 2 : 0, branchNames(part), mayBeEmpty(part));
    return;
  }
  const { min, max } = part;
  const property = propertyNameOf(part);
  const value = values[property];
  if (value === undefined && min === 0) return;
  try {
    if (takesList(part))
      arrangeItems(part, asListOf(value as readonly unknown[], [min, max]), write);
    else write(part, value);
  } catch (error) {
    throw within(error, property);
  }
}

function arrangeItems(
  field: Field,
  items: readonly unknown[],
  write: (field: Field, item: unknown) => void,
): void {
  for (const [index, item] of items.entries()) {
    try {
      if (field.turn !== undefined) arrange(field.turn, asObject(item) as object, write);
      else write(field, item);
    } catch (error) {
      throw within(error, index);
    }
  }
}

/** The branch that has all properties of a choice that are present. */
function fittingBranch(choice: Branches, owner: Given): Member | undefined {
  const all = given(choice, owner);
  return choice.members.find((branch) => {
    const properties = propertiesOf(branch);
    return all.every((one) => properties.has(one)) && fits(branch, owner);
  });
}

/** Whether an object has the values that a part requires. */
function fits(part: Member, owner: Given): boolean {
  if (isBranches(part)) {
    if (part.kind === 'sequence') return part.members.every((one) => fits(one, owner));
    if (fittingBranch(part, owner) !== undefined) return true;
    return mayBeEmpty(part) && given(part, owner).length === 0;
  }
  const value = owner[propertyNameOf(part)];
  if (value === undefined) return part.min === 0;
  if (!takesList(part) || !Array.isArray(value)) return true;
  return value.length >= part.min && value.length <= part.max;
}

/** The properties of a part that produce an element. */
function given(part: Member, owner: Given): readonly string[] {
  if (isBranches(part)) return part.members.flatMap((one) => given(one, owner));
  const property = propertyNameOf(part);
  const value = owner[property];
  if (value === undefined) return [];
  // an empty list of elements produces none; an element may itself be an empty list
  const isEmpty = takesList(part) && Array.isArray(value) && value.length === 0;
  return isEmpty ? [] : [property];
}

/** Whether a property lists elements, rather than being the value of one. */
function takesList(field: Field): boolean {
  return field.turn !== undefined || isList(field);
}

function mayBeEmpty({ optional }: Branches): boolean {
  return optional === true;
}

const knownProperties = new WeakMap<Member, ReadonlySet<string>>();

/** The properties of a part, in an object or in one turn of a group. */
function propertiesOf(part: Member): ReadonlySet<string> {
  let known = knownProperties.get(part);
  if (known === undefined) {
    known = new Set(
      isBranches(part)
        ? part.members.flatMap((one) => [...propertiesOf(one)])
        : [propertyNameOf(part)],
    );
    knownProperties.set(part, known);
  }
  return known;
}

/** What may still follow: the rest of an open part, and what follows that. */
interface Rest {
  /** An element, a repeated group or a sequence. */
  readonly node: Member;
  /** Elements of it, iterations or parts so far. */
  readonly count: number;
  readonly next: Rest | undefined;
}

/**
 * Reports what is missing first.
 *
 * @throws XmlValueError
 */
function refuse(reader: XmlReader, open: Rest | undefined): void {
  for (let rest = open; rest !== undefined; rest = rest.next) {
    const { node, count } = rest;
    if (isBranches(node)) {
      const part = node.members.slice(count).find((one) => !mayBeAbsent(one));
      if (part === undefined) continue;
      refusePart(reader, part);
      return;
    }
    checkCount(count, [node.min, node.max], propertyNameOf(node), reader);
  }
}

function refusePart(reader: XmlReader, part: Member): void {
  if (!isBranches(part)) {
    const isNamed = part.turn === undefined && part.wildcard === undefined;
    missing(reader, (isNamed ? takenBy(part)[0]?.name : undefined) ?? propertyNameOf(part));
  } else if (part.kind === 'choice') checkChoiceRead(0, branchNames(part), false, reader);
  else {
    const inner = part.members.find((one) => !mayBeAbsent(one));
    if (inner !== undefined) refusePart(reader, inner);
  }
}

/** Whether two states have the same open parts with the same counts. */
function sameRest(one: Rest | undefined, other: Rest | undefined): boolean {
  let left = one;
  let right = other;
  while (left !== right) {
    if (left === undefined || right === undefined) return false;
    if (left.node !== right.node || left.count !== right.count) return false;
    left = left.next;
    right = right.next;
  }
  return true;
}

/** Whether the open parts may end here. */
function isComplete(open: Rest | undefined): boolean {
  for (let rest = open; rest !== undefined; rest = rest.next) {
    const { node, count } = rest;
    const complete = isBranches(node)
      ? node.members.slice(count).every(mayBeAbsent)
      : count >= node.min;
    if (!complete) return false;
  }
  return true;
}

/** The elements that a field takes: those of a substitution group, or its own. */
function takenBy(field: Field): readonly Field[] {
  return field.taken?.() ?? [field];
}

/** Whether a part may be absent. */
function mayBeAbsent(part: Member): boolean {
  if (!isBranches(part)) return part.min === 0;
  if (part.kind === 'sequence') return part.members.every(mayBeAbsent);
  return mayBeEmpty(part) || part.members.some(mayBeAbsent);
}

/** The properties of each branch of a choice, for error messages. */
function branchNames({ members }: Branches): string {
  return branchList(members.map(propertiesOf));
}

/** The elements and wildcards of a part, in order. */
function leavesOf(part: Member): readonly Field[] {
  if (isBranches(part)) return part.members.flatMap(leavesOf);
  return part.turn === undefined ? [part] : leavesOf(part.turn);
}

/**
 * The elements read so far, last first, with the beginnings and ends of iterations of repeated
 * groups. What comes before `settled` is already in the object.
 */
interface Trace {
  readonly event: Field | 'end' | 'settled';
  /** Number of the element. */
  readonly index: number;
  /** Number of its iteration of the outermost repeated group. */
  readonly turn: number;
  readonly before: Trace | undefined;
}

/** One way to assign the elements so far to parts of the model. */
interface Way {
  readonly rest: Rest | undefined;
  readonly trace: Trace | undefined;
}

/**
 * Number of alternatives followed at once; the first one stays in the part begun first. A sound
 * model is always clear about the particle of an element (XML Schema 1, 3.8.6), but not about where
 * one iteration of a group ends and the next begins, as in `(a{1,2}, b?){2}`.
 */
const maxWays = 16;

/**
 * Assigns child elements to the parts of a content model in which order matters, and builds the
 * object. Time and memory are linear in the number of elements.
 */
class ContentReader {
  readonly #reader: XmlReader;
  readonly #model: Model;
  /** Depth of the element around the content. */
  readonly #depth: number;
  /** Given of the elements that are not settled yet. */
  readonly #items: unknown[] = [];
  /** The object, and those of its open iterations. */
  readonly #objects: Record<string, unknown>[] = [{}];
  /** Index of the element read last in the list of its name, or in its iteration. */
  readonly #indices = new Map<string | Field, { length: number }>();
  #ways: Way[];
  #found: Way[] = [];
  #leaf: Field | undefined;
  /** Whether elements of another namespace are taken by their local name. */
  #anyNamespace = false;
  /** What could have come instead of the element assigned last. */
  #expected: Field[] = [];

  /** @param reader right after the start tag around the content */
  constructor(reader: XmlReader, model: Model) {
    this.#reader = reader;
    this.#depth = reader.depth;
    this.#model = model;
    this.#ways = [{ rest: { node: model.content, count: 0, next: undefined }, trace: undefined }];
  }

  /**
   * Assigns the element whose START was just read.
   *
   * @returns number of its leaf; -1 for an element that cannot come here
   */
  next(): number {
    this.#settle();
    this.#found = [];
    this.#leaf = undefined;
    this.#expected = [];
    this.#anyNamespace = false;
    for (const { rest, trace } of this.#ways) this.#goOn(rest, trace);
    if (this.#found.length === 0 && this.#takesMeant()) {
      this.#anyNamespace = true;
      for (const { rest, trace } of this.#ways) this.#goOn(rest, trace);
    }
    const [way] = this.#found;
    const leaf = way?.trace?.event;
    if (typeof leaf !== 'object' || leaf.turn !== undefined) return -1;
    this.#ways = this.#found;
    if (this.#anyNamespace && this.#reader.encoded === undefined) {
      const [namespace = ''] = this.#model.namesOf(leaf);
      noteMeant(this.#reader, namespace, this.#reader.local);
    }
    this.#count(leaf, way);
    return this.#model.numberOf(leaf);
  }

  /** Whether an element of another namespace is read by its local name. */
  #takesMeant(): boolean {
    const { encoded, deviations } = this.#reader;
    return encoded !== undefined || deviations?.lenient === true;
  }

  /** Adds the value of the element assigned last. */
  add(value: unknown): void {
    this.#items.push(value);
  }

  /**
   * Handles an element that cannot come here: skips it if the model does not know it.
   *
   * @throws XmlValueError the model has such an element elsewhere, so skipping it would lose a
   *   value
   */
  unexpected(): void {
    const reader = this.#reader;
    const { local, defaults } = reader;
    const model = this.#model;
    const expected = model.expectedNames(this.#expected);
    const leaves = leavesOf(model.content);
    if (!leaves.some((leaf) => model.takes(leaf, reader))) {
      const isNear = leaves.some((leaf) => isNamed(leaf, local)) && !this.#takesMeant();
      if (isNear && !defaults) throw locate(reader, missedError(local, reader.name));
      reader.unknown(...expected);
      return;
    }
    throw locate(reader, unexpectedError(reader, expected));
  }

  /**
   * The object, after all elements were read.
   *
   * @param value the content of the start tag
   * @throws XmlValueError something required is missing
   */
  finish(value: object): object {
    const way = this.#ways.find(({ rest }) => isComplete(rest));
    if (way === undefined) refuse(this.#reader, this.#ways[0]?.rest);
    fill(this.#objects, (way ?? this.#ways[0])?.trace, this.#items);
    return Object.assign(value, this.#objects[0]);
  }

  /**
   * Moves the elements into the object while there is only one way to assign them. Only the object
   * is kept then.
   */
  #settle(): void {
    const [way, other] = this.#ways;
    if (way?.trace === undefined || other !== undefined) return;
    fill(this.#objects, way.trace, this.#items);
    this.#items.length = 0;
    const { turn } = way.trace;
    this.#ways = [
      { rest: way.rest, trace: { event: 'settled', index: 0, turn, before: undefined } },
    ];
  }

  /** Counts an element, so that the path of an error in it includes its index. */
  #count(leaf: Field, way: Way | undefined): void {
    const group = outermost(way?.rest?.next);
    if (group === undefined && !isList(leaf)) return;
    const key = group ?? this.#reader.local;
    const known = this.#indices.get(key);
    if (known !== undefined) {
      known.length = group === undefined ? known.length + 1 : (way?.trace?.turn ?? 0);
      return;
    }
    const index = { length: 0 };
    this.#indices.set(key, index);
    const names =
      group === undefined ? this.#reader.local : this.#model.localNames(leavesOf(group));
    openList(this.#reader, this.#depth, names, index);
  }

  /**
   * Continues after the previous element, within each open part as long as its inner parts may end.
   */
  #goOn(open: Rest | undefined, before: Trace | undefined): void {
    let trace = before;
    for (let rest = open; rest !== undefined; rest = rest.next) {
      const { node, count, next } = rest;
      if (isBranches(node)) {
        if (!this.#enterParts(node, count, next, trace)) return;
        continue;
      }
      if (node.turn === undefined) this.#takeLeaf(node, count, next, trace);
      else {
        trace = { event: 'end', index: 0, turn: trace?.turn ?? 0, before: trace };
        this.#enterTurn(node, node.turn, { count, next, before: trace });
      }
      if (count < node.min) return;
    }
  }

  /** Tries a part that has not begun. Returns whether it may be absent. */
  #enter(part: Member, next: Rest | undefined, trace: Trace | undefined): boolean {
    if (!isBranches(part)) {
      if (part.turn === undefined) this.#takeLeaf(part, 0, next, trace);
      else this.#enterTurn(part, part.turn, { count: 0, next, before: trace });
      return part.min === 0;
    }
    if (part.kind === 'sequence') return this.#enterParts(part, 0, next, trace);
    let optional = mayBeEmpty(part);
    for (const branch of part.members) optional = this.#enter(branch, next, trace) || optional;
    return optional;
  }

  #enterParts(
    node: Branches,
    from: number,
    next: Rest | undefined,
    trace: Trace | undefined,
  ): boolean {
    for (let at = from; at < node.members.length; at += 1) {
      const part = node.members[at];
      if (part !== undefined && !this.#enter(part, { node, count: at + 1, next }, trace)) {
        return false;
      }
    }
    return true;
  }

  #enterTurn(
    node: Field,
    turn: Member,
    { count, next, before }: Pick<Rest, 'count' | 'next'> & Pick<Trace, 'before'>,
  ): void {
    if (count >= node.max) return;
    const inside = { node, count: reducedCount(node, count + 1), next };
    const last = before?.turn ?? 0;
    const number = outermost(next) !== undefined ? last : count === 0 ? 0 : last + 1;
    this.#enter(turn, inside, { event: node, index: 0, turn: number, before });
  }

  #takeLeaf(node: Field, count: number, next: Rest | undefined, before: Trace | undefined): void {
    if (count >= node.max) return;
    const isMeant = this.#anyNamespace && isNamed(node, this.#reader.local);
    const model = this.#model;
    if (!isMeant && !model.takes(node, this.#reader)) {
      this.#expected.push(node);
      return;
    }
    // in an ambiguous model, a named element takes precedence over a wildcard
    if (this.#leaf?.wildcard !== undefined && node.wildcard === undefined) this.#found = [];
    else if (this.#leaf !== undefined && model.numberOf(this.#leaf) !== model.numberOf(node))
      return;
    this.#leaf = node;
    const rest = { node, count: reducedCount(node, count + 1), next };
    if (this.#found.length >= maxWays || this.#found.some((one) => sameRest(one.rest, rest)))
      return;
    const trace = { event: node, index: this.#items.length, turn: before?.turn ?? 0, before };
    this.#found.push({ rest, trace });
  }
}

/** Whether a leaf allows an element of some namespace by its local name. */
function isNamed(leaf: Field, local: string): boolean {
  return leaf.wildcard === undefined && takenBy(leaf).some(({ name }) => name === local);
}

/** The outermost repeated group around a part. */
function outermost(open: Rest | undefined): Field | undefined {
  let found: Field | undefined;
  for (let rest = open; rest !== undefined; rest = rest.next) {
    if (!isBranches(rest.node) && rest.node.turn !== undefined) found = rest.node;
  }
  return found;
}

/**
 * A count, reduced to what matters: without a maximum, all counts above the minimum are equivalent.
 */
function reducedCount({ min, max }: Field, count: number): number {
  return max === Number.POSITIVE_INFINITY ? Math.min(count, Math.max(min, 1)) : count;
}

/**
 * Puts the items into the innermost open object, with one object for each iteration of a repeated
 * group.
 */
function fill(
  open: Record<string, unknown>[],
  last: Trace | undefined,
  items: readonly unknown[],
): void {
  const events: Trace[] = [];
  for (let trace = last; trace !== undefined; trace = trace.before) events.push(trace);
  for (const { event, index } of events.reverse()) {
    const object = open[open.length - 1] ?? {};
    if (event === 'settled') continue;
    if (event === 'end') {
      open.pop();
      continue;
    }
    const property = propertyNameOf(event);
    const item = event.turn === undefined ? items[index] : {};
    if (event.turn !== undefined) open.push(item as Record<string, unknown>);
    if (!takesList(event)) object[property] = item;
    else {
      const list = object[property] as unknown[] | undefined;
      if (list === undefined) object[property] = [item];
      else list.push(item);
    }
  }
}

/**
 * The content of a type in which the order decides which particle an element belongs to (XML Schema
 * 1, 3.8.6), with its elements and wildcards. Those that are read and written alike are one leaf.
 */
class Model {
  readonly content: Branches;
  readonly leaves: readonly Field[];
  readonly #scope: string;
  readonly #numbers = new Map<Field, number>();
  /** Alternately the namespace and local name of elements; namespaces of a wildcard. */
  readonly #names = new Map<Field, readonly string[]>();
  /** How leaves are read and written, by the default namespace. */
  readonly #children = new Map<string, readonly Child[]>();

  constructor({ members, scope }: ObjectType) {
    const ordered = members.filter((one) => isBranches(one) || one.inTag === undefined);
    const leaves: Field[] = [];
    const byName = new Map<string, number[]>();
    this.content = { kind: 'sequence', members: ordered };
    this.#scope = scope;
    for (const field of leavesOf(this.content)) {
      const named = byName.get(field.name) ?? [];
      byName.set(field.name, named);
      let number = named.find((at) => isAlike(leaves[at] as Field, field));
      if (number === undefined) {
        number = leaves.push(field) - 1;
        named.push(number);
      }
      this.#numbers.set(field, number);
      const taken = takenBy(field).flatMap(({ name, namespace = scope }) => [namespace, name]);
      this.#names.set(field, field.wildcard?.slice(1) ?? taken);
    }
    this.leaves = leaves;
  }

  /** Number of a leaf. */
  numberOf(leaf: Field): number {
    return this.#numbers.get(leaf) ?? -1;
  }

  namesOf(leaf: Field): readonly string[] {
    return this.#names.get(leaf) ?? [];
  }

  /** Whether a leaf allows an element. */
  takes(leaf: Field, { namespace, local }: XmlReader): boolean {
    const names = this.namesOf(leaf);
    if (leaf.wildcard !== undefined) {
      return names.includes(namespace) === (leaf.wildcard[0] === 'only');
    }
    for (let at = 0; at < names.length; at += 2) {
      if (names[at + 1] === local && names[at] === namespace) return true;
    }
    return false;
  }

  /** Alternately a namespace and the local names of elements in it, separated by spaces. */
  expectedNames(leaves: readonly Field[]): readonly string[] {
    const all = new Map<string, Set<string>>();
    for (const leaf of leaves) {
      if (leaf.wildcard !== undefined) continue;
      const names = this.namesOf(leaf);
      for (let at = 0; at + 1 < names.length; at += 2) {
        const namespace = names[at] ?? '';
        const known = all.get(namespace) ?? new Set();
        all.set(namespace, known.add(names[at + 1] ?? ''));
      }
    }
    return [...all].flatMap(([namespace, locals]) => [namespace, [...locals].join(' ')]);
  }

  /** Local names of elements, separated by spaces. */
  localNames(leaves: readonly Field[]): string {
    return this.expectedNames(leaves)
      .filter((_, index) => index % 2 === 1)
      .join(' ');
  }

  /** How leaves are read and written, where `outer` is the default namespace. */
  children(outer: string): readonly Child[] {
    let known = this.#children.get(outer);
    if (known === undefined) {
      known = this.leaves.map((field) => {
        const { list, ...single } = { ...field, max: 1 };
        return new Child(single, { slot: 0, scope: this.#scope, outer, required: true });
      });
      this.#children.set(outer, known);
    }
    return known;
  }
}

function isAlike(one: Field, other: Field): boolean {
  if (one.kind !== other.kind) return false;
  if (one.kind === 'any') return one.read === other.read;
  return (
    one.name === other.name &&
    one.namespace === other.namespace &&
    one.type === other.type &&
    one.taken === other.taken &&
    (one.nil === undefined) === (other.nil === undefined)
  );
}

const models = new WeakMap<ObjectType, Model>();

function modelOf(type: ObjectType): Model {
  const known = models.get(type) ?? new Model(type);
  models.set(type, known);
  return known;
}

/** Reads the element of a leaf. That of a substitution group is an object with one property. */
function leafValue(reader: XmlReader, child: Child): unknown {
  const { field, scope, outer } = child;
  const { local, namespace } = reader;
  const found = field
    .taken?.()
    .find((one) => one.name === local && (one.namespace ?? scope) === namespace);
  if (found === undefined) return childValue(reader, child);
  const one = new Child(found, { slot: 0, scope, outer, required: true });
  return { [one.property]: childValue(reader, one) };
}

/** Content in which the order of elements tells what they are (XML Schema 1, 3.8.6). */
export const ordered: Content = {
  read: (reader, { type, inTag }, values) => {
    const model = modelOf(type);
    const children = model.children(type.scope);
    const content = new ContentReader(reader, model);
    while (reader.nextTag() === START) {
      const child = children[content.next()];
      if (child === undefined) content.unexpected();
      else content.add(leafValue(reader, child));
    }
    const start: Record<string, unknown> & { $type?: unknown } = {};
    const offset = type.family === undefined ? 0 : 1;
    if (offset > 0) start.$type = values[0];
    for (const [at, field] of inTag.entries()) start[propertyNameOf(field)] = values[at + offset];
    return content.finish(start);
  },
  write: (value, _, { type, outer }) => {
    const model = modelOf(type);
    const children = model.children(outer);
    let xml = '';
    let done = '';
    arrange(model.content, value, (leaf, item) => {
      xml += writeElement(item, children[model.numberOf(leaf)] as Child);
      if (xml.length > pieceLength) {
        done += pieces.take(xml);
        xml = '';
      }
    });
    return (type.form.tagged ? `>${orEmpty('')}` : '') + done + xml;
  },
};
