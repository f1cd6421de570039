import type { ComplexType } from '../model/schema.ts';
import type { Family, ObjectShape } from './shape.ts';
import type { Shaper } from './shape-maker.ts';

/** Named types that derive from a type, on all levels, in document order; the type itself first. */
function descendants(type: ComplexType): readonly ComplexType[] {
  const found = new Set<ComplexType>([type]);
  for (const one of found) for (const next of one.derived) found.add(next);
  return [...found].filter((one) => one === type || one.name !== undefined);
}

/** Whether some place of the contract has this type or one it derives from, and something derives from that. */
function standsInFamily(type: ComplexType, shaper: Shaper): boolean {
  for (let one: ComplexType | undefined = type; one !== undefined; one = one.base) {
    if (shaper.reach.placed.has(one) && one.derived.some((next) => next.name !== undefined)) {
      return true;
    }
  }
  return false;
}

/**
 * The family of a type that an `xsi:type` may stand for; `undefined` for all others. Anonymous types have no name to be
 * called by.
 */
export function familyOf(
  type: ComplexType,
  shape: ObjectShape,
  shaper: Shaper,
): Family | undefined {
  if (type.name === undefined || !standsInFamily(type, shaper)) return undefined;
  const all = descendants(type);
  const concrete = !type.abstract || all.length === 1;
  const members = all
    .filter((one) => (one === type ? concrete : !one.abstract))
    .map((one) => (one === type ? shape : shaper.object(one)));
  const sameName = descendants(rootOf(type)).filter(
    (one) => one.name?.localName === type.name?.localName,
  );
  return {
    literal: sameName.length > 1 ? shape.name : type.name.localName,
    head: all.length > 1,
    concrete,
    members,
    derived: type.derived.filter((one) => one.name !== undefined).map((one) => shaper.object(one)),
    fieldsName: all.length > 1 ? shaper.nameOf(type.derived) : shape.name,
  };
}

function rootOf(type: ComplexType): ComplexType {
  let root = type;
  while (root.base !== undefined) root = root.base;
  return root;
}
