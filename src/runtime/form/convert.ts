import { FormError } from './form-error.ts';

const format = 'Input string was not in a correct format.';

/** The error for a value that can't be converted to its type, with .NET's name of the type. */
export function cannotConvert(value: string, type: string, reason: string): FormError {
  return new FormError(
    `Cannot convert ${value} to ${type}.\r\nParameter name: type ---> ${reason}`,
  );
}

/** Reads an integer as .NET does in the invariant culture: sign, digits, surrounding spaces. */
export function convertInteger(
  value: string,
  type: string,
  least: bigint | undefined,
  most: bigint | undefined,
): bigint {
  const text = value.trim();
  if (!/^[+-]?[0-9]+$/.test(text) || text.length > 400) throw cannotConvert(value, type, format);
  const number = BigInt(text.startsWith('+') ? text.slice(1) : text);
  if ((least !== undefined && number < least) || (most !== undefined && number > most)) {
    throw cannotConvert(value, type, tooLarge(type));
  }
  return number;
}

/** Reads an integer that a `number` represents exactly. */
export function convertSmall(value: string, type: string, least: number, most: number): number {
  const text = value.trim();
  if (!/^[+-]?[0-9]+$/.test(text)) throw cannotConvert(value, type, format);
  const number = Number(text) + 0;
  if (number < least || number > most) {
    throw cannotConvert(value, type, tooLarge(type) + tooLargeToParse(number, type));
  }
  return number === 0 ? 0 : number;
}

/** Reads `true` or `false` in any letter case, but not `1` and `0`. */
export function convertBoolean(value: string): boolean {
  const text = value.trim().toLowerCase();
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw cannotConvert(value, 'System.Boolean', 'String was not recognized as a valid Boolean.');
}

/**
 * Reads a floating-point number; infinity is `Infinity`, not XML Schema's `INF`. A `float` keeps
 * all digits, as in XML.
 */
export function convertFloat(value: string, type: string): number {
  const text = value.trim();
  if (text === 'NaN') return Number.NaN;
  if (text === 'Infinity') return Number.POSITIVE_INFINITY;
  if (text === '-Infinity') return Number.NEGATIVE_INFINITY;
  if (!/^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text)) {
    throw cannotConvert(value, type, format);
  }
  const number = Number(text);
  const nearest = type === 'System.Single' ? Math.fround(number) : number;
  if (!Number.isFinite(nearest)) throw cannotConvert(value, type, tooLarge(type));
  return number;
}

/** Reads a decimal and keeps its scale. */
export function convertDecimal(value: string): string {
  const text = value.trim();
  const match = /^([+-]?)([0-9]*)(?:\.([0-9]*))?$/.exec(text);
  const whole = match?.[2] ?? '';
  const fraction = match?.[3] ?? '';
  if (match === null || whole + fraction === '')
    throw cannotConvert(value, 'System.Decimal', format);
  const digits = whole.replace(/^0+(?=[0-9])/, '') || '0';
  const scaled = fraction === '' ? digits : `${digits}.${fraction}`;
  return match[1] === '-' ? `-${scaled}` : scaled;
}

const seconds = String.raw`(?::(?<second>\d\d)(?<fraction>\.\d+)?)?`;
const time = String.raw`(?<hour>\d\d?):(?<minute>\d\d)${seconds}(?: ?(?<half>[AP]M))?`;
const offset = String.raw`(?<zone>Z|[+-]\d\d:\d\d)?`;
const isoDate = String.raw`(?<year>-?\d{4,})[-/](?<month>\d\d?)[-/](?<day>\d\d?)`;
const usDate = String.raw`(?<month>\d\d?)[-/](?<day>\d\d?)[-/](?<year>\d{4})`;
/** Dates in XML Schema's form, and in .NET's invariant one, where the month comes first. */
const datePatterns = [`${isoDate}(?:[T ]${time})?${offset}`, `${usDate}(?: +${time})?`].map(
  (pattern) => new RegExp(`^${pattern}$`, 'i'),
);

/**
 * Reads a date and time in XML Schema's form or .NET's invariant one (`02/29/2024 1:05:06 PM`).
 * Returns the former.
 */
export function convertDateTime(value: string): string {
  const text = value.trim();
  const { groups } = datePatterns.map((one) => one.exec(text)).find((one) => one !== null) ?? {};
  const { year, month, day, hour, minute, second, half, fraction, zone } = groups ?? {};
  const hours = hoursOf(hour, half);
  if (year === undefined || !isDate(year, month, day) || !isTime(hours, minute, second)) {
    throw cannotConvert(value, 'System.DateTime', 'String was not recognized as a valid DateTime.');
  }
  const date = `${year}-${two(month)}-${two(day)}`;
  const end = `${fraction ?? ''}${(zone ?? '').toUpperCase()}`;
  return `${date}T${two(String(hours))}:${two(minute)}:${two(second)}${end}`;
}

/** The hour of the day; NaN if half a day has no such hour. */
function hoursOf(hour: string | undefined, half: string | undefined): number {
  const value = Number(hour ?? 0);
  if (half === undefined) return value;
  if (value < 1 || value > 12) return Number.NaN;
  return (value % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
}

/** Reads a single character. */
export function convertChar(value: string): string {
  if (value.length === 1) return value;
  throw cannotConvert(value, 'System.Char', 'String must be exactly one character long.');
}

function isDate(year: string, month: string | undefined, day: string | undefined): boolean {
  const last = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
}

function isTime(hour: number, minute: string | undefined, second: string | undefined): boolean {
  return hour < 24 && Number(minute ?? 0) < 60 && Number(second ?? 0) < 60;
}

function two(text: string | undefined): string {
  return (text ?? '').padStart(2, '0');
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
