import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import { escapeXml, type SampleContext, sampleElements, sampleMembers } from '../model/sample.ts';
import {
  bindingKinds,
  type DeclaredAttachment,
  type HeaderPart,
  type HttpOperation,
  type MessagePart,
  type ServiceModel,
  type ServiceOperation,
  type SoapMessage,
  type SoapOperation,
} from '../model/services.ts';
import type { BindingKind } from '../model/wsdl.ts';
import { type MarkupNode, namespaces, type QName } from '../model/xml.ts';
import {
  builtinType,
  type ElementDeclaration,
  type SchemaType,
  type SimpleType,
} from '../model/xsd/schema.ts';
import { createPropertyTable, takeProperty } from './content-shape.ts';
import { planShapes } from './contract-shapes.ts';
import { isContent, isFixed } from './object-shape.ts';
import type { ShapeOptions } from './settings.ts';
import {
  type ElementField,
  isByteStream,
  notNil,
  type ObjectShape,
  type PlaceShape,
  streamShape,
  type ValueShape,
} from './shape.ts';
import type { Shaper } from './simple-shape.ts';
import {
  fieldsOfGroup,
  fieldsOfObject,
  fieldTypeWord,
  fieldWord,
  type MessageField,
  messageField,
  type NameOf,
  placeField,
  typeWord,
} from './type-text.ts';
import { isDocument } from './used-types.ts';

/**
 * Content of `soap:Body` for a message, valid against its schema and always the same: the answer of
 * the sample server. It has a few hundred nodes at most (`SampleGrowth`).
 */
export function sampleBody(body: BodyShape, context: SampleContext): readonly MarkupNode[] {
  switch (body.kind) {
    case 'empty':
      return [];
    case 'void':
      return body.place === undefined
        ? inWrapper(body.element, [])
        : samplePayload(body.place, context);
    case 'object':
    case 'unwrapped':
      return samplePayload(body.place, context);
    case 'content':
      return sampleMembers(body.object.source, context);
    case 'single':
      return inWrapper(body.wrapper, samplePayload(body.field.place, context));
    case 'parts': {
      const elements = body.fields.map(({ place }) => place.element);
      return inWrapper(body.wrapper, sampleElements(elements, context));
    }
  }
}

/**
 * An element of a message: a header entry, the detail of a fault, an attachment, an answer to GET
 * or POST.
 */
export function samplePayload(
  { element }: PlaceShape,
  context: SampleContext,
): readonly MarkupNode[] {
  return sampleElements([element], context);
}

function inWrapper(
  wrapper: QName | undefined,
  children: readonly MarkupNode[],
): readonly MarkupNode[] {
  if (wrapper === undefined) return children;
  const { namespace, localName } = wrapper;
  if (namespace === '') return [{ name: localName, tag: localName, children }];
  const name = `m:${localName}`;
  return [{ name, tag: `${name} xmlns:m="${escapeXml(namespace)}"`, children }];
}

/** The types of a contract in document order, without built-in ones and array wrappers. */
export function typesOf(model: ServiceModel, shaper: Shaper): readonly SchemaType[] {
  return model.types.filter((type) => isShown(type, shaper));
}

/**
 * Types used in an operation's request, response and faults, in order of discovery, including
 * anonymous ones.
 */
export function typesReached(messages: OperationMessages, shaper: Shaper): readonly SchemaType[] {
  const whole = [messages.input, messages.output].flatMap(({ body }) =>
    body.kind === 'object' && body.object.source.name !== undefined ? [body.object.source] : [],
  );
  const inside = withNestedFields(operationFields(messages)).flatMap(typesOfField);
  return [...new Set<SchemaType>([...whole, ...inside])].filter((type) => isShown(type, shaper));
}

/** The type of a property, with its possible replacements, or the types it consists of. */
function typesOfField({ value }: MessageField): readonly SchemaType[] {
  if (value.kind === 'object') {
    return [value, ...(value.family?.members ?? [])].map(({ source }) => source);
  }
  if (value.kind !== 'simple') return [];
  const found: SimpleType[] = [value.source];
  for (const { item, members = [] } of found) {
    found.push(...(item === undefined ? members : [item, ...members]));
  }
  return found;
}

function isShown(type: SchemaType, shaper: Shaper): boolean {
  const namespace = type.name?.namespace;
  if (namespace === namespaces.xsd || namespace === namespaces.microsoftTypes) return false;
  return type.kind === 'simple' ? type.name !== undefined : shaper.value(type).kind === 'object';
}

