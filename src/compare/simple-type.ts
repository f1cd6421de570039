import {
  type BuiltinName,
  builtins,
  isWhole,
  kindOf,
  type ValueKind,
} from '../model/xsd/builtins.ts';
import { createPatternMatcher } from '../model/xsd/pattern.ts';
import {
  builtinType,
  type EnumerationValue,
  type Facets,
  type SchemaType,
  type SimpleType,
} from '../model/xsd/schema.ts';
import {
  canonicalOf,
  collapsedText,
  compareLexical,
  spacedText,
  valueDefect,
  whiteSpaceOf,
} from '../model/xsd/values.ts';
import type { Relation } from './change.ts';
import { PairMap } from './matched-pair.ts';
import { includes, type TextLanguage } from './text-language.ts';

/** A facet that differs. */
export interface FacetDifference {
  readonly relation: Exclude<Relation, 'same'>;
  /** `maxLength changed from 5 to 10`. */
  readonly text: string;
  /** The only value added to or removed from an enumeration. */
  readonly value?: string | undefined;
}

/**
 * The facets that differ between two atomic types with the same built-in, each by itself (XML
 * Schema part 2 section 4.3). Two enumerations are not compared here.
 */
function facetDifferences(old: SimpleType, now: SimpleType): readonly FacetDifference[] {
  if (old.facets === now.facets) return [];
  const before = old.facets;
  const after = now.facets;
  return [
    ...compareLists(before, after),
    ...comparePatterns(old, now),
    ...compareLengths(before, after),
    ...compareEnds(old, now, 'min'),
    ...compareEnds(old, now, 'max'),
    ...compareCount('totalDigits', before.totalDigits, after.totalDigits),
    ...compareCount('fractionDigits', before.fractionDigits, after.fractionDigits),
    ...difference(
      before.whiteSpace === after.whiteSpace ? 'same' : 'different',
      'whiteSpace',
      before.whiteSpace,
      after.whiteSpace,
    ),
  ];
}

function difference(
  relation: Relation,
  name: string,
  before: string | number | undefined,
  after: string | number | undefined,
): readonly FacetDifference[] {
  return relation === 'same' ? [] : [{ relation, text: transition(name, before, after) }];
}

function transition(
  name: string,
  before: string | number | undefined,
  after: string | number | undefined,
): string {
  if (before === undefined) return `${name} ${after} was set`;
  if (after === undefined) return `${name} ${before} was lifted`;
  return `${name} changed from ${before} to ${after}`;
}

/** Compares types of which only one is an enumeration. */
function compareLists(before: Facets, after: Facets): readonly FacetDifference[] {
  const values = before.enumeration ?? after.enumeration;
  if (values === undefined) return [];
  const list = values.map(({ value }) => `'${value}'`);
  const shown = list.length > 6 ? `${list.slice(0, 5).join(', ')} …` : list.join(', ');
  return before.enumeration === undefined
    ? [{ relation: 'narrower', text: `values are limited to ${shown}` }]
    : [{ relation: 'wider', text: `values are not limited to ${shown} any more` }];
}

function comparePatterns(old: SimpleType, now: SimpleType): readonly FacetDifference[] {
  const [before, after] = [old.facets.patterns ?? [], now.facets.patterns ?? []];
  const text = (steps: readonly (readonly string[])[]): string | undefined =>
    steps.length === 0 ? undefined : steps.map((step) => step.join(' | ')).join(' & ');
  const kept = hasPatterns(now, old);
  const accepted = hasPatterns(old, now);
  const relation = kept ? (accepted ? 'same' : 'wider') : accepted ? 'narrower' : 'different';
  return difference(relation, 'pattern', text(before), text(after));
}

/** Whether what a type writes matches the patterns of another, regardless of lengths. */
function hasPatterns(large: SimpleType, small: SimpleType): boolean {
  const steps = large.facets.patterns;
  if (steps === undefined) return true;
  const any = { min: 0, max: Number.POSITIVE_INFINITY };
  return includes({ ...any, steps }, { ...any, steps: stepsOf(small) }) === true;
}

