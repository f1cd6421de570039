import { portPath, type SoapMessage } from '../model/services.ts';
import type { BindingKind, WrittenKind } from '../model/wsdl.ts';
import { pascalName, shortHash } from '../names/identifiers.ts';
import { commentLines, commentText, docComment, propertyKey, stringNode } from '../print/encode.ts';
import { unionType } from '../print/layout.ts';
import {
  arrayNode,
  type Expression,
  entry,
  namedType,
  namesFrom,
  needsRuntime,
  objectNode,
  plainType,
  runtimeType,
  type TextNode,
  type TypeNode,
  textNode,
  unionOf,
} from '../print/node.ts';
import { isOrdered, isUnion } from './content-model.ts';
import {
  aliasOf,
  aliasOfParts,
  type DeclarationPlan,
  type Heading,
  interfaceOf,
  propertyNode,
} from './declarations.ts';
import { type Describer, pure } from './descriptions.ts';
import {
  type OperationBodies,
  type OperationContext,
  type OperationNames,
  planHttp,
} from './http-operation.ts';
import {
  elementReader,
  elementWriter,
  messageReader,
  messageWriter,
  type NamedMessage,
} from './message-description.ts';
import {
  type AttachmentShape,
  type BodyShape,
  bodyElement,
  bodyValues,
  firstElementName,
  hasStreams,
  type MessageShape,
  type OperationMessages,
  operationMessages,
  type PayloadShape,
} from './messages.ts';
import { isContent, isFixed } from './object-shape.ts';
import type { ReadShapes } from './read-shapes.ts';
import type {
  AttachmentPlan,
  OperationFunctions,
  OperationPlan,
  PayloadPlan,
  StepPlan,
  StreamPlan,
} from './result.ts';
import type { ChosenOperation } from './settings.ts';
import type { ContentField, ElementField, PlaceShape, ValueShape } from './shape.ts';
import { fieldType, isOptional, placeType } from './type-text.ts';

/** Plans one operation: its types, and the functions of its messages. */
export function planOperation(
  context: OperationContext,
  chosen: ChosenOperation,
  names: OperationNames,
): OperationPlan {
  const { operation, service } = chosen;
  const { shaper } = context;
  const soap = operation.soap11 ?? operation.soap12;
  const messages = operationMessages(operation, shaper);
  const [inBody, outBody] = [messages.input.body, messages.output.body];
  const inParts = planAttachments(context, chosen, messages.input.attachments, 'Request');
  const outParts = planAttachments(context, chosen, messages.output.attachments, 'Response');
  const inputHeading = headingOf(chosen, 'Input', names.input);
  const inputMessage = inputType(inBody, inputHeading, inParts, 'written');
  const input = inputMessage && declared(context, inputMessage);
  const output = outputName(context, chosen, names, outBody);
  const outputHeading = headingOf(chosen, 'Output', output);
  const result = declared(context, outputOf(outBody, outputHeading, chosen, outParts));
  const given = { body: inBody, attachments: inParts, heading: inputHeading, type: input };
  const answer = { body: outBody, attachments: outParts, heading: outputHeading, type: result };
  const types = { inBody, outBody, input, result, inParts, outParts };
  const soapFunctions: OperationFunctions =
    soap === undefined ? {} : planMessages(context, chosen, types, isEncoded(soap.input));
  const httpPlan = planHttp(context, chosen, types, () =>
    soap === undefined ? planRequest(context, chosen, types, false) : soapFunctions,
  );
  const bindings = bindingsOf(chosen, httpPlan.bindings);
  const encoded = soap !== undefined && (isEncoded(soap.input) || isEncoded(soap.output));
  const bodies = {
    soap: soap && outBody,
    http: httpPlan.bindings.length === 0 ? undefined : messages.httpAnswer,
  };
  const stream = encoded || outParts.length > 0 ? undefined : planStream(context, chosen, bodies);
  return {
    service,
    operation,
    base: chosen.base,
    descriptor: names.descriptor,
    method: chosen.method,
    inputType: input?.flat,
    outputType: result.flat,
    ...readTypes(context, given, answer),
    inputNames: namesFrom('types', input?.names ?? []),
    outputNames: namesFrom('types', result.names),
    bindings,
    paths: otherPaths(chosen, bindings),
    functions: { ...soapFunctions, ...httpPlan.functions, stream },
    requestElement: soap === undefined ? undefined : requestElement(soap.input, inBody),
    encoded,
    inputAttachments: inParts,
    outputAttachments: outParts,
    messages,
    mtom: optimized(context, messages),
    byteStreams: { request: hasStreams(inBody), response: hasStreams(outBody) },
    faults: planPayloads(context, chosen, messages.faults, 'Fault'),
    inputHeaders: planPayloads(context, chosen, messages.inputHeaders, 'RequestHeader'),
    outputHeaders: planPayloads(context, chosen, messages.outputHeaders, 'ResponseHeader'),
    documentation: commentLines(operation.documentation ?? ''),
  };
}

