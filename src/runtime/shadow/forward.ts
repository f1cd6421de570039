import type { Caller } from '../client/caller.ts';
import type { CallOptions } from '../client/options.ts';
import { isAsmxError, messageOf, type RawAnswer, withCause } from '../operation/errors.ts';
import type { BindingName } from '../operation/names.ts';
import type { AnyOperation, Operation } from '../operation/operation.ts';
import { isFault } from '../operation/soap-fault.ts';
import type { ServerCall } from '../server/options.ts';
import { decodeUtf8 } from '../text/encoding.ts';
import type { ServiceAnswer } from './recorded-call.ts';

/** Headers of a connection or a body, which the call to the service sets itself. */
const ownHeaders = new RegExp(
  '^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|' +
    'content-.*|accept-encoding|soapaction)$',
);

/** An answer of a service, and the cookies that came with it. */
export interface Forwarded {
  readonly answer: ServiceAnswer;
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
}

/** What a call that a server received needs to be sent on: its binding, headers and signal. */
export function optionsOf({
  context,
}: ServerCall): CallOptions & { readonly binding: BindingName } {
  const { binding, soapHeaders, signal, unknownHeaders } = context;
  const headers = Object.fromEntries(
    Object.entries(context.headers).filter(([name]) => !ownHeaders.test(name)),
  );
  return {
    binding,
    headers,
    signal,
    soapHeaders: soapHeaders as never,
    ...(unknownHeaders.length > 0 && { extraSoapHeaders: unknownHeaders }),
  };
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
    return { answer, cookies: cookiesOf(raw) };
  } catch (error) {
    return failedAnswer(error);
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
function failedAnswer(error: unknown): Forwarded {
  if (isFault(error)) {
    const { code, message, actor, role, subcode, subcodes, faultName, detail, raw } = error;
    const nested = subcodes.length > 1 ? { subcodes } : { subcode };
    return {
      answer: { fault: { code, message, actor, role, ...nested, faultName, detail } },
      cookies: raw === undefined ? [] : cookiesOf(raw),
    };
  }
  if (isAsmxError(error) && error.code === 'http-status' && error.raw !== undefined) {
    const { raw } = error;
    const { status, headers, body } = raw;
    return {
      answer: { status, contentType: headers['content-type'], written: decodeUtf8(body) },
      cookies: cookiesOf(raw),
    };
  }
  throw new Error(`The service gave no answer: ${messageOf(error)}`, ...withCause(error));
}
