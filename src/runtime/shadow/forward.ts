import { addressingVersions } from '../addressing/versions.ts';
import type { Caller } from '../client/caller.ts';
import type { CallOptions } from '../client/options.ts';
import { isWebPage } from '../client/text-answer.ts';
import { isAsmxError, messageOf, type RawAnswer, withCause } from '../operation/errors.ts';
import type { Attachment, SentAttachment } from '../operation/message.ts';
import type { BindingName } from '../operation/names.ts';
import type { AnyOperation, Operation } from '../operation/operation.ts';
import { isFault } from '../operation/soap-fault.ts';
import type { ServerCall } from '../server/options.ts';
import { decodeUtf8 } from '../text/encoding.ts';
import type { XmlElement } from '../xml/element.ts';
import { giveAnswer, type ServiceAnswer } from './recorded-call.ts';

/** Headers of a connection or a body, which the call to the service sets itself. */
const ownHeaders = new RegExp(
  '^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|' +
    'content-.*|accept-encoding|soapaction)$',
);

/** An answer of a service, and what came with it. */
export interface Forwarded {
  readonly answer: ServiceAnswer;
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
  /** SOAP headers that the contract does not declare. */
  readonly unknownHeaders: readonly XmlElement[];
  /** Parts beside the envelope that are no value of the result. */
  readonly attachments: readonly Attachment[];
}

/** What a call that a server received needs to be sent on: its binding, headers and signal. */
export function optionsOf({
  operation,
  context,
}: ServerCall): CallOptions & { readonly binding: BindingName } {
  const { binding, soapHeaders, signal, attachments } = context;
  const headers = Object.fromEntries(
    Object.entries(context.headers).filter(([name]) => !ownHeaders.test(name)),
  );
  const extraSoapHeaders = passedOn(context.unknownHeaders, isAddressed(operation, binding));
  return {
    binding,
    headers,
    signal,
    soapHeaders: soapHeaders as never,
    ...(extraSoapHeaders.length > 0 && { extraSoapHeaders }),
    ...(attachments.length > 0 && { attachments: attachments.map(sentAgain) }),
  };
}

/** Whether a client sends headers of WS-Addressing of its own. */
function isAddressed({ client = [] }: AnyOperation, binding: BindingName): boolean {
  return client.some(({ name, addressed }) => name === binding && addressed === true);
}

/** Headers without those of WS-Addressing, if the next message has its own. */
function passedOn(headers: readonly XmlElement[], addressed: boolean): readonly XmlElement[] {
  if (!addressed) return headers;
  const namespaces = addressingVersions.map(({ namespace }) => namespace);
  return headers.filter(({ namespace }) => !namespaces.includes(namespace));
}

/** A part that was received, to be sent. */
function sentAgain({ id, type, content }: Attachment, index: number): SentAttachment {
  return {
    id: id === '' ? `part${index + 1}@asmx.invalid` : id,
    type: type === '' ? undefined : type,
    content,
  };
}

/**
 * Answers a call like the service did, with its cookies, SOAP headers and attachments.
 *
 * @param addressed Whether the server adds headers of WS-Addressing itself.
 * @throws SoapFault the service answered with a fault
 */
export function giveForwarded(
  { answer, cookies, unknownHeaders, attachments }: Forwarded,
  call: ServerCall,
  addressed = false,
): unknown {
  const { operation, context } = call;
  const isOwn = addressed || isAddressed(operation, context.binding);
  for (const cookie of cookies) context.header('Set-Cookie', cookie);
  for (const header of passedOn(unknownHeaders, isOwn)) context.setSoapHeader(header);
  for (const part of attachments.map(sentAgain)) context.attach(part);
  return giveAnswer(answer, call);
}

/**
 * Calls a service, and returns its answer: a result, a fault, or a status with a page.
 *
 * @throws Error there was no answer that can be read
 */
export async function forward(
  caller: Caller,
  operation: AnyOperation,
  input: unknown,
  options: CallOptions & { readonly binding: BindingName },
): Promise<Forwarded> {
  const { binding } = options;
  try {
    const raw = await caller.raw(
      operation as Operation<never, unknown>,
      input as never,
      options as never,
    );
    const answer: ServiceAnswer = {
      // an operation that writes its answer itself has no result, whatever its response element
      result: operation.written === undefined ? raw.result : undefined,
      written: writtenOf(raw, raw.written, operation, binding),
      contentType: raw.written === '' ? undefined : contentTypeOf(raw, binding),
      soapHeaders: Object.keys(raw.soapHeaders).length === 0 ? undefined : { ...raw.soapHeaders },
    };
    const { unknownHeaders, attachments } = raw;
    return { answer, cookies: cookiesOf(raw), unknownHeaders, attachments };
  } catch (error) {
    return failedAnswer(error, operation);
  }
}

function cookiesOf({ headers }: RawAnswer): readonly string[] {
  return (headers['set-cookie'] ?? '').split('\n').filter((cookie) => cookie !== '');
}

/** Over SOAP the content type is that of the envelope, and text before it has none. */
function contentTypeOf({ headers }: RawAnswer, binding: BindingName): string | undefined {
  return binding.startsWith('http') ? headers['content-type'] : undefined;
}

function writtenOf(
  { body }: RawAnswer,
  text: string,
  { written }: AnyOperation,
  binding: BindingName,
): string | Uint8Array | undefined {
  if (text === '') return undefined;
  if (written !== 'binary') return text;
  if (binding.startsWith('http')) return body;
  const envelope = lastDeclaration(body);
  return envelope > 0 ? body.subarray(0, envelope) : text;
}

/** Where the last `<?xml` is; -1 if there is none. */
function lastDeclaration(body: Uint8Array): number {
  const [start = 0, ...rest] = [0x3c, 0x3f, 0x78, 0x6d, 0x6c];
  let at = body.lastIndexOf(start);
  while (at > 0 && rest.some((byte, offset) => body[at + 1 + offset] !== byte)) {
    at = body.lastIndexOf(start, at - 1);
  }
  return at;
}

/** @throws Error there was no answer that can be read */
function failedAnswer(error: unknown, operation: AnyOperation): Forwarded {
  if (isFault(error)) {
    const { code, message, actor, role, subcode, subcodes, faultName, detail, raw } = error;
    const nested = subcodes.length > 1 ? { subcodes } : { subcode };
    return {
      answer: { fault: { code, message, actor, role, ...nested, faultName, detail } },
      cookies: raw === undefined ? [] : cookiesOf(raw),
      unknownHeaders: error.unknownHeaders,
      attachments: [],
    };
  }
  const answer = otherAnswer(error, operation);
  if (answer === undefined || !isAsmxError(error) || error.raw === undefined) {
    throw new Error(`The service gave no answer: ${messageOf(error)}`, ...withCause(error));
  }
  return { answer, cookies: cookiesOf(error.raw), unknownHeaders: [], attachments: [] };
}

/** A status with a page, or the text that a void operation wrote instead of an envelope. */
function otherAnswer(error: unknown, { http }: AnyOperation): ServiceAnswer | undefined {
  if (!isAsmxError(error) || error.raw === undefined) return undefined;
  const { status, headers, body } = error.raw;
  const text = decodeUtf8(body);
  const contentType = headers['content-type'];
  if (error.code === 'http-status') return { status, contentType, written: text };
  const isVoid = http !== undefined && http.readResult === undefined;
  const isText = text.trim() !== '' && !isWebPage({ contentType: contentType ?? '', text });
  return error.code === 'protocol' && isVoid && isText ? { written: text } : undefined;
}
