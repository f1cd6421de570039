import type { Facets, ShownPattern } from '../type/facets.ts';
import type { SchemaKeywords } from './node.ts';

/**
 * The facets of a type (XML Schema 2, 4.3) that JSON Schema can express.
 *
 * @param isText whether the value is a string in JSON
 */
export function facetKeywords(facets: Facets, isText: boolean): SchemaKeywords {
  const { length, minLength = length, maxLength = length } = facets;
  if (isText) return given({ pattern: patternOf(facets.patterns), minLength, maxLength });
  return given({
    minimum: numberOf(facets.minInclusive),
    maximum: numberOf(facets.maxInclusive),
    exclusiveMinimum: numberOf(facets.minExclusive),
    exclusiveMaximum: numberOf(facets.maxExclusive),
  });
}

/** The keywords that have a value. */
function given<T extends SchemaKeywords>(keywords: T): T {
  return Object.fromEntries(
    Object.entries(keywords).filter(([, value]) => value !== undefined),
  ) as T;
}

function numberOf(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** A pattern with the same meaning in both dialects; `undefined` if there is none. */
function patternOf(patterns: Facets['patterns']): string | undefined {
  const [step, ...others] = patterns ?? [];
  if (step === undefined || others.length > 0) return undefined;
  const alternatives = alternativesOf(step);
  if (alternatives.some((one) => /\\[iIcC]|\\p\{Is|-\[|[\^$]/.test(one))) return undefined;
  const pattern = `^(?:${alternatives.join('|')})$`;
  try {
    new RegExp(pattern, 'u');
    return pattern;
  } catch {
    return undefined;
  }
}

/** The patterns of a step, which is shown with `or` between them. */
function alternativesOf([pattern, shown]: ShownPattern): readonly string[] {
  const parts = shown.split(' or ');
  const count = pattern instanceof RegExp ? pattern.source.split(')|(?:').length : 1;
  return parts.length === count ? parts : [shown];
}
