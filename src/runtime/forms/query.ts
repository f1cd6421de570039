import { decodeText } from '../platform/globals.ts';
import type { Format, Simple } from '../types/description.ts';
import { asList } from '../types/message.ts';
import { unwritable } from '../types/value.ts';
import { outside } from '../values/text.ts';
import { describeValue, EncodeError, inOnePiece, pieceLength, within } from '../xml/writer.ts';

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Encodes text as the value of a query parameter. */
export function encodeQueryValue(text: string): string {
  return encodeURIComponent(text.replace(loneSurrogate, '\ufffd'));
}

/**
 * Encodes a path for a link: characters that would end it or have another meaning. Escapes stay
 * unchanged.
 */
export function linkPath(path: string): string {
  return path.replace(/[\s"<>\\^`{|}?#]|%(?![\da-f]{2})|[^\0-\x7f]/giu, encodeQueryValue);
}

/** Makes one slash of several in a row, as IIS does. */
export function singleSlashes(path: string): string {
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
}

/**
 * The one spelling of a path for all that mean the same (RFC 3986, section 6.2.2): one slash of
 * several, and escapes for characters that need them. Escapes of `/`, `\` and `%` stay, because
 * these would have another meaning, and so do those of control characters.
 */
export function canonicalPath(path: string): string {
  const single = singleSlashes(path);
  return linkPath(single.includes('%') ? single.replace(/(?:%[\da-f]{2})+/gi, decodeRun) : single);
}

/** Decodes escapes in a row, unless their bytes are no UTF-8. */
function decodeRun(run: string): string {
  const upper = run.toUpperCase();
  try {
    return decodeURIComponent(upper.replace(/%([01].|2[5F]|5C|7F)/g, '%25$1'));
  } catch {
    return upper;
  }
}

/** Decodes a part of a query: `+` is a space. Text that is not percent-encoded stays as it is. */
export function decodeQuery(text: string): string {
  const blanks = text.replace(/\+/g, ' ');
  try {
    return decodeURIComponent(blanks);
  } catch {
    return blanks;
  }
}

/** The parameters of a raw query, `name=value` or `name`, decoded. */
export function queryParameters(query: string): readonly string[] {
  return query.split('&').flatMap((one): string | [] => (one === '' ? [] : decodeQuery(one)));
}

/** A path or URL with a further part of its query. */
export function addQuery(url: string, added: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${added}`;
}

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

/**
 * Writes the parameters of an operation as a query string or form.
 *
 * @param input object with a property for each parameter
 * @throws EncodeError a value has a wrong type or is missing
 */
export function writeForm<T>(form: Form<T>, input: T): string {
  const parameters = form.parameters();
  if (parameters.length === 0) return '';
  return completed(input, () => {
    let written = '';
    for (const one of parameters) written += inProperty(one, input, writeParameter);
    return written.slice(1);
  });
}

/**
 * Writes the location of an operation whose parameters are in it (WSDL 1.1, 4.6).
 *
 * @param location with the name of each parameter in parentheses
 * @param input object with a property for each parameter
 * @throws EncodeError a value has a wrong type or is missing
 */
export function writeLocation<T>(form: Form<T>, location: string, input: T): string {
  const parameters = form.parameters();
  return completed(input, () =>
    location.replace(/\(([^()]*)\)/g, (whole, name) => {
      const found = parameters.find((one) => one.name === name);
      return found === undefined ? whole : inProperty(found, input, encodedValue);
    }),
  );
}

function completed<T>(input: T, write: () => string): string {
  try {
    return write();
  } catch (error) {
    throw unwritable(error, input);
  }
}

/** What is written of the property of a parameter. Errors name it. */
function inProperty(
  parameter: Parameter,
  input: unknown,
  write: (parameter: Parameter, value: unknown) => string,
): string {
  const { name, property = name } = parameter;
  try {
    return write(parameter, (input as Readonly<Record<string, unknown>>)[property]);
  } catch (error) {
    throw within(error, property);
  }
}

/** A parameter with a leading `&`; of a list and of bytes, any number of them. */
function writeParameter(parameter: Parameter, value: unknown): string {
  const { list, bytes, optional, empty } = parameter;
  const name = encodeURIComponent(parameter.name);
  const isAbsent = value === undefined || (value === null && (list || !empty));
  if (optional && isAbsent) return '';
  if (bytes) return encodeFormBytes(name, formBytes(parameter, formParameter(value)));
  if (!list) return `&${name}=${encodedText(parameter, value)}`;
  return asList(value as readonly unknown[])
    .map((item, index) => {
      try {
        return `&${name}=${encodedText(parameter, item)}`;
      } catch (error) {
        throw within(error, index);
      }
    })
    .join('');
}

function encodedText(parameter: Parameter, value: unknown): string {
  if (parameter.empty && (value === undefined || value === null)) return '';
  return encodedValue(parameter, value);
}

function encodedValue(parameter: Parameter, value: unknown): string {
  const given = parameter.needed ? formParameter(value) : value;
  return encodeFormValue(formText(parameter)(given as never));
}

/** What else a description says of a parameter. */
interface ParameterDetail {
  /** The property with its value. Default: its name. */
  readonly property?: string;
  /** Whether the value is a list, each item of which is a parameter of this name. */
  readonly list?: true;
  /**
   * Whether it may be left out; `'empty'` if an empty one has no value, either, and `'written'` if
   * only clients leave it out, as a list without items.
   */
  readonly optional?: true | 'empty' | 'written';
  /** Whether an empty text is sent for `null`, and without a value if it is not left out. */
  readonly empty?: true;
  /** Whether it must be sent although its property may have no value. */
  readonly needed?: true;
  /**
   * Whether it is a `byte[]`, for which ASMX has a number for each byte; the type of its bytes, if
   * its value is their text.
   */
  readonly bytes?: true | Simple;
  /** Whether it is a list of flags, which .NET separates by commas. */
  readonly flags?: true;
  /** Gives the text of a form for that of XML, where .NET has another one. */
  readonly text?: (text: string) => string;
  /** The built-in type whose texts ASMX reads, if the value has another type in the program. */
  readonly wire?: Simple;
  /** Name of the type in the errors of a server, if it is none that ASMX has in forms. */
  readonly label?: string;
}

/** A parameter of a query string, form or location. */
export interface Parameter extends ParameterDetail {
  readonly name: string;
  readonly type: Simple;
}

/** The parameters of an operation over HTTP GET and POST (WSDL 1.1, 4). */
export interface Form<T = unknown> {
  readonly parameters: () => readonly Parameter[];
  /** Never present: carries the type of the input. */
  readonly types?: T;
}

/** What generated code calls a form, because contracts have types `Form`. */
export type FormParameters<T> = Form<T>;

/** The parameters of an operation, in the order of the contract. */
export function form<T>(parameters: () => readonly Parameter[]): Form<T> {
  return { parameters };
}

/** A parameter. The type of a list is that of its items. */
export function parameter(name: string, type: Simple, detail?: ParameterDetail): Parameter {
  return { name, type, ...detail };
}

/** The bytes of a value. */
function formBytes({ type, bytes }: Parameter, value: unknown): Uint8Array {
  const isText = bytes !== undefined && bytes !== true;
  return (isText ? bytes.parse(type.raw(value as never), outside) : value) as Uint8Array;
}

/** The text of a value of a parameter, not encoded. */
function formText({ type, flags, text }: Parameter): Format {
  return (value) => {
    const written = type.raw(value);
    return flags ? written.replace(/ /g, ', ') : (text?.(written) ?? written);
  };
}

/**
 * Percent-encodes a name or value as UTF-8: everything but the unreserved characters of RFC 3986.
 * Spaces become `%20`, which every server decodes alike in query strings and forms.
 *
 * @throws URIError the text has half of a surrogate pair
 */
export function encodeFormValue(text: string): string {
  const encoded = encodeURIComponent(text);
  return /[!'()*]/.test(encoded) ? encoded.replace(/[!'()*]/g, encodeSign) : encoded;
}

/**
 * A parameter that must be present, because its value cannot be an empty text.
 *
 * @throws EncodeError it is absent or null
 */
function formParameter<Value>(value: Value | null | undefined): Value {
  if (value !== undefined && value !== null) return value;
  throw new EncodeError(
    `Expected a value, got ${describeValue(value)}: GET and POST need every parameter, ` +
      'and only a string can be empty.',
  );
}

/**
 * The parameter of a `byte[]` as in ASMX: its encoded name once for each byte, each with a leading
 * `&`.
 */
function encodeFormBytes(name: string, bytes: Uint8Array): string {
  let form = '';
  for (const byte of bytes) form += `&${name}=${byte}`;
  return form;
}

/** The text of a `char`: the character itself, which XML has as a number. */
export function formChar(text: string): string {
  return String.fromCharCode(Number(text));
}

/** The text of a `float` or `double`: .NET's word for infinity, not that of XML Schema. */
export function formFloat(text: string): string {
  return text.replace('INF', 'Infinity');
}

function encodeSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
