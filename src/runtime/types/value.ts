import {
  atPath,
  containsItself,
  resolveQName,
  sameLocal,
  unreadable,
  xsiType,
} from '../xml/capture.ts';
import {
  deviate,
  locate,
  note,
  noteMeant,
  placeOf,
  refuseNil,
  START,
  tellInstead,
  XmlError,
  type XmlQName,
  XmlValueError,
  XSI_NAMESPACE,
} from '../xml/errors.ts';
import { markOf, resetTo, XmlReader } from '../xml/reader.ts';
import { EncodeError, escapeText, formatXsdString, notEncodable, tooDeep } from '../xml/writer.ts';
import {
  type Branches,
  Child,
  type ContentPlan,
  type Field,
  type Format,
  isBranches,
  isRequired,
  type Member,
  type Namespaces,
  type ObjectType,
  type Parse,
  propertyNameOf,
  SCAN,
  type Simple,
  type Slots,
  TEXT_WAY,
  VALUE,
  type Values,
} from './description.ts';

/** The position of the element read last, in .NET's wording. */
function whereIs(reader: XmlReader, name: string, namespace: string): string {
  const element = `<${reader.local} xmlns='${reader.namespace}'>`;
  return `name='${name}', namespace='${namespace}', at ${element}.`;
}

function unrecognized(reader: XmlReader, { local, namespace }: XmlQName): XmlValueError {
  const place = whereIs(reader, local, namespace);
  return new XmlValueError(`The specified type was not recognized: ${place}`);
}

/**
 * An error in .NET's wording: the `xsi:type` of the element whose START was just read is not
 * allowed here. A lenient reader reads the element as the declared type.
 */
export function otherType(reader: XmlReader, type: XmlQName): void {
  deviate(reader, unrecognized(reader, type));
}

/**
 * The error in the `xsi:type` of the element whose START was just read.
 *
 * @param isKnown whether a type is allowed here
 * @returns `undefined` if there is no `xsi:type`, or it is valid
 */
export function typeError(
  reader: XmlReader,
  isKnown: (type: XmlQName) => boolean,
): XmlError | undefined {
  const given = reader.attributes.find(
    ({ local, namespace }) => local === 'type' && namespace === XSI_NAMESPACE,
  );
  if (given === undefined) return undefined;
  try {
    const type = resolveQName(reader, given.value);
    return isKnown(type) ? undefined : unrecognized(reader, type);
  } catch (error) {
    if (error instanceof XmlError) return error;
    throw error;
  }
}

/** Whether a type says nothing, because in SOAP encoding values of any other one may have it. */
function isOpen({ encoded }: XmlReader, type: XmlQName): boolean {
  const rules = encoded as { readonly isOpen: (type: XmlQName) => boolean } | undefined;
  return rules?.isOpen(type) === true;
}

/**
 * The `xsi:type` of the element whose START was just read, and which is not nil; `undefined` if it
 * says nothing.
 */
export function givenType(reader: XmlReader): XmlQName | undefined {
  refuseNil(reader);
  const type = xsiType(reader);
  return type !== undefined && isOpen(reader, type) ? undefined : type;
}

/**
 * Checks the `xsi:type` of the element whose START was just read, if only the declared type is
 * allowed. Strict readers refuse other types, and values of an abstract one. Readers that follow
 * ASMX refuse other types, too, if the declared one has a name. Others read the element as the
 * declared type, and those of clients note a deviation.
 *
 * @param own local name of the declared type; omitted if it has none
 */
export function ownType(
  reader: XmlReader,
  own?: string,
  ofNamespace?: string,
  abstract = false,
): void {
  if (abstract && reader.strict) abstractType(reader, own ?? '', ofNamespace ?? '');
  const isClass = own !== undefined;
  const { strict, defaults, options } = reader;
  const refuses = strict || ((defaults || options.ownTypes === true) && isClass);
  compareType(reader, { own, ofNamespace, refuses });
}

/** Does what {@link ownType} does for an array, whose type .NET does not check. */
export function ownArray(reader: XmlReader, own: string, ofNamespace: string): void {
  compareType(reader, { own, ofNamespace, refuses: reader.strict });
}

