import { matchesPattern } from '../pattern/pattern-match.ts';
import type { BuiltinName } from '../xsd/builtin-types.ts';
import type { Facets, SimpleType } from '../xsd/schema.ts';
import { fitsRange, sampleNumber } from './sample-number.ts';
import { samplePattern } from './sample-pattern.ts';
import type { SampleSeed } from './sample-seed.ts';

/**
 * A lexical value of a simple type that satisfies its facets (XML Schema part 2 section 4.3). The
 * same seed gives the same value in every run and on every machine.
 */
export function sampleSimple(type: SimpleType, seed: SampleSeed): string {
  const { facets } = type;
  const { enumeration } = facets;
  if (enumeration !== undefined && enumeration.length > 0) {
    return enumeration[seed.ordinal % enumeration.length]?.value ?? '';
  }
  const patterned = fromPattern(type, seed);
  if (patterned !== undefined) return patterned;
  return sampleWithoutPattern(type, seed);
}

function sampleWithoutPattern(type: SimpleType, seed: SampleSeed): string {
  const { facets, variety, item, builtin = 'string' } = type;
  if (variety === 'list' && item !== undefined) {
    return Array.from({ length: within(facets, 2) }, (_, index) =>
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
  if (facets.length !== undefined) return facets.length;
  return Math.min(
    facets.maxLength ?? Number.POSITIVE_INFINITY,
    Math.max(facets.minLength ?? 0, wish),
  );
}

/**
 * A value of a type with patterns: the usual sample or a variant if one matches, otherwise one
 * created from the last pattern.
 */
function fromPattern(type: SimpleType, seed: SampleSeed): string | undefined {
  const steps = type.facets.patterns;
  const last = steps?.at(-1);
  if (steps === undefined || last === undefined) return undefined;
  const fits = (text: string): boolean =>
    fitsLength(text, type) &&
    fitsRange(text, type.builtin, type.facets) &&
    steps.every((step) => step.some((pattern) => matchesPattern(pattern, text) === true));
  const usual = sampleWithoutPattern(type, seed);
  const ends = type.variety === 'atomic' ? ['', 'Z', '+00:00', '.000Z', '.000+00:00', '.0'] : [''];
  const found = ends.map((end) => usual + end).find(fits);
  if (found !== undefined) return found;
  let first: string | undefined;
  for (const pattern of last) {
    for (let extra = 0; extra <= 64; extra += 1) {
      const text = samplePattern(pattern, extra);
      if (text === undefined) break;
      first ??= text;
      if (fits(text)) return text;
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
