import { portPath } from '../../model/wsdl/address.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { SoapMessage } from '../../model/wsdl/service-model.ts';
import type { Heading } from '../declarations/declaration-plan.ts';
import { attachedReader, attachmentsOf } from '../describe/attachments.ts';
import { messageReader, messageWriter, type NamedMessage } from '../describe/message-functions.ts';
import {
  type BodyShape,
  bodyElement,
  bodyValues,
  firstElementName,
  hasStreams,
} from '../messages/message-shape.ts';
import {
  type MessageShape,
  type OperationMessages,
  operationMessages,
  type PayloadShape,
} from '../messages/operation-messages.ts';
import { commentLines, commentText } from '../print/encode.ts';
import type { Expression } from '../print/node.ts';
import { needsRuntime } from '../print/type-node.ts';
import { namesFrom } from '../print/used-names.ts';
import type { AttachmentPlan, OperationCodecs, OperationPlan } from '../result/plan.ts';
import type { ChosenOperation } from '../scope/operations.ts';
import { alias, inputType, type MessageType, outputType, writtenType } from './message-types.ts';
import type { OperationContext, OperationNames, OperationTypes } from './operation-context.ts';
import { planAttachments } from './plan-attachments.ts';
import { planHttp } from './plan-http.ts';
import { declared, planPayloads } from './plan-payload.ts';
import { planStream } from './plan-stream.ts';
import { readTypes } from './read-message.ts';

/** Plans one operation: its types, and the codecs of its messages. */
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
  const soapCodecs: OperationCodecs =
    soap === undefined ? {} : planMessages(context, chosen, types, isEncoded(soap.input));
  const httpPlan = planHttp(context, chosen, types, () =>
    soap === undefined ? planRequest(context, chosen, types, false) : soapCodecs,
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
    codecs: { ...soapCodecs, ...httpPlan.codecs, stream },
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
  { codecs }: OperationContext,
  { input, output, inputHeaders, outputHeaders }: OperationMessages,
): OperationPlan['mtom'] {
  const has = ({ body, attachments }: MessageShape, headers: readonly PayloadShape[]): boolean => {
    const values = [...bodyValues(body), ...headers.map(({ place }) => place.value)];
    return attachments.length === 0 && values.some((value) => codecs.holdsBase64(value));
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
  { inBody: body, input: type, inParts }: OperationTypes,
  encoded: boolean,
): Pick<OperationCodecs, 'writeRequest' | 'readRequest' | 'attachRequest'> {
  const direction = 'request';
  const request = { body, type, encoded, direction, namespace, base, noun: 'Request' } as const;
  const { read, write, attach } = planMessage(context, request, inParts);
  return { writeRequest: write, readRequest: read, attachRequest: attach };
}

function planMessages(
  context: OperationContext,
  chosen: ChosenOperation,
  types: OperationTypes,
  encoded: boolean,
): OperationCodecs {
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
