import { decimalParts } from '../values/order.ts';
import {
  badText,
  carryAs,
  clarkNames,
  collapse,
  formatXsdHexBinary,
  type LexicalScope,
  notValid,
  notWritable,
  outside,
} from '../values/text.ts';
import { isBlank, skipBlanks, XmlError, XmlValueError } from '../xml/errors.ts';
import type { IdName, XmlReader } from '../xml/reader.ts';
import { EncodeError, inOnePiece, notEncodable, pieceLength, within } from '../xml/writer.ts';
import type { Facets, LexicalForms, Order, Same, Simple } from './description.ts';
import { escaped, optimized, type Traits, unescaped } from './value.ts';

/** What is wrong with a value; `undefined` if nothing is. */
type Rule = (value: unknown, text: string) => string | undefined;

/** A simple type with facets. */
export function restrict(base: Simple, facets: Facets, traits?: Traits): Simple {
  const rules = rulesOf(facets, base);
  // the items of a long list are counted without another copy of its text
  const isCounted = unitOf(base) === 'items' && rules.length === lengthsIn(facets);
  const space = base.space ?? ((text: string) => text);
  const made = base.plain ? unescaped : escaped;
  const type = made(
    (text, reader, attribute) => {
      const value = base.parse(text, reader, attribute);
      const lexical = isCounted ? text : lexicalForm(text, value, base);
      for (const rule of rules) {
        const wrong = rule(value, lexical);
        if (wrong !== undefined) throw notValid(text, wrong, value);
      }
      return value;
    },
    (value) => {
      const text = matchingForm(space(base.raw(value)), facets);
      for (const rule of rules) {
        const wrong = rule(value, text);
        if (wrong !== undefined) throw notWritable(wrong);
      }
      return text;
    },
    { ...inherited(base), ...traits, from: { base, facets } },
  );
  if (base.include === undefined) return type;
  return optimized(type, (value) => {
    const text = type.raw(value);
    const written = base.format(value);
    // a reference to a part is an element
    return written.startsWith('<') ? written : text;
  });
}

/** What a restriction has of its base. */
function inherited({ initial, read, include, names, json, round }: Simple): Traits {
  return {
    ...(round && { round }),
    ...(initial && { initial }),
    ...(read && { read }),
    ...(include && { include }),
    ...(names && { names }),
    ...(json && { json }),
  };
}

/**
 * The text that facets apply to when a value is read: that of the type, or of the member of a union
 * that takes it, after white space processing.
 */
function lexicalForm(text: string, value: unknown, { names }: Simple): string {
  return typeof value === 'string' && names === undefined ? value : collapse(text);
}

const lengths = [
  ['length', (size: number, limit: number) => size === limit, ''],
  ['minLength', (size: number, limit: number) => size >= limit, 'at least '],
  ['maxLength', (size: number, limit: number) => size <= limit, 'at most '],
] as const;

/** How many of the facets are lengths. */
function lengthsIn(facets: Facets): number {
  return lengths.filter(([facet]) => facets[facet] !== undefined).length;
}

const bounds = [
  ['minInclusive', (order: number) => order >= 0, 'at least'],
  ['minExclusive', (order: number) => order > 0, 'more than'],
  ['maxInclusive', (order: number) => order <= 0, 'at most'],
  ['maxExclusive', (order: number) => order < 0, 'less than'],
] as const;

/** Number of digits of a decimal (facet `totalDigits`). */
function totalDigits(text: string): number {
  const { whole, fraction } = decimalParts(text);
  return Math.max(1, whole.length + fraction.length);
}

/** Number of digits after the point of a decimal (facet `fractionDigits`). */
function fractionDigits(text: string): number {
  return decimalParts(text).fraction.length;
}

const digits = [
  ['totalDigits', totalDigits, 'digits'],
  ['fractionDigits', fractionDigits, 'fraction digits'],
] as const;

/** Maps the items of a list type, without an array of the texts in between. */
export function mapList<T>(text: string, map: (item: string) => T): T[] {
  const values: T[] = [];
  let from = skipBlanks(text, 0);
  while (from < text.length) {
    let to = from + 1;
    while (to < text.length && !isBlank(text.charCodeAt(to))) to += 1;
    values.push(map(text.slice(from, to)));
    from = skipBlanks(text, to);
  }
  return values;
}

