import type { BodyShape } from '../message-shape.ts';
import type { Field, PlaceShape, TypeText, ValueShape } from '../shape.ts';
import { isContent } from '../shape-object.ts';
import { placeType } from '../types/type-text.ts';

/** The one repeated element of a result. */
export interface RecordShape {
  readonly place: PlaceShape;
  readonly type: TypeText;
  /** From the child of the Body to the record. */
  readonly path: readonly { readonly namespace: string; readonly local: string }[];
}

function step(place: PlaceShape): { readonly namespace: string; readonly local: string } {
  const { namespace, localName: local } = place.element.name;
  return { namespace, local };
}

/** Lists a value holds, each with the way to its items; objects inside are looked into once. */
function listsOf(value: ValueShape, depth: number): readonly Partial<RecordShape>[] {
  if (value.kind === 'array') {
    return value.soap ? [] : [{ place: value.item, path: [step(value.item)] }];
  }
  if (value.kind !== 'object' || value.family !== undefined || depth > 2) return [];
  return value.fields.flatMap((field) => fieldLists(field, depth));
}

function fieldLists(field: Field, depth: number): readonly Partial<RecordShape>[] {
  if (!isContent(field)) return [];
  if (field.kind !== 'element') return field.repeated ? [none, none] : [];
  if (field.repeated) return [{ place: field.place, path: [step(field.place)] }];
  return listsOf(field.place.value, depth + 1).map((list) => ({
    ...list,
    path: [step(field.place), ...(list.path ?? [])],
  }));
}

/** Stands for a list that cannot be streamed: with it, no other is the only one. */
const none: Partial<RecordShape> = {};

/** The record of a result, where it has exactly one list. */
export function recordOf(body: BodyShape): RecordShape | undefined {
  let lists: readonly Partial<RecordShape>[] = [];
  if (body.kind === 'object') {
    lists = listsOf(body.object, 0).map((list) => ({
      ...list,
      path: [step(body.place), ...(list.path ?? [])],
    }));
  } else if (body.kind === 'unwrapped' || body.kind === 'single') {
    const { wrapper } = body;
    const before =
      wrapper === undefined ? [] : [{ namespace: wrapper.namespace, local: wrapper.localName }];
    lists = fieldLists(body.field, 0).map((list) => ({
      ...list,
      path: [...before, ...(list.path ?? [])],
    }));
  }
  const [only, ...others] = lists;
  if (only?.place === undefined || only.path === undefined || others.length > 0) return undefined;
  return { place: only.place, path: only.path, type: placeType(only.place) };
}
