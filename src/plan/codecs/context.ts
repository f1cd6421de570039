import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import { camelName, namespaceWord, shortHash } from '../../names/names.ts';
import { stringLiteral } from '../print/encode.ts';
import { type Expression, text } from '../print/node.ts';
import type { CodecPlan } from '../result/plan.ts';
import type { ObjectShape, ValueShape } from '../shapes/shape.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { isId, readsMore, shapesHolding } from '../shapes/shapes-holding.ts';
import { codec, codecConstant } from './codec.ts';
import type { DeclaredNames } from './declared-names.ts';
import { codecRuntimeNames } from './runtime-names.ts';

/** The properties of the whole contract that its codecs depend on. */
export interface WholeContract {
  readonly shaper: Shaper;
  readonly sink: DiagnosticSink;
  /**
   * Whether a type is a record in lists, which needs fast code: see `repeatedRecords`.
   *
   * @param most number of child elements that may have more than simple values
   */
  readonly isRepeatedRecord: (shape: ObjectShape, most: number) => boolean;
  readonly declared: DeclaredNames;
  /**
   * Whether there are so few messages that statements to write them are shorter than tables with
   * the functions that follow these.
   */
  readonly hasFewMessages: boolean;
  /** Whether a function of a message has this name. */
  readonly isMessageFunction: (name: string) => boolean;
}

/** The codecs of one contract, each function once, in the order of requests. */
export class CodecContext {
  readonly shaper: Shaper;
  readonly sink: DiagnosticSink;
  readonly isRepeatedRecord: WholeContract['isRepeatedRecord'];
  readonly declared: DeclaredNames;
  readonly hasFewMessages: boolean;
  readonly #isMessageFunction: WholeContract['isMessageFunction'];
  readonly #namespaceWords = new Map<string, Set<string>>();
  readonly #namespaces = new Map<string, Expression>();
  readonly #names = new Set<string>();
  readonly #open: (() => CodecPlan)[] = [];
  readonly #typeFunctions = new Map<string, Map<string, string>>();
  #names2: ReadonlySet<string> | undefined;
  #withIds: ReadonlySet<ValueShape> | undefined;
  #readWithMore: ReadonlySet<ValueShape> | undefined;

  constructor(contract: WholeContract) {
    const { shaper } = contract;
    this.shaper = shaper;
    this.sink = contract.sink;
    this.isRepeatedRecord = contract.isRepeatedRecord;
    this.declared = contract.declared;
    this.hasFewMessages = contract.hasFewMessages;
    this.#isMessageFunction = contract.isMessageFunction;
    const words = this.#namespaceWords;
    for (const namespace of shaper.used.namespaces.values()) {
      const word = namespaceWord(namespace);
      words.set(word, (words.get(word) ?? new Set()).add(namespace));
    }
  }

  /** Whether values of a type are, or contain, IDs or references, at any depth. */
  holdsIds(value: ValueShape): boolean {
    if (value.kind === 'simple') return isId(value);
    this.#withIds ??= shapesHolding(this.shaper, isId);
    return this.#withIds.has(value);
  }

  /** Whether values are read with more than must be written, at any depth: see `AsRead`. */
  readsMore(value: ValueShape): boolean {
    if (readsMore(value)) return true;
    this.#readWithMore ??= shapesHolding(this.shaper, readsMore);
    return this.#readWithMore.has(value);
  }

  /** Whether a function or constant of this name is requested already. */
  isRequested(name: string): boolean {
    return this.#names.has(name);
  }

  /** Requests a function or constant. `make` is called later, on the first request for a name. */
  ensure(name: string, make: () => CodecPlan): string {
    if (!this.#names.has(name)) {
      this.#names.add(name);
      this.#open.push(make);
    }
    return name;
  }

  /** The constant for a namespace; a literal for no namespace. */
  namespace(namespace: string): Expression {
    const known = this.#namespaces.get(namespace);
    if (known !== undefined) return known;
    const found = namespace === '' ? text("''") : codec(this.#namespaceConstant(namespace));
    this.#namespaces.set(namespace, found);
    return found;
  }

  #namespaceConstant(namespace: string): string {
    const word = namespaceWord(namespace);
    const all = this.#namespaceWords.get(word);
    const isAlone = all?.size === 1 && all.has(namespace);
    const name = isAlone ? `ns${word}` : `ns${word}$${shortHash(namespace)}`;
    return this.ensure(name, () =>
      codecConstant(name, undefined, stringLiteral(namespace), namespace),
    );
  }

  /** Name of a type's function, different from those of messages and of the runtime. */
  typeFunction(verb: string, name: string): string {
    // called for each place of a type
    const known = this.#typeFunctions.get(verb) ?? new Map<string, string>();
    const before = known.get(name);
    if (before !== undefined) return before;
    this.#typeFunctions.set(verb, known);
    const plain = verb + name;
    const isTaken = this.#isMessageFunction(plain) || codecRuntimeNames.has(plain);
    const free = isTaken ? `${plain}$Type` : plain;
    known.set(name, free);
    return free;
  }

  /** Name of the constant that describes a type. */
  constantName(name: string): string {
    const lower = camelName(name);
    // `Order` and `order` are both types of some contracts
    const isTaken = lower !== name && this.#typeNames.has(lower);
    return `${isTaken ? `$${name}` : lower}Type`;
  }

  get #typeNames(): ReadonlySet<string> {
    this.#names2 ??= new Set([...this.shaper.used.types].map((type) => this.shaper.nameOf(type)));
    return this.#names2;
  }

  /** Name of a message's function. */
  messageFunction(verb: string, name: string, noun: string): string {
    const plain = verb + name + noun;
    return codecRuntimeNames.has(plain) ? `${plain}$Message` : plain;
  }

  /** Plans all requested functions. */
  finish(): readonly CodecPlan[] {
    const plans: CodecPlan[] = [];
    // planning one may append others
    for (const make of this.#open) plans.push(make());
    return plans;
  }
}
