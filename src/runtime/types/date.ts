import { acceptAs, badText, toldAs, trimBlanks } from '../values/text.ts';
import { XmlValueError } from '../xml/errors.ts';
import { notEncodable } from '../xml/writer.ts';
import type { Simple } from './description.ts';
import { unescaped } from './value.ts';

/** Days of each month in a year that is not a leap year. */
const monthLengths: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Reads two digits: 0 to 99, or -1 if there are none. */
function scanPair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/**
 * Whether a year of the proleptic Gregorian calendar has 29 February. Year 0 comes before year 1.
 */
function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days of a month, 1 to 12. */
function daysOfMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (monthLengths[month - 1] as number);
}

/**
 * Finds the end of a year at `at` (XML Schema 2, 3.2.7): at least four digits, no redundant zeros,
 * not 0000, optionally with a minus.
 *
 * @returns the offset after it, or -1
 */
function yearEnd(text: string, at: number): number {
  const start = text.charCodeAt(at) === 45 ? at + 1 : at;
  let end = start;
  let zeros = true;
  for (let code = text.charCodeAt(end); code >= 48 && code <= 57; code = text.charCodeAt(++end)) {
    if (code !== 48) zeros = false;
  }
  if (zeros || end - start < 4 || (end - start > 4 && text.charCodeAt(start) === 48)) return -1;
  return end;
}

/**
 * A year with the same leap days as the year between `at` and `end`. For years before our era, the
 * standard has two rules: -0001 is the year before 0001 (XML Schema 2, 3.2.7), a leap year of the
 * calendar; and years divisible by four have a leap day (appendix E).
 */
function leapPhase(text: string, at: number, end: number): number {
  const negative = text.charCodeAt(at) === 45;
  const cycle = Number(text.slice(Math.max(end - 4, negative ? at + 1 : at), end));
  return negative && !isLeapYear(cycle) ? 10_001 - cycle : cycle;
}

/** Finds the end of `MM-DD` at `at` for a year; -1 if there is no such day. */
function monthDayEnd(text: string, at: number, year: number): number {
  const month = scanPair(text, at);
  const day = scanPair(text, at + 3);
  if (month < 1 || month > 12 || day < 1 || text.charCodeAt(at + 2) !== 45) return -1;
  return day <= 28 || day <= daysOfMonth(year, month) ? at + 5 : -1;
}

/** Finds the end of `YYYY-MM-DD` at `at`; -1 if there is no such date. */
function dateEnd(text: string, at: number): number {
  const end = yearEnd(text, at);
  if (end < 0 || text.charCodeAt(end) !== 45) return -1;
  return monthDayEnd(text, end + 1, leapPhase(text, at, end));
}

/**
 * Finds the end of `hh:mm:ss.fff` at `at`; -1 if there is no such time. 24:00:00 is the end of the
 * day.
 */
function timeEnd(text: string, at: number): number {
  const hour = scanPair(text, at);
  const minute = scanPair(text, at + 3);
  const second = scanPair(text, at + 6);
  const marked = text.charCodeAt(at + 2) === 58 && text.charCodeAt(at + 5) === 58;
  if (!marked || hour < 0 || minute < 0 || second < 0 || minute > 59 || second > 59) return -1;
  let end = at + 8;
  let zeros = true;
  if (text.charCodeAt(end) === 46) {
    const first = ++end;
    for (let code = text.charCodeAt(end); code >= 48 && code <= 57; code = text.charCodeAt(++end)) {
      if (code !== 48) zeros = false;
    }
    if (end === first) return -1;
  }
  if (hour < 24) return end;
  return hour === 24 && minute === 0 && second === 0 && zeros ? end : -1;
}

/** Finds the end of an optional zone at `at`, `Z` or up to 14 hours; -1 if it is invalid. */
function zoneEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code)) return at;
  if (code === 90) return at + 1;
  if (code !== 43 && code !== 45) return -1;
  const hours = scanPair(text, at + 1);
  const minutes = scanPair(text, at + 4);
  const fits =
    hours >= 0 && minutes >= 0 && minutes <= 59 && (hours < 14 || (hours === 14 && minutes === 0));
  return fits && text.charCodeAt(at + 3) === 58 ? at + 6 : -1;
}

/** Days from 1 March 0000 to 1 January 1970. */
const EPOCH_DAYS: number = 719_468;
/** Days in 400 years, after which the calendar repeats. */
const ERA_DAYS: number = 146_097;

