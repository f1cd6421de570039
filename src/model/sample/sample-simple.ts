import { createPatternMatcher } from '../pattern/pattern-match.ts';
import type { BuiltinName } from '../xsd/builtin-types.ts';
import type { Facets, SimpleType } from '../xsd/schema.ts';
import { fitsRange, sampleNumber } from './sample-number.ts';
import { createPatternSampler } from './sample-pattern.ts';
import type { SampleSeed } from './sample-seed.ts';

/** Characters, octets or items of a value, even if its facets require more. */
const longest = 10_000;

/** Items of a list, each of which may be as long. */
const mostItems = 100;

/** Texts that are created from the patterns of one type to find one that fits its other facets. */
const mostTries = 200;

/** Samples by name and ordinal: types occur again and again, and patterns are costly. */
const samples = new WeakMap<SimpleType, Map<string, string>>();

/**
 * A lexical value of a simple type that satisfies its facets (XML Schema part 2 section 4.3), if
 * 10,000 characters are enough. The same seed gives the same value in every run and on every
 * machine; the name does not count for types with patterns.
 */
export function sampleSimple(type: SimpleType, seed: SampleSeed): string {
  const known = samples.get(type) ?? new Map<string, string>();
  samples.set(type, known);
  // texts that match patterns are costly to find
  const isSearched = type.facets.patterns !== undefined;
  const name = isSearched ? (type.name?.localName ?? 'sample') : seed.name;
  const key = `${seed.ordinal} ${name}`;
  const sample = known.get(key) ?? makeSample(type, { ...seed, name });
  known.set(key, sample);
  return sample;
}

function makeSample(type: SimpleType, seed: SampleSeed): string {
  const { enumeration } = type.facets;
  if (enumeration !== undefined && enumeration.length > 0) {
    return enumeration[seed.ordinal % enumeration.length]?.value ?? '';
  }
  return fromPattern(type, seed) ?? sampleWithoutPattern(type, seed);
}

function sampleWithoutPattern(type: SimpleType, seed: SampleSeed): string {
  const { facets, variety, item, builtin = 'string' } = type;
  if (variety === 'list' && item !== undefined) {
    return Array.from({ length: Math.min(within(facets, 2), mostItems) }, (_, index) =>
      asItem(sampleSimple(item, { name: seed.name, ordinal: seed.ordinal + index })),
    ).join(' ');
  }
  const [member] = type.members ?? [];
  if (variety === 'union' && member !== undefined) return sampleSimple(member, seed);
  return sampleAtomic(builtin, facets, seed);
}

/** An item has no spaces, which would divide it. */
function asItem(text: string): string {
  return text.trim().replace(/\s/g, '-');
}

