import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { BindingKind } from '../model/definitions.ts';
import type { HttpOperation, MessagePart, SoapMessage } from '../model/service-model.ts';
import type { CodecContext } from './codecs/context.ts';
import { readMessage, writeMessage } from './codecs/message-codecs.ts';
import { readPayload, writePayload } from './codecs/payload-codecs.ts';
import { commentLines, docComment } from './encode.ts';
import { type BodyShape, bodyShape, partElement, partField } from './message-shape.ts';
import {
  aliasText,
  inputType,
  type MessageType,
  outputType,
  writtenType,
} from './message-types.ts';
import { pascalName } from './names.ts';
import type { ChosenOperation } from './operations.ts';
import type { DeclarationPlan, OperationCodecs, OperationPlan, PayloadPlan } from './plan.ts';
import { planHttp } from './plan-http.ts';
import { planStream } from './plan-stream.ts';
import type { PlaceShape, TypeText } from './shape.ts';
import type { Shaper } from './shape-maker.ts';
import { namedType, plainType } from './shape-simple.ts';
import { placeType } from './types/type-text.ts';

/** Names of one operation. */
export interface OperationNames {
  readonly input: string;
  readonly output: string;
  readonly descriptor: string;
}

/** What planning an operation needs and adds to. */
export interface OperationContext {
  readonly shaper: Shaper;
  readonly codecs: CodecContext;
  readonly sink: DiagnosticSink;
  readonly declarations: DeclarationPlan[];
}

/** Plans one operation: its types, and the codecs of its messages. */
export function planOperation(
  context: OperationContext,
  chosen: ChosenOperation,
  names: OperationNames,
): OperationPlan {
  const { operation, service } = chosen;
  const { shaper } = context;
  const soap = operation.soap11 ?? operation.soap12;
  const http = operation.httpGet ?? operation.httpPost;
  const inBody =
    soap === undefined ? httpInput(http, shaper) : bodyShape(soap.input, 'input', chosen, shaper);
  const outBody =
    soap === undefined
      ? httpOutput(chosen.operation.written === undefined ? http : undefined, shaper)
      : bodyShape(soap.output, 'output', chosen, shaper);
  const { namespace } = service;
  const input = declared(context, inputType(inBody, names.input, operation.name, namespace));
  const output = outputName(context, chosen, names, outBody);
  const result =
    declared(context, outputOf(outBody, { ...names, output }, chosen)) ?? plainType('void');
  const soapCodecs: OperationCodecs =
    soap === undefined
      ? {}
      : planMessages(context, chosen, { inBody, outBody, input, result }, isEncoded(soap.input));
  const types = { inBody, outBody, input, result };
  const httpPlan = planHttp(context, chosen, types, () =>
    soap === undefined ? planRequest(context, chosen, types, false) : soapCodecs,
  );
  const bindings = bindingsOf(chosen).filter(
    (kind) => kind === 'soap11' || kind === 'soap12' || httpPlan.bindings.includes(kind),
  );
  const encoded = soap !== undefined && (isEncoded(soap.input) || isEncoded(soap.output));
  const stream = encoded
    ? undefined
    : planStream(context, chosen, {
        soap: soap === undefined ? undefined : outBody,
        http: httpPlan.bindings.length === 0 ? undefined : httpOutput(http, shaper),
      });
  const typeNames = [...(input?.names ?? []), ...result.names];
  return {
    service,
    operation,
    publicName: chosen.publicName,
    descriptor: names.descriptor,
    method: chosen.method,
    inputType: input?.text,
    outputType: result.text,
    typeNames: [...new Set(typeNames)],
    bindings,
    codecs: { ...soapCodecs, ...httpPlan.codecs, stream },
    requestElement: soap === undefined ? undefined : requestElement(soap.input),
    encoded,
    faults: (soap?.faults ?? []).flatMap((fault) =>
      payload(context, chosen, fault.part, fault.name, 'Fault', '', false),
    ),
    inputHeaders: headers(context, chosen, soap?.input, 'RequestHeader'),
    outputHeaders: headers(context, chosen, soap?.output, 'ResponseHeader'),
    documentation:
      operation.documentation === undefined ? [] : commentLines(operation.documentation),
  };
}

/** The wrapper of an unwrapped result is declared nowhere: its name is free for the result. */
function outputName(
  context: OperationContext,
  chosen: ChosenOperation,
  names: OperationNames,
  body: BodyShape,
): string {
  const { soap11, soap12 } = chosen.operation;
  const type = (soap11 ?? soap12)?.output?.parts[0]?.element?.type;
  if (body.kind === 'object' || type === undefined) return names.output;
  const wanted = `${chosen.base}Output`;
  return context.shaper.nameOf(type) === wanted ? wanted : names.output;
}

function isEncoded(message: SoapMessage | undefined): boolean {
  return message?.use === 'encoded';
}

/** The type of a message, its declaration noted. */
function declared(
  context: OperationContext,
  message: MessageType | undefined,
): TypeText | undefined {
  if (message?.declaration !== undefined) context.declarations.push(message.declaration);
  return message?.type;
}

/** The result's type; one that mentions types of the runtime gets a name in `types.ts`, which others import. */
function outputOf(body: BodyShape, names: OperationNames, chosen: ChosenOperation): MessageType {
  const { operation, service } = chosen;
  const { written } = operation;
  const made = outputType(body, names.output, operation.name, service.namespace);
  const type =
    written !== undefined && made.type.text === 'void' ? writtenType(written) : made.type;
  const runtime = [...type.runtime, ...(type.text === 'JsonValue' ? ['JsonValue'] : [])];
  if (runtime.length === 0 || made.declaration !== undefined) return { ...made, type };
  return alias(
    names.output,
    { ...type, runtime, names: type.names.filter((one) => one !== 'JsonValue') },
    `Output of operation \`${operation.name}\`.`,
    service.namespace,
  );
}

