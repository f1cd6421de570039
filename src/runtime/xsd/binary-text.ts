import { notEncodable } from '../xml/write-text.ts';
import { carryAs } from './bad-text.ts';
import { parseXsdBase64Binary, parseXsdHexBinary } from './binary.ts';
import type { LexicalScope } from './qname.ts';

/** A text without white space, after it was read as bytes. */
function checked<Scope>(
  text: string,
  parse: (text: string, scope?: Scope) => Uint8Array,
  scope?: Scope,
): string {
  const digits = text.replace(/[ \t\r\n]+/g, '');
  try {
    parse(text, scope);
  } catch (error) {
    throw carryAs(error, digits);
  }
  return digits;
}

/** A text that a user gives, without white space. */
function written(
  value: string,
  parse: (text: string) => Uint8Array,
  type: string,
  [owner, name]: readonly [owner: object | undefined, name: string],
): string {
  try {
    if (typeof value === 'string') return checked(value, parse);
  } catch {
    // The value is none of the type, like one that is no text.
  }
  throw notEncodable(`the text of ${type}`, value, owner, name);
}

/**
 * Reads `xs:base64Binary` as its text, without white space.
 *
 * @throws XmlError as {@link parseXsdBase64Binary}
 */
export function parseXsdBase64BinaryAsString(text: string): string {
  return checked(text, parseXsdBase64Binary);
}

/** Writes `xs:base64Binary` that is given as its text. */
export function formatXsdBase64BinaryAsString(value: string, owner?: object, name = ''): string {
  return written(value, parseXsdBase64Binary, 'a base64Binary', [owner, name]);
}

/**
 * Reads `xs:hexBinary` as its text, without white space, in the letter case that it has.
 *
 * @throws XmlError as {@link parseXsdHexBinary}
 */
export function parseXsdHexBinaryAsString(text: string, scope?: LexicalScope): string {
  return checked(text, parseXsdHexBinary, scope);
}

/** Writes `xs:hexBinary` that is given as its text. */
export function formatXsdHexBinaryAsString(value: string, owner?: object, name = ''): string {
  return written(value, parseXsdHexBinary, 'a hexBinary', [owner, name]);
}

/** Bytes in the text of an `xs:base64Binary`, for facets of length. */
export function base64Length(text: string): number {
  return (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
}

/** Bytes in the text of an `xs:hexBinary`, for facets of length. */
export function hexLength(text: string): number {
  return text.length / 2;
}
