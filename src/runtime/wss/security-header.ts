import { bytesToBase64, encodeUtf8 } from '../platform/globals.ts';
import type { XmlElement } from '../xml/writer.ts';

// Whole texts: of parts that are joined, bundlers would keep them in every client.

/** Namespace `wsse` (Web Services Security: SOAP Message Security 1.1.1). */
export const wsseNamespace: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
/** Namespace `wsu`. */
export const wsuNamespace: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
/** Namespace `ds` (XML Signature Syntax and Processing). */
export const dsigNamespace: string = 'http://www.w3.org/2000/09/xmldsig#';
/** Type of a password as it is (UsernameToken Profile 1.1.1, section 3.1). */
export const passwordText: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText';
/** Type of a password as a digest. */
export const passwordDigest: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0' +
  '#PasswordDigest';
/** The encoding of nonces. */
export const base64Encoding: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary';

/** Whether an element is `wsse:Security`. */
export function isSecurityHeader({ name, namespace }: XmlElement): boolean {
  return name === 'Security' && namespace === wsseNamespace;
}

/**
 * A Timestamp (SOAP Message Security 1.1.1, section 10), without the declaration of `wsu`.
 *
 * @param now Milliseconds since 1970.
 * @param seconds Until it expires.
 */
export function timestampText(now: number, seconds: number): string {
  const [created, expires] = [now, now + seconds * 1000].map((time) =>
    new Date(time).toISOString(),
  );
  return (
    `<wsu:Timestamp wsu:Id="Timestamp"><wsu:Created>${created}</wsu:Created>` +
    `<wsu:Expires>${expires}</wsu:Expires></wsu:Timestamp>`
  );
}

/**
 * The digest of a password in base64: SHA-1 of nonce, Created and password (UsernameToken Profile
 * 1.1.1, section 3.1).
 */
export function digestOf(nonce: Uint8Array, created: string, password: string): string {
  const text = encodeUtf8(created + password);
  const bytes = new Uint8Array(nonce.length + text.length);
  bytes.set(nonce);
  bytes.set(text, nonce.length);
  return bytesToBase64(sha1(bytes));
}

/**
 * SHA-1 (FIPS 180-4, section 6.1), because that of web standards is asynchronous. The digest of a
 * password in WS-Security has no other algorithm.
 */
export function sha1(message: Uint8Array): Uint8Array {
  const blocks = padded(message);
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const words = new Int32Array(80);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let index = 0; index < 16; index++) words[index] = blocks.getInt32(at + index * 4);
    for (let index = 16; index < 80; index++) {
      const mixed =
        word(words, index - 3) ^
        word(words, index - 8) ^
        word(words, index - 14) ^
        word(words, index - 16);
      words[index] = rotate(mixed, 1);
    }
    compress(state, words);
  }
  const digest = new DataView(new ArrayBuffer(20));
  for (const [index, value] of state.entries()) digest.setInt32(index * 4, value);
  return new Uint8Array(digest.buffer);
}

/** The message with a one bit, zeros and its length in bits, in whole blocks. */
function padded(message: Uint8Array): DataView {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const bytes = new Uint8Array(length);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(length - 4, (message.length * 8) >>> 0);
  return view;
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let round = 0; round < 80; round++) {
    const sum = rotate(a, 5) + mix(round, b, c, d) + e + constant(round) + word(words, round);
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = sum | 0;
  }
  [a, b, c, d, e].forEach((value, index) => {
    state[index] = word(state, index) + value;
  });
}

function mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return (b & c) | (~b & d);
  return round >= 40 && round < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
}

function constant(round: number): number {
  if (round < 40) return round < 20 ? 0x5a827999 : 0x6ed9eba1;
  return round < 60 ? 0x8f1bbcdc : 0xca62c1d6;
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

function word(words: Int32Array, at: number): number {
  return words[at] ?? 0;
}
