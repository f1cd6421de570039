import { isUnion } from '../declarations/combinations.ts';
import { placeType } from '../declarations/type-text.ts';
import type { BodyShape } from '../messages/message-shape.ts';
import type { TypeNode } from '../print/node.ts';
import type { StepPlan } from '../result/stream-plan.ts';
import { isOrdered } from '../shapes/ordered-content.ts';
import type { ContentField, PlaceShape, ValueShape } from '../shapes/shape.ts';
import { isContent } from '../shapes/shape-object.ts';

/** The one repeated element of a result. */
export interface RecordShape {
  readonly place: PlaceShape;
  readonly type: TypeNode;
  /** From the child of the Body to the record. */
  readonly path: readonly StepPlan[];
  /** Whether the result contains nothing else. */
  readonly alone: boolean;
}

/** A list in a body. Without a place, it cannot be streamed. */
interface FoundList {
  readonly place?: PlaceShape;
  /** From the child of the Body to the item. */
  readonly path: readonly StepPlan[];
  readonly alone: boolean;
}

/** A list that cannot be streamed. Two of them end the search. */
const noList: FoundList = { path: [], alone: false };

/** A search for the lists of a body, which ends when there are two. */
interface Search {
  readonly found: FoundList[];
  /** The path to the current position. */
  readonly path: StepPlan[];
}

function step(place: PlaceShape, more: Partial<StepPlan> = {}): StepPlan {
  const { namespace, localName: local } = place.element.name;
  return { namespace, local, ...more };
}

/** @param alone whether the value has no siblings */
function searchValue(search: Search, value: ValueShape, depth: number, alone: boolean): void {
  if (value.kind === 'array') {
    if (!value.soap) addList(search, value.item, alone);
    return;
  }
  // objects inside are searched only once
  if (value.kind !== 'object' || value.family !== undefined || depth > 2) return;
  const { fields, content } = value;
  // names alone do not tell which elements are records
  if (isOrdered(content)) search.found.push(noList, noList);
  const union = isUnion(value);
  const single = alone && fields.length === 1 && !union;
  for (const field of fields) {
    if (isContent(field)) searchField(search, field, { depth, absent: union, alone: single });
    if (search.found.length > 1) return;
  }
}

/** The position of a field. */
interface FieldPlace {
  /** Number of objects around it. */
  readonly depth: number;
  /** Whether it may be absent although it is not optional. */
  readonly absent: boolean;
  /** Whether it has no siblings. */
  readonly alone: boolean;
}

function searchField(
  search: Search,
  field: ContentField,
  { depth, absent, alone }: FieldPlace,
): void {
  if (field.kind !== 'element') {
    // it rules out that another list is the only one
    if (field.repeated) search.found.push(noList, noList);
    return;
  }
  const { place } = field;
  if (field.repeated) {
    addList(search, place, alone);
    return;
  }
  search.path.push(step(place, field.optional || absent ? { optional: true } : {}));
  searchValue(search, place.value, depth + 1, alone);
  search.path.pop();
}

function addList({ found, path }: Search, place: PlaceShape, alone: boolean): void {
  found.push({ place, path: [...path, step(place)], alone });
}

/** The record of a result that has exactly one list. */
export function recordOf(body: BodyShape): RecordShape | undefined {
  const [only, other] = bodyLists(body);
  if (only?.place === undefined || other !== undefined) return undefined;
  const { place, path, alone } = only;
  return { place, path, alone, type: placeType(place) };
}

function bodyLists(body: BodyShape): readonly FoundList[] {
  const search: Search = { found: [], path: [] };
  if (body.kind === 'object') {
    search.path.push(step(body.place));
    searchValue(search, body.object, 0, true);
  } else if (body.kind === 'unwrapped' || body.kind === 'single') {
    const { wrapper } = body;
    if (wrapper !== undefined) {
      const { namespace, localName: local } = wrapper;
      // the wrapper of an rpc response may have any name (WSDL 1.1 section 3.5)
      search.path.push({ namespace, local, ...(body.kind === 'single' ? { anyName: true } : {}) });
    }
    searchField(search, body.field, { depth: 0, absent: false, alone: true });
  }
  return search.found;
}
