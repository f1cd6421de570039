import { compareDates, compareDecimals, compareDurations } from './order.ts';
import { formatXsdBase64Binary, formatXsdHexBinary } from './text.ts';

/** Characters, octets or items of a value, even if its facets require more. */
const longest = 10_000;

/** Items of a list, each of which may be as long. */
const mostItems = 100;

const days = ({ ordinal }: SampleSeed): string => String(15 + (ordinal % 10));

const fixedSamples: Readonly<Record<string, ((seed: SampleSeed) => string) | undefined>> = {
  language: () => 'en',
  boolean: () => 'true',
  duration: () => 'P1D',
  dateTime: (seed) => `2024-01-${days(seed)}T08:30:00`,
  date: (seed) => `2024-01-${days(seed)}`,
  time: () => '08:30:00',
  gYear: () => '2024',
  gYearMonth: () => '2024-01',
  gMonthDay: () => '--01-15',
  gDay: () => '---15',
  gMonth: () => '--01',
  QName: (seed) => asName(seed),
  NOTATION: (seed) => asName(seed),
  guid: ({ ordinal }) => `00000000-0000-4000-8000-${String(ordinal + 1).padStart(12, '0')}`,
};

const nameTypes: readonly string[] = ['Name', 'NCName', 'NMTOKEN', 'ID', 'IDREF', 'ENTITY'];

/** A text of a built-in type that satisfies facets, if 10,000 characters are enough. */
export function sampleBuiltin(type: SampledType, seed: SampleSeed, facets: SampledFacets): string {
  const { name } = type;
  const fixed = fixedSamples[name]?.(seed);
  if (fixed !== undefined) {
    const isFitting = fitsRange(fixed, name, facets);
    return isFitting ? fixed : (facets.minInclusive ?? facets.maxInclusive ?? fixed);
  }
  if (name === 'hexBinary' || name === 'base64Binary') {
    const bytes = Uint8Array.from({ length: within(facets, 3) }, (_, index) => (index + 1) & 0xff);
    return name === 'hexBinary' ? formatXsdHexBinary(bytes) : formatXsdBase64Binary(bytes);
  }
  const number = sampleNumber(type, facets, seed);
  if (number !== undefined) return number;
  if (nameTypes.includes(name)) return resize(asName(seed), facets);
  if (name === 'anyURI') return resize(`http://example.com/${asName(seed)}`, facets);
  return resize(seed.ordinal === 0 ? seed.name : `${seed.name} ${seed.ordinal + 1}`, facets);
}

/**
 * A text of a list type.
 *
 * @param sampleItem gives the text of an item
 */
export function sampleList(
  { name, ordinal }: SampleSeed,
  facets: SampledFacets,
  sampleItem: (seed: SampleSeed) => string,
): string {
  return Array.from({ length: Math.min(within(facets, 2), mostItems) }, (_, index) =>
    // an item has no spaces, which would divide it
    sampleItem({ name, ordinal: ordinal + index })
      .trim()
      .replace(/\s/g, '-'),
  ).join(' ');
}

