import { dateTime } from '../types/date.ts';
import type { Simple } from '../types/description.ts';
import { string } from '../types/message.ts';
import {
  boolean,
  byte,
  decimal,
  double,
  float,
  int,
  integer,
  long,
  negativeInteger,
  nonNegativeInteger,
  nonPositiveInteger,
  positiveInteger,
  short,
  unsignedByte,
  unsignedInt,
  unsignedLong,
  unsignedShort,
} from '../types/number.ts';
import { char } from '../types/text.ts';
import { outside } from '../values/text.ts';
import { decodeForm, type Form, type Parameter } from './query.ts';

type Conversion = (form: FormReader, name: string) => unknown;

/** The types that ASMX has in forms, where their texts are not those of XML. */
const conversions: ReadonlyMap<Simple, Conversion> = /* @__PURE__ */ new Map<Simple, Conversion>([
  [string, (form, name) => form.string(name)],
  [boolean, (form, name) => form.boolean(name)],
  [byte, (form, name) => form.byte(name)],
  [short, (form, name) => form.short(name)],
  [int, (form, name) => form.int(name)],
  [long, (form, name) => form.long(name)],
  [unsignedByte, (form, name) => form.unsignedByte(name)],
  [unsignedShort, (form, name) => form.unsignedShort(name)],
  [unsignedInt, (form, name) => form.unsignedInt(name)],
  [unsignedLong, (form, name) => form.unsignedLong(name)],
  [integer, (form, name) => form.integer(name)],
  [nonNegativeInteger, (form, name) => form.nonNegativeInteger(name)],
  [positiveInteger, (form, name) => form.positiveInteger(name)],
  [nonPositiveInteger, (form, name) => form.nonPositiveInteger(name)],
  [negativeInteger, (form, name) => form.negativeInteger(name)],
  [decimal, (form, name) => form.decimal(name)],
  [float, (form, name) => form.float(name)],
  [double, (form, name) => form.double(name)],
  [dateTime, (form, name) => form.dateTime(name)],
  [char, (form, name) => form.char(name)],
]);

/**
 * Reads the parameters of an operation. Properties without a parameter are absent.
 *
 * @throws FormError a parameter is missing, or its text has no value
 */
export function readForm<T>(form: Form<T>, given: FormReader): T {
  const value: Record<string, unknown> = {};
  for (const one of form.parameters()) {
    const { name, property = name } = one;
    value[property] = isAbsent(one, given) ? undefined : readParameter(one, given);
  }
  return value as T;
}

/** Whether a parameter is left out. Forms send empty fields. */
function isAbsent({ name, optional }: Parameter, form: FormReader): boolean {
  if (optional === undefined || optional === 'written') return false;
  return !(optional === 'empty' ? form.isFilled(name) : form.has(name));
}

function readParameter(parameter: Parameter, form: FormReader): unknown {
  const { name, bytes, list } = parameter;
  if (bytes === true) return form.bytes(name);
  if (bytes !== undefined) return bytes.raw(form.bytes(name) as never);
  return list ? form.list(name, (item) => readOne(parameter, item)) : readOne(parameter, form);
}

function readOne(parameter: Parameter, form: FormReader): unknown {
  const { name, type, wire, flags, label = name } = parameter;
  const conversion = conversions.get(wire ?? type);
  if (conversion !== undefined) {
    const value = conversion(form, name);
    if (wire === undefined) return value;
    const text = wire.raw(value as never);
    return form.lexical(name, () => type.parse(text, outside), label);
  }
  const values = type.enumerated ? (type.json?.enum as readonly string[]) : [];
  if (typeof values[0] === 'string') return form.enumeration(name, values, label);
  const parse = (text: string): unknown => type.parse(text, outside);
  if (!flags) return form.lexical(name, parse, label);
  const { items } = (type.json ?? {}) as { readonly items?: { readonly enum?: readonly string[] } };
  return form.flags(name, parse, label, items?.enum);
}

/** Reads a query string or form. */

/** A parameter of HTTP GET or POST that is missing or can't be converted. The message is .NET's. */
class FormError extends Error {
  override readonly name = 'FormError' as const;
}