/** Whether a type of texts has all that another type writes, by form, patterns and lengths. */
function hasTexts(large: SimpleType, small: SimpleType): boolean {
  return includes(languageOf(large), languageOf(small)) === true;
}

function languageOf(type: SimpleType): TextLanguage {
  const isText = type.variety === 'atomic' && kindOf(type.builtin) === 'text';
  const { length, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = isText ? type.facets : {};
  return { steps: stepsOf(type), min: length ?? minLength, max: length ?? maxLength };
}

function stepsOf(type: SimpleType): readonly (readonly string[])[] {
  const form = writtenForm(type);
  const patterns = type.facets.patterns ?? [];
  return form === undefined ? patterns : [...patterns, [form]];
}

function compareLengths(before: Facets, after: Facets): readonly FacetDifference[] {
  if (before.length !== undefined && after.length !== undefined) {
    const relation = before.length === after.length ? 'same' : 'different';
    return difference(relation, 'length', before.length, after.length);
  }
  const [old, now] = [lengthsOf(before), lengthsOf(after)];
  return [
    ...compareCount('minLength', old.min, now.min),
    ...compareCount('maxLength', old.max, now.max),
  ];
}

function lengthsOf({ length, minLength, maxLength }: Facets): {
  readonly min: number | undefined;
  readonly max: number | undefined;
} {
  return { min: length ?? minLength, max: length ?? maxLength };
}

/** Whether all lengths that some facets allow are among those that others do. */
function hasLengths(large: Facets, small: Facets): boolean {
  const [outer, inner] = [lengthsOf(large), lengthsOf(small)];
  const open = Number.POSITIVE_INFINITY;
  return (inner.min ?? 0) >= (outer.min ?? 0) && (inner.max ?? open) <= (outer.max ?? open);
}

function compareCount(
  name: 'minLength' | 'maxLength' | 'totalDigits' | 'fractionDigits',
  before: number | undefined,
  after: number | undefined,
): readonly FacetDifference[] {
  const lower = name === 'minLength';
  const open = lower ? 0 : Number.POSITIVE_INFINITY;
  const [old, now] = [before ?? open, after ?? open];
  if (old === now) return [];
  return difference(now > old === lower ? 'narrower' : 'wider', name, before, after);
}

/**
 * Compares the bounds on one side. For numbers, one may be inclusive and the other exclusive, and
 * the range of the type or its number of digits may be stricter than both.
 */
function compareEnds(
  old: SimpleType,
  now: SimpleType,
  side: 'min' | 'max',
): readonly FacetDifference[] {
  const inclusive = `${side}Inclusive` as const;
  const exclusive = `${side}Exclusive` as const;
  const [first, second] = [numericSpace(old), numericSpace(now)];
  if (first === undefined || second === undefined) {
    return [...compareBound(inclusive, old, now), ...compareBound(exclusive, old, now)];
  }
  const nameIn = ({ facets }: SimpleType): typeof inclusive | typeof exclusive =>
    facets[exclusive] === undefined ? inclusive : exclusive;
  const [before, after] = [nameIn(old), nameIn(now)];
  const [from, to] = [old.facets[before], now.facets[after]];
  if (before === after && from === to) return [];
  const relation = relateEnds(first[side], second[side], side === 'max' ? 1 : -1);
  if (before === after || from === undefined || to === undefined) {
    return difference(relation, from === undefined ? after : before, from, to);
  }
  const text = `${before} ${from} became ${after} ${to}`;
  return relation === 'same' ? [] : [{ relation, text }];
}

/** Compares a bound of values that are no numbers, or not exact ones. */
function compareBound(
  name: 'minInclusive' | 'maxInclusive' | 'minExclusive' | 'maxExclusive',
  old: SimpleType,
  now: SimpleType,
): readonly FacetDifference[] {
  const before = old.facets[name];
  const after = now.facets[name];
  if (before === after) return [];
  let relation: Relation = after === undefined ? 'wider' : 'narrower';
  if (before !== undefined && after !== undefined) {
    const order = compareLexical(kindOf(now.builtin), after, before);
    if (order === 0) return [];
    const wider = order !== undefined && order > 0 === name.startsWith('max');
    relation = order === undefined ? 'different' : wider ? 'wider' : 'narrower';
  }
  return difference(relation, name, before, after);
}

const zone = '(Z|[+\\-][0-9]{2}:[0-9]{2})?';
const day = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const time = '[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?';
const name = '[\\i-[:]][\\c-[:]]*';
const float = '-?[0-9]+(\\.[0-9]+)?([eE][+\\-]?[0-9]+)?|-?INF|NaN';

/** How values of built-in types are written, as patterns (XML Schema part 2 section 3). */
const forms: Readonly<Partial<Record<BuiltinName, string>>> = {
  boolean: 'true|false|0|1',
  float,
  double: float,
  dateTime: `${day}T${time}${zone}`,
  date: `${day}${zone}`,
  time: `${time}${zone}`,
  gYearMonth: `[0-9]{4}-[0-9]{2}${zone}`,
  gYear: `[0-9]{4}${zone}`,
  gMonthDay: `--[0-9]{2}-[0-9]{2}${zone}`,
  gDay: `---[0-9]{2}${zone}`,
  gMonth: `--[0-9]{2}${zone}`,
  hexBinary: '([0-9A-Fa-f]{2})*',
  base64Binary: '[A-Za-z0-9+/= ]*',
  language: '[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*',
  Name: '\\i\\c*',
  NMTOKEN: '\\c+',
  NCName: name,
  ID: name,
  IDREF: name,
  ENTITY: name,
  QName: `(${name}:)?${name}`,
  NOTATION: `(${name}:)?${name}`,
  guid: '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}',
};

/**
 * The pattern of what programs write for a type, without the patterns of its own; `undefined` for
 * any text. Numbers have no leading zeros and no plus sign.
 */
function writtenForm(type: SimpleType): string | undefined {
  const { builtin } = type;
  const space = numericSpace(type);
  if (space === undefined) return builtin && forms[builtin];
  const sign = space.min !== undefined && !space.min.value.startsWith('-') ? '' : '-?';
  const digits = digitsOf(type);
  const whole = Number.isFinite(digits) ? `[0-9]{1,${digits}}` : '[0-9]+';
  if (space.integer) return `${sign}${whole}`;
  const { fractionDigits } = type.facets;
  const places = fractionDigits === undefined ? '+' : `{1,${Math.max(1, fractionDigits)}}`;
  return `${sign}${whole}(\\.[0-9]${places})?`;
}

const number = '[+\\-]?[0-9]+(\\.[0-9]+)?';

/** Texts that certain types read whatever their digits are, as patterns. */
const readable: Readonly<Partial<Record<BuiltinName, string>>> = {
  boolean: 'true|false|0|1',
  float: number,
  double: number,
  decimal: number,
  positiveInteger: '\\+?0*[1-9][0-9]*',
  hexBinary: '([0-9A-Fa-f]{2})*',
};

/** The pattern of texts that a built-in type certainly accepts; `undefined` for no such pattern. */
function readableForm({ builtin }: SimpleType): string | undefined {
  if (builtin === undefined) return undefined;
  const { kind, min, max } = builtins[builtin];
  const isOneSided = max === '0' || max === '-1' || min === '1';
  if (kind !== 'integer' || isOneSided) return readable[builtin];
  const sign = min === '0' ? '\\+?' : '[+\\-]?';
  return `${sign}[0-9]${max === undefined ? '+' : `{1,${max.length - 1}}`}`;
}

/** One end of a range; an open end excludes its value. */
interface End {
  readonly value: string;
  readonly open: boolean;
}

/** The numbers that an integer or decimal type allows, regardless of digits after the point. */
interface NumericSpace {
  /** Then both ends are closed. */
  readonly integer: boolean;
  readonly min?: End | undefined;
  readonly max?: End | undefined;
}

/**
 * The numbers that a type allows; `undefined` for types outside the decimal family, or with bounds
 * that are not numbers.
 */
function numericSpace(type: SimpleType): NumericSpace | undefined {
  const { builtin, facets } = type;
  if (type.variety !== 'atomic' || builtin === undefined) return undefined;
  const integer = isWhole(builtin);
  if (!integer && builtin !== 'decimal') return undefined;
  const { min, max } = builtins[builtin];
  const given = [
    facets.minInclusive,
    facets.minExclusive,
    facets.maxInclusive,
    facets.maxExclusive,
  ];
  if (given.some((bound) => bound !== undefined && !isDecimal(bound))) return undefined;
  const { totalDigits = 0 } = facets;
  const most =
    integer && totalDigits > 0 && totalDigits < 100 ? '9'.repeat(totalDigits) : undefined;
  const end = (value: string | undefined, open: boolean, sign: 1 | -1): End | undefined => {
    if (value === undefined) return undefined;
    return integer ? { value: wholeEnd(value, open, sign), open: false } : { value, open };
  };
  return {
    integer,
    min: strictest(1, [
      end(min, false, 1),
      end(facets.minInclusive, false, 1),
      end(facets.minExclusive, true, 1),
      end(most && `-${most}`, false, 1),
    ]),
    max: strictest(-1, [
      end(max, false, -1),
      end(facets.maxInclusive, false, -1),
      end(facets.maxExclusive, true, -1),
      end(most, false, -1),
    ]),
  };
}

/** The number of digits that values of a numeric type have at most before the point. */
function digitsOf(type: SimpleType): number {
  const { totalDigits = Number.POSITIVE_INFINITY } = type.facets;
  const { min, max } = numericSpace(type) ?? {};
  if (min === undefined || max === undefined) return totalDigits;
  const ends = [min, max].map(({ value }) => /^[+-]?0*(\d*)/.exec(value)?.[1]?.length ?? 0);
  return Math.min(totalDigits, Math.max(1, ...ends));
}

/** The integer nearest to the end of a range of integers, inside it. */
function wholeEnd(value: string, open: boolean, sign: 1 | -1): string {
  const places = fraction(value).length;
  const unit = 10n ** BigInt(places);
  const number = scaled(value, places);
  const below = number / unit - (number % unit < 0n ? 1n : 0n);
  const isWhole = number % unit === 0n;
  if (isWhole) return String(open ? below + BigInt(sign) : below);
  return String(sign === 1 ? below + 1n : below);
}

/** The relation that results from two aspects of the same values. */
function combine(a: Relation, b: Relation): Relation {
  if (a === b || b === 'same') return a;
  return a === 'same' ? b : 'different';
}

/** The relation between two such spaces. */
function relateNumeric(old: NumericSpace, now: NumericSpace): Relation {
  const kinds: Relation = old.integer === now.integer ? 'same' : old.integer ? 'wider' : 'narrower';
  return combine(kinds, combine(relateEnds(old.min, now.min, -1), relateEnds(old.max, now.max, 1)));
}

function strictest(sign: 1 | -1, ends: readonly (End | undefined)[]): End | undefined {
  let best: End | undefined;
  for (const one of ends) {
    if (one === undefined) continue;
    if (best === undefined || orderOfEnds(one, best, sign) > 0) best = one;
  }
  return best;
}

/** Positive if the first end allows less: `sign` is 1 for lower ends, -1 for upper ones. */
function orderOfEnds(a: End, b: End, sign: 1 | -1): number {
  const order = compareDecimalTexts(a.value, b.value) * sign;
  return order === 0 ? Number(a.open) - Number(b.open) : order;
}

/**
 * The relation between two ends of ranges.
 *
 * @param sign 1 for upper ends, -1 for lower ones
 */
function relateEnds(old: End | undefined, now: End | undefined, sign: 1 | -1): Relation {
  if (old === undefined || now === undefined) {
    if (old === now) return 'same';
    return now === undefined ? 'wider' : 'narrower';
  }
  const order = orderOfEnds(now, old, sign === 1 ? -1 : 1);
  return order === 0 ? 'same' : order > 0 ? 'narrower' : 'wider';
}

/** Whether a text is a number without exponent. */
function isDecimal(text: string): boolean {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text);
}

