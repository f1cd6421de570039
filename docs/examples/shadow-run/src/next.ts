import { createPricingServer } from '../generated/pricing/index.js';

/** Prices in tenths of a cent, as the articles are bought. */
const prices = new Map([
  ['tea', 4500n],
  ['coffee', 7250n],
  ['sugar', 1125n],
]);

/** Rounds tenths of a cent to cents: the exact half to the even cent, as accountants do. */
function toCents(tenths: bigint): bigint {
  const [cents, rest] = [tenths / 10n, tenths % 10n];
  return rest > 5n || (rest === 5n && cents % 2n === 1n) ? cents + 1n : cents;
}

/** The new service. */
export function createNext() {
  return createPricingServer({
    quote({ article, count }) {
      const cents = toCents((prices.get(article) ?? 0n) * BigInt(count));
      const amount = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
      return { amount, currency: 'EUR' };
    },
    getRate: ({ customer }) => (customer < 100 ? '2.50' : '0'),
  });
}