/** The declared type of an element, and whether another one is refused. */
interface Declared {
  readonly own: string | undefined;
  readonly ofNamespace: string | undefined;
  readonly refuses: boolean;
}

function compareType(reader: XmlReader, { own, ofNamespace, refuses }: Declared): void {
  const { attributes, deviations } = reader;
  refuseNil(reader);
  if (attributes.length === 0 || !(refuses || deviations !== undefined)) return;
  const error = typeError(
    reader,
    (type) => (type.local === own && type.namespace === ofNamespace) || isOpen(reader, type),
  );
  if (error === undefined) return;
  if (refuses) throw locate(reader, error);
  deviations?.add(placeOf(reader), error.message);
}

/** As {@link otherType}, for an abstract declared type: a lenient reader skips the element. */
export function unknownType(reader: XmlReader, type: XmlQName): never {
  otherType(reader, type);
  return nothing(reader);
}

/**
 * An error in .NET's wording: the element whose START was just read has an abstract type and no
 * `xsi:type`. A lenient reader skips it.
 */
export function abstractType(reader: XmlReader, name: string, namespace: string): never {
  const place = whereIs(reader, name, namespace);
  deviate(reader, new XmlValueError(`The specified type is abstract: ${place}`));
  return nothing(reader);
}

/** Skips an element that cannot be read. */
function nothing(reader: XmlReader): never {
  reader.skip();
  return undefined as never;
}

/** The error for a `$type` that is not allowed here. */
export function wrongType(names: string): EncodeError {
  return new EncodeError(`Expected one of ${names}.`, '$type');
}

/** Refuses a `$type` other than that of the type being written. It may be omitted. */
export function checkType(value: { readonly $type?: string | undefined }, literal: string): void {
  if (value.$type !== undefined && value.$type !== literal) throw wrongType(`'${literal}'`);
}

/**
 * The reader, if the type of the element whose START was just read is allowed: its element
 * declaration may block others (XML Schema 1, 3.3.4).
 *
 * @param types `{namespace}local` of each allowed type
 */
export function onlyTypes(reader: XmlReader, types: readonly string[]): XmlReader {
  const type = xsiType(reader);
  if (type !== undefined && !types.includes(`{${type.namespace}}${type.local}`)) {
    otherType(reader, type);
  }
  return reader;
}

/** A value whose `$type` must be one of those allowed here. */
export function onlyTyped<T extends { readonly $type?: string | undefined }>(
  value: T,
  types: readonly (string | undefined)[],
): T {
  if (types.includes(value.$type)) return value;
  const names = types.filter((one) => one !== undefined).map((one) => `'${one}'`);
  throw wrongType(names.join(', '));
}

/** A value that must be an object. */
export function asObject<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw notEncodable('an object', value);
}

/** A value that must be an array. */
export function asList<T>(value: readonly T[]): readonly T[] {
  if (Array.isArray(value)) return value;
  throw notEncodable('an array', value);
}

/** A value that must be a string. */
export function asText(value: string): string {
  if (typeof value === 'string') return value;
  throw notEncodable('a string', value);
}

/** The text itself; the parser of types that accept any text. */
function plainText(text: string): string {
  return text;
}

/** Reads a missing element as if it were empty, so that everything in it is missing. */
function readAbsent<T>(reader: XmlReader, local: string, read: (reader: XmlReader) => T): T {
  const { defaults, deviations } = reader;
  const absentNil = reader.absentNil === 'always' ? 'always' : undefined;
  const empty = new XmlReader(`<${local}></${local}>`, { defaults, deviations, absentNil });
  empty.nextTag();
  try {
    return read(empty);
  } catch (error) {
    const found = unreadable(error, empty);
    if (!(found instanceof XmlError)) throw found;
    tellInstead(found, reader);
    throw locate(reader, found.withoutPlace());
  }
}

/**
 * Reads the one element expected in a Body, and the end of the Body. Other elements are skipped. If
 * it is missing, so is everything in it. As in ASMX, a wrapper that comes several times is read as
 * one, and of bare elements the first one counts; of others, the last one. A lenient reader takes
 * one with another name if that is the only one.
 *
 * @param name its local name and namespace; `''` for any, because the wrapper of an rpc response
 *   may have any name
 * @param read reads its content
 * @param bare whether a missing one is null in ASMX
 */
