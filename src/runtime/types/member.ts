import { notWritable } from '../values/text.ts';
import { xsiType } from '../xml/capture.ts';
import {
  deviate,
  isNil,
  listAt,
  locate,
  nameOffset,
  noteMeant,
  openPlace,
  refuseNil,
  START,
  skipBlanks,
  TEXT,
  XmlError,
  type XmlQName,
  XmlValueError,
  XSI_NAMESPACE,
} from '../xml/errors.ts';
import type { NameCheck, XmlReader } from '../xml/reader.ts';
import { EncodeError, notEncodable, orEmpty, within } from '../xml/writer.ts';
import {
  type ArrayType,
  type Branches,
  Child,
  type ChoiceCheck,
  type Count,
  DescribedObject,
  type Detail,
  type ElementPlace,
  type Family,
  type Field,
  flatten,
  isBranches,
  isRequired,
  type Member,
  type NilForm,
  type ObjectType,
  propertyNameOf,
  type ReadItem,
  type Slots,
  type Type,
  type TypeCheck,
  type TypeForm,
  typeTag,
  type Values,
} from './description.ts';
import {
  asList,
  asObject,
  type Message,
  missedError,
  skipUnreadable,
  writeElement,
  writeFields,
  writeList,
} from './message.ts';
import { childValue } from './object.ts';
import {
  abstractType,
  givenType,
  noContent,
  otherType,
  ownArray,
  ownType,
  typeError,
} from './value.ts';

/** An element that may come any number of times, or as often as `min` and `max` say. */
export function repeated(name: string, type: Type, detail: Detail = {}): Field {
  const isLimited = detail.min !== undefined || detail.max !== undefined;
  const count = isLimited ? limits : undefined;
  return { kind: 'element', name, type, min: 0, max: Infinity, list: true, count, ...detail };
}

/**
 * Exactly one of several members.
 *
 * @param optional `'optional'` if there may be none
 */
export function choice(members: readonly Member[], optional?: 'optional'): Branches {
  return { kind: 'choice', members, check: choiceCheck, ...(optional && { optional: true }) };
}

/** Members that belong together inside a choice. */
export function sequence(members: readonly Member[]): Branches {
  return { kind: 'sequence', members };
}

/** Properties that may be there together: their places, and whether each is required. */
export type Branch = ReadonlyMap<string, { readonly slot: number; readonly required: boolean }>;

/** A choice with more branches is not told apart. */
const maxBranches = 64;

/** Every set of properties that a member allows; `undefined` where there are too many. */
function branchesOf(member: Member, slots: Slots): readonly Branch[] | undefined {
  if (!isBranches(member)) {
    const property = propertyNameOf(member);
    const slot = slots.get(property) ?? 0;
    return [new Map([[property, { slot, required: isRequired(member) }]])];
  }
  if (member.kind === 'choice') return alternativesOf(member, slots);
  let all: Branch[] = [new Map()];
  for (const one of member.members) {
    const branches = branchesOf(one, slots);
    if (branches === undefined || all.length * branches.length > maxBranches) return undefined;
    all = all.flatMap((before) => branches.map((branch) => new Map([...before, ...branch])));
  }
  return all;
}

/** Every set of properties that a choice allows; `undefined` where there are too many. */
export function alternativesOf(
  { members, optional }: Branches,
  slots: Slots,
): readonly Branch[] | undefined {
  const found: Branch[] = [];
  for (const one of members) {
    const inner = branchesOf(one, slots);
    if (inner === undefined) return undefined;
    found.push(...inner);
  }
  const distinct = withoutTwins(found);
  if (optional && !distinct.some(isOptional)) distinct.push(new Map());
  const isLarge = distinct.length > maxBranches && !distinct.every(({ size }) => size <= 1);
  return isLarge ? undefined : distinct;
}

function isOptional(branch: Branch): boolean {
  return [...branch.values()].every(({ required }) => !required);
}

/** Merges branches that consist of only the same property. */
function withoutTwins(branches: readonly Branch[]): Branch[] {
  const singles = new Map<string, number>();
  const found: Branch[] = [];
  for (const branch of branches) {
    const [only, ...others] = branch;
    if (only === undefined || others.length > 0) {
      found.push(branch);
      continue;
    }
    const [property, { slot, required }] = only;
    const known = singles.get(property);
    const before = known === undefined ? undefined : found[known]?.get(property);
    if (known === undefined || before === undefined) {
      singles.set(property, found.length);
      found.push(branch);
    } else found[known] = new Map([[property, { slot, required: required && before.required }]]);
  }
  return found;
}

