import { bytesFromBase64, bytesFromHex, bytesToBase64, bytesToHex } from '../platform/globals.ts';
import { resolveQName } from '../xml/capture.ts';
import { isBlank, isNcName, XmlError, type XmlQName, XmlValueError } from '../xml/errors.ts';
import type { IdName, XmlReader } from '../xml/reader.ts';
import { describeValue, EncodeError, notEncodable } from '../xml/writer.ts';

const inner = /[\t\n\r]/g;
const needsCollapse = /[\t\n\r]|^ | $| {2}/;
const runs = /[ \t\n\r]+/g;

/** Removes surrounding white space: XML's four characters only. */
export function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text.charCodeAt(from))) from += 1;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}

/**
 * The `replace` rule of `xs:normalizedString` (XML Schema 2, 4.3.6): TAB, LF and CR become spaces.
 */
export function replaceWhiteSpace(text: string): string {
  return text.replace(inner, ' ');
}

/**
 * The `collapse` rule of `xs:token` (XML Schema 2, 4.3.6): runs of white space become one space,
 * and none is left at the ends.
 */
export function collapse(text: string): string {
  return needsCollapse.test(text) ? trimBlanks(text.replace(runs, ' ')) : text;
}

/** Length of a value in error messages. */
const CUT_LENGTH = 1000;

/** .NET's error for text that is not of `type`, such as `Boolean`. */
export function badText(text: string, type: string): XmlValueError {
  return new XmlValueError(`The string '${cut(text)}' is not a valid ${type} value.`);
}

/**
 * An error whose message is .NET's. Clients quote the text and name its type in XML Schema instead.
 *
 * @param type with its article, such as `an int`
 */
export function toldAs<Failure extends XmlError>(
  error: Failure,
  text: string,
  type: string,
): Failure {
  error.told = `'${cut(text)}' is not ${type}.`;
  return error;
}

/** A text as error messages quote it. */
export function cut(text: string): string {
  return text.length > CUT_LENGTH ? `${text.slice(0, CUT_LENGTH)}...` : text;
}

/** An error whose value, for lenient readers, is `carried`: the text read as a similar type. */
export function carryAs(error: unknown, carried: unknown): unknown {
  return error instanceof XmlError ? error.carry(carried) : error;
}

/** An error for a text that .NET reads as `value`, although XML Schema refuses it. */
export function acceptAs<Failure extends XmlError>(error: Failure, value: unknown): Failure {
  if (value !== undefined) {
    error.carry(value);
    error.accepted = true;
  }
  return error;
}

/** Invalid, but unambiguous: other letter case, and words that UPnP devices sent at first. */
const looseBooleans: ReadonlyMap<string, boolean> = /* @__PURE__ */ new Map([
  ['true', true],
  ['false', false],
  ['yes', true],
  ['no', false],
]);

/**
 * Reads `xs:boolean` (XML Schema 2, 3.2.2): `true`, `false`, `1`, `0`.
 *
 * @throws XmlValueError anything else
 */
export function parseXsdBoolean(text: string): boolean {
  if (text === 'true') return true;
  if (text === 'false') return false;
  const value = trimBlanks(text);
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  const error = badText(value, 'Boolean').carry(looseBooleans.get(value.toLowerCase()));
  throw toldAs(error, value, 'a boolean');
}

/** Writes `xs:boolean`. */
export function formatXsdBoolean(value: boolean): string {
  if (value === true) return 'true';
  if (value === false) return 'false';
  throw notEncodable('a boolean', value);
}

/**
 * Characters of names in XML 1.0 up to its fourth edition, appendix B: what .NET, libxml2 and
 * XML Schema 1.0 mean by a name. The fifth edition allows nearly all (`chars.ts`).
 */

