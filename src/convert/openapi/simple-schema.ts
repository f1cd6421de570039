import type { BuiltinName } from '../../model/xsd/builtin-types.ts';
import { holdsQNames } from '../../model/xsd/qname-values.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import { facetSchema } from './facet-schema.ts';
import { type JsonObject, json } from './json.ts';

const integers = { type: 'integer' } as const;

/**
 * JSON Schema of built-in types. The others are texts in forms that JSON Schema has no names for.
 */
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
 * JSON Schema of a simple type, with the facets (XML Schema part 2 section 4.3) that JSON Schema
 * can express.
 */
export function simpleSchema(type: SimpleType): JsonObject {
  if (type.variety === 'union') {
    return json({ anyOf: (type.members ?? []).map(simpleSchema) });
  }
  if (type.variety === 'list') {
    const words = type.item?.facets.enumeration?.map((one) => one.value).join(', ');
    const what = words === undefined ? 'values' : `words out of ${words}`;
    return json({ type: 'string', description: `Any number of ${what}, separated by spaces.` });
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
