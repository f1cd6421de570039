import { base64Length, hexLength } from '../../xsd/binary.ts';
import {
  fractionDigits,
  notValid,
  notWritable,
  textLength,
  totalDigits,
} from '../../xsd/facets.ts';
import { collapse } from '../../xsd/white-space.ts';
import type { Facets, Order, Same } from '../facets.ts';
import type { Simple } from '../simple-type.ts';
import { matchingForm } from './matching-form.ts';
import { escaped, optimized, type Traits, unescaped } from './simple.ts';

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

const digits = [
  ['totalDigits', totalDigits, 'digits'],
  ['fractionDigits', fractionDigits, 'fraction digits'],
] as const;

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