/** Orders two numbers without exponent exactly: negative, zero or positive. */
export function compareDecimalTexts(a: string, b: string): number {
  const places = Math.max(fraction(a).length, fraction(b).length);
  const difference = scaled(a, places) - scaled(b, places);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

function fraction(text: string): string {
  const point = text.indexOf('.');
  return point < 0 ? '' : text.slice(point + 1);
}

function scaled(text: string, places: number): bigint {
  const whole = text.replace(/^[+-]/, '').replace(/\..*$/, '');
  const value = BigInt(`${whole}${fraction(text).padEnd(places, '0')}`);
  return text.startsWith('-') ? -value : value;
}

/**
 * Whether every value of a type, as programs write it, is also one of a larger atomic type without
 * enumeration. Any list or union is a text.
 */
function containsAtomic(large: SimpleType, small: SimpleType): boolean {
  const [outer, inner] = [large.builtin, small.builtin];
  if (outer === undefined) return false;
  if (outer === 'anySimpleType') return true;
  if (isText(outer)) return containsTexts(large, small);
  if (inner === undefined || inner === 'anySimpleType' || small.variety !== 'atomic') return false;
  if (isText(inner)) return readsTexts(large, small);
  if (numericSpace(large) !== undefined && numericSpace(small) !== undefined) {
    return containsNumbers(large, small);
  }
  if (outer !== inner && !containsBuiltin(outer, inner)) return false;
  return facetDifferences(small, large).every(({ relation }) => relation === 'wider');
}

function isText(builtin: BuiltinName): boolean {
  return kindOf(builtin) === 'text' && !isWhole(builtin);
}

/** White space rules: a text with fewer spaces is also one with more. */
const strictness = { preserve: 0, replace: 1, collapse: 2 } as const;

function strictnessOf(type: SimpleType): number {
  if (type.variety !== 'atomic') return strictness.collapse;
  return strictness[whiteSpaceOf(type, type.facets)];
}

/** Whether a type of texts has all that another type writes: every number is a text, too. */
function containsTexts(large: SimpleType, small: SimpleType): boolean {
  const isSame = large.builtin === small.builtin;
  if (isSame && large.facets.whiteSpace !== small.facets.whiteSpace) return false;
  if (strictnessOf(large) > strictnessOf(small)) return false;
  // the form of a URI says little: most texts are one, and none is taken for one here
  if (large.builtin === 'anyURI' && !isSame) return false;
  return hasTexts(large, small);
}

/** Whether texts that match a pattern are all values of a number type without limits. */
function readsTexts(large: SimpleType, small: SimpleType): boolean {
  const form = readableForm(large);
  const isLimited = Object.values(large.facets).some((facet) => facet !== undefined);
  if (form === undefined || isLimited || small.facets.patterns === undefined) return false;
  return hasTexts({ ...large, builtin: 'string', facets: { patterns: [[form]] } }, small);
}

function containsNumbers(large: SimpleType, small: SimpleType): boolean {
  const [outer, inner] = [numericSpace(large), numericSpace(small)];
  if (outer === undefined || inner === undefined) return false;
  if (!['same', 'wider'].includes(relateNumeric(inner, outer))) return false;
  if (!hasPatterns(large, small)) return false;
  if (outer.integer) return true;
  const any = Number.POSITIVE_INFINITY;
  const { totalDigits = any, fractionDigits = any } = large.facets;
  const own = small.facets;
  const digits = inner.integer ? digitsOf(small) : (own.totalDigits ?? any);
  const places = inner.integer ? 0 : (own.fractionDigits ?? any);
  return digits <= totalDigits && places <= fractionDigits;
}

/** Whether all integers of a built-in type are exact with so many bits. */
function isExact(builtin: BuiltinName, bits: number): boolean {
  const { min, max } = builtins[builtin];
  return min !== undefined && max !== undefined && Number(max) < 2 ** bits && builtin !== 'char';
}

/** Whether every value of a built-in type is also one of another that is no text. */
function containsBuiltin(large: BuiltinName, small: BuiltinName): boolean {
  if (large === 'double') return small === 'float' || isExact(small, 53);
  if (large === 'float') return isExact(small, 24);
  for (
    let type: SimpleType | undefined = builtinType(small);
    type !== undefined;
    type = type.base
  ) {
    if (type.builtin === large) return true;
  }
  return false;
}

/** Maximum nesting of unions and lists. */
const maximumDepth = 20;

/** Relations already known. The types of a contract do not change. */
const known = new PairMap<Relation>();

/** The relation between the values of two simple types. */
export function relateSimple(old: SimpleType, now: SimpleType, depth: number = 0): Relation {
  if (old === now) return 'same';
  if (depth > maximumDepth) return 'different';
  const types = { old, new: now };
  const found = known.get(types);
  if (found !== undefined) return found;
  const relation = areAlike(old, now, depth) ? 'same' : relateValues(old, now, depth);
  known.set(types, relation);
  return relation;
}

function relateValues(old: SimpleType, now: SimpleType, depth: number): Relation {
  const kept = containsSimple(now, old, depth);
  const accepted = containsSimple(old, now, depth);
  return kept ? (accepted ? 'same' : 'wider') : accepted ? 'narrower' : 'different';
}

/** Whether two types are written alike, as most are; then nothing has to be looked up. */
function areAlike(old: SimpleType, now: SimpleType, depth: number): boolean {
  if (old.variety !== now.variety || old.builtin !== now.builtin) return false;
  if (!haveSameFacets(old.facets, now.facets)) return false;
  const [before, after] = [partsOf(old), partsOf(now)];
  return (
    before.length === after.length &&
    before.every((one, index) => relateSimple(one, after[index] ?? one, depth + 1) === 'same')
  );
}

function partsOf({ item, members }: SimpleType): readonly SimpleType[] {
  return item === undefined ? (members ?? []) : [item];
}

/** Facets that are single values. */
const plainFacets = [
  'length',
  'minLength',
  'maxLength',
  'minInclusive',
  'maxInclusive',
  'minExclusive',
  'maxExclusive',
  'totalDigits',
  'fractionDigits',
  'whiteSpace',
] as const;

function haveSameFacets(old: Facets, now: Facets): boolean {
  const [before = [], after = []] = [old.enumeration, now.enumeration];
  const [first = [], second = []] = [old.patterns, now.patterns];
  if (before.length !== after.length || first.length !== second.length) return false;
  return (
    plainFacets.every((name) => old[name] === now[name]) &&
    before.every(({ value }, index) => value === after[index]?.value) &&
    first.every((step, index) => step.join('\n') === second[index]?.join('\n'))
  );
}

/** Whether every value of a type, as it is written, is also one of a larger type. */
function containsSimple(large: SimpleType, small: SimpleType, depth: number): boolean {
  if (large === small) return true;
  const values = valuesOf(small);
  if (values !== undefined) return containsValues(large, small, values);
  if (small.variety === 'union') return containsUnion(large, small, depth);
  if (valuesOf(large) !== undefined) return false;
  if (large.variety === 'union') {
    if (!samePatterns(large, small)) return false;
    return (large.members ?? []).some((one) => covers(one, small, depth));
  }
  if (small.variety === 'list' || large.variety === 'list') {
    return containsList(large, small, depth);
  }
  return containsAtomic(large, small);
}

/** Whether a member covers a type, with the relation remembered. */
function covers(large: SimpleType, small: SimpleType, depth: number): boolean {
  return ['same', 'wider'].includes(relateSimple(small, large, depth + 1));
}

/**
 * Whether a type has all values of a union. Members of one name and the same values are passed
 * over, so that long enumerations are looked through only if they differ.
 */
function containsUnion(large: SimpleType, small: SimpleType, depth: number): boolean {
  if (large.variety !== 'union') {
    return (small.members ?? []).every((one) => covers(large, one, depth));
  }
  if (!samePatterns(large, small)) return false;
  const byName = new Map(large.members?.map((one) => [memberKey(one), one]));
  return (small.members ?? []).every((member) => {
    const other = byName.get(memberKey(member));
    if (other !== undefined && covers(other, member, depth)) return true;
    return containsSimple(large, member, depth + 1);
  });
}

function memberKey({ name, context, builtin }: SimpleType): string {
  return name === undefined ? `${context.join('.')} ${builtin ?? ''}` : ` ${name.localName}`;
}

/** A list has one item or several of its item type. Any list is a text. */
function containsList(large: SimpleType, small: SimpleType, depth: number): boolean {
  if (large.variety === 'atomic') return containsAtomic(large, small);
  const { item } = large;
  if (item === undefined || !samePatterns(large, small)) return false;
  if (small.item !== undefined) {
    return covers(item, small.item, depth) && hasLengths(large.facets, small.facets);
  }
  const hasBlanks = kindOf(small.builtin) === 'text' && !hasNoBlanks(small);
  const alone = { minLength: 1, maxLength: 1 };
  return !hasBlanks && covers(item, small, depth) && hasLengths(large.facets, alone);
}

function hasNoBlanks({ builtin = 'string' }: SimpleType): boolean {
  return !['string', 'normalizedString', 'token', 'anySimpleType'].includes(builtin);
}

/** Whether the patterns of a union or list are all among those of another. */
function samePatterns(large: SimpleType, small: SimpleType): boolean {
  const own = new Set(small.facets.patterns?.map((step) => JSON.stringify(step)));
  return (large.facets.patterns ?? []).every((step) => own.has(JSON.stringify(step)));
}

/** The values of a type that is an enumeration. */
function valuesOf({ facets }: SimpleType): readonly EnumerationValue[] | undefined {
  return facets.enumeration;
}

/** The values of an enumeration, or of all those in a union. */
interface Enumerated {
  /** The values as written, by {@link keyOf}. */
  readonly keys: ReadonlyMap<string, string>;
  readonly kinds: ReadonlySet<ValueKind>;
  /** Members that are no enumerations. */
  readonly rest: readonly SimpleType[];
}

const enumerated = new WeakMap<SimpleType, Enumerated>();

function enumeratedOf(type: SimpleType): Enumerated {
  const found = enumerated.get(type);
  if (found !== undefined) return found;
  const made = collectEnumerated(type);
  enumerated.set(type, made);
  return made;
}

function collectEnumerated(type: SimpleType): Enumerated {
  const values = valuesOf(type);
  const keys = new Map<string, string>();
  const kinds = new Set<ValueKind>();
  if (values !== undefined) {
    kinds.add(kindIn(type));
    for (const { value } of values) keys.set(valueKey(type, value), value);
    return { keys, kinds, rest: [] };
  }
  const { members, facets } = type;
  if (members === undefined || facets.patterns !== undefined) return { keys, kinds, rest: [type] };
  const rest: SimpleType[] = [];
  for (const member of members.map(enumeratedOf)) {
    for (const [key, value] of member.keys) keys.set(key, value);
    for (const kind of member.kinds) kinds.add(kind);
    rest.push(...member.rest);
  }
  return { keys, kinds, rest };
}

function kindIn({ variety, builtin }: SimpleType): ValueKind {
  return variety === 'atomic' ? kindOf(builtin) : 'text';
}

/** One text for all forms of a value of a type. */
function valueKey(type: SimpleType, text: string): string {
  const { variety, builtin, facets } = type;
  const plain = variety === 'atomic' ? spacedText({ builtin }, text, facets) : collapsedText(text);
  return keyOf(kindIn(type), plain);
}

function keyOf(kind: ValueKind, text: string): string {
  if (kind === 'text') return text;
  // a float is one of the doubles
  if (kind === 'float' || kind === 'double') return `float ${canonicalOf(kind, text)}`;
  return `${kind} ${canonicalOf(kind, text) ?? collapsedText(text)}`;
}

/** Whether two texts are certainly the same value, each of its type. */
export function isSameValue(
  old: SchemaType,
  now: SchemaType,
  before: string,
  after: string,
): boolean {
  const [first, second] = [old, now].map((type) =>
    type.kind === 'simple' ? type : (type.simpleContent ?? undefined),
  );
  if (first === undefined || second === undefined)
    return collapsedText(before) === collapsedText(after);
  if (valueKey(first, before) === valueKey(second, after)) return true;
  const kind = kindOf(first.builtin);
  return kind === kindOf(second.builtin) && compareLexical(kind, before, after) === 0;
}

/** Whether a type has all these values of another. */
function containsValues(
  large: SimpleType,
  small: SimpleType,
  values: readonly EnumerationValue[],
): boolean {
  const accepts = acceptedBy(enumeratedOf(large));
  return values.every(({ value }) => accepts(valueKey(small, value), value));
}

/** Tells whether values are among those of an enumeration, or of another member of its union. */
function acceptedBy({ keys, kinds, rest }: Enumerated): (key: string, value: string) => boolean {
  const matcher = createPatternMatcher();
  return (key, value) =>
    keys.has(key) ||
    [...kinds].some((kind) => keys.has(keyOf(kind, value))) ||
    // a value is taken for valid once too many were tried
    rest.some((one) => valueDefect(one, value, matcher) === undefined && matcher.spend());
}

/**
 * What differs between the values of two simple types, one by one: values of enumerations, facets
 * of types with the same built-in. What makes no difference together with the rest is left out, as
 * a length that follows from a pattern. Empty if the types differ as a whole.
 */
export function valueDifferences(old: SimpleType, now: SimpleType): readonly FacetDifference[] {
  const relation = relateSimple(old, now);
  if (relation === 'same') return [];
  const found = hasValuesAlone(old) && hasValuesAlone(now) ? byValue(old, now) : byFacet(old, now);
  if (relation === 'different') return found;
  return found
    .filter((one) => one.relation === relation || one.relation === 'different')
    .map((one) => ({ ...one, relation }));
}

/** Whether a type is an enumeration, or a union with one. */
function hasValuesAlone(type: SimpleType): boolean {
  return enumeratedOf(type).keys.size > 0;
}

function byFacet(old: SimpleType, now: SimpleType): readonly FacetDifference[] {
  const isPlain = old.variety === 'atomic' && now.variety === 'atomic';
  return isPlain && old.builtin === now.builtin ? facetDifferences(old, now) : [];
}

function byValue(old: SimpleType, now: SimpleType): readonly FacetDifference[] {
  const [before, after] = [enumeratedOf(old), enumeratedOf(now)];
  const lacking = (of: Enumerated, others: Enumerated): readonly string[] => {
    const accepts = acceptedBy(others);
    return [...of.keys].filter(([key, value]) => !accepts(key, value)).map(([, value]) => value);
  };
  return [
    ...lacking(before, after).map((value): FacetDifference => {
      return { relation: 'narrower', text: `value '${value}' removed`, value };
    }),
    ...lacking(after, before).map((value): FacetDifference => {
      return { relation: 'wider', text: `value '${value}' added`, value };
    }),
  ];
}
