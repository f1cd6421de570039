import { mayReplace } from '../../model/link/derivation.ts';
import type { ComplexType } from '../../model/xsd/schema.ts';
import type { DerivationMethod } from '../../model/xsd/traits.ts';
import { stringLiteral } from '../print/encode.ts';
import type { TypeNode } from '../print/node.ts';
import { namedType, typeOf } from '../print/type-node.ts';
import type { Family, ObjectShape, PlaceShape } from './shape.ts';
import type { Shaper } from './shaper.ts';

/**
 * Named types that may stand in for a type, at all levels, in document order. The type itself comes
 * first.
 */
function descendants(
  type: ComplexType,
  block: readonly DerivationMethod[] = type.block ?? [],
): readonly ComplexType[] {
  const found = new Set<ComplexType>([type]);
  for (const one of found) {
    for (const next of one.derived) if (mayReplace(next, block)) found.add(next);
  }
  return [...found].filter((one) => one === type || one.name !== undefined);
}

/** Number of types of a family by local name. */
export function localNamesBelow(root: ComplexType): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of descendants(root)) {
    if (name !== undefined) counts.set(name.localName, (counts.get(name.localName) ?? 0) + 1);
  }
  return counts;
}

/**
 * Types allowed at a place if its element blocks some that its type allows; `undefined` otherwise.
 */
export function typesAt(place: PlaceShape): readonly ObjectShape[] | undefined {
  const { element } = place;
  if (element.block === undefined) return undefined;
  const { value } = place;
  if (value.kind !== 'object' || value.family?.head !== true) return undefined;
  const { members } = value.family;
  const block = [...element.block, ...(value.source.block ?? [])];
  const allowed = new Set(descendants(value.source, block));
  const left = members.filter((member) => allowed.has(member.source));
  return left.length === members.length ? undefined : left;
}

/**
 * Whether some place of the contract has this type or one of its bases, and other types derive from
 * that.
 */
function belongsToFamily(type: ComplexType, shaper: Shaper): boolean {
  let one = type;
  for (;;) {
    if (shaper.used.placed.has(one) && one.derived.some((next) => next.name !== undefined)) {
      return true;
    }
    const { base } = one;
    if (base === undefined || !shaper.derivedFrom(base).has(one)) return false;
    one = base;
  }
}

/**
 * The family of a type for which an `xsi:type` may select another one; `undefined` for all others.
 * Anonymous types have no name to select.
 */
export function familyOf(
  type: ComplexType,
  shape: ObjectShape,
  shaper: Shaper,
): Family | undefined {
  if (type.name === undefined || !belongsToFamily(type, shaper)) return undefined;
  const all = descendants(type);
  const concrete = !type.abstract || all.length === 1;
  const members = all
    .filter((one) => (one === type ? concrete : !one.abstract))
    .map((one) => (one === type ? shape : shaper.object(one)));
  const twins = shaper.namesBelow(rootOf(type)).get(type.name.localName) ?? 1;
  const literal = twins > 1 ? shape.name : type.name.localName;
  return {
    literal,
    head: all.length > 1,
    concrete,
    members,
    derived: type.derived.filter((one) => one.name !== undefined).map((one) => shaper.object(one)),
    fieldsName: all.length > 1 ? shaper.nameOf(type.derived) : shape.name,
  };
}

/**
 * A type itself with a `$type`, including properties that may be omitted where it is the declared
 * type.
 */
export function withType({ family, name }: ObjectShape, literal: string): TypeNode {
  const fields = family?.head === true ? family.fieldsName : name;
  const text = `${fields} & { readonly $type: ${stringLiteral(literal)} }`;
  return typeOf(text, namedType(fields).names);
}

function rootOf(type: ComplexType): ComplexType {
  let root = type;
  while (root.base !== undefined) root = root.base;
  return root;
}
