import { decodeText } from '../text/encoding.ts';
import { inOnePiece, pieceLength } from '../xml/write-text.ts';

/**
 * Splits `name=value&…` into pairs, and decodes them like query strings and forms in ASP.NET: `+`
 * is a space, `%XX` a byte of the charset, `%uXXXX` a UTF-16 code unit (.NET proxies send these),
 * and any other `%` itself. `;` does not separate pairs. A part without `=` has no name and is
 * dropped.
 *
 * @param limit Largest number of pairs. If there are more, returns `undefined`.
 */
export function decodeForm(
  text: string,
  charset: string,
  limit: number,
): readonly (readonly [string, string])[] | undefined {
  const pairs: (readonly [string, string])[] = [];
  let start = 0;
  while (start < text.length) {
    let end = text.indexOf('&', start);
    if (end < 0) end = text.length;
    const equals = text.indexOf('=', start);
    if (equals >= start && equals < end) {
      if (pairs.length === limit) return undefined;
      pairs.push([
        decodeComponent(text.slice(start, equals), charset),
        decodeComponent(text.slice(equals + 1, end), charset),
      ]);
      start = end + 1;
    } else if (equals < 0) {
      break;
    } else {
      // Parts before the `&` that precedes the next `=` have no name: skip them in one step.
      start = text.lastIndexOf('&', equals) + 1;
    }
  }
  return pairs;
}

/** Decodes one name or value. Never fails: invalid bytes become U+FFFD. */
export function decodeComponent(text: string, charset: string): string {
  const spaced = text.includes('+') ? text.replace(/\+/g, ' ') : text;
  if (!spaced.includes('%')) return spaced;
  if (charset === 'utf-8') {
    try {
      return decodeURIComponent(spaced);
    } catch {
      // Not only UTF-8 escapes; the loop below handles the rest.
    }
  }
  return decodeLoosely(spaced, charset);
}

function decodeLoosely(text: string, charset: string): string {
  let done = '';
  let result = '';
  let bytes: number[] = [];
  const flush = (): void => {
    if (bytes.length > 0) result += decodeText(Uint8Array.from(bytes), charset);
    bytes = [];
  };
  let at = 0;
  while (at < text.length) {
    if (text.charCodeAt(at) === 0x25) {
      const wide = text.charCodeAt(at + 1) === 0x75 ? hexadecimal(text, at + 2, 4) : -1;
      if (wide >= 0) {
        flush();
        result += String.fromCharCode(wide);
        at += 6;
        continue;
      }
      const byte = hexadecimal(text, at + 1, 2);
      if (byte >= 0) {
        bytes.push(byte);
        at += 3;
        continue;
      }
    }
    flush();
    const next = text.indexOf('%', at + 1);
    const end = next < 0 ? text.length : next;
    result += text.slice(at, end);
    at = end;
    if (result.length > pieceLength) {
      done += inOnePiece(result);
      result = '';
    }
  }
  flush();
  return done + result;
}

/** The number of `count` hexadecimal digits; -1 if there are fewer. */
function hexadecimal(text: string, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at++) {
    const digit = digitValue(text.charCodeAt(at));
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function digitValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
