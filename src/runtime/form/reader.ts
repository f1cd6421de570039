import {
  cannotConvert,
  convertBoolean,
  convertChar,
  convertDateTime,
  convertDecimal,
  convertFloat,
  convertInteger,
  convertSmall,
} from './convert.ts';
import { decodeForm } from './decode.ts';
import { FormError } from './form-error.ts';

/** ASP.NET's `aspnet:MaxHttpCollectionKeys`. */
const maxPairs = 1000;

/**
 * Parameters of an HTTP GET or POST call. Names match in any letter case, values of a repeated name
 * are joined by commas, and a parameter must be present when it is read. There is one method for
 * each built-in type that ASMX has on these bindings, named as in XML Schema, and `lexical` for all
 * others. Each throws a {@link FormError} with .NET's text.
 */
export class FormReader {
  readonly #values: Map<string, string[]> = new Map();

  /**
   * @param text Query string without `?`, or the form's body.
   * @param charset Charset of the bytes in `%XX`.
   */
  constructor(text: string, charset = 'utf-8') {
    if (text === '') return;
    const pairs = decodeForm(text, charset, maxPairs);
    if (pairs === undefined) {
      throw new FormError('Operation is not valid due to the current state of the object.');
    }
    for (const [name, value] of pairs) {
      const key = name.toLowerCase();
      const values = this.#values.get(key);
      if (values === undefined) this.#values.set(key, [value]);
      else values.push(value);
    }
  }

  /** All values, for request validation. */
  *entries(): Iterable<readonly [string, string]> {
    for (const [name, values] of this.#values) {
      for (const value of values) yield [name, value];
    }
  }

  string(name: string): string {
    const values = this.#values.get(name.toLowerCase());
    if (values === undefined) throw new FormError(`Missing parameter: ${name}.`);
    return values.length === 1 ? (values[0] ?? '') : values.join(',');
  }

  /** Whether an optional parameter is present. */
  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  /** Whether an optional parameter that is not a text has a value. Forms send empty fields. */
  isFilled(name: string): boolean {
    return this.#values.get(name.toLowerCase())?.some((value) => value !== '') === true;
  }

  /** Values of an array parameter, one for each occurrence of its name. */
  strings(name: string): readonly string[] {
    const values = this.#values.get(name.toLowerCase());
    if (values === undefined) {
      throw new FormError('Object reference not set to an instance of an object.');
    }
    return values;
  }

  /**
   * An array parameter of another type.
   *
   * @param read Reads one item from a form with only that item, such as `(item) =>
   *   item.int(name)`.
   */
  list<T>(name: string, read: (item: FormReader) => T): readonly T[] {
    return this.strings(name).map((value) => {
      const item = new FormReader('');
      item.#values.set(name.toLowerCase(), [value]);
      return read(item);
    });
  }

  /** A `byte[]`: a number for each occurrence of the name, as in ASMX. */
  bytes(name: string): Uint8Array {
    return Uint8Array.from(this.list(name, (item) => item.unsignedByte(name)));
  }

  /**
   * A value of an enumeration, or its number, as .NET reads enumerations here.
   *
   * @param type Name of the enumeration, for the error's text.
   */
  enumeration<Value extends string>(
    name: string,
    values: readonly Value[],
    type: string = name,
  ): Value {
    const text = this.#enumerated(name, type);
    const found = /^[+-]?[0-9]{1,9}$/.test(text) ? values[Number(text)] : undefined;
    const value = values.find((candidate) => candidate === text) ?? found;
    if (value !== undefined) return value;
    throw cannotConvert(this.string(name), type, `Requested value '${text}' was not found.`);
  }

