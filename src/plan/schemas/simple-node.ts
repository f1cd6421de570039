import { integerRanges } from '../../model/xsd/integer-ranges.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import { type GivenValues, nothingGiven } from '../codecs/given-text.ts';
import { fixedType } from '../declarations/type-text.ts';
import { facetSchema } from '../json-schema/facet-schema.ts';
import { type Json, type JsonObject, json } from '../json-schema/json.ts';
import { array, type Expression } from '../print/node.ts';
import { isBinary } from '../shapes/shape-simple.ts';
import { atomicType, isDeclared } from '../shapes/shape-simple-type.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { keywords } from './node.ts';
import { exampleValues, isValue, jsonOf } from './sample-values.ts';
import type { SchemaContext } from './schema-context.ts';

/**
 * Description of a simple type, or a reference to its schema if `types.ts` declares it.
 *
 * @param name of the element or attribute, used for samples
 * @param given its fixed or default value, used in samples
 */
export function simpleNode(
  context: SchemaContext,
  type: SimpleType,
  name: string,
  given: GivenValues = nothingGiven,
): Expression {
  const { shaper } = context;
  const { fixed, default: initial } = given;
  if (fixedType(shaper.simple(type), fixed) !== undefined && fixed !== undefined) {
    return keywords(json({ ...baseOf(type, shaper), const: jsonOf(type, fixed, shaper) }));
  }
  // several texts may denote a fixed value, so it is not a constant in JSON
  const text = fixed ?? initial;
  const examples =
    text === undefined || !isValue(type, text) ? undefined : [jsonOf(type, text, shaper)];
  if (!isDeclared(type, shaper)) return ownNode(context, type, name, examples);
  const node = context.simple(type);
  return examples === undefined ? node : keywords(json({ examples }), { anyOf: array([node]) });
}

/**
 * The description itself.
 *
 * @param given values for samples
 */
export function ownNode(
  context: SchemaContext,
  type: SimpleType,
  name: string,
  given?: readonly Json[] | undefined,
): Expression {
  const { shaper } = context;
  const { facets, variety } = type;
  const members = shaper.members(type);
  const usual = members === undefined ? exampleValues(type, name, shaper) : undefined;
  const examples = given ?? usual;
  const scalar = context.scalar(type);
  if (scalar !== undefined) {
    return keywords(json({ type: 'string', examples }), { javascript: scalar });
  }
  if (variety === 'list' && type.item !== undefined) {
    const counts = {
      minItems: facets.length ?? facets.minLength,
      maxItems: facets.length ?? facets.maxLength,
    };
    const items = simpleNode(context, type.item, name);
    return keywords(json({ type: 'array', ...counts, examples }), { items });
  }
  if (variety === 'union' && members === undefined) {
    const nodes = (type.members ?? []).map((member) => simpleNode(context, member, name));
    return keywords(json({ examples }), { anyOf: array(nodes) });
  }
  const base = baseOf(type, shaper);
  if (members !== undefined) {
    const values = members.map(({ text }) => jsonOf(type, text, shaper));
    return keywords(json({ ...base, enum: [...new Set(values)], examples }));
  }
  const isText = base.type === 'string';
  // facets of the text of a bigint, a date or bytes do not apply to their JSON
  const isPlain = base.javascript === undefined && base.contentEncoding === undefined;
  const own = isPlain ? facetSchema(facets, isText) : {};
  if (base.javascript === 'number') {
    const numbers = keywords(json({ type: 'number', ...facetSchema(facets, false) }));
    const words = keywords({ enum: ['INF', '-INF', 'NaN'] });
    return keywords(json({ javascript: 'number', examples }), { anyOf: array([numbers, words]) });
  }
  return keywords(json({ ...base, ...own, enum: undefined, examples }));
}

/** JSON and JavaScript types of all values of a built-in. */
function baseOf(type: SimpleType, shaper: Shaper): JsonObject {
  const { builtin = 'string', variety } = type;
  if (variety !== 'atomic') return {};
  switch (atomicType(type, shaper)) {
    case 'number':
      if (builtin === 'float' || builtin === 'double') return { javascript: 'number' };
      return builtin === 'decimal' ? { type: 'number' } : { type: 'integer', ...rangeOf(type) };
    case 'bigint':
      return { type: 'string', javascript: 'bigint', pattern: '^-?[0-9]+$' };
    case 'boolean':
      return { type: 'boolean' };
    case 'Uint8Array':
      return { type: 'string', javascript: 'Uint8Array', contentEncoding: 'base64' };
    case 'Date':
      return { type: 'string', javascript: 'Date', format: 'date-time' };
    default:
      if (isBinary(builtin)) {
        return { type: 'string', contentEncoding: builtin === 'hexBinary' ? 'base16' : 'base64' };
      }
      return builtin === 'guid' ? { type: 'string', format: 'uuid' } : { type: 'string' };
  }
}

/** Range of values; for a `long`, of those that a number represents exactly. */
function rangeOf({ builtin = 'string' }: SimpleType): JsonObject {
  const [min, max] = integerRanges[builtin] ?? [];
  const bound = (text: string | undefined): Json | undefined => {
    const value = text === undefined ? undefined : Number(text);
    return Number.isSafeInteger(value) ? value : undefined;
  };
  return json({ minimum: bound(min), maximum: bound(max) });
}
