import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type {
  HeaderPart,
  HttpOperation,
  ServiceOperation,
  SoapMessage,
  SoapOperation,
} from '../../model/wsdl/service-model.ts';
import { bindingKinds } from '../../model/wsdl/service-operations.ts';
import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { isDocument } from '../scope/http-input.ts';
import { isFixed } from '../shapes/fixed-fields.ts';
import { notNil, type PlaceShape } from '../shapes/shape.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { type AttachmentShape, attachmentField, attachmentShapes } from './attachment-shape.ts';
import { fieldsOfObject, type MessageField, messageField } from './message-field.ts';
import {
  type BodyShape,
  bodyShape,
  encodedHeader,
  partElement,
  partField,
} from './message-shape.ts';

/**
 * The input and output of an operation. Generated code, `call`, `inspect`, help pages, OpenAPI,
 * lint and comparison are all based on it.
 */
export interface OperationMessages {
  readonly input: MessageShape;
  readonly output: ResultShape;
  /** The answer of GET and POST, which is not the element around the result over SOAP. */
  readonly httpAnswer: BodyShape;
  readonly inputHeaders: readonly PayloadShape[];
  readonly outputHeaders: readonly PayloadShape[];
  readonly faults: readonly PayloadShape[];
}

/** One direction of an operation. */
export interface MessageShape {
  /** Content of `soap:Body`, or the parameters of an operation that only HTTP bindings have. */
  readonly body: BodyShape;
  readonly attachments: readonly AttachmentShape[];
  /** Properties of the input or the result; those of attachments come last. */
  readonly fields: readonly MessageField[];
}

/** The output of an operation. */
export interface ResultShape extends MessageShape {
  /** `value`: the result is the value of the only field; `object`: an object with the fields. */
  readonly kind: 'void' | 'value' | 'object';
}

/** A header entry or a fault's detail. */
export interface PayloadShape {
  /** Name of the header's part or of the fault. */
  readonly name: string;
  readonly place: PlaceShape;
  /** Whether a header is required. */
  readonly required: boolean;
  /** Whether it has SOAP encoding, and so an `xsi:type`. */
  readonly encoded: boolean;
}

/**
 * The messages of an operation: those over SOAP if it has such a binding, otherwise those over
 * HTTP.
 */
export function operationMessages(operation: ServiceOperation, shaper: Shaper): OperationMessages {
  const kind = bindingKinds.find((one) => operation[one] !== undefined);
  const messages = kind && messagesOver(operation, kind, shaper);
  return messages ?? httpMessages(operation, undefined, shaper);
}

/** The messages of an operation over one binding; `undefined` if it lacks the binding. */
export function messagesOver(
  operation: ServiceOperation,
  kind: BindingKind,
  shaper: Shaper,
): OperationMessages | undefined {
  if (kind === 'httpGet' || kind === 'httpPost') {
    const http = operation[kind];
    return http && httpMessages(operation, http, shaper);
  }
  const soap = operation[kind];
  return soap && soapMessages(operation, soap, shaper);
}

function soapMessages(
  operation: ServiceOperation,
  { input, output, faults }: SoapOperation,
  shaper: Shaper,
): OperationMessages {
  return {
    input: messageShape(bodyShape(input, 'input', operation, shaper), input, shaper),
    output: resultShape(bodyShape(output, 'output', operation, shaper), output, shaper),
    httpAnswer: httpResult(operation.httpGet ?? operation.httpPost, shaper),
    inputHeaders: headerShapes(input, shaper),
    outputHeaders: headerShapes(output, shaper),
    faults: faults.flatMap(({ name, use, part }) => {
      const encoded = use === 'encoded' && part.element === undefined;
      return payloadShape(partElement(part), { name, required: false, encoded }, shaper);
    }),
  };
}

function httpMessages(
  { written }: ServiceOperation,
  http: HttpOperation | undefined,
  shaper: Shaper,
): OperationMessages {
  const output = httpResult(written === undefined ? http : undefined, shaper);
  return {
    input: messageShape(httpInput(http, shaper), undefined, shaper),
    output: resultShape(output, undefined, shaper),
    httpAnswer: output,
    inputHeaders: [],
    outputHeaders: [],
    faults: [],
  };
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

/** Attachments turn the result into a property beside theirs. */
function resultShape(
  body: BodyShape,
  message: SoapMessage | undefined,
  shaper: Shaper,
): ResultShape {
  const shape = messageShape(body, message, shaper);
  const isValue = body.kind === 'unwrapped' || body.kind === 'single';
  if (!isValue) {
    const isVoid = shape.fields.length === 0 && body.kind !== 'object';
    return { ...shape, kind: isVoid ? 'void' : 'object' };
  }
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
      return body.fields.map((field) => ({ ...messageField(field), given: isFixed(field) }));
  }
}

function headerShapes(message: SoapMessage | undefined, shaper: Shaper): readonly PayloadShape[] {
  const byName = new Map<string, HeaderPart>();
  for (const header of message?.headers ?? []) {
    if (!byName.has(header.part.name)) byName.set(header.part.name, header);
  }
  return [...byName].flatMap(([name, { part, namespace, required, use }]) => {
    const encoded = use === 'encoded';
    const element = encoded ? encodedHeader(part, namespace) : partElement(part, namespace);
    return payloadShape(element, { name, required, encoded }, shaper);
  });
}

/** Skips parts without element and type. */
function payloadShape(
  element: ElementDeclaration | undefined,
  payload: Omit<PayloadShape, 'place'>,
  shaper: Shaper,
): readonly PayloadShape[] {
  return element === undefined ? [] : [{ ...payload, place: shaper.place(element) }];
}

/** Parameters of an operation with HTTP bindings only. */
function httpInput(http: HttpOperation | undefined, shaper: Shaper): BodyShape {
  const [only, ...others] = http?.parameters ?? [];
  if (only?.element !== undefined && others.length === 0) {
    // its children are the parameters, and a form is never nil
    const found = shaper.place(only.element);
    const place = http !== undefined && isDocument(http) ? found : notNil(found);
    if (place.value.kind === 'object')
      return { kind: 'object', place, object: place.value, isBare: false };
  }
  const fields = (http?.parameters ?? []).flatMap((part) => {
    const element = partElement(part);
    return element === undefined ? [] : [partField(part.name, shaper.place(element))];
  });
  return { kind: 'parts', wrapper: undefined, fields };
}

/** The answer over an HTTP binding. */
function httpResult(http: HttpOperation | undefined, shaper: Shaper): BodyShape {
  const part = http?.result;
  const element = part === undefined ? undefined : partElement(part);
  if (part === undefined || element === undefined) return { kind: 'empty' };
  const field = partField(part.name, shaper.place(element));
  return { kind: 'single', wrapper: undefined, field };
}
