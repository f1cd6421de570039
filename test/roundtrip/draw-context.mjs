// What one value is drawn with: random choices, how large it may become, what it shows.
import fc from 'fast-check';
import { typedValue } from './simple-values.mjs';

const uuid = fc.uuid();

/** Elements in one value; beyond, only what is required is drawn. */
const maxElements = 250;
const maxDepth = 14;

/**
 * @param mode `small` draws what is required alone, `full` everything there is room for, `random`
 *   anything between
 * @param seen what was drawn before from each list, so that every alternative gets its turn
 */
export function createDraw(source, mode, { seen, wildcards, shaper }) {
  let ids = 0;
  const draw = {
    source,
    mode,
    shaper,
    uuid,
    depth: 0,
    elements: 0,
    /** Constructs the value shows. */
    constructs: new Set(),
    /**
     * Objects whose reading differs from what was written: properties that come from defaults, that
     * go, or that change.
     */
    expected: new Map(),
    /** Namespaces in which elements and attributes for wildcards are to be declared. */
    wildcards,
    get small() {
      return mode === 'small' || draw.elements > maxElements || draw.depth > maxDepth;
    },
    typed: (type, text) => typedValue(type, text, shaper),
    note: (construct) => draw.constructs.add(construct),
    id() {
      ids += 1;
      return `id${ids}`;
    },
    optional() {
      if (draw.small) return false;
      return mode === 'full' || source.chance(0.55);
    },
    count(min, max) {
      if (draw.small || max <= min) return min;
      const most = Math.min(max, Math.max(min, draw.depth > 6 ? 1 : 3));
      return mode === 'full' ? Math.min(most, Math.max(min, 2)) : source.int(min, most);
    },
    fresh(key, list) {
      let counts = seen.get(key);
      if (counts === undefined) {
        counts = new Map();
        seen.set(key, counts);
      }
      const least = Math.min(...list.map((one) => counts.get(one) ?? 0));
      const candidates = source.chance(0.7)
        ? list.filter((one) => (counts.get(one) ?? 0) === least)
        : list;
      const chosen = source.pick(candidates);
      counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
      return chosen;
    },
    expect(object, change) {
      draw.expected.set(object, { ...draw.expected.get(object), ...change });
    },
    inside(work) {
      draw.depth += 1;
      draw.elements += 1;
      try {
        return work();
      } finally {
        draw.depth -= 1;
      }
    },
  };
  return draw;
}
