import { dayNumber } from './date-compare.ts';

/**
 * Start months with different lengths, to which durations are added, as year and month (XML Schema
 * part 2 section 3.2.6.2).
 */
const starts = [
  [1696, 9],
  [1697, 2],
  [1903, 3],
  [1903, 7],
] as const;

/** Longer fractions are not compared. */
const longestFraction = 100;

interface Duration {
  readonly months: number;
  readonly seconds: number;
  readonly fraction: string;
}

/**
 * Compares two durations; `undefined` if the order depends on the months, as for `P1M` and `P30D`.
 */
export function compareDurations(a: string, b: string): number | undefined {
  const [left, right] = [durationOf(a), durationOf(b)];
  if (left === undefined || right === undefined) return undefined;
  const digits = Math.max(left.fraction.length, right.fraction.length);
  const orders = starts.map((start) => {
    const [first, second] = [endOf(left, start, digits), endOf(right, start, digits)];
    return first < second ? -1 : first > second ? 1 : 0;
  });
  const [order] = orders;
  return orders.every((one) => one === order) ? order : undefined;
}

const date = '(?:(\\d{1,6})Y)?(?:(\\d{1,6})M)?(?:(\\d{1,8})D)?';
const time = '(?:(\\d{1,9})H)?(?:(\\d{1,9})M)?(?:(\\d{1,9})(?:\\.(\\d+))?S)?';
const form = new RegExp(`^(-?)P${date}(?:T${time})?$`);

function durationOf(text: string): Duration | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [years, months, days, hours, minutes, seconds] = match
    .slice(2, 8)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  const [, sign] = match;
  const fraction = match[8] ?? '';
  if (fraction.length > longestFraction) return undefined;
  const factor = sign === '-' ? -1 : 1;
  return {
    months: factor * (years * 12 + months),
    seconds: factor * (((days * 24 + hours) * 60 + minutes) * 60 + seconds),
    fraction: `${sign}${fraction}`,
  };
}

/** The end of a duration from a start, in units of the smallest fraction of a second. */
function endOf(
  { months, seconds, fraction }: Duration,
  [year, month]: readonly [number, number],
  digits: number,
): bigint {
  const last = year * 12 + month - 1 + months;
  const days = dayNumber(Math.floor(last / 12), (((last % 12) + 12) % 12) + 1, 1);
  const scale = 10n ** BigInt(digits);
  const part = fraction === '' || fraction === '-' ? 0n : BigInt(fraction);
  const length = fraction.startsWith('-') ? fraction.length - 1 : fraction.length;
  const rest = part * 10n ** BigInt(digits - length);
  return BigInt(days * 86_400 + seconds) * scale + rest;
}
