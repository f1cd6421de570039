/** Sign and digits of a decimal. */
interface DecimalParts {
  readonly negative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

/** Sign and digits before and after the point of a lexical decimal, without redundant zeros. */
export function decimalParts(text: string): DecimalParts {
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  return {
    negative,
    whole: whole.replace(/^0+/, ''),
    fraction: fraction.replace(/0+$/, ''),
  };
}

/** Compares two lexical decimals or integers of any size: negative, zero or positive. */
export function compareDecimals(left: string, right: string): number {
  const a = decimalParts(left);
  const b = decimalParts(right);
  const aZero = a.whole === '' && a.fraction === '';
  const bZero = b.whole === '' && b.fraction === '';
  const aSign = aZero ? 0 : a.negative ? -1 : 1;
  const bSign = bZero ? 0 : b.negative ? -1 : 1;
  if (aSign !== bSign) return aSign - bSign;
  let order = a.whole.length - b.whole.length;
  if (order === 0 && a.whole !== b.whole) order = a.whole < b.whole ? -1 : 1;
  if (order === 0 && a.fraction !== b.fraction) {
    // padded, the fractions compare as text
    const digits = Math.max(a.fraction.length, b.fraction.length);
    order = a.fraction.padEnd(digits, '0') < b.fraction.padEnd(digits, '0') ? -1 : 1;
  }
  return order * (aSign === 0 ? 1 : aSign);
}

/**
 * Longer texts are not compared: no real value is that long, and bigints take more than linear
 * time.
 */
const LONGEST = 1000;

const DAY_SECONDS = 86_400n;
/** A value without a zone may be in any zone from -14:00 to +14:00 (XML Schema 2, 3.2.7.4). */
const FARTHEST_ZONE = 14n * 3600n;
/** The calendar repeats after 400 years. */
const ERA_DAYS = 146_097n;

/**
 * All date and time types in one. A part that a type does not have is the same in all its values.
 */
const moment = new RegExp(
  [
    /^(?:(-?\d{4,})(?:-(\d\d)(?:-(\d\d))?)?|--(\d\d)?(?:-(\d\d))?)?/,
    /(?:T?(\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)?$/,
  ]
    .map(({ source }) => source)
    .join(''),
);

interface Moment {
  /** In UTC; without a zone, as if it were UTC. */
  readonly seconds: bigint;
  /** Digits after the point without trailing zeros, which compare as text. */
  readonly fraction: string;
  readonly zoned: boolean;
}

/**
 * Days from a fixed day to a date of a year of any size. The standard has no year 0; the calendar
 * does.
 */
function daysOf(year: bigint, month: number, day: number): bigint {
  const inEra = ((year % 400n) + 400n) % 400n;
  const eras = (year - inEra) / 400n;
  // the calendar of 2000 is that of every 400 years
  const days = Date.UTC(2000 + Number(inEra), month - 1, day) / 86_400_000;
  return eras * ERA_DAYS + BigInt(days);
}

function yearOf(text: string): bigint {
  return text.startsWith('-') ? 1n + BigInt(text) : BigInt(text);
}

function zoneSeconds(zone: string): bigint {
  if (zone === '' || zone === 'Z') return 0n;
  const [hours, minutes] = zone.slice(1).split(':');
  const seconds = BigInt(hours ?? 0) * 3600n + BigInt(minutes ?? 0) * 60n;
  return zone.startsWith('-') ? -seconds : seconds;
}

function momentOf(text: string): Moment | undefined {
  const found = text.length > LONGEST ? null : moment.exec(text);
  if (found === null) return undefined;
  // a recurring day is one of a leap year, so that 29 February is included
  const [, year = '2000', month, day, recurring, recurringDay] = found;
  const [hour = '0', minute = '0', second = '0', fraction = '', zone = ''] = found.slice(6);
  const days = daysOf(
    yearOf(year),
    Number(month ?? recurring ?? 1),
    Number(day ?? recurringDay ?? 1),
  );
  const time = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return {
    seconds: days * DAY_SECONDS + BigInt(time) - zoneSeconds(zone),
    fraction: fraction.replace(/0+$/, ''),
    zoned: zone !== '',
  };
}

function orderOfMoments(left: Moment, right: Moment, shift: bigint): number {
  const other = right.seconds + shift;
  if (left.seconds !== other) return left.seconds < other ? -1 : 1;
  if (left.fraction === right.fraction) return 0;
  return left.fraction < right.fraction ? -1 : 1;
}

/**
 * Compares two valid values of one date or time type in the order of XML Schema (part 2, 3.2.7.4).
 *
 * @returns negative, zero or positive; NaN if only one has a zone, and the order depends on the
 *   zone of the other
 */
export function compareDates(left: string, right: string): number {
  const a = momentOf(left);
  const b = momentOf(right);
  if (a === undefined || b === undefined) return Number.NaN;
  if (a.zoned === b.zoned) return orderOfMoments(a, b, 0n);
  // the value without a zone is moved to its earliest and latest moment
  const away = a.zoned ? FARTHEST_ZONE : -FARTHEST_ZONE;
  const one = orderOfMoments(a, b, away);
  const other = orderOfMoments(a, b, -away);
  return one === other ? one : Number.NaN;
}

const durationForm =
  /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?$/;

/** Start months that distinguish durations (XML Schema 2, 3.2.6.2), as year and month from 0. */
const starts: readonly (readonly [year: bigint, month: bigint])[] = [
  [1696n, 8n],
  [1697n, 1n],
  [1903n, 2n],
  [1903n, 6n],
];

interface Duration {
  readonly months: bigint;
  readonly seconds: bigint;
  readonly fraction: string;
  readonly sign: bigint;
}

function durationOf(text: string): Duration | undefined {
  const found = text.length > LONGEST ? null : durationForm.exec(text);
  if (found === null) return undefined;
  const [, sign, years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found;
  return {
    months: BigInt(years) * 12n + BigInt(months),
    seconds:
      BigInt(days) * 86_400n + BigInt(hours) * 3600n + BigInt(minutes) * 60n + BigInt(seconds),
    fraction: found[8] ?? '',
    sign: sign === '-' ? -1n : 1n,
  };
}

/**
 * Seconds between a start and the start plus a duration, in units of a fraction with `digits`
 * digits.
 */
function lengthFrom(
  [year, month]: readonly [bigint, bigint],
  { months, seconds, fraction, sign }: Duration,
  digits: number,
): bigint {
  const total = year * 12n + month + sign * months;
  const monthOfYear = ((total % 12n) + 12n) % 12n;
  const days = daysOf((total - monthOfYear) / 12n, Number(monthOfYear) + 1, 1);
  const unit = 10n ** BigInt(digits);
  const exact = seconds * unit + BigInt(fraction.padEnd(digits, '0'));
  return days * 86_400n * unit + sign * exact;
}

/**
 * Compares two valid durations (XML Schema 2, 3.2.6.2).
 *
 * @returns negative, zero or positive; NaN if it depends on the month they start in, as for `P1M`
 *   and `P30D`
 */
export function compareDurations(left: string, right: string): number {
  const a = durationOf(left);
  const b = durationOf(right);
  if (a === undefined || b === undefined) return Number.NaN;
  const digits = Math.max(a.fraction.length, b.fraction.length);
  let result: number | undefined;
  for (const start of starts) {
    const difference = lengthFrom(start, a, digits) - lengthFrom(start, b, digits);
    const order = difference < 0n ? -1 : difference > 0n ? 1 : 0;
    if (result !== undefined && result !== order) return Number.NaN;
    result = order;
  }
  return result ?? Number.NaN;
}