/** Which messages have bytes that can be sent in parts of their own. */
function optimized(
  { describer: { context } }: OperationContext,
  { input, output, inputHeaders, outputHeaders }: OperationMessages,
): OperationPlan['mtom'] {
  const has = ({ body, attachments }: MessageShape, headers: readonly PayloadShape[]): boolean => {
    const values = [...bodyValues(body), ...headers.map(({ place }) => place.value)];
    return attachments.length === 0 && values.some((value) => context.holdsBase64(value));
  };
  return { request: has(input, inputHeaders), response: has(output, outputHeaders) };
}

function otherPaths(
  { operation, service }: ChosenOperation,
  bindings: readonly BindingKind[],
): OperationPlan['paths'] {
  return bindings.flatMap((name) => {
    const path = portPath(service, operation[name]?.port);
    return path === service.path ? [] : [[name, path] as const];
  });
}

/** The wrapper of an unwrapped result has no declaration, so its name is free for the result. */
function outputName(
  context: OperationContext,
  chosen: ChosenOperation,
  names: OperationNames,
  body: BodyShape,
): string {
  const type = bodyElement(body)?.type;
  if (body.kind === 'object' || type === undefined) return names.output;
  const preferred = `${chosen.base}Output`;
  return context.shaper.nameOf(type) === preferred ? preferred : names.output;
}

function isEncoded(message: SoapMessage | undefined): boolean {
  return message?.use === 'encoded';
}

/** The name of a message's type. */
function headingOf({ operation, service }: ChosenOperation, what: string, name: string): Heading {
  const doc = [`${what} of operation \`${commentText(operation.name)}\`.`];
  return { name, namespace: service.namespace, doc };
}

/**
 * The result's type. If it uses types of the runtime, it gets a name in `types.ts`, for others to
 * import.
 */
function outputOf(
  body: BodyShape,
  heading: Heading,
  { operation: { written } }: ChosenOperation,
  attachments: readonly AttachmentPlan[],
): MessageType {
  const message = outputType(body, heading, attachments, 'written');
  if (message.declaration !== undefined) return message;
  const isWritten = written !== undefined && message.type.flat === 'void';
  const type = isWritten ? writtenType(written) : message.type;
  return needsRuntime(type) ? alias(heading, type) : { type, declaration: undefined };
}

/** SOAP and these HTTP bindings in the order of the ports, SOAP 1.1 first if present. */
function bindingsOf(chosen: ChosenOperation, http: readonly BindingKind[]): readonly BindingKind[] {
  const { operation } = chosen;
  const kinds = new Set(chosen.interface.ports.map(({ kind }) => kind));
  const has = [...kinds].filter(
    (kind) => operation[kind] !== undefined && (/^soap/.test(kind) || http.includes(kind)),
  );
  return has.includes('soap11') ? ['soap11', ...has.filter((kind) => kind !== 'soap11')] : has;
}

function requestElement(
  { rpcWrapper }: SoapMessage,
  body: BodyShape,
): { readonly namespace: string; readonly local: string } | undefined {
  const name = rpcWrapper ?? firstElementName(body);
  return name === undefined ? undefined : { namespace: name.namespace, local: name.localName };
}

