import type { BodyShape } from '../message-shape.ts';
import type { StepPlan } from '../plan.ts';
import type { Field, PlaceShape, TypeText, ValueShape } from '../shape.ts';
import { isContent } from '../shape-object.ts';
import { isUnion } from '../types/declare-object.ts';
import { placeType } from '../types/type-text.ts';

/** The one repeated element of a result. */
export interface RecordShape {
  readonly place: PlaceShape;
  readonly type: TypeText;
  /** From the child of the Body to the record. */
  readonly path: readonly StepPlan[];
  /** Whether the result holds nothing else. */
  readonly alone: boolean;
}

/** A list on the way from the record to the body; without a place it is one that cannot be streamed. */
interface FoundList {
  readonly place?: PlaceShape;
  readonly path: readonly StepPlan[];
  readonly alone: boolean;
}

/** With it, no other list is the only one. */
const none: FoundList = { path: [], alone: false };

function step(place: PlaceShape, more: Partial<StepPlan> = {}): StepPlan {
  const { namespace, localName: local } = place.element.name;
  return { namespace, local, ...more };
}

/** Lists a value holds, each with the way to its items; objects inside are looked into once. */
function listsOf(value: ValueShape, depth: number): readonly FoundList[] {
  if (value.kind === 'array') {
    return value.soap ? [] : [{ place: value.item, path: [step(value.item)], alone: true }];
  }
  if (value.kind !== 'object' || value.family !== undefined || depth > 2) return [];
  const union = isUnion(value);
  const single = value.fields.length === 1 && !union;
  return value.fields
    .flatMap((field) => fieldLists(field, depth, union))
    .map((list) => (single ? list : { ...list, alone: false }));
}

/** @param absent Whether the field may be absent although it is not optional. */
function fieldLists(field: Field, depth: number, absent: boolean): readonly FoundList[] {
  if (!isContent(field)) return [];
  if (field.kind !== 'element') return field.repeated ? [none, none] : [];
  const { place } = field;
  if (field.repeated) return [{ place, path: [step(place)], alone: true }];
  const own = step(place, field.optional || absent ? { optional: true } : {});
  return listsOf(place.value, depth + 1).map((list) => ({ ...list, path: [own, ...list.path] }));
}

/** The record of a result, where it has exactly one list. */
export function recordOf(body: BodyShape): RecordShape | undefined {
  const [only, ...others] = bodyLists(body);
  if (only?.place === undefined || others.length > 0) return undefined;
  const { place, path, alone } = only;
  return { place, path, alone, type: placeType(place) };
}

function bodyLists(body: BodyShape): readonly FoundList[] {
  if (body.kind === 'object') {
    const own = step(body.place);
    return listsOf(body.object, 0).map((list) => ({ ...list, path: [own, ...list.path] }));
  }
  if (body.kind !== 'unwrapped' && body.kind !== 'single') return [];
  const { wrapper } = body;
  const lists = fieldLists(body.field, 0, false);
  if (wrapper === undefined) return lists;
  const { namespace, localName: local } = wrapper;
  // the wrapper of an rpc response may have any name (WSDL 1.1 section 3.5)
  const own: StepPlan =
    body.kind === 'single' ? { namespace, local, anyName: true } : { namespace, local };
  return lists.map((list) => ({ ...list, path: [own, ...list.path] }));
}