/** Days from 1970 to a date. Years start in March, so that the leap day is the last one. */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * ERA_DAYS + dayOfEra - EPOCH_DAYS;
}

/** A leap year, because `--02-29` is a recurring day. */
const LEAP = 2000;

/** Offset after the part before the zone, or -1. */
type Scan = (text: string) => number;

function monthEnd(text: string, at: number): number {
  const month = scanPair(text, at);
  return month >= 1 && month <= 12 ? at + 2 : -1;
}

function scanYear(text: string): number {
  return yearEnd(text, 0);
}

function scanYearMonth(text: string): number {
  const end = yearEnd(text, 0);
  return end >= 0 && text.charCodeAt(end) === 45 ? monthEnd(text, end + 1) : -1;
}

function scanMonthDay(text: string): number {
  return text.startsWith('--') ? monthDayEnd(text, 2, LEAP) : -1;
}

/** The first edition of XML Schema had two more hyphens after the month. */
function scanMonth(text: string): number {
  const end = text.startsWith('--') ? monthEnd(text, 2) : -1;
  return end >= 0 && text.startsWith('--', end) ? end + 2 : end;
}

function scanDay(text: string): number {
  const day = text.startsWith('---') ? scanPair(text, 3) : -1;
  return day >= 1 && day <= 31 ? 5 : -1;
}

function isOfType(text: string, scan: Scan): boolean {
  if (typeof text !== 'string') return false;
  const end = scan(text);
  return end >= 0 && zoneEnd(text, end) === text.length;
}

function parse(text: string, scan: Scan, type: string): string {
  const value = trimBlanks(text);
  if (isOfType(value, scan)) return value;
  const name = type.charAt(0).toLowerCase() + type.slice(1);
  throw toldAs(badText(text, type).carry(text), text, `a ${name}`);
}

/** Reads `xs:gYear` (XML Schema 2, 3.2.11), such as `2024`, with its zone. */
export function parseXsdGYear(text: string): string {
  return parse(text, scanYear, 'GYear');
}

/** Writes `xs:gYear` unchanged. */
export function formatXsdGYear(value: string): string {
  if (isOfType(value, scanYear)) return value;
  throw notEncodable('a gYear such as 2024', value);
}

/** Reads `xs:gYearMonth` (XML Schema 2, 3.2.10), such as `2024-02`, with its zone. */
export function parseXsdGYearMonth(text: string): string {
  return parse(text, scanYearMonth, 'GYearMonth');
}

/** Writes `xs:gYearMonth` unchanged. */
export function formatXsdGYearMonth(value: string): string {
  if (isOfType(value, scanYearMonth)) return value;
  throw notEncodable('a gYearMonth such as 2024-02', value);
}

/** Reads `xs:gMonthDay` (XML Schema 2, 3.2.12), such as `--02-29`, with its zone. */
export function parseXsdGMonthDay(text: string): string {
  return parse(text, scanMonthDay, 'GMonthDay');
}

/** Writes `xs:gMonthDay` unchanged. */
export function formatXsdGMonthDay(value: string): string {
  if (isOfType(value, scanMonthDay)) return value;
  throw notEncodable('a gMonthDay such as --02-29', value);
}

/** A gMonth without the two hyphens after the month, which .NET still writes. */
function currentMonth(value: string): string {
  return value.startsWith('--', 4) ? value.slice(0, 4) + value.slice(6) : value;
}

/** Reads `xs:gMonth` (XML Schema 2, 3.2.14), such as `--02`, formerly `--02--`, with its zone. */
export function parseXsdGMonth(text: string): string {
  return currentMonth(parse(text, scanMonth, 'GMonth'));
}

/** Writes `xs:gMonth` in the form of XML Schema's second edition. */
export function formatXsdGMonth(value: string): string {
  if (isOfType(value, scanMonth)) return currentMonth(value);
  throw notEncodable('a gMonth such as --02', value);
}

/** Reads `xs:gDay` (XML Schema 2, 3.2.13), such as `---29`, with its zone. */
export function parseXsdGDay(text: string): string {
  return parse(text, scanDay, 'GDay');
}

/** Writes `xs:gDay` unchanged. */
export function formatXsdGDay(value: string): string {
  if (isOfType(value, scanDay)) return value;
  throw notEncodable('a gDay such as ---29', value);
}

/** Units before and after the `T`, in their required order. */
const DATE_UNITS = 'YMD';
const TIME_UNITS = 'HMS';