/** Whether a caught value is a {@link FormError}. */
export function isFormError(error: unknown): error is FormError {
  return (
    typeof error === 'object' && error !== null && 'name' in error && error.name === 'FormError'
  );
}

/** A number of at most two digits, a longer one, which is a year, or the name of a month. */
interface Part {
  readonly kind: 'number' | 'year' | 'month';
  readonly value: number;
}

/** A day of the Gregorian calendar. */
type Day = readonly [year: number, month: number, day: number];

/** The day of two parts: without a year it is of this year, without a day the first. */
function dayOfPair(parts: readonly Part[]): Day | undefined {
  const { numbers, year, month } = sort(parts);
  const [first = 0, second = 0] = numbers;
  if (year !== undefined) return valid([year, month ?? first, 1]);
  if (month === undefined) return valid([today()[0], first, second]);
  // .NET writes a day after the name of its month, and a year before it
  const isYear = parts[0]?.kind === 'number';
  return valid(isYear ? [fullYear(first), month, 1] : [today()[0], month, first]);
}

/** The day of three parts, in which a month that is a number comes before the day. */
function dayOfTriple(parts: readonly Part[]): Day | undefined {
  const { numbers, year, month } = sort(parts);
  const [first = 0, second = 0, third = 0] = numbers;
  switch (numbers.length) {
    case 3:
      return valid([fullYear(third), first, second]);
    case 2:
      return month === undefined
        ? valid([year ?? 0, first, second])
        : (valid([fullYear(second), month, first]) ?? valid([fullYear(first), month, second]));
    default:
      return year === undefined || month === undefined ? undefined : valid([year, month, first]);
  }
}

function sort(parts: readonly Part[]): {
  readonly numbers: readonly number[];
  readonly year: number | undefined;
  readonly month: number | undefined;
} {
  const of = (kind: Part['kind']): readonly number[] =>
    parts.filter((part) => part.kind === kind).map(({ value }) => value);
  return { numbers: of('number'), year: of('year')[0], month: of('month')[0] };
}

/** .NET Framework's `GregorianCalendar.TwoDigitYearMax` is 2029. */
function fullYear(year: number): number {
  return year < 30 ? 2000 + year : 1900 + year;
}

/** Today in local time. */
function today(): Day {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()];
}

/** The day, if the calendar has it. It repeats after 400 years. */
function valid(day: Day): Day | undefined {
  const [year, month, date] = day;
  const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  if (year < 1 || year > 9999) return undefined;
  return month >= 1 && month <= 12 && date >= 1 && date <= last ? day : undefined;
}

/** The day of the week, from 0 for Sunday. */
function weekdayOf([year, month, day]: Day): number {
  return new Date(Date.UTC(2000 + (year % 400), month - 1, day)).getUTCDay();
}

const months: readonly string[] =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const weekdays: readonly string[] =
  'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

const numberPart = /(\d{1,8})(?!\d)/y;
const word = /[a-z]+/iy;
const clock = /(\d\d?)\s*:\s*(\d\d?)(?:\s*:\s*(\d\d?)(\.\d*|,\d+)?)?(?!\d|\s*:)/y;
const isoClock = /\s*t\s*(\d\d)\s*:\s*(\d\d)(?:\s*:\s*(\d\d)([.,]\d+)?)?(?!\d|\s*:)/iy;
const hourOfHalf = /(\d\d?)(?=\s*[ap]m(?![a-z]))/iy;
const offset = /([+-])(?:(\d\d?):(\d\d?)|(\d\d?)(\d\d)?)(?!\d)/y;
const era = /a\.d\.|ad(?![a-z])/iy;
const dateSeparator = /\s*[/-]/y;
const ignored = /[\s,.]+/y;

interface Clock {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly fraction: string;
}

const midnight: Clock = { hour: 0, minute: 0, second: 0, fraction: '' };

/**
 * Reads a date and time like .NET's `DateTime.Parse` in the invariant culture, and XML Schema's
 * form, in which it returns it. Months come before days, unless they are names. Years of two digits
 * are 1930 to 2029, as up to .NET 7 (.NET 8: 1950 to 2049). What is missing of a date is
 * of today, the first of the month, or midnight.
 *
 * @returns `undefined` for any other text
 */
