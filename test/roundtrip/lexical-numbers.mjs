// Lexical values of numeric types: edges of the type and of its facets, and what lies between.

const unlimited = 10n ** 24n - 1n; // xmllint keeps no more than 24 digits

const limits = {
  byte: [-128n, 127n],
  short: [-32768n, 32767n],
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  unsignedByte: [0n, 255n],
  unsignedShort: [0n, 65535n],
  unsignedInt: [0n, 2n ** 32n - 1n],
  unsignedLong: [0n, 2n ** 64n - 1n],
  integer: [-unlimited, unlimited],
  nonNegativeInteger: [0n, unlimited],
  positiveInteger: [1n, unlimited],
  nonPositiveInteger: [-unlimited, 0n],
  negativeInteger: [-unlimited, -1n],
  char: [0n, 65535n],
};

export const isInteger = (builtin) => limits[builtin] !== undefined;
export const limitsOf = (builtin) => limits[builtin];

const max = (a, b) => (a > b ? a : b);
const min = (a, b) => (a < b ? a : b);

/** A decimal text as a number of units of 10^-places, rounded towards the inside of a range. */
function scaled(text, places, up) {
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === undefined) return scaled(BigInt(Math.trunc(Number(text))).toString(), places, up);
  const kept = BigInt(`${whole}${fraction.slice(0, places).padEnd(places, '0')}` || '0');
  const cut = /[1-9]/.test(fraction.slice(places));
  const value = sign === '-' ? -kept : kept;
  if (!cut) return value;
  if (up) return sign === '-' ? value : value + 1n;
  return sign === '-' ? value - 1n : value;
}

/** The range of a type in units of 10^-places. */
export function rangeOf(builtin, facets, places) {
  const unit = 10n ** BigInt(places);
  let [low, high] = limits[builtin] ?? [-(10n ** 15n), 10n ** 15n];
  low *= unit;
  high *= unit;
  if (facets.totalDigits !== undefined) {
    const most = 10n ** BigInt(facets.totalDigits) - 1n;
    low = max(low, -most);
    high = min(high, most);
  }
  if (facets.minInclusive !== undefined) low = max(low, scaled(facets.minInclusive, places, true));
  if (facets.maxInclusive !== undefined)
    high = min(high, scaled(facets.maxInclusive, places, false));
  if (facets.minExclusive !== undefined)
    low = max(low, scaled(facets.minExclusive, places, false) + 1n);
  if (facets.maxExclusive !== undefined)
    high = min(high, scaled(facets.maxExclusive, places, true) - 1n);
  return [low, high];
}

function between(source, low, high) {
  const edges = [low, high, 0n, 1n, -1n, low + 1n, high - 1n].filter(
    (one) => one >= low && one <= high,
  );
  if (source.chance(0.45)) return source.pick(edges);
  if (source.chance(0.5)) return source.bigint(max(low, -1000n), min(high, 1000n));
  return source.bigint(low, high);
}

export function drawInteger(builtin, facets, source) {
  const [low, high] = rangeOf(builtin, facets, 0);
  if (low > high) return undefined;
  if (high < -1000n || low > 1000n)
    return (source.chance(0.4) ? source.pick([low, high]) : source.bigint(low, high)).toString();
  return between(source, low, high).toString();
}

export function drawDecimal(facets, source) {
  const most = Math.min(facets.fractionDigits ?? 6, facets.totalDigits ?? 6, 6);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const places = source.int(0, most);
    const [low, high] = rangeOf('decimal', facets, places);
    if (low > high) continue;
    const value =
      high < -1000n || low > 1000n ? source.bigint(low, high) : between(source, low, high);
    const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
    const fraction = digits.slice(digits.length - places);
    const exact = facets.totalDigits !== undefined || facets.fractionDigits !== undefined;
    const kept = places === 0 ? '' : exact ? fraction.replace(/0+$/, '') : fraction;
    const whole = digits.slice(0, digits.length - places);
    return `${value < 0n ? '-' : ''}${whole}${kept === '' ? '' : `.${kept}`}`;
  }
  return undefined;
}

export function drawFloat(builtin, facets, source) {
  const bounded = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'].some(
    (name) => facets[name] !== undefined,
  );
  const round = builtin === 'float' ? Math.fround : (value) => value;
  if (bounded) {
    const low = Number(facets.minInclusive ?? facets.minExclusive ?? -1e6);
    const high = Number(facets.maxInclusive ?? facets.maxExclusive ?? low + 1e6);
    const share =
      facets.minExclusive === undefined && source.chance(0.2) ? 0 : source.int(1, 999) / 1000;
    return text(low + (high - low) * share);
  }
  const edges =
    builtin === 'float'
      ? [0, -0, 1, -1, 0.1, 3.4028234663852886e38, 1.1754943508222875e-38, 1e-7, 16777216]
      : [
          0,
          -0,
          1,
          -1,
          0.1,
          Number.MAX_VALUE,
          2.2250738585072014e-308,
          1e21,
          1e-7,
          123456789012345680,
        ];
  if (source.chance(0.1)) return source.pick(['INF', '-INF', 'NaN']);
  if (source.chance(0.4)) return text(round(source.pick(edges)));
  return text(round(source.int(-1_000_000, 1_000_000) / source.pick([1, 3, 7, 10, 1000])));
}

function text(value) {
  return Object.is(value, -0) ? '-0' : String(value).replace('e+', 'e');
}
