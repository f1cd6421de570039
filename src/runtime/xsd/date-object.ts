import { notEncodable } from '../xml/write-text.ts';
import { acceptAs, badText, toldAs } from './bad-text.ts';
import { daysFromCivil, EPOCH_DAYS, ERA_DAYS, scanPair } from './calendar.ts';
import { dateTimeText, midnightOf } from './date-time.ts';
import { DAY, HOUR, MINUTE, milliseconds, plainDate, zoneOffset } from './plain-date.ts';

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
  const time = isDate(value) ? value.getTime() : Number.NaN;
  if (time > FIRST + DAY && time < LAST - DAY) return utcText(time, 'Z');
  return unsetText(value) ?? formatXsdZonedDateTimeFromDate(value);
}

/** The same for a DateTimeOffset of .NET, which always has a zone: also those that are unset. */
export function formatXsdZonedDateTimeFromDate(value: Date): string {
  const time = isDate(value) ? value.getTime() : Number.NaN;
  if (time >= FIRST - FARTHEST * MINUTE) return zonedText(time);
  throw notEncodable('a Date in the year 1 or later', value);
}

/** One of .NET's unset dates, the earliest and latest that it has; the latter has seven digits. */
function unsetText(value: Date): string | undefined {
  if (!isDate(value)) return undefined;
  // not by the offset, which has no seconds, as local times of the year 1 have
  const days = daysFromCivil(value.getFullYear(), value.getMonth() + 1, value.getDate());
  const minutes = value.getHours() * 60 + value.getMinutes();
  const seconds = value.getSeconds() * 1000 + value.getMilliseconds();
  const local = days * DAY + minutes * MINUTE + seconds;
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
  return date + clock + fractions[milli - second * 1000] + zone;
}

function isDate(value: unknown): value is Date {
  return value instanceof Date || Object.prototype.toString.call(value) === '[object Date]';
}
