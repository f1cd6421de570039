import { createPatternMatcher } from '../../model/pattern/pattern-match.ts';
import { kindOf, type ValueKind } from '../../model/xsd/facet-rules.ts';
import type { EnumerationValue, Facets, SchemaType, SimpleType } from '../../model/xsd/schema.ts';
import { canonicalOf, compareLexical } from '../../model/xsd/value-compare.ts';
import { valueDefect } from '../../model/xsd/value-defect.ts';
import { collapsedText, spacedText } from '../../model/xsd/white-space.ts';
import { PairMap } from '../result/matched-pair.ts';
import type { Relation } from '../result/verdict.ts';
import { containsAtomic } from './contains-atomic.ts';
import { type FacetDifference, facetDifferences, hasLengths } from './facets.ts';

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
