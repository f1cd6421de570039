import { daysOf } from './date-order.ts';

/** Longer texts are not compared, because bigints take more than linear time. */
const LONGEST = 1000;

const duration =
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
  const found = text.length > LONGEST ? null : duration.exec(text);
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
