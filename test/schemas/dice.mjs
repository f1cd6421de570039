// Random choices that a seed decides.
import { createRandom } from '../fuzz/mutate.mjs';

export function createDice(seed) {
  const random = createRandom(seed);
  const dice = {
    /** A whole number from `min` to `max`, both included. */
    int: (min, max) => min + random(max - min + 1),
    chance: (share) => random(1000) < share * 1000,
    pick: (list) => list[random(list.length)],
    /** One of the values, each as likely as its weight says: `[[3, 'a'], [1, 'b']]`. */
    weighted(pairs) {
      let left = random(pairs.reduce((sum, [weight]) => sum + weight, 0));
      for (const [weight, value] of pairs) {
        if (left < weight) return value;
        left -= weight;
      }
      return pairs.at(-1)[1];
    },
  };
  return dice;
}
