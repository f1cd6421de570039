// Lexical forms of numbers.

/** Least and greatest values of the integer types; `undefined` where there is none. */
export const ranges = {
  integer: [undefined, undefined],
  nonPositiveInteger: [undefined, 0n],
  negativeInteger: [undefined, -1n],
  nonNegativeInteger: [0n, undefined],
  positiveInteger: [1n, undefined],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  short: [-32_768n, 32_767n],
  byte: [-128n, 127n],
  unsignedLong: [0n, 2n ** 64n - 1n],
  unsignedInt: [0n, 2n ** 32n - 1n],
  unsignedShort: [0n, 65_535n],
  unsignedByte: [0n, 255n],
};

const large = [2n ** 53n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n, 10n ** 22n];

/** A value at a border of the type, a small one, or a large one. */
function integerValue([least, most], dice) {
  const borders = [least, most].filter((one) => one !== undefined);
  const value = dice.weighted([
    [borders.length > 0 ? 2 : 0, () => dice.pick(borders) + BigInt(dice.int(-1, 1))],
    [3, () => BigInt(dice.int(-3, 120))],
    [1, () => BigInt(dice.int(-40_000, 70_000))],
    [1, () => dice.pick(large) * (dice.chance(0.5) ? 1n : -1n)],
  ])();
  const below = least !== undefined && value < least;
  const above = most !== undefined && value > most;
  return (below || above) && dice.chance(0.9) ? (least ?? most) : value;
}

/** Digits with a sign and zeros the value does not need. */
export function disguiseInteger(value, dice) {
  const sign =
    value < 0n
      ? '-'
      : dice.weighted([
          [6, ''],
          [1, '+'],
        ]);
  const digits = String(value < 0n ? -value : value);
  const zeros = dice.weighted([
    [6, ''],
    [1, '0'],
    [1, '000'],
  ]);
  return value === 0n && dice.chance(0.2) ? '-0' : sign + zeros + digits;
}

export const drawInteger = (name, dice) => disguiseInteger(integerValue(ranges[name], dice), dice);

export function drawDecimal(dice) {
  const whole = dice.weighted([
    [3, () => String(dice.int(0, 200))],
    [1, () => ''],
    [1, () => `00${dice.int(0, 9)}`],
    [1, () => String(dice.pick(large))],
  ])();
  const fraction = dice.weighted([
    [3, () => ''],
    [1, () => (whole === '' ? '.0' : '.')],
    [2, () => `.${dice.int(0, 999)}`],
    [1, () => `.${dice.int(0, 9)}00`],
    [1, () => '.000000000000000001'],
  ])();
  const sign = dice.weighted([
    [6, ''],
    [2, '-'],
    [1, '+'],
  ]);
  return sign + (whole + fraction === '' ? '0' : whole + fraction);
}

const extremes = {
  float: ['3.4028235E38', '-3.4028235e38', '1.4E-45', '16777217', '0.1', '1.17549435E-38'],
  double: ['1.7976931348623157E308', '4.9E-324', '-1E308', '9007199254740993', '0.1', '1e-400'],
};

export function drawFloat(name, dice) {
  return dice.weighted([
    [2, () => dice.pick(['INF', '-INF', 'NaN', '0', '-0', '+0', '-0.0'])],
    [2, () => dice.pick(extremes[name])],
    [3, () => drawDecimal(dice)],
    [
      3,
      () =>
        `${dice.int(-99, 99)}.${dice.int(0, 99)}${dice.pick(['E', 'e'])}${dice.pick(['', '+', '-'])}${dice.pick(['', '0'])}${dice.int(0, 9)}`,
    ],
  ])();
}
