import { type ComponentSchemas, componentSchemas } from '../schema/json-schema.ts';
import { anyOf } from '../schema/nodes.ts';
import type { SchemaKeywords, SchemaNode } from '../schema/validate.ts';
import { createDoors, isVoid, recordListOf } from './doors.ts';
import {
  type Door,
  type Gateway,
  type GatewayContract,
  type GatewayOperation,
  type GatewayOptions,
  isRepeated,
  ownDoor,
  plainOf,
  recordTypes,
  routeDoor,
  takesBody,
} from './routes.ts';

/**
 * Creates a gateway: the operations of a contract as HTTP with JSON.
 *
 * @param target A client, a test double of one, or a server of the same folder.
 * @throws TypeError the target lacks an operation, or an option is wrong
 */
export function createGateway(
  target: unknown,
  contract: GatewayContract,
  options: GatewayOptions,
): Gateway {
  const openapi = openApiOf(contract, options.tags);
  return { ...createDoors(target, contract.operations, options, openapi), openapi };
}

/** Versions of OpenAPI that a document can have. */
type OpenApiVersion = '3.1.0' | '3.0.3';

type Json = Readonly<Record<string, unknown>>;

const string: Json = { type: 'string' };
const issue: Json = {
  type: 'object',
  required: ['detail'],
  properties: { pointer: string, parameter: string, detail: string },
};
/** Problem details (RFC 9457, section 3.1). */
const problem: Json = {
  type: 'object',
  required: ['type', 'title', 'status'],
  properties: {
    type: string,
    title: string,
    status: { type: 'integer' },
    detail: string,
    errors: { type: 'array', items: issue },
  },
};

/**
 * The OpenAPI document of a gateway. An operation with a route of its own is described there.
 *
 * @param tags texts about services
 */
export function openApiOf(
  { name, operations }: GatewayContract,
  tags: Readonly<Record<string, string>> = {},
  version: OpenApiVersion = '3.1.0',
): Json {
  const schemas = componentSchemas('#/components/schemas/', version === '3.0.3');
  const problemName = freeName(operations, 'Problem');
  schemas.take(problemName);
  const context = { schemas, problem: { $ref: `#/components/schemas/${problemName}` } };
  const services = [...new Set(operations.map(({ operation }) => operation.service))];
  const ids = idsOf(operations);
  const paths: Record<string, Record<string, Json>> = {};
  // paths that differ in the names of parameters alone are one: it has the names of the first
  const known = new Map<string, Door>();
  for (const one of operations) {
    const door = routeDoor(one) ?? ownDoor(one);
    const shape = shapeOf(door);
    const first = known.get(shape) ?? door;
    known.set(shape, first);
    const item = paths[first.template] ?? {};
    paths[first.template] = item;
    const operationId = ids.get(one) ?? '';
    item[door.method.toLowerCase()] = describe(door, first, operationId, context);
  }
  return {
    openapi: version,
    info: { title: name, version: '1.0.0' },
    tags: services.map((service) => {
      const description = Object.entries(tags).find(([known]) => known === service)?.[1];
      return { name: service, ...(description !== undefined && { description }) };
    }),
    paths,
    components: { schemas: { ...schemas.all(), [problemName]: problem } },
  };
}

/** A name that no schema has. */
function freeName(operations: readonly GatewayOperation[], wish: string): string {
  const taken = componentSchemas('');
  for (const { input, output, faults = {} } of operations) {
    for (const one of [input, output, ...Object.values(faults)]) taken.of(one);
  }
  const names = new Set(Object.keys(taken.all()));
  let name = wish;
  while (names.has(name)) name += '_';
  return name;
}

/** The same for all paths that no request can tell apart. */
function shapeOf({ segments }: Door): string {
  return segments
    .map(({ text }) => (text === undefined ? '{}' : encodeURIComponent(text)))
    .join('/');
}

/** Unique names of operations, with that of their service where several have one. */
function idsOf(operations: readonly GatewayOperation[]): ReadonlyMap<GatewayOperation, string> {
  const count = new Map<string, number>();
  for (const { operation } of operations) {
    count.set(operation.name, (count.get(operation.name) ?? 0) + 1);
  }
  const taken = new Set(
    [...count].flatMap(([name, times]): string | [] => (times === 1 ? name : [])),
  );
  return new Map(
    operations.map((one) => {
      const { service, name } = one.operation;
      if (count.get(name) === 1) return [one, name];
      let id = `${service}_${name}`;
      while (taken.has(id)) id += '_';
      taken.add(id);
      return [one, id];
    }),
  );
}

