import type { Json, JsonObject } from './json.ts';

/** `null` alone, for which OpenAPI 3.0 has no type. */
const nothing: JsonObject = { type: 'string', nullable: true, enum: [null] };
/** Members of which each is named by the contract. */
const maps: readonly string[] = [
  'properties',
  'schemas',
  'headers',
  'paths',
  'content',
  'x-fault-details',
];

/** A document of OpenAPI 3.1 in the words of 3.0.3: its schemas are no JSON Schema. */
export function olderDocument(document: JsonObject): JsonObject {
  return { ...(older(document) as JsonObject), openapi: '3.0.3' };
}

function older(node: Json): Json {
  if (isList(node)) return node.map(older);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...beside } = node;
  if (node.type === 'null') return nothing;
  if ($ref !== undefined && Object.keys(beside).length > 0) {
    return { ...(older(beside) as JsonObject), allOf: [{ $ref }] };
  }
  return Object.fromEntries(Object.entries(node).flatMap(([key, value]) => member(key, value)));
}

function member(key: string, value: Json): readonly (readonly [string, Json])[] {
  switch (key) {
    case 'const':
      return [['enum', [value]]];
    case 'contentEncoding':
      return value === 'base64' ? [['format', 'byte']] : [];
    case 'contentMediaType':
      return [];
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return [
        [key === 'exclusiveMinimum' ? 'minimum' : 'maximum', value],
        [key, true],
      ];
    case 'examples':
      // those of media types are named
      return isList(value) ? [['example', value[0] ?? null]] : [[key, value]];
    default:
      return [[key, maps.includes(key) ? eachOf(value) : older(value)]];
  }
}

function eachOf(value: Json): Json {
  if (typeof value !== 'object' || value === null || isList(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, older(one)]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
