/** Longer years cannot be counted in seconds exactly, and real contracts have none. */
const date = '(-?\\d{4,7})(?:-(\\d\\d)(?:-(\\d\\d))?)?';
const partOfDate = '--(\\d\\d)(?:-(\\d\\d))?|---(\\d\\d)';
const time = '(\\d\\d):(\\d\\d):(\\d\\d)(?:\\.(\\d+))?';
const zone = 'Z|[+-]\\d\\d:\\d\\d';
const form = new RegExp(`^(?:${date}|${partOfDate})?(?:(?:^|T)${time})?(${zone})?$`);

/** Largest offset of a time zone from UTC in seconds (XML Schema part 2 section 3.2.7). */
const furthestZone = 14 * 3600;

/** A date or time on a time line. */
interface Instant {
  /** Its parts. Only values with the same parts are comparable. */
  readonly kind: string;
  /** Counted from an arbitrary point; without a zone, as if in UTC. */
  readonly seconds: number;
  /** Digits of the fraction of a second, without trailing zeros. */
  readonly fraction: string;
  readonly zoned: boolean;
}

/**
 * Whether each part of a date or time is valid in calendars and clocks. Years too long to count are
 * valid.
 */
export function isOnCalendar(text: string): boolean {
  return /^-?\d{8,}/.test(text) || instantOf(text) !== undefined;
}

/**
 * Compares two dates or times (XML Schema part 2 section 3.2.7.3); `undefined` if they have
 * different parts, or only one has a time zone.
 */
export function compareDates(a: string, b: string): number | undefined {
  const [left, right] = [instantOf(a), instantOf(b)];
  if (left === undefined || right === undefined || left.kind !== right.kind) return undefined;
  if (left.zoned !== right.zoned) return undefined;
  const apart = left.seconds - right.seconds;
  if (apart !== 0) return apart;
  return left.fraction < right.fraction ? -1 : left.fraction > right.fraction ? 1 : 0;
}

function instantOf(text: string): Instant | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, onlyMonth, dayOfMonth, onlyDay, hour, minute, second] = match;
  const [, , , , , , , , , , fraction = '', zone] = match;
  if (year === undefined && onlyMonth === undefined && onlyDay === undefined && !hour) {
    return undefined;
  }
  const months = Number(month ?? onlyMonth ?? 1);
  const days = Number(day ?? dayOfMonth ?? onlyDay ?? 1);
  // a leap year if there is none
  const years = Number(year ?? 2000);
  if (months < 1 || months > 12 || days < 1 || days > lengthOf(years, months)) return undefined;
  const [hours, minutes, seconds] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  const midnight = hours === 24 && minutes === 0 && seconds === 0 && !/[1-9]/.test(fraction);
  if ((hours > 23 && !midnight) || minutes > 59 || seconds > 59) return undefined;
  const offset = offsetOf(zone);
  if (offset === undefined) return undefined;
  const local = hours * 3600 + minutes * 60 + seconds;
  const timeOnly = year === undefined && onlyMonth === undefined && onlyDay === undefined;
  // a time on another day, because of its zone or at midnight: the standard does not define which
  if (timeOnly && (local - offset < 0 || local - offset >= 86_400)) {
    return { kind: text, seconds: 0, fraction: '', zoned: true };
  }
  return {
    kind: [year, month, day, onlyMonth, dayOfMonth, onlyDay, hour]
      .map((part) => (part === undefined ? '-' : 'x'))
      .join(''),
    seconds: dayNumber(years, months, days) * 86_400 + local - offset,
    fraction: fraction.replace(/0+$/, ''),
    zoned: zone !== undefined,
  };
}

function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))];
  const seconds = hours * 3600 + minutes * 60;
  if (minutes > 59 || seconds > furthestZone) return undefined;
  return zone.startsWith('-') ? -seconds : seconds;
}

/**
 * Days of a month. Before our era, which editions of the standard count differently, February has
 * 29 days if either count says so.
 */
function lengthOf(year: number, month: number): number {
  if (month === 2) return isLeap(year) || (year < 0 && isLeap(year + 1)) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days since 1 March of the year 0 in the Gregorian calendar. */
export function dayNumber(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const leaps = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  const since = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  return shifted * 365 + leaps + since + day - 1;
}
