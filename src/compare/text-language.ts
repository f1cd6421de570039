import { type PatternNode, patternTree } from '../model/xsd/pattern.ts';

/** A set of texts: those that match every step, and have a length between two limits. */
export interface TextLanguage {
  /** As in facets: alternatives of each restriction. Of all restrictions one must match. */
  readonly steps: readonly (readonly string[])[];
  /** In characters. */
  readonly min: number;
  readonly max: number;
}

/** Limits: classes and states of patterns, pairs of states, and work of one comparison. */
const mostClasses = 120;
const mostStates = 20_000;
const mostPairs = 20_000;
const mostWork = 400_000;

/** The pattern of any text. */
const anything = '[\\s\\S]*';

/**
 * Whether one language has every text of another (inclusion of regular languages, by a walk through
 * both automata at once); `undefined` if a pattern is malformed, or it takes too long to tell.
 */
export function includes(large: TextLanguage, small: TextLanguage): boolean | undefined {
  const met = new Set(small.steps.map((step) => JSON.stringify(step)));
  const open = large.steps.filter((step) => !met.has(JSON.stringify(step)));
  const isLimited = small.min < large.min || small.max > large.max;
  if (open.length === 0 && !isLimited) return true;
  if (isLimited && small.steps.length === 0) return false;
  const steps = small.steps.length > 0 ? small.steps : [[anything]];
  const parsed = parseAll([...open, ...steps].flat());
  if (parsed === undefined) return undefined;
  const groups = groupsOf(parsed);
  const automaton = (step: readonly string[]): Automaton | undefined =>
    createAutomaton(
      step.flatMap((one) => parsed.get(one) ?? []),
      groups,
    );
  const own = steps.map(automaton);
  if (own.some((one) => one === undefined)) return undefined;
  const sender = { ...small, automata: own.filter((one) => one !== undefined) };
  const budget = { left: mostWork };
  for (const step of open) {
    const receiver = automaton(step);
    if (receiver === undefined) return undefined;
    const found = isWithin(sender, { receiver, min: 0, max: Number.POSITIVE_INFINITY }, budget);
    if (found !== true) return found;
  }
  return isLimited ? isWithin(sender, { min: large.min, max: large.max }, budget) : true;
}

type Parsed = ReadonlyMap<string, PatternNode>;

/** All patterns as trees; `undefined` if one is malformed, or they name too many classes. */
function parseAll(patterns: readonly string[]): Parsed | undefined {
  const parsed = new Map<string, PatternNode>();
  let count = 0;
  for (const pattern of new Set(patterns)) {
    const node = patternTree(pattern);
    if (node === undefined) return undefined;
    count += classesOf(node).length;
    if (count > mostClasses) return undefined;
    parsed.set(pattern, node);
  }
  return parsed;
}

/** A language with the automata of its steps. */
interface Sender extends TextLanguage {
  readonly automata: readonly Automaton[];
}

/** One demand on a text: a pattern, or limits of its length. */
interface Demand {
  readonly receiver?: Automaton;
  readonly min: number;
  readonly max: number;
}

/** Where a walk is: a set of states for each automaton, and the length so far. */
interface Walked {
  readonly sets: readonly States[];
  readonly receiver: States;
  readonly length: number;
}

function isWithin(sender: Sender, demand: Demand, budget: { left: number }): boolean | undefined {
  const { automata } = sender;
  // beyond the greatest finite limit, lengths do not differ
  const limits = [sender.min, sender.max, demand.min, demand.max].filter(Number.isFinite);
  const most = Math.max(0, ...limits) + 1;
  const start = {
    sets: automata.map((one) => one.start),
    receiver: demand.receiver?.start ?? [],
    length: 0,
  };
  const known = new Set([keyOf(start)]);
  const open: Walked[] = [start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (isCounterexample(at, sender, demand)) return false;
    if (at.length >= sender.max) continue;
    for (let symbol = 0; symbol < (automata[0]?.symbols ?? 0); symbol += 1) {
      const sets = automata.map((one, index) => one.next(at.sets[index] ?? [], symbol));
      budget.left -= 1 + sets.reduce((sum, set) => sum + set.length, at.receiver.length);
      if (budget.left < 0) return undefined;
      if (sets.some((set) => set.length === 0)) continue;
      const receiver = demand.receiver?.next(at.receiver, symbol) ?? [];
      const next = { sets, receiver, length: Math.min(at.length + 1, most) };
      const key = keyOf(next);
      if (known.has(key)) continue;
      if (known.size >= mostPairs) return undefined;
      known.add(key);
      open.push(next);
    }
  }
  return true;
}

function isCounterexample(at: Walked, sender: Sender, demand: Demand): boolean {
  if (at.length < sender.min || at.length > sender.max) return false;
  if (!sender.automata.every((one, index) => one.accepts(at.sets[index] ?? []))) return false;
  if (at.length < demand.min || at.length > demand.max) return true;
  return demand.receiver !== undefined && !demand.receiver.accepts(at.receiver);
}

