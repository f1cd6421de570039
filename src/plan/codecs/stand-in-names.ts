import { namespaces } from '../../model/common/namespaces.ts';
import type { TypeNode } from '../print/node.ts';
import { unionOf } from '../print/type-node.ts';
import type { PlaceShape, StandIn } from '../shapes/shape.ts';
import type { CodecContext } from './context.ts';

/**
 * Part of the function names for an element: of its simple type, and of the stand-ins that its
 * `block` permits.
 */
export function standInStem(context: CodecContext, { element, standIns }: PlaceShape): string {
  const { type } = element;
  // types of a contract have no `$` in their names
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
