import { unwritable } from '../codec/path.ts';
import { asList } from '../codec/value.ts';
import { describeValue, EncodeError } from '../xml/write-text.ts';

/** How a parameter of a query string or form is written. */
export interface ParameterWriter {
  /** Its name, percent-encoded. */
  readonly name: string;
  /** The property with its value. Default: `name`. */
  readonly property?: string;
  /** Gives the text of a value, not encoded. Without it, the value is a `byte[]`. */
  readonly text?: (value: never, owner: object, name: string) => string;
  /** Gives the bytes of a `byte[]` that is given as its text. */
  readonly bytes?: (text: string) => Uint8Array;
  /** Whether the value is a list, each item of which is a parameter of this name. */
  readonly list?: true;
  /** Whether it is left out without a value. */
  readonly optional?: true;
  /** Whether an empty text is sent for `null`, and without a value if it is not left out. */
  readonly empty?: true;
}

/** The parameters of a query string or form, in the order of the contract. */
export type ParameterWriters = readonly [ParameterWriter, ...ParameterWriter[]];

/**
 * Writes the parameters of an operation as a query string or form.
 *
 * @param input object with a property for each parameter
 * @throws EncodeError a value has a wrong type or is missing
 */
export function writeForm(input: object, parameters: ParameterWriters): string {
  try {
    let form = '';
    for (const parameter of parameters) form += writeParameter(parameter, input);
    return form.slice(1);
  } catch (error) {
    throw unwritable(error, input);
  }
}

/** A parameter with a leading `&`; for a list and for bytes, any number of them. */
function writeParameter(parameter: ParameterWriter, input: object): string {
  const { name, property = name, text, bytes, list, optional, empty } = parameter;
  const value = (input as Readonly<Record<string, unknown>>)[property];
  const isAbsent = value === undefined || (value === null && (list || !empty));
  if (optional && isAbsent) return '';
  if (!text) {
    const given = formParameter(value, input, property) as Uint8Array & string;
    return encodeFormBytes(name, bytes?.(given) ?? given);
  }
  if (!list) return writeOne(parameter, value, input, property);
  const items = asList(value as readonly unknown[], input, property);
  return items.map((item, index) => writeOne(parameter, item, items, String(index))).join('');
}

/** @param owner the object or list with the value, and its `key` there */
function writeOne(parameter: ParameterWriter, value: unknown, owner: object, key: string): string {
  const { name, text, empty } = parameter;
  if (!text || (empty && (value === undefined || value === null))) return `&${name}=`;
  return `&${name}=${encodeFormValue(text(value as never, owner, key))}`;
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
 * @param owner object that has the value, for the error
 * @throws EncodeError it is absent or null
 */
export function formParameter<Value>(
  value: Value | null | undefined,
  owner?: object,
  name = '',
): Value {
  if (value !== undefined && value !== null) return value;
  throw new EncodeError(
    `Expected a value, got ${describeValue(value)}: GET and POST need every parameter, ` +
      'and only a string can be empty.',
    owner,
    name,
  );
}

/**
 * The parameter of a `byte[]` as in ASMX: its encoded name once for each byte, each with a leading
 * `&`.
 */
export function encodeFormBytes(name: string, bytes: Uint8Array): string {
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

/** The text of a list of flags, which .NET separates by commas. */
export function formFlags(text: string): string {
  return text.replace(/ /g, ', ');
}

function encodeSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