/** Bytes in the text of an `xs:base64Binary`, for facets of length. */
function base64Length(text: string): number {
  return (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
}

/** Bytes in the text of an `xs:hexBinary`, for facets of length. */
function hexLength(text: string): number {
  return text.length / 2;
}

/**
 * The scope for members of a union. The first one that accepts a text is its type, so names must be
 * valid.
 */
function strictScope(scope: LexicalScope): LexicalScope {
  const { strict, names, resolveQName } = scope;
  const lookup = (prefix: string): string | undefined => scope.lookup(prefix);
  return { strict, inUnion: true, names, lookup, resolveQName };
}

/** The value if it is in an enumeration; else .NET's error. */
function oneOf<T>(value: unknown, values: readonly T[], type: string): T {
  // the listed one, which for -0 is 0
  const at = (values as readonly unknown[]).indexOf(value);
  if (at >= 0) return values[at] as T;
  const shown = String(value).slice(0, 100);
  throw new XmlValueError(
    `Instance validation error: '${shown}' is not a valid value for ${type}.`,
  ).carry(value);
}

/**
 * The member of an enumeration with the value of a text, such as `1` for `1.0`; else .NET's error.
 */
function oneOfEqual<T extends string>(
  text: string,
  values: readonly T[],
  type: string,
  compare: (left: string, right: string) => number,
): T {
  const found =
    values.find((one) => one === text) ?? values.find((one) => compare(one, text) === 0);
  return found ?? oneOf(text, values, type);
}

/** Checks that a value is in an enumeration. */
function checkOneOf<T>(value: T, values: readonly T[]): void {
  if (values.includes(value)) return;
  const shown = values
    .slice(0, 12)
    .map((one) => (typeof one === 'string' ? `'${one}'` : String(one)));
  const more = values.length > 12 ? ' …' : '';
  throw notEncodable(`one of ${shown.join(', ')}${more}`, value);
}

/** Length of a text in characters, as XML Schema counts them: a surrogate pair is one character. */
function textLength(text: string): number {
  let { length } = text;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) length -= 1;
  }
  return length;
}

function rulesOf(facets: Facets, base: Simple): readonly Rule[] {
  const rules: Rule[] = [];
  const unit = unitOf(base);
  const sizeOf = (value: unknown, text: string): number => {
    if (unit === 'characters') return textLength(text);
    if (typeof value !== 'string') return (value as ArrayLike<unknown>).length;
    return base.json?.contentEncoding === 'base16' ? hexLength(value) : base64Length(value);
  };
  for (const [facet, holds, words] of lengths) {
    const limit = facets[facet];
    if (limit === undefined) continue;
    const wrong = `must have ${words}${limit} ${unit}`;
    rules.push((value, text) => (holds(sizeOf(value, text), limit) ? undefined : wrong));
  }
  for (const [facet, holds, words] of bounds) {
    const bound = facets[facet];
    if (bound === undefined) continue;
    const wrong = `must be ${words} ${bound}`;
    const compare = comparison(bound.trim(), facets.order, base.round);
    rules.push((value, text) => (holds(compare(value, text)) ? undefined : wrong));
  }
  for (const [facet, count, what] of digits) {
    const limit = facets[facet];
    if (limit === undefined) continue;
    const wrong = `must have at most ${limit} ${what}`;
    rules.push((_, text) => (count(text) <= limit ? undefined : wrong));
  }
  for (const [pattern, shown] of facets.patterns ?? []) {
    const wrong = `does not match the pattern ${shown}`;
    rules.push((_, text) => (isGiven(base, text) || pattern.test(text) ? undefined : wrong));
  }
  const { enumeration, same = sameAs(base), shown } = facets;
  if (enumeration !== undefined) {
    const wrong = `must be one of ${shown ?? enumeration.join(', ')}`;
    rules.push((value, text) =>
      enumeration.some((one) => same(one, value, text)) ? undefined : wrong,
    );
  }
  return rules;
}

function sameAs({ round }: Simple): Same {
  if (round === undefined) return isSame;
  return (one, value) => isSame(round(one as number), round(value as number));
}

function isSame(one: string | number, value: unknown): boolean {
  return one === value || (Number.isNaN(one) && Number.isNaN(value));
}

/** Whether a text is a QName of the contract, which has no prefix. */
function isGiven({ names }: Simple, text: string): boolean {
  return names !== undefined && text.startsWith('{');
}

function unitOf({ json }: Simple): string {
  if (json?.contentEncoding !== undefined) return 'bytes';
  return json?.type === 'array' ? 'items' : 'characters';
}

/**
 * Compares values with a bound. One that is not comparable is outside of it, such as a date with a
 * zone if the bound has none: NaN.
 */
