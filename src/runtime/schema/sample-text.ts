import type { Facets } from '../type/facets.ts';
import type { Simple } from '../type/simple-type.ts';
import { formatXsdBase64Binary, formatXsdHexBinary } from '../xsd/binary.ts';
import { type BuiltinType, builtinType } from './builtin-types.ts';
import { fitsRange, type SampleSeed, sampleNumber } from './sample-number.ts';

/** Characters, octets or items of a value, even if its facets require more. */
const longest = 10_000;

/** Items of a list, each of which may be as long. */
const mostItems = 100;

/** A text of a simple type that satisfies its facets, if 10,000 characters are enough. */
export function sampleText(type: Simple, seed: SampleSeed, facets: Facets = {}): string {
  const { from = {} } = type;
  const { base, values, item, members } = from;
  // a list has as many items as its restriction says
  const all = { ...from.facets, ...facets };
  const given = values ?? all.enumeration;
  if (given !== undefined && given.length > 0) return String(given[seed.ordinal % given.length]);
  const { samples } = all;
  if (samples !== undefined) return samples[seed.ordinal % samples.length] ?? '';
  if (item !== undefined) return sampleList(item, seed, all);
  const [member] = members ?? [];
  if (member !== undefined) return sampleText(member, seed);
  return base === undefined ? sampleBuiltin(type, seed, all) : sampleText(base, seed, all);
}

function sampleList(item: Simple, { name, ordinal }: SampleSeed, facets: Facets): string {
  return Array.from({ length: Math.min(within(facets, 2), mostItems) }, (_, index) =>
    // an item has no spaces, which would divide it
    sampleText(item, { name, ordinal: ordinal + index })
      .trim()
      .replace(/\s/g, '-'),
  ).join(' ');
}

/** The allowed number of items or characters nearest to the preferred one. */
function within({ length, minLength = 0, maxLength = Infinity }: Facets, wish: number): number {
  return Math.min(length ?? Math.min(maxLength, Math.max(minLength, wish)), longest);
}

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
  guid: ({ ordinal }) => `00000000-0000-4000-8000-${String(ordinal + 1).padStart(12, '0')}`,
};

const nameTypes: readonly string[] = ['Name', 'NCName', 'NMTOKEN', 'ID', 'IDREF', 'ENTITY'];

function asName({ name, ordinal }: SampleSeed): string {
  return ordinal === 0 ? name : `${name}${ordinal + 1}`;
}

function sampleBuiltin(type: Simple, seed: SampleSeed, facets: Facets): string {
  const builtin: BuiltinType = builtinType(type);
  const { name } = builtin;
  const fixed = fixedSamples[name]?.(seed);
  if (fixed !== undefined) {
    const isFitting = fitsRange(fixed, name, facets);
    return isFitting ? fixed : (facets.minInclusive ?? facets.maxInclusive ?? fixed);
  }
  if (name === 'hexBinary' || name === 'base64Binary') {
    const bytes = Uint8Array.from({ length: within(facets, 3) }, (_, index) => (index + 1) & 0xff);
    return name === 'hexBinary' ? formatXsdHexBinary(bytes) : formatXsdBase64Binary(bytes);
  }
  const number = sampleNumber(builtin, facets, seed);
  if (number !== undefined) return number;
  if (nameTypes.includes(name)) return resize(asName(seed), facets);
  if (name === 'anyURI') return resize(`http://example.com/${asName(seed)}`, facets);
  return resize(seed.ordinal === 0 ? seed.name : `${seed.name} ${seed.ordinal + 1}`, facets);
}

function resize(text: string, facets: Facets): string {
  const characters = [...text];
  const length = within(facets, characters.length);
  if (length === characters.length) return text;
  const cut = characters.slice(0, length).join('');
  return cut + 'x'.repeat(Math.max(0, length - characters.length));
}
