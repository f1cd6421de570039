import type { Span } from '../../../diagnostics/source-file.ts';
import type { NameTable } from '../../common/name-table.ts';
import { sameQName } from '../../common/qname.ts';
import type {
  BindingMessage,
  BindingOperation,
  SoapHeader,
  SoapUse,
} from '../../wsdl/definitions.ts';
import type {
  HeaderPart,
  LinkedPort,
  MessagePart,
  SoapFaultMessage,
  SoapMessage,
  SoapOperation,
} from '../../wsdl/service-model.ts';
import type { LinkContext } from '../link-context.ts';
import { actionsOf } from './link-actions.ts';
import { type AbstractOperation, type LinkedMessage, messageNamed } from './link-message.ts';
import { policiesOf } from './link-policies.ts';

/** Input for linking one operation of a SOAP binding. */
export interface SoapOperationInput {
  readonly context: LinkContext;
  readonly messages: NameTable<LinkedMessage>;
  readonly port: LinkedPort;
  readonly abstract: AbstractOperation;
  readonly binding: BindingOperation;
}

/** The marshalling of an operation over a SOAP binding. Defects affect the `BindingOperation`. */
export function linkSoapOperation(given: SoapOperationInput): SoapOperation {
  const { abstract, binding, port } = given;
  const input = linkDirection(given, binding.input, abstract.input, false);
  const output =
    abstract.syntax.output === undefined
      ? undefined
      : linkDirection(given, binding.output, abstract.output, true);
  return {
    port,
    action: binding.soapAction ?? '',
    sentAction: sentAction(port, binding),
    actions: actionsOf(port.portType, abstract.syntax, binding.soapAction),
    policies: policiesOf(binding, abstract.syntax),
    style: binding.style,
    input,
    output,
    faults: linkFaults(given, input.use),
  };
}

function sentAction(
  { kind, bodyIdentifies }: LinkedPort,
  { soapAction, soapActionRequired }: BindingOperation,
): string | undefined {
  const sends = kind === 'soap12' && bodyIdentifies !== true && soapActionRequired !== false;
  return sends && soapAction !== '' ? soapAction : undefined;
}

function linkDirection(
  given: SoapOperationInput,
  syntax: BindingMessage | undefined,
  message: LinkedMessage | undefined,
  response: boolean,
): SoapMessage {
  const { abstract, binding } = given;
  const body = syntax?.body;
  const headers = syntax === undefined ? noHeaders : linkHeaders(given, syntax, message);
  const elsewhere = partsElsewhere(syntax, message);
  const all = message?.parts ?? [];
  let parts = all;
  if (body?.parts !== undefined) {
    parts = partsNamed(given, message, { names: body.parts, span: body.span }, elsewhere);
  } else if (elsewhere.size > 0) parts = all.filter((part) => !elsewhere.has(part.name));
  const rpc = binding.style === 'rpc';
  if (rpc) parts = inParameterOrder(parts, abstract.syntax.parameterOrder);
  return {
    use: body?.use ?? 'literal',
    parts,
    rpcWrapper: rpc
      ? {
          namespace: body?.namespace ?? given.port.binding.namespace,
          localName: response ? `${abstract.syntax.name}Response` : abstract.syntax.name,
        }
      : undefined,
    assumedNamespace: rpc && body?.namespace === undefined ? true : undefined,
    headers,
    attachments: syntax === undefined ? noAttachments : linkAttachments(given, syntax, message),
    policies: policiesOf(
      syntax,
      response ? abstract.syntax.output : abstract.syntax.input,
      message?.syntax,
    ),
  };
}

// shared by most messages, which have none
const noHeaders: readonly HeaderPart[] = [];
const noAttachments: SoapMessage['attachments'] = [];
const nowhere: ReadonlySet<string> = new Set();

/** Names of parts in headers or attachments. */
function partsElsewhere(
  syntax: BindingMessage | undefined,
  message: LinkedMessage | undefined,
): ReadonlySet<string> {
  if (syntax === undefined) return nowhere;
  const { attachments, headers } = syntax;
  if (attachments.length === 0 && headers.length === 0) return nowhere;
  const elsewhere = new Set(attachments.map((attachment) => attachment.part));
  if (message === undefined) return elsewhere;
  for (const header of headers) {
    const own = header.message.defect !== undefined;
    if (own || sameQName(header.message.name, message.syntax.name)) elsewhere.add(header.part);
  }
  return elsewhere;
}

function linkAttachments(
  given: SoapOperationInput,
  syntax: BindingMessage,
  message: LinkedMessage | undefined,
): SoapMessage['attachments'] {
  if (syntax.attachments.length === 0) return noAttachments;
  return syntax.attachments.flatMap((attachment) => {
    const declared = message?.parts.find((part) => part.name === attachment.part);
    if (message === undefined || declared !== undefined) return [{ ...attachment, declared }];
    const missing = { name: attachment.part, span: syntax.span };
    missingPart(given.context, message, missing, 'is ignored');
    return [];
  });
}

