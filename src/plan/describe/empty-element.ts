import { type Expression, entry } from '../print/node.ts';
import { simplified } from '../scope/particles.ts';
import type { ElementField, PlaceShape } from '../shapes/shape.ts';
import { nilObject } from '../shapes/shape-nil.ts';
import { runtime } from './context/constant.ts';

/**
 * How a nil element is read and written.
 *
 * @param isKept whether it cannot be left out, as one of a list
 */
export function nilEntries(place: PlaceShape, isKept = false): readonly Expression[] {
  if (!place.nillable) return [];
  if (place.isAccessor && !isKept) return absentNil(place);
  if (place.value.kind === 'xml') return [entry('nil', runtime('nilXml'))];
  const hasAttributes = nilObject(place) !== undefined;
  return [entry('nil', runtime(hasAttributes ? 'nilWithAttributes' : 'nil'))];
}

/** The same where null is left out when it is written. */
export function absentNil({ nillable }: PlaceShape): readonly Expression[] {
  return nillable ? [entry('nil', runtime('leftOut'))] : [];
}

/** How an element that holds nothing is read, where that means that there is no value. */
export function nodeEntries({ optional, repeated, place }: ElementField): readonly Expression[] {
  return optional && !repeated && holdsNode(place) ? [entry('read', runtime('heldNode'))] : [];
}

/** Whether an element holds one node, as ASMX describes parameters that are XML. */
function holdsNode({ value }: PlaceShape): boolean {
  if (value.kind !== 'object' || value.family !== undefined) return false;
  const { particle, name } = value.source;
  const only = particle && simplified(particle);
  const held = value.fields.filter(({ kind }) => kind !== 'namespaces');
  if (name !== undefined || held.length !== 1) return false;
  if (only?.kind !== 'any' || only.occurs.max !== 1) return false;
  return value.source.mixed || (only.occurs.min === 1 && only.wildcard.allowed.kind === 'any');
}