function parseDateTime(text: string): string | undefined {
  const reader = new MomentReader(withoutHashes(text));
  while (!reader.isDone) if (!reader.step()) return undefined;
  return reader.finish();
}

/** The text between the marks of a date literal of Visual Basic. */
function withoutHashes(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 1 && trimmed.startsWith('#') && trimmed.endsWith('#')
    ? trimmed.slice(1, -1)
    : text;
}

class MomentReader {
  private readonly text: string;
  private at = 0;
  /** The parts of a date that is not complete. */
  private parts: Part[] = [];
  /** Whether a separator follows the last part. */
  private isOpen = false;
  private day: Day | undefined;
  private time: Clock | undefined;
  private zone = '';
  private half: string | undefined;
  private weekday: number | undefined;
  private hasEra = false;

  constructor(text: string) {
    this.text = text;
  }

  get isDone(): boolean {
    return this.at >= this.text.length;
  }

  /** Reads the next piece; `false` if it has no place here. */
  step(): boolean {
    if (this.take(ignored) !== null) return true;
    if (this.parts.length === 0 && this.readTime()) return true;
    const number = this.take(numberPart)?.[1];
    if (number !== undefined) {
      return this.addPart({ kind: number.length < 3 ? 'number' : 'year', value: Number(number) });
    }
    if (this.take(era) !== null) return this.addEra();
    const name = this.take(word)?.[0].toLowerCase();
    return name === undefined ? this.readOffset() : this.readWord(name);
  }

  /** XML Schema's form; `undefined` if a part is missing or impossible. */
  finish(): string | undefined {
    const { parts, isOpen } = this;
    if (parts.length > 0 && (isOpen || !this.setDay(dayOfPair(parts)))) return undefined;
    const { time, half, weekday } = this;
    if (time === undefined && (this.day === undefined || half !== undefined)) return undefined;
    const { hour, minute, second, fraction } = time ?? midnight;
    const ofDay = hourOfDay(hour, half);
    if (ofDay === undefined || minute > 59 || second > 59) return undefined;
    const day = this.day ?? today();
    if (weekday !== undefined && weekday !== weekdayOf(day)) return undefined;
    const [year, ...rest] = day;
    const date = [String(year).padStart(4, '0'), ...rest.map(two)].join('-');
    return `${date}T${[ofDay, minute, second].map(two).join(':')}${fraction}${this.zone}`;
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }

  /** Reads `13:05:06.07`, or the hour of `1 PM`. */
  private readTime(): boolean {
    const found = this.time === undefined ? (this.take(clock) ?? this.take(hourOfHalf)) : null;
    return found !== null && this.setTime(found);
  }

  private setTime([, hour, minute = '0', second = '0', fraction = '']: RegExpExecArray): boolean {
    this.time = {
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
      fraction: fraction === '.' ? '' : fraction.replace(',', '.'),
    };
    return true;
  }

  private addPart(part: Part): boolean {
    const { parts } = this;
    if (this.day !== undefined) return false;
    parts.push(part);
    if (parts.length < 3) {
      const isJoined = this.isOpen;
      this.isOpen = this.take(dateSeparator) !== null;
      // in `1/10 5 AM`, the third number is not a year
      const isWhole = isJoined && !this.isOpen && this.hasHour();
      return !isWhole || this.setDay(dayOfPair(parts));
    }
    const isIso = parts.every(({ kind }, at) => kind === (at === 0 ? 'year' : 'number'));
    const time = isIso ? this.take(isoClock) : null;
    return this.setDay(dayOfTriple(parts)) && (time === null || this.setTime(time));
  }

  /** Whether two numbers are followed by an hour. */
  private hasHour(): boolean {
    const { at } = this;
    this.take(ignored);
    const hasHour = this.take(hourOfHalf) !== null;
    this.at = at;
    return hasHour && this.parts.every(({ kind }) => kind === 'number');
  }

  private setDay(day: Day | undefined): boolean {
    if (day === undefined || this.day !== undefined) return false;
    this.day = day;
    this.parts = [];
    return true;
  }

