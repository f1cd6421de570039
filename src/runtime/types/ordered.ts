import { unexpectedError } from '../xml/asmx.ts';
import { locate, noteMeant, openList, START } from '../xml/errors.ts';
import type { XmlReader } from '../xml/reader.ts';
import { inOnePiece, orEmpty, pieceLength, within } from '../xml/writer.ts';
import {
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

type Fields = Readonly<Record<string, unknown>>;

/**
 * Writes the values of an object in the order of its content model. Of each choice, it takes the
 * branch that fits.
 *
 * @param write writes one element
 * @throws EncodeError no branch of a choice fits, or a list has too few or too many items
 */
function arrange(
  node: ModelNode,
  owner: object,
  write: (leaf: number, item: unknown) => void,
): void {
  const fields = owner as Fields;
  switch (node.kind) {
    case 'sequence':
      for (const part of node.nodes) arrange(part, owner, write);
      return;
    case 'choice': {
      const branch = fittingBranch(node, fields);
      if (branch !== undefined) arrange(branch, owner, write);
      else checkChoice(given(node, fields).length > 0 ? 2 : 0, branchNames(node), node.optional);
      return;
    }
    default:
  }
  const { property, min, max } = node;
  const value = fields[property];
  if (value === undefined && min === 0) return;
  try {
    if (node.kind === 'leaf' && !node.list) write(node.leaf, value);
    else arrangeItems(node, asListOf(value as readonly unknown[], [min, max]), write);
  } catch (error) {
    throw within(error, property);
  }
}

function arrangeItems(
  node: ModelLeaf | ModelRepeat,
  items: readonly unknown[],
  write: (leaf: number, item: unknown) => void,
): void {
  for (const [index, item] of items.entries()) {
    try {
      if (node.kind === 'repeat') arrange(node.turn, asObject(item) as object, write);
      else write(node.leaf, item);
    } catch (error) {
      throw within(error, index);
    }
  }
}

/** The branch that has all properties of a choice that are present. */
function fittingBranch(choice: ModelChoice, owner: Fields): ModelNode | undefined {
  const all = given(choice, owner);
  return choice.branches.find(
    (branch) => all.every((one) => branch.properties.has(one)) && fits(branch, owner),
  );
}

/** Whether an object has the values that a part requires. */
function fits(node: ModelNode, owner: Fields): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.nodes.every((part) => fits(part, owner));
    case 'choice': {
      if (fittingBranch(node, owner) !== undefined) return true;
      return node.optional && given(node, owner).length === 0;
    }
    default: {
      const value = owner[node.property];
      if (value === undefined) return node.min === 0;
      if (!takesList(node) || !Array.isArray(value)) return true;
      return value.length >= node.min && value.length <= node.max;
    }
  }
}

/** The properties of a part that produce an element. */
function given(node: ModelNode, owner: Fields): readonly string[] {
  switch (node.kind) {
    case 'sequence':
      return node.nodes.flatMap((part) => given(part, owner));
    case 'choice':
      return node.branches.flatMap((branch) => given(branch, owner));
    default: {
      const value = owner[node.property];
      if (value === undefined) return [];
      // an empty list of elements produces none; an element may itself be an empty list
      const isEmpty = takesList(node) && Array.isArray(value) && value.length === 0;
      return isEmpty ? [] : [node.property];
    }
  }
}

/** Whether a property lists elements, rather than being the value of one. */
function takesList(node: ModelLeaf | ModelRepeat): boolean {
  return node.kind === 'repeat' || node.list;
}

/** What may still follow: the rest of an open part, and what follows that. */
interface Rest {
  readonly node: ModelLeaf | XmlContentModel | ModelRepeat;
  /** Elements of a leaf, parts of a sequence or iterations of a repeated group so far. */
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
    if (node.kind === 'sequence') {
      const part = node.nodes.slice(count).find((one) => !mayBeAbsent(one));
      if (part === undefined) continue;
      refusePart(reader, part);
      return;
    }
    checkCount(count, [node.min, node.max], node.property, reader);
  }
}