export function readElement<T>(
  reader: XmlReader,
  [local, namespace]: readonly [local: string, namespace: string],
  read: (reader: XmlReader) => T,
  bare?: 'bare',
): T {
  reader.base = reader.depth + 1;
  try {
    let found = false;
    let isNear = false;
    let value: T | undefined;
    const meant = meantElement(reader, local, namespace);
    const mayContinue = bare === undefined && local !== '' && reader.encoded === undefined;
    for (let at = 0; reader.nextTag() === START; at += 1) {
      if (at === meant) noteMeant(reader, namespace, local);
      const isNamed = reader.local === local && reader.namespace === namespace;
      if (at === meant || local === '' || (isNamed && !(found && bare !== undefined))) {
        if (mayContinue) reader.wrapperDepth = reader.depth;
        value = read(reader);
        reader.wrapperDepth = -1;
        found = true;
      } else {
        isNear ||= reader.local === local;
        reader.unknown(namespace, local);
      }
    }
    const isMissed = isNear && !found && !reader.defaults;
    if (!found && bare !== undefined && readsNull(reader) && !isMissed) return null as T;
    if (found) return value as T;
    const nothing = readAbsent(reader, local || 'Body', read);
    return isMissed ? missing(reader, local) : nothing;
  } catch (error) {
    throw unreadable(error, reader);
  }
}

/** What usually follows the wrapper of a message: the end of the Body. */
const bodyEnd = /[ \t\r\n]*<\//y;

/**
 * Reads the START of the next wrapper, if the one whose END was just read comes several times: .NET
 * then continues reading the same message. Elements before it are skipped.
 *
 * @returns whether there is one; otherwise the reader is where it was
 */
export function nextWrapper(reader: XmlReader): boolean {
  bodyEnd.lastIndex = reader.position;
  if (bodyEnd.test(reader.source)) return false;
  const { local, namespace, deviations } = reader;
  const isNext = (): boolean => reader.local === local && reader.namespace === namespace;
  const mark = markOf(reader);
  const noted = deviations?.count ?? 0;
  let found = false;
  while (!found && reader.nextTag() === START) {
    found = isNext();
    if (!found) reader.skip();
  }
  resetTo(reader, mark);
  deviations?.keep(noted);
  if (!found) return false;
  // what is skipped is told once it is known where that belongs
  while (reader.nextTag() === START && !isNext()) reader.unknown(namespace, local);
  return true;
}

/**
 * Makes place for the values of the next wrapper.
 *
 * @param before values of the wrappers before
 * @returns those of all so far, of which later ones count
 */
export function withEarlier(
  values: unknown[],
  before: readonly unknown[] | undefined,
): readonly unknown[] {
  const all = values.slice();
  keepEarlier(all, before);
  values.fill(undefined);
  return all;
}

/** Keeps the values of the wrappers before, where none came later. */
export function keepEarlier(values: unknown[], before: readonly unknown[] | undefined): void {
  if (before === undefined) return;
  for (const [at, value] of before.entries()) if (values[at] === undefined) values[at] = value;
}

/**
 * Reads a Body that itself has a type, and its end (WSDL 1.1 section 3.5). Other stacks put an
 * element around the content, which is named after the part.
 *
 * @param part its name; `''` if an element of the content has that name
 * @param read reads the content
 */
export function readContent<T>(reader: XmlReader, part: string, read: (reader: XmlReader) => T): T {
  reader.base = reader.depth;
  try {
    const mark = markOf(reader);
    if (part === '' || reader.nextTag() !== START || reader.local !== part) {
      resetTo(reader, mark);
      return read(reader);
    }
    reader.base += 1;
    const value = read(reader);
    noContent(reader);
    return value;
  } catch (error) {
    throw unreadable(error, reader);
  }
}

/** Whether missing elements that may be nil are null without a deviation. */
function readsNull({ absentNil }: XmlReader): boolean {
  return absentNil === true || absentNil === 'always';
}

