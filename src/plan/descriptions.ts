import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { ElementDeclaration } from '../model/xsd/schema.ts';
import { camelName, namespaceWord, shortHash } from '../names/identifiers.ts';
import { isIdentifier, stringLiteral, stringNode } from '../print/encode.ts';
import {
  type CallNode,
  callWith,
  type Expression,
  type Given,
  joinNames,
  memberNode,
  named,
  node,
  type TypeNode,
} from '../print/node.ts';
import type { BodyShape } from './messages.ts';
import { fieldsAlwaysRead } from './object-shape.ts';
import type { ConstantPlan } from './result.ts';
import type {
  AnyField,
  ArrayShape,
  ContentField,
  GroupShape,
  ObjectShape,
  ShapeField,
  SimpleShape,
  ValueShape,
} from './shape.ts';
import { builtinOf, type Shaper } from './simple-shape.ts';

/** A call at the top of a file, which bundlers drop if nothing uses its result. */
export function pure(name: string, ...items: readonly Given[]): CallNode {
  return callWith({ ...runtime(name), flat: `/* @__PURE__ */ ${name}` }, items);
}

/** One direction of an operation. */
export interface DescribedMessage {
  readonly body: BodyShape;
  /** Type of the value; `undefined` if there is none. */
  readonly type: TypeNode | undefined;
  readonly encoded: boolean;
  readonly direction: 'request' | 'response';
  readonly namespace: string;
  /** Name of the operation in the names of its functions. */
  readonly base?: string;
}

/** Gives the descriptions of types, which refer to each other. */
export interface Describer {
  readonly context: PlanContext;
  /** The description of a simple type; without the check of IDs, which the type around it has. */
  readonly simple: (shape: SimpleShape) => Expression;
  /** The constant that describes an object or array type. */
  readonly value: (shape: ObjectShape | ArrayShape) => Expression;
}

/** The runtime has a few hundred names, each used very often. */
const runtimeNodes = new Map<string, Expression>();

/** A function, constant or class of the runtime. */
export function runtime(name: string): Expression {
  const known = runtimeNodes.get(name);
  if (known !== undefined) return known;
  const created = named('runtime', name);
  runtimeNodes.set(name, created);
  return created;
}

/** Another constant of `descriptions.ts`. */
export function description(name: string): Expression {
  return named('descriptions', name);
}

/** The name of `descriptions.ts` where another file imports it whole. */
export const descriptionsAlias = '$descriptions';

/** A description in another file. What the runtime has keeps its name there. */
export function imported(described: Expression): Expression {
  if (described.kind !== 'name' || described.from !== 'descriptions') return described;
  return named('descriptions', described.name, `${descriptionsAlias}.${described.flat}`);
}

/** A property of an expression. */
export function property(object: Given, name: string): Expression {
  return memberNode(object, name, isIdentifier(name) ? `.${name}` : `[${stringLiteral(name)}]`);
}

/**
 * A constant of `descriptions.ts`.
 *
 * @param type omitted if it follows from the value
 */
export function describedConstant(
  name: string,
  type: Given | undefined,
  value: Given,
  namespace: string,
): ConstantPlan {
  const [declared, given] = [type === undefined ? undefined : node(type), node(value)];
  const names = joinNames(declared === undefined ? [given] : [given, declared]);
  return { exported: false, name, type: declared?.flat, value: given, names, namespace };
}

/** A shape that contains others. */
type Holder = ObjectShape | ArrayShape;

/** Whether values themselves are, or contain, `xs:ID` or `xs:IDREF`. */
function isId(value: ValueShape): boolean {
  return value.kind === 'simple' && value.ids;
}

/** Whether values are bytes in base64, which can be sent beside a message. */
function isBase64(value: ValueShape): boolean {
  if (value.kind !== 'simple' || value.atomic !== 'Uint8Array') return false;
  return value.source.variety === 'atomic' && builtinOf(value.source) === 'base64Binary';
}

/**
 * Whether values are read with more than must be written: `$type`, fixed values, or defaults of
 * attributes.
 */
function readsMore(value: ValueShape): boolean {
  return value.kind === 'object' && (value.family !== undefined || readsMoreFields(value));
}

function readsMoreFields({ fields, content }: ObjectShape | GroupShape): boolean {
  if (fieldsAlwaysRead(fields, content).length > 0) return true;
  return fields.some((field) => field.kind === 'group' && readsMoreFields(field.group));
}

