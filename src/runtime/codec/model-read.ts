import { unexpectedError } from '../xml/asmx.ts';
import { noteMeant } from '../xml/deviation.ts';
import { locate, openList } from '../xml/place.ts';
import type { XmlReader } from '../xml/reader.ts';
import {
  expectedNames,
  leavesOf,
  localNames,
  type ModelLeaf,
  type ModelNode,
  type ModelRepeat,
  takes,
  type XmlContentModel,
} from './model.ts';
import { isComplete, type Rest, refuse, sameRest } from './model-missing.ts';
import { missedError } from './value.ts';

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
    if (!leaves.some((leaf) => takes(leaf, reader))) {
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
    const inside = { node, count: counted(node, turns + 1), next };
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
    if (!isMeant && !takes(node, this.#reader)) {
      this.#expected.push(node);
      return;
    }
    // in an ambiguous model, a named element takes precedence over a wildcard
    if (this.#leaf?.wildcard !== undefined && node.wildcard === undefined) this.#found = [];
    else if (this.#leaf !== undefined && this.#leaf.leaf !== node.leaf) return;
    this.#leaf = node;
    const rest = { node, count: counted(node, count + 1), next };
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
function counted({ min, max }: ModelLeaf | ModelRepeat, count: number): number {
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
export function contentReader(reader: XmlReader, model: XmlContentModel): ContentReader {
  return new ContentReader(reader, model);
}
