import { daysFromCivil, daysOfMonth, scanPair, zoneEnd } from './calendar.ts';

/** A day in milliseconds. */
export const DAY = 86_400_000;
/** An hour in milliseconds. */
export const HOUR = 3_600_000;
/** A minute in milliseconds. */
export const MINUTE = 60_000;

/** Milliseconds of the fraction at `at`. Further digits are cut off. */
export function milliseconds(text: string, at: number): number {
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
export function plainDate(text: string, from: number, to: number): Date | undefined {
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
  return new Date(daysFromCivil(year, month, day) * DAY + time);
}

/** Offset from UTC in milliseconds of the zone that ends at `end`, `Z` or `+hh:mm`. */
export function zoneOffset(text: string, end: number): number {
  if (text.charCodeAt(end - 1) === 90) return 0;
  const offset = scanPair(text, end - 5) * HOUR + scanPair(text, end - 2) * MINUTE;
  return text.charCodeAt(end - 6) === 45 ? -offset : offset;
}

function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}
