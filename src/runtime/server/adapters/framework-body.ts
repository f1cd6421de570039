import { encodeFormValue } from '../../form/writer.ts';
import { encodeUtf8 } from '../../text/encoding.ts';
import { header, type Incoming } from '../incoming.ts';
import type { FrameworkRequest } from './request.ts';

/** A body that a framework's parser left. */
export interface FrameworkBody {
  readonly bytes: Uint8Array;
  /** The request, with the charset of these bytes. */
  readonly incoming: Incoming;
}

/** The body after a framework's parser; `undefined` if it left nothing that can be read. */
export function frameworkBody(
  { body, rawBody }: FrameworkRequest,
  incoming: Incoming,
): FrameworkBody | undefined {
  const given = rawBody ?? body;
  if (given instanceof Uint8Array) return { bytes: given, incoming };
  if (given === undefined) return { bytes: new Uint8Array(0), incoming };
  if (typeof given === 'string') return inUtf8(given, incoming);
  if (json.test(header(incoming, 'content-type') ?? '')) {
    const text = writeJson(given);
    return text === undefined ? undefined : inUtf8(text, incoming);
  }
  if (typeof given !== 'object' || given === null) return undefined;
  return inUtf8(writeFields(given), incoming);
}

const json = /^application\/(?:[\w.!#$&^-]+\+)?json[\t ]*(?:;|$)/i;

/**
 * The text of a parsed body; `undefined` if it is none of JSON, or has whole numbers of which the
 * parser may have lost digits.
 */
function writeJson(given: unknown): string | undefined {
  let isExact = true;
  try {
    const text: string | undefined = JSON.stringify(given, (_, value: unknown) => {
      isExact &&= !Number.isInteger(value) || Number.isSafeInteger(value);
      return value;
    });
    return isExact ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A parser has decoded the text, so charset and coding of the request are no longer its own. */
function inUtf8(text: string, incoming: Incoming): FrameworkBody {
  const bytes = encodeUtf8(text);
  const { 'content-encoding': _, ...others } = incoming.headers;
  const type = others['content-type'];
  const recoded =
    typeof type === 'string' ? type.replace(/(;\s*charset\s*=)[^;]*/i, '$1utf-8') : type;
  const headers = { ...others, 'content-type': recoded };
  return { bytes, incoming: Object.create(incoming, { headers: { value: headers } }) as Incoming };
}

/**
 * Writes the fields of a form. Only texts are parameters: anything else comes from names with
 * brackets, which ASP.NET does not split, or from JSON.
 */
function writeFields(fields: object): string {
  if (Array.isArray(fields)) return '';
  const pairs = Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    const texts = items.filter((item) => typeof item === 'string');
    return texts.map((text) => `${encodeText(name)}=${encodeText(text)}`);
  });
  return pairs.join('&');
}

/** Percent-encodes a text. Half of a surrogate pair becomes U+FFFD, as in forms. */
function encodeText(text: string): string {
  return encodeFormValue(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
