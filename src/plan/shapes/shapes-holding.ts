import { fieldsAlwaysRead } from './fixed-fields.ts';
import type {
  ArrayShape,
  ContentField,
  Field,
  GroupShape,
  ObjectShape,
  ValueShape,
} from './shape.ts';
import { builtinOf } from './shape-simple.ts';
import type { Shaper } from './shaper.ts';

/** A shape that contains others. */
type Holder = ObjectShape | ArrayShape;

/** Whether values themselves are, or contain, `xs:ID` or `xs:IDREF`. */
export function isId(value: ValueShape): boolean {
  return value.kind === 'simple' && value.ids;
}

/** Whether values are bytes in base64, which can be sent beside a message. */
export function isBase64(value: ValueShape): boolean {
  if (value.kind !== 'simple' || value.atomic !== 'Uint8Array') return false;
  return value.source.variety === 'atomic' && builtinOf(value.source) === 'base64Binary';
}

/**
 * Whether values are read with more than must be written: `$type`, fixed values, or defaults of
 * attributes.
 */
export function readsMore(value: ValueShape): boolean {
  return value.kind === 'object' && (value.family !== undefined || readsMoreFields(value));
}

function readsMoreFields({ fields, content }: ObjectShape | GroupShape): boolean {
  if (fieldsAlwaysRead(fields, content).length > 0) return true;
  return fields.some((field) => field.kind === 'group' && readsMoreFields(field.group));
}

/** Whether values are SOAP arrays. */
export function isSoapArray(value: ValueShape): boolean {
  return value.kind === 'array' && value.soap;
}

/** Objects with as many children are read faster where their tags are expected. */
const manyChildren = 4;

/** Whether values gain by the fast path: objects with many children, or lists of objects. */
export function isLarge(value: ValueShape): boolean {
  if (value.kind === 'array') return value.item.value.kind === 'object';
  if (value.kind !== 'object') return false;
  const elements = value.fields.filter(({ kind }) => kind !== 'attribute');
  return elements.length >= manyChildren || elements.some(isListOfObjects);
}

function isListOfObjects(field: Field): boolean {
  if (field.kind === 'group') return true;
  return field.kind === 'element' && field.repeated && field.place.value.kind === 'object';
}

/** Object and array types that contain certain values at any depth. Each shape is visited once. */
export function shapesHolding(
  shaper: Shaper,
  isOne: (value: ValueShape) => boolean,
): ReadonlySet<ValueShape> {
  const outer = new Map<ValueShape, Holder[]>();
  const found = new Set<ValueShape>();
  const open: Holder[] = [];
  // many types may contain the same one
  const known = new Map<ValueShape, boolean>();
  const isKnownOne = (value: ValueShape): boolean => {
    const is = known.get(value) ?? isOne(value);
    known.set(value, is);
    return is;
  };
  const visit = (value: ValueShape): void => {
    if (value.kind !== 'object' && value.kind !== 'array') return;
    if (outer.has(value)) return;
    outer.set(value, []);
    open.push(value);
  };
  for (const type of shaper.used.types) {
    if (type.kind === 'complex') visit(shaper.value(type));
  }
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const value of valuesIn(holder)) {
      visit(value);
      if (isKnownOne(value)) found.add(holder);
      outer.get(value)?.push(holder);
    }
  }
  // the set grows during the loop
  for (const value of found) for (const holder of outer.get(value) ?? []) found.add(holder);
  return found;
}

/** Values directly inside a type, including those of types that can replace it. */
function valuesIn(holder: Holder): readonly ValueShape[] {
  if (holder.kind === 'array') return [holder.item.value];
  const { base, family, ownFields } = holder;
  // the fields of its base are found in that, and types that replace others in these
  const derived = family?.derived.map(({ shape }) => shape) ?? [];
  const values: ValueShape[] = base === undefined ? derived : [base, ...derived];
  for (const field of ownFields) addValues(field, values);
  return values;
}

function addValues(field: Field | ContentField, values: ValueShape[]): void {
  switch (field.kind) {
    case 'attribute':
    case 'text':
      values.push(field.shape);
      return;
    case 'element':
      values.push(field.place.value);
      return;
    case 'head':
      for (const { place } of field.head.alternatives) values.push(place.value);
      return;
    case 'group':
      for (const inner of field.group.fields) addValues(inner, values);
  }
}