interface Context {
  readonly schemas: ComponentSchemas;
  readonly problem: Json;
}

/** @param first the door whose names the path has */
function describe(door: Door, first: Door, operationId: string, context: Context): Json {
  const { operation, method, segments } = door;
  const input = plainOf(operation.input);
  const { properties = {}, required = [] } = input;
  const shown = new Map(
    segments.flatMap(({ parameter }, at): readonly (readonly [string, string])[] =>
      parameter === undefined ? [] : [[parameter, first.segments[at]?.parameter ?? parameter]],
    ),
  );
  const inPath = new Set(shown.keys());
  const rest = Object.keys(properties).filter((name) => !inPath.has(name));
  const parameter =
    (place: 'path' | 'query') =>
    (name: string): Json => ({
      name: place === 'path' ? (shown.get(name) ?? name) : name,
      in: place,
      required:
        place === 'path' ||
        (required.includes(name) && !isRepeated(properties[name] as SchemaNode)),
      schema: context.schemas.of(withoutNil(properties[name] as SchemaNode)),
    });
  const hasBody = takesBody(method);
  const parameters = [
    ...[...inPath].map(parameter('path')),
    ...(hasBody ? [] : rest.map(parameter('query'))),
  ];
  const body = inPath.size === 0 ? operation.input : withoutProperties(input, inPath);
  return {
    operationId,
    tags: [operation.operation.service],
    ...(operation.text !== undefined && { description: operation.text }),
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && {
      requestBody: {
        required: rest.some((name) => required.includes(name)),
        content: { 'application/json': { schema: context.schemas.of(body) } },
      },
    }),
    responses: responsesOf(operation, context),
  };
}

/** A path and a query have no nil. */
function withoutNil(node: SchemaNode): SchemaNode {
  const plain = plainOf(node);
  return plain.type === 'null' ? node : 'anyOf' in node ? plain : node;
}

function withoutProperties(input: SchemaKeywords, names: ReadonlySet<string>): SchemaKeywords {
  const { properties = {}, required = [] } = input;
  const kept = Object.entries(properties).filter(([name]) => !names.has(name));
  const needed = required.filter((name) => !names.has(name));
  const { required: _, ...others } = input;
  return {
    ...others,
    ...(needed.length > 0 && { required: needed }),
    properties: Object.fromEntries(kept),
  };
}

function responsesOf(operation: GatewayOperation, { schemas, problem: general }: Context): Json {
  const { faults = {} } = operation;
  const errors = Object.entries(faults).map(([name, schema]) => ({
    allOf: [
      general,
      {
        type: 'object',
        required: ['name', 'data'],
        properties: { name: { type: 'string', enum: [name] }, data: schemas.of(schema) },
      },
    ],
  }));
  const [only, ...more] = errors;
  const declared = only !== undefined && more.length === 0 ? only : { anyOf: errors };
  const problems = (schema: unknown): Json => ({ 'application/problem+json': { schema } });
  return {
    ...(isVoid(operation) ? voidResponses : { 200: resultResponse(operation, schemas) }),
    ...(only !== undefined && {
      422: { description: 'An error that the contract declares.', content: problems(declared) },
    }),
    default: { description: 'Any other error.', content: problems(general) },
  };
}

/** What an operation without a result writes itself has no type. */
const voidResponses: Json = {
  200: {
    description: 'What the operation wrote itself.',
    content: { 'application/json': { schema: {} }, 'text/plain': { schema: string } },
  },
  204: { description: 'The operation has no result.' },
};

function resultResponse({ streams, output }: GatewayOperation, schemas: ComponentSchemas): Json {
  const json = { 'application/json': { schema: schemas.of(output) } };
  if (streams !== true) return { description: 'The result.', content: json };
  const { item } = recordListOf(output);
  const lines = recordTypes.slice(1).map((type) => [type, { schema: schemas.of(anyOf([item])) }]);
  const description = 'The result; with application/jsonl its records, one on each line.';
  return { description, content: { ...json, ...Object.fromEntries(lines) } };
}
