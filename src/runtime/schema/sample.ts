import type { JsonValue } from '../operation/descriptor.ts';
import { convert } from './json.ts';
import {
  isSchema,
  keywordsOf,
  type SchemaKeywords,
  type SchemaNode,
  type TypeSchema,
} from './validate.ts';

/** The position in a sample. */
interface Place {
  /** Property that texts are named after. */
  readonly name: string;
  readonly seed: number;
  /** The seed, plus the number of the item in its list. */
  readonly ordinal: number;
  /** Types being sampled, outermost first. */
  readonly open: readonly SchemaNode[];
  /** Shared by the whole sample. */
  readonly growth: Growth;
}

/** How large a sample is. */
interface Growth {
  count: number;
  /** Values that are allowed where it is now. */
  most: number;
  /** How often something optional was too large. */
  misses: number;
}

/** Values of a sample. What is optional is left out beyond. */
const mostValues = 300;
/** Values that are required: a type that needs more has no sample. */
const mostRequired = 1000;
/** Items of a list that may be required. */
const mostItems = 100;
/** Items of a list that requires even more: it has no valid sample. */
const fewItems = 3;
/** How often something optional may be too large before no more is tried. */
const mostMisses = 20;

/** Options of a sample. */
export interface SampleOptions {
  /** Number of the sample: an integer from 0, the default. */
  readonly seed?: number | undefined;
}

/**
 * A valid value, always the same for a seed. It has all optional properties while it has fewer
 * than 300 values, and lists of two items, or as many as are required, up to a hundred.
 *
 * @throws RangeError the type requires a value of itself, or more than a thousand values
 */
export function sampleOf<T>(schema: TypeSchema<T>, { seed = 0 }: SampleOptions = {}): T {
  return sampleNode(schema, schema.name, seed) as T;
}

/** A sample of a description. */
function sampleNode(node: SchemaNode, name: string, seed: number): unknown {
  const growth: Growth = { count: 0, most: mostRequired, misses: 0 };
  const json = sampleJson(node, { name, seed, ordinal: seed, open: [], growth });
  if (json === undefined) {
    const reason =
      growth.count > mostRequired
        ? `it requires over ${mostRequired} values`
        : 'it contains itself';
    throw new RangeError(`${name} has no sample: ${reason}.`);
  }
  return convert(node, json, 'json');
}

/** A sample as JSON; `undefined` if it would contain itself, or too many values. */
function sampleJson(schema: SchemaNode, place: Place): JsonValue | undefined {
  if (isSchema(schema)) {
    if (place.open.includes(schema)) return undefined;
    return sampleJson(schema.node, { ...place, open: [...place.open, schema] });
  }
  place.growth.count += 1;
  if (place.growth.count > place.growth.most) return undefined;
  const { examples, enum: values, const: constant, properties, items, anyOf } = schema;
  if (constant !== undefined) return constant;
  const known = examples ?? values;
  if (known !== undefined) return known[place.ordinal % known.length];
  if (properties !== undefined) return sampleObject(schema, properties, place);
  if (items !== undefined) return listSample(schema, items, place);
  if (anyOf === undefined) return plainSample(schema, place);
  for (const branch of anyOf) {
    const sample = sampleJson(branch, place);
    if (sample !== undefined) return sample;
  }
  return undefined;
}

function plainSample({ type }: SchemaKeywords, { name, ordinal }: Place): JsonValue {
  switch (type) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return ordinal;
    case 'array':
      return [];
    case 'object':
      return {};
    case 'null':
      return null;
    default:
      return ordinal === 0 ? name : `${name} ${ordinal + 1}`;
  }
}

function listSample(
  { minItems = 0, maxItems = 2 }: SchemaKeywords,
  items: SchemaNode,
  place: Place,
): JsonValue | undefined {
  const wish = isFull(place) ? 0 : 2;
  const count = minItems > mostItems ? fewItems : Math.max(minItems, Math.min(maxItems, wish));
  const list: JsonValue[] = [];
  for (let index = 0; index < count; index += 1) {
    const ordinal = count > 1 ? place.seed + index : place.ordinal;
    const make = (): JsonValue | undefined => sampleJson(items, { ...place, ordinal });
    const item = index < minItems ? make() : optional(place, make);
    if (item !== undefined) list.push(item);
    else if (index < minItems) return undefined;
  }
  return list;
}

/** Makes something that is left out if the sample would have too many values with it. */
function optional({ growth }: Place, make: () => JsonValue | undefined): JsonValue | undefined {
  const { count, most } = growth;
  growth.most = Math.min(most, mostValues);
  const value = make();
  if (growth.count > growth.most) {
    growth.count = count;
    growth.misses += 1;
  }
  growth.most = most;
  return value;
}

function isFull({ growth }: Place): boolean {
  return growth.count >= mostValues || growth.misses >= mostMisses;
}

function sampleObject(
  schema: SchemaKeywords,
  properties: NonNullable<SchemaKeywords['properties']>,
  place: Place,
): JsonValue | undefined {
  const choices = [schema, ...(schema.allOf ?? [])].flatMap(({ anyOf, oneOf = anyOf }) =>
    oneOf === undefined ? [] : [inTurn(oneOf.map(keywordsOf), place.seed)],
  );
  const found = new Map<string, JsonValue | undefined>();
  const sample = (name: string): JsonValue | undefined => {
    const property = properties[name];
    if (!found.has(name) && property !== undefined && property !== false) {
      found.set(name, sampleJson(property, { ...place, name }));
    }
    return found.get(name);
  };
  // readers set `$type` wherever there is one
  const required = new Set(['$type', ...(schema.required ?? [])]);
  // no text or value of a sample has a prefix
  const left = new Set(['$namespaces']);
  for (const branches of choices) {
    const chosen = branches.find(({ required: names = [] }) =>
      names.every((name) => sample(name) !== undefined),
    );
    if (chosen === undefined) return undefined;
    for (const name of excludedBy(chosen) ?? branches.flatMap(namesOf)) left.add(name);
    for (const name of chosen.required ?? []) required.add(name);
  }
  const entries: [string, JsonValue][] = [];
  for (const name of Object.keys(properties)) {
    const isRequired = required.has(name);
    if (!isRequired && (left.has(name) || isFull(place))) continue;
    const value = isRequired ? sample(name) : optional(place, () => sample(name));
    if (value !== undefined) entries.push([name, value]);
    else if (isRequired) return undefined;
  }
  return Object.fromEntries(entries);
}

/** The list, rotated to begin with the item of that number. */
function inTurn<T>(list: readonly T[], number: number): readonly T[] {
  const start = number % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

/** Properties that a branch of a choice excludes by name, if it does: it may have all others. */
function excludedBy({ properties }: SchemaKeywords): readonly string[] | undefined {
  return properties && Object.keys(properties).filter((name) => properties[name] === false);
}

/** Properties that a branch of a choice mentions. */
function namesOf({ required = [], properties = {} }: SchemaKeywords): readonly string[] {
  return [...required, ...Object.keys(properties)];
}
