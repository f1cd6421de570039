import {
  compareDates,
  compareDecimals,
  compareDurations,
  decimalParts,
} from '../../runtime/values/order.ts';
import { type QName, qnameKey } from '../xml.ts';
import { type BuiltinName, builtins, kindOf, type ValueKind } from './builtins.ts';
import type { PatternMatcher } from './pattern.ts';
import { type EnumerationValue, type Facets, type SimpleType, someSimpleType } from './schema.ts';
import type {
  FacetName,
  FacetSyntax,
  IdentityConstraint,
  NamespaceBindings,
} from './schema-document.ts';

/** Longer numbers are not compared: reading them takes time, and real contracts have none. */
const longestNumber = 400;

/**
 * Compares two lexical values (XML Schema part 2 section 4.3, order relations); `undefined` if the
 * order is not certain, as for dates with and without a time zone.
 *
 * @returns negative, zero or positive if `a` is less than, equal to or greater than `b`
 */
export function compareLexical(kind: ValueKind, a: string, b: string): number | undefined {
  switch (kind) {
    case 'integer':
    case 'decimal':
      return isDecimal(a.trim()) && isDecimal(b.trim())
        ? compareDecimals(a.trim(), b.trim())
        : undefined;
    case 'float':
    case 'double':
      return compareFloats(kind, a.trim(), b.trim());
    case 'date':
      return dateOrder(a.trim(), b.trim());
    case 'duration':
      return certain(compareDurations(a.trim(), b.trim()));
    default:
      return undefined;
  }
}

/**
 * One text for all lexical forms of a value; `undefined` if forms cannot be compared with
 * certainty.
 */
export function canonicalOf(kind: ValueKind, text: string): string | undefined {
  const plain = text.trim().replace(/[ \t\r\n]+/g, ' ');
  switch (kind) {
    case 'text':
    case 'qname':
      return plain;
    case 'boolean':
      return plain === '1' ? 'true' : plain === '0' ? 'false' : plain;
    case 'integer':
    case 'decimal': {
      if (!isDecimal(plain)) return undefined;
      const { negative, whole, fraction } = decimalParts(plain);
      return `${negative && whole + fraction !== '' ? '-' : ''}${whole}.${fraction}`;
    }
    case 'float':
    case 'double':
      return String(floatOf(kind, plain) + 0);
    default:
      return undefined;
  }
}

/** Whether a text is a decimal that is not too long to compare. */
function isDecimal(text: string): boolean {
  return text.length <= longestNumber && /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text);
}

/** The order of two dates or times; `undefined` if it is not certain, or they have other parts. */
function dateOrder(a: string, b: string): number | undefined {
  if (!isOnCalendar(a) || !isOnCalendar(b) || partsOf(a) !== partsOf(b)) return undefined;
  return certain(compareDates(a, b));
}