/** Counts the branches of a choice that are there. */
interface Counted {
  /** Properties of the branches, for messages. */
  readonly names: string;
  readonly optional: boolean;
  /** Gives 2 for parts of several. */
  readonly count: (values: Values) => number;
}

function counted(branches: Branches, slots: Slots): Counted | undefined {
  const all = branchesOf(branches, slots);
  if (all === undefined) return undefined;
  const given = all.filter(({ size }) => size > 0);
  const optional = branches.optional === true || all.some(isOptional);
  const names = branchList(given.map((branch) => branch.keys()));
  const isSingle = given.every(({ size }) => size === 1);
  const count = isSingle ? countSingle(given) : countExact(given, optional);
  return { names, optional, count };
}

/** Counts the properties that are there, each a branch of its own. */
function countSingle(branches: readonly Branch[]): Counted['count'] {
  const slots = branches.flatMap((branch) => [...branch.values()].map(({ slot }) => slot));
  return (values) => {
    let chosen = 0;
    for (let at = 0; at < slots.length; at += 1) {
      if (values[slots[at] as number] !== undefined) chosen += 1;
    }
    return chosen;
  };
}

/** Finds a branch that is complete, without properties of the others. */
function countExact(branches: readonly Branch[], optional: boolean): Counted['count'] {
  const every = new Set(branches.flatMap((branch) => [...branch.values()].map(({ slot }) => slot)));
  const exact = branches.map((branch) => {
    const own = [...branch.values()];
    const may = own.map(({ slot }) => slot);
    const must = own.filter(({ required }) => required).map(({ slot }) => slot);
    return { may, must, not: [...every].filter((slot) => !may.includes(slot)) };
  });
  return (values) => {
    const isThere = (slot: number): boolean => values[slot] !== undefined;
    const isComplete = exact.some(
      ({ may, must, not }) => must.every(isThere) && !not.some(isThere) && may.some(isThere),
    );
    if (isComplete) return 1;
    // choosing nothing is allowed, part of a branch is not
    return optional && [...every].some(isThere) ? 2 : 0;
  };
}

const choiceCheck: ChoiceCheck = {
  read: (branches, slots) => {
    const how = counted(branches, slots);
    return (values, reader) => {
      const chosen = how?.count(values) ?? 1;
      if (how !== undefined && chosen !== 1) {
        checkChoiceRead(chosen, how.names, how.optional, reader);
      }
    };
  },
  write: (branches, slots) => {
    const how = counted(branches, slots);
    return (values) => {
      const chosen = how?.count(values) ?? 1;
      if (how !== undefined && chosen !== 1) checkChoice(chosen, how.names, how.optional);
    };
  },
};

/** Branches of a choice, and properties of a branch, that a message names. */
const mostNamed = 8;

/**
 * The branches of a choice, for messages.
 *
 * @param branches the properties of each
 */
export function branchList(branches: readonly Iterable<string>[]): string {
  const texts = branches.map((branch) => {
    const names = Array.from(branch, (property) => `'${property}'`);
    return names.length > 1 ? `(${shortened(names, ' and ')})` : names.join('');
  });
  return shortened([...new Set(texts)].filter(Boolean), ', ');
}

/** The first of several texts, and how many more there are. */
function shortened(texts: readonly string[], joint: string): string {
  const more = texts.length - mostNamed;
  return more > 0 ? `${texts.slice(0, mostNamed).join(joint)} and ${more} more` : texts.join(joint);
}

/**
 * Checks that exactly one branch of a choice is present in a value.
 *
 * @param count number of branches present
 * @param names of the branches, for the message
 * @param optional whether there may be none
 */
export function checkChoice(count: number, names: string, optional: boolean): void {
  if (count === 1 || (count === 0 && optional)) return;
  throw new EncodeError(`${expectation(optional)} of ${names} must be given.`);
}

/** Checks that exactly one branch of a choice was read. */
export function checkChoiceRead(
  count: number,
  names: string,
  optional: boolean,
  reader: XmlReader,
): void {
  if (count === 1 || (count === 0 && optional)) return;
  const message = `${expectation(optional)} of ${names} must be there.`;
  deviate(reader, new XmlValueError(message, count === 0 ? 'missing' : 'value'));
}

