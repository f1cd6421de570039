import type { BindingKind } from '../../model/definitions.ts';
import type {
  HeaderPart,
  HttpOperation,
  MessagePart,
  ServiceOperation,
  SoapMessage,
} from '../../model/service-model.ts';
import { type BodyShape, bodyShape, partElement, partField } from '../message-shape.ts';
import type { PlaceShape } from '../shape.ts';
import type { Shaper } from '../shape-maker.ts';
import { type AttachmentShape, attachmentField, attachmentShapes } from './attachment-shape.ts';
import { fieldsOfObject, type MessageField, messageField } from './message-field.ts';

/**
 * What an operation takes and gives: the one meaning of its messages. Generated code, `call`, `inspect`, help pages, OpenAPI, lint and
 * comparison read it.
 */
export interface OperationMessages {
  readonly input: MessageShape;
  readonly output: ResultShape;
  readonly inputHeaders: readonly PayloadShape[];
  readonly outputHeaders: readonly PayloadShape[];
  readonly faults: readonly PayloadShape[];
}

/** One direction of an operation. */
export interface MessageShape {
  /** Content of `soap:Body`, or the parameters of an operation that only HTTP bindings have. */
  readonly body: BodyShape;
  readonly attachments: readonly AttachmentShape[];
  /** Properties of the input or the result, those for attachments last. */
  readonly fields: readonly MessageField[];
}

/** What an operation gives. */
export interface ResultShape extends MessageShape {
  /** `value`: the result is the value of the one field itself; `object`: an object with the fields. */
  readonly kind: 'void' | 'value' | 'object';
}

/** A header entry or a fault's detail. */
export interface PayloadShape {
  /** Name of the header's part or of the fault. */
  readonly name: string;
  readonly place: PlaceShape;
  /** Whether a header must be there. */
  readonly required: boolean;
}

/** The messages of an operation: those of SOAP, where it has a binding to that, else those of HTTP. */
export function operationMessages(operation: ServiceOperation, shaper: Shaper): OperationMessages {
  const soap = operation.soap11 ?? operation.soap12;
  const http = operation.httpGet ?? operation.httpPost;
  const input =
    soap === undefined
      ? httpInput(http, shaper)
      : bodyShape(soap.input, 'input', operation, shaper);
  const output =
    soap === undefined
      ? httpResult(operation.written === undefined ? http : undefined, shaper)
      : bodyShape(soap.output, 'output', operation, shaper);
  return {
    input: messageShape(input, soap?.input, shaper),
    output: resultShape(output, soap?.output, shaper),
    inputHeaders: headerShapes(soap?.input, shaper),
    outputHeaders: headerShapes(soap?.output, shaper),
    faults: (soap?.faults ?? []).flatMap(({ name, part }) => payloadShape(name, part, shaper)),
  };
}

/** Properties of the input in the order of one binding. */
export function fieldsOverBinding(
  operation: ServiceOperation,
  kind: BindingKind,
  shaper: Shaper,
): readonly MessageField[] | undefined {
  if (kind === 'httpGet' || kind === 'httpPost') {
    const http = operation[kind];
    return http && messageShape(httpInput(http, shaper), undefined, shaper).fields;
  }
  const input = operation[kind]?.input;
  return input && messageShape(bodyShape(input, 'input', operation, shaper), input, shaper).fields;
}

function messageShape(
  body: BodyShape,
  message: SoapMessage | undefined,
  shaper: Shaper,
): MessageShape {
  const inBody = bodyFields(body);
  const taken = inBody.map(({ property }) => property);
  const attachments = attachmentShapes(message, taken, shaper);
  const beside = attachments.map((one) => attachmentField(one, shaper));
  return { body, attachments, fields: [...inBody, ...beside] };
}

/** A result beside attachments is a property like them. */
function resultShape(
  body: BodyShape,
  message: SoapMessage | undefined,
  shaper: Shaper,
): ResultShape {
  const shape = messageShape(body, message, shaper);
  const isValue = body.kind === 'unwrapped' || body.kind === 'single';
  if (!isValue) return { ...shape, kind: shape.fields.length === 0 ? 'void' : 'object' };
  if (shape.attachments.length === 0) return { ...shape, kind: 'value' };
  const { wrapper, field } = body;
  return { ...shape, body: { kind: 'parts', wrapper, fields: [field] }, kind: 'object' };
}

function bodyFields(body: BodyShape): readonly MessageField[] {
  switch (body.kind) {
    case 'empty':
    case 'void':
      return [];
    case 'object':
    case 'content':
      return fieldsOfObject(body.object);
    case 'unwrapped':
    case 'single':
      return [messageField(body.field)];
    case 'parts':
      return body.fields.map((field) => messageField(field));
  }
}

function headerShapes(message: SoapMessage | undefined, shaper: Shaper): readonly PayloadShape[] {
  const byName = new Map<string, HeaderPart>();
  for (const header of message?.headers ?? []) {
    if (!byName.has(header.part.name)) byName.set(header.part.name, header);
  }
  return [...byName].flatMap(([name, { part, namespace, required }]) =>
    payloadShape(name, part, shaper, namespace, required),
  );
}

/** Nothing for a part without element and type. */
function payloadShape(
  name: string,
  part: MessagePart,
  shaper: Shaper,
  namespace?: string | undefined,
  required = false,
): readonly PayloadShape[] {
  const element = partElement(part, namespace);
  return element === undefined ? [] : [{ name, place: shaper.place(element), required }];
}

/** Parameters of an operation that only HTTP bindings have. */
function httpInput(http: HttpOperation | undefined, shaper: Shaper): BodyShape {
  const [only, ...others] = http?.parameters ?? [];
  if (only?.element !== undefined && others.length === 0) {
    // its children are the parameters
    const place = shaper.place(only.element);
    if (place.value.kind === 'object') return { kind: 'object', place, object: place.value };
  }
  const fields = (http?.parameters ?? []).flatMap((part) => {
    const element = partElement(part);
    return element === undefined ? [] : [partField(part.name, shaper.place(element))];
  });
  return { kind: 'parts', wrapper: undefined, fields };
}

/** What an HTTP binding answers. */
export function httpResult(http: HttpOperation | undefined, shaper: Shaper): BodyShape {
  const part = http?.result;
  const element = part === undefined ? undefined : partElement(part);
  if (part === undefined || element === undefined) return { kind: 'empty' };
  const field = partField(part.name, shaper.place(element));
  return { kind: 'single', wrapper: undefined, field };
}
