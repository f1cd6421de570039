import { describeValue, EncodeError, notEncodable } from '../xml/write-text.ts';
import { XmlError } from '../xml/xml-error.ts';
import { acceptAs, carryAs, toldAs } from './bad-text.ts';
import { bytesFromBase64, bytesFromHex, bytesToBase64, bytesToHex } from './binary-tables.ts';
import type { LexicalScope } from './qname.ts';
import { trimBlanks } from './white-space.ts';

/** The methods of Uint8Array on newer platforms (ECMAScript 2026). */
interface NativeArrays {
  readonly fromBase64?: (text: string, options: { lastChunkHandling: 'strict' }) => Uint8Array;
  readonly fromHex?: (text: string) => Uint8Array;
}
interface NativeBytes {
  readonly toBase64?: () => string;
  readonly toHex?: () => string;
}
/** The part of Node's Buffer that is used. */
type NodeBytes = Uint8Array & { toString(encoding: 'base64' | 'hex'): string };
interface NodeBuffer {
  byteLength(text: string): number;
  from(text: string, encoding: 'base64' | 'hex'): NodeBytes;
  from(buffer: ArrayBufferLike, offset: number, length: number): NodeBytes;
}

const platform = globalThis as { readonly Buffer?: NodeBuffer };
const nativeArrays = Uint8Array as NativeArrays;

const blanks = /[ \t\r\n]+/g;
const hasBlanks = /[ \t\r\n]/;
const notBase64 = /[^A-Za-z0-9+/]/;
const notHex = /[^0-9A-Fa-f]/;
/** Possible last digits of an incomplete group: unused bits are zero. */
const lastOfTwo = 'AQgw';
const lastOfThree = 'AEIMQUYcgkosw048';
/** Below this size, Node allocates Buffers from a pool, which callers must not see. */
const POOLED = 8192;
/**
 * Bytes encoded at once, in whole groups of three. The whole text is then concatenated once with
 * its surroundings. A long text by itself is memory that the system allocates and frees each time.
 */
const PIECE = 24_576;
/** Above this size, Node passes the text to the engine without a copy, so one piece is faster. */
const WHOLE = 786_432;
const SHOWN = 40;

function badBinary(text: string, dotnet: string, xsd: string): XmlError {
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
  // In .NET a parser error, unlike those of other types: ASMX reports it like malformed XML.
  const message = `'${shown}' is not a valid ${dotnet} text sequence.`;
  return toldAs(new XmlError('malformed', message, 'value'), shown, xsd);
}

function withoutBlanks(text: string): string {
  return hasBlanks.test(text) ? text.replace(blanks, '') : text;
}

