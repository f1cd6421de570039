const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const hexDigits = '0123456789ABCDEF';
const lowerHexDigits = '0123456789abcdef';

/** Value of each base64 digit by its code. */
const base64Values: Uint8Array = /* @__PURE__ */ valuesOf(alphabet);

/** Value of each hexadecimal digit by its code, in both letter cases. */
const hexValues: Uint8Array = /* @__PURE__ */ valuesOf(hexDigits, lowerHexDigits);

function valuesOf(...digits: readonly string[]): Uint8Array {
  const values = new Uint8Array(128);
  for (const list of digits) {
    for (let value = 0; value < list.length; value++) values[list.charCodeAt(value)] = value;
  }
  return values;
}

/** Decodes base64 that is valid and has no spaces, on platforms without a decoder. */
export function bytesFromBase64(text: string): Uint8Array {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  const digit = (at: number): number => base64Values[text.charCodeAt(at)] ?? 0;
  let to = 0;
  for (let at = 0; at < text.length; at += 4) {
    const group = (digit(at) << 18) | (digit(at + 1) << 12) | (digit(at + 2) << 6) | digit(at + 3);
    // Writes beyond the end of the array, in place of padding, have no effect.
    bytes[to++] = group >> 16;
    bytes[to++] = (group >> 8) & 255;
    bytes[to++] = group & 255;
  }
  return bytes;
}

/** Encodes bytes as base64, on platforms without an encoder. */
export function bytesToBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const first = bytes[at] ?? 0;
    const second = bytes[at + 1];
    const third = bytes[at + 2];
    const group = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    text += alphabet.charAt(group >> 18) + alphabet.charAt((group >> 12) & 63);
    text += second === undefined ? '=' : alphabet.charAt((group >> 6) & 63);
    text += third === undefined ? '=' : alphabet.charAt(group & 63);
  }
  return text;
}

/** Decodes valid hexadecimal digits. */
export function bytesFromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    const high = hexValues[text.charCodeAt(at * 2)] ?? 0;
    bytes[at] = high * 16 + (hexValues[text.charCodeAt(at * 2 + 1)] ?? 0);
  }
  return bytes;
}

/** Encodes bytes as hexadecimal digits in upper case. */
export function bytesToHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexDigits.charAt(byte >> 4) + hexDigits.charAt(byte & 15);
  return text;
}