/** The allowed number of items or characters nearest to the preferred one. */
function within(
  { length, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: SampledFacets,
  wish: number,
): number {
  return Math.min(length ?? Math.min(maxLength, Math.max(minLength, wish)), longest);
}

function asName({ name, ordinal }: SampleSeed): string {
  return ordinal === 0 ? name : `${name}${ordinal + 1}`;
}

function resize(text: string, facets: SampledFacets): string {
  const characters = [...text];
  const length = within(facets, characters.length);
  if (length === characters.length) return text;
  const cut = characters.slice(0, length).join('');
  return cut + 'x'.repeat(Math.max(0, length - characters.length));
}

/**
 * Distinguishes samples: the name of the element or attribute, and its number among those of the
 * same name, from 0.
 */
export interface SampleSeed {
  readonly name: string;
  readonly ordinal: number;
}

/** A built-in type whose values are sampled. */
interface SampledType {
  /** Its name in XML Schema, or that of a type of ASMX. */
  readonly name: string;
  /** Whether values are integers. */
  readonly whole?: boolean;
}

/** The facets that samples of built-in types satisfy (XML Schema 2, 4.3). */
interface SampledFacets {
  readonly length?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minInclusive?: string | undefined;
  readonly minExclusive?: string | undefined;
  readonly maxInclusive?: string | undefined;
  readonly maxExclusive?: string | undefined;
  readonly totalDigits?: number | undefined;
  readonly fractionDigits?: number | undefined;
}

const negative: readonly string[] = ['negativeInteger', 'nonPositiveInteger'];

/**
 * A number of a built-in type within its bounds and digits; `undefined` if the type is not a
 * number.
 */
function sampleNumber(
  { name, whole = false }: SampledType,
  facets: SampledFacets,
  seed: SampleSeed,
): string | undefined {
  if (name === 'char') return String(65 + (seed.ordinal % 26));
  if (!whole && name !== 'decimal' && name !== 'float' && name !== 'double') return undefined;
  const base = 10 + (hash(seed.name) % 80) + (seed.ordinal % 10);
  const sign = negative.includes(name) ? '-' : '';
  const wish = whole ? `${sign}${base}` : `${base}.5`;
  const fits = (one: string): boolean => keeps(one, { name, whole }, facets);
  return fits(wish) ? wish : (candidates(wish, whole, facets).find(fits) ?? wish);
}

/** Candidates besides the preferred number: small ones, the bounds and their neighbours. */
function candidates(wish: string, whole: boolean, facets: SampledFacets): readonly string[] {
  const found: string[] = [];
  if (!whole) found.push(wish.replace(/\..*/, ''));
  for (const bound of [facets.minInclusive, facets.maxInclusive]) {
    if (bound !== undefined) found.push(bound);
  }
  for (const [bound, step] of [
    [facets.minExclusive, 1],
    [facets.maxExclusive, -1],
  ] as const) {
    if (bound === undefined) continue;
    if (/^[+-]?\d+$/.test(bound)) found.push(String(BigInt(bound) + BigInt(step)));
    for (const part of [0.5, 0.1, 0.01, 0.001]) {
      if (!whole && Number.isFinite(Number(bound))) {
        found.push(String(Number((Number(bound) + step * part).toFixed(6))));
      }
    }
  }
  const low = facets.minExclusive ?? facets.minInclusive;
  const high = facets.maxExclusive ?? facets.maxInclusive;
  if (!whole && low !== undefined && high !== undefined) {
    found.push(String((Number(low) + Number(high)) / 2));
  }
  found.push('5', '1', '0', '-1', '0.5');
  return found;
}

/** Whether a number satisfies all facets. */
function keeps(text: string, builtin: SampledType, facets: SampledFacets): boolean {
  if (builtin.whole && text.includes('.')) return false;
  const digits = text.replace(/^[+-]/, '').replace(/^0+(?=\d)/, '');
  const fraction = digits.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  const total = digits.replace('.', '').length;
  return (
    total <= (facets.totalDigits ?? total) &&
    fraction <= (facets.fractionDigits ?? fraction) &&
    fitsRange(text, builtin.name, facets)
  );
}

/** Whether a lexical value is within the bounds of its facets; true for types without order. */
export function fitsRange(text: string, builtin: string, facets: SampledFacets): boolean {
  const { minInclusive, maxInclusive, minExclusive, maxExclusive } = facets;
  const is = (bound: string | undefined, holds: (side: number) => boolean): boolean =>
    bound === undefined || holds(compare(text, bound, builtin));
  return (
    is(minInclusive, (side) => side >= 0) &&
    is(maxInclusive, (side) => side <= 0) &&
    is(minExclusive, (side) => side > 0) &&
    is(maxExclusive, (side) => side < 0)
  );
}

function compare(a: string, b: string, builtin: string): number {
  if (/^(?:dateTime|date|time|g[A-Z]\w+)$/.test(builtin)) return compareDates(a, b);
  if (builtin === 'duration') return compareDurations(a, b);
  const isFloat = builtin === 'float' || builtin === 'double';
  if (!isFloat && isDecimal(a) && isDecimal(b)) return compareDecimals(a, b);
  const [left, right] = [toNumber(a, builtin), toNumber(b, builtin)];
  const isText = Number.isNaN(left) || Number.isNaN(right);
  const [one, other] = isText ? [a, b] : [left, right];
  return one < other ? -1 : one > other ? 1 : 0;
}

function isDecimal(text: string): boolean {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text);
}

function toNumber(text: string, builtin: string): number {
  if (text === 'INF') return Number.POSITIVE_INFINITY;
  if (text === '-INF') return Number.NEGATIVE_INFINITY;
  // neighbours of a bound may be the bound itself in single precision
  return builtin === 'float' ? Math.fround(Number(text)) : Number(text);
}

/** A small stable number derived from a name (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return value;
}