/** The parts that a date or time has, whatever their values. */
function partsOf(text: string): string {
  return text
    .replace(/(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/, '')
    .replace(/^-?\d{4,}/, 'Y')
    .replace(/\d/g, '0');
}

function certain(order: number): number | undefined {
  return Number.isNaN(order) ? undefined : order;
}

function compareFloats(kind: ValueKind, a: string, b: string): number | undefined {
  const [left, right] = [a, b].map((text) => floatOf(kind, text));
  if (left === undefined || right === undefined || Number.isNaN(left) || Number.isNaN(right)) {
    return undefined;
  }
  return order(left, right);
}

/** The number of a text; in single precision, 0.1 and 0.100000001 are one. */
function floatOf(kind: ValueKind, text: string): number {
  const number = Number(text.replace('INF', 'Infinity'));
  return kind === 'float' ? Math.fround(number) : number;
}

function order<T extends bigint | number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A text with each run of XML's spaces replaced by one space, and none at the ends. */
export function collapsedText(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
}

/** A text of an atomic type after its white space rule (XML Schema part 2 section 4.3.6). */
export function spacedText(
  type: Pick<SimpleType, 'builtin'>,
  text: string,
  facets: Pick<Facets, 'whiteSpace'>,
): string {
  const rule = whiteSpaceOf(type, facets);
  if (rule === 'preserve') return text;
  return rule === 'replace' ? text.replace(/[\t\r\n]/g, ' ') : collapsedText(text);
}

/** The white space rule of an atomic type: from a facet, or that of its built-in. */
export function whiteSpaceOf(
  { builtin = 'string' }: Pick<SimpleType, 'builtin'>,
  { whiteSpace }: Pick<Facets, 'whiteSpace'>,
): NonNullable<Facets['whiteSpace']> {
  if (whiteSpace !== undefined) return whiteSpace;
  if (builtin === 'string' || builtin === 'anySimpleType') return 'preserve';
  return builtin === 'normalizedString' ? 'replace' : 'collapse';
}

/**
 * A default or fixed value after the white space rule of its type (XML Schema part 1 section
 * 3.2.2). That of a union stays the same, as the rule is that of the member type that accepts it.
 */
function spacedValue(type: SimpleType, text: string): string {
  if (type.variety === 'union') return text;
  return type.variety === 'list' ? collapsedText(text) : spacedText(type, text, type.facets);
}

/** Longer years cannot be counted in seconds exactly, and real contracts have none. */
const dateParts = '(-?\\d{4,7})(?:-(\\d\\d)(?:-(\\d\\d))?)?';
const partialDateParts = '--(\\d\\d)(?:-(\\d\\d))?|---(\\d\\d)';
const timeParts = '(\\d\\d):(\\d\\d):(\\d\\d)(?:\\.(\\d+))?';
const zonePart = 'Z|[+-]\\d\\d:\\d\\d';
const dateForm = new RegExp(
  `^(?:${dateParts}|${partialDateParts})?(?:(?:^|T)${timeParts})?(${zonePart})?$`,
);

/** Largest offset of a time zone from UTC in minutes (XML Schema part 2 section 3.2.7). */
const furthestZone = 14 * 60;

/**
 * Whether each part of a date or time is valid in calendars and clocks. Years too long to count are
 * valid.
 */
function isOnCalendar(text: string): boolean {
  if (/^-?\d{8,}/.test(text)) return true;
  const match = dateForm.exec(text);
  if (match === null) return false;
  const [, year, month, day, onlyMonth, dayOfMonth, onlyDay, hour, minute, second] = match;
  const [fraction = '', zone] = match.slice(10);
  if ((year ?? onlyMonth ?? onlyDay ?? hour) === undefined) return false;
  const months = Number(month ?? onlyMonth ?? 1);
  const days = Number(day ?? dayOfMonth ?? onlyDay ?? 1);
  // a leap year if there is none
  const years = Number(year ?? 2000);
  if (months < 1 || months > 12 || days < 1 || days > lengthOfMonth(years, months)) return false;
  const [hours, minutes, seconds] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  const midnight = hours === 24 && minutes === 0 && seconds === 0 && !/[1-9]/.test(fraction);
  if ((hours > 23 && !midnight) || minutes > 59 || seconds > 59) return false;
  if (zone === undefined || zone === 'Z') return true;
  const [zoneHours, zoneMinutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))];
  return zoneMinutes <= 59 && zoneHours * 60 + zoneMinutes <= furthestZone;
}

/**
 * Days of a month. Before our era, which editions of the standard count differently, February has
 * 29 days if either count says so.
 */
function lengthOfMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) || (year < 0 && isLeap(year + 1)) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const zoneText = '(?:Z|[+-]\\d\\d:\\d\\d)?';
const timeText = '\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?';
const year = '-?\\d{4,}';

/** Lexical forms of dates by type. */
const dates: Readonly<Partial<Record<BuiltinName, RegExp>>> = {
  dateTime: new RegExp(`^${year}-\\d\\d-\\d\\dT${timeText}${zoneText}$`),
  date: new RegExp(`^${year}-\\d\\d-\\d\\d${zoneText}$`),
  time: new RegExp(`^${timeText}${zoneText}$`),
  gYearMonth: new RegExp(`^${year}-\\d\\d${zoneText}$`),
  gYear: new RegExp(`^${year}${zoneText}$`),
  gMonthDay: new RegExp(`^--\\d\\d-\\d\\d${zoneText}$`),
  gDay: new RegExp(`^---\\d\\d${zoneText}$`),
  gMonth: new RegExp(`^--\\d\\d${zoneText}$`),
};