function refusePart(reader: XmlReader, node: ModelNode): void {
  if (node.kind === 'choice') checkChoiceRead(0, branchNames(node), false, reader);
  else if (node.kind === 'sequence') {
    const part = node.nodes.find((one) => !mayBeAbsent(one));
    if (part !== undefined) refusePart(reader, part);
  } else {
    const named = node.kind === 'leaf' && node.wildcard === undefined;
    missing(reader, (named ? node.names[1] : undefined) ?? node.property);
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
    const complete =
      node.kind === 'sequence' ? node.nodes.slice(count).every(mayBeAbsent) : count >= node.min;
    if (!complete) return false;
  }
  return true;
}

/**
 * A part of a content model in which the order decides which particle an element belongs to (XML
 * Schema 1, 3.8.6). Types whose names alone decide that have none.
 */
type ModelNode = ModelLeaf | XmlContentModel | ModelChoice | ModelRepeat;

/** How an element or wildcard is read and written, and how often it may come. */
interface ModelPlace {
  /** Number of the case in generated code that reads and writes it. */
  readonly leaf: number;
  readonly property: string;
  /** Whether the property is a list. */
  readonly list: boolean;
  readonly min: number;
  readonly max: number;
}

/** A {@link ModelPlace} as generated code says it: without what is usual. */
interface GivenPlace {
  readonly leaf: number;
  /** Default: the local name of the element. */
  readonly property?: string;
  /** Default: false. */
  readonly list?: boolean;
  /** Default: 1. */
  readonly min?: number;
  /** Default: 1. */
  readonly max?: number;
}

/** An element and its possible substitutes, or a wildcard. */
interface ModelLeaf extends ModelPlace {
  readonly kind: 'leaf';
  /**
   * Whether `names` lists the namespaces that a wildcard allows or excludes; `undefined` for
   * elements.
   */
  readonly wildcard: 'only' | 'not' | undefined;
  /** Alternately the namespace and local name of elements; namespaces of a wildcard. */
  readonly names: readonly string[];
  readonly properties: ReadonlySet<string>;
}

interface XmlContentModel {
  readonly kind: 'sequence';
  readonly nodes: readonly ModelNode[];
  readonly properties: ReadonlySet<string>;
}

interface ModelChoice {
  readonly kind: 'choice';
  /** Whether there may be no branch. */
  readonly optional: boolean;
  readonly branches: readonly ModelNode[];
  readonly properties: ReadonlySet<string>;
}

/** A repeated group. Its property is a list with one object for each iteration. */
interface ModelRepeat {
  readonly kind: 'repeat';
  readonly property: string;
  readonly min: number;
  readonly max: number;
  readonly turn: ModelNode;
  readonly properties: ReadonlySet<string>;
}

/**
 * Creates an element.
 *
 * @param names namespace and local name, of the element and then of its substitutes
 */
function modelElement(place: GivenPlace, ...names: readonly string[]): ModelLeaf {
  return createLeaf({ property: names[1] ?? '', ...place }, undefined, names);
}

/** Creates a wildcard. */
function modelAny(
  place: GivenPlace & { readonly property: string },
  wildcard: 'only' | 'not',
  ...namespaces: readonly string[]
): ModelLeaf {
  return createLeaf(place, wildcard, namespaces);
}

function createLeaf(
  { leaf, property, list = false, min = 1, max = 1 }: GivenPlace & { readonly property: string },
  wildcard: ModelLeaf['wildcard'],
  names: readonly string[],
): ModelLeaf {
  const properties = new Set([property]);
  return { kind: 'leaf', leaf, property, list, min, max, wildcard, names, properties };
}

/** Creates a sequence. */
function modelSequence(...nodes: readonly ModelNode[]): XmlContentModel {
  return { kind: 'sequence', nodes, properties: propertiesOf(nodes) };
}

/** Creates a choice. */
function modelChoice(optional: boolean, ...branches: readonly ModelNode[]): ModelChoice {
  return { kind: 'choice', optional, branches, properties: propertiesOf(branches) };
}

/** Creates a repeated group. */
function modelRepeat(property: string, min: number, max: number, turn: ModelNode): ModelRepeat {
  return { kind: 'repeat', property, min, max, turn, properties: new Set([property]) };
}

