import type { JsonValue } from '../operation/names.ts';
import type { Facets } from '../type/facets.ts';
import { unionTexts } from '../type/simple/enumeration.ts';
import { string } from '../type/simple/simple.ts';
import { sourceOf } from '../type/simple/source.ts';
import type { Simple, SimpleSource } from '../type/simple-type.ts';
import { outside } from '../xsd/qname.ts';
import { builtinType } from './builtin-types.ts';
import { convert } from './convert.ts';
import { facetKeywords } from './facet-keywords.ts';
import type { SchemaKeywords, SchemaNode } from './node.ts';
import { schemaOf } from './registry.ts';
import { sampleText } from './sample-text.ts';
import { ownScalar, specialNumbers } from './scalar.ts';

/** Built-ins that accept any text, so that a property's name is a valid sample. */
const plainTexts: readonly string[] = ['string', 'normalizedString', 'token'];

const noSource: SimpleSource = {};

/**
 * Description of a simple type, or its schema.
 *
 * @param name of the element or attribute, for samples
 * @param text its default, for samples
 */
export function simpleNode(type: Simple, name: string, text?: string): SchemaNode {
  const { base = type, fixed, initial = text } = type.from ?? noSource;
  if (fixed !== undefined) {
    const only = jsonOf(base, fixed);
    if (only !== undefined && isLiteral(base, only)) {
      return { ...builtinOf(base), const: only };
    }
  }
  const isGiven = fixed !== undefined || type.from?.initial !== undefined;
  const own = unwrapped(isGiven ? base : type);
  const given = fixed ?? initial;
  const example = given === undefined ? undefined : jsonOf(own, given);
  const examples = example === undefined ? undefined : [example];
  const known = schemaOf(own);
  if (known === undefined) return ownNode(own, name, examples);
  return examples === undefined ? known : { examples, anyOf: [known] };
}

/** A type without the check of its IDs, which says nothing about single values. */
function unwrapped(type: Simple): Simple {
  const { from } = type;
  const isSame = from?.base !== undefined && Object.keys(from).length === 1;
  return isSame ? unwrapped(from.base) : type;
}

/**
 * The description itself.
 *
 * @param given values for samples
 */
export function ownNode(type: Simple, name: string, given?: readonly JsonValue[]): SchemaKeywords {
  const { own, facets = {}, values, item, members, base } = sourceOf(type);
  if (own) {
    return {
      type: 'string',
      ...examplesOf(given ?? samplesOf(type, name)),
      javascript: ownScalar(type),
    };
  }
  if (values !== undefined) {
    const all = values.map((one) => toJson(builtinOf(type), one));
    return { ...builtinOf(type), enum: [...new Set(all)], ...examplesOf(given) };
  }
  const examples = examplesOf(given ?? samplesOf(type, name));
  if (item !== undefined) {
    const { length, minLength = length, maxLength = length } = facets;
    const least = minLength === undefined ? {} : { minItems: minLength };
    const most = maxLength === undefined ? {} : { maxItems: maxLength };
    return { type: 'array', ...least, ...most, ...examples, items: simpleNode(item, name) };
  }
  if (members !== undefined) {
    return { ...examples, anyOf: members.map((one) => simpleNode(one, name)) };
  }
  return { ...restricted(builtinType(base ?? type).json, facets), ...examples };
}

function examplesOf(examples: readonly JsonValue[] | undefined): SchemaKeywords {
  return examples === undefined ? {} : { examples };
}

/** JSON of a built-in type with facets. */
function restricted(json: SchemaKeywords, facets: Facets): SchemaKeywords {
  if (json.javascript === 'number') {
    const numbers: SchemaKeywords = { type: 'number', ...facetKeywords(facets, false) };
    return { javascript: 'number', anyOf: [numbers, { enum: specialNumbers }] };
  }
  // facets of the text of a bigint, a date or bytes do not apply to their JSON
  const isPlain = json.javascript === undefined && json.contentEncoding === undefined;
  return isPlain ? { ...json, ...facetKeywords(facets, json.type === 'string') } : json;
}

/** JSON of the built-in type of a type; of a list or union, nothing. */
function builtinOf(type: Simple): SchemaKeywords {
  const { base, item, members } = sourceOf(type);
  const isOther = item !== undefined || members !== undefined || base === unionTexts;
  return isOther ? {} : builtinType(base ?? type).json;
}

/** Whether a value in JSON is a literal of TypeScript in the value's own form. */
function isLiteral(type: Simple, json: JsonValue): boolean {
  const { own, item, members, base } = sourceOf(type);
  if (own || item !== undefined || members !== undefined || base === unionTexts) return false;
  const { javascript } = builtinType(base ?? type).json;
  if (javascript === 'number') return typeof json === 'number';
  return javascript === undefined || javascript === 'bigint';
}

/**
 * Two values as JSON, or one if they are equal; `undefined` if a sample needs none: booleans, and
 * texts that may be anything.
 */
function samplesOf(type: Simple, name: string): readonly JsonValue[] | undefined {
  if (isAnyText(type)) return undefined;
  const { base, own } = sourceOf(type);
  const sampled = own ? (base ?? string) : type;
  const texts = [0, 1].map((ordinal) => sampleText(sampled, { name, ordinal }));
  const found = valuesOf(type, texts);
  const [first, second] = found;
  return JSON.stringify(first) === JSON.stringify(second) ? found.slice(0, 1) : found;
}

/** Whether any text is a value. A default does not count. */
export function isPlainText(type: Simple): boolean {
  const { initial, base = type } = type.from ?? noSource;
  const plain = unwrapped(initial === undefined ? type : base);
  return plain.from?.own !== true && isAnyText(plain) && builtinNameOf(plain) !== 'boolean';
}

/** Whether any text is a value, or the type is boolean, so that samples need no examples. */
function isAnyText(type: Simple): boolean {
  const { base, facets = {}, own, item, members, values } = sourceOf(type);
  if (values ?? item ?? members) return false;
  if (own) return base === undefined || (isAnyText(base) && builtinNameOf(base) !== 'boolean');
  const { name } = builtinType(base ?? type);
  return (name === 'boolean' || plainTexts.includes(name)) && Object.keys(facets).length === 0;
}

function builtinNameOf(type: Simple): string {
  return builtinType(sourceOf(type).base ?? type).name;
}

/** A text of the contract as JSON; `undefined` if it is not a value. */
function jsonOf(type: Simple, text: string): JsonValue | undefined {
  const { own, item } = sourceOf(type);
  try {
    if (item !== undefined) return valuesOf(item, wordsOf(text));
    const value = type.parse(text, outside);
    return own ? text : toJson(ownNode(type, '', []), value);
  } catch {
    return undefined;
  }
}

/** Texts as JSON, without those that are no values. */
function valuesOf(type: Simple, texts: readonly string[]): readonly JsonValue[] {
  return texts
    .map((text) => jsonOf(type, text))
    .filter((json): json is JsonValue => json !== undefined);
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function toJson(node: SchemaNode, value: unknown): JsonValue {
  return convert(node, value, 'value') as JsonValue;
}
