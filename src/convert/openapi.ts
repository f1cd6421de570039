import { escapeXml, type SampleContext } from '../model/sample.ts';
import {
  addressOrigin,
  type HttpOperation,
  type MessagePart,
  portPath,
  type ServiceModel,
  type ServiceOperation,
  splitQuery,
} from '../model/services.ts';
import { compactText, namespaces, type QName } from '../model/xml.ts';
import type { SchemaType } from '../model/xsd/schema.ts';
import { createFreeName } from '../names/identifiers.ts';
import {
  type BodyShape,
  type ContractMessages,
  contractMessages,
  type MessageShape,
  messagesOver,
  type PayloadShape,
  sampleBody,
  samplePayload,
} from '../plan/messages.ts';
import type { ElementField, PlaceShape } from '../plan/shape.ts';
import {
  createTypeSchemas,
  filled,
  type Json,
  type JsonObject,
  json,
  jsonObject,
  type TypeSchemas,
  xmlName,
} from './schema-objects.ts';

/**
 * Writes the bodies of a contract as OpenAPI, in JSON. Each operation of a GET or POST binding is
 * one operation. All SOAP operations of a path are one POST, whose bodies are their envelopes.
 */
export function writeOpenApi(model: ServiceModel, version: '3.1' | '3.0' = '3.1'): string {
  const messages = contractMessages(model);
  const types = createTypeSchemas(messages.shaper.object);
  const schemas = { messages, types };
  const paths = new Map<string, Map<string, Json>>();
  const freeId = createFreeName(new Set());
  const place = (path: string, method: string, operation: JsonObject): void => {
    const item = paths.get(path) ?? new Map<string, Json>();
    paths.set(path, item);
    if (item.has(method)) return;
    item.set(method, { ...operation, operationId: freeId(String(operation.operationId), '_', '') });
  };
  for (const [path, entries] of soapEntries(model)) {
    place(path, 'post', soapPath(model, entries, schemas));
  }
  for (const service of model.services) {
    for (const operation of service.interfaces.flatMap((one) => one.operations)) {
      for (const kind of ['httpGet', 'httpPost'] as const) {
        const http = operation[kind];
        if (http === undefined) continue;
        const entry = { model, service: service.name, operation, kind, http };
        const method = kind === 'httpGet' ? 'get' : 'post';
        const { path, query } = splitQuery(portPath(service, http.port));
        place(httpPath(path, http), method, httpOperation(entry, schemas, query));
      }
    }
  }
  const server = model.baseUrl ?? originOf(model);
  const components = types.components();
  const document = json({
    openapi: '3.1.0',
    info: json({ title: model.name, version: '1.0.0', description: model.documentation }),
    servers: server === undefined ? undefined : [{ url: server }],
    tags: model.services.map((one) => json({ name: one.name, description: one.documentation })),
    paths: jsonObject([...paths].map(([path, item]) => [path, jsonObject(item)] as const)),
    components: Object.keys(components).length === 0 ? undefined : { schemas: components },
  });
  const written = version === '3.0' ? olderDocument(document) : document;
  return `${JSON.stringify(written, null, 2)}\n`;
}

/** SOAP operations by path without its query, which services may share. */
function soapEntries(model: ServiceModel): ReadonlyMap<string, readonly SoapEntry[]> {
  const found = new Map<string, SoapEntry[]>();
  for (const service of model.services) {
    for (const operation of service.interfaces.flatMap((one) => one.operations)) {
      const soap = operation.soap11 ?? operation.soap12;
      if (soap === undefined) continue;
      const { path, query } = splitQuery(portPath(service, soap.port));
      const known = found.get(path) ?? [];
      known.push({ service: service.name, operation, query });
      found.set(path, known);
    }
  }
  return found;
}

function originOf(model: ServiceModel): string | undefined {
  for (const { address } of model.services.flatMap((one) => one.ports)) {
    const origin = address === undefined ? undefined : addressOrigin(address);
    if (origin !== undefined) return origin;
  }
  return undefined;
}