/** Names and similar types as patterns of XML Schema. */
/** Longer names are not checked. */
const longestName = 1000;

/** Matches most names, faster than the full pattern. */
const plainName = /^[A-Za-z_][\w.-]*$/;

/** Whether a text is a valid date of a built-in type; true for types that are not dates. */
function hasDateForm(builtin: BuiltinName, text: string): boolean {
  const form = dates[builtin];
  if (form === undefined) return true;
  // in the form of the standard's first edition
  const date = builtin === 'gMonth' ? text.replace(/^(--\d\d)--/, '$1') : text;
  return form.test(date) && isOnCalendar(date);
}

/**
 * Whether a text has the specific form of a built-in type (XML Schema part 2 section 3), beyond
 * that of its kind: valid dates with the right parts, valid names, and whole octets.
 *
 * @param text without surrounding white space
 */
function hasOwnForm(builtin: BuiltinName, text: string, patterns: PatternMatcher): boolean {
  if (builtin === 'hexBinary') return /^(?:[0-9A-Fa-f]{2})*$/.test(text);
  if (builtin === 'base64Binary') {
    return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(
      text.replaceAll(' ', ''),
    );
  }
  const { pattern } = builtins[builtin];
  if (pattern === undefined) return hasDateForm(builtin, text);
  if (builtin !== 'language' && plainName.test(text)) return true;
  return text.length > longestName || patterns.matches(pattern, text) !== false;
}

