import { namespaces } from '../../model/namespaces.ts';
import { escapeXml } from '../../model/sample/sample-escape.ts';
import { sampleBody } from '../../model/sample/sample-message.ts';
import type { ElementDeclaration } from '../../model/schema.ts';
import type {
  MessagePart,
  ServiceModel,
  ServiceOperation,
  SoapMessage,
  SoapOperation,
} from '../../model/service-model.ts';
import { type Json, type JsonObject, json, jsonObject } from './json.ts';
import type { TypeSchemas } from './type-schemas.ts';

/** An operation that is reached over SOAP at one path. */
export interface SoapEntry {
  readonly service: string;
  readonly operation: ServiceOperation;
}

type Version = 'soap11' | 'soap12';

const versions: readonly Version[] = ['soap11', 'soap12'];
const contentTypes = { soap11: 'text/xml', soap12: 'application/soap+xml' } as const;
const envelopes = {
  soap11: namespaces.soapEnvelope11,
  soap12: namespaces.soapEnvelope12,
} as const;

/**
 * What all SOAP operations of a path share: OpenAPI knows one operation for a path and a method, so the body is one of their
 * envelopes, each with an example.
 */
export function soapPath(
  model: ServiceModel,
  entries: readonly SoapEntry[],
  schemas: TypeSchemas,
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
    parameters:
      actions.length === 0
        ? undefined
        : [
            json({
              name: 'SOAPAction',
              in: 'header',
              description: 'Names the operation; SOAP 1.1 alone.',
              schema: {
                type: 'string',
                enum: [...new Set(actions.map((one) => `"${one.action}"`))],
              },
            }),
          ],
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

function descriptionOf(entries: readonly SoapEntry[]): string {
  const lines = entries.map(({ operation }) => {
    const action = (operation.soap11 ?? operation.soap12)?.action ?? '';
    const documentation = operation.documentation?.replaceAll('\n', ' ');
    const said = documentation === undefined ? '' : `: ${documentation}`;
    return `- **${operation.name}** (SOAPAction \`"${action}"\`)${said}`;
  });
  return ['Elements stand in the order of the properties.', '', ...lines].join('\n');
}

/** Envelopes by content type. */
function content(
  model: ServiceModel,
  entries: readonly SoapEntry[],
  schemas: TypeSchemas,
  side: 'input' | 'output',
): JsonObject | undefined {
  const found = versions.flatMap((version): (readonly [string, Json])[] => {
    const messages = entries.flatMap(({ operation }) => {
      const message = operation[version]?.[side];
      return message === undefined ? [] : [{ operation, message }];
    });
    if (messages.length === 0) return [];
    const all = messages.map(({ operation, message }) =>
      envelope(version, operation.name, message, schemas),
    );
    const examples = messages.map(
      ({ operation, message }) =>
        [
          operation.publicName,
          { value: sampleEnvelope(version, message, model.elements) },
        ] as const,
    );
    const [only] = all;
    const schema = all.length === 1 && only !== undefined ? only : { oneOf: all };
    return [[contentTypes[version], { schema, examples: jsonObject(examples) }]];
  });
  return found.length === 0 ? undefined : jsonObject(found);
}

function envelope(
  version: Version,
  title: string,
  message: SoapMessage,
  schemas: TypeSchemas,
): JsonObject {
  const namespace = envelopes[version];
  const tag = (name: string): JsonObject => ({ name, namespace, prefix: 'soap' });
  const headers = message.headers.map(({ part }) => partMember(part, schemas));
  const required = message.headers.filter((one) => one.required).map(({ part }) => partName(part));
  return json({
    title,
    type: 'object',
    xml: tag('Envelope'),
    required: ['Body'],
    properties: json({
      Header:
        headers.length === 0
          ? undefined
          : json({
              type: 'object',
              xml: tag('Header'),
              properties: jsonObject(headers),
              required: required.length === 0 ? undefined : required,
            }),
      Body: json({ type: 'object', xml: tag('Body'), ...bodySchema(message, schemas) }),
    }),
  });
}

function bodySchema(message: SoapMessage, schemas: TypeSchemas): JsonObject {
  const { rpcWrapper, parts } = message;
  const members = jsonObject(parts.map((part) => partMember(part, schemas)));
  if (rpcWrapper !== undefined) {
    const { localName, namespace } = rpcWrapper;
    const wrapper = json({
      type: 'object',
      xml: json({ name: localName, namespace: namespace === '' ? undefined : namespace }),
      properties: members,
    });
    return json({ properties: jsonObject([[localName, wrapper]]), required: [localName] });
  }
  const [only] = parts;
  if (parts.length === 1 && only?.type !== undefined)
    return json({ allOf: [schemas.type(only.type)] });
  return json({
    properties: parts.length === 0 ? undefined : members,
    required: parts.length === 0 ? undefined : [...new Set(parts.map(partName))],
  });
}

function partName(part: MessagePart): string {
  return part.element?.name.localName ?? part.name;
}

function partMember(part: MessagePart, schemas: TypeSchemas): readonly [string, Json] {
  if (part.element !== undefined) return [partName(part), schemas.element(part.element)];
  const schema = part.type === undefined ? {} : schemas.type(part.type);
  return [part.name, json({ ...schema, xml: { name: part.name } })];
}

/** The details that faults are declared to have; any fault may have another or none. */
function faultContent(entries: readonly SoapEntry[], schemas: TypeSchemas): JsonObject {
  const found = versions.flatMap((version): (readonly [string, Json])[] => {
    const operations = entries.flatMap(({ operation }): SoapOperation[] => {
      const soap = operation[version];
      return soap === undefined ? [] : [soap];
    });
    if (operations.length === 0) return [];
    const details = jsonObject(
      operations.flatMap((one) => one.faults.map(({ part }) => partMember(part, schemas))),
    );
    const names = Object.keys(details);
    const schema = json({
      type: 'object',
      xml: { name: 'Envelope', namespace: envelopes[version], prefix: 'soap' },
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

function sampleEnvelope(
  version: Version,
  message: SoapMessage,
  globals: readonly ElementDeclaration[],
): string {
  const namespace = escapeXml(envelopes[version]);
  const body = sampleBody(message, globals);
  return `<soap:Envelope xmlns:soap="${namespace}"><soap:Body>${body}</soap:Body></soap:Envelope>`;
}
