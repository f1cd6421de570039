import { compactText } from '../../model/common/markup.ts';
import type {
  HttpOperation,
  MessagePart,
  ServiceModel,
  ServiceOperation,
} from '../../model/wsdl/service-model.ts';
import type { SchemaType } from '../../model/xsd/schema.ts';
import { samplePayload } from '../../plan/messages/message-sample.ts';
import type { BodyShape } from '../../plan/messages/message-shape.ts';
import type { MessageShape } from '../../plan/messages/operation-messages.ts';
import type { PlaceShape } from '../../plan/shapes/shape.ts';
import { addressParameters } from './address-parameters.ts';
import { filled, type Json, type JsonObject, json, jsonObject } from './json.ts';
import type { TypeSchemas } from './schema-objects.ts';
import type { BodySchemas } from './soap-paths.ts';

/** An operation over GET or POST. */
export interface HttpEntry {
  readonly model: ServiceModel;
  /** Name of its service. */
  readonly service: string;
  readonly operation: ServiceOperation;
  readonly kind: 'httpGet' | 'httpPost';
  readonly http: HttpOperation;
}

/**
 * A GET or POST operation as one operation of OpenAPI.
 *
 * @param query Query of the service's address.
 */
export function httpOperation(
  entry: HttpEntry,
  { messages, types: schemas }: BodySchemas,
  query: string,
): JsonObject {
  const { service, operation, kind, http } = entry;
  const { input, httpAnswer } = messages.of(operation);
  const types = inputTypes(input);
  const form = http.input.kind === 'form';
  const inPath = http.input.kind === 'urlReplacement';
  const parameters = http.parameters.map((part) =>
    json({
      name: part.name,
      in: inPath ? 'path' : 'query',
      required: inPath || part.optional !== true,
      description: part.documentation,
      schema: parameterSchema(part, types, schemas),
    }),
  );
  return json({
    operationId: `${service}.${operation.publicName}.${kind}`,
    tags: [service],
    summary: `${operation.name} over HTTP ${kind === 'httpGet' ? 'GET' : 'POST'}`,
    description: operation.documentation,
    parameters: filled([...addressParameters([query]), ...(form ? [] : parameters)]),
    requestBody: form ? formBody(http, types, schemas) : undefined,
    responses: json({
      200: answer(entry, resultPlace(http, httpAnswer), schemas),
      500: {
        description: 'The operation failed, or a parameter is missing or malformed.',
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
    }),
  });
}

/**
 * Path of an operation below that of its service, with `{name}` for `(name)` of WSDL 1.1 section
 * 4.6.
 */
export function httpPath(path: string, http: HttpOperation): string {
  const { location } = http;
  const whole = `${path}${location.startsWith('/') || location === '' ? '' : '/'}${location}`;
  if (http.input.kind !== 'urlReplacement') return whole.replace(/[?#].*$/, '');
  const names = new Set(http.parameters.map((one) => one.name));
  return whole.replace(/\(([^()]*)\)/g, (all, name) => (names.has(name) ? `{${name}}` : all));
}

function formBody(
  http: HttpOperation,
  types: ReadonlyMap<string, ParameterType>,
  schemas: TypeSchemas,
): JsonObject | undefined {
  const { parameters } = http;
  if (parameters.length === 0) return undefined;
  const mandatory = parameters.filter(({ optional }) => optional !== true);
  const required = [...new Set(mandatory.map(({ name }) => name))];
  const schema = json({
    type: 'object',
    properties: jsonObject(
      parameters.map((part) => [part.name, parameterSchema(part, types, schemas)] as const),
    ),
    required: filled(required),
  });
  return {
    required: required.length > 0,
    content: { 'application/x-www-form-urlencoded': { schema } },
  };
}

interface ParameterType {
  readonly type: SchemaType;
  readonly repeated: boolean;
}

/** Types of the parameters in the planned input. GET and POST declare most of them as text. */
function inputTypes({ fields }: MessageShape): ReadonlyMap<string, ParameterType> {
  const found = new Map<string, ParameterType>();
  for (const { property, wireName = property, value, repeated } of fields) {
    if (value.kind === 'simple') found.set(wireName, { type: value.source, repeated });
    if (value.kind !== 'array' || value.item.value.kind !== 'simple') continue;
    found.set(wireName, { type: value.item.value.source, repeated: true });
  }
  return found;
}

function parameterSchema(
  part: MessagePart,
  types: ReadonlyMap<string, ParameterType>,
  schemas: TypeSchemas,
): Json {
  const planned = types.get(part.name);
  const own = part.type ?? part.element?.type;
  const array = own?.kind === 'complex' ? own.soapArray?.item : undefined;
  const type = planned?.type ?? array ?? own;
  if (type === undefined || type.kind === 'complex') return { type: 'string' };
  const schema = schemas.simple(type);
  const repeated = planned?.repeated === true || array !== undefined;
  return repeated ? { type: 'array', items: schema } : schema;
}

/** The element of an answer in XML. */
function resultPlace(
  { output, result }: HttpOperation,
  answered: BodyShape,
): PlaceShape | undefined {
  const isXml = output.kind === 'mimeXml' || result?.element !== undefined;
  return isXml && answered.kind === 'single' ? answered.field.place : undefined;
}

const writtenTypes = {
  json: 'application/json',
  text: 'text/plain',
  binary: 'application/octet-stream',
};

function answer(
  { model, operation: { name, written }, http: { output } }: HttpEntry,
  place: PlaceShape | undefined,
  schemas: TypeSchemas,
): JsonObject {
  if (place !== undefined) {
    const context = { globals: model.elements, operation: name };
    const example =
      output.kind === 'mimeXml' ? compactText(samplePayload(place, context)) : undefined;
    const schema = schemas.place(place);
    return { description: 'The result.', content: { 'text/xml': json({ schema, example }) } };
  }
  if (written !== undefined) {
    const schema = written === 'json' ? {} : { type: 'string' };
    return {
      description: 'What the operation writes.',
      content: jsonObject([[writtenTypes[written], { schema }]]),
    };
  }
  if (output.kind === 'none') return { description: 'Done; the answer is empty.' };
  const type = output.kind === 'mimeContent' ? output.type : undefined;
  return { description: 'The result.', content: jsonObject([[type ?? 'text/xml', {}]]) };
}
