import type { DiagnosticSink } from '../../../diagnostics/diagnostic.ts';
import { camelName, namespaceWord, shortHash } from '../../../names/names.ts';
import { stringLiteral } from '../../print/encode.ts';
import { type Expression, text } from '../../print/node.ts';
import type { ConstantPlan } from '../../result/plan.ts';
import type { ObjectShape, SimpleShape, ValueShape } from '../../shapes/shape.ts';
import type { Shaper } from '../../shapes/shaper.ts';
import {
  isBase64,
  isId,
  isLarge,
  isSoapArray,
  readsMore,
  shapesHolding,
} from '../../shapes/shapes-holding.ts';
import { describedConstant, description } from './constant.ts';
import type { DeclaredNames } from './declared-names.ts';

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
  /** Names of operations in the names of their functions, and words of elements. */
  readonly messageBases: ReadonlySet<string>;
  /** Whether schemas are generated. */
  readonly hasSchemas: boolean;
}

/** A type with a declaration in `types.ts`. */
export interface DescribedType {
  readonly shape: ObjectShape | SimpleShape;
  /** Its description. */
  readonly described: Expression;
}

/** The codecs of one contract, each function once, in the order of requests. */
export class PlanContext {
  readonly shaper: Shaper;
  readonly sink: DiagnosticSink;
  readonly isRepeatedRecord: WholeContract['isRepeatedRecord'];
  readonly declared: DeclaredNames;
  readonly hasSchemas: boolean;
  readonly #messageBases: ReadonlySet<string>;
  readonly #namespaceWords = new Map<string, Set<string>>();
  readonly #namespaces = new Map<string, Expression>();
  readonly #names = new Set<string>();
  readonly #types = new Map<object, DescribedType>();
  readonly #open: (() => ConstantPlan)[] = [];
  #names2: ReadonlySet<string> | undefined;
  #withBase64: ReadonlySet<ValueShape> | undefined;
  #withIds: ReadonlySet<ValueShape> | undefined;
  #large: ReadonlySet<ValueShape> | undefined;
  #withSoapArrays: ReadonlySet<ValueShape> | undefined;
  #readWithMore: ReadonlySet<ValueShape> | undefined;

  constructor(contract: WholeContract) {
    const { shaper } = contract;
    this.shaper = shaper;
    this.sink = contract.sink;
    this.isRepeatedRecord = contract.isRepeatedRecord;
    this.declared = contract.declared;
    this.hasSchemas = contract.hasSchemas;
    this.#messageBases = contract.messageBases;
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

  /** Whether values are, or contain, bytes in base64, at any depth. */
  holdsBase64(value: ValueShape): boolean {
    if (isBase64(value)) return true;
    this.#withBase64 ??= shapesHolding(this.shaper, isBase64);
    return this.#withBase64.has(value);
  }

  /** Whether values are, or contain, SOAP arrays, at any depth. */
  holdsSoapArrays(value: ValueShape): boolean {
    if (isSoapArray(value)) return true;
    this.#withSoapArrays ??= shapesHolding(this.shaper, isSoapArray);
    return this.#withSoapArrays.has(value);
  }

  /** Whether values are, or contain, objects that are worth the fast path, at any depth. */
  isLarge(value: ValueShape): boolean {
    if (isLarge(value)) return true;
    this.#large ??= shapesHolding(this.shaper, isLarge);
    return this.#large.has(value);
  }

  /** Whether values are read with more than must be written, at any depth. */
  readsMore(value: ValueShape): boolean {
    if (readsMore(value)) return true;
    this.#readWithMore ??= shapesHolding(this.shaper, readsMore);
    return this.#readWithMore.has(value);
  }

  /** Requests a function or constant. `make` is called later, on the first request for a name. */
  ensure(name: string, make: () => ConstantPlan): string {
    if (!this.#names.has(name)) {
      this.#names.add(name);
      this.#open.push(make);
    }
    return name;
  }

  /** Notes a type that `types.ts` declares. */
  noteType(shape: ObjectShape | SimpleShape, described: Expression): void {
    const { source } = shape;
    if (!this.#types.has(source)) this.#types.set(source, { shape, described });
  }

  /** Types that are declared, in the order of their first use. */
  get types(): ReadonlyMap<object, DescribedType> {
    return this.#types;
  }

  /** The constant for a namespace; a literal for no namespace. */
  namespace(namespace: string): Expression {
    const known = this.#namespaces.get(namespace);
    if (known !== undefined) return known;
    const found = namespace === '' ? text("''") : description(this.#namespaceConstant(namespace));
    this.#namespaces.set(namespace, found);
    return found;
  }

  #namespaceConstant(namespace: string): string {
    const word = namespaceWord(namespace);
    const all = this.#namespaceWords.get(word);
    const isAlone = all?.size === 1 && all.has(namespace);
    const name = isAlone ? `ns${word}` : `ns${word}$${shortHash(namespace)}`;
    return this.ensure(name, () =>
      describedConstant(name, undefined, stringLiteral(namespace), namespace),
    );
  }

  /** Name of the constant that describes a type. */
  constantName(name: string): string {
    const lower = camelName(name);
    // `Order` and `order` are both types of some contracts
    const isTaken = lower !== name && this.#typeNames.has(lower);
    return `${isTaken ? `$${name}` : lower}Type`;
  }

  /** Name of the constant that describes a message. */
  messageConstant(base: string, noun: string): string {
    const lower = camelName(base);
    const isTaken = lower !== base && this.#messageBases.has(lower);
    return `${isTaken ? `$${base}` : lower}${noun}Message`;
  }

  get #typeNames(): ReadonlySet<string> {
    this.#names2 ??= new Set([...this.shaper.used.types].map((type) => this.shaper.nameOf(type)));
    return this.#names2;
  }

  /** Plans all requested functions. */
  finish(): readonly ConstantPlan[] {
    const plans: ConstantPlan[] = [];
    // planning one may append others
    for (const make of this.#open) plans.push(make());
    return plans;
  }
}