  private readWord(name: string): boolean {
    const month = indexOfName(months, name);
    if (month >= 0) return this.addPart({ kind: 'month', value: month + 1 });
    if (name === 'am' || name === 'pm') {
      if (this.half !== undefined) return false;
      this.half = name;
      return true;
    }
    if (name === 'gmt' || name === 'z') return this.setZone('Z');
    const weekday = indexOfName(weekdays, name);
    if (weekday < 0 || this.weekday !== undefined) return false;
    this.weekday = weekday;
    return true;
  }

  /** The only era of the calendar may be named once, after a date or time. */
  private addEra(): boolean {
    const isAfter = this.parts.length + (this.day ?? []).length > 0 || this.time !== undefined;
    const isFirst = !this.hasEra;
    this.hasEra = true;
    return isAfter && isFirst;
  }

  /** Reads `+2`, `+02`, `+0200` or `+2:00`. */
  private readOffset(): boolean {
    const found = this.take(offset);
    if (found === null) return false;
    const hours = Number(found[2] ?? found[4]);
    const minutes = Number(found[3] ?? found[5] ?? 0);
    if (minutes > 59 || hours * 60 + minutes > 14 * 60 || !this.endMonth()) return false;
    return this.setZone(`${found[1]}${two(hours)}:${two(minutes)}`);
  }

  /** Ends a month of a year, such as that of `2024-02+02:00`. */
  private endMonth(): boolean {
    const { parts, isOpen } = this;
    if (parts.length !== 2 || isOpen || parts.every(({ kind }) => kind !== 'year')) return true;
    return this.setDay(dayOfPair(parts));
  }

  private setZone(zone: string): boolean {
    if (this.zone !== '' || this.parts.length > 0) return false;
    this.zone = zone;
    return true;
  }
}

function indexOfName(names: readonly string[], word: string): number {
  return names.findIndex((name) => name === word || name.slice(0, 3) === word);
}