const lengths: readonly FacetName[] = ['length', 'minLength', 'maxLength'];
const bounds: readonly FacetName[] = [
  ...(['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const),
];
const digits: readonly FacetName[] = ['totalDigits', 'fractionDigits'];

const applicable: Readonly<Record<ValueKind, readonly FacetName[]>> = {
  text: lengths,
  // allowed, without effect (XML Schema part 2 section 4.3.1)
  qname: lengths,
  binary: lengths,
  boolean: [],
  decimal: [...bounds, ...digits],
  integer: [...bounds, ...digits],
  float: bounds,
  double: bounds,
  date: bounds,
  duration: bounds,
};

const anyZone = '(?:Z|[+-]\\d\\d:\\d\\d)?';
const anyTime = '\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?';
const anyDate = `-?\\d{4,}(?:-\\d\\d(?:-\\d\\d(?:T${anyTime})?)?)?`;
const anyPartOfDate = '--\\d\\d(?:-\\d\\d)?|---\\d\\d';

const floating = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|-?INF|NaN)$/;

/** Lexical forms; text may have any. QNames are in the model's form, with their namespaces. */
const forms: Readonly<Partial<Record<ValueKind, RegExp>>> = {
  boolean: /^(?:true|false|0|1)$/,
  decimal: /^[+-]?(?:\d+\.?\d*|\.\d+)$/,
  integer: /^[+-]?\d+(?:\.0*)?$/,
  float: floating,
  double: floating,
  date: new RegExp(`^(?:(?:${anyDate}|${anyPartOfDate}|${anyTime})${anyZone})$`),
  duration: /^-?P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/,
  qname: /^(?:\{[\s\S]*\})?[^\s:{}]+$/,
  binary: /^[A-Za-z0-9+/= ]*$/,
};

/**
 * Whether a facet is allowed and has no effect: QNames have no length (XML Schema part 2 section
 * 4.3.1).
 */
export function isIdle(base: SimpleType, { name }: FacetSyntax): boolean {
  return base.variety === 'atomic' && kindOf(base.builtin) === 'qname' && lengths.includes(name);
}

/** The problem of a facet of a restriction; `undefined` if there is none. */
export function facetProblem(base: SimpleType, facet: FacetSyntax): string | undefined {
  const { name, value } = facet;
  if (name === 'pattern' || (name === 'whiteSpace' && base.variety !== 'union')) return undefined;
  const label = base.name?.localName ?? base.builtin ?? base.variety;
  if (base.variety !== 'atomic') {
    const fits = name === 'enumeration' || (base.variety === 'list' && lengths.includes(name));
    return fits ? undefined : `Facet '${name}' does not apply to a ${base.variety}`;
  }
  if (base.builtin === 'anySimpleType') return undefined;
  const kind = kindOf(base.builtin);
  if (name !== 'enumeration' && !applicable[kind].includes(name)) {
    return `Facet '${name}' does not apply to '${label}'`;
  }
  if (name !== 'enumeration' && !bounds.includes(name)) return undefined;
  const text = value.trim();
  // invalid dates are kept in enumerations, because services send them
  const isDate = name === 'enumeration' || hasDateForm(base.builtin ?? 'string', text);
  return forms[kind]?.test(text) === false || !isDate
    ? `'${value}' is not a value of '${label}', which facet '${name}' needs`
    : undefined;
}

/** Whether a text has the form of a built-in type's kind of values. */
function hasForm(builtin: BuiltinName, text: string): boolean {
  return forms[kindOf(builtin)]?.test(text) !== false;
}

/**
 * Whether a text is valid for a type according to lexical form and enumeration, without patterns
 * and bounds.
 */
function isValueOf(type: SimpleType, text: string): boolean {
  if (type.variety !== 'atomic') return true;
  const kind = kindOf(type.builtin);
  if (forms[kind]?.test(text.trim()) === false) return false;
  const { enumeration } = type.facets;
  if (enumeration === undefined || (kind !== 'text' && kind !== 'qname')) return true;
  return enumeration.some(({ value }) => value.trim() === text.trim());
}

/**
 * Longer values are not matched against patterns, because matching takes time for each character.
 */
const longestMatched = 1000;

/** Longer patterns are not shown in messages. */
const longestShown = 80;

/**
 * Why a text is not valid for a type (XML Schema part 2 section 4.1.4), as the end of a sentence
 * that begins with the text; `undefined` if it is valid, or that is not certain.
 */
export function valueDefect(
  type: SimpleType,
  text: string,
  patterns: PatternMatcher,
): string | undefined {
  // nested lists and unions could take any amount of work
  if (!patterns.spend()) return undefined;
  const { variety, members, builtin, facets } = type;
  if (variety === 'list') return listDefect(type, text, patterns);
  const label = labelOf(type);
  if (variety === 'union') {
    const none =
      members !== undefined &&
      members.length > 0 &&
      members.every((one) => valueDefect(one, text, patterns) !== undefined);
    return none
      ? `is not a value of any member of '${label}'`
      : patternDefect(type, text, patterns);
  }
  if (builtin === undefined || builtin === 'anySimpleType') return undefined;
  const plain = spacedText(type, text, facets);
  if (!hasForm(builtin, plain) || !hasOwnForm(builtin, plain, patterns)) {
    return `is not a value of '${builtin}'`;
  }
  const kind = kindOf(builtin);
  if (facets.enumeration !== undefined) {
    const canonical = canonicalOf(kind, plain);
    if (canonical !== undefined && !canonicalsOf(kind, facets.enumeration).has(canonical)) {
      return `is not among the values of '${label}'`;
    }
  }
  const beyond =
    kind === 'text' || kind === 'binary'
      ? lengthOfValue(kind, type, plain)
      : (boundBeyond(type, plain, true) ??
        boundBeyond(type, plain, false) ??
        digitsBeyond(plain, facets));
  if (beyond !== undefined) return `goes beyond ${beyond} of '${label}'`;
  return kind === 'qname' ? undefined : patternDefect(type, plain, patterns);
}

function labelOf({ name, builtin, variety }: SimpleType): string {
  return name?.localName ?? builtin ?? variety;
}

function listDefect(type: SimpleType, text: string, patterns: PatternMatcher): string | undefined {
  const { item, facets } = type;
  const items = text.split(/[ \t\r\n]+/).filter((one) => one !== '');
  const label = labelOf(type);
  for (const one of item === undefined ? [] : items) {
    const defect = valueDefect(item as SimpleType, one, patterns);
    if (defect !== undefined) return `is not a value of '${label}': '${one}' ${defect}`;
  }
  const beyond = lengthBeyond(items.length, items.length, facets);
  if (beyond !== undefined) return `goes beyond ${beyond} of '${label}'`;
  return patternDefect(type, items.join(' '), patterns);
}

/** A cache for enumerations of bases, which many types may restrict. */
const canonicals = new WeakMap<readonly EnumerationValue[], ReadonlySet<string | undefined>>();

function canonicalsOf(
  kind: ValueKind,
  enumeration: readonly EnumerationValue[],
): ReadonlySet<string | undefined> {
  let known = canonicals.get(enumeration);
  if (known === undefined) {
    known = new Set(enumeration.map((one) => canonicalOf(kind, one.value)));
    canonicals.set(enumeration, known);
  }
  return known;
}

function patternDefect(
  type: SimpleType,
  text: string,
  patterns: PatternMatcher,
): string | undefined {
  if (type.facets.patterns === undefined || text.length > longestMatched) return undefined;
  for (const step of type.facets.patterns) {
    if (step.some((one) => patterns.matches(one, text) !== false)) continue;
    const [first = ''] = step;
    return step.length === 1 && first.length < longestShown
      ? `does not match the pattern '${first}' of '${labelOf(type)}'`
      : `matches no pattern of '${labelOf(type)}'`;
  }
  return undefined;
}

function digitsBeyond(text: string, { totalDigits, fractionDigits }: Facets): string | undefined {
  const match = /^[+-]?0*(\d*)(?:\.(\d*?)0*)?$/.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fractionDigits !== undefined && fraction.length > fractionDigits) {
    return `'fractionDigits' ${fractionDigits}`;
  }
  // leading zeros do not count, nor zeros after the point of numbers below 1
  const count = whole === '' ? fraction.replace(/^0+/, '').length : whole.length + fraction.length;
  return totalDigits !== undefined && count > totalDigits
    ? `'totalDigits' ${totalDigits}`
    : undefined;
}