function propertiesOf(nodes: readonly ModelNode[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (const node of nodes) for (const property of node.properties) all.add(property);
  return all;
}

/** Whether a leaf allows an element. */
function leafTakes(
  { wildcard, names }: ModelLeaf,
  { namespace, local }: { readonly namespace: string; readonly local: string },
): boolean {
  if (wildcard !== undefined) return names.includes(namespace) === (wildcard === 'only');
  for (let at = 0; at < names.length; at += 2) {
    if (names[at + 1] === local && names[at] === namespace) return true;
  }
  return false;
}

/** Whether a part may be absent. */
function mayBeAbsent(node: ModelNode): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.nodes.every(mayBeAbsent);
    case 'choice':
      return node.optional || node.branches.some(mayBeAbsent);
    default:
      return node.min === 0;
  }
}

/** The properties of each branch of a choice, for error messages. */
function branchNames({ branches }: ModelChoice): string {
  return branchList(branches.map(({ properties }) => properties));
}

/** Alternately a namespace and the local names of elements in it, separated by spaces. */
function expectedNames(leaves: readonly ModelLeaf[]): readonly string[] {
  const all = new Map<string, Set<string>>();
  for (const { wildcard, names } of leaves) {
    if (wildcard !== undefined) continue;
    for (let at = 0; at + 1 < names.length; at += 2) {
      const namespace = names[at] ?? '';
      const known = all.get(namespace) ?? new Set();
      all.set(namespace, known.add(names[at + 1] ?? ''));
    }
  }
  return [...all].flatMap(([namespace, locals]) => [namespace, [...locals].join(' ')]);
}

/** Local names of elements, separated by spaces. */
function localNames(leaves: readonly ModelLeaf[]): string {
  return expectedNames(leaves)
    .filter((_, index) => index % 2 === 1)
    .join(' ');
}

/** The leaves of a part, in order. */
function leavesOf(node: ModelNode): readonly ModelLeaf[] {
  switch (node.kind) {
    case 'leaf':
      return [node];
    case 'sequence':
      return node.nodes.flatMap(leavesOf);
    case 'choice':
      return node.branches.flatMap(leavesOf);
    case 'repeat':
      return leavesOf(node.turn);
  }
}

/**
 * The elements read so far, last first, with the beginnings and ends of iterations of repeated
 * groups. What comes before `settled` is already in the object.
 */
interface Trace {
  readonly event: ModelLeaf | ModelRepeat | 'end' | 'settled';
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
  readonly #model: XmlContentModel;
  /** Depth of the element around the content. */
  readonly #depth: number;
  /** Values of the elements that are not settled yet. */
  readonly #items: unknown[] = [];
  /** The object, and those of its open iterations. */
  readonly #objects: Record<string, unknown>[] = [{}];
  /** Index of the element read last in the list of its name, or in its iteration. */
  readonly #indices = new Map<string | ModelRepeat, { length: number }>();
  #ways: Way[];
  #found: Way[] = [];
  #leaf: ModelLeaf | undefined;
  /** Whether elements of another namespace are taken by their local name. */
  #anyNamespace = false;
  /** What could have come instead of the element assigned last. */
  #expected: ModelLeaf[] = [];

  constructor(reader: XmlReader, model: XmlContentModel) {
    this.#reader = reader;
    this.#depth = reader.depth;
    this.#model = model;
    this.#ways = [{ rest: { node: model, count: 0, next: undefined }, trace: undefined }];
  }

