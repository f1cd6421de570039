import { XmlValueError } from '../xml/errors.ts';
import { notValid } from './text.ts';

/** The part of `Temporal.PlainDateTime` that reading needs. */
interface PlainDateTimeLike {
  toZonedDateTime(timeZone: string): unknown;
  add(duration: { readonly days: number }): unknown;
}

type Numbers = readonly number[];
type DateFields = [year: number, month: number, day: number];
/** Hours, minutes, seconds, milliseconds, microseconds, nanoseconds. */
type TimeFields = [number, number, number, number, number, number];
type DurationFields = [
  ...[years: number, months: number, weeks: number, days: number],
  ...TimeFields,
];

/** Name of a Temporal object, native or from a package, such as `Temporal.PlainDate`. */
function nameOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

function present<T>(temporal: T | undefined): T {
  if (temporal !== undefined) return temporal;
  throw new TypeError(
    'This runtime has no Temporal: name a package that exports it with `temporal` in the ' +
      'configuration of asmx-gen, or make it global before messages are read',
  );
}

const datePart = /^(-?\d{4,})-(\d\d)-(\d\d)/;
const timePart = /^(\d\d):(\d\d):(\d\d)(?:\.(\d+))?/;

function matched(part: RegExp, text: string, type: string): readonly (string | undefined)[] {
  const found = part.exec(text);
  if (found === null) throw new XmlValueError(`it is not a ${type}`);
  return found;
}

/** A year in ISO 8601 numbering. XML Schema has no year 0: year -0001 comes before year 1. */
function isoYear(text: string): number {
  const year = Number(text);
  return year < 0 ? year + 1 : year;
}

function dateFields(text: string, type: string): DateFields {
  const [, year = '', month, day] = matched(datePart, text, type);
  return [isoYear(year), Number(month), Number(day)];
}

/** Nanoseconds of a fraction in groups of three digits. Further digits are cut off. */
function fractionFields(digits: string): [number, number, number] {
  const nine = digits.slice(0, 9).padEnd(9, '0');
  return [Number(nine.slice(0, 3)), Number(nine.slice(3, 6)), Number(nine.slice(6))];
}

/** Creates a Temporal value. Fails if Temporal cannot represent the date, time or duration. */
function held<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RangeError(`Temporal has no such value: ${reason}`);
  }
}

/** The value, if only zeros of its fraction were cut off. */
function precise<T>(text: string, fraction: string, value: T): T {
  if (!/[1-9]/.test(fraction.slice(9))) return value;
  throw notValid(text, 'has more than nine digits of a second, which Temporal cannot hold', value);
}

/**
 * Returns a function that reads `xs:dateTime`: with a zone as `Temporal.ZonedDateTime` (time zone
 * `UTC` or the offset), without one as `Temporal.PlainDateTime`.
 *
 * @throws TypeError there is no Temporal
 */
export function temporalDateTime<P extends PlainDateTimeLike>(
  temporal:
    | { readonly PlainDateTime: new (...fields: [...DateFields, ...TimeFields]) => P }
    | undefined,
): (text: string) => P | ReturnType<P['toZonedDateTime']> {
  const { PlainDateTime } = present(temporal);
  return (text) => {
    const date = dateFields(text, 'dateTime');
    const rest = text.slice(text.indexOf('T') + 1);
    const [whole = '', hour, minute, second, fraction = ''] = matched(timePart, rest, 'dateTime');
    const isMidnight = hour === '24';
    const clock: Numbers = [isMidnight ? 0 : Number(hour), Number(minute), Number(second)];
    const given = [...date, ...clock, ...fractionFields(fraction)];
    const zone = rest.slice(whole.length);
    const value = held(() => {
      const moment = new PlainDateTime(...(given as [...DateFields, ...TimeFields]));
      // 24:00:00 is the first moment of the next day
      const plain = isMidnight ? (moment.add({ days: 1 }) as P) : moment;
      if (zone === '') return plain;
      return plain.toZonedDateTime(zone === 'Z' ? 'UTC' : zone) as ReturnType<P['toZonedDateTime']>;
    });
    return precise(text, fraction, value);
  };
}

/**
 * Returns a function that reads `xs:date` as `Temporal.PlainDate`. It refuses dates with a time
 * zone.
 *
 * @throws TypeError there is no Temporal
 */
export function temporalDate<D>(
  temporal: { readonly PlainDate: new (...fields: DateFields) => D } | undefined,
): (text: string) => D {
  const { PlainDate } = present(temporal);
  return (text) => {
    const fields = dateFields(text, 'date');
    const date = held(() => new PlainDate(...fields));
    const rest = text.replace(datePart, '');
    if (rest === '') return date;
    // ASMX writes and reads both
    const what = rest.startsWith('T') ? 'time of day' : 'time zone';
    throw notValid(text, `has a ${what}, which Temporal.PlainDate cannot hold`, date);
  };
}

