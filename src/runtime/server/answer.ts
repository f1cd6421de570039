import { containsItself } from '../codec/path.ts';
import { withCause } from '../operation/errors.ts';
import { joinBytes } from '../platform/node.ts';
import { toReferences, withStandIns } from '../text/control-characters.ts';
import { encodeUtf8 } from '../text/encoding.ts';
import { EncodeError } from '../xml/write-text.ts';
import type { ResponseState } from './context.ts';
import type { Outgoing } from './incoming.ts';
import type { ServerOptions } from './options.ts';

const cached = 'private, max-age=0';

/**
 * The answer of a method after it ran: what it wrote, then the document or envelope of its result,
 * with the headers and status it set.
 *
 * @param document Absent for a void result over HTTP GET and POST.
 * @param type Content type of the document.
 * @param documentType Whether the document's content type takes precedence over the method's.
 */
export function composeAnswer(
  response: ResponseState,
  document: string | Uint8Array | undefined,
  type: string,
  documentType: boolean,
): Outgoing {
  const { status, reason, headers, written, ended } = response;
  const body =
    written.length === 0 && !ended
      ? (document ?? '')
      : join(ended || document === undefined ? written : [...written, document]);
  const withDocument = document !== undefined && !ended;
  const own = response.contentType;
  const contentType = withDocument ? (documentType ? type : (own ?? type)) : own;
  if (headers.length === 0) {
    const plain =
      contentType === undefined
        ? ['Cache-Control', cached]
        : ['Cache-Control', cached, 'Content-Type', contentType];
    return { status, reason, headers: plain, body };
  }
  const all = headers.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'cache-control')
    ? [...headers]
    : ['Cache-Control', cached, ...headers];
  if (contentType !== undefined) all.push('Content-Type', contentType);
  return { status, reason, headers: all, body };
}

/**
 * ASMX's error if the document or envelope of a result cannot be written. Its cause is the writer's
 * error; of a value that contains itself, it has .NET's words.
 */
export function documentError(error: unknown): Error {
  const isCircular = error instanceof EncodeError && error.message.endsWith(containsItself);
  const cause = isCircular
    ? new Error(`A circular reference was detected while serializing ${error.path}.`)
    : error;
  return new Error('There was an error generating the XML document.', ...withCause(cause));
}

/**
 * Writes a document again whose values have characters that XML forbids, now as references, if the
 * server allows it.
 *
 * @param error Why it could not be written.
 * @throws Error the same error, or another one in the value
 */
export function writeCharacterReferences<Value>(
  error: unknown,
  output: Value,
  { parity }: ServerOptions<never>,
  write: (output: Value) => string,
): string {
  const isWritable = parity?.controlCharacters === true && !(error instanceof RangeError);
  if (!isWritable) throw documentError(error);
  const copy = withStandIns(output);
  try {
    return toReferences(write(copy));
  } catch (other) {
    if (other instanceof EncodeError) throw documentError(other);
    // An object with private values, of which the copy has none.
    throw documentError(error);
  }
}

function join(parts: readonly (string | Uint8Array)[]): string | Uint8Array {
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  const bytes = parts.map((part) => (typeof part === 'string' ? encodeUtf8(part) : part));
  return joinBytes(
    bytes,
    bytes.reduce((length, part) => length + part.length, 0),
  );
}

/** An answer without a body. 400 and 415 of SOAP still have a content type. */
export function emptyAnswer(status: number, contentType: string | undefined): Outgoing {
  return {
    status,
    headers:
      contentType === undefined
        ? ['Cache-Control', 'private']
        : ['Cache-Control', 'private', 'Content-Type', contentType],
    body: '',
  };
}
