import type { AttachmentPart, SoapMessage } from '../model/service-model.ts';
import { attachParts, readAttached } from './codecs/attachment-codecs.ts';
import type { MessageCodec } from './codecs/message-codecs.ts';
import { stringLiteral } from './encode.ts';
import type { BodyShape } from './message-shape.ts';
import type { ChosenOperation } from './operations.ts';
import type { PayloadPlan } from './plan.ts';
import type { OperationContext } from './plan-operation.ts';
import { type Payload, planPayloads } from './plan-payload.ts';
import type { TypeText } from './shape.ts';
import { createPropertyTable, takeProperty } from './shape-content.ts';
import { namedType, plainType } from './shape-simple.ts';

/** A message part beside the envelope, as a property of the message. */
export interface AttachmentPlan {
  /** Name of the message part. */
  readonly part: string;
  readonly property: string;
  /** Media types the contract allows, as written there. */
  readonly types: readonly string[];
  /** Media type it is sent with. */
  readonly sentAs: string;
  readonly kind: 'bytes' | 'text' | 'xml';
  readonly type: TypeText;
  /** Codecs of an XML document whose element the contract declares. */
  readonly payload: PayloadPlan | undefined;
}

/**
 * Plans the parts of a message that travel beside its envelope (WSDL 1.1 section 5). The first media type of a part says what it is:
 * XML with a declared element has the type of that element, text is a string, all else bytes.
 *
 * @param body What the properties must keep clear of.
 * @param direction `Request` or `Response`.
 */
export function planAttachments(
  context: OperationContext,
  chosen: ChosenOperation,
  message: SoapMessage | undefined,
  body: BodyShape,
  direction: 'Request' | 'Response',
): readonly AttachmentPlan[] {
  const attachments = message?.attachments ?? [];
  if (attachments.length === 0) return [];
  const table = createPropertyTable(properties(body));
  const documents = planPayloads(
    context,
    chosen,
    attachments.flatMap(xmlDocument),
    `${direction}Attachment`,
  );
  return attachments.map((attachment): AttachmentPlan => {
    const { part, types } = attachment;
    const property = takeProperty(table, part, () => [`${part}Part`, `${part}Attachment`]);
    const first = baseType(types[0] ?? '');
    const payload = documents.find(({ name }) => name === part);
    const common = { part, property, types, payload };
    if (payload !== undefined) {
      const type = { text: payload.type, names: payload.typeNames, runtime: [], union: true };
      return { ...common, kind: 'xml', sentAs: first, type };
    }
    return first.startsWith('text/')
      ? {
          ...common,
          kind: 'text',
          sentAs: concrete(first, 'text/plain'),
          type: plainType('string'),
        }
      : {
          ...common,
          kind: 'bytes',
          sentAs: concrete(first, 'application/octet-stream'),
          type: plainType('Uint8Array'),
        };
  });
}

/** An XML document whose element the contract declares. */
function xmlDocument({ part, types, declared }: AttachmentPart): readonly Payload[] {
  if (declared?.element === undefined || !isXml(baseType(types[0] ?? ''))) return [];
  return [{ part: declared, name: part, required: true }];
}

/** A media type in lower case, without parameters. */
function baseType(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function isXml(type: string): boolean {
  return /^[\w.-]+\/(?:[\w.-]+\+)?xml$/.test(type);
}

/** A type that can stand in a header: no wildcard, nothing a header cannot carry. */
function concrete(type: string, otherwise: string): string {
  return /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type) ? type : otherwise;
}

function properties(body: BodyShape): readonly string[] {
  switch (body.kind) {
    case 'empty':
    case 'void':
      return [];
    case 'object':
    case 'content':
      return body.object.fields.map((field) => field.property);
    case 'unwrapped':
    case 'single':
      return [body.field.property];
    case 'parts':
      return body.fields.map((field) => field.property);
  }
}

/** A result beside attachments is a property like them. */
export function besideAttachments(
  body: BodyShape,
  attachments: readonly AttachmentPlan[],
): BodyShape {
  if (attachments.length === 0 || (body.kind !== 'unwrapped' && body.kind !== 'single'))
    return body;
  return { kind: 'parts', wrapper: body.wrapper, fields: [body.field] };
}

/** Names of the codecs that write attachments and read a message with them. */
export interface AttachmentCodecs {
  readonly attach: string;
  readonly read: string;
}

/** Plans the codecs of a message with attachments around those of its Body. */
export function planAttachmentCodecs(
  { codecs }: OperationContext,
  base: string,
  message: MessageCodec,
  attachments: readonly AttachmentPlan[],
): AttachmentCodecs {
  const noun = message.direction === 'request' ? 'Request' : 'Response';
  const attach = codecs.messageFunction('attach', base, noun);
  const read = codecs.messageFunction('read', base, noun);
  const whole = message.type ?? plainType('void');
  const body = { ...message, type: bodyType(message, attachments) };
  return {
    attach: codecs.ensure(attach, () => attachParts(message, whole, attachments, attach)),
    read: codecs.ensure(read, () => readAttached(codecs, body, whole, attachments, read)),
  };
}

/** Type of what the Body alone holds; `undefined` for nothing. */
function bodyType(
  { body, type }: MessageCodec,
  attachments: readonly AttachmentPlan[],
): TypeText | undefined {
  switch (body.kind) {
    case 'empty':
    case 'void':
      return undefined;
    case 'object':
    case 'content':
      return namedType(body.object.name);
    case 'unwrapped':
    case 'single':
    case 'parts': {
      if (type === undefined || (body.kind === 'parts' && body.fields.length === 0))
        return undefined;
      const names = attachments.map(({ property }) => stringLiteral(property)).join(' | ');
      return { ...type, text: `Omit<${type.text}, ${names}>` };
    }
  }
}