/** Properties of all messages of an operation, with headers and faults under their names. */
export function operationFields(messages: OperationMessages): readonly MessageField[] {
  const { input, output, inputHeaders, outputHeaders, faults } = messages;
  const payloads = [...inputHeaders, ...outputHeaders, ...faults];
  return [
    ...input.fields,
    ...output.fields,
    ...payloads.map(({ name, place }) => placeField(name, place, true, false)),
  ];
}

/**
 * Adds the properties inside, at any depth, including those of objects that may replace others.
 * Each type is visited once.
 */
export function withNestedFields(fields: readonly MessageField[]): readonly MessageField[] {
  const seen = new Set<object>();
  const open = [...fields];
  for (const field of open) {
    const key = keyOf(field);
    if (seen.has(key)) continue;
    seen.add(key);
    open.push(...fieldsInside(field));
  }
  return open;
}

/** Identifies a value. Values of heads and groups are created anew for each property. */
function keyOf({ value }: MessageField): object {
  if (value.kind === 'head') return value.head;
  return value.kind === 'group' ? value.group : value;
}

function fieldsInside({ value }: MessageField): readonly MessageField[] {
  switch (value.kind) {
    case 'array': {
      const { item } = value;
      return [placeField(item.element.name.localName, item, true, true)];
    }
    case 'object':
      return [value, ...(value.family?.members ?? [])].flatMap(fieldsOfObject);
    case 'head':
      return value.head.alternatives.map(({ key, place }) => placeField(key, place, true, false));
    case 'group':
      return fieldsOfGroup(value.group);
    default:
      return [];
  }
}

/**
 * Signature of an operation in the YAML notation: `GetUser(id: int, name: string?): User`.
 * Properties are those of generated code, which unwraps a single result.
 */
export function signatureOf(operation: ServiceOperation, messages: OperationMessages): string {
  return operation.publicName + signatureText(operation, messages);
}

/** The name on the wire, if it has one. */
function wireNameOf({ wireName, property }: MessageField): string {
  return wireName ?? property;
}

/** The same without the name, and with the names that properties have on the wire. */
export function wireSignatureOf(operation: ServiceOperation, messages: OperationMessages): string {
  return signatureText(operation, messages, wireNameOf);
}

function signatureText(
  operation: ServiceOperation,
  messages: OperationMessages,
  nameOf?: NameOf,
): string {
  const { fields, body } = messages.input;
  const input = mayBeNull(body) ? `${inBraces(fields, nameOf)} | null` : listOf(fields, nameOf);
  return `(${input}): ${resultOf(operation, messages, nameOf)}`;
}

function inBraces(fields: readonly MessageField[], nameOf?: NameOf): string {
  return fields.length === 0 ? '{}' : `{ ${listOf(fields, nameOf)} }`;
}

function listOf(fields: readonly MessageField[], nameOf?: NameOf): string {
  return fields.map((field) => fieldWord(field, nameOf)).join(', ');
}

/** Whether a whole message may be nil. */
function mayBeNull(body: BodyShape): boolean {
  return body.kind === 'object' && body.place.nillable;
}

/**
 * The output of an operation: `void`, a type, several properties, or what it writes to the response
 * itself.
 */
export function resultOf(
  operation: ServiceOperation,
  { output }: OperationMessages,
  nameOf?: NameOf,
): string {
  if (operation.oneWay) return 'one-way';
  const { kind, body, fields } = output;
  const [first] = fields;
  if (kind === 'void') {
    return operation.written === undefined ? 'void' : `written ${operation.written}`;
  }
  if (kind === 'value' && first !== undefined) return fieldTypeWord(first, nameOf);
  const orNull = mayBeNull(body) ? ' | null' : '';
  if (body.kind === 'object' && body.object.source.name !== undefined) {
    return typeWord(body.object) + orNull;
  }
  return inBraces(fields, nameOf) + orNull;
}

/** The input and output of a contract's operations. */
export interface ContractMessages {
  readonly shaper: Shaper;
  /** Computed on demand. */
  of(operation: ServiceOperation): OperationMessages;
}

/** A contract without configuration. */
const unconfigured: ShapeOptions = { types: {}, arrays: 'unwrap', renames: {}, only: [] };

const silent: DiagnosticSink = { report() {} };

/**
 * Plans the messages of a contract as in generated code. Problems with names are reported by
 * `generate` and `check` only.
 */