/** The functions of a request in XML. */
function planRequest(
  context: OperationContext,
  { base, service: { namespace } }: ChosenOperation,
  { inBody: body, input: type, inParts }: OperationBodies,
  encoded: boolean,
): Pick<OperationFunctions, 'writeRequest' | 'readRequest' | 'attachRequest'> {
  const direction = 'request';
  const request = { body, type, encoded, direction, namespace, base, noun: 'Request' } as const;
  const { read, write, attach } = planMessage(context, request, inParts);
  return { writeRequest: write, readRequest: read, attachRequest: attach };
}

function planMessages(
  context: OperationContext,
  chosen: ChosenOperation,
  types: OperationBodies,
  encoded: boolean,
): OperationFunctions {
  const { base, service } = chosen;
  const { result, outBody: body, outParts } = types;
  const type = result.flat === 'void' ? undefined : result;
  const { namespace } = service;
  const direction = 'response';
  const response = { body, type, encoded, direction, namespace, base, noun: 'Response' } as const;
  const requests = planRequest(context, chosen, types, encoded);
  const { read, write, attach } = planMessage(context, response, outParts);
  return { ...requests, writeResponse: write, readResponse: read, attachResponse: attach };
}

/** The functions of a message. */
function planMessage(
  { describer }: OperationContext,
  message: NamedMessage,
  attachments: readonly AttachmentPlan[],
): Record<'write' | 'read', Expression> & { readonly attach?: Expression } {
  const write = messageWriter(describer, message);
  if (attachments.length === 0) return { write, read: messageReader(describer, message) };
  const read = attachedReader(describer, message, attachments);
  return { write, read, attach: attachmentsOf(attachments) };
}

/** A message with the type that is written. */
interface WrittenMessage<Type = TypeNode> {
  readonly body: BodyShape;
  readonly attachments: readonly AttachmentPlan[];
  readonly heading: Heading;
  readonly type: Type;
}

/** The types of an operation's input, which may have none, and of its result, as they are read. */
function readTypes(
  context: OperationContext,
  given: WrittenMessage<TypeNode | undefined>,
  answer: WrittenMessage,
): Pick<OperationPlan, 'inputRead' | 'outputRead'> {
  const { type } = given;
  return {
    inputRead: type && readMessageType(context, { ...given, type }, inputType),
    outputRead: readMessageType(context, answer, outputType),
  };
}

/**
 * The type of a message as it is read, after its declaration is recorded.
 *
 * @param typeOf gives the type of an input, or of a result
 */
function readMessageType(
  context: OperationContext,
  message: WrittenMessage,
  typeOf: typeof inputType,
): TypeNode {
  const { reading } = context;
  const { body, attachments, heading, type } = message;
  if (!readsMore(message, reading)) return type;
  const parts = attachments.map((one) =>
    one.payload === undefined ? one : { ...one, type: one.payload.readType },
  );
  const named = { ...heading, name: reading.nameOf(heading.name) };
  const found = typeOf(readBody(body, reading), named, parts, 'read');
  return found === undefined ? type : declared(context, found);
}

function readsMore({ body, attachments }: WrittenMessage, reading: ReadShapes): boolean {
  if (attachments.some(({ payload }) => payload && payload.readType !== payload.type)) return true;
  if (body.kind === 'parts' && body.fields.some(isFixed)) return true;
  return bodyValues(body).some((value) => reading.differs(value));
}

function readBody(body: BodyShape, reading: ReadShapes): BodyShape {
  switch (body.kind) {
    case 'empty':
    case 'void':
      return body;
    case 'object':
      return { ...body, place: reading.place(body.place), object: reading.object(body.object) };
    case 'content':
      return { ...body, object: reading.object(body.object) };
    case 'unwrapped':
    case 'single':
      return { ...body, field: reading.field(body.field) };
    case 'parts':
      return { ...body, fields: body.fields.map((field) => reading.field(field)) };
  }
}

