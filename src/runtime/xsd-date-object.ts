import { notEncodable } from './encode-error.ts';
import { badText } from './xsd-bad-text.ts';
import {
  daysFromCivil,
  daysOfMonth,
  EPOCH_DAYS,
  ERA_DAYS,
  scanPair,
  zoneEnd,
} from './xsd-calendar.ts';
import { parseXsdDateTime } from './xsd-date-time.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** The first moment of the year 1. */
const FIRST = -62_135_596_800_000;

const pairs: readonly string[] = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
/** A fraction by its milliseconds, without needless zeros. */
const fractions: readonly string[] = Array.from({ length: 1000 }, (_, n) =>
  n === 0 ? 'Z' : `.${String(n).padStart(3, '0').replace(/0+$/, '')}Z`,
);
/** Month and day by the day of a year that starts in March, such as `-03-01T`: pieces this short join without a rope. */
const monthDays: readonly string[] = Array.from({ length: 366 }, (_, dayOfYear) => {
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return `-${pairs[fromMarch < 10 ? fromMarch + 3 : fromMarch - 9]}-${pairs[day]}T`;
});
/** Days of such a year before January. */
const MARCH_TO_DECEMBER = 306;

/** Milliseconds of the fraction at `at`; further digits are cut off. */
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
 * Reads `xs:dateTime` as a `Date`. Without a zone it is local time, as in ECMAScript. A Date has milliseconds: further digits
 * are cut off, and which zone was written is not kept.
 *
 * @throws XmlValueError no such moment, or outside the range of Date
 */
export function parseXsdDateTimeAsDate(text: string): Date {
  return plainDate(text) ?? carefulDate(text);
}

/**
 * The moment of a text as nearly all are written: no blanks, a year of four digits, not the end of a day. Each character is looked at once.
 *
 * @returns undefined for any other, right or wrong
 */
function plainDate(text: string): Date | undefined {
  const century = scanPair(text, 0);
  const yearOfCentury = scanPair(text, 2);
  const month = scanPair(text, 5);
  const day = scanPair(text, 8);
  const hour = scanPair(text, 11);
  const minute = scanPair(text, 14);
  const second = scanPair(text, 17);
  // one that is absent is -1, and makes all of them negative
  if ((yearOfCentury | hour | minute | second) < 0 || century < 1) return undefined;
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59)
    return undefined;
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45 || text.charCodeAt(10) !== 84)
    return undefined;
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return undefined;
  const year = century * 100 + yearOfCentury;
  if (day > 28 && day > daysOfMonth(year, month)) return undefined;
  let end = 19;
  let milli = 0;
  if (text.charCodeAt(end) === 46) {
    milli = milliseconds(text, ++end);
    const first = end;
    while (isDigitAt(text, end)) end += 1;
    if (end === first) return undefined;
  }
  if (end === text.length) return new Date(year, month - 1, day, hour, minute, second, milli);
  if (zoneEnd(text, end) !== text.length) return undefined;
  const time = hour * HOUR + minute * MINUTE + second * 1000 + milli - zoneOffset(text);
  return new Date(daysFromCivil(year, month, day) * DAY + time);
}

/** Milliseconds that the zone a text ends with, `Z` or `+hh:mm`, is ahead of UTC. */
function zoneOffset(text: string): number {
  const end = text.length;
  if (text.charCodeAt(end - 1) === 90) return 0;
  const offset = scanPair(text, end - 5) * HOUR + scanPair(text, end - 2) * MINUTE;
  return text.charCodeAt(end - 6) === 45 ? -offset : offset;
}

function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function carefulDate(text: string): Date {
  const value = parseXsdDateTime(text);
  const mark = value.indexOf('T');
  const negative = value.charCodeAt(0) === 45;
  const digits = Number(value.slice(negative ? 1 : 0, mark - 6));
  // The standard has no year 0: the one before year 1 is -0001.
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
    const time = hour * HOUR + minute * MINUTE + second * 1000 + milli - zoneOffset(value);
    date = new Date(daysFromCivil(year, month, day) * DAY + time);
  } else {
    date = new Date(2000, month - 1, day, hour, minute, second, milli);
    // The constructor takes years below 100 for those of the last century.
    if (year !== 2000) {
      date = new Date(0);
      date.setFullYear(year, month - 1, day);
      date.setHours(hour, minute, second, milli);
    }
  }
  if (Number.isNaN(date.getTime())) throw badText(text, 'AllXsd');
  return date;
}

/**
 * Writes a `Date` as `xs:dateTime` in UTC, such as `2024-02-29T13:05:06.07Z`.
 *
 * @throws EncodeError no Date, an invalid one, or before the year 1
 */
export function formatXsdDateTimeFromDate(value: Date, owner: object, name: string): string {
  const time = isDate(value) ? value.getTime() : Number.NaN;
  if (!(time >= FIRST)) throw notEncodable('a Date in the year 1 or later', value, owner, name);
  // Days and what is left of one fit 32 bits, in which dividing costs a fraction of what it costs for other numbers.
  const days = Math.floor(time / DAY);
  const shifted = (days + EPOCH_DAYS) | 0;
  const era = (shifted / ERA_DAYS) | 0;
  const dayOfEra = (shifted - era * ERA_DAYS) | 0;
  const leaps = ((dayOfEra / 1460) | 0) - ((dayOfEra / 36_524) | 0) + ((dayOfEra / 146_096) | 0);
  const yearOfEra = ((dayOfEra - leaps) / 365) | 0;
  const before = (yearOfEra * 365 + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0)) | 0;
  const dayOfYear = dayOfEra - before;
  const year = yearOfEra + era * 400 + (dayOfYear < MARCH_TO_DECEMBER ? 0 : 1);
  const rest = (time - days * DAY) | 0;
  const minutes = (rest / MINUTE) | 0;
  const milli = (rest - minutes * MINUTE) | 0;
  const hour = (minutes / 60) | 0;
  const second = (milli / 1000) | 0;
  const date = `${year >= 1000 ? year : `${year}`.padStart(4, '0')}${monthDays[dayOfYear]}`;
  const clock = `${pairs[hour]}:${pairs[minutes - hour * 60]}:${pairs[second]}`;
  return date + clock + fractions[milli - second * 1000];
}

function isDate(value: unknown): value is Date {
  return value instanceof Date || Object.prototype.toString.call(value) === '[object Date]';
}