function keyOf({ sets, receiver, length }: Walked): string {
  return `${sets.map((set) => set.join()).join('|')}>${receiver.join()}#${length}`;
}

/** States of an automaton that a text may have led to, ascending. */
type States = readonly number[];

/** A nondeterministic automaton, followed by sets of states. */
interface Automaton {
  readonly symbols: number;
  readonly start: States;
  next(from: States, symbol: number): States;
  accepts(at: States): boolean;
}

/** Characters that no pattern at hand tells apart, as the classes that have them. */
type Group = ReadonlySet<CharacterClass>;

function groupsOf(parsed: Parsed): readonly Group[] {
  const classes = [...parsed.values()].flatMap(classesOf);
  const groups = new Map<string, Group>();
  for (const code of samples([...parsed.keys()])) {
    const inside = classes.map((one) => one.matches(code));
    const key = inside.map(Number).join('');
    if (!groups.has(key)) groups.set(key, new Set(classes.filter((_, index) => inside[index])));
  }
  return [...groups.values()];
}

type CharacterClass = PatternNode & { readonly kind: 'class' };

function classesOf(node: PatternNode): readonly CharacterClass[] {
  switch (node.kind) {
    case 'class':
      return [node];
    case 'choice':
      return node.branches.flatMap(classesOf);
    case 'sequence':
      return node.pieces.flatMap(classesOf);
    case 'repeat':
      return classesOf(node.node);
  }
}

/**
 * Characters that stand for all: every one that patterns usually name, each that these name, and
 * one of each block of the others.
 */
function samples(texts: readonly string[]): Iterable<number> {
  const beyond = [...new Set(texts.join(''))]
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((code) => code >= 0x250);
  return new Set([...usual, ...beyond.flatMap((code) => [code - 1, code, code + 1])]);
}

const usual: readonly number[] = [
  ...[9, 10, 13, 0x1_0000, 0x1_f600, 0x2_0000, 0xe_0001, 0x10_fffd],
  ...every(1, 0x20, 0x250),
  ...every(16, 0x250, 0x3000),
  ...every(64, 0x3000, 0xd800),
  ...every(64, 0xe000, 0xfffe),
];

function every(step: number, from: number, to: number): readonly number[] {
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);
}

/** The automaton of alternatives (Thompson's construction); `undefined` if it is too large. */
function createAutomaton(
  alternatives: readonly PatternNode[],
  groups: readonly Group[],
): Automaton | undefined {
  const builder = new Builder();
  const end = builder.add();
  const first = builder.add();
  for (const node of alternatives) builder.join(first, builder.before(node, end));
  if (builder.isTooLarge) return undefined;
  const { steps, empty } = builder;
  const closed = (from: Iterable<number>): States => {
    const found = new Set(from);
    for (const state of found) for (const to of empty[state] ?? []) found.add(to);
    return [...found].sort((a, b) => a - b);
  };
  return {
    symbols: groups.length,
    start: closed([first]),
    next(from, symbol) {
      const group = groups[symbol];
      const reached = from.flatMap((state) => {
        const step = steps[state];
        return step !== undefined && group?.has(step.on) === true ? [step.to] : [];
      });
      return closed(reached);
    },
    accepts: (at) => at.includes(end),
  };
}

/** Collects the states of an automaton. */
class Builder {
  /** The step from a state, if it has one. */
  readonly steps: ({ readonly on: CharacterClass; readonly to: number } | undefined)[] = [];
  /** Steps that take no character, by state. */
  readonly empty: number[][] = [];
  isTooLarge = false;

  add(): number {
    this.isTooLarge ||= this.steps.length >= mostStates;
    this.steps.push(undefined);
    return this.empty.push([]) - 1;
  }

  join(from: number, to: number): void {
    this.empty[from]?.push(to);
  }

  /** A state from which an expression leads to the given one. */
  before(node: PatternNode, end: number): number {
    switch (node.kind) {
      case 'class': {
        const state = this.add();
        this.steps[state] = { on: node, to: end };
        return state;
      }
      case 'sequence':
        return node.pieces.reduceRight((to, piece) => this.before(piece, to), end);
      case 'choice': {
        const state = this.add();
        for (const branch of node.branches) this.join(state, this.before(branch, end));
        return state;
      }
      case 'repeat':
        return this.#repeated(node, end);
    }
  }

  #repeated({ node, min, max }: PatternNode & { readonly kind: 'repeat' }, end: number): number {
    let first = end;
    if (max === Number.POSITIVE_INFINITY) {
      first = this.add();
      this.join(first, end);
      this.join(first, this.before(node, first));
    } else {
      for (let count = min; count < max && !this.isTooLarge; count += 1) {
        const before = this.before(node, first);
        this.join(before, end);
        first = before;
      }
    }
    for (let count = 0; count < min && !this.isTooLarge; count += 1) {
      first = this.before(node, first);
    }
    return first;
  }
}
