import { daysFromCivil } from './calendar.ts';

/**
 * Longer texts are not compared: no real value is that long, and bigints take more than linear
 * time.
 */
const LONGEST = 1000;
const DAY = 86_400n;
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
 * Days from 1970 to a date of a year of any size. The standard has no year 0; the calendar does.
 */
export function daysOf(year: bigint, month: number, day: number): bigint {
  const inEra = ((year % 400n) + 400n) % 400n;
  const eras = (year - inEra) / 400n;
  return eras * ERA_DAYS + BigInt(daysFromCivil(Number(inEra), month, day));
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
    seconds: days * DAY + BigInt(time) - zoneSeconds(zone),
    fraction: fraction.replace(/0+$/, ''),
    zoned: zone !== '',
  };
}

function order(left: Moment, right: Moment, shift: bigint): number {
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
  if (a.zoned === b.zoned) return order(a, b, 0n);
  // the value without a zone is moved to its earliest and latest moment
  const away = a.zoned ? FARTHEST_ZONE : -FARTHEST_ZONE;
  const one = order(a, b, away);
  const other = order(a, b, -away);
  return one === other ? one : Number.NaN;
}