/** An operation over GET or POST. */
interface HttpEntry {
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
function httpOperation(
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
function httpPath(path: string, http: HttpOperation): string {
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

/** Input for the schemas of bodies. */
interface BodySchemas {
  readonly messages: ContractMessages;
  readonly types: TypeSchemas;
}

/** An operation over SOAP at one path. */
interface SoapEntry {
  readonly service: string;
  readonly operation: ServiceOperation;
  /** Query of the service's address; empty for none. */
  readonly query: string;
}

type Version = 'soap11' | 'soap12';

const versions: readonly Version[] = ['soap11', 'soap12'];
const contentTypes = { soap11: 'text/xml', soap12: 'application/soap+xml' } as const;
const envelopes = {
  soap11: namespaces.soapEnvelope11,
  soap12: namespaces.soapEnvelope12,
} as const;

/**
 * All SOAP operations of a path. OpenAPI has one operation for a path and a method, so the body is
 * one of their envelopes, each with an example.
 */
function soapPath(
  model: ServiceModel,
  entries: readonly SoapEntry[],
  schemas: BodySchemas,
): JsonObject {
  const [first] = entries;
  const service = first?.service ?? '';
  const actions = entries.flatMap(({ operation }) => operation.soap11 ?? []);
  const oneWay = entries.some(({ operation }) => operation.oneWay);
  return json({
    operationId: `${service}.soap`,
    tags: [service],
    summary: `SOAP operations of ${service}`,
    description: descriptionOf(entries),
    parameters: filled([
      ...addressParameters(entries.map(({ query }) => query)),
      ...(actions.length === 0 ? [] : [actionParameter(actions)]),
    ]),
    requestBody: json({ required: true, content: content(model, entries, schemas, 'input') }),
    responses: json({
      200: json({
        description: 'The answer of the operation.',
        content: content(model, entries, schemas, 'output'),
      }),
      202: oneWay ? { description: 'A one-way request was taken.' } : undefined,
      500: json({ description: 'A SOAP fault.', content: faultContent(entries, schemas) }),
    }),
  });
}

function actionParameter(actions: readonly { readonly action: string }[]): JsonObject {
  return {
    name: 'SOAPAction',
    in: 'header',
    description: 'Names the operation; SOAP 1.1 alone.',
    schema: { type: 'string', enum: [...new Set(actions.map((one) => `"${one.action}"`))] },
  };
}

function descriptionOf(entries: readonly SoapEntry[]): string {
  const lines = entries.map(({ operation }) => {
    const action = (operation.soap11 ?? operation.soap12)?.action ?? '';
    const documentation = operation.documentation?.replaceAll('\n', ' ');
    const said = documentation === undefined ? '' : `: ${documentation}`;
    return `- **${operation.name}** (SOAPAction \`"${action}"\`)${said}`;
  });
  return ['Elements are in the order of the properties.', '', ...lines].join('\n');
}

/** One direction of an operation over one version of SOAP. */
interface Sent {
  readonly operation: ServiceOperation;
  readonly message: MessageShape;
  readonly headers: readonly PayloadShape[];
}

/** Envelopes by content type. */
function content(
  model: ServiceModel,
  entries: readonly SoapEntry[],
  { messages: { shaper }, types }: BodySchemas,
  side: 'input' | 'output',
): JsonObject | undefined {
  const found = versions.flatMap((version): (readonly [string, Json])[] => {
    const all = entries.flatMap(({ operation }): readonly Sent[] => {
      const messages = messagesOver(operation, version, shaper);
      if (messages === undefined || operation[version]?.[side] === undefined) return [];
      return [{ operation, message: messages[side], headers: messages[`${side}Headers`] }];
    });
    if (all.length === 0) return [];
    const schemas = all.map((sent) => envelope(version, sent, types));
    const examples = all.map(({ operation, message }) => {
      const context = { globals: model.elements, operation: operation.name };
      const value = sampleEnvelope(version, message, context);
      return [operation.publicName, { value }] as const;
    });
    const [only] = schemas;
    const schema = schemas.length === 1 && only !== undefined ? only : { oneOf: schemas };
    return [[contentTypes[version], { schema, examples: jsonObject(examples) }]];
  });
  return found.length === 0 ? undefined : jsonObject(found);
}

function envelope(
  version: Version,
  { operation, message, headers }: Sent,
  types: TypeSchemas,
): JsonObject {
  const required = headers.flatMap((one) => (one.required ? [payloadName(one)] : []));
  const header = json({
    type: 'object',
    xml: soapName(version, 'Header'),
    properties: jsonObject(headers.map((one) => payload(one, types))),
    required: filled(required),
  });
  const body = {
    type: 'object',
    xml: soapName(version, 'Body'),
    ...bodySchema(message.body, types),
  };
  return {
    title: operation.name,
    type: 'object',
    xml: soapName(version, 'Envelope'),
    required: ['Body'],
    properties: json({ Header: headers.length === 0 ? undefined : header, Body: body }),
  };
}

function soapName(version: Version, name: string): JsonObject {
  return { name, namespace: envelopes[version], prefix: 'soap' };
}

function bodySchema(body: BodyShape, types: TypeSchemas): JsonObject {
  switch (body.kind) {
    case 'empty':
      return {};
    case 'void':
      return body.place === undefined
        ? inElement(body.element, wrapperSchema(body.element, [], types))
        : inElement(body.element, types.place(body.place));
    case 'object':
      return inElement(body.place.element.name, types.place(body.place));
    case 'unwrapped':
      return inElement(body.wrapper, types.place(body.place));
    case 'content':
      return json({ allOf: [types.value(body.object)] });
    case 'parts':
    case 'single': {
      const { wrapper } = body;
      const fields = body.kind === 'single' ? [body.field] : body.fields;
      if (wrapper === undefined) return partsSchema(fields, types);
      return inElement(wrapper, wrapperSchema(wrapper, fields, types));
    }
  }
}

function inElement({ localName }: QName, schema: Json): JsonObject {
  return json({ properties: jsonObject([[localName, schema]]), required: [localName] });
}

/** An element that no schema declares: the wrapper of an rpc message. */
function wrapperSchema(
  name: QName,
  parts: readonly ElementField[],
  types: TypeSchemas,
): JsonObject {
  return json({ type: 'object', xml: xmlName(name), ...partsSchema(parts, types) });
}

function partsSchema(parts: readonly ElementField[], types: TypeSchemas): JsonObject {
  const required = parts.flatMap(({ property, optional }) => (optional ? [] : [property]));
  return json({
    properties: jsonObject(parts.map(({ property, place }) => [property, types.place(place)])),
    required: filled(required),
  });
}

/** Headers and fault details are identified by their elements. */
function payloadName({ place }: PayloadShape): string {
  return place.element.name.localName;
}

function payload(one: PayloadShape, types: TypeSchemas): readonly [string, Json] {
  return [payloadName(one), types.place(one.place)];
}

/** The declared details of faults. Any fault may have another detail, or none. */
function faultContent(
  entries: readonly SoapEntry[],
  { messages: { shaper }, types }: BodySchemas,
): JsonObject {
  const found = versions.flatMap((version): (readonly [string, Json])[] => {
    const operations = entries.flatMap(({ operation }) => {
      const messages = messagesOver(operation, version, shaper);
      return messages === undefined ? [] : [messages];
    });
    if (operations.length === 0) return [];
    const details = jsonObject(
      operations.flatMap(({ faults }) => faults.map((one) => payload(one, types))),
    );
    const names = Object.keys(details);
    const schema = json({
      type: 'object',
      xml: soapName(version, 'Envelope'),
      description:
        names.length === 0
          ? 'An envelope whose body holds a Fault.'
          : `An envelope whose body holds a Fault; its detail may be ${names.join(', ')}.`,
      'x-fault-details': names.length === 0 ? undefined : details,
    });
    return [[contentTypes[version], { schema }]];
  });
  return jsonObject(found);
}

function sampleEnvelope(version: Version, { body }: MessageShape, context: SampleContext): string {
  const namespace = escapeXml(envelopes[version]);
  const content = `<soap:Body>${compactText(sampleBody(body, context))}</soap:Body>`;
  return `<soap:Envelope xmlns:soap="${namespace}">${content}</soap:Envelope>`;
}

/**
 * The queries of addresses as parameters, because a path of OpenAPI has no query.
 *
 * @param queries Raw queries of the services at one path. A parameter that only some of them have
 *   is optional.
 */
function addressParameters(queries: readonly string[]): readonly JsonObject[] {
  const all = queries.map((query) => [...new URLSearchParams(query)]);
  const names = new Set(all.flatMap((one) => one.map(([name]) => name)));
  return [...names].map((name) => {
    const values = all.flatMap((one) => one.filter(([own]) => own === name));
    return json({
      name,
      in: 'query',
      required: all.every((one) => one.some(([own]) => own === name)),
      description: 'Part of the address of the service.',
      schema: { type: 'string', enum: [...new Set(values.map(([, value]) => value))] },
    });
  });
}

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
function olderDocument(document: JsonObject): JsonObject {
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
