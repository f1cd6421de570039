import type { ChangeKind, Span } from '../diagnostics/diagnostic.ts';
import { bindingKinds } from '../model/services.ts';
import type { BindingKind } from '../model/wsdl.ts';
import type { SchemaType } from '../model/xsd/schema.ts';
import { type Direction, type Verdict, verdicts } from './change.ts';

/** Positions in both contracts. */
export interface Places {
  readonly old?: Span | undefined;
  readonly new?: Span | undefined;
}

/** A change whose messages are not known yet. */
export interface Finding extends Places {
  readonly kind: ChangeKind;
  readonly verdict: Verdict;
  readonly subject: string;
  readonly message: string;
  readonly help?: string | undefined;
  readonly cause?: Cause | undefined;
  /** Names of the elements that it is about, for a change of the form of a content. */
  readonly names?: readonly string[] | undefined;
  /** The types of the value that it is about. */
  readonly types?: Pair<SchemaType> | undefined;
  /** Whether that is an item of a list. */
  readonly isItem?: boolean | undefined;
  /** What it is to readers of the old contract, for a change of the form of a content. */
  readonly traits?: readonly ReaderTrait[] | undefined;
}

/** What a change is to readers of the old contract, by the traits of `specs/stacks`. */
export interface ReaderTrait {
  readonly trait: string;
  /** The elements that it is about, or that readers lose by it. */
  readonly names: readonly string[];
}

/** What a change has in common with others that are told in one line. */
export interface Cause {
  /** The same for all of them. */
  readonly key: string;
  /** What differs: `'Order' instead of 'Purchase'`. */
  readonly item: string;
  /** Their sentence, with the items in a list. */
  readonly sentence: (count: number, list: string) => string;
}

/** Name and position of a pair. */
export interface PairText extends Places {
  /** Its name in sentences: `the request of Orders.PlaceOrder`, `Order`. */
  readonly label: string;
  /** Start of the subject of a change: `Orders.PlaceOrder request`. Default: the label. */
  readonly subject?: string | undefined;
  /** Word for the elements inside; default `field`. */
  readonly noun?: 'field' | 'parameter' | undefined;
  /** Whether it wraps parameters or results, for which programs have no class. */
  readonly isWrapper?: boolean | undefined;
  /** Whether it is the detail of a fault. */
  readonly isFault?: boolean | undefined;
}

/** The pairs of a comparison. Each is compared once, one after the other, so that cycles end. */
export interface MatchedPairs {
  /** Adds a separate pair for a message of an operation. */
  add(text: PairText, uses?: number): MatchedPair;
  /**
   * The pair of two objects in one role. It is created and queued for comparison on the first
   * request.
   *
   * @param role distinguishes the ways in which a pair may be compared
   */
  match(objects: Pair<object>, role: string, create: () => PairToCompare): MatchedPair;
  /** Whether two objects are compared in some role. */
  knows(objects: Pair<object>): boolean;
  /**
   * Reports that a name is in another namespace, once for every two namespaces.
   *
   * @param verdict what follows for messages with the name; default: they do not fit any more
   */
  moved(matched: MatchedPair, names: Pair<Named>, verdict?: Verdict): void;
}

/** Two corresponding things. */
export interface Pair<T> {
  readonly old: T;
  readonly new: T;
}

/** A pair, with the function that compares it. */
interface PairToCompare {
  readonly text: PairText;
  readonly compare: (matched: MatchedPair) => void;
}

/** Something with a qualified name. */
interface Named {
  readonly name: { readonly namespace: string; readonly localName: string };
  readonly span?: Span | undefined;
}

/**
 * A pair of corresponding things: a message, a type, an element of both contracts. Findings are
 * stored with the pair. They are rated once all pairs are known, by the messages that use the pair.
 */
export class MatchedPair implements Required<PairText> {
  readonly label: string;
  readonly subject: string;
  readonly noun: 'field' | 'parameter';
  readonly isWrapper: boolean;
  readonly isFault: boolean;
  readonly old: Span | undefined;
  readonly new: Span | undefined;
  readonly findings: Finding[] = [];
  /** Pairs that are part of this one. */
  readonly parts: Set<MatchedPair> = new Set();
  /** Bits of `useOf` and `documentUse`: the directions and bindings of messages that use it. */
  uses: number;
  /** Operations that use it, set for pairs with findings. */
  readonly operations: ReachingOperation[] = [];
  /** All pairs of the comparison. */
  readonly all: MatchedPairs;

  constructor(all: MatchedPairs, text: PairText, uses: number = 0) {
    this.all = all;
    this.label = text.label;
    this.subject = text.subject ?? text.label;
    this.noun = text.noun ?? 'field';
    this.isWrapper = text.isWrapper ?? false;
    this.isFault = text.isFault ?? false;
    this.old = text.old;
    this.new = text.new;
    this.uses = uses;
  }

  /** Adds a change. The default of subject and positions is those of the pair. */
  report(
    kind: ChangeKind,
    verdict: Verdict,
    message: string,
    at: Partial<Omit<Finding, 'kind' | 'verdict' | 'message' | 'traits'>> = {},
  ): void {
    const { subject = this.subject, old = this.old, new: now = this.new } = at;
    const { help, cause, names, types, isItem } = at;
    const found = { kind, verdict, subject, message, help, cause, names, types, isItem };
    this.findings.push({ ...found, old, new: now });
  }

  /** The pair as the subject of a change. */
  get whole(): Subject {
    const { subject, label: what, old, new: now } = this;
    return { matched: this, subject, what, old, new: now };
  }

