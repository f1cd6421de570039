import { namespaces } from '../../model/common/namespaces.ts';
import type { TypeNode } from '../print/node.ts';
import { unionOf } from '../print/type-node.ts';
import type { PlaceShape, StandIn } from '../shapes/shape.ts';
import type { CodecContext } from './context.ts';

/**
 * Part of the names of functions for an element: of its simple type, and of what its `block` leaves
 * to stand in for it.
 */
export function standInStem(context: CodecContext, { element, standIns }: PlaceShape): string {
  const { type } = element;
  // no type of a contract has a name with `$`
  const name = type.name?.namespace === namespaces.xsd ? '$Any' : context.shaper.nameOf(type);
  const all = type.kind === 'simple' ? context.shaper.used.textTypes.get(type) : undefined;
  return all?.length === standIns.length ? `${name}$Typed` : `${name}$Extended`;
}

export function standInType(standIns: readonly StandIn[]): TypeNode {
  return unionOf(standIns.map((one) => one.type));
}

export function standInNamespace(context: CodecContext, [first]: readonly StandIn[]): string {
  return first === undefined ? '' : context.shaper.namespaceOf(first.object.source);
}