function digitsEnd(text: string, at: number): number {
  let end = at;
  for (let code = text.charCodeAt(end); code >= 48 && code <= 57; code = text.charCodeAt(++end));
  return end;
}

/** Finds the end of numbers with units from `units` in order. Seconds may have a fraction. */
function partsEnd(text: string, from: number, units: string): number {
  let at = from;
  let unit = 0;
  for (;;) {
    let end = digitsEnd(text, at);
    if (end === at) return at;
    const fraction = text.charCodeAt(end) === 46;
    if (fraction) {
      const first = end + 1;
      end = digitsEnd(text, first);
      if (end === first) return -1;
    }
    const letter = text.charAt(end);
    const found = letter === '' ? -1 : units.indexOf(letter, unit);
    if (found < 0 || (fraction && letter !== 'S')) return -1;
    unit = found + 1;
    at = end + 1;
  }
}

function isDuration(text: string): boolean {
  let at = text.charCodeAt(0) === 45 ? 1 : 0;
  if (text.charCodeAt(at) !== 80) return false;
  at += 1;
  const date = partsEnd(text, at, DATE_UNITS);
  if (date < 0) return false;
  if (text.charCodeAt(date) !== 84) return date > at && date === text.length;
  const time = partsEnd(text, date + 1, TIME_UNITS);
  return time > date + 1 && time === text.length;
}

/**
 * Reads `xs:duration` (XML Schema 2, 3.2.6), such as `P1Y2M3DT4H5M6.7S`, as written.
 *
 * @throws XmlValueError not a duration
 */
export function parseXsdDuration(text: string): string {
  const value = trimBlanks(text);
  if (isDuration(value)) return value;
  throw toldAs(badText(text, 'TimeSpan').carry(text), text, 'a duration');
}

/** Writes `xs:duration` unchanged. */
export function formatXsdDuration(value: string): string {
  if (typeof value === 'string' && isDuration(value)) return value;
  throw notEncodable('a duration such as P1DT2H', value);
}

/** A day in milliseconds. */
const DAY_MILLISECONDS = 86_400_000;
/** An hour in milliseconds. */
const HOUR = 3_600_000;
/** A minute in milliseconds. */
const MINUTE = 60_000;

/** Milliseconds of the fraction at `at`. Further digits are cut off. */
function milliseconds(text: string, at: number): number {
  let value = 0;
  let unit = 100;
  for (let digit = at; unit >= 1; digit++) {
    const code = text.charCodeAt(digit) - 48;
    if (!(code >= 0 && code <= 9)) break;
    value += code * unit;
    unit /= 10;
  }
  return value;
}

/**
 * The `xs:dateTime` between two offsets of a text, if it has its usual form: no spaces, a
 * four-digit year, not the end of a day. Each character is read once.
 *
 * @param to the end of the text, or of a character that no dateTime has
 * @returns undefined for any other text, valid or not
 */
function plainDate(text: string, from: number, to: number): Date | undefined {
  const century = scanPair(text, from);
  const yearOfCentury = scanPair(text, from + 2);
  const month = scanPair(text, from + 5);
  const day = scanPair(text, from + 8);
  const hour = scanPair(text, from + 11);
  const minute = scanPair(text, from + 14);
  const second = scanPair(text, from + 17);
  // a missing pair is -1, which makes the result negative
  if ((yearOfCentury | hour | minute | second) < 0 || century < 1) return undefined;
  if (month < 1 || month > 12 || day < 1) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  if (text.charCodeAt(from + 4) !== 45 || text.charCodeAt(from + 7) !== 45) return undefined;
  if (text.charCodeAt(from + 10) !== 84) return undefined;
  if (text.charCodeAt(from + 13) !== 58 || text.charCodeAt(from + 16) !== 58) return undefined;
  const year = century * 100 + yearOfCentury;
  if (day > 28 && day > daysOfMonth(year, month)) return undefined;
  let end = from + 19;
  let milli = 0;
  if (text.charCodeAt(end) === 46) {
    milli = milliseconds(text, ++end);
    const first = end;
    while (isDigitAt(text, end)) end += 1;
    if (end === first) return undefined;
  }
  if (end === to) return new Date(year, month - 1, day, hour, minute, second, milli);
  if (zoneEnd(text, end) !== to) return undefined;
  const time = hour * HOUR + minute * MINUTE + second * 1000 + milli - zoneOffset(text, to);
  return new Date(daysFromCivil(year, month, day) * DAY_MILLISECONDS + time);
}

