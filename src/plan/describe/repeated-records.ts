import type { Field, GroupShape, ObjectShape, ValueShape } from '../shapes/shape.ts';
import { isContent } from '../shapes/shape-object.ts';
import type { Shaper } from '../shapes/shaper.ts';

/** A type with more fields for child elements is no record. */
const mostFields = 16;

/**
 * Records, and how many of their child elements have more than simple values. A record is a small
 * type in a list, or inside a type that is in one. The code that reads and writes records decides
 * how long a large message takes, so that they have statements, which are faster than tables.
 */
export function repeatedRecords(shaper: Shaper): ReadonlyMap<object, number> {
  const found = new Set<ObjectShape>();
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
  const small = [...found].filter(({ fields }) => fields.filter(isContent).length <= mostFields);
  return new Map(small.map((shape) => [shape, othersIn(shape)]));
}

/** How many fields for child elements have more than simple values. */
function othersIn({ fields }: ObjectShape): number {
  const isOther = (field: Field): boolean =>
    field.kind === 'group' ? !isRecordGroup(field.group) : !isPlain(field);
  return fields.filter(isOther).length;
}

/** Whether each turn of a repeated choice is one simple value. */
function isRecordGroup({ fields }: GroupShape): boolean {
  return fields.every(isPlain);
}

function isPlain(field: Field): boolean {
  if (field.kind === 'element') return field.place.value.kind === 'simple';
  return field.kind !== 'head' && field.kind !== 'group';
}