/**
 * Parts listed by `soap:body/@parts`, in the order of the message. If none of them exists, those
 * that are not in headers or attachments.
 */
function partsNamed(
  given: SoapOperationInput,
  message: LinkedMessage | undefined,
  { names, span }: { readonly names: readonly string[]; readonly span: Span },
  elsewhere: ReadonlySet<string>,
): readonly MessagePart[] {
  if (message === undefined) return [];
  const missing = new Set(names);
  const found = message.parts.filter((part) => missing.delete(part.name));
  for (const name of missing) missingPart(given.context, message, { name, span }, 'is ignored');
  if (found.length > 0 || missing.size === 0) return found;
  return message.parts.filter((part) => !elsewhere.has(part.name));
}

/** Only a warning, because servers and clients can do without missing parts. */
export function missingPart(
  context: LinkContext,
  message: LinkedMessage,
  { name, span }: { readonly name: string; readonly span: Span },
  consequence: string,
): void {
  const known = message.parts.map((part) => `'${part.name}'`).join(', ');
  const what = `Message '${message.syntax.name.localName}' has no part '${name}'`;
  context.defects.warn({
    code: 'ASMX3002',
    message: `${what}, which ${consequence}`,
    span,
    help: known === '' ? 'The message has no parts' : `Its parts are ${known}`,
    related: [{ message: 'the message', span: message.syntax.span }],
  });
}

/**
 * `parameterOrder` of an rpc operation (WSDL 1.1 section 2.4.6). Parts that it does not list, such
 * as the result, come first.
 */
function inParameterOrder(
  parts: readonly MessagePart[],
  order: readonly string[] | undefined,
): readonly MessagePart[] {
  if (order === undefined || parts.length < 2) return parts;
  const rank = new Map(order.map((name, index) => [name, index]));
  return [...parts].sort((a, b) => (rank.get(a.name) ?? -1) - (rank.get(b.name) ?? -1));
}

function linkHeaders(
  given: SoapOperationInput,
  syntax: BindingMessage,
  direction: LinkedMessage | undefined,
): readonly HeaderPart[] {
  if (syntax.headers.length === 0) return noHeaders;
  return syntax.headers
    .map((header) => linkHeader(given, header, direction))
    .filter((header) => header !== undefined);
}

function linkHeader(
  given: SoapOperationInput,
  header: SoapHeader,
  direction: LinkedMessage | undefined,
): HeaderPart | undefined {
  const part = headerPart(given, header, direction);
  if (part === undefined) return undefined;
  const faults: MessagePart[] = [];
  for (const fault of header.faults) {
    const faultPart = headerPart(given, fault, undefined);
    if (faultPart !== undefined) faults.push(faultPart);
  }
  const { use, namespace, required } = header;
  return { part, use, namespace, required, faults };
}

/**
 * The part of a header in the message that it refers to; without a reference, in that of the
 * operation.
 */
function headerPart(
  given: SoapOperationInput,
  header: Pick<SoapHeader, 'message' | 'part' | 'span'>,
  direction: LinkedMessage | undefined,
): MessagePart | undefined {
  const { context, messages, binding } = given;
  if (header.message.defect !== undefined) {
    const own = direction?.parts.find((one) => one.name === header.part);
    if (own !== undefined) {
      context.defects.warn({
        code: 'ASMX1023',
        message: `${header.message.defect}: that of the operation is meant`,
        span: header.message.span,
      });
      return own;
    }
  }
  const message = messageNamed(context, messages, header.message, binding);
  if (message === undefined) return undefined;
  const part = message.parts.find((one) => one.name === header.part);
  if (part === undefined) {
    const missing = { name: header.part, span: header.span };
    missingPart(context, message, missing, 'is left out of the header');
  }
  return part;
}

/** @param use that of faults which the binding does not have */
function linkFaults(given: SoapOperationInput, use: SoapUse): readonly SoapFaultMessage[] {
  const faults: SoapFaultMessage[] = [];
  for (const { name, message, documentation } of given.abstract.faults) {
    const [part, more] = message.parts;
    if (part === undefined || more !== undefined) {
      const what = `Message '${message.syntax.name.localName}' of fault '${name}'`;
      given.context.defects.add(given.binding, {
        code: 'ASMX3004',
        message: `${what} has ${message.parts.length} parts instead of one`,
        span: message.syntax.span,
      });
      continue;
    }
    const bound = given.binding.faults.find((one) => one.name === name);
    faults.push({ name, use: bound?.use ?? use, part, documentation });
  }
  return faults;
}