/** Letter, and the underscore: code points and ranges of them, in hexadecimal digits. */
const starting =
  '41-5a 5f 61-7a c0-d6 d8-f6 f8-131 134-13e 141-148 14a-17e 180-1c3 1cd-1f0 1f4-1f5 ' +
  '1fa-217 250-2a8 2bb-2c1 386 388-38a 38c 38e-3a1 3a3-3ce 3d0-3d6 3da 3dc 3de 3e0 3e2-3f3 ' +
  '401-40c 40e-44f 451-45c 45e-481 490-4c4 4c7-4c8 4cb-4cc 4d0-4eb 4ee-4f5 4f8-4f9 531-556 ' +
  '559 561-586 5d0-5ea 5f0-5f2 621-63a 641-64a 671-6b7 6ba-6be 6c0-6ce 6d0-6d3 6d5 6e5-6e6 ' +
  '905-939 93d 958-961 985-98c 98f-990 993-9a8 9aa-9b0 9b2 9b6-9b9 9dc-9dd 9df-9e1 9f0-9f1 ' +
  'a05-a0a a0f-a10 a13-a28 a2a-a30 a32-a33 a35-a36 a38-a39 a59-a5c a5e a72-a74 a85-a8b a8d ' +
  'a8f-a91 a93-aa8 aaa-ab0 ab2-ab3 ab5-ab9 abd ae0 b05-b0c b0f-b10 b13-b28 b2a-b30 b32-b33 ' +
  'b36-b39 b3d b5c-b5d b5f-b61 b85-b8a b8e-b90 b92-b95 b99-b9a b9c b9e-b9f ba3-ba4 ba8-baa ' +
  'bae-bb5 bb7-bb9 c05-c0c c0e-c10 c12-c28 c2a-c33 c35-c39 c60-c61 c85-c8c c8e-c90 c92-ca8 ' +
  'caa-cb3 cb5-cb9 cde ce0-ce1 d05-d0c d0e-d10 d12-d28 d2a-d39 d60-d61 e01-e2e e30 e32-e33 ' +
  'e40-e45 e81-e82 e84 e87-e88 e8a e8d e94-e97 e99-e9f ea1-ea3 ea5 ea7 eaa-eab ead-eae eb0 ' +
  'eb2-eb3 ebd ec0-ec4 f40-f47 f49-f69 10a0-10c5 10d0-10f6 1100 1102-1103 1105-1107 1109 ' +
  '110b-110c 110e-1112 113c 113e 1140 114c 114e 1150 1154-1155 1159 115f-1161 1163 1165 ' +
  '1167 1169 116d-116e 1172-1173 1175 119e 11a8 11ab 11ae-11af 11b7-11b8 11ba 11bc-11c2 ' +
  '11eb 11f0 11f9 1e00-1e9b 1ea0-1ef9 1f00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 ' +
  '1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fbc 1fbe 1fc2-1fc4 1fc6-1fcc 1fd0-1fd3 ' +
  '1fd6-1fdb 1fe0-1fec 1ff2-1ff4 1ff6-1ffc 2126 212a-212b 212e 2180-2182 3007 3021-3029 ' +
  '3041-3094 30a1-30fa 3105-312c 4e00-9fa5 ac00-d7a3';

/** Digit, CombiningChar, Extender, the full stop and the hyphen. */
const following =
  '2d-2e 30-39 b7 2d0-2d1 300-345 360-361 387 483-486 591-5a1 5a3-5b9 5bb-5bd 5bf 5c1-5c2 ' +
  '5c4 640 64b-652 660-669 670 6d6-6e4 6e7-6e8 6ea-6ed 6f0-6f9 901-903 93c 93e-94d 951-954 ' +
  '962-963 966-96f 981-983 9bc 9be-9c4 9c7-9c8 9cb-9cd 9d7 9e2-9e3 9e6-9ef a02 a3c a3e-a42 ' +
  'a47-a48 a4b-a4d a66-a71 a81-a83 abc abe-ac5 ac7-ac9 acb-acd ae6-aef b01-b03 b3c b3e-b43 ' +
  'b47-b48 b4b-b4d b56-b57 b66-b6f b82-b83 bbe-bc2 bc6-bc8 bca-bcd bd7 be7-bef c01-c03 ' +
  'c3e-c44 c46-c48 c4a-c4d c55-c56 c66-c6f c82-c83 cbe-cc4 cc6-cc8 cca-ccd cd5-cd6 ce6-cef ' +
  'd02-d03 d3e-d43 d46-d48 d4a-d4d d57 d66-d6f e31 e34-e3a e46-e4e e50-e59 eb1 eb4-eb9 ' +
  'ebb-ebc ec6 ec8-ecd ed0-ed9 f18-f19 f20-f29 f35 f37 f39 f3e-f3f f71-f84 f86-f8b f90-f95 ' +
  'f97 f99-fad fb1-fb7 fb9 20d0-20dc 20e1 3005 302a-302f 3031-3035 3099-309a 309d-309e ' +
  '30fc-30fe';

/** The inside of a character class with the characters of a list. */
function classOf(list: string): string {
  return list.replace(/[\da-f]+/g, (code) => `\\u${code.padStart(4, '0')}`).replace(/ /g, '');
}

/** Characters at the start of a name, and anywhere in it, to be put into `[` and `]`. */
interface NameLetters {
  readonly start: string;
  readonly part: string;
}

let made: NameLetters | undefined;