function lengthOfValue(
  kind: ValueKind,
  { builtin, facets }: SimpleType,
  text: string,
): string | undefined {
  if (kind === 'binary') {
    const plain = text.replaceAll(/[ =]/g, '').length;
    const octets = builtin === 'hexBinary' ? plain / 2 : Math.floor((plain * 3) / 4);
    return lengthBeyond(octets, octets, facets);
  }
  const { length, minLength, maxLength } = facets;
  if (length === undefined && minLength === undefined && maxLength === undefined) return undefined;
  // with any white space rule
  return lengthBeyond([...collapsedText(text)].length, [...text].length, facets);
}

/** The length that a text with a number of characters between two limits cannot have. */
function lengthBeyond(
  least: number,
  most: number,
  { length, minLength, maxLength }: Facets,
): string | undefined {
  if (length !== undefined && (least > length || most < length)) return `'length' ${length}`;
  if (minLength !== undefined && most < minLength) return `'minLength' ${minLength}`;
  return maxLength !== undefined && least > maxLength ? `'maxLength' ${maxLength}` : undefined;
}

/** The bound of a type that a value exceeds, low or high. */
function boundBeyond(base: SimpleType, value: string, low: boolean): string | undefined {
  const kind = kindOf(base.builtin);
  const { facets } = base;
  const [inclusive, outside] = low
    ? [facets.minInclusive, facets.minExclusive]
    : [facets.maxInclusive, facets.maxExclusive];
  const built = builtins[base.builtin ?? 'string'][low ? 'min' : 'max'];
  const lies = (limit: string | undefined, excluded: boolean): boolean => {
    const side = limit === undefined ? undefined : compareLexical(kind, value, limit);
    if (side === undefined) return false;
    return side === 0 ? excluded : low ? side < 0 : side > 0;
  };
  if (lies(inclusive, false)) return `'${low ? 'min' : 'max'}Inclusive' ${inclusive}`;
  if (lies(outside, true)) return `'${low ? 'min' : 'max'}Exclusive' ${outside}`;
  return lies(built, false) ? `the ${low ? 'least' : 'greatest'} value ${built}` : undefined;
}

