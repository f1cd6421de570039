import type { Facets } from '../../model/xsd/schema.ts';
import { type Json, json } from './json.ts';

/**
 * The facets of a type (XML Schema part 2 section 4.3) that JSON Schema can express.
 *
 * @param text Whether the value is a string in JSON.
 */
export function facetSchema(
  facets: Facets,
  text: boolean,
): { readonly [key: string]: Json | undefined } {
  const counted = text && facets.length !== undefined;
  return {
    enum: facets.enumeration?.map(({ value }) => (text ? value : (numberOf(value) ?? value))),
    pattern: text ? patternOf(facets.patterns) : undefined,
    minLength: counted ? facets.length : text ? facets.minLength : undefined,
    maxLength: counted ? facets.length : text ? facets.maxLength : undefined,
    ...(text
      ? {}
      : json({
          minimum: numberOf(facets.minInclusive),
          maximum: numberOf(facets.maxInclusive),
          exclusiveMinimum: numberOf(facets.minExclusive),
          exclusiveMaximum: numberOf(facets.maxExclusive),
        })),
  };
}

function numberOf(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** A pattern with the same meaning in both dialects; `undefined` if there is none. */
function patternOf(patterns: Facets['patterns']): string | undefined {
  const [step, ...others] = patterns ?? [];
  if (step === undefined || others.length > 0) return undefined;
  if (step.some((one) => /\\[iIcC]|\\p\{Is|-\[|[\^$]/.test(one))) return undefined;
  const pattern = step.length === 1 ? `^(?:${step[0]})$` : `^(?:${step.join('|')})$`;
  try {
    new RegExp(pattern, 'u');
    return pattern;
  } catch {
    return undefined;
  }
}