/** Offset from UTC in milliseconds of the zone that ends at `end`, `Z` or `+hh:mm`. */
function zoneOffset(text: string, end: number): number {
  if (text.charCodeAt(end - 1) === 90) return 0;
  const offset = scanPair(text, end - 5) * HOUR + scanPair(text, end - 2) * MINUTE;
  return text.charCodeAt(end - 6) === 45 ? -offset : offset;
}

function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function isDateTime(text: string): boolean {
  const date = dateEnd(text, 0);
  if (date < 0 || text.charCodeAt(date) !== 84) return false;
  const time = timeEnd(text, date + 1);
  return time >= 0 && zoneEnd(text, time) === text.length;
}

/** The text of a dateTime without surrounding spaces; undefined if it is not a dateTime. */
function dateTimeText(text: string): string | undefined {
  if (isDateTime(text)) return text;
  const trimmed = trimBlanks(text);
  return trimmed !== text && isDateTime(trimmed) ? trimmed : undefined;
}

function isDateTimeText(text: string): boolean {
  const date = dateEnd(text, 0);
  return date >= 0 && zoneEnd(text, date) === text.length;
}

/** The dateTime that .NET reads in a date without a time: its midnight. */
function midnightOf(text: string): string | undefined {
  const value = trimBlanks(text);
  if (!isDateTimeText(value)) return undefined;
  const end = dateEnd(value, 0);
  return `${value.slice(0, end)}T00:00:00${value.slice(end)}`;
}

function isTime(text: string): boolean {
  const time = timeEnd(text, 0);
  return time >= 0 && zoneEnd(text, time) === text.length;
}

/**
 * Reads `xs:dateTime` (XML Schema 2, 3.2.7) as written, with zone and fraction.
 *
 * @throws XmlValueError not a valid moment. The error for a date accepts its midnight
 */
export function parseXsdDateTime(text: string): string {
  const value = dateTimeText(text);
  if (value !== undefined) return value;
  const error = toldAs(badText(text, 'AllXsd').carry(text), text, 'a dateTime');
  throw acceptAs(error, midnightOf(text));
}

/** Writes `xs:dateTime` unchanged. */
export function formatXsdDateTime(value: string): string {
  if (typeof value === 'string' && isDateTime(value)) return value;
  throw notEncodable('a dateTime such as 2024-02-29T13:05:06Z', value);
}

function notRecognized(text: string, type: string): XmlValueError {
  const error = new XmlValueError('String was not recognized as a valid DateTime.');
  return toldAs(error.carry(text), text, type);
}

/** Reads `xs:date` (XML Schema 2, 3.2.9) as written. */
export function parseXsdDate(text: string): string {
  const value = trimBlanks(text);
  if (isDateTimeText(value)) return value;
  throw notRecognized(text, 'a date');
}

/** Writes `xs:date` unchanged. */
export function formatXsdDate(value: string): string {
  if (typeof value === 'string' && isDateTimeText(value)) return value;
  throw notEncodable('a date such as 2024-02-29', value);
}

/** Reads `xs:time` (XML Schema 2, 3.2.8) as written. */
export function parseXsdTime(text: string): string {
  const value = trimBlanks(text);
  if (isTime(value)) return value;
  throw notRecognized(text, 'a time');
}

/** Writes `xs:time` unchanged. */
export function formatXsdTime(value: string): string {
  if (typeof value === 'string' && isTime(value)) return value;
  throw notEncodable('a time such as 13:05:06', value);
}

/** The first moment of the year 1 in UTC. */
const FIRST = -62_135_596_800_000;
/** The last moment of the year 9999 in UTC. */
const LAST = 253_402_300_799_999;
/** The farthest zone of XML Schema, in minutes. */
const FARTHEST = 14 * 60;

const pairs: readonly string[] = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
/** Fractions by milliseconds, without trailing zeros. */
const fractions: readonly string[] = Array.from({ length: 1000 }, (_, n) =>
  n === 0 ? '' : `.${String(n).padStart(3, '0').replace(/0+$/, '')}`,
);
/**
 * Month and day by the day of a year that starts in March, such as `-03-01T`. Strings this short
 * are concatenated without a rope.
 */
const monthDays: readonly string[] = Array.from({ length: 366 }, (_, dayOfYear) => {
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return `-${pairs[fromMarch < 10 ? fromMarch + 3 : fromMarch - 9]}-${pairs[day]}T`;
});
/** Days of such a year before January. */
const MARCH_TO_DECEMBER = 306;

