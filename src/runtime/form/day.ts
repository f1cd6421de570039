/** A number of at most two digits, a longer one, which is a year, or the name of a month. */
export interface Part {
  readonly kind: 'number' | 'year' | 'month';
  readonly value: number;
}

/** A day of the Gregorian calendar. */
export type Day = readonly [year: number, month: number, day: number];

/** The day of two parts: without a year it is of this year, without a day the first. */
export function dayOfPair(parts: readonly Part[]): Day | undefined {
  const { numbers, year, month } = sort(parts);
  const [first = 0, second = 0] = numbers;
  if (year !== undefined) return valid([year, month ?? first, 1]);
  if (month === undefined) return valid([today()[0], first, second]);
  // .NET writes a day after the name of its month, and a year before it
  const isYear = parts[0]?.kind === 'number';
  return valid(isYear ? [fullYear(first), month, 1] : [today()[0], month, first]);
}

/** The day of three parts, in which a month that is a number comes before the day. */
export function dayOfTriple(parts: readonly Part[]): Day | undefined {
  const { numbers, year, month } = sort(parts);
  const [first = 0, second = 0, third = 0] = numbers;
  switch (numbers.length) {
    case 3:
      return valid([fullYear(third), first, second]);
    case 2:
      return month === undefined
        ? valid([year ?? 0, first, second])
        : (valid([fullYear(second), month, first]) ?? valid([fullYear(first), month, second]));
    default:
      return year === undefined || month === undefined ? undefined : valid([year, month, first]);
  }
}

function sort(parts: readonly Part[]): {
  readonly numbers: readonly number[];
  readonly year: number | undefined;
  readonly month: number | undefined;
} {
  const of = (kind: Part['kind']): readonly number[] =>
    parts.filter((part) => part.kind === kind).map(({ value }) => value);
  return { numbers: of('number'), year: of('year')[0], month: of('month')[0] };
}

/** .NET Framework's `GregorianCalendar.TwoDigitYearMax` is 2029. */
function fullYear(year: number): number {
  return year < 30 ? 2000 + year : 1900 + year;
}

/** Today in local time. */
export function today(): Day {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()];
}

/** The day, if the calendar has it. It repeats after 400 years. */
function valid(day: Day): Day | undefined {
  const [year, month, date] = day;
  const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  if (year < 1 || year > 9999) return undefined;
  return month >= 1 && month <= 12 && date >= 1 && date <= last ? day : undefined;
}

/** The day of the week, from 0 for Sunday. */
export function weekdayOf([year, month, day]: Day): number {
  return new Date(Date.UTC(2000 + (year % 400), month - 1, day)).getUTCDay();
}
