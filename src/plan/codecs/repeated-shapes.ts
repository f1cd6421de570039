import type { ObjectShape, ValueShape } from '../shapes/shape.ts';
import type { Shaper } from '../shapes/shaper.ts';

/** Object types in lists, and those inside them, for which a fast path is worth its lines. */
export function repeatedShapes(shaper: Shaper): ReadonlySet<object> {
  const found = new Set<object>();
  const open: ObjectShape[] = [];
  const add = (value: ValueShape): void => {
    if (value.kind === 'array') {
      add(value.item.value);
      return;
    }
    if (value.kind !== 'object' || found.has(value)) return;
    found.add(value);
    open.push(value);
  };
  for (const type of shaper.used.types) {
    if (type.kind !== 'complex') continue;
    const value = shaper.value(type);
    if (value.kind === 'array') add(value);
    if (value.kind !== 'object') continue;
    for (const field of value.fields) {
      if (field.kind === 'element' && field.repeated) add(field.place.value);
    }
  }
  for (let shape = open.pop(); shape !== undefined; shape = open.pop()) {
    for (const field of shape.fields) if (field.kind === 'element') add(field.place.value);
    for (const member of shape.family?.members ?? []) add(member);
  }
  return found;
}