/** Whether values are SOAP arrays. */
function isSoapArray(value: ValueShape): boolean {
  return value.kind === 'array' && value.soap;
}

/** Objects with as many children are read faster where their tags are expected. */
const manyChildren = 4;

/** Whether values gain by the fast path: objects with many children, or lists of objects. */
function isLarge(value: ValueShape): boolean {
  if (value.kind === 'array') return value.item.value.kind === 'object';
  if (value.kind !== 'object') return false;
  const elements = value.fields.filter(({ kind }) => kind !== 'attribute');
  return elements.length >= manyChildren || elements.some(isListOfObjects);
}

function isListOfObjects(field: ShapeField): boolean {
  if (field.kind === 'group') return true;
  return field.kind === 'element' && field.repeated && field.place.value.kind === 'object';
}

/** Object and array types that contain certain values at any depth. Each shape is visited once. */
function shapesHolding(
  shaper: Shaper,
  isOne: (value: ValueShape) => boolean,
): ReadonlySet<ValueShape> {
  const outer = new Map<ValueShape, Holder[]>();
  const found = new Set<ValueShape>();
  const open: Holder[] = [];
  // many types may contain the same one
  const known = new Map<ValueShape, boolean>();
  const isKnownOne = (value: ValueShape): boolean => {
    const is = known.get(value) ?? isOne(value);
    known.set(value, is);
    return is;
  };
  const visit = (value: ValueShape): void => {
    if (value.kind !== 'object' && value.kind !== 'array') return;
    if (outer.has(value)) return;
    outer.set(value, []);
    open.push(value);
  };
  for (const type of shaper.used.types) {
    if (type.kind === 'complex') visit(shaper.value(type));
  }
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const value of valuesIn(holder)) {
      visit(value);
      if (isKnownOne(value)) found.add(holder);
      outer.get(value)?.push(holder);
    }
  }
  // the set grows during the loop
  for (const value of found) for (const holder of outer.get(value) ?? []) found.add(holder);
  return found;
}

/** Values directly inside a type, including those of types that can replace it. */
function valuesIn(holder: Holder): readonly ValueShape[] {
  if (holder.kind === 'array') return [holder.item.value];
  const { base, family, ownFields } = holder;
  // the fields of its base are found in that, and types that replace others in these
  const derived = family?.derived.map(({ shape }) => shape) ?? [];
  const values: ValueShape[] = base === undefined ? derived : [base, ...derived];
  for (const field of ownFields) addValues(field, values);
  return values;
}

function addValues(field: ShapeField | ContentField, values: ValueShape[]): void {
  switch (field.kind) {
    case 'attribute':
    case 'text':
      values.push(field.shape);
      return;
    case 'element':
      values.push(field.place.value);
      return;
    case 'head':
      for (const { place } of field.head.alternatives) values.push(place.value);
      return;
    case 'group':
      for (const inner of field.group.fields) addValues(inner, values);
  }
}

/** The properties of the whole contract that its descriptions depend on. */
interface WholeContract {
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

/** The descriptions of one contract, each constant once, in the order of requests. */
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
    const found =
      namespace === '' ? stringNode('') : description(this.#namespaceConstant(namespace));
    this.#namespaces.set(namespace, found);
    return found;
  }

  #namespaceConstant(namespace: string): string {
    const word = namespaceWord(namespace);
    const all = this.#namespaceWords.get(word);
    const isAlone = all?.size === 1 && all.has(namespace);
    const name = isAlone ? `ns${word}` : `ns${word}$${shortHash(namespace)}`;
    return this.ensure(name, () =>
      describedConstant(name, undefined, stringNode(namespace), namespace),
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

/** Names that generated readers look up in messages. */
export interface DeclaredNames {
  /** Whether requests may be read strictly, which only servers do. */
  readonly strict: boolean;
  /** Types of text alone, complex ones without attributes among them, by namespace. */
  readonly simpleTypes: ReadonlyMap<string, readonly string[]>;
  /** Complex types with text and attributes. */
  readonly textTypes: ReadonlyMap<string, readonly string[]>;
  /** Global elements that a wildcard may accept; `undefined` if no wildcard is checked. */
  readonly elements: readonly ElementDeclaration[] | undefined;
}

/**
 * Whether strict readers check the elements that a wildcard accepts. Not in a DataSet, whose
 * wildcards have special names, and whose messages include their own schema.
 */
export function isChecked({ wildcard, property }: AnyField): boolean {
  return wildcard.processContents !== 'skip' && property.startsWith('$any');
}
