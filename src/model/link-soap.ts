import type { Span } from '../diagnostics/source-file.ts';
import type { BindingMessage, BindingOperation, SoapHeader, SoapStyle } from './definitions.ts';
import type { LinkContext } from './link-context.ts';
import { type AbstractOperation, type LinkedMessage, messageNamed } from './link-message.ts';
import type { NameTable } from './name-table.ts';
import { sameQName } from './qname.ts';
import type {
  HeaderPart,
  LinkedPort,
  MessagePart,
  SoapFaultMessage,
  SoapMessage,
  SoapOperation,
} from './service-model.ts';
import { isWrapped } from './wrapped.ts';

/** What linking one operation of a SOAP binding needs. */
export interface SoapOperationInput {
  readonly context: LinkContext;
  readonly messages: NameTable<LinkedMessage>;
  readonly port: LinkedPort;
  readonly abstract: AbstractOperation;
  readonly binding: BindingOperation;
}

/** How an operation travels over a SOAP binding. Defects spoil the `BindingOperation`. */
export function linkSoapOperation(given: SoapOperationInput): SoapOperation {
  const { abstract, binding, port } = given;
  const input = linkDirection(given, binding.input, abstract.input, false);
  const requestWrapped = wrapsRequest(given, input);
  const output =
    abstract.syntax.output === undefined
      ? undefined
      : linkDirection(given, binding.output, abstract.output, true);
  return {
    port,
    action: binding.soapAction ?? '',
    style: binding.style,
    input: { ...input, wrapped: requestWrapped },
    output:
      output === undefined
        ? undefined
        : { ...output, wrapped: requestWrapped && wraps(binding.style, output) },
    faults: linkFaults(given),
  };
}

function wraps(style: SoapStyle, message: SoapMessage): boolean {
  const [part, more] = message.parts;
  if (style === 'rpc' || message.use === 'encoded' || more !== undefined) return false;
  return part?.element !== undefined && isWrapped(part.element);
}

function wrapsRequest(given: SoapOperationInput, message: SoapMessage): boolean {
  const { abstract, binding } = given;
  const element = message.parts[0]?.element?.name.localName;
  const named = element === abstract.syntax.name || element === abstract.messageName;
  return named && wraps(binding.style, message);
}

function linkDirection(
  given: SoapOperationInput,
  syntax: BindingMessage | undefined,
  message: LinkedMessage | undefined,
  response: boolean,
): SoapMessage {
  const { context, abstract, binding } = given;
  const body = syntax?.body;
  const headers = (syntax?.headers ?? []).map((header) => linkHeader(given, header, message));
  const attachments = syntax?.attachments ?? [];
  const elsewhere = new Set(attachments.map((attachment) => attachment.part));
  for (const header of syntax?.headers ?? []) {
    const own = header.message.fault !== undefined;
    if (message === undefined) continue;
    if (own || sameQName(header.message.name, message.syntax.name)) elsewhere.add(header.part);
  }
  const all = message?.parts ?? [];
  let parts =
    body?.parts === undefined
      ? all.filter((part) => !elsewhere.has(part.name))
      : partsNamed(given, message, body.parts, body.span, elsewhere);
  const rpc = binding.style === 'rpc';
  if (rpc) parts = inParameterOrder(parts, abstract.syntax.parameterOrder);
  return {
    use: body?.use ?? 'literal',
    parts,
    rpcWrapper: rpc
      ? {
          namespace: body?.namespace ?? '',
          localName: response ? `${abstract.syntax.name}Response` : abstract.syntax.name,
        }
      : undefined,
    wrapped: false,
    headers: headers.filter((header) => header !== undefined),
    attachments: attachments.flatMap((attachment) => {
      const declared = all.find((part) => part.name === attachment.part);
      if (message === undefined || declared !== undefined) return [{ ...attachment, declared }];
      missingPart(context, message, attachment.part, syntax?.span ?? binding.span, 'is ignored');
      return [];
    }),
  };
}

/**
 * Parts listed by `soap:body/@parts`, in the order of the message. Where none of them exists, those that do not travel
 * elsewhere are meant.
 */
function partsNamed(
  given: SoapOperationInput,
  message: LinkedMessage | undefined,
  names: readonly string[],
  span: Span,
  elsewhere: ReadonlySet<string>,
): readonly MessagePart[] {
  if (message === undefined) return [];
  const wanted = new Set(names);
  const found = message.parts.filter((part) => wanted.delete(part.name));
  for (const name of wanted) missingPart(given.context, message, name, span, 'is ignored');
  if (found.length > 0 || wanted.size === 0) return found;
  return message.parts.filter((part) => !elsewhere.has(part.name));
}

/** Servers and clients get on without parts that do not exist, so it is no more than a warning. */
export function missingPart(
  context: LinkContext,
  message: LinkedMessage,
  name: string,
  span: Span,
  consequence: string,
): void {
  const known = message.parts.map((part) => `'${part.name}'`).join(', ');
  context.defects.warn({
    code: 'ASMX3002',
    message: `Message '${message.syntax.name.localName}' has no part '${name}', which ${consequence}`,
    span,
    help: known === '' ? 'The message has no parts' : `Its parts are ${known}`,
    related: [{ message: 'the message', span: message.syntax.span }],
  });
}

/** `parameterOrder` of an rpc operation (WSDL 1.1 section 2.4.6): parts it does not list, such as the result, come first. */
function inParameterOrder(
  parts: readonly MessagePart[],
  order: readonly string[] | undefined,
): readonly MessagePart[] {
  if (order === undefined || parts.length < 2) return parts;
  const rank = new Map(order.map((name, index) => [name, index]));
  return [...parts].sort((a, b) => (rank.get(a.name) ?? -1) - (rank.get(b.name) ?? -1));
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

/** The part of a header, in the message it names; in that of the operation where it names none. */
function headerPart(
  given: SoapOperationInput,
  header: Pick<SoapHeader, 'message' | 'part' | 'span'>,
  direction: LinkedMessage | undefined,
): MessagePart | undefined {
  const { context, messages, binding } = given;
  if (header.message.fault !== undefined) {
    const own = direction?.parts.find((one) => one.name === header.part);
    if (own !== undefined) {
      context.defects.warn({
        code: 'ASMX1023',
        message: `${header.message.fault}: that of the operation is meant`,
        span: header.message.span,
      });
      return own;
    }
  }
  const message = messageNamed(context, messages, header.message, binding);
  if (message === undefined) return undefined;
  const part = message.parts.find((one) => one.name === header.part);
  if (part === undefined) {
    missingPart(context, message, header.part, header.span, 'is left out of the header');
  }
  return part;
}

function linkFaults(given: SoapOperationInput): readonly SoapFaultMessage[] {
  const faults: SoapFaultMessage[] = [];
  for (const { name, message, documentation } of given.abstract.faults) {
    const [part, more] = message.parts;
    if (part === undefined || more !== undefined) {
      given.context.defects.add(given.binding, {
        code: 'ASMX3004',
        message: `Message '${message.syntax.name.localName}' of fault '${name}' has ${message.parts.length} parts instead of one`,
        span: message.syntax.span,
      });
      continue;
    }
    faults.push({ name, part, documentation });
  }
  return faults;
}
