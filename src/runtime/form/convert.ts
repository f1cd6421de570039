import { FormError } from './error.ts';

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
  if (number < least || number > most) throw cannotConvert(value, type, tooLarge(type));
  return number === 0 ? 0 : number;
}

/** Reads `true` or `false` in any letter case, but not `1` and `0`. */
export function convertBoolean(value: string): boolean {
  const text = value.trim().toLowerCase();
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw cannotConvert(value, 'System.Boolean', 'String was not recognized as a valid Boolean.');
}

/** Reads a floating-point number; infinity is `Infinity`, not XML Schema's `INF`. */
export function convertFloat(value: string, type: string): number {
  const text = value.trim();
  if (text === 'NaN') return Number.NaN;
  if (text === 'Infinity') return Number.POSITIVE_INFINITY;
  if (text === '-Infinity') return Number.NEGATIVE_INFINITY;
  if (!/^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text)) {
    throw cannotConvert(value, type, format);
  }
  const number = type === 'System.Single' ? Math.fround(Number(text)) : Number(text);
  if (!Number.isFinite(number)) throw cannotConvert(value, type, tooLarge(type));
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

const time = String.raw`(\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?`;
const isoPattern = new RegExp(
  String.raw`^(-?\d{4,})-(\d\d)-(\d\d)(?:[T ]${time})?(Z|[+-]\d\d:\d\d)?$`,
);
const usPattern = new RegExp(String.raw`^(\d\d?)/(\d\d?)/(\d{4})(?: +${time})?$`);

/**
 * Reads a date and time in XML Schema's form or .NET's invariant one (`02/29/2024 13:05:06`).
 * Returns the former.
 */
export function convertDateTime(value: string): string {
  const text = value.trim();
  const iso = isoPattern.exec(text);
  const us = usPattern.exec(text);
  const [year, month, day, hour, minute, second, fraction, zone] =
    iso !== null
      ? iso.slice(1)
      : us !== null
        ? [us[3], us[1], us[2], us[4], us[5], us[6], us[7]]
        : [];
  if (year === undefined || !isDate(year, month, day) || !isTime(hour, minute, second)) {
    throw cannotConvert(value, 'System.DateTime', 'String was not recognized as a valid DateTime.');
  }
  const date = `${year}-${two(month)}-${two(day)}`;
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}${fraction ?? ''}${zone ?? ''}`;
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

function isTime(
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
): boolean {
  return Number(hour ?? 0) < 24 && Number(minute ?? 0) < 60 && Number(second ?? 0) < 60;
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

function tooLarge(type: string): string {
  return `Value was either too large or too small for ${names.get(type) ?? `a ${type}`}.`;
}