/**
 * Returns a function that reads `xs:time` as `Temporal.PlainTime`. It refuses times with a zone.
 *
 * @throws TypeError there is no Temporal
 */
export function temporalTime<T>(
  temporal: { readonly PlainTime: new (...fields: TimeFields) => T } | undefined,
): (text: string) => T {
  const { PlainTime } = present(temporal);
  return (text) => {
    const [whole = '', hour, minute, second, fraction = ''] = matched(timePart, text, 'time');
    // 24:00:00 is also the first moment of a day
    const clock: Numbers = [Number(hour) % 24, Number(minute), Number(second)];
    const fields = [...clock, ...fractionFields(fraction)] as TimeFields;
    const time = held(() => new PlainTime(...fields));
    if (whole === text) return precise(text, fraction, time);
    throw notValid(text, 'has a time zone, which Temporal.PlainTime cannot hold', time);
  };
}

const durationParts =
  /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?$/;

/**
 * Returns a function that reads `xs:duration` as `Temporal.Duration`, in the units of the text.
 *
 * @throws TypeError there is no Temporal
 */
export function temporalDuration<D>(
  temporal: { readonly Duration: new (...fields: DurationFields) => D } | undefined,
): (text: string) => D {
  const { Duration } = present(temporal);
  return (text) => {
    const [, sign, ...units] = matched(durationParts, text, 'duration');
    const fraction = units[6] ?? '';
    const [years, months, ...others] = units.slice(0, 6).map((digits = '0') => Number(digits));
    const all = [years, months, 0, ...others, ...fractionFields(fraction)] as DurationFields;
    const signed = all.map((one) => (sign === '-' ? 0 - one : one)) as DurationFields;
    const duration = held(() => {
      if (!all.every(Number.isSafeInteger)) throw new RangeError('a number is too large');
      return new Duration(...signed);
    });
    return precise(text, fraction, duration);
  };
}

/** The text of a date or moment, with the year in XML Schema's numbering. */
function withXsdYear(text: string): string {
  const month = text.indexOf('-', 1);
  const year = Number(text.slice(0, month));
  const digits = String(year > 0 ? year : 1 - year).padStart(4, '0');
  return `${year > 0 ? '' : '-'}${digits}${text.slice(month)}`;
}

interface Written {
  toString(options?: { readonly calendarName: 'never'; readonly timeZoneName?: 'never' }): string;
}

interface WrittenInZone extends Written {
  readonly offset: string;
  readonly timeZoneId: string;
}

/** Writes a `Temporal.PlainDateTime` or `Temporal.ZonedDateTime`. */
export function formatTemporalDateTime(value: unknown): string {
  const name = nameOf(value);
  if (name === 'Temporal.PlainDateTime') {
    return withXsdYear((value as Written).toString({ calendarName: 'never' }));
  }
  if (name !== 'Temporal.ZonedDateTime') {
    throw new TypeError('it is no Temporal.PlainDateTime or Temporal.ZonedDateTime');
  }
  const zoned = value as WrittenInZone;
  if (zoned.offset.length > '+00:00'.length) {
    throw new RangeError(`XML Schema has no zone with seconds, such as ${zoned.offset}`);
  }
  const text = withXsdYear(zoned.toString({ calendarName: 'never', timeZoneName: 'never' }));
  return zoned.timeZoneId === 'UTC' ? `${text.slice(0, -'+00:00'.length)}Z` : text;
}

/** Writes a `Temporal.PlainDate`. */
export function formatTemporalDate(value: unknown): string {
  if (nameOf(value) !== 'Temporal.PlainDate') throw new TypeError('it is no Temporal.PlainDate');
  return withXsdYear((value as Written).toString({ calendarName: 'never' }));
}

/** Writes a `Temporal.PlainTime`. */
export function formatTemporalTime(value: unknown): string {
  if (nameOf(value) === 'Temporal.PlainTime') return String(value);
  throw new TypeError('it is no Temporal.PlainTime');
}

interface DurationLike {
  readonly weeks: number;
  readonly days: number;
  with(fields: { readonly weeks: number; readonly days: number }): unknown;
}

/** Writes a `Temporal.Duration`. Weeks, which XML Schema does not have, become seven days. */
export function formatTemporalDuration(value: unknown): string {
  if (nameOf(value) !== 'Temporal.Duration') throw new TypeError('it is no Temporal.Duration');
  const duration = value as DurationLike;
  const { weeks, days } = duration;
  return String(weeks === 0 ? duration : duration.with({ weeks: 0, days: days + weeks * 7 }));
}