/**
 * A missing element that may be nil: null in ASMX and SOAP encoding, and for clients with a
 * deviation, since services of .NET leave it out. Otherwise it is an error.
 *
 * @param isNear whether one came in another namespace
 */
export function missingNillable(reader: XmlReader, name: string, isNear = false): null {
  const { absentNil, deviations } = reader;
  if (readsNull(reader)) return null;
  const error = missingError(name).carry(null);
  if (absentNil === false || isNear || deviations?.lenient === true) {
    // what could not be read is not null
    if (deviations?.wasLost(placeOf(reader, name)) === true) return undefined as never;
    return deviate(reader, error, name);
  }
  note(reader, error, name);
  return null;
}

/**
 * The default of the contract for a missing required attribute.
 *
 * @throws XmlValueError the reader is strict
 */
export function absentAttribute<T>(reader: XmlReader, name: string, value: T): T {
  return reader.strict ? missingAttribute(reader, name) : value;
}

/** An error: a required attribute is missing. A server may read it as null, like ASMX. */
export function missingAttribute(reader: XmlReader, name: string): never {
  if (reader.absentNil === 'always') return null as never;
  const error = new XmlValueError(`Missing required attribute '${name}'.`, 'missing');
  const [other] = reader.defaults ? [] : sameLocal(reader, name);
  if (other !== undefined) error.message += ` Found {${other.namespace}}${name} instead.`;
  return deviate(reader, error, name);
}

/** Skips the content of an element, or of a Body, that must be empty. */
export function noContent(reader: XmlReader): void {
  while (reader.nextTag() === START) reader.unknown();
}

/**
 * An error: a required element is missing and has no default. A server may read it as null, like
 * ASMX.
 */
export function missing(reader: XmlReader, name: string): never {
  if (reader.absentNil === 'always') return null as never;
  return deviate(reader, missingError(name), name);
}

function missingError(name: string): XmlValueError {
  return new XmlValueError(`Missing required element '${name}'.`, 'missing');
}

/** The error for an element in place of one that may be absent. */
export function missedError(name: string, { namespace, local }: XmlQName): XmlValueError {
  return new XmlValueError(`Missing element '${name}'. Found {${namespace}}${local} instead.`);
}

/** As {@link missing}, for a repeated element: a lenient reader uses an empty list, like ASMX. */
export function missingList(reader: XmlReader, name: string): never[] {
  if (reader.absentNil === 'always') return [];
  return deviate(reader, missingError(name).carry([]), name);
}

/**
 * A missing value of a value type of .NET: `value` in ASMX, otherwise an error.
 *
 * @param refuse throws the error
 */
export function missingValue<T>(
  reader: XmlReader,
  name: string,
  value: T,
  refuse: (reader: XmlReader, name: string) => never = missing,
): T {
  return reader.defaults ? value : refuse(reader, name);
}

/**
 * The number of the element in a Body that is meant to be the expected one for a lenient reader:
 * one of the same local name, or the only one. Leaves the reader where it was.
 *
 * @returns -1 if one has the expected name, or none is meant
 */
function meantElement(reader: XmlReader, local: string, namespace: string): number {
  const { deviations } = reader;
  if (local === '' || deviations?.lenient !== true) return -1;
  const mark = markOf(reader);
  const noted = deviations.count;
  let count = 0;
  let alike = -1;
  let isThere = false;
  while (reader.nextTag() === START) {
    if (reader.local === local) {
      alike = count;
      isThere ||= reader.namespace === namespace;
    }
    count += 1;
    reader.skip();
  }
  resetTo(reader, mark);
  deviations.keep(noted);
  if (isThere) return -1;
  return alike < 0 && count === 1 ? 0 : alike;
}

/** What is said of a simple type beside its functions. */
export type Traits = Partial<Omit<Simple, 'parse' | 'raw' | 'format' | 'plain'>>;

/** A type whose text has no markup. */
export function unescaped(parse: Parse, format: Format, traits: Traits = {}): Simple {
  const way = traits.scan === undefined ? VALUE : SCAN;
  return { way, parse, raw: format, format, plain: true, ...traits, ...namesOf(format, traits) };
}

