import { formatXsdBase64Binary, formatXsdHexBinary } from '../xsd/binary.ts';
import {
  fitsRange,
  type SampledFacets,
  type SampledType,
  type SampleSeed,
  sampleNumber,
} from './sample-number.ts';

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
