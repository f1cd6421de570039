// Lexical forms of dates, times and durations.

const zone = (dice) =>
  dice.weighted([
    [5, ''],
    [3, 'Z'],
    [1, '+00:00'],
    [1, '-00:00'],
    [1, '+14:00'],
    [1, '-14:00'],
    [2, '+01:00'],
    [1, '-05:30'],
    [1, '+13:59'],
  ]);

const two = (number) => String(number).padStart(2, '0');

const year = (dice) =>
  dice.weighted([
    [5, () => String(dice.int(1998, 2002))],
    [1, () => '0001'],
    [1, () => '9999'],
    [1, () => '12345'],
    [1, () => '-0001'],
    [1, () => '-0044'],
    [1, () => '1900'],
    [1, () => '-12000'],
  ])();

const month = (dice) =>
  two(
    dice.weighted([
      [3, () => dice.int(1, 12)],
      [1, () => 2],
    ])(),
  );

const day = (dice) =>
  two(
    dice.weighted([
      [5, () => dice.int(1, 28)],
      [1, () => 29],
      [1, () => 30],
      [1, () => 31],
    ])(),
  );

const date = (dice) =>
  dice.weighted([
    [6, () => `${year(dice)}-${month(dice)}-${day(dice)}`],
    [1, () => dice.pick(['2000-02-29', '1900-02-28', '2004-02-29', '1999-12-31', '-0004-02-29'])],
  ])();

const fraction = (dice) =>
  dice.weighted([
    [4, ''],
    [1, '.0'],
    [1, '.5'],
    [1, '.500'],
    [1, '.123456789'],
    [1, '.999999999999'],
  ]);

const clock = (dice) =>
  dice.weighted([
    [
      6,
      () =>
        `${two(dice.int(0, 23))}:${two(dice.int(0, 59))}:${two(dice.int(0, 59))}${fraction(dice)}`,
    ],
    [1, () => '24:00:00'],
    [1, () => '23:59:59'],
    [1, () => '00:00:00'],
    [1, () => '24:00:00.000'],
  ])();

/** Dates and times by type. */
export const dates = {
  dateTime: (dice) => `${date(dice)}T${clock(dice)}${zone(dice)}`,
  date: (dice) => date(dice) + zone(dice),
  time: (dice) => clock(dice) + zone(dice),
  gYear: (dice) => year(dice) + zone(dice),
  gYearMonth: (dice) => `${year(dice)}-${month(dice)}${zone(dice)}`,
  gMonthDay: (dice) => `--${month(dice)}-${day(dice)}${zone(dice)}`,
  gMonth: (dice) => `--${month(dice)}${zone(dice)}`,
  gDay: (dice) => `---${day(dice)}${zone(dice)}`,
};

function duration(dice) {
  const part = (units) =>
    [...units]
      .filter(() => dice.chance(0.4))
      .map((unit) => `${dice.pick([0, 1, 2, 12, 24, 30, 36, 60, 365])}${unit}`);
  const days = part('YMD').join('');
  const clockParts = part('HM');
  if (dice.chance(0.4)) clockParts.push(`${dice.int(0, 90)}${fraction(dice)}S`);
  const all = days + (clockParts.length > 0 ? `T${clockParts.join('')}` : '');
  return `${dice.chance(0.15) ? '-' : ''}P${all === '' ? dice.pick(['0Y', 'T0S', '1D']) : all}`;
}

export const times = { duration };