/** A type whose text is escaped. */
export function escaped(parse: Parse, raw: Format, traits: Traits = {}): Simple {
  const format = (value: never): string => escapeText(raw(value));
  return { way: VALUE, parse, raw, format, ...traits, ...namesOf(raw, traits) };
}

/** A type whose values may be written in an element in another way than as their text. */
export function optimized(type: Simple, format: Format): Simple {
  return { ...type, format };
}

/** QNames are written by the text of the type itself. */
function namesOf(raw: Format, { names }: Traits): Pick<Traits, 'names'> {
  return names === undefined ? {} : { names: names.of(raw) };
}

/** `xs:string`, and `xs:anySimpleType`. */
export const string: Simple = {
  way: TEXT_WAY,
  parse: plainText,
  raw: asText,
  format: formatXsdString,
  nilIsEmpty: true,
  words: true,
};

/** A child that an element may be. */
interface TakenChild {
  readonly name: string;
  readonly namespace: string;
  readonly slot: number;
  readonly list?: boolean | undefined;
  readonly takes?: Field['takes'];
}

/**
 * The child that an element of another namespace is meant to be for a lenient reader. What is
 * exactly the contract's counts more.
 *
 * @param meant places of children that were read so before
 */
export function meantChild<T extends TakenChild>(
  reader: XmlReader,
  children: readonly T[],
  values: readonly unknown[],
  meant: ReadonlySet<number> | undefined,
): T | undefined {
  const { deviations, local, encoded } = reader;
  if (deviations?.lenient !== true && encoded === undefined) return undefined;
  const child = children.find(
    ({ name, takes, list, slot }) =>
      name === local &&
      takes === undefined &&
      (values[slot] === undefined || (list && meant?.has(slot) === true)),
  );
  if (child !== undefined && encoded === undefined) noteMeant(reader, child.namespace, child.name);
  return child;
}

/** An element that was skipped, although only its namespace is not that of a child. */
export interface NearMiss {
  readonly child: TakenChild;
  readonly namespace: string;
}

/**
 * Skips the element whose START was just read, which no child takes.
 *
 * @param missed receives it if only its namespace is not that of a child
 */
export function skipUnknown<T extends TakenChild>(
  reader: XmlReader,
  children: readonly T[],
  missed: NearMiss[] | undefined,
): NearMiss[] | undefined {
  const { local, namespace, defaults, strict } = reader;
  const named = children.filter(({ takes }) => takes === undefined);
  const alike = defaults ? [] : named.filter(({ name }) => name === local);
  const isKnown = alike.some((child) => child.namespace === namespace);
  // only a strict reader says what it expected
  reader.unknown(...(strict ? named : []).flatMap((child) => [child.namespace, child.name]));
  const [child] = alike;
  if (child === undefined || isKnown) return missed;
  // the first of each child is enough, however many there are
  if (missed === undefined) return [{ child, namespace }];
  if (!missed.some((one) => one.child === child)) missed.push({ child, namespace });
  return missed;
}

/**
 * Refuses an element that was skipped where its child has no value, or has a list from which it
 * would be lost: its sender meant it. A lenient reader has read what it can.
 */
export function refuseMissed(
  reader: XmlReader,
  missed: readonly NearMiss[],
  values: readonly unknown[],
): void {
  if (reader.defaults || reader.deviations?.lenient === true) return;
  for (const { child, namespace } of missed) {
    if (values[child.slot] !== undefined && !child.list) continue;
    const error = missedError(child.name, { namespace, local: child.name });
    error.property = child.name;
    throw locate(reader, error);
  }
}

/** Steps of a path that are shown of a value that is nested too deeply. */
const mostSteps = 20;

/**
 * Says of a value for which the stack was too small where it contains itself. If it does not, only
 * the beginning of the path is left.
 */
function shorten(error: EncodeError, root: unknown): void {
  const { steps } = error;
  const path = [...steps].reverse();
  const seen = new Set<unknown>([root]);
  let value = root as Record<string | number, unknown> | undefined;
  let depth = 0;
  for (; depth < path.length && value !== undefined; depth += 1) {
    value = value[path[depth] as string] as typeof value;
    if (seen.has(value)) break;
    seen.add(value);
  }
  const isCircular = depth < path.length && value !== undefined;
  if (isCircular) error.message = containsItself;
  steps.splice(0, steps.length, ...path.slice(0, isCircular ? depth + 1 : mostSteps).reverse());
}

