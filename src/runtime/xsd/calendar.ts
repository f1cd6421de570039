/** Days of each month in a year that is not a leap year. */
const monthLengths: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Reads two digits: 0 to 99, or -1 if there are none. */
export function scanPair(text: string, at: number): number {
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
export function daysOfMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (monthLengths[month - 1] as number);
}

/**
 * Finds the end of a year at `at` (XML Schema 2, 3.2.7): at least four digits, no redundant zeros,
 * not 0000, optionally with a minus.
 *
 * @returns the offset after it, or -1
 */
export function yearEnd(text: string, at: number): number {
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
export function monthDayEnd(text: string, at: number, year: number): number {
  const month = scanPair(text, at);
  const day = scanPair(text, at + 3);
  if (month < 1 || month > 12 || day < 1 || text.charCodeAt(at + 2) !== 45) return -1;
  return day <= 28 || day <= daysOfMonth(year, month) ? at + 5 : -1;
}

/** Finds the end of `YYYY-MM-DD` at `at`; -1 if there is no such date. */
export function dateEnd(text: string, at: number): number {
  const end = yearEnd(text, at);
  if (end < 0 || text.charCodeAt(end) !== 45) return -1;
  return monthDayEnd(text, end + 1, leapPhase(text, at, end));
}

/**
 * Finds the end of `hh:mm:ss.fff` at `at`; -1 if there is no such time. 24:00:00 is the end of the
 * day.
 */
export function timeEnd(text: string, at: number): number {
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
export function zoneEnd(text: string, at: number): number {
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
export const EPOCH_DAYS: number = 719_468;
/** Days in 400 years, after which the calendar repeats. */
export const ERA_DAYS: number = 146_097;

/** Days from 1970 to a date. Years start in March, so that the leap day is the last one. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * ERA_DAYS + dayOfEra - EPOCH_DAYS;
}