/** Bytes of a Buffer as a plain array. */
function plainBytes(bytes: NodeBytes): Uint8Array {
  return bytes.length < POOLED
    ? new Uint8Array(bytes)
    : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function nodeBytes(buffer: NodeBuffer, value: Uint8Array): NodeBytes {
  return buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

function checkBytes(value: Uint8Array): void {
  // By name, because arrays of another realm are valid too.
  if (Object.prototype.toString.call(value) === '[object Uint8Array]') return;
  throw new EncodeError(`Expected a Uint8Array, got ${describeValue(value)}.`);
}

/**
 * Whether text without spaces is base64 in complete, padded groups (RFC 4648, 4; XML Schema 2,
 * 3.2.16).
 */
function isBase64(text: string): boolean {
  const { length } = text;
  if (length === 0) return true;
  if (length % 4 !== 0) return false;
  let digits = length;
  if (text.endsWith('==')) {
    digits -= 2;
    if (!lastOfTwo.includes(text.charAt(digits - 1))) return false;
  } else if (text.endsWith('=')) {
    digits -= 1;
    if (!lastOfThree.includes(text.charAt(digits - 1))) return false;
  }
  return !notBase64.test(digits === length ? text : text.slice(0, digits));
}

/**
 * Decodes long base64 in its usual form, without spaces. A Buffer skips anything that is not a
 * digit, so if it finds as many bytes as there are digits for, all are digits. That saves checking
 * each character twice. Buffers also accept the digits of base64url.
 *
 * @returns undefined if the text needs a closer check
 */
function decodeBase64(text: string): Uint8Array | undefined {
  const { Buffer } = platform;
  const { length } = text;
  if (Buffer === undefined || length < POOLED * 2 || length % 4 !== 0) return undefined;
  // It reads the lower byte of other characters as a digit.
  if (Buffer.byteLength(text) !== length) return undefined;
  if (text.includes('-') || text.includes('_')) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const last = text.charAt(length - padding - 1);
  if (padding === 2 && !lastOfTwo.includes(last)) return undefined;
  if (padding === 1 && !lastOfThree.includes(last)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === (length / 4) * 3 - padding ? plainBytes(bytes) : undefined;
}

/** Bytes of a text whose padding is missing, or which has bits after the last byte. */
function looseBytes(text: string): Uint8Array | undefined {
  const digits = /^([A-Za-z0-9+/]+)={0,2}$/.exec(text)?.[1] ?? '';
  const rest = digits.length % 4;
  if (digits === '' || rest === 1) return undefined;
  return bytesFromBase64(digits + '='.repeat((4 - rest) % 4));
}

/**
 * Reads `xs:base64Binary` (XML Schema 2, 3.2.16) with spaces anywhere.
 *
 * @throws XmlError of kind `malformed`, as in .NET: not base64. If only its end is wrong, the error
 *   accepts the bytes
 */
export function parseXsdBase64Binary(text: string): Uint8Array {
  const quick = decodeBase64(text);
  if (quick !== undefined) return quick;
  const value = withoutBlanks(text);
  if (!isBase64(value)) {
    const error = acceptAs(badBinary(text, 'Base64', 'a base64Binary'), looseBytes(value));
    error.base64 = true;
    throw error;
  }
  if (nativeArrays.fromBase64 !== undefined) {
    return nativeArrays.fromBase64(value, { lastChunkHandling: 'strict' });
  }
  const { Buffer } = platform;
  return Buffer === undefined ? bytesFromBase64(value) : plainBytes(Buffer.from(value, 'base64'));
}

function encodeBase64(value: Uint8Array): string {
  const { toBase64 } = value as NativeBytes;
  if (toBase64 !== undefined) return toBase64.call(value);
  const { Buffer } = platform;
  return Buffer === undefined ? bytesToBase64(value) : nodeBytes(Buffer, value).toString('base64');
}

/** Writes `xs:base64Binary` without line breaks. */
export function formatXsdBase64Binary(value: Uint8Array): string {
  checkBytes(value);
  if (value.length <= PIECE || value.length > WHOLE) return encodeBase64(value);
  let text = '';
  for (let at = 0; at < value.length; at += PIECE) {
    text += encodeBase64(value.subarray(at, at + PIECE));
  }
  return text;
}

/**
 * Reads `xs:hexBinary` (XML Schema 2, 3.2.15) in either letter case. Unless the reader is strict,
 * spaces may be anywhere, as in .NET.
 *
 * @throws XmlError of kind `malformed`, as in .NET: not hexadecimal, or an odd number of digits
 */
export function parseXsdHexBinary(text: string, scope?: LexicalScope): Uint8Array {
  const value = scope?.strict === true ? trimBlanks(text) : withoutBlanks(text);
  if (value.length % 2 !== 0 || notHex.test(value)) throw badBinary(text, 'BinHex', 'a hexBinary');
  if (nativeArrays.fromHex !== undefined) return nativeArrays.fromHex(value);
  const { Buffer } = platform;
  return Buffer === undefined ? bytesFromHex(value) : plainBytes(Buffer.from(value, 'hex'));
}

/** Writes `xs:hexBinary` in its canonical form, upper case. */
export function formatXsdHexBinary(value: Uint8Array): string {
  checkBytes(value);
  const { toHex } = value as NativeBytes;
  if (toHex !== undefined) return toHex.call(value).toUpperCase();
  const { Buffer } = platform;
  if (Buffer === undefined) return bytesToHex(value);
  return nodeBytes(Buffer, value).toString('hex').toUpperCase();
}

/** A text without white space, after it was read as bytes. */
function checked<Scope>(
  text: string,
  parse: (text: string, scope?: Scope) => Uint8Array,
  scope?: Scope,
): string {
  const digits = withoutBlanks(text);
  try {
    parse(text, scope);
  } catch (error) {
    throw carryAs(error, digits);
  }
  return digits;
}

/** A text that a user gives, without white space. */
function written(value: string, parse: (text: string) => Uint8Array, type: string): string {
  try {
    if (typeof value === 'string') return checked(value, parse);
  } catch {
    // The value is none of the type, like one that is no text.
  }
  throw notEncodable(`the text of ${type}`, value);
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
export function formatXsdBase64BinaryAsString(value: string): string {
  return written(value, parseXsdBase64Binary, 'a base64Binary');
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
export function formatXsdHexBinaryAsString(value: string): string {
  return written(value, parseXsdHexBinary, 'a hexBinary');
}

/** Bytes in the text of an `xs:base64Binary`, for facets of length. */
export function base64Length(text: string): number {
  return (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
}

/** Bytes in the text of an `xs:hexBinary`, for facets of length. */
export function hexLength(text: string): number {
  return text.length / 2;
}
