import { sampleBuiltin, sampleList } from '../../runtime/builtin-sample/sample-builtin.ts';
import { fitsRange, type SampleSeed } from '../../runtime/builtin-sample/sample-number.ts';
import { createPatternMatcher } from '../pattern/pattern-match.ts';
import { integerRanges } from '../xsd/integer-ranges.ts';
import type { SimpleType } from '../xsd/schema.ts';
import { createPatternSampler } from './sample-pattern.ts';

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
    return sampleList(seed, facets, (one) => sampleSimple(item, one));
  }
  const [member] = type.members ?? [];
  if (variety === 'union' && member !== undefined) return sampleSimple(member, seed);
  const whole = integerRanges[builtin] !== undefined;
  return sampleBuiltin({ name: builtin, whole }, seed, facets);
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
    fitsRange(text, type.builtin ?? '', type.facets) &&
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
