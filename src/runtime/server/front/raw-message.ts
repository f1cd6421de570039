import { nodeBuffer } from '../../platform/node.ts';
import { decodeText, encodeUtf8, xmlEncoding } from '../../text/encoding.ts';
import { readNames, redactForm, redactMessage } from './redact.ts';

/** A charset in which each byte is one character, so that any bytes survive. */
const bytewise = 'iso-8859-1';

/** How the bytes of a message are written. */
export type BodyForm = 'form' | 'message';

/** Redacts the bytes of a message. */
export type Redactor = (bytes: Uint8Array, form: BodyForm) => Uint8Array;

/**
 * Creates the function that redacts messages. One in UTF-16 becomes UTF-8; all others keep their
 * charset, and what is in them beside values of these names.
 *
 * @throws TypeError a name is empty
 */
export function createRedactor(names: readonly string[]): Redactor {
  if (names.some((name) => typeof name !== 'string' || name === '')) {
    throw new TypeError('redact must be a list of names.');
  }
  const inText = readNames(names);
  // non-ASCII names as the characters of their bytes
  const inBytes = readNames(names.map((name) => decodeText(encodeUtf8(name), bytewise)));
  return (bytes, form) => {
    if (form === 'form') {
      return encodeBytes(redactForm(decodeText(bytes, bytewise), inText));
    }
    const charset = xmlEncoding(bytes, undefined);
    return charset.startsWith('utf-16')
      ? encodeUtf8(redactMessage(decodeText(bytes, charset), inText))
      : encodeBytes(redactMessage(decodeText(bytes, bytewise), inBytes));
  };
}

/** The reverse of decoding bytewise. */
function encodeBytes(text: string): Uint8Array {
  if (nodeBuffer !== undefined) return nodeBuffer.from(text, 'latin1');
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