  /**
   * Several values of an enumeration, separated by commas as .NET writes flags, or their number.
   * Contracts do not have the numbers of members: they are taken for 1, 2, 4 and so on, after a
   * first member `None` that is 0, as flags of .NET are declared.
   *
   * @param read The reader of the list in XML, where they are separated by blanks.
   * @param type Name of the list, for the error's text.
   * @param values The members, in their order.
   */
  flags<T>(
    name: string,
    read: (text: string) => T,
    type: string,
    values: readonly string[] = [],
  ): T {
    const text = this.#enumerated(name, type);
    try {
      return read(flagsOfNumber(text, values) ?? text.replace(/,/g, ' '));
    } catch {
      throw cannotConvert(this.string(name), type, `Requested value '${text}' was not found.`);
    }
  }

  /** The text of an enumeration, which .NET does not read from an empty one. */
  #enumerated(name: string, type: string): string {
    const text = this.string(name).trim();
    if (text !== '') return text;
    const reason = 'Must specify valid information for parsing in the string.';
    throw cannotConvert(this.string(name), type, reason);
  }

  boolean(name: string): boolean {
    return convertBoolean(this.string(name));
  }

  byte(name: string): number {
    return convertSmall(this.string(name), 'System.SByte', -128, 127);
  }

  short(name: string): number {
    return convertSmall(this.string(name), 'System.Int16', -32768, 32767);
  }

  int(name: string): number {
    return convertSmall(this.string(name), 'System.Int32', -2147483648, 2147483647);
  }

  long(name: string): bigint {
    return convertInteger(this.string(name), 'System.Int64', -(2n ** 63n), 2n ** 63n - 1n);
  }

  unsignedByte(name: string): number {
    return convertSmall(this.string(name), 'System.Byte', 0, 255);
  }

  unsignedShort(name: string): number {
    return convertSmall(this.string(name), 'System.UInt16', 0, 65535);
  }

  unsignedInt(name: string): number {
    return convertSmall(this.string(name), 'System.UInt32', 0, 4294967295);
  }

  unsignedLong(name: string): bigint {
    return convertInteger(this.string(name), 'System.UInt64', 0n, 2n ** 64n - 1n);
  }

  integer(name: string): bigint {
    return convertInteger(this.string(name), 'integer', undefined, undefined);
  }

  nonNegativeInteger(name: string): bigint {
    return convertInteger(this.string(name), 'nonNegativeInteger', 0n, undefined);
  }

  positiveInteger(name: string): bigint {
    return convertInteger(this.string(name), 'positiveInteger', 1n, undefined);
  }

  nonPositiveInteger(name: string): bigint {
    return convertInteger(this.string(name), 'nonPositiveInteger', undefined, 0n);
  }

  negativeInteger(name: string): bigint {
    return convertInteger(this.string(name), 'negativeInteger', undefined, -1n);
  }

  decimal(name: string): string {
    return convertDecimal(this.string(name));
  }

  float(name: string): number {
    return convertFloat(this.string(name), 'System.Single');
  }

  double(name: string): number {
    return convertFloat(this.string(name), 'System.Double');
  }

  dateTime(name: string): string {
    return convertDateTime(this.string(name));
  }

  char(name: string): string {
    return convertChar(this.string(name));
  }

  /**
   * A value, in XML form, of a type that ASMX does not support on these bindings.
   *
   * @param read The reader of that type. Its errors become a {@link FormError}.
   * @param type Name of the type, for the error's text.
   */
  lexical<T>(name: string, read: (text: string) => T, type: string): T {
    const text = this.string(name);
    try {
      return read(text);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw cannotConvert(text, type, reason);
    }
  }
}

/** The members that a number of flags has; `undefined` for other texts, and for unknown bits. */
function flagsOfNumber(text: string, values: readonly string[]): string | undefined {
  if (!/^[+-]?[0-9]{1,9}$/.test(text)) return undefined;
  const members = /^none$/i.test(values[0] ?? '') ? values.slice(1) : values;
  const number = Number(text);
  if (number < 0 || number >= 2 ** members.length) return undefined;
  return members.filter((_, bit) => (number & (2 ** bit)) !== 0).join(' ');
}
