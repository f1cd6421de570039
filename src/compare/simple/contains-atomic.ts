import { builtinType } from '../../model/xsd/builtin-schema.ts';
import type { BuiltinName } from '../../model/xsd/builtin-types.ts';
import { kindOf } from '../../model/xsd/facet-rules.ts';
import { integerRanges } from '../../model/xsd/integer-ranges.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import { whiteSpaceOf } from '../../model/xsd/white-space.ts';
import { facetDifferences, hasPatterns, hasTexts } from './facets.ts';
import { digitsOf, numericSpace, relateNumeric } from './numeric-space.ts';
import { readableForm } from './written-forms.ts';

/**
 * Whether every value of a type, as programs write it, is also one of a larger atomic type without
 * enumeration. Any list or union is a text.
 */
export function containsAtomic(large: SimpleType, small: SimpleType): boolean {
  const [outer, inner] = [large.builtin, small.builtin];
  if (outer === undefined) return false;
  if (outer === 'anySimpleType') return true;
  if (isText(outer)) return containsTexts(large, small);
  if (inner === undefined || inner === 'anySimpleType' || small.variety !== 'atomic') return false;
  if (isText(inner)) return readsTexts(large, small);
  if (numericSpace(large) !== undefined && numericSpace(small) !== undefined) {
    return containsNumbers(large, small);
  }
  if (outer !== inner && !containsBuiltin(outer, inner)) return false;
  return facetDifferences(small, large).every(({ relation }) => relation === 'wider');
}

function isText(builtin: BuiltinName): boolean {
  return kindOf(builtin) === 'text' && integerRanges[builtin] === undefined;
}

/** White space rules: a text with fewer spaces is also one with more. */
const strictness = { preserve: 0, replace: 1, collapse: 2 } as const;

function strictnessOf(type: SimpleType): number {
  if (type.variety !== 'atomic') return strictness.collapse;
  return strictness[whiteSpaceOf(type, type.facets)];
}

/** Whether a type of texts has all that another type writes: every number is a text, too. */
function containsTexts(large: SimpleType, small: SimpleType): boolean {
  const isSame = large.builtin === small.builtin;
  if (isSame && large.facets.whiteSpace !== small.facets.whiteSpace) return false;
  if (strictnessOf(large) > strictnessOf(small)) return false;
  // the form of a URI says little: most texts are one, and none is taken for one here
  if (large.builtin === 'anyURI' && !isSame) return false;
  return hasTexts(large, small);
}

/** Whether texts that match a pattern are all values of a number type without limits. */
function readsTexts(large: SimpleType, small: SimpleType): boolean {
  const form = readableForm(large);
  const isLimited = Object.values(large.facets).some((facet) => facet !== undefined);
  if (form === undefined || isLimited || small.facets.patterns === undefined) return false;
  return hasTexts({ ...large, builtin: 'string', facets: { patterns: [[form]] } }, small);
}

function containsNumbers(large: SimpleType, small: SimpleType): boolean {
  const [outer, inner] = [numericSpace(large), numericSpace(small)];
  if (outer === undefined || inner === undefined) return false;
  if (!['same', 'wider'].includes(relateNumeric(inner, outer))) return false;
  if (!hasPatterns(large, small)) return false;
  if (outer.integer) return true;
  const any = Number.POSITIVE_INFINITY;
  const { totalDigits = any, fractionDigits = any } = large.facets;
  const own = small.facets;
  const digits = inner.integer ? digitsOf(small) : (own.totalDigits ?? any);
  const places = inner.integer ? 0 : (own.fractionDigits ?? any);
  return digits <= totalDigits && places <= fractionDigits;
}

/**
 * Integers of these types are exact as `float`, those of the next list as `double` (24 and 53
 * bits).
 */
const exactAsFloat: ReadonlySet<string> = new Set([
  'byte',
  'unsignedByte',
  'short',
  'unsignedShort',
]);
const exactAsDouble: ReadonlySet<string> = new Set([...exactAsFloat, 'int', 'unsignedInt']);

/** Whether every value of a built-in type is also one of another that is no text. */
function containsBuiltin(large: BuiltinName, small: BuiltinName): boolean {
  if (large === 'double') return small === 'float' || exactAsDouble.has(small);
  if (large === 'float') return exactAsFloat.has(small);
  for (
    let type: SimpleType | undefined = builtinType(small);
    type !== undefined;
    type = type.base
  ) {
    if (type.builtin === large) return true;
  }
  return false;
}