export function contractMessages(
  model: ServiceModel,
  options: ShapeOptions = unconfigured,
): ContractMessages {
  const { shaper } = planShapes(model, options, silent);
  const known = new Map<ServiceOperation, OperationMessages>();
  return {
    shaper,
    of(operation) {
      const messages = known.get(operation) ?? operationMessages(operation, shaper);
      known.set(operation, messages);
      return messages;
    },
  };
}

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
interface ResultShape extends MessageShape {
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
  /** The only version of SOAP whose binding has the header, of an operation with both. */
  readonly only?: 'soap11' | 'soap12' | undefined;
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
  if (messages === undefined) return httpMessages(operation, undefined, shaper);
  const other = kind === 'soap11' ? operation.soap12 : undefined;
  if (other === undefined) return messages;
  const { inputHeaders, outputHeaders } = messages;
  return {
    ...messages,
    inputHeaders: withHeadersOf12(inputHeaders, headerShapes(other.input, shaper)),
    outputHeaders: withHeadersOf12(outputHeaders, headerShapes(other.output, shaper)),
  };
}

/** The headers of both bindings. One that is in both is that of SOAP 1.1. */
function withHeadersOf12(
  of11: readonly PayloadShape[],
  of12: readonly PayloadShape[],
): readonly PayloadShape[] {
  if (of11.length + of12.length === 0) return of11;
  const isIn = (headers: readonly PayloadShape[], name: string): boolean =>
    headers.some((one) => one.name === name);
  return [
    ...of11.map((one) => (isIn(of12, one.name) ? one : { ...one, only: 'soap11' as const })),
    ...of12.flatMap((one) => (isIn(of11, one.name) ? [] : { ...one, only: 'soap12' as const })),
  ];
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

/** How the content of a `soap:Body` maps to its value in TypeScript. */
export type BodyShape =
  /** An empty Body and no value. */
  | { readonly kind: 'empty' }
  /** An element without content. */
  | {
      readonly kind: 'void';
      readonly element: QName;
      /** Absent for the element of an rpc message. */
      readonly place: PlaceShape | undefined;
    }
  /** An element whose content is the value. May be nil if its place allows it. */
  | {
      readonly kind: 'object';
      readonly place: PlaceShape;
      readonly object: ObjectShape;
      /**
       * Whether it is the only parameter of a method of .NET, which is null if it is missing, and
       * not around the parameters.
       */
      readonly isBare: boolean;
    }
  /** An element whose one child is the value. */
  | {
      readonly kind: 'unwrapped';
      readonly wrapper: QName;
      readonly place: PlaceShape;
      readonly field: ElementField;
    }
  /** Parts as properties of an object. In an rpc message, an element surrounds them. */
  | {
      readonly kind: 'parts';
      readonly wrapper: QName | undefined;
      readonly fields: readonly ElementField[];
    }
  /** One part whose value is the result. */
  | {
      readonly kind: 'single';
      readonly wrapper: QName | undefined;
      readonly field: ElementField;
    }
  /** The Body itself has the type of a part (WSDL 1.1 section 3.5). */
  | { readonly kind: 'content'; readonly part: string; readonly object: ObjectShape };

/** The element of a part: the declared one, or an unqualified one named after the part. */
export function partElement(part: MessagePart, namespace = ''): ElementDeclaration | undefined {
  if (part.element !== undefined) return part.element;
  if (part.type === undefined) return undefined;
  return {
    name: { namespace, localName: part.name },
    global: false,
    type: part.type,
    nillable: false,
    abstract: false,
    substitutes: [],
    documentation: part.documentation,
    span: part.span,
  };
}

/**
 * The element of a header with SOAP encoding. ASMX names it after its type, whatever namespace the
 * contract gives (SOAP 1.1 section 5.1, rule 1); its parts have the local names of their types.
 */
function encodedHeader(
  part: MessagePart,
  namespace: string | undefined,
): ElementDeclaration | undefined {
  const element = partElement(part, namespace);
  const name = part.type?.kind === 'complex' ? part.type.name : undefined;
  return element === undefined || name?.localName !== part.name ? element : { ...element, name };
}

/**
 * The element of a part of a document message with SOAP encoding, which is named after its type
 * (SOAP 1.1 section 5.1, rule 1), as by ASMX. An array, or a type without a name, is named
 * after the part.
 */
function typedElement(part: MessagePart): ElementDeclaration | undefined {
  const { type } = part;
  if (part.element !== undefined || type?.name === undefined) return part.element;
  if (type.kind === 'complex' && type.soapArray !== undefined) return undefined;
  const element = partElement(part);
  return element && { ...element, name: type.name, global: true };
}

/** A part as a field, which is always present unless it is optional. */
function partField(property: string, place: PlaceShape, optional = false): ElementField {
  return {
    kind: 'element',
    property,
    place,
    optional,
    repeated: false,
    min: optional ? 0 : 1,
    max: 1,
  };
}

/** The first element of a Body, if the contract declares it. */
export function bodyElement(body: BodyShape): ElementDeclaration | undefined {
  switch (body.kind) {
    case 'empty':
    case 'content':
      return undefined;
    case 'void':
    case 'object':
    case 'unwrapped':
      return body.place?.element;
    case 'single':
    case 'parts': {
      const first = body.kind === 'single' ? body.field : body.fields[0];
      const element = body.wrapper === undefined ? first?.place.element : undefined;
      return element?.global === true ? element : undefined;
    }
  }
}

/**
 * The name of the first element of a Body, by which a server tells requests of one action apart. Of
 * a part with a type it is the first of the type's elements, or has the name of the part.
 */
export function firstElementName(body: BodyShape): QName | undefined {
  if (body.kind === 'content') {
    const [first] = body.object.fields;
    return first?.kind === 'element' ? first.place.element.name : undefined;
  }
  if (body.kind === 'single' && body.wrapper === undefined) return body.field.place.element.name;
  if (body.kind === 'parts' && body.wrapper === undefined) {
    return body.fields[0]?.place.element.name;
  }
  return bodyElement(body)?.name;
}

/** Plans the body of a request or response. */
export function bodyShape(
  message: SoapMessage | undefined,
  direction: 'input' | 'output',
  operation: ServiceOperation,
  shaper: Shaper,
): BodyShape {
  if (message === undefined) return { kind: 'empty' };
  const wrapper = message.rpcWrapper;
  const [only, ...more] = message.parts;
  if (only === undefined) {
    return wrapper === undefined
      ? { kind: 'empty' }
      : { kind: 'void', element: wrapper, place: undefined };
  }
  if (wrapper === undefined && more.length === 0) {
    const body = documentBody(only, operation, shaper, {
      isResult: direction === 'output',
      isAlone: message.attachments.length === 0,
      isEncoded: message.use === 'encoded',
    });
    if (body !== undefined) return body;
  }
  const fields = partFields(message, shaper);
  const [field, ...others] = fields;
  if (direction === 'output' && field !== undefined && others.length === 0) {
    return { kind: 'single', wrapper, field };
  }
  return { kind: 'parts', wrapper, fields };
}

/** The position of the only part of a message. */
interface PartPlace {
  /** Whether it is in a response. */
  readonly isResult: boolean;
  /** Whether the message has no attachments. */
  readonly isAlone: boolean;
  /** Whether the message has SOAP encoding. */
  readonly isEncoded: boolean;
}

/**
 * A document message of one part; `undefined` if its value is a property, or the result, like that
 * of any part. That includes a part with a type if the Body cannot have that type: a Body has
 * elements but no text, and its attributes do not belong to the contract.
 */
function documentBody(
  part: MessagePart,
  operation: ServiceOperation,
  shaper: Shaper,
  { isResult, isAlone, isEncoded }: PartPlace,
): BodyShape | undefined {
  const element = isEncoded ? typedElement(part) : part.element;
  if (element === undefined) {
    const value = part.type === undefined ? undefined : shaper.value(part.type);
    if (value?.kind !== 'object' || value.tagged) return undefined;
    const isElements = value.fields.every(isContent);
    return isElements ? { kind: 'content', part: part.name, object: value } : undefined;
  }
  const place = shaper.place(element);
  const { localName } = element.name;
  const { value } = place;
  if (value.kind !== 'object') return undefined;
  // nil is not an object that could have the attachments
  const isBare = !isResult && ![operation.name, operation.messageName].includes(localName);
  if (place.nillable) return isAlone ? { kind: 'object', place, object: value, isBare } : undefined;
  if (value.fields.length === 0 && value.family === undefined) {
    return { kind: 'void', element: element.name, place };
  }
  const [first] = value.fields;
  if (
    isResult &&
    first?.kind === 'element' &&
    value.fields.length === 1 &&
    value.family === undefined &&
    isResultName(first, element.name, operation)
  ) {
    return { kind: 'unwrapped', wrapper: element.name, place, field: first };
  }
  return { kind: 'object', place, object: value, isBare };
}

/**
 * Whether the one child of a response is its result: `<Op>Result`, or the name that other stacks
 * use.
 */
function isResultName(field: ElementField, wrapper: QName, operation: ServiceOperation): boolean {
  const name = field.place.element.name.localName.toLowerCase();
  if (name === 'return' || name === 'result') return true;
  const stem = wrapper.localName.replace(/Response$/i, '');
  return [operation.name, operation.messageName, stem].some((one) =>
    [`${one}result`, `${one}return`].some((candidate) => candidate.toLowerCase() === name),
  );
}

/** A place whose bytes are a stream. */
function streamPlace({ element, value, nillable, isAccessor }: PlaceShape): PlaceShape {
  return { element, value: streamShape(value), nillable, isAccessor };
}

/**
 * Parts as fields: rpc parts by their names, document parts by those of their elements if these
 * differ.
 */
function partFields(message: SoapMessage, shaper: Shaper): readonly ElementField[] {
  const rpc = message.rpcWrapper !== undefined;
  const table = createPropertyTable();
  const fields: ElementField[] = [];
  for (const part of message.parts) {
    const encoded = message.use === 'encoded';
    const isTyped = encoded && !rpc && part.element === undefined;
    const typed = isTyped ? typedElement(part) : undefined;
    const element = typed ?? partElement(part);
    if (element === undefined) continue;
    const local = element.name.localName;
    const property =
      rpc || typed !== undefined
        ? takeProperty(table, part.name, () => [`${part.name}Part`])
        : takeProperty(table, local, () => [part.name, `${local}Part`]);
    const found = encoded ? shaper.accessor(element) : shaper.place(element);
    const place = shaper.isStream(part) ? streamPlace(found) : found;
    fields.push(partField(property, place, part.optional));
  }
  return fields;
}

/** The values in a Body. */
export function bodyValues(body: BodyShape): readonly ValueShape[] {
  switch (body.kind) {
    case 'empty':
    case 'void':
      return [];
    case 'object':
    case 'content':
      return [body.object];
    case 'unwrapped':
    case 'single':
      return [body.field.place.value];
    case 'parts':
      return body.fields.map(({ place }) => place.value);
  }
}

/** Whether members of a Body are streams of bytes. */
export function hasStreams(body: BodyShape): boolean {
  return bodyValues(body).some(
    (value) =>
      isByteStream(value) ||
      (value.kind === 'object' &&
        value.fields.some((one) => one.kind === 'element' && isByteStream(one.place.value))),
  );
}

/** An attachment as a property of the message. */
export interface AttachmentShape {
  /** Name of the message part. */
  readonly part: string;
  readonly property: string;
  /** Media types that the contract allows, as written there. */
  readonly types: readonly string[];
  /** Media type it is sent with. */
  readonly sentAs: string;
  readonly kind: 'bytes' | 'text' | 'xml';
  /** The element of an XML document, if the contract declares it. */
  readonly place: PlaceShape | undefined;
}

/**
 * Parts of a message that are attachments (WSDL 1.1 section 5). The first media type decides: XML
 * with a declared element has the type of that element, text is a string, anything else is bytes.
 *
 * @param taken properties of the Body, whose names are taken
 */
function attachmentShapes(
  message: SoapMessage | undefined,
  taken: readonly string[],
  shaper: Shaper,
): readonly AttachmentShape[] {
  const table = createPropertyTable(taken);
  return (message?.attachments ?? []).map((attachment): AttachmentShape => {
    const { part, types } = attachment;
    const property = takeProperty(table, part, () => [`${part}Part`, `${part}Attachment`]);
    const first = baseType(types[0] ?? '');
    const place = documentPlace(attachment, first, shaper);
    const common = { part, property, types, place };
    if (place !== undefined) return { ...common, kind: 'xml', sentAs: first };
    return first.startsWith('text/')
      ? { ...common, kind: 'text', sentAs: concrete(first, 'text/plain') }
      : { ...common, kind: 'bytes', sentAs: concrete(first, 'application/octet-stream') };
  });
}

/** The property for an attachment. */
function attachmentField(
  { part, property, kind, place }: AttachmentShape,
  shaper: Shaper,
): MessageField {
  if (place !== undefined) {
    return { ...placeField(property, place, false, false), wireName: part };
  }
  return {
    property,
    wireName: part,
    value: shaper.simple(builtinType(kind === 'text' ? 'string' : 'base64Binary')),
    optional: false,
    given: false,
    repeated: false,
    nillable: false,
    documentation: undefined,
    span: undefined,
  };
}

function documentPlace(
  { declared }: DeclaredAttachment,
  type: string,
  shaper: Shaper,
): PlaceShape | undefined {
  const isXml = /^[\w.-]+\/(?:[\w.-]+\+)?xml$/.test(type);
  return isXml && declared?.element !== undefined ? shaper.place(declared.element) : undefined;
}

/** A media type in lower case, without parameters. */
function baseType(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** A type that a header can carry: no wildcard, no unusual characters. */
function concrete(type: string, otherwise: string): string {
  return /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type) ? type : otherwise;
}
