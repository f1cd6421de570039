import { encodeFormValue } from '../../form/writer.ts';
import { encodeUtf8 } from '../../text/encoding.ts';
import type { Incoming } from '../incoming.ts';
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
  if (typeof given !== 'object' || given === null) return undefined;
  return inUtf8(writeFields(given), incoming);
}

/** A parser has decoded the text, so the charset of the request is no longer its own. */
function inUtf8(text: string, incoming: Incoming): FrameworkBody {
  const bytes = encodeUtf8(text);
  const type = incoming.headers['content-type'];
  if (typeof type !== 'string') return { bytes, incoming };
  const recoded = type.replace(/(;\s*charset\s*=)[^;]*/i, '$1utf-8');
  const headers = { ...incoming.headers, 'content-type': recoded };
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