/**
 * Completes an error thrown while a value was written: puts the path of the bad value before its
 * message. Other errors, and those with a path, stay unchanged.
 *
 * @param root the value being written
 * @param name what the value itself is called; `''` if it has no name
 */
export function unwritable(error: unknown, root: unknown, name = ''): unknown {
  if (error instanceof EncodeError && error.message === tooDeep) shorten(error, root);
  return atPath(error, name);
}

/** How an object type is read, and written under a default namespace. Planned at first use. */
export interface Plan extends ContentPlan {
  /** How properties in the start tag are written. */
  readonly attributes: readonly WrittenAttribute[];
  /** Elements it takes, with those of wildcards last. */
  readonly children: readonly Child[];
  /** Properties to be written, in order. */
  readonly written: readonly Child[];
  /** Those that must come. */
  readonly required: readonly Child[];
  readonly checks: readonly ((values: Values, reader: XmlReader) => void)[];
  readonly checksWritten: readonly ((values: Values) => void)[];
  readonly take: (value: never) => Values;
  /** The children whose tags can be expected. */
  readonly expected: readonly Child[];
  /** The plan of the same type under another namespace. */
  readonly other: Plan | undefined;
}

/** How a property in the start tag is written. */
export interface WrittenAttribute {
  readonly slot: number;
  readonly property: string;
  readonly required: boolean;
  readonly format: Format;
  /** What comes before its text; `undefined` if `format` gives all of it. */
  readonly start: string | undefined;
  /** The same after another attribute, with the end of that. */
  readonly next: string;
}

/** The properties of an object, and its outermost choices. */
interface Flattened {
  /** Those in the start tag come first. */
  readonly fields: readonly Field[];
  readonly choices: readonly Branches[];
  /** Properties of branches. */
  readonly inChoice: ReadonlySet<string>;
}

/** The properties of members. The same one may be in several branches. */
export function flatten(members: readonly Member[]): Flattened {
  const fields = new Map<string, Field>();
  const choices: Branches[] = [];
  const inChoice = new Set<string>();
  const walk = (member: Member, inside: boolean): void => {
    if (isBranches(member)) {
      const isChoice = member.kind === 'choice';
      if (isChoice && !inside) choices.push(member);
      for (const one of member.members) walk(one, inside || isChoice);
      return;
    }
    const property = propertyNameOf(member);
    const known = fields.get(property);
    fields.set(property, known === undefined ? member : both(known, member));
    if (inside) inChoice.add(property);
  };
  for (const member of members) walk(member, false);
  const all = [...fields.values()];
  const tag = all.filter((field) => field.inTag !== undefined);
  return {
    fields: tag.length === 0 ? all : [...tag, ...all.filter((field) => field.inTag === undefined)],
    choices,
    inChoice,
  };
}

/** A field that branches share: a list if it is one in any of them. */
function both(one: Field, other: Field): Field {
  const isSame = one.min === other.min && one.max === other.max;
  if (isSame) return one;
  return { ...one, min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) };
}

