import { compactText } from '../../model/common/markup.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import type { QName } from '../../model/common/qname.ts';
import type { SampleContext } from '../../model/sample/sample-element.ts';
import { escapeXml } from '../../model/sample/sample-escape.ts';
import type { ServiceModel, ServiceOperation } from '../../model/wsdl/service-model.ts';
import type { ContractMessages } from '../../plan/messages/contract-messages.ts';
import { sampleBody } from '../../plan/messages/message-sample.ts';
import type { BodyShape } from '../../plan/messages/message-shape.ts';
import {
  type MessageShape,
  messagesOver,
  type PayloadShape,
} from '../../plan/messages/operation-messages.ts';
import type { ElementField } from '../../plan/shapes/shape.ts';
import { addressParameters } from './address-parameters.ts';
import { xmlName } from './declared-schema.ts';
import { filled, type Json, type JsonObject, json, jsonObject } from './json.ts';
import type { TypeSchemas } from './schema-objects.ts';

/** Input for the schemas of bodies. */
export interface BodySchemas {
  readonly messages: ContractMessages;
  readonly types: TypeSchemas;
}

/** An operation over SOAP at one path. */
export interface SoapEntry {
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
export function soapPath(
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
