// How deep the least value of a shape is: where values grow too large, choices are drawn by this,
// so that recursion ends.
import { simplified } from '../../dist/plan/content-shape.js';

const never = Number.POSITIVE_INFINITY;

/**
 * Depths of the least values, worked out over all shapes that can be reached from those asked for.
 */
export function createCheapest() {
  const known = new Map();
  let changed = false;

  function fieldCost(field) {
    switch (field.kind) {
      case 'element':
        return placeCost(field.place);
      case 'head':
        return Math.min(...field.head.alternatives.map((one) => placeCost(one.place)));
      case 'group':
        return node(field.group.content);
      default:
        return 1;
    }
  }

  function placeCost(place) {
    return place.nillable ? 1 : cost(place.value);
  }

  function node(content) {
    if (content.kind === 'field')
      return content.optional || content.field.min === 0 ? 0 : fieldCost(content.field);
    if (content.kind === 'sequence') return Math.max(0, ...content.nodes.map(node));
    return content.optional ? 0 : Math.min(...content.branches.map(node));
  }

  function compute(shape) {
    if (shape.kind === 'array') {
      const min = shape.soap ? 0 : simplified(shape.source.particle).occurs.min;
      return min === 0 ? 1 : 1 + placeCost(shape.item);
    }
    if (shape.source.abstract && shape.family === undefined) return never;
    if (shape.family?.head) {
      return Math.min(
        ...shape.family.members.map((member) => (member === shape ? own(shape) : cost(member))),
      );
    }
    return own(shape);
  }

  const own = (shape) => 1 + node(shape.content);

  function cost(shape) {
    if (shape.kind === 'simple' || shape.kind === 'xml') return 1;
    if (!known.has(shape)) {
      known.set(shape, never);
      changed = true;
    }
    return known.get(shape);
  }

  /** Works out what is new until nothing changes any more. */
  function settled(ask) {
    ask();
    while (changed) {
      changed = false;
      for (const [one, before] of [...known]) {
        const after = compute(one);
        if (after === before) continue;
        known.set(one, after);
        changed = true;
      }
    }
    return ask();
  }

  return {
    place: (place) => settled(() => placeCost(place)),
    field: (field) => settled(() => fieldCost(field)),
    node: (content) => settled(() => node(content)),
  };
}
