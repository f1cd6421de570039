import { describeCharacter, isXmlChar, ncNameEnd } from './chars.ts';
import type { XmlInput } from './scope.ts';
import { malformed } from './xml-error.ts';

/** The predefined entities (XML 1.0, 4.6). */
export const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const characterNumber = /x[\da-fA-F]*|\d*/y;

/** The character that a numeric reference denotes. Any number of leading zeros is allowed. */
function readCharacterReference(input: XmlInput, at: number): string {
  const { source } = input;
  characterNumber.lastIndex = at + 2;
  characterNumber.test(source);
  const end = characterNumber.lastIndex;
  const hex = source.charCodeAt(at + 2) === 120;
  const digits = source.slice(at + (hex ? 3 : 2), end);
  if (digits === '' || source.charCodeAt(end) !== 59) {
    const kind = hex ? 'hexadecimal' : 'decimal';
    throw malformed(input, end, `Invalid syntax for a ${kind} numeric entity reference.`);
  }
  // All numbers beyond Unicode are reported as the first one.
  const point = Math.min(Number.parseInt(digits, hex ? 16 : 10), 0x110000);
  if (!isXmlChar(point) && !(input.anyCharacter && point < 0x110000)) {
    const number = (hex ? '0x' : '') + point.toString(hex ? 16 : 10).toUpperCase();
    throw malformed(input, at, `The character reference ${number} is an invalid character.`);
  }
  return String.fromCodePoint(point);
}

/** The character that the reference at `at`, the offset of its `&`, denotes. */
function readReference(input: XmlInput, at: number): string {
  const { source } = input;
  if (source.charCodeAt(at + 1) === 35) return readCharacterReference(input, at);
  const character = entities.get(source.slice(at + 1, source.indexOf(';', at)));
  if (character !== undefined) return character;
  const end = ncNameEnd(source, at + 1);
  if (end === at + 1 || source.charCodeAt(end) !== 59) {
    throw malformed(input, end, 'An error occurred while parsing EntityName.');
  }
  const name = source.slice(at + 1, end);
  throw malformed(input, at + 1, `Reference to undeclared entity '${name}'.`);
}

/**
 * Resolves references between `from` and `to`. The text between them is passed through `literal`.
 */
function decodeReferences(
  input: XmlInput,
  from: number,
  to: number,
  literal: (text: string) => string,
): string {
  const { source } = input;
  let out = '';
  let start = from;
  let ampersand = source.indexOf('&', from);
  while (ampersand >= 0 && ampersand < to) {
    // A reference contains no delimiter, so it ends before `to` or is an error.
    out += literal(source.slice(start, ampersand)) + readReference(input, ampersand);
    start = source.indexOf(';', ampersand) + 1;
    ampersand = source.indexOf('&', start);
  }
  return out + literal(source.slice(start, to));
}

/** Line ends become LF (XML 1.0, 2.11). */
export function normalizeLineEnds(text: string): string {
  return text.indexOf('\r') < 0 ? text : text.replace(/\r\n?/g, '\n');
}

function normalizeSpace(text: string): string {
  return text.replace(/\r\n|[\t\n\r]/g, ' ');
}

/**
 * Character data between two pieces of markup: line ends normalized, references resolved (XML 1.0,
 * 2.4, 2.11, 4.1).
 *
 * @throws XmlError `]]>` or a bad reference
 */
export function decodeText(input: XmlInput, from: number, to: number): string {
  const text = input.source.slice(from, to);
  const end = text.indexOf(']]>');
  if (end >= 0) throw malformed(input, from + end, "']]>' is not allowed in character data.");
  if (text.indexOf('&') < 0) return normalizeLineEnds(text);
  return decodeReferences(input, from, to, normalizeLineEnds);
}

/**
 * An attribute value: white space normalized as for CDATA, references resolved (XML 1.0, 3.3.3).
 *
 * @throws XmlError `<` or a bad reference
 */
export function decodeAttribute(input: XmlInput, from: number, to: number): string {
  const text = input.source.slice(from, to);
  if (!/[\t\n\r&<]/.test(text)) return text;
  const tag = text.indexOf('<');
  if (tag >= 0) {
    const message = `${describeCharacter('<', 0)}, is an invalid attribute character.`;
    throw malformed(input, from + tag, message);
  }
  if (text.indexOf('&') < 0) return normalizeSpace(text);
  return decodeReferences(input, from, to, normalizeSpace);
}