/** Results of an operation in which records are searched; absent without such a binding. */
interface StreamBodies {
  readonly soap: BodyShape | undefined;
  /** The document that HTTP GET and POST answer with. */
  readonly http: BodyShape | undefined;
}

/**
 * Plans reading and writing the records of a result that has one repeated element, the same over
 * all bindings.
 */
function planStream(
  context: OperationContext,
  chosen: ChosenOperation,
  bodies: StreamBodies,
): StreamPlan | undefined {
  const soap = bodies.soap === undefined ? undefined : recordOf(bodies.soap);
  const http = bodies.http === undefined ? undefined : recordOf(bodies.http);
  const record = soap ?? http;
  if (record === undefined || needsRuntime(record.type)) return undefined;
  if ((bodies.soap !== undefined && soap === undefined) || !isAlike(record, bodies.http, http)) {
    return undefined;
  }
  const { describer, reading } = context;
  const { base } = chosen;
  const { place, type } = record;
  const readPlace = reading.place(place);
  const described = { place, type, base, noun: 'Record', scope: scopeOf(record.path) };
  return {
    recordType: type,
    readType: readPlace === place ? type : placeType(readPlace),
    readRecord: elementReader(describer, described),
    writeRecord: record.alone ? elementWriter(describer, described) : undefined,
    soapPath: soap?.path,
    httpPath: http === undefined ? undefined : withAnyRoot(http.path),
  };
}

/** Whether the records of the HTTP bindings are read and written like those of SOAP. */
function isAlike(
  record: RecordShape,
  body: BodyShape | undefined,
  http: RecordShape | undefined,
): boolean {
  if (body === undefined || record === http) return true;
  const left = record.place.element.name;
  const right = http?.place.element.name;
  return (
    left.namespace === right?.namespace &&
    left.localName === right.localName &&
    record.type.flat === http?.type.flat &&
    record.alone === http.alone &&
    scopeOf(record.path) === scopeOf(http.path)
  );
}

/** Namespace of the element around the records. */
function scopeOf(path: readonly StepPlan[]): string {
  return path.at(-2)?.namespace ?? '';
}

/** The name of the root is ignored, as in results read whole. */
function withAnyRoot(path: readonly StepPlan[]): readonly StepPlan[] {
  return path.map((one, index) => (index === 0 ? { ...one, anyName: true } : one));
}

/** The one repeated element of a result. */
interface RecordShape {
  readonly place: PlaceShape;
  readonly type: TypeNode;
  /** From the child of the Body to the record. */
  readonly path: readonly StepPlan[];
  /** Whether the result contains nothing else. */
  readonly alone: boolean;
}

/** A list in a body. Without a place, it cannot be streamed. */
interface FoundList {
  readonly place?: PlaceShape;
  /** From the child of the Body to the item. */
  readonly path: readonly StepPlan[];
  readonly alone: boolean;
}

/** A list that cannot be streamed. Two of them end the search. */
const noList: FoundList = { path: [], alone: false };

/** A search for the lists of a body, which ends when there are two. */
interface Search {
  readonly found: FoundList[];
  /** The path to the current position. */
  readonly path: StepPlan[];
}

function step(place: PlaceShape, more: Partial<StepPlan> = {}): StepPlan {
  const { namespace, localName: local } = place.element.name;
  return { namespace, local, ...more };
}

/** @param alone whether the value has no siblings */
function searchValue(search: Search, value: ValueShape, depth: number, alone: boolean): void {
  if (value.kind === 'array') {
    if (!value.soap) addList(search, value.item, alone);
    return;
  }
  // objects inside are searched only once
  if (value.kind !== 'object' || value.family !== undefined || depth > 2) return;
  const { fields, content } = value;
  // names alone do not tell which elements are records
  if (isOrdered(content)) search.found.push(noList, noList);
  const union = isUnion(value);
  const single = alone && fields.length === 1 && !union;
  for (const field of fields) {
    if (isContent(field)) searchField(search, field, { depth, absent: union, alone: single });
    if (search.found.length > 1) return;
  }
}

