import { replacements } from '../../model/link/derivation.ts';
import type { ComplexType } from '../../model/xsd/schema.ts';
import type { Family, FamilyPart, ObjectShape, PlaceShape } from './shape.ts';
import type { Shaper } from './shaper.ts';

/** Number of types derived from a type, and itself, by local name. */
export function localNamesBelow(root: ComplexType): ReadonlyMap<string, number> {
  const all = new Set([root]);
  for (const { derived } of all) for (const one of derived) all.add(one);
  const counts = new Map<string, number>();
  for (const { name } of all) {
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
  const allowed = new Set([value.source, ...replacements(value.source, element.block)]);
  const left = members.filter((member) => allowed.has(member.source));
  return left.length === members.length ? undefined : left;
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
  if (type.name === undefined || !shaper.used.families.has(type)) return undefined;
  const others = replacements(type);
  const head = others.length > 0;
  const concrete = !type.abstract || !head;
  const shapes = others.filter((one) => !one.abstract).map((one) => shaper.object(one));
  const twins = shaper.namesBelow(rootOf(type)).get(type.name.localName) ?? 1;
  const literal = twins > 1 ? shape.name : type.name.localName;
  return {
    literal,
    head,
    concrete,
    members: concrete ? [shape, ...shapes] : shapes,
    derived: partsOf(others, shaper),
    fieldsName: head ? shaper.nameOf(type.derived) : shape.name,
  };
}

/**
 * Replacements of a type as few unions. A union with types that must not replace it is of no use,
 * so its own type stands alone then.
 */
function partsOf(types: readonly ComplexType[], shaper: Shaper): readonly FamilyPart[] {
  const allowed = new Set(types);
  const covered = new Set<ComplexType>();
  const parts: FamilyPart[] = [];
  for (const type of types) {
    if (covered.has(type)) continue;
    const below = replacements(type);
    const whole = below.every((one) => allowed.has(one));
    parts.push({ shape: shaper.object(type), whole });
    if (whole) for (const one of below) covered.add(one);
  }
  return parts;
}

function rootOf(type: ComplexType): ComplexType {
  let root = type;
  while (root.base !== undefined) root = root.base;
  return root;
}
