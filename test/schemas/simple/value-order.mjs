// Puts drawn bounds in order, roughly: a schema whose bounds contradict each other is refused by
// xmllint and drawn anew.

const amount = {
  number: Number,
  float: (text) => ({ INF: Infinity, '-INF': -Infinity, NaN: 0 })[text] ?? Number(text),
  date: (text) => {
    const [year = 0, ...rest] = (text.match(/^-?\d+|\d+/g) ?? []).map(Number);
    return rest.slice(0, 5).reduce((sum, one, index) => sum + one / 100 ** (index + 1), year);
  },
  duration: (text) => {
    const [, days = '', clock = ''] = /P([^T]*)T?(.*)/.exec(text) ?? [];
    const sum = (part, units) =>
      [...part.matchAll(/([\d.]+)([A-Z])/g)].reduce(
        (total, [, count, unit]) => total + count * units[unit],
        0,
      );
    const seconds =
      sum(days, { Y: 31_556_952, M: 2_629_746, D: 86_400 }) + sum(clock, { H: 3600, M: 60, S: 1 });
    return text.startsWith('-') ? -seconds : seconds;
  },
};

/** The texts, the one for the smaller value first. */
export function inOrder(family, texts) {
  const value = amount[family] ?? (() => 0);
  return texts.toSorted((one, other) => value(one) - value(other));
}
