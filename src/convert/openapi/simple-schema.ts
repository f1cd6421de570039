import type { BuiltinName } from '../../model/xsd/builtin-types.ts';
import { holdsQNames } from '../../model/xsd/qname-values.ts';
import type { Facets, SimpleType } from '../../model/xsd/schema.ts';
import { type Json, type JsonObject, json } from './json.ts';

const integers = { type: 'integer' } as const;

/** JSON Schema of built-in types. The others are texts in a form that JSON Schema cannot name. */
const builtinSchemas: Readonly<Partial<Record<BuiltinName, JsonObject>>> = {
  boolean: { type: 'boolean' },
  byte: { ...integers, minimum: -128, maximum: 127 },
  short: { ...integers, minimum: -32_768, maximum: 32_767 },
  int: { ...integers, format: 'int32' },
  long: { ...integers, format: 'int64' },
  unsignedByte: { ...integers, minimum: 0, maximum: 255 },
  unsignedShort: { ...integers, minimum: 0, maximum: 65_535 },
  unsignedInt: { ...integers, minimum: 0, maximum: 4_294_967_295 },
  unsignedLong: { ...integers, minimum: 0 },
  integer: integers,
  nonNegativeInteger: { ...integers, minimum: 0 },
  positiveInteger: { ...integers, minimum: 1 },
  nonPositiveInteger: { ...integers, maximum: 0 },
  negativeInteger: { ...integers, maximum: -1 },
  decimal: { type: 'number' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  dateTime: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'time' },
  duration: { type: 'string', format: 'duration' },
  anyURI: { type: 'string', format: 'uri-reference' },
  guid: { type: 'string', format: 'uuid' },
  base64Binary: { type: 'string', contentEncoding: 'base64' },
  hexBinary: { type: 'string', contentEncoding: 'base16' },
};

/** A QName with its namespace. Facets apply to the text with a prefix. */
const qnamePattern = '^(\\{.*\\})?[^\\s:{}]+$';

/**
 * JSON Schema of a simple type with those of its facets (XML Schema part 2 section 4.3) that JSON
 * Schema can express.
 */
export function simpleSchema(type: SimpleType): JsonObject {
  if (type.variety === 'union') {
    return json({ anyOf: (type.members ?? []).map(simpleSchema) });
  }
  if (type.variety === 'list') {
    const words = type.item?.facets.enumeration?.map((one) => one.value).join(', ');
    const what = words === undefined ? 'values' : `words out of ${words}`;
    return json({ type: 'string', description: `Any number of ${what}, separated by blanks.` });
  }
  if (holdsQNames(type)) {
    const names = type.facets.enumeration?.map(({ value }) => value);
    return json({ type: 'string', enum: names, pattern: names ? undefined : qnamePattern });
  }
  const base = type.builtin === undefined ? undefined : builtinSchemas[type.builtin];
  const schema = base ?? { type: 'string' };
  const text = schema.type === 'string';
  return json({ ...schema, ...facetSchema(type.facets, text) });
}

function facetSchema(facets: Facets, text: boolean): { readonly [key: string]: Json | undefined } {
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

/** A pattern that means the same in both dialects; `undefined` when there is none. */
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
