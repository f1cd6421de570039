import type { ComplexType, ElementDeclaration, SchemaType } from '../../model/xsd/schema.ts';
import { typeOf } from '../print/type-node.ts';
import type { ObjectShape, StandIn } from './shape.ts';
import { withType } from './shape-family.ts';
import type { Shaper } from './shaper.ts';

const none: readonly StandIn[] = [];

/**
 * The complex types that may stand in for the simple type of an element, distinguished by `$type`.
 */
export function standInsOf(element: ElementDeclaration, shaper: Shaper): readonly StandIn[] {
  const { type, block = [] } = element;
  const types = type.kind === 'simple' ? shaper.used.textTypes.get(type) : undefined;
  if (types === undefined || block.includes('extension')) return none;
  const allowed = types.filter(
    (one) => !(block.includes('restriction') && isRestricted(one, type)),
  );
  const names = allowed.map(({ name }) => name?.localName);
  return allowed.map((one) => {
    const object = shaper.object(one);
    const local = one.name?.localName ?? object.name;
    const isAlone = names.indexOf(local) === names.lastIndexOf(local);
    return standIn(object, object.family?.literal ?? (isAlone ? local : object.name));
  });
}

/** Whether a type with text is derived from a simple one by restriction, too. */
function isRestricted(type: ComplexType, from: SchemaType): boolean {
  if (type.simpleContent !== from) return true;
  for (let one: ComplexType | undefined = type; one !== undefined; one = one.base) {
    if (one.derivation === 'restriction') return true;
  }
  return false;
}

function standIn(object: ObjectShape, literal: string): StandIn {
  const { flat, names } = withType(object, literal);
  return { object, literal, type: typeOf(`(${flat})`, names) };
}