/** A type under a name of its own. */
function alias(name: string, type: TypeText, doc: string, namespace: string): MessageType {
  return {
    type: namedType(name),
    declaration: {
      name,
      text: `${docComment([doc])}${aliasText(name, type.text)}`,
      runtimeTypes: type.runtime,
      uses: type.names,
      namespace,
    },
  };
}

/** Wires in the order of the interface's ports, SOAP 1.1 first where present. */
function bindingsOf(chosen: ChosenOperation): readonly BindingKind[] {
  const { operation } = chosen;
  const kinds = [...new Set(chosen.interface.ports.map((port) => port.kind))];
  const has = kinds.filter((kind) => operation[kind] !== undefined);
  return has.includes('soap11') ? ['soap11', ...has.filter((kind) => kind !== 'soap11')] : has;
}

function requestElement(
  message: SoapMessage,
): { readonly namespace: string; readonly local: string } | undefined {
  const name = message.rpcWrapper ?? message.parts[0]?.element?.name;
  return name === undefined ? undefined : { namespace: name.namespace, local: name.localName };
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

function httpOutput(http: HttpOperation | undefined, shaper: Shaper): BodyShape {
  const part = http?.result;
  const element = part === undefined ? undefined : partElement(part);
  if (part === undefined || element === undefined) return { kind: 'empty' };
  return {
    kind: 'single',
    wrapper: undefined,
    field: partField(part.name, shaper.place(element)),
  };
}

/** Bodies and types of an operation. */
export interface OperationTypes {
  readonly inBody: BodyShape;
  readonly outBody: BodyShape;
  readonly input: TypeText | undefined;
  readonly result: TypeText;
}

/** Codecs of a request in XML. */
function planRequest(
  { codecs }: OperationContext,
  { base, operation, service }: ChosenOperation,
  { inBody: body, input: type }: OperationTypes,
  encoded: boolean,
): Pick<OperationCodecs, 'writeRequest' | 'readRequest'> {
  const { namespace } = service;
  const common = { encoded, operation: operation.name, namespace };
  const request = { ...common, body, type, direction: 'request' } as const;
  const write = codecs.messageFunction('write', base, 'Request');
  const read = codecs.messageFunction('read', base, 'Request');
  return {
    writeRequest: codecs.ensure(write, () => writeMessage(codecs, request, write)),
    readRequest: codecs.ensure(read, () => readMessage(codecs, request, read)),
  };
}

function planMessages(
  context: OperationContext,
  chosen: ChosenOperation,
  types: OperationTypes,
  encoded: boolean,
): OperationCodecs {
  const { codecs } = context;
  const { base, operation, service } = chosen;
  const common = { encoded, operation: operation.name, namespace: service.namespace };
  const outType = types.result.text === 'void' ? undefined : types.result;
  const response = {
    ...common,
    body: types.outBody,
    type: outType,
    direction: 'response',
    written: operation.written,
  } as const;
  const name = (verb: string, noun: string): string => codecs.messageFunction(verb, base, noun);
  const writeResponse = name('write', 'Response');
  const readResponse = name('read', 'Response');
  return {
    ...planRequest(context, chosen, types, encoded),
    writeResponse: codecs.ensure(writeResponse, () =>
      writeMessage(codecs, response, writeResponse),
    ),
    readResponse: codecs.ensure(readResponse, () => readMessage(codecs, response, readResponse)),
  };
}

function headers(
  context: OperationContext,
  chosen: ChosenOperation,
  message: SoapMessage | undefined,
  noun: string,
): readonly PayloadPlan[] {
  const seen = new Set<string>();
  return (message?.headers ?? []).flatMap((header) => {
    if (seen.has(header.part.name)) return [];
    seen.add(header.part.name);
    return payload(
      context,
      chosen,
      header.part,
      header.part.name,
      noun,
      header.namespace ?? '',
      header.required,
    );
  });
}

function payload(
  context: OperationContext,
  chosen: ChosenOperation,
  part: MessagePart,
  name: string,
  noun: string,
  namespace: string,
  required: boolean,
): readonly PayloadPlan[] {
  const element = partElement(part, namespace);
  if (element === undefined) return [];
  const { codecs, shaper } = context;
  const place: PlaceShape = shaper.place(element);
  const own = `${pascalName(name)}${noun}`;
  const plain = placeType(place);
  const type =
    plain.runtime.length === 0
      ? plain
      : (declared(
          context,
          alias(`${chosen.base}$${own}`, plain, `${noun} \`${name}\`.`, chosen.service.namespace),
        ) ?? plain);
  const read = codecs.messageFunction('read', `${chosen.base}$`, own);
  const write = codecs.messageFunction('write', `${chosen.base}$`, own);
  const what = `${noun === 'Fault' ? 'the detail of fault' : 'header'} \`${name}\` of operation \`${chosen.operation.name}\``;
  return [
    {
      name,
      type: type.text,
      typeNames: type.names,
      element: { namespace: element.name.namespace, local: element.name.localName },
      required,
      read: codecs.ensure(read, () => readPayload(codecs, place, type, read, what)),
      write: codecs.ensure(write, () => writePayload(codecs, place, type, write, what)),
    },
  ];
}