/** The characters of names without colons, as character classes. */
export function nameLetters(): NameLetters {
  if (made === undefined) {
    const start = classOf(starting);
    made = { start, part: start + classOf(following) };
  }
  return made;
}

/**
 * A pattern of XML Schema with `\\i` and `\\c`, the characters at the start of names and in them
 * (part 2, appendix F), which are too many to be in generated code.
 *
 * @param source in which these stand for the inside of a character class
 */
export function namePattern(source: string): RegExp {
  const { start, part } = nameLetters();
  const whole = source.replace(/\\(.)/gs, (one, kind: string) =>
    kind === 'i' ? `:${start}` : kind === 'c' ? `:${part}` : one,
  );
  return new RegExp(whole, 'u');
}

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
const SHOWN_BASE64 = 40;

function badBinary(text: string, dotnet: string, xsd: string): XmlError {
  const shown = text.length > SHOWN_BASE64 ? `${text.slice(0, SHOWN_BASE64)}...` : text;
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

/** The scope of a text that is read, which resolves its prefixes. {@link XmlReader} is one. */
export interface LexicalScope {
  /**
   * Whether to check lexical forms that .NET does not: names such as `xs:NCName`, and
   * `xs:hexBinary`.
   */
  readonly strict: boolean;
  /** Whether the text may be of several types, which are told apart by the form of names. */
  readonly inUnion?: boolean | undefined;
  /** Collects the IDs and references in the text, if they are checked. */
  readonly names?: IdName[] | undefined;
  /** The URI of a prefix; `''` for the default namespace. */
  lookup(prefix: string): string | undefined;
  /** Resolves a QName, if names are not written with prefixes. */
  readonly resolveQName?: ((text: string) => XmlQName) | undefined;
}

/** The scope of a text that is written, which decides how qualified names are written. */
export interface QNameScope {
  qualify(namespace: string, local: string): string;
}

function isQName(text: string): boolean {
  const colon = text.indexOf(':');
  if (colon < 0) return isNcName(text);
  return isNcName(text.slice(0, colon)) && isNcName(text.slice(colon + 1));
}

/**
 * A qualified name in the form of generated code: `{namespace}local`, or only the local name if
 * there is no namespace.
 */
function clarkName(namespace: string, local: string): string {
  return namespace === '' ? local : `{${namespace}}${local}`;
}

/** Splits `{namespace}local`; `undefined` for anything else. */
function splitClarkName(name: string): XmlQName | undefined {
  // a URI may contain a brace, a local name may not
  const end = name.startsWith('{') ? name.lastIndexOf('}') : 0;
  const local = end > 0 ? name.slice(end + 1) : name;
  if (end < 0 || !isNcName(local)) return undefined;
  return { namespace: end > 0 ? name.slice(1, end) : '', local };
}

/**
 * Reads `xs:QName` or `xs:NOTATION` (XML Schema 2, 3.2.18) as `{namespace}local`, or only the local
 * name if there is no namespace.
 *
 * @throws XmlValueError not a QName, or its prefix is not declared
 */
export function parseXsdQName(text: string, scope: LexicalScope): string {
  const value = trimBlanks(text);
  if (scope !== clarkNames && !isQName(value)) throw badText(text, 'QName').carry(value);
  const { namespace, local } = scope.resolveQName?.(value) ?? resolveQName(scope, value);
  return clarkName(namespace, local);
}

/** Writes `xs:QName` or `xs:NOTATION` given as `{namespace}local`. */
export function formatXsdQName(value: string, scope: QNameScope): string {
  const parts = typeof value === 'string' ? splitClarkName(value) : undefined;
  if (parts === undefined) throw notEncodable("a QName as '{namespace}local'", value);
  return scope.qualify(parts.namespace, parts.local);
}

/**
 * The scope of texts outside XML, such as HTTP parameters and constants of the contract, whose
 * names include their namespaces.
 */
export const clarkNames: LexicalScope & QNameScope = {
  strict: false,
  lookup: () => undefined,
  resolveQName(text) {
    const name = splitClarkName(text);
    if (name === undefined) throw badText(text, '{namespace}local');
    return name;
  },
  qualify: clarkName,
};

/** The same in place of a reader, for parsers of types. */
export const outside: XmlReader = clarkNames as unknown as XmlReader;

/** The error for text that violates a facet; lenient readers use `value`. */
export function notValid(text: string, rule: string, value: unknown): XmlValueError {
  const shown = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  return new XmlValueError(`'${shown}' ${rule}.`).carry(value);
}

/** The error for a value that violates a facet. */
export function notWritable(rule: string): EncodeError {
  return new EncodeError(`The value ${rule}.`);
}