/** The position of a field. */
interface FieldPlace {
  /** Number of objects around it. */
  readonly depth: number;
  /** Whether it may be absent although it is not optional. */
  readonly absent: boolean;
  /** Whether it has no siblings. */
  readonly alone: boolean;
}

function searchField(
  search: Search,
  field: ContentField,
  { depth, absent, alone }: FieldPlace,
): void {
  if (field.kind !== 'element') {
    // it rules out that another list is the only one
    if (field.repeated) search.found.push(noList, noList);
    return;
  }
  const { place } = field;
  if (field.repeated) {
    addList(search, place, alone);
    return;
  }
  search.path.push(step(place, field.optional || absent ? { optional: true } : {}));
  searchValue(search, place.value, depth + 1, alone);
  search.path.pop();
}

function addList({ found, path }: Search, place: PlaceShape, alone: boolean): void {
  found.push({ place, path: [...path, step(place)], alone });
}

/** The record of a result that has exactly one list. */
function recordOf(body: BodyShape): RecordShape | undefined {
  const [only, other] = bodyLists(body);
  if (only?.place === undefined || other !== undefined) return undefined;
  const { place, path, alone } = only;
  return { place, path, alone, type: placeType(place) };
}

function bodyLists(body: BodyShape): readonly FoundList[] {
  const search: Search = { found: [], path: [] };
  if (body.kind === 'object') {
    search.path.push(step(body.place));
    searchValue(search, body.object, 0, true);
  } else if (body.kind === 'unwrapped' || body.kind === 'single') {
    const { wrapper } = body;
    if (wrapper !== undefined) {
      const { namespace, localName: local } = wrapper;
      // the wrapper of an rpc response may have any name (WSDL 1.1 section 3.5)
      search.path.push({ namespace, local, ...(body.kind === 'single' ? { anyName: true } : {}) });
    }
    searchField(search, body.field, { depth: 0, absent: false, alone: true });
  }
  return search.found;
}

/**
 * Plans the parts of a message that are sent beside its envelope.
 *
 * @param direction `Request` or `Response`.
 */
function planAttachments(
  context: OperationContext,
  chosen: ChosenOperation,
  attachments: readonly AttachmentShape[],
  direction: 'Request' | 'Response',
): readonly AttachmentPlan[] {
  const documents = attachments.flatMap(({ part, place }) =>
    place === undefined ? [] : [{ name: part, place, required: true, encoded: false }],
  );
  const payloads = planPayloads(context, chosen, documents, `${direction}Attachment`);
  return attachments.map((attachment): AttachmentPlan => {
    const payload = payloads.find(({ name }) => name === attachment.part);
    return { ...attachment, payload, type: attachmentType(attachment, payload) };
  });
}

function attachmentType({ kind }: AttachmentShape, payload: PayloadPlan | undefined): TypeNode {
  if (payload !== undefined) return payload.type;
  return plainType(kind === 'text' ? 'string' : 'Uint8Array');
}

/** The type of a message, after its declaration is recorded. */
function declared({ declarations }: OperationContext, message: MessageType): TypeNode {
  if (message.declaration !== undefined) declarations.push(message.declaration);
  return message.type;
}

/**
 * Plans the functions of an operation's payloads of one kind.
 *
 * @param noun Suffix of the names of their functions, such as `Fault` or `RequestHeader`.
 */
function planPayloads(
  context: OperationContext,
  chosen: ChosenOperation,
  payloads: readonly PayloadShape[],
  noun: string,
): readonly PayloadPlan[] {
  // as for most operations
  if (payloads.length === 0) return [];
  const names = distinctNames(payloads.map(({ name }) => name));
  return payloads.map((one) => {
    const own = `${names.get(one.name) ?? ''}${noun}`;
    return planPayload(context, chosen, one, { own, noun });
  });
}

/**
 * Identifiers for names of the contract. If several would become the same identifier, those spelled
 * differently get five letters of their own.
 */
function distinctNames(names: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(names)].map((name) => ({ name, plain: pascalName(name) }));
  const counts = new Map<string, number>();
  for (const { plain } of all) counts.set(plain, (counts.get(plain) ?? 0) + 1);
  return new Map(
    all.map(({ name, plain }) => {
      const alone = counts.get(plain) === 1;
      return [name, alone || name === plain ? plain : `${plain}$${shortHash(name)}`];
    }),
  );
}