/** The allowed number of items or characters nearest to the preferred one. */
function within(facets: Facets, wish: number): number {
  const { length, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = facets;
  return Math.min(length ?? Math.min(maxLength, Math.max(minLength, wish)), longest);
}

/**
 * A value of a type with patterns: the usual sample or a variant if one matches, otherwise one
 * created from the last pattern.
 */
function fromPattern(type: SimpleType, seed: SampleSeed): string | undefined {
  if (type.facets.patterns === undefined) return undefined;
  const known = patterned.get(type) ?? createPatterned(type);
  patterned.set(type, known);
  const usual = sampleWithoutPattern(type, seed);
  const ends = type.variety === 'atomic' ? ['', 'Z', '+00:00', '.000Z', '.000+00:00', '.0'] : [''];
  return ends.map((end) => usual + end).find(known.fits) ?? known.made();
}

/** What samples of a type with patterns share. */
interface Patterned {
  /** Whether a text is a value of the type. */
  readonly fits: (text: string) => boolean;
  /** A value created from the last pattern. */
  readonly made: () => string | undefined;
}

const patterned = new WeakMap<SimpleType, Patterned>();

function createPatterned(type: SimpleType): Patterned {
  const { patterns: steps = [] } = type.facets;
  const matcher = createPatternMatcher();
  const fits = (text: string): boolean =>
    fitsLength(text, type) &&
    fitsRange(text, type.builtin, type.facets) &&
    steps.every((step) => step.some((pattern) => matcher.matches(pattern, text) === true));
  let made: { readonly text: string | undefined } | undefined;
  return {
    fits,
    made: () => {
      made ??= { text: textOfPatterns(steps.at(-1) ?? [], fits) };
      return made.text;
    },
  };
}

/** The first text of the patterns that fits, or just the first. */
function textOfPatterns(
  patterns: readonly string[],
  fits: (text: string) => boolean,
): string | undefined {
  let first: string | undefined;
  let tries = 0;
  for (const pattern of patterns) {
    const sampleOf = createPatternSampler(pattern);
    let before: string | undefined;
    for (let extra = 0; extra <= 64 && tries < mostTries; extra += 1) {
      const text = sampleOf(extra);
      // without unlimited quantifiers, more repetitions are none
      if (text === undefined || text === before) break;
      first ??= text;
      tries += 1;
      if (fits(text)) return text;
      before = text;
    }
  }
  return first;
}

function fitsLength(text: string, { facets, builtin, variety }: SimpleType): boolean {
  // the length of bytes and lists counts octets and items, which their own sample observes
  if (variety === 'list') return true;
  if (builtin === 'hexBinary' || builtin === 'base64Binary') return true;
  const length = [...text].length;
  return (
    length === (facets.length ?? length) &&
    length >= (facets.minLength ?? 0) &&
    length <= (facets.maxLength ?? length)
  );
}

const days = (seed: SampleSeed): string => String(15 + (seed.ordinal % 10));

const fixedSamples: Partial<Record<BuiltinName, (seed: SampleSeed) => string>> = {
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
  guid: (seed) => `00000000-0000-4000-8000-${String(seed.ordinal + 1).padStart(12, '0')}`,
};

const nameTypes: ReadonlySet<BuiltinName> = new Set<BuiltinName>([
  'Name',
  'NCName',
  'NMTOKEN',
  'ID',
  'IDREF',
  'ENTITY',
]);

function asName(seed: SampleSeed): string {
  return seed.ordinal === 0 ? seed.name : `${seed.name}${seed.ordinal + 1}`;
}

function sampleAtomic(builtin: BuiltinName, facets: Facets, seed: SampleSeed): string {
  const fixed = fixedSamples[builtin];
  if (fixed !== undefined) {
    const text = fixed(seed);
    return fitsRange(text, builtin, facets)
      ? text
      : (facets.minInclusive ?? facets.maxInclusive ?? text);
  }
  if (builtin === 'hexBinary' || builtin === 'base64Binary') {
    const bytes = Array.from({ length: within(facets, 3) }, (_, index) => (index + 1) & 0xff);
    return encodeBytes(bytes, builtin);
  }
  const number = sampleNumber(builtin, facets, seed);
  if (number !== undefined) return number;
  if (nameTypes.has(builtin)) return resize(asName(seed), facets, 'x');
  if (builtin === 'anyURI') return resize(`http://example.com/${asName(seed)}`, facets, 'x');
  const words = seed.ordinal === 0 ? seed.name : `${seed.name} ${seed.ordinal + 1}`;
  return resize(words, facets, 'x');
}

function resize(text: string, facets: Facets, filler: string): string {
  const characters = [...text];
  const length = within(facets, characters.length);
  if (length === characters.length) return text;
  const cut = characters.slice(0, length).join('');
  return cut + filler.repeat(Math.max(0, length - characters.length));
}

const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function encodeBytes(bytes: readonly number[], builtin: 'hexBinary' | 'base64Binary'): string {
  if (builtin === 'hexBinary') {
    return bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('');
  }
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.slice(at, at + 3);
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    const digit = (shift: number): string => base64Alphabet[(bits >> shift) & 63] ?? '';
    text += digit(18) + digit(12) + (b === undefined ? '=' : digit(6));
    text += c === undefined ? '=' : digit(0);
  }
  return text;
}