/**
 * Reads `xs:dateTime` as a `Date`. Without a zone it is local time, as in ECMAScript. Digits beyond
 * milliseconds are cut off, and the zone is not kept.
 *
 * @throws XmlValueError not a moment, or outside the range of Date
 */
export function parseXsdDateTimeAsDate(text: string): Date {
  return plainDate(text, 0, text.length) ?? carefulDate(text);
}

function notDateTime(text: string): ReturnType<typeof badText> {
  return toldAs(badText(text, 'AllXsd'), text, 'a dateTime');
}

function carefulDate(text: string): Date {
  const value = dateTimeText(text);
  if (value === undefined) {
    const midnight = midnightOf(text);
    throw acceptAs(notDateTime(text), midnight && carefulDate(midnight));
  }
  const mark = value.indexOf('T');
  const negative = value.charCodeAt(0) === 45;
  const digits = Number(value.slice(negative ? 1 : 0, mark - 6));
  // The standard has no year 0: year -0001 comes before year 1.
  const year = negative ? 1 - digits : digits;
  const month = scanPair(value, mark - 5);
  const day = scanPair(value, mark - 2);
  const hour = scanPair(value, mark + 1);
  const minute = scanPair(value, mark + 4);
  const second = scanPair(value, mark + 7);
  const milli = value.charCodeAt(mark + 9) === 46 ? milliseconds(value, mark + 10) : 0;
  const end = value.length;
  let date: Date;
  const zone = value.charCodeAt(end - 1) === 90 ? 90 : value.charCodeAt(end - 6);
  const zoned = zone === 90 || ((zone === 43 || zone === 45) && end - 6 > mark + 8);
  if (zoned) {
    const time = hour * HOUR + minute * MINUTE + second * 1000 + milli - zoneOffset(value, end);
    date = new Date(daysFromCivil(year, month, day) * DAY_MILLISECONDS + time);
  } else {
    date = new Date(2000, month - 1, day, hour, minute, second, milli);
    // The constructor takes years below 100 for those of the last century.
    if (year !== 2000) {
      date = new Date(0);
      date.setFullYear(year, month - 1, day);
      date.setHours(hour, minute, second, milli);
    }
  }
  if (Number.isNaN(date.getTime())) throw notDateTime(text);
  return date;
}

/**
 * Writes a `Date` as `xs:dateTime` in UTC, such as `2024-02-29T13:05:06.07Z`. Moments that only
 * other zones have in the years 1 to 9999 are written in such a zone, because .NET has no other
 * years. Its unset dates are written as .NET does, without a zone: the first and the last moment of
 * that range by the local clock, which is how they are read.
 *
 * @throws EncodeError not a Date, an invalid one, or before the year 1 in every zone
 */
export function formatXsdDateTimeFromDate(value: Date): string {
  const time = isDateObject(value) ? value.getTime() : Number.NaN;
  if (time > FIRST + DAY_MILLISECONDS && time < LAST - DAY_MILLISECONDS) return utcText(time, 'Z');
  return unsetText(value) ?? formatXsdZonedDateTimeFromDate(value);
}

/** The same for a DateTimeOffset of .NET, which always has a zone: also those that are unset. */
function formatXsdZonedDateTimeFromDate(value: Date): string {
  const time = isDateObject(value) ? value.getTime() : Number.NaN;
  if (time >= FIRST - FARTHEST * MINUTE) return zonedText(time);
  throw notEncodable('a Date in the year 1 or later', value);
}

/** One of .NET's unset dates, the earliest and latest that it has; the latter has seven digits. */
function unsetText(value: Date): string | undefined {
  if (!isDateObject(value)) return undefined;
  // not by the offset, which has no seconds, as local times of the year 1 have
  const days = daysFromCivil(value.getFullYear(), value.getMonth() + 1, value.getDate());
  const minutes = value.getHours() * 60 + value.getMinutes();
  const seconds = value.getSeconds() * 1000 + value.getMilliseconds();
  const local = days * DAY_MILLISECONDS + minutes * MINUTE + seconds;
  if (local === FIRST) return '0001-01-01T00:00:00';
  return local === LAST ? '9999-12-31T23:59:59.9999999' : undefined;
}

/** A moment near the first or last one, in UTC or the nearest zone where its year is in range. */
function zonedText(time: number): string {
  const early = Math.ceil((FIRST - time) / MINUTE);
  if (early > 0) return utcText(time + early * MINUTE, `+${clockText(early)}`);
  const late = Math.ceil((time - LAST) / MINUTE);
  if (late > 0 && late <= FARTHEST) return utcText(time - late * MINUTE, `-${clockText(late)}`);
  return utcText(time, 'Z');
}

