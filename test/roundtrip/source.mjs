// A source of random choices on top of fast-check: shapes refer to each other in circles, so values
// are drawn top-down in place of being put together from arbitraries bottom-up.
import fc from 'fast-check';

const leaves = new Map();

function leaf(key, make) {
  let known = leaves.get(key);
  if (known === undefined) {
    known = make();
    leaves.set(key, known);
  }
  return known;
}

/** Thrown where no value can be made: a type that requires itself, a pattern nothing matches. */
export class Unsatisfiable extends Error {}

/** An arbitrary whose values a function draws. */
class Drawn extends fc.Arbitrary {
  constructor(make) {
    super();
    this.make = make;
  }

  generate(random, bias) {
    return new fc.Value(this.make(createSource(random, bias)), undefined);
  }

  canShrinkWithoutContext() {
    return false;
  }

  shrink() {
    return fc.Stream.nil();
  }
}

function createSource(random, bias) {
  const draw = (arbitrary) => arbitrary.generate(random, bias).value;
  const int = (min, max) =>
    min >= max ? min : draw(leaf(`${min}..${max}`, () => fc.integer({ min, max })));
  return {
    draw,
    int,
    bigint: (min, max) => draw(fc.bigInt({ min, max })),
    chance: (share) => random.nextInt(0, 999) < share * 1000,
    pick: (list) => list[random.nextInt(0, list.length - 1)],
  };
}

/** Values that `make` draws from a source. */
export function drawn(make) {
  return new Drawn(make);
}

/** One value for a seed. */
export function sample(arbitrary, seed) {
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0];
}