/** Name of a payload within its operation, and what kind of payload it is. */
interface PayloadName {
  readonly own: string;
  readonly noun: string;
}

function planPayload(
  context: OperationContext,
  chosen: ChosenOperation,
  { name, place, required, only, encoded }: PayloadShape,
  { own, noun }: PayloadName,
): PayloadPlan {
  const { describer, reading } = context;
  const { element } = place;
  const readPlace = reading.place(place);
  const plain = placeType(place);
  const heading = {
    name: `${chosen.base}$${own}`,
    namespace: chosen.service.namespace,
    doc: [`${noun} \`${name}\`.`],
  };
  const type = needsRuntime(plain) ? declared(context, alias(heading, plain)) : plain;
  const header = noun.endsWith('Header') ? name : undefined;
  const word = type === plain ? sharedWord(context, place, noun) : undefined;
  const kind = header === undefined ? noun : 'Header';
  const named =
    word === undefined ? { base: `${chosen.base}$`, noun: own } : { base: `${word}$`, noun: kind };
  const described = { place, type, header, encoded, ...named };
  return {
    name,
    type,
    readType: readPlace === place ? type : placeType(readPlace),
    element: { namespace: element.name.namespace, local: element.name.localName },
    required,
    only,
    encoded,
    types: typeNames(place),
    read: elementReader(describer, described),
    write: elementWriter(describer, described),
  };
}

function typeNames({ element, value }: PlaceShape): PayloadPlan['types'] {
  const derived = value.kind === 'object' ? (value.family?.members ?? []) : [];
  const all = new Set([element.type, ...derived.map(({ source }) => source)]);
  return [...all].flatMap(({ name }) => name ?? []);
}

/**
 * The word for the constant that operations share for the element of a fault or header; `undefined`
 * for a part with a type, and for attachments.
 */
function sharedWord(
  { elementWords }: OperationContext,
  { element }: PlaceShape,
  noun: string,
): string | undefined {
  return noun.endsWith('Attachment') ? undefined : elementWords.get(element);
}

/** A type of an operation, with the declaration created just for it. */
interface MessageType {
  readonly type: TypeNode;
  readonly declaration: DeclarationPlan | undefined;
}

const absent = plainType('undefined');

/**
 * Type of the input; `undefined` for an operation without parameters.
 *
 * @param form `read` if the shapes are those of what is read, where fixed values are always present
 */
function inputType(
  body: BodyShape,
  heading: Heading,
  attachments: readonly AttachmentPlan[],
  form: 'written' | 'read',
): MessageType | undefined {
  const ofFields = (fields: readonly ElementField[]): MessageType =>
    ofParts(
      fields.map((field) => [field, isOptional(field) || (form === 'written' && isFixed(field))]),
      heading,
      attachments,
    );
  switch (body.kind) {
    case 'empty':
    case 'void':
      return attachments.length === 0 ? undefined : ofFields([]);
    case 'object':
    case 'content':
      if (attachments.length > 0) return withAttachments(body.object.name, heading, attachments);
      return form === 'written'
        ? aliased(wholeType(body), body.object.name, heading)
        : { type: wholeType(body), declaration: undefined };
    case 'parts':
      return body.fields.length + attachments.length === 0 ? undefined : ofFields(body.fields);
    case 'unwrapped':
    case 'single':
      return ofFields([body.field]);
  }
}

/** Type of the result. */
function outputType(
  body: BodyShape,
  heading: Heading,
  attachments: readonly AttachmentPlan[],
  form: 'written' | 'read',
): MessageType {
  switch (body.kind) {
    case 'object':
    case 'content':
      return attachments.length === 0
        ? { type: wholeType(body), declaration: undefined }
        : withAttachments(body.object.name, heading, attachments);
    case 'unwrapped':
    case 'single':
      return { type: resultType(body.field), declaration: undefined };
    default:
      return (
        inputType(body, heading, attachments, form) ?? {
          type: plainType('void'),
          declaration: undefined,
        }
      );
  }
}