function clockText(minutes: number): string {
  return `${pairs[Math.floor(minutes / 60)]}:${pairs[minutes % 60]}`;
}

function utcText(time: number, zone: string): string {
  // Days, and milliseconds of a day, fit 32 bits, which divide much faster than other numbers.
  const days = Math.floor(time / DAY_MILLISECONDS);
  const shifted = (days + EPOCH_DAYS) | 0;
  const era = (shifted / ERA_DAYS) | 0;
  const dayOfEra = (shifted - era * ERA_DAYS) | 0;
  const leaps = ((dayOfEra / 1460) | 0) - ((dayOfEra / 36_524) | 0) + ((dayOfEra / 146_096) | 0);
  const yearOfEra = ((dayOfEra - leaps) / 365) | 0;
  const before = (yearOfEra * 365 + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0)) | 0;
  const dayOfYear = dayOfEra - before;
  const year = yearOfEra + era * 400 + (dayOfYear < MARCH_TO_DECEMBER ? 0 : 1);
  const rest = (time - days * DAY_MILLISECONDS) | 0;
  const minutes = (rest / MINUTE) | 0;
  const milli = (rest - minutes * MINUTE) | 0;
  const hour = (minutes / 60) | 0;
  const second = (milli / 1000) | 0;
  const date = `${year >= 1000 ? year : `${year}`.padStart(4, '0')}${monthDays[dayOfYear]}`;
  const clock = `${pairs[hour]}:${pairs[minutes - hour * 60]}:${pairs[second]}`;
  return date + clock + fractions[milli - second * 1000] + zone;
}

function isDateObject(value: unknown): value is Date {
  return value instanceof Date || Object.prototype.toString.call(value) === '[object Date]';
}

/** .NET's earliest moment, in local time as any without a zone. */
const earliest = '0001-01-01T00:00:00';

export const dateTime: Simple = /* @__PURE__ */ unescaped(parseXsdDateTime, formatXsdDateTime, {
  initial: () => earliest,
});

export const dateTimeAsDate: Simple = /* @__PURE__ */ unescaped(
  parseXsdDateTimeAsDate,
  formatXsdDateTimeFromDate,
  {
    scan: plainDate,
    initial: () => parseXsdDateTimeAsDate(earliest),
  },
);

/** `dateTimeOffset` of .NET's XmlSerializer. */
export const zonedDateTimeAsDate: Simple = /* @__PURE__ */ unescaped(
  parseXsdDateTimeAsDate,
  formatXsdZonedDateTimeFromDate,
  {
    scan: plainDate,
    initial: () => parseXsdDateTimeAsDate(`${earliest}Z`),
  },
);

export const date: Simple = /* @__PURE__ */ unescaped(parseXsdDate, formatXsdDate, {
  initial: () => '0001-01-01',
});

export const time: Simple = /* @__PURE__ */ unescaped(parseXsdTime, formatXsdTime, {
  initial: () => '00:00:00',
});

export const duration: Simple = /* @__PURE__ */ unescaped(parseXsdDuration, formatXsdDuration);

export const gYearMonth: Simple = /* @__PURE__ */ unescaped(
  parseXsdGYearMonth,
  formatXsdGYearMonth,
);

export const gYear: Simple = /* @__PURE__ */ unescaped(parseXsdGYear, formatXsdGYear);

export const gMonthDay: Simple = /* @__PURE__ */ unescaped(parseXsdGMonthDay, formatXsdGMonthDay);

export const gDay: Simple = /* @__PURE__ */ unescaped(parseXsdGDay, formatXsdGDay);

export const gMonth: Simple = /* @__PURE__ */ unescaped(parseXsdGMonth, formatXsdGMonth);

/** What a `DateTime` of .NET is read from, beside `xs:dateTime`. */
const partsOfMoments = [
  parseXsdDate,
  parseXsdTime,
  parseXsdGYear,
  parseXsdGYearMonth,
  parseXsdGMonth,
  parseXsdGMonthDay,
  parseXsdGDay,
];

/** Reads a `DateTime`, as written. .NET writes a dateTime, and reads dates and times alone, too. */
export function parseMoment(text: string): string {
  try {
    return parseXsdDateTime(text);
  } catch (error) {
    for (const parse of partsOfMoments) {
      try {
        return parse(text);
      } catch {
        // another form
      }
    }
    throw error;
  }
}