/**
 * Rewrites each QName in a value.
 *
 * @param names namespaces of the prefixes in the text; names in the form `{namespace}local` need
 *   none
 * @param write returns the new form of a name
 */
export function rewriteQNames(
  text: string,
  names: NamespaceBindings | undefined,
  write: (name: QName) => string,
): string {
  const items = text.trim().split(/[ \t\r\n]+/);
  return items
    .map((item) => {
      const end = item.startsWith('{') ? item.lastIndexOf('}') : -1;
      if (end > 0) return write({ namespace: item.slice(1, end), localName: item.slice(end + 1) });
      const colon = item.indexOf(':');
      const namespace = names?.get(item.slice(0, Math.max(0, colon)));
      return namespace === undefined
        ? item
        : write({ namespace, localName: item.slice(colon + 1) });
    })
    .join(' ');
}

/** A prefix with its colon, or an axis such as `child::`. */
const prefixOrAxis = /([\p{L}_][\p{L}\p{M}\p{N}._-]*)(::?)/gu;

/**
 * The XPaths of an identity constraint, its selector first, with other prefixes.
 *
 * @param write returns the new form of a prefix with its colon
 */
export function rewriteXPaths(
  { selector, fields, names = [] }: IdentityConstraint,
  write: (namespace: string) => string,
): readonly string[] {
  return [selector, ...fields].map((text, index) =>
    text.replace(prefixOrAxis, (whole: string, prefix: string, colons: string) => {
      const namespace = colons === ':' ? names[index]?.get(prefix) : undefined;
      return namespace === undefined ? whole : write(namespace);
    }),
  );
}

/** The prefixes of an XPath. */
export function prefixesIn(xpath: string): readonly string[] {
  const found = [...xpath.matchAll(prefixOrAxis)].filter(([, , colons]) => colons === ':');
  return found.map(([, prefix = '']) => prefix);
}

/**
 * Whether values of a type are, or contain, QNames, whose prefixes depend on the context (XML
 * Schema part 2 section 3.2.18).
 */
export const holdsQNames: (type: SimpleType) => boolean = someSimpleType(
  ({ builtin }) => builtin === 'QName' || builtin === 'NOTATION',
);

/**
 * A default or fixed value: white space as the type has it, QNames with their namespaces, and of
 * equal values the one that an enumeration lists.
 */
export function givenValue(
  type: SimpleType,
  text: string,
  names: NamespaceBindings | undefined,
): string {
  return listedValue(type, qualifiedValue(type, spacedValue(type, text), names));
}

/** The value of an enumeration that a text denotes, such as `1.0` for `1`. */
function listedValue(
  { variety, builtin, facets: { enumeration } }: SimpleType,
  text: string,
): string {
  if (variety !== 'atomic' || enumeration === undefined) return text;
  if (enumeration.some(({ value }) => value === text)) return text;
  const kind = kindOf(builtin);
  const listed = enumeration.find(({ value }) => compareLexical(kind, value, text) === 0);
  return listed === undefined ? text : collapsedText(listed.value);
}

/**
 * A value with each QName as `{namespace}local`, or as the local name if it has no namespace. Other
 * values, and QNames with undeclared prefixes, stay unchanged.
 *
 * @param names namespaces of the prefixes in the text; that of unprefixed names under `''`
 */
export function qualifiedValue(
  type: SimpleType,
  text: string,
  names: NamespaceBindings | undefined,
): string {
  if (!holdsQNames(type)) return text;
  const { variety, item, members } = type;
  if (variety === 'atomic') return rewriteQNames(text, names, qnameKey);
  if (variety === 'list') {
    const items = text.trim().split(/[ \t\r\n]+/);
    return items.map((one) => qualifiedValue(item ?? type, one, names)).join(' ');
  }
  for (const member of members ?? []) {
    const value = qualifiedValue(member, text, names);
    if (isValueOf(member, value)) return value;
  }
  return text;
}