function comparison(
  bound: string,
  order: Order | undefined,
  round: (value: number) => number = Number,
): (value: unknown, text: string) => number {
  if (order !== undefined) return (_, text) => order(text, bound);
  const number = round(Number(bound.replace('INF', 'Infinity')));
  return (value) => {
    if (typeof value !== 'bigint') {
      const given = round(value as number);
      return given === number ? 0 : given - number;
    }
    const limit = BigInt(bound.replace(/^\+|\.0*$/g, ''));
    return value < limit ? -1 : value > limit ? 1 : 0;
  };
}

/** A value of an enumeration that is a literal. */
type Literal = string | number | bigint | boolean;

/** What else a description says of an enumeration. */
interface EnumerationDetail {
  /** Compares texts where equal values have different ones. */
  readonly order?: Order;
}

/**
 * One of several values.
 *
 * @param label name of the type, for messages
 */
export function enumeration(
  label: string,
  base: Simple,
  values: readonly Literal[],
  { order }: EnumerationDetail = {},
): Simple {
  const [first] = values;
  const hasMarkup = values.some((one) => /[&<>"\t\r\n]/.test(String(one)));
  const made = hasMarkup ? escaped : unescaped;
  const isText = typeof first === 'string';
  const { round } = base;
  const listed = round === undefined ? <T>(value: T) => value : rounding(round, values);
  return made(
    (text, reader, attribute) => {
      const value = base.parse(text, reader, attribute);
      return order === undefined
        ? oneOf(listed(value), values, label)
        : oneOfEqual(String(value), values as readonly string[], label, order);
    },
    (value) => {
      const one = listed(value);
      checkOneOf(one, values as never);
      return base.names === undefined ? String(one) : base.raw(one);
    },
    {
      enumerated: true,
      from: { base, values, label },
      json: { ...(base.json ?? { type: 'string' }), enum: values },
      ...(isText && base.words && { initial: () => first }),
      ...(base.names && { names: base.names }),
      ...(round && { round }),
    },
  );
}

/** Gives, of the numbers of an enumeration, the one that is equal to a number when rounded. */
function rounding(
  round: (value: number) => number,
  values: readonly Literal[],
): <T>(value: T) => T {
  return <T>(value: T) => {
    if (values.includes(value as never)) return value;
    const given = round(value as number);
    return (values.find((one) => round(one as number) === given) ?? value) as T;
  };
}

/** The base of an enumeration whose values are of a union: their texts. */
export const unionTexts: Simple = /* @__PURE__ */ escaped(
  (text) => collapse(text),
  (value) => String(value),
);

/** Compares texts of a list by their items: 0 for equal ones. */
export function listOrder(order: Order): Order {
  return (left, right) => {
    const items = collapse(left).split(' ');
    const others = collapse(right).split(' ');
    if (items.length !== others.length) return items.length - others.length;
    return items.every((item, index) => order(item, others[index] ?? '') === 0) ? 0 : 1;
  };
}

/** Compares texts of a list by their items. */
export function sameList(order: Order): Same {
  return sameBy(listOrder(order));
}

/** Compares lexical values. */
export function sameBy(order: Order): Same {
  return (one, _, text) => order(String(one), text) === 0;
}

/** Compares the items of a list as JavaScript prints them; bytes as hexadecimal digits. */
export const sameItems: Same = (one, value) =>
  Array.isArray(value) && one === value.map(shownItem).join(' ');

function shownItem(item: unknown): string {
  return item instanceof Uint8Array ? formatXsdHexBinary(item) : String(item);
}

/** Compares texts of hexadecimal digits, which may be of either case. */
export const sameDigits: Same = (one, _, text) => one === text.toUpperCase();

/** Compares texts in Base64, which may have spaces. */
export const sameBase64: Same = (one, _, text) => one === text.replace(/ /g, '');

/** Compares texts. */
export const sameText: Same = (one, _, text) => one === text;

/** A list of values, separated by spaces (XML Schema 2, 2.5.1.2). */
export function list(item: Simple): Simple {
  const made = item.plain ? unescaped : escaped;
  const isFlags = item.enumerated && item.initial !== undefined;
  return made(
    (text, reader, attribute) => parseList(text, (one) => item.parse(one, reader, attribute)),
    (values) => listText(values, item),
    {
      json: { type: 'array', items: item.json ?? { type: 'string' } },
      from: { item },
      // no value of .NET's flags
      ...(isFlags && { initial: () => [] }),
      ...(item.names && { names: item.names }),
    },
  );
}

/** The text of a list. No item may be empty or contain spaces. */
function listText(values: readonly never[], { raw }: Simple): string {
  if (!Array.isArray(values)) throw notEncodable('an array', values);
  let done = '';
  let text = '';
  let at = 0;
  try {
    for (; at < values.length; at += 1) {
      const item = raw(values[at] as never);
      if (item === '' || /[ \t\r\n]/.test(item)) {
        throw notEncodable('a list item without spaces', item);
      }
      text += at === 0 ? item : ` ${item}`;
      if (text.length > pieceLength) {
        done += inOnePiece(text);
        text = '';
      }
    }
  } catch (error) {
    throw within(error, at);
  }
  return done + text;
}

/** What else a description says of a union. */
interface UnionDetail {
  /** Whether members are, or contain, names, whose form tells them apart. */
  readonly strict?: true;
  /** Other forms of the values of members, which earlier members do not take. */
  readonly forms?: readonly (LexicalForms | undefined)[];
}

/**
 * A value of one of several types, the first that accepts it (XML Schema 2, 2.5.1.3).
 *
 * @param label name of the type, for messages
 */
export function union(
  label: string,
  members: readonly Simple[],
  { strict, forms = [] }: UnionDetail = {},
): Simple {
  const names = members.find((one) => one.names !== undefined)?.names;
  const writers = members.map((one, at) => memberText(one, forms[at], members.slice(0, at)));
  return escaped(
    (text, reader, attribute) => {
      const scope = (strict ? strictScope(reader) : reader) as XmlReader;
      const parsers = members.map((one) => (given: string) => one.parse(given, scope, attribute));
      return parseUnion(text, label, parsers, (reader as LexicalScope).names);
    },
    (value) => formatUnion(value, writers),
    {
      json: { anyOf: members.map(({ json = { type: 'string' } }) => json) },
      from: { members },
      ...(names && { names }),
    },
  );
}

/**
 * Gives a text that is read as the same member again, because no earlier one accepts it.
 * Enumerations have other texts than numbers and booleans.
 */
function memberText(
  member: Simple,
  forms: LexicalForms | undefined,
  earlier: readonly Simple[],
): (value: never) => string {
  const rivals = earlier.filter(({ enumerated }) => enumerated !== true);
  if (forms === undefined || rivals.length === 0) return (value) => member.raw(value);
  const scope = strictScope(clarkNames) as XmlReader;
  const parserOf =
    (one: Simple) =>
    (text: string): unknown =>
      one.parse(text, scope);
  const others = rivals.map(parserOf);
  return (value) => unlikeOthers(member.raw(value), forms, parserOf(member), others);
}

/** Reads a list of simple values (XML Schema 2, 2.5.1.2). */
function parseList<T>(text: string, parse: (text: string) => T): readonly T[] {
  try {
    return mapList(text, parse);
  } catch (error) {
    throw carryAs(
      error,
      mapList(text, (item) => carriedItem(item, parse)),
    );
  }
}

/** What a lenient reader uses for an item. */
function carriedItem<T>(item: string, parse: (text: string) => T): unknown {
  try {
    return parse(item);
  } catch (error) {
    return error instanceof XmlError ? error.carried : undefined;
  }
}

/**
 * Reads a value of the first member type that accepts the text (XML Schema 2, 2.5.1.3).
 *
 * @param names receives the IDs and references of the member that accepts the text
 */
function parseUnion<T>(
  text: string,
  type: string,
  members: readonly ((text: string) => T)[],
  names?: IdName[],
): T {
  const length = names?.length ?? 0;
  for (const parse of members) {
    try {
      return parse(text);
    } catch {
      // the next member may accept it
      if (names !== undefined) names.length = length;
    }
  }
  throw badText(text, type).carry(text);
}

/** Writes a value by the first member type that accepts it. */
function formatUnion<T>(value: T, members: readonly ((value: T) => string)[]): string {
  for (const format of members) {
    try {
      return format(value);
    } catch (error) {
      if (!(error instanceof EncodeError)) throw error;
    }
  }
  throw notEncodable('a value of one of the types of the union', value);
}

/**
 * A lexical form of a union's value that its own member accepts and no earlier member does, which
 * would read another value.
 *
 * @param text the usual form, returned if there is no other
 * @param forms other lexical forms of the value, a limited number of them
 */
function unlikeOthers(
  text: string,
  forms: (text: string) => Iterable<string>,
  parse: (text: string) => unknown,
  earlier: readonly ((text: string) => unknown)[],
): string {
  const taken = (form: string): boolean => earlier.some((one) => takes(one, form));
  if (!taken(text)) return text;
  for (const form of forms(text)) if (!taken(form) && takes(parse, form)) return form;
  return text;
}

function takes(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A type of the user in place of one of the contract. */
interface OwnType<T> {
  /** Converts a text to a value, and throws if it cannot. */
  readonly parse: (text: string) => T;
  /** Converts a value to its text, and throws if it has none. */
  readonly format: (value: T) => string;
  /** The type of the contract, which checks the text; omitted if it accepts any text. */
  readonly wire?: Simple;
  /** Processes white space before the text is converted. */
  readonly space?: (text: string) => string;
  /** Patterns of the text, and other forms of a value that may match them. */
  readonly forms?: Pick<Facets, 'patterns' | 'forms'>;
}

/** Reads a text, or the bytes of a part of the message as base64. */
function readOwn(include: NonNullable<Simple['include']>): NonNullable<Simple['read']> {
  return (reader, parse) => include(reader, parse) ?? reader.value((text) => parse(text, reader));
}

/** A simple type whose values are of a user's own type. */
export function own<T>({ parse, format, wire, space, forms = {} }: OwnType<T>): Simple {
  const check = wire && ((text: string): unknown => wire.parse(text, outside));
  return escaped(
    (text) => parseOwn(space === undefined ? text : space(text), parse, check),
    (value) => {
      const text = matchingForm(formatOwn(value as T, format), forms);
      return check === undefined ? text : checkOwn(text, check);
    },
    {
      from: { own: true, ...(wire && { base: wire }) },
      ...(wire?.include && { include: wire.include, read: readOwn(wire.include) }),
    },
  );
}

/**
 * The first lexical form of a value that matches all patterns of its type. Patterns apply to the
 * text, not to the value (XML Schema 2, 4.3.4).
 *
 * @param text the usual form, returned if none matches
 */
function matchingForm(text: string, { patterns = [], forms }: Facets): string {
  if (forms === undefined) return text;
  const matches = (form: string): boolean => patterns.every(([pattern]) => pattern.test(form));
  if (matches(text)) return text;
  for (const form of forms(text)) if (matches(form)) return form;
  return text;
}

/** A text for error messages. */
function shown(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}...` : text;
}

function reasonOf(error: unknown): string {
  try {
    if (error instanceof XmlError) return error.told ?? error.message;
    return error instanceof Error ? error.message : String(error);
  } catch {
    // thrown by an object without a text form
    return 'its error has no text';
  }
}

/**
 * Reads a value of a user's own type.
 *
 * @param parse the user's function, which throws if it cannot read the text
 * @param check the parser of the contract's type; omitted if it accepts any text
 * @throws XmlValueError the text is not valid for the contract's type, or `parse` throws
 */
function parseOwn<T>(
  text: string,
  parse: (text: string) => T,
  check?: (text: string) => unknown,
): T {
  try {
    check?.(text);
  } catch (error) {
    // a lenient reader uses this instead of the value of the contract's type
    if (error instanceof XmlError && error.carried !== undefined) {
      error.carry(parsed(text, parse));
    }
    throw error;
  }
  return parsed(text, parse);
}

function parsed<T>(text: string, parse: (text: string) => T): T {
  let value: T;
  try {
    value = parse(text);
  } catch (error) {
    // an error that has a value for lenient readers
    if (error instanceof XmlError && error.carried !== undefined) throw error;
    throw new XmlValueError(`'${shown(text)}' cannot be read: ${reasonOf(error)}`);
  }
  // which would mean that the element is absent or nil
  if (value !== undefined && value !== null) return value;
  throw new XmlValueError(`'${shown(text)}' cannot be read: its parser gave ${String(value)}`);
}

/**
 * Writes a value of a user's own type.
 *
 * @param format the user's function, which throws if the value has no text form
 * @throws EncodeError the value is missing, or `format` throws
 */
function formatOwn<T>(value: T, format: (value: T) => string): string {
  if (value === undefined || value === null) throw notEncodable('a value', value);
  const text = attempt(() => format(value));
  if (typeof text !== 'string') throw notEncodable('a value with a text', value);
  return text;
}

/**
 * Writes such a value, and checks the text against the contract's type.
 *
 * @param check the parser of the contract's type
 * @throws EncodeError the text is not valid
 */
function checkOwn(text: string, check: (text: string) => unknown): string {
  attempt(() => check(text));
  return text;
}

function attempt<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new EncodeError(`The value cannot be written: ${reasonOf(error)}`);
  }
}