  /** A new pair that is part of this one. */
  part(text: PairText): MatchedPair {
    const part = this.all.add(text);
    this.parts.add(part);
    return part;
  }
}

/** What a change is about: a pair, or an element, attribute, header or other part of it. */
export interface Subject extends Places {
  readonly matched: MatchedPair;
  readonly subject: string;
  /** Its name in a sentence: `field 'note' in Order`. */
  readonly what: string;
  /** Name of an anonymous type there; default: `what` and `subject`. */
  readonly own?: PairText | undefined;
  /** The types of a value. */
  readonly types?: Pair<SchemaType> | undefined;
  /** Whether it is an item of a list. */
  readonly isItem?: boolean | undefined;
}

/** Adds a change. The text follows the name of the subject. */
export function reportOn(about: Subject, kind: ChangeKind, verdict: Verdict, text: string): void {
  about.matched.report(kind, verdict, `${about.what} ${text}`, about);
}

/** An operation as `Service.Operation`, with the directions and bindings of its messages. */
interface ReachingOperation {
  readonly label: string;
  readonly uses: number;
}

/** The positions of two things. */
export function placesOf(
  old: { readonly span?: Span | undefined },
  now: { readonly span?: Span | undefined },
): Places {
  return { old: old.span, new: now.span };
}

/** The bit of a direction over a binding. */
export function useOf(direction: Direction, binding: BindingKind): number {
  return 1 << (bindingKinds.indexOf(binding) + (direction === 'request' ? 0 : 4));
}

/** The bits of messages with SOAP encoding, in addition to those of their directions. */
export function inEncoding(uses: number): number {
  return (uses & 0xff) << 9;
}

/** The bit of documents of a plain XML Schema, which go from callers to servers like requests. */
export const documentUse: number = 1 << 8;

/** The bits of both directions over these bindings. */
export function bothWays(bindings: readonly BindingKind[]): number {
  return bindings.reduce(
    (uses, binding) => uses | useOf('request', binding) | useOf('response', binding),
    0,
  );
}

/** The first counterpart of an object, and the others, which few have. */
interface Entry<V> {
  readonly now: object;
  value: V;
  others?: Map<object, V>;
}

/** Values by pairs of objects of the old and the new contract, most of which occur in one pair. */
export class PairMap<V> {
  readonly #entries = new WeakMap<object, Entry<V>>();

  get({ old, new: now }: Pair<object>): V | undefined {
    const entry = this.#entries.get(old);
    return entry?.now === now ? entry.value : entry?.others?.get(now);
  }

  set({ old, new: now }: Pair<object>, value: V): void {
    const entry = this.#entries.get(old);
    if (entry === undefined) this.#entries.set(old, { now, value });
    else if (entry.now === now) entry.value = value;
    else {
      entry.others ??= new Map();
      entry.others.set(now, value);
    }
  }
}

/** The pairs of one comparison, in order of discovery. */
export class PairQueue implements MatchedPairs {
  readonly list: MatchedPair[] = [];
  readonly #byObject = new PairMap<Known[]>();
  readonly #byNamespaces = new Map<string, MatchedPair>();
  readonly #waiting: (() => void)[] = [];

  add(text: PairText, uses?: number): MatchedPair {
    const matched = new MatchedPair(this, text, uses);
    this.list.push(matched);
    return matched;
  }

  match(objects: Pair<object>, role: string, create: () => PairToCompare): MatchedPair {
    const known = this.#byObject.get(objects);
    const found = known?.find((one) => one.role === role);
    if (found !== undefined) return found.matched;
    const { text, compare } = create();
    const matched = this.add(text);
    if (known === undefined) this.#byObject.set(objects, [{ role, matched }]);
    else known.push({ role, matched });
    this.#waiting.push(() => compare(matched));
    return matched;
  }

  knows(objects: Pair<object>): boolean {
    return this.#byObject.get(objects) !== undefined;
  }

  moved(
    matched: MatchedPair,
    { old, new: now }: Pair<Named>,
    verdict: Verdict = verdicts.different,
  ): void {
    const [from, to] = [old.name.namespace, now.name.namespace];
    if (from === to) return;
    const known = entry(this.#byNamespaces, `${from}\n${to}\n${verdict}`, () => {
      const places = { old: old.span, new: now.span };
      const [before, after] = [namespaceText(from), namespaceText(to)];
      const pair = this.add({ label: before, subject: from, ...places });
      const message = `names such as '${now.name.localName}' moved from ${before} to ${after}`;
      pair.report('namespace-changed', verdict, message);
      return pair;
    });
    matched.parts.add(known);
  }

  /** Compares until nothing is left. */
  finish(): void {
    for (let next = 0; next < this.#waiting.length; next++) this.#waiting[next]?.();
  }
}

/** A pair in one of its roles. */
interface Known {
  readonly role: string;
  readonly matched: MatchedPair;
}

function entry<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

function namespaceText(namespace: string): string {
  return namespace === '' ? 'no namespace' : `namespace '${namespace}'`;
}

/** Something that may have documentation. */
interface Documented {
  readonly documentation?: string | undefined;
}

/** Reports documentation that differs in more than white space. */
export function compareDocumentation(about: Subject, old: Documented, now: Documented): void {
  if (old.documentation === now.documentation) return;
  const before = plain(old.documentation);
  const after = plain(now.documentation);
  if (before === after) return;
  const verb = before === '' ? 'added to' : after === '' ? 'removed from' : 'changed for';
  const message = `documentation ${verb} ${about.what}`;
  about.matched.report('documentation-changed', verdicts.documentation, message, about);
}

function plain(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
