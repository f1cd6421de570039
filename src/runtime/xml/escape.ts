import { EncodeError, notEncodable } from './write-error.ts';

// One test for the usual text, which has none of these; surrogates are looked at in pairs once
// there is one. The patterns are global, so that a hit says where it is without a match being made:
// between two texts their `lastIndex` is always 0.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const specialInText = /[&<>\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const specialInAttribute = /[&<>"\t\n\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/g;

/** What stands for a special character that XML can carry. */
function entityOf(code: number): string | undefined {
  switch (code) {
    case 38:
      return '&amp;';
    case 60:
      return '&lt;';
    case 62:
      return '&gt;';
    case 34:
      return '&quot;';
    case 9:
      return '&#x9;';
    case 10:
      return '&#xA;';
    case 13:
      return '&#xD;';
    default:
      return undefined;
  }
}

function forbidden(text: string, at: number, owner: object | undefined, name: string): EncodeError {
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return new EncodeError(`XML cannot carry the character U+${code} at index ${at}.`, owner, name);
}

/** Escapes a text in which `special` has just found its first character. */
function escapeSpecial(
  text: string,
  special: RegExp,
  owner: object | undefined,
  name: string,
): string {
  let out = '';
  let start = 0;
  do {
    const at = special.lastIndex - 1;
    const code = text.charCodeAt(at);
    const entity = entityOf(code);
    if (entity !== undefined) {
      out = `${out}${text.slice(start, at)}${entity}`;
      start = at + 1;
    } else {
      const low = text.charCodeAt(at + 1);
      if (!(code >= 0xd800 && code <= 0xdbff && low >= 0xdc00 && low <= 0xdfff)) {
        special.lastIndex = 0;
        throw forbidden(text, at, owner, name);
      }
      special.lastIndex = at + 2;
    }
  } while (special.test(text));
  return start === 0 ? text : out + text.slice(start);
}

/**
 * Escapes character data as ASMX does: `& < >` as entities, CR as `&#xD;`, everything else as it
 * is.
 *
 * @param owner object that holds the text, for the error
 * @throws EncodeError a character XML cannot carry, or half a surrogate pair
 */
export function escapeText(text: string, owner?: object | undefined, name = ''): string {
  return specialInText.test(text) ? escapeSpecial(text, specialInText, owner, name) : text;
}

/**
 * Escapes an attribute value for double quotes; also TAB, LF and CR, which a reader would turn into
 * blanks.
 *
 * @param owner object that holds the text, for the error
 * @throws EncodeError a character XML cannot carry, or half a surrogate pair
 */
export function escapeAttribute(text: string, owner?: object | undefined, name = ''): string {
  return specialInAttribute.test(text)
    ? escapeSpecial(text, specialInAttribute, owner, name)
    : text;
}

/** Writes a string as character data. */
export function formatXsdString(value: string, owner: object, name: string): string {
  if (typeof value !== 'string') throw notEncodable('a string', value, owner, name);
  return specialInText.test(value) ? escapeSpecial(value, specialInText, owner, name) : value;
}

/** Writes a string as an attribute value. */
export function formatXsdStringAttribute(value: string, owner: object, name: string): string {
  if (typeof value !== 'string') throw notEncodable('a string', value, owner, name);
  return specialInAttribute.test(value)
    ? escapeSpecial(value, specialInAttribute, owner, name)
    : value;
}

/** From this many UTF-16 code units on, what a list has written so far is made into one piece. */
export const pieceLength: number = 65_536;

/**
 * The same text, in one piece. Texts that are put together stay a tree of what they were made of
 * until a character is read. For a message of megabytes that tree outlives several
 * collections of garbage, and walking it misses every cache.
 */
export function inOnePiece(text: string): string {
  return text.charCodeAt(0) === 1 ? text.slice() : text;
}