  /**
   * Assigns the element whose START was just read.
   *
   * @returns number of its case; -1 for an element that cannot come here
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
    if (typeof leaf !== 'object' || leaf.kind !== 'leaf') return -1;
    this.#ways = this.#found;
    if (this.#anyNamespace && this.#reader.encoded === undefined) {
      noteMeant(this.#reader, leaf.names[0] ?? '', this.#reader.local);
    }
    this.#count(leaf, way);
    return leaf.leaf;
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
    const expected = expectedNames(this.#expected);
    const leaves = leavesOf(this.#model);
    if (!leaves.some((leaf) => leafTakes(leaf, reader))) {
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
  #count(leaf: ModelLeaf, way: Way | undefined): void {
    const group = outermost(way?.rest?.next);
    if (group === undefined && !leaf.list) return;
    const key = group ?? this.#reader.local;
    const known = this.#indices.get(key);
    if (known !== undefined) {
      known.length = group === undefined ? known.length + 1 : (way?.trace?.turn ?? 0);
      return;
    }
    const index = { length: 0 };
    this.#indices.set(key, index);
    const names = group === undefined ? this.#reader.local : localNames(leavesOf(group.turn));
    openList(this.#reader, this.#depth, names, index);
  }

  /**
   * Continues after the previous element, within each open part as long as its inner parts may end.
   */
  #goOn(open: Rest | undefined, before: Trace | undefined): void {
    let trace = before;
    for (let rest = open; rest !== undefined; rest = rest.next) {
      const { node, count, next } = rest;
      let mayEnd = count >= (node.kind === 'sequence' ? 0 : node.min);
      if (node.kind === 'sequence') mayEnd = this.#enterParts(node, count, next, trace);
      else if (node.kind === 'leaf') this.#takeLeaf(node, count, next, trace);
      else {
        trace = { event: 'end', index: 0, turn: trace?.turn ?? 0, before: trace };
        this.#enterTurn(node, count, next, trace);
      }
      if (!mayEnd) return;
    }
  }

  /** Tries a part that has not begun. Returns whether it may be absent. */
  #enter(node: ModelNode, next: Rest | undefined, trace: Trace | undefined): boolean {
    switch (node.kind) {
      case 'leaf':
        this.#takeLeaf(node, 0, next, trace);
        return node.min === 0;
      case 'sequence':
        return this.#enterParts(node, 0, next, trace);
      case 'choice': {
        let { optional } = node;
        for (const branch of node.branches) optional = this.#enter(branch, next, trace) || optional;
        return optional;
      }
      case 'repeat':
        this.#enterTurn(node, 0, next, trace);
        return node.min === 0;
    }
  }

  #enterParts(
    node: XmlContentModel,
    from: number,
    next: Rest | undefined,
    trace: Trace | undefined,
  ): boolean {
    for (let at = from; at < node.nodes.length; at += 1) {
      const part = node.nodes[at];
      if (part !== undefined && !this.#enter(part, { node, count: at + 1, next }, trace)) {
        return false;
      }
    }
    return true;
  }

  #enterTurn(
    node: ModelRepeat,
    turns: number,
    next: Rest | undefined,
    trace: Trace | undefined,
  ): void {
    if (turns >= node.max) return;
    const inside = { node, count: reducedCount(node, turns + 1), next };
    const last = trace?.turn ?? 0;
    const turn = outermost(next) !== undefined ? last : turns === 0 ? 0 : last + 1;
    this.#enter(node.turn, inside, { event: node, index: 0, turn, before: trace });
  }

  #takeLeaf(
    node: ModelLeaf,
    count: number,
    next: Rest | undefined,
    before: Trace | undefined,
  ): void {
    if (count >= node.max) return;
    const isMeant = this.#anyNamespace && isNamed(node, this.#reader.local);
    if (!isMeant && !leafTakes(node, this.#reader)) {
      this.#expected.push(node);
      return;
    }
    // in an ambiguous model, a named element takes precedence over a wildcard
    if (this.#leaf?.wildcard !== undefined && node.wildcard === undefined) this.#found = [];
    else if (this.#leaf !== undefined && this.#leaf.leaf !== node.leaf) return;
    this.#leaf = node;
    const rest = { node, count: reducedCount(node, count + 1), next };
    if (this.#found.length >= maxWays || this.#found.some((one) => sameRest(one.rest, rest)))
      return;
    const trace = { event: node, index: this.#items.length, turn: before?.turn ?? 0, before };
    this.#found.push({ rest, trace });
  }
}

/** Whether a leaf allows an element of some namespace by its local name. */
function isNamed({ wildcard, names }: ModelLeaf, local: string): boolean {
  return wildcard === undefined && names.some((name, at) => at % 2 === 1 && name === local);
}

/** The outermost repeated group around a part. */
function outermost(open: Rest | undefined): ModelRepeat | undefined {
  let found: ModelRepeat | undefined;
  for (let rest = open; rest !== undefined; rest = rest.next) {
    if (rest.node.kind === 'repeat') found = rest.node;
  }
  return found;
}

/**
 * A count, reduced to what matters: without a maximum, all counts above the minimum are equivalent.
 */
function reducedCount({ min, max }: ModelLeaf | ModelRepeat, count: number): number {
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
    const item = event.kind === 'repeat' ? {} : items[index];
    if (event.kind === 'repeat') open.push(item as Record<string, unknown>);
    if (event.kind === 'leaf' && !event.list) object[event.property] = item;
    else {
      const list = object[event.property] as unknown[] | undefined;
      if (list === undefined) object[event.property] = [item];
      else list.push(item);
    }
  }
}

/**
 * Creates the reader of content in which order matters.
 *
 * @param reader right after the start tag around the content
 */
function contentReader(reader: XmlReader, model: XmlContentModel): ContentReader {
  return new ContentReader(reader, model);
}

/** The content model of a type, and the elements and wildcards that its leaves are. */
interface Model {
  readonly model: XmlContentModel;
  readonly leaves: readonly Field[];
  /** How they are read and written, by the default namespace. */
  readonly children: Map<string, readonly Child[]>;
}

const models = new WeakMap<ObjectType, Model>();

function modelOf(type: ObjectType): Model {
  const known = models.get(type);
  if (known !== undefined) return known;
  const leaves = new Leaves();
  const members = type.members.filter((one) => isBranches(one) || one.inTag === undefined);
  const nodes = members.map((one) => nodeOf(one, type.scope, leaves));
  const made = { model: modelSequence(...nodes), leaves: leaves.all, children: new Map() };
  models.set(type, made);
  return made;
}

function nodeOf(member: Member, scope: string, leaves: Leaves): ModelNode {
  if (isBranches(member)) {
    const nodes = member.members.map((one) => nodeOf(one, scope, leaves));
    const isOptional = member.optional === true;
    return member.kind === 'choice' ? modelChoice(isOptional, ...nodes) : modelSequence(...nodes);
  }
  const { min, max, turn, wildcard } = member;
  const property = propertyNameOf(member);
  if (turn !== undefined) return modelRepeat(property, min, max, nodeOf(turn, scope, leaves));
  const leaf = leaves.numberOf(member);
  const place: GivenPlace & { readonly property: string } = {
    leaf,
    property,
    list: isList(member),
    min,
    max,
  };
  if (wildcard !== undefined) return modelAny(place, ...wildcard);
  const taken = member.taken?.() ?? [member];
  const names = taken.flatMap(({ name, namespace = scope }) => [namespace, name]);
  return modelElement(place, ...names);
}

/** The elements and wildcards of a content model. Those that are read and written alike are one. */
class Leaves {
  readonly all: Field[] = [];
  readonly #byName = new Map<string, number[]>();

  numberOf(field: Field): number {
    const { all } = this;
    const named = this.#byName.get(field.name) ?? [];
    const known = named.find((at) => isAlike(all[at] as Field, field));
    if (known !== undefined) return known;
    named.push(all.length);
    this.#byName.set(field.name, named);
    return all.push(field) - 1;
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

function modelChildren(
  { leaves, children }: Model,
  scope: string,
  outer: string,
): readonly Child[] {
  const known = children.get(outer);
  if (known !== undefined) return known;
  const made = leaves.map((field) => {
    const { list, ...single } = { ...field, max: 1 };
    return new Child(single, { slot: 0, scope, outer, required: true });
  });
  children.set(outer, made);
  return made;
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
    const known = modelOf(type);
    const children = modelChildren(known, type.scope, type.scope);
    const content = contentReader(reader, known.model);
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
    const known = modelOf(type);
    const children = modelChildren(known, type.scope, outer);
    let xml = '';
    let done = '';
    arrange(known.model, value, (leaf, item) => {
      xml += writeElement(item, children[leaf] as Child);
      if (xml.length > pieceLength) {
        done += inOnePiece(xml);
        xml = '';
      }
    });
    return (type.form.tagged ? `>${orEmpty('')}` : '') + done + xml;
  },
};