/** The hour of the day; `undefined` if there is none. Like .NET, takes `13 PM` for 13. */
function hourOfDay(hour: number, half: string | undefined): number | undefined {
  if (hour > (half === 'am' ? 12 : 23)) return undefined;
  if (half === undefined || hour > 12) return hour;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

const format = 'Input string was not in a correct format.';

/** The error for a value that can't be converted to its type, with .NET's name of the type. */
function cannotConvert(value: string, type: string, reason: string): FormError {
  return new FormError(
    `Cannot convert ${value} to ${type}.\r\nParameter name: type ---> ${reason}`,
  );
}

/** Reads an integer as .NET does in the invariant culture: sign, digits, surrounding spaces. */
function convertInteger(
  value: string,
  type: string,
  least: bigint | undefined,
  most: bigint | undefined,
): bigint {
  const text = trimmed(value);
  if (!/^[+-]?[0-9]+$/.test(text) || text.length > 400) throw cannotConvert(value, type, format);
  const number = BigInt(text.startsWith('+') ? text.slice(1) : text);
  if ((least !== undefined && number < least) || (most !== undefined && number > most)) {
    throw cannotConvert(value, type, tooLarge(type));
  }
  return number;
}

/** Reads an integer that a `number` represents exactly. */
function convertSmall(value: string, type: string, least: number, most: number): number {
  const text = trimmed(value);
  if (!/^[+-]?[0-9]+$/.test(text)) throw cannotConvert(value, type, format);
  const number = Number(text) + 0;
  if (number < least || number > most) {
    throw cannotConvert(value, type, tooLarge(type) + tooLargeToParse(number, type));
  }
  return number === 0 ? 0 : number;
}

/** Reads `true` or `false` in any letter case, but not `1` and `0`. */
function convertBoolean(value: string): boolean {
  const text = trimAround(value, (code) => code === 0 || isUnicodeSpace(code)).toLowerCase();
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw cannotConvert(value, 'System.Boolean', 'String was not recognized as a valid Boolean.');
}

/**
 * Reads a floating-point number; infinity is `Infinity`, not XML Schema's `INF`. A `float` keeps
 * all digits, as in XML.
 */
function convertFloat(value: string, type: string): number {
  const text = trimmed(value);
  if (text === 'NaN') return Number.NaN;
  if (text === 'Infinity') return Number.POSITIVE_INFINITY;
  if (text === '-Infinity') return Number.NEGATIVE_INFINITY;
  if (!/^[+-]?(?:[0-9][0-9,]*(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text)) {
    throw cannotConvert(value, type, format);
  }
  const number = Number(text.replace(/,/g, ''));
  const nearest = type === 'System.Single' ? Math.fround(number) : number;
  if (!Number.isFinite(nearest)) throw cannotConvert(value, type, tooLarge(type));
  return number;
}

/**
 * Reads a decimal and keeps its scale. As for .NET's `NumberStyles.Number`, its sign may be on
 * either side, and commas may be anywhere after the first digit of the whole number.
 */
function convertDecimal(value: string): string {
  const match = /^([+-]?)((?:[0-9][0-9,]*)?)(?:\.([0-9]*))?[\t-\r ]*([+-]?)$/.exec(trimmed(value));
  const [, before = '', whole = '', fraction = '', after = ''] = match ?? [];
  if (whole + fraction === '' || (before !== '' && after !== '')) {
    throw cannotConvert(value, 'System.Decimal', format);
  }
  const digits = whole.replace(/,/g, '').replace(/^0+(?=[0-9])/, '') || '0';
  const scaled = fraction === '' ? digits : `${digits}.${fraction}`;
  return before + after === '-' ? `-${scaled}` : scaled;
}

/** Reads what .NET's invariant culture does, as `2/29/2024 1:05 PM`; returns XML Schema's form. */
function convertDateTime(value: string): string {
  const text = parseDateTime(trimNulls(value));
  if (text !== undefined) return text;
  throw cannotConvert(value, 'System.DateTime', 'String was not recognized as a valid DateTime.');
}

/** Reads a single character. */
function convertChar(value: string): string {
  if (value.length === 1) return value;
  throw cannotConvert(value, 'System.Char', 'String must be exactly one character long.');
}

/** The text without the NUL characters after it, which .NET skips. */
function trimNulls(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0) end -= 1;
  return text.slice(0, end);
}

/** The text without the spaces that .NET skips around numbers, and NUL characters after it. */
function trimmed(text: string): string {
  return trimAround(trimNulls(text), (code) => code === 0x20 || (code >= 9 && code <= 0xd));
}

/** Whether .NET's `Char.IsWhiteSpace` is true. Unlike `\s`, it knows U+0085 and not U+FEFF. */
function isUnicodeSpace(code: number): boolean {
  return code === 0x85 || (code !== 0xfeff && /\s/.test(String.fromCharCode(code)));
}

function trimAround(text: string, isSkipped: (code: number) => boolean): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSkipped(text.charCodeAt(start))) start += 1;
  while (end > start && isSkipped(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const names: ReadonlyMap<string, string> = new Map([
  ['System.Byte', 'an unsigned byte'],
  ['System.SByte', 'a signed byte'],
  ['System.Int16', 'an Int16'],
  ['System.Int32', 'an Int32'],
  ['System.Int64', 'an Int64'],
  ['System.UInt16', 'a UInt16'],
  ['System.UInt32', 'a UInt32'],
  ['System.UInt64', 'a UInt64'],
  ['System.Decimal', 'a Decimal'],
  ['System.Single', 'a Single'],
  ['System.Double', 'a Double'],
]);

/** The inner error of .NET, which parses short integers as 32-bit ones. */
function tooLargeToParse(value: number, type: string): string {
  if (type === 'System.UInt16')
    return value < 0 || value > 0xffffffff ? ` ---> ${tooLarge('System.UInt32')}` : '';
  const isShort = type === 'System.Int16' || type === 'System.SByte' || type === 'System.Byte';
  return isShort && value !== (value | 0) ? ` ---> ${tooLarge('System.Int32')}` : '';
}

function tooLarge(type: string): string {
  return `Value was either too large or too small for ${names.get(type) ?? `a ${type}`}.`;
}

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