/** Type of a result that is one field. */
function resultType(field: ElementField): TypeNode {
  const type = fieldType(field);
  return isOptional(field) ? unionOf([type, absent]) : type;
}

/** Type of the result of an operation that writes straight to the response. */
function writtenType(kind: WrittenKind): TypeNode {
  switch (kind) {
    case 'text':
      return plainType('string');
    case 'binary':
      return plainType('Uint8Array');
    case 'json':
      return runtimeType('JsonValue');
  }
}

/** Type of a message that is one object. */
function wholeType(body: Extract<BodyShape, { kind: 'object' | 'content' }>): TypeNode {
  return body.kind === 'object' ? placeType(body.place) : body.object.type;
}

/** A type under the name of the message. An anonymous type already has that name. */
function aliased(type: TypeNode, own: string, heading: Heading): MessageType {
  const { name } = heading;
  if (own === name || `${own}Message` === name) return { type, declaration: undefined };
  return alias(heading, type);
}

/** A type with its own name. */
function alias(heading: Heading, type: TypeNode): MessageType {
  return { type: namedType(heading.name), declaration: aliasOf(heading, type) };
}

/** An interface with a property for each part, which may be optional. */
function ofParts(
  fields: readonly (readonly [ElementField, boolean])[],
  heading: Heading,
  attachments: readonly AttachmentPlan[],
): MessageType {
  const lines = fields.map(([field, optional]) => propertyNode(field, optional, 1));
  const attached = attachments.map(attachmentProperty);
  return {
    type: namedType(heading.name),
    declaration: interfaceOf(heading, [...lines, ...attached]),
  };
}

/** The type of a Body, with attachments. */
function withAttachments(
  body: string,
  heading: Heading,
  attachments: readonly AttachmentPlan[],
): MessageType {
  const { name } = heading;
  const lines = attachments.map(attachmentProperty);
  const parts = [' ', namedType(body), ' & {\n', ...lines, '}'];
  return { type: namedType(name), declaration: aliasOfParts(heading, ...parts) };
}

function attachmentProperty({ part, property: key, types, type }: AttachmentPlan): TextNode {
  const media = types.map((one) => `\`${commentText(one)}\``).join(' or ');
  const doc = docComment([`Attachment \`${commentText(part)}\`: ${media}.`], 1);
  const before = `readonly ${propertyKey(key)}: `;
  const { members, names } = type;
  const line = unionType({ before, members, after: ';', indent: 1 });
  return textNode(`${doc}  ${line}\n`, names);
}

/** The function that gives the attachments of a message. */
function attachmentsOf(attachments: readonly AttachmentPlan[]): Expression {
  const parts = attachments.map((one) =>
    objectNode([
      ...partEntries(one),
      entry('type', stringNode(one.sentAs)),
      ...(one.payload === undefined ? [] : [entry('write', one.payload.write)]),
    ]),
  );
  return pure('attaches', arrayNode(parts));
}

/** The function that reads a Body and its attachments as one value. */
function attachedReader(
  describer: Describer,
  message: NamedMessage,
  attachments: readonly AttachmentPlan[],
): Expression {
  const parts = attachments.map((one) => objectNode([...partEntries(one), ...rootEntries(one)]));
  return pure('readsAttached', messageReader(describer, message), arrayNode(parts));
}

function partEntries({ part, property, kind, payload }: AttachmentPlan): readonly Expression[] {
  return [
    entry('part', stringNode(part)),
    ...(property === part ? [] : [entry('property', stringNode(property))]),
    ...(payload === undefined && kind === 'text' ? [entry('text', true)] : []),
  ];
}

function rootEntries({ payload }: AttachmentPlan): readonly Expression[] {
  if (payload === undefined) return [];
  const { namespace, local } = payload.element;
  const names = [entry('namespace', stringNode(namespace)), entry('local', stringNode(local))];
  return [entry('root', objectNode(names)), entry('read', payload.read)];
}