/** The plan of a type under a default namespace. */
export function planOf(type: ObjectType, outer: string = type.scope): Plan {
  const first = type.plan as Plan | undefined;
  for (let plan = first; plan !== undefined; plan = plan.other) {
    if (plan.outer === outer) return plan;
  }
  const { scope, members, family, make, take } = type;
  const { fields, choices, inChoice } = flatten(members);
  const names = fields.map(propertyNameOf);
  if (family !== undefined) names.unshift('$type');
  const slots: Slots = new Map(names.map((name, slot) => [name, slot]));
  const slotOf = (field: Field): number => slots.get(propertyNameOf(field)) ?? 0;
  const inTag = fields.filter((field) => field.inTag !== undefined);
  const content = fields.filter(isContent);
  const written = content.map((field) => {
    const required = isRequired(field) && !inChoice.has(propertyNameOf(field));
    return new Child(field, { slot: slotOf(field), scope, outer, required });
  });
  joinTags(written);
  const children = written.flatMap(takersOf);
  const plan: Plan = {
    type,
    outer,
    blank: names.map((): undefined => undefined),
    inTag,
    named: namedOf(inTag, slotOf),
    attributes: attributesOf(type, inTag),
    text: fields.find(({ kind }) => kind === 'text'),
    children: [
      ...children.filter(({ takes }) => takes === undefined),
      ...children.filter(({ takes }) => takes !== undefined),
    ],
    written,
    required: written.filter(({ required }) => required),
    checks: [
      ...content.flatMap((field) => countCheck(field, slotOf(field))),
      ...choices.flatMap((one): Plan['checks'][number] | [] => one.check?.read(one, slots) ?? []),
    ],
    checksWritten: choices.flatMap(
      (one): Plan['checksWritten'][number] | [] => one.check?.write(one, slots) ?? [],
    ),
    make: make ?? maker(names),
    take: take ?? taker(names),
    expected: children.filter((one) => isExpected(one, scope)),
    other: first,
  };
  type.plan = plan;
  return plan;
}

function isContent({ kind, inTag }: Field): boolean {
  return inTag === undefined && kind !== 'text' && kind !== 'mixed';
}

/** Whether the tags of a child can be expected. */
function isExpected({ namespace, inner, read, field }: Child, scope: string): boolean {
  return (
    namespace === scope && inner === undefined && read === undefined && field.kind === 'element'
  );
}

/** Where two properties follow each other, the end tag of one and the start tag of the next. */
function joinTags(written: readonly Child[]): void {
  let last: Child | undefined;
  for (const child of written) {
    if (last !== undefined) last.joint = last.close + child.open;
    last = child;
  }
}

/** The elements of a property, each with its own tags. */
function takersOf(child: Child): readonly Child[] {
  const { field, slot, scope, outer, required } = child;
  const takers = field.taken?.();
  if (takers === undefined) return [child];
  const names = takers.filter(({ takes }) => takes === undefined).map(({ name }) => name);
  const listed = [...new Set(names)].join(' ');
  return takers.map(
    (one) => new Child(field, { slot, scope, outer, required, taker: one, listed }),
  );
}

function namedOf(inTag: readonly Field[], slotOf: (field: Field) => number): Plan['named'] {
  for (const field of inTag) {
    const declare = field.inTag?.declare;
    if (declare !== undefined) return { slot: slotOf(field), declare };
  }
  return undefined;
}

/** Prefixes that are generated for an attribute, with its number. */
const numbered = /^[an](\d{1,6})/;

/**
 * How properties in the start tag are written.
 *
 * @param namespaces those that the tag declares for its values
 */
export function attributesOf(
  { family }: ObjectType,
  inTag: readonly Field[],
  namespaces?: Namespaces,
): readonly WrittenAttribute[] {
  const first = family === undefined ? 0 : 1;
  const taken = Object.keys(namespaces ?? {}).map((one) => Number(numbered.exec(one)?.[1] ?? 0));
  let position = Math.max(0, ...taken);
  return inTag.flatMap((field, index) => {
    if (field.inTag === undefined || field.inTag.declare !== undefined) return [];
    if (field.kind === 'attribute') position += 1;
    const property = propertyNameOf(field);
    const before = inTag.slice(0, index);
    const { start, format } = field.inTag.form(field, position, before, namespaces);
    const required = isRequired(field);
    const slot = first + index;
    return [{ slot, property, required, format, start, next: `"${start}` }];
  });
}

function countCheck(field: Field, slot: number): Plan['checks'] {
  const { count } = field;
  if (count === undefined) return [];
  return [(values, reader) => count.read(values[slot] as unknown[] | undefined, field, reader)];
}

function maker(names: readonly string[]): Plan['make'] {
  return (values) => {
    const value: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at += 1) value[names[at] as string] = values[at];
    return value;
  };
}

function taker(names: readonly string[]): Plan['take'] {
  return (value: Readonly<Record<string, unknown>>) => {
    const values: unknown[] = [];
    for (let at = 0; at < names.length; at += 1) values.push(value[names[at] as string]);
    return values;
  };
}
