/** Years of more digits cannot be counted in seconds exactly, and no contract means them. */
const date = '(-?\\d{4,7})(?:-(\\d\\d)(?:-(\\d\\d))?)?';
const partOfDate = '--(\\d\\d)(?:-(\\d\\d))?|---(\\d\\d)';
const time = '(\\d\\d):(\\d\\d):(\\d\\d)(?:\\.(\\d+))?';
const zone = 'Z|[+-]\\d\\d:\\d\\d';
const form = new RegExp(`^(?:${date}|${partOfDate})?(?:(?:^|T)${time})?(${zone})?$`);

/** Seconds that a time zone is away from UTC at most (XML Schema part 2 section 3.2.7). */
const furthestZone = 14 * 3600;

/** A date or time as a point on a line. */
interface Instant {
  /** Which of its parts there are: only dates of one kind are in an order. */
  readonly kind: string;
  /** From an arbitrary point on, as if in UTC where there is no zone. */
  readonly seconds: number;
  /** Digits of the fraction of a second, without zeros at the end. */
  readonly fraction: string;
  readonly zoned: boolean;
}

/**
 * Whether each part of a date or time, of whatever kind, is one that calendars and clocks have;
 * years too long to count are.
 */
export function isOnCalendar(text: string): boolean {
  return /^-?\d{8,}/.test(text) || instantOf(text) !== undefined;
}

/**
 * Which of two dates or times is later (XML Schema part 2 section 3.2.7.3); `undefined` where they
 * are of different kinds, or where only one has a time zone.
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
  // a leap year where there is none
  const years = Number(year ?? 2000);
  if (months < 1 || months > 12 || days < 1 || days > lengthOf(years, months)) return undefined;
  const [hours, minutes, seconds] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  const midnight = hours === 24 && minutes === 0 && seconds === 0 && !/[1-9]/.test(fraction);
  if ((hours > 23 && !midnight) || minutes > 59 || seconds > 59) return undefined;
  const offset = offsetOf(zone);
  if (offset === undefined) return undefined;
  const local = hours * 3600 + minutes * 60 + seconds;
  const timeOnly = year === undefined && onlyMonth === undefined && onlyDay === undefined;
  // a time of another day, by its zone or at midnight: the standard leaves open which
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
 * Days of a month; that before our era, which editions of the standard count differently, has the
 * longer February.
 */
function lengthOf(year: number, month: number): number {
  if (month === 2) return isLeap(year) || (year < 0 && isLeap(year + 1)) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days since the first of March of the year 0 in the Gregorian calendar. */
export function dayNumber(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const leaps = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  const since = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  return shifted * 365 + leaps + since + day - 1;
}