function expectation(optional: boolean): string {
  return optional ? 'At most one' : 'Exactly one';
}

/** A repeated choice or sequence: a list with an object for each turn. */
export function group(property: string, turn: Member, detail?: Detail): Field {
  let taken: readonly Field[] | undefined;
  const types = new Map<string, ObjectType>();
  return {
    kind: 'group',
    name: property,
    min: 0,
    max: Infinity,
    list: true,
    turn,
    count: limits,
    taken: () => {
      taken ??= flatten([turn]).fields.flatMap((field) => field.taken?.() ?? [field]);
      return taken;
    },
    write: (value, { scope, outer }) => {
      if (!isObject(value)) throw notEncodable('an object', value);
      const type = types.get(scope) ?? new DescribedObject('', '', () => [turn], { scope });
      types.set(scope, type);
      return writeFields(value, type, outer);
    },
    ...detail,
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Elements of which one is there: a substitution group. Each is an object with one property. */
export function head(
  property: string,
  alternatives: () => readonly Field[],
  detail?: Detail,
): Field {
  const known = new Map<string, readonly Child[]>();
  return {
    kind: 'head',
    name: property,
    min: 1,
    max: 1,
    taken: alternatives,
    count: (detail?.max ?? 1) > 1 ? limits : undefined,
    write: (value, { scope, outer }) => {
      const given = asObject(value) as Readonly<Record<string, unknown>>;
      const key = `${scope} ${outer}`;
      const place = { slot: 0, scope, outer, required: true };
      const children = known.get(key) ?? alternatives().map((one) => new Child(one, place));
      known.set(key, children);
      for (const child of children) {
        const { property: name } = child;
        if (given[name] === undefined) continue;
        try {
          return writeElement(given[name], child);
        } catch (error) {
          throw within(error, name);
        }
      }
      const names = alternatives().map((one) => `'${propertyNameOf(one)}'`);
      throw notWritable(`must have one of ${names.join(', ')}`);
    },
    ...detail,
  };
}

/** Limits on the number of items (XML Schema 1, 3.9.4). */
export const limits: Count = {
  read: (list, field, reader) => {
    const { min, max, kind, name } = field;
    const label = kind === 'element' ? name : propertyNameOf(field);
    checkCount(list?.length, [min, max], label, reader);
  },
  write: (list, { min, max }) => asListOf(list, [min, max]),
};

/** How many items a list may have (`minOccurs`, `maxOccurs`). */
type CountLimits = readonly [min: number, max: number];

function inWords([min, max]: CountLimits): string {
  const items = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;
  if (min === max) return items(min);
  if (max === Number.POSITIVE_INFINITY) return `at least ${items(min)}`;
  return min === 0 ? `at most ${items(max)}` : `${min} to ${items(max)}`;
}

/** A value that must be an array with as many items as the schema allows (XML Schema 1, 3.9.4). */
export function asListOf<T>(value: readonly T[], allowed: CountLimits): readonly T[] {
  const { length } = asList(value);
  if (length >= allowed[0] && length <= allowed[1]) return value;
  throw new EncodeError(`The value must have ${inWords(allowed)}, not ${length}.`);
}

/**
 * Checks that as many elements were read as the schema allows.
 *
 * @param count number of elements read; `undefined` for none, which is valid for an optional list
 */
export function checkCount(
  count: number | undefined,
  allowed: CountLimits,
  name: string,
  reader: XmlReader,
): void {
  if (count === undefined || (count >= allowed[0] && count <= allowed[1])) return;
  const message = `The list '${name}' must have ${inWords(allowed)}, not ${count}.`;
  deviate(reader, new XmlValueError(message, count < allowed[0] ? 'missing' : 'value'));
}

/**
 * Skips an element that is nil and must be empty (XML Schema 1, 3.3.4, clause 3.2.1). Only strict
 * readers refuse one that is not; those of clients note a deviation.
 */
export function nilValue(reader: XmlReader): null {
  const { rawName, strict, deviations } = reader;
  if (!strict && deviations === undefined) {
    noContent(reader);
    return null;
  }
  for (let token = reader.next(); token === START || token === TEXT; token = reader.next()) {
    if (token === START) reader.unknown();
    else if (reader.textValue !== '') {
      const error = new XmlValueError(`Element '${rawName}' is nil, and must be empty.`);
      if (strict || deviations?.strict) throw locate(reader, error);
      deviations?.add(openPlace(reader), error.message);
    }
  }
  return null;
}

/**
 * Whether the element whose START was just read is nil and has no other attributes.
 *
 * @param known `{namespace}local` of the attributes that count; by default all but those of XML
 *   Schema itself
 */
export function isOnlyNil(reader: XmlReader, known?: readonly string[]): boolean {
  if (!isNil(reader)) return false;
  return !reader.attributes.some(({ namespace, local }) =>
    known === undefined ? namespace !== XSI_NAMESPACE : known.includes(`{${namespace}}${local}`),
  );
}

/** Whether a value represents a nil element with attributes. */
export function isNilled<T>(value: T): value is Extract<T, { readonly $nil: true }> {
  return typeof value === 'object' && value !== null && '$nil' in value && value.$nil === true;
}

/** A nil element, which is `null` (XML Schema 1, 2.6.2). */
export const nil: NilForm = {
  test: isNil,
  read: nilValue,
  write: (value, { start }) => (value === null ? `${start} xsi:nil="true" />` : undefined),
};

/** A value that is `null` if it is nil or left out, which it is when written (SOAP 1.1, 5.6). */
export const leftOut: NilForm = {
  test: isNil,
  read: nilValue,
  write: (value) => (value === null ? '' : undefined),
};

/** What else is known of an array. */
interface ArrayDetail {
  readonly scope: string;
  readonly tagged?: boolean;
  readonly rank?: number;
}

/** An element with items inside, in TypeScript an array. */
export class DescribedArray implements ArrayType {
  readonly kind = 'array';
  readonly name: string;
  readonly namespace: string;
  readonly item: () => Field;
  readonly scope: string;
  readonly form: TypeForm;
  readonly rank: number;
  #children: readonly Child[] = [];

  constructor(
    name: string,
    namespace: string,
    item: () => Field,
    { scope, tagged = false, rank = 1 }: ArrayDetail,
  ) {
    this.name = name;
    this.namespace = namespace;
    this.item = item;
    this.scope = scope;
    this.rank = rank;
    this.form = { plain: false, tagged, constant: false };
  }

  /** How an item is read, and written where `outer` is the default namespace. */
  child(outer: string): Child {
    const known = this.#children.find((one) => one.outer === outer);
    if (known !== undefined) return known;
    const { scope } = this;
    const child = new Child(this.item(), { slot: 0, scope, outer, required: true });
    this.#children = [...this.#children, child];
    return child;
  }

  /** Reads the items of the element whose START was just read, and its END. */
  read(reader: XmlReader, readItem: ReadItem): unknown {
    if (this.name === '') ownType(reader);
    else ownArray(reader, this.name, this.namespace);
    const child = this.child(this.scope);
    const { name, namespace, field } = child;
    const items = listAt<unknown>(reader, reader.depth);
    const { encoded, deviations, defaults } = reader;
    let near: XmlQName | undefined;
    let other: XmlQName | undefined;
    while (reader.nextTag() === START) {
      if (reader.local === name && reader.namespace === namespace) {
        items.push(readItem(reader, child as never));
      } else if (reader.local === name && (encoded !== undefined || deviations?.lenient === true)) {
        if (encoded === undefined) noteMeant(reader, namespace, name);
        items.push(readItem(reader, child as never));
      } else {
        if (reader.local === name) near ??= reader.name;
        other ??= reader.name;
        reader.unknown(namespace, name);
      }
    }
    const instead = near ?? (items.length === 0 ? other : undefined);
    if (instead !== undefined && !defaults) {
      const error = missedError(name, instead);
      error.property = name;
      // no item is left for a lenient reader
      if (near === undefined) error.fatal = true;
      throw locate(reader, error);
    }
    field.count?.read(items, field, reader);
    return items;
  }

  /** Writes the items as the content of an element. */
  write(value: unknown, { open, close, inside }: ElementPlace): string {
    const content = writeList(value, this.child(inside));
    return open + (content === '' ? orEmpty('') : content) + close;
  }
}

/**
 * An array of ASMX: a type with one repeated element.
 *
 * @param item gives the element, with limits on the number of items
 * @param scope the namespace of its elements, if that is not its own
 */
export function array(
  name: string,
  namespace: string,
  item: () => Field,
  scope: string = namespace,
): ArrayType {
  return new DescribedArray(name, namespace, item, { scope });
}

/** The check of an ASMX array that is an object in TypeScript: .NET does not look at its type. */
export const keptArray: TypeCheck = (reader, { name, namespace }) =>
  ownArray(reader, name, namespace);

/** A value of a type that may be told by `$type`. */
interface Typed {
  readonly $type?: string;
}

/**
 * A type that others may stand in for.
 *
 * @param derived gives the type itself, if it is not abstract, and those that derive from it
 *   directly; those that derive from these may stand in for it, too
 */
export function family(literal: string, derived: () => readonly ObjectType[]): Family {
  let members: readonly ObjectType[] | undefined;
  const all = (): readonly ObjectType[] => {
    members ??= [...below(derived)].filter((one) => !one.abstract);
    return members;
  };
  return { literal, derived, members: all, choose, chooseWritten };
}

/** A type that only some of its derived types may stand in for. */
export function someOf(literal: string, members: () => readonly ObjectType[]): Family {
  return { literal, derived: members, members, choose, chooseWritten };
}

function below(derived: () => readonly ObjectType[]): ReadonlySet<ObjectType> {
  const found = new Set(derived());
  // the set grows during the loop
  for (const { family } of found) {
    if (family === undefined || family.derived === derived) continue;
    for (const one of family.derived()) found.add(one);
  }
  return found;
}

const noTypes = (): readonly ObjectType[] => [];

/** A type that may stand in for another one, and nothing for it. */
export function member(literal: string): Family {
  return {
    literal,
    derived: noTypes,
    members: noTypes,
    choose: undefined,
    chooseWritten: chooseItself,
  };
}

/** As {@link otherType}, for an abstract declared type: a lenient reader skips the element. */
function unknownType(reader: XmlReader, type: XmlQName): never {
  otherType(reader, type);
  return skipUnreadable(reader);
}

/** The error for a `$type` that is not allowed here. */
function wrongType(names: string): EncodeError {
  return new EncodeError(`Expected one of ${names}.`, '$type');
}

/** Refuses a `$type` other than that of the type being written. It may be omitted. */
function checkType(value: { readonly $type?: string | undefined }, literal: string): void {
  if (value.$type !== undefined && value.$type !== literal) throw wrongType(`'${literal}'`);
}

/**
 * The reader, if the type of the element whose START was just read is allowed: its element
 * declaration may block others (XML Schema 1, 3.3.4).
 *
 * @param types `{namespace}local` of each allowed type
 */
function onlyTypes(reader: XmlReader, types: readonly string[]): XmlReader {
  const type = xsiType(reader);
  if (type !== undefined && !types.includes(`{${type.namespace}}${type.local}`)) {
    otherType(reader, type);
  }
  return reader;
}

/** A value whose `$type` must be one of those allowed here. */
function onlyTyped<T extends { readonly $type?: string | undefined }>(
  value: T,
  types: readonly (string | undefined)[],
): T {
  if (types.includes(value.$type)) return value;
  const names = types.filter((one) => one !== undefined).map((one) => `'${one}'`);
  throw wrongType(names.join(', '));
}

function choose(reader: XmlReader, type: ObjectType): ObjectType | undefined {
  const given = givenType(reader);
  const members = type.family?.members() ?? [];
  const isConcrete = members.includes(type);
  if (given === undefined) {
    return isConcrete ? type : abstractType(reader, type.name, type.namespace);
  }
  const found = memberNamed(members, given.namespace, given.local);
  if (found !== undefined) return found;
  if (!isConcrete) return unknownType(reader, given);
  otherType(reader, given);
  return type;
}

/** The member with a name. */
export function memberNamed(
  members: readonly ObjectType[],
  namespace: string,
  local: string,
): ObjectType | undefined {
  return members.find((one) => one.name === local && one.namespace === namespace);
}

/** The member with the `$type` of a value, which may be omitted for the declared type. */
export function memberOf(value: object, type: ObjectType): ObjectType {
  const { $type } = value as Typed;
  const members = type.family?.members() ?? [];
  const isDeclared = $type === undefined && members.includes(type);
  const found = isDeclared ? type : members.find((one) => one.family?.literal === $type);
  if (found !== undefined) return found;
  throw wrongType(members.map((one) => `'${one.family?.literal}'`).join(', '));
}

function chooseWritten(
  value: object,
  type: ObjectType,
  scope: string,
): ReturnType<Family['chooseWritten']> {
  const { $type } = value as Typed;
  // nearly always the declared type
  if (!type.abstract && ($type === undefined || $type === type.family?.literal)) {
    return { type, tag: '' };
  }
  const found = memberOf(value, type);
  return { type: found, tag: found === type ? '' : typeTag(found, scope) };
}

function chooseItself(value: object, type: ObjectType): ReturnType<Family['chooseWritten']> {
  checkType(value as Typed, type.family?.literal ?? '');
  return { type, tag: '' };
}

/** An element that blocks some of the types that may stand in for its own (XML Schema 1, 3.3.4). */
export function allowing(field: Field, types: () => readonly ObjectType[]): Field {
  const plain = new Map<string, Child>();
  const plainOf = ({ slot, scope, outer, required }: ElementPlace): Child => {
    const known = plain.get(outer) ?? new Child(field, { slot, scope, outer, required });
    plain.set(outer, known);
    return known;
  };
  const readAllowed = (reader: XmlReader): XmlReader => {
    const names = types().map(({ namespace, name }) => `{${namespace}}${name}`);
    return onlyTypes(reader, names);
  };
  const writeAllowed = (value: object): never => {
    const all = types();
    const literals = all.map((one) => one.family?.literal);
    if (all.includes(field.type as ObjectType)) literals.unshift(undefined);
    return onlyTyped(value, literals) as never;
  };
  const { nil } = field;
  return {
    ...field,
    allowed: types,
    nil: nil && {
      ...nil,
      read: (reader, type) => nil.read(readAllowed(reader), type),
      write: (value, place) => nil.write(isNilled(value) ? writeAllowed(value) : value, place),
    },
    read: (reader, child) => childValue(readAllowed(reader), plainOf(child)),
    write: (value, child) => writeElement(writeAllowed(value), plainOf(child)),
  };
}

/** The same for an element of its own. */
export function allowingRoot<T>(root: Message<T>, types: () => readonly ObjectType[]): Message<T> {
  return { ...root, fields: () => root.fields().map((field) => allowing(field, types)) };
}

/** The parts of a contract that messages refer to by name. */
export interface ContractNames {
  /** Whether the contract has no other names, so that strict readers refuse others. */
  readonly whole?: boolean;
  /** Alternately a namespace and the simple types in it, separated by spaces. */
  readonly simpleTypes?: readonly string[];
  /** Complex types with text and attributes, in the same form. */
  readonly textTypes?: readonly string[];
  /**
   * Global elements that wildcards allow, alternately `{namespace}local` and the reader of the
   * element. `null` for a declared element without generated code for its content.
   */
  readonly elements?: readonly (string | ElementReader | null)[];
}

/** Reads the element whose START was just read. */
type ElementReader = (reader: XmlReader) => unknown;

const schema = 'http://www.w3.org/2001/XMLSchema';
/** Namespaces of simple types that contracts use without declaring them. */
const others = [
  'http://schemas.xmlsoap.org/soap/encoding/',
  'http://www.w3.org/2003/05/soap-encoding',
  'http://microsoft.com/wsdl/types/',
];

/** Simple types of XML Schema (part 2, section 3). */
const builtins =
  'anySimpleType string normalizedString token language Name NCName NMTOKEN NMTOKENS ID ' +
  'IDREF IDREFS ENTITY ENTITIES anyURI QName NOTATION boolean decimal integer ' +
  'nonPositiveInteger negativeInteger nonNegativeInteger positiveInteger long int short ' +
  'byte unsignedLong unsignedInt unsignedShort unsignedByte float double duration ' +
  'dateTime time date gYearMonth gYear gMonthDay gDay gMonth hexBinary base64Binary';

/** Whether a list of namespaces and names contains a name. */
function has(list: readonly string[] = [], { namespace, local }: XmlQName): boolean {
  for (let at = 0; at + 1 < list.length; at += 2) {
    if (list[at] === namespace && list[at + 1]?.split(' ').includes(local)) return true;
  }
  return false;
}

/** Looks up the names of one contract while a message is read. */
class DeclaredNames implements NameCheck<XmlReader> {
  readonly #all: ContractNames;
  /** Whether an element that matches a wildcard is being read only to check it. */
  checking = false;
  #elements: Map<string, ElementReader | null> | undefined;

  constructor(names: ContractNames) {
    this.#all = names;
  }

  /** Whether unknown names are errors. */
  get whole(): boolean {
    return this.#all.whole === true;
  }

  /**
   * The reader of an element that wildcards allow; `null` if it has none, `undefined` if the
   * element is not declared.
   */
  elementReader(name: string): ElementReader | null | undefined {
    if (this.#elements === undefined) {
      const { elements = [] } = this.#all;
      this.#elements = new Map();
      for (let at = 0; at + 1 < elements.length; at += 2) {
        const read = elements[at + 1];
        if (typeof read !== 'string' && read !== undefined) {
          this.#elements.set(String(elements[at]), read);
        }
      }
    }
    return this.#elements.get(name);
  }

  /**
   * Checks the `xsi:type` of the element whose START was just read, and which is read as a simple
   * type.
   *
   * @throws XmlValueError the type and the element have attributes, which would be lost; in
   *   strict readers also a type that the contract does not have, and a nil element
   */
  checkText(reader: XmlReader): void {
    refuseNil(reader);
    let known = true;
    let loses = false;
    const error = typeError(reader, (type) => {
      if (type.namespace === schema) known = builtins.split(' ').includes(type.local);
      else if (has(this.#all.textTypes, type)) loses = true;
      else known = others.includes(type.namespace) || has(this.#all.simpleTypes, type);
      return known;
    });
    if (error !== undefined && reader.strict && this.whole) throw locate(reader, error);
    if (!loses || !reader.attributes.some(({ namespace }) => namespace !== XSI_NAMESPACE)) return;
    const message = `The attributes of <${reader.rawName}> cannot be kept: its type has none.`;
    deviate(reader, new XmlValueError(message).carry(''));
  }
}

const noNames: ContractNames = { whole: true };

/** Lets a strict reader look up names although its contract has none. */
export function knowBuiltins(reader: XmlReader): void {
  reader.declared = new DeclaredNames(noNames);
}

/** The reader of a message. A strict one looks up names of the contract. */
export function strictly(reader: XmlReader, names: ContractNames): XmlReader {
  return reader.strict ? carefully(reader, names) : reader;
}

/** The reader of a message, which refuses to lose attributes of types that extend simple ones. */
export function carefully(reader: XmlReader, names: ContractNames): XmlReader {
  reader.declared = new DeclaredNames(names);
  return reader;
}

/** Looks up nothing, where it has been done. */
const checked: NameCheck<XmlReader> = {
  whole: false,
  checking: false,
  checkText: () => undefined,
  elementReader: () => undefined,
};

/**
 * The text of an element of a complex type whose `xsi:type` has been checked.
 *
 * @param missing gives the value that ASMX has if there is no text
 */
export function typedText<T>(
  reader: XmlReader,
  parse: (text: string) => T,
  missing?: (reader: XmlReader, name: string) => T,
): T {
  const { declared } = reader;
  reader.declared = checked;
  try {
    return reader.defaults ? looseText(reader, parse, missing) : reader.value(parse);
  } finally {
    reader.declared = declared;
  }
}

/** Reads a text as ASMX does: elements in it are skipped, and what follows the last one counts. */
function looseText<T>(
  reader: XmlReader,
  parse: (text: string) => T,
  missing: ((reader: XmlReader, name: string) => T) | undefined,
): T {
  let text = '';
  // the end of the document, too, ends the text of a Body that came twice
  for (let token = reader.next(); token === START || token === TEXT; token = reader.next()) {
    if (token === TEXT) text = reader.textValue;
    else reader.unknown();
  }
  if (missing !== undefined && skipBlanks(text, 0) === text.length) return missing(reader, '');
  try {
    return parse(text);
  } catch (error) {
    const { source, offset, origin, options } = reader;
    const wrong = options.conversionError?.(error, text) ?? error;
    // .NET's reader is still at the end tag
    if (wrong instanceof XmlError) wrong.locate(source, nameOffset(source, offset), origin);
    return deviate(reader, wrong);
  }
}
