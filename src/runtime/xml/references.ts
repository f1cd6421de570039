import { describeCharacter, isXmlChar, ncNameEnd } from './chars.ts';
import { malformed } from './error.ts';

const lineEnds = /\r\n?/g;
const attributeBlanks = /\r\n|[\t\n\r]/g;
const needsAttributeCare = /[\t\n\r&<]/;

/** The predefined entities (XML 1.0, 4.6) with their semicolon. */
const entities: readonly (readonly [string, number])[] = [
  ['lt;', 60],
  ['gt;', 62],
  ['amp;', 38],
  ['quot;', 34],
  ['apos;', 39],
];

/**
 * Reads the digits of a character reference; leading zeros are as many as somebody cares to write.
 */
function readCharacterReference(source: string, at: number, any: boolean): number {
  const hex = source.charCodeAt(at + 2) === 120;
  const first = at + (hex ? 3 : 2);
  let digit = first;
  let point = 0;
  for (; ; digit++) {
    const code = source.charCodeAt(digit);
    let value = -1;
    if (code >= 48 && code <= 57) value = code - 48;
    else if (hex && code >= 65 && code <= 70) value = code - 55;
    else if (hex && code >= 97 && code <= 102) value = code - 87;
    if (value < 0) break;
    // Stays above every character once it is, whatever follows.
    point = Math.min(point * (hex ? 16 : 10) + value, 0x110000);
  }
  if (digit === first || source.charCodeAt(digit) !== 59) {
    throw malformed(
      source,
      digit,
      `Invalid syntax for a ${hex ? 'hexadecimal' : 'decimal'} numeric entity reference.`,
    );
  }
  if (!isXmlChar(point) && !(any && point <= 0x10ffff)) {
    const number = (hex ? '0x' : '') + point.toString(hex ? 16 : 10).toUpperCase();
    throw malformed(source, at, `The character reference ${number} is an invalid character.`);
  }
  return point;
}

/**
 * The character a reference at `at` (its `&`) stands for; the reference ends with the next
 * semicolon.
 */
function readReference(source: string, at: number, any: boolean): number {
  if (source.charCodeAt(at + 1) === 35) return readCharacterReference(source, at, any);
  for (const [name, code] of entities) if (source.startsWith(name, at + 1)) return code;
  const end = ncNameEnd(source, at + 1);
  if (end === at + 1 || source.charCodeAt(end) !== 59) {
    throw malformed(source, end, 'An error occurred while parsing EntityName.');
  }
  throw malformed(source, at + 1, `Reference to undeclared entity '${source.slice(at + 1, end)}'.`);
}

/** Resolves references between `from` and `to`; what is between them goes through `literal`. */
function decodeReferences(
  source: string,
  from: number,
  to: number,
  literal: (text: string) => string,
  any: boolean,
): string {
  let out = '';
  let start = from;
  let ampersand = source.indexOf('&', from);
  while (ampersand >= 0 && ampersand < to) {
    const point = readReference(source, ampersand, any);
    const end = source.indexOf(';', ampersand) + 1;
    // A reference that ends after the text has met a delimiter, which none of its characters is.
    out += literal(source.slice(start, ampersand)) + String.fromCodePoint(point);
    start = end;
    ampersand = source.indexOf('&', start);
  }
  return out + literal(source.slice(start, to));
}

/** Line ends become LF (XML 1.0, 2.11). */
export function normalizeLineEnds(text: string): string {
  return text.indexOf('\r') < 0 ? text : text.replace(lineEnds, '\n');
}

function normalizeBlanks(text: string): string {
  return text.replace(attributeBlanks, ' ');
}

/**
 * Character data between two pieces of markup: line ends normalized, references resolved (XML 1.0,
 * 2.4, 2.11, 4.1).
 *
 * @param any whether references may be to characters that XML forbids
 * @throws XmlError `]]>` or a bad reference
 */
export function decodeText(source: string, from: number, to: number, any: boolean): string {
  const text = source.slice(from, to);
  const end = text.indexOf(']]>');
  if (end >= 0) throw malformed(source, from + end, "']]>' is not allowed in character data.");
  if (text.indexOf('&') < 0) return normalizeLineEnds(text);
  return decodeReferences(source, from, to, normalizeLineEnds, any);
}

/**
 * An attribute value: white space normalized as for CDATA, references resolved (XML 1.0, 3.3.3).
 *
 * @param any whether references may be to characters that XML forbids
 * @throws XmlError `<` or a bad reference
 */
export function decodeAttribute(source: string, from: number, to: number, any: boolean): string {
  const text = source.slice(from, to);
  if (!needsAttributeCare.test(text)) return text;
  const tag = text.indexOf('<');
  if (tag >= 0) {
    throw malformed(
      source,
      from + tag,
      `${describeCharacter('<', 0)}, is an invalid attribute character.`,
    );
  }
  if (text.indexOf('&') < 0) return normalizeBlanks(text);
  return decodeReferences(source, from, to, normalizeBlanks, any);
}
