import { propertyOf } from '../../type/described.ts';
import type { Field, Member, ObjectType } from '../../type/description.ts';
import { DescribedObject } from '../../type/object.ts';
import { flatten } from '../../type/plan.ts';

/** A member of an object of JSON. */
export interface ScriptMember {
  /** Its name: that of the element or attribute, as that of the property in .NET. */
  readonly name: string;
  /** The place of its value among those of the object. */
  readonly slot: number;
  readonly field: Field;
}

/** The members of a type. */
export interface ScriptMembers {
  readonly all: readonly ScriptMember[];
  /** The member with a name, whose letters may have another case, as in .NET. */
  find(name: string): ScriptMember | undefined;
}

/** The member of JSON that tells the type of an object. */
export const typeMember = '__type';

const known = new WeakMap<ObjectType, ScriptMembers>();

/** The members of objects of a type in JSON. */
export function membersOf(type: ObjectType): ScriptMembers {
  const found = known.get(type) ?? createMembers(type);
  known.set(type, found);
  return found;
}

function createMembers({ members, family }: ObjectType): ScriptMembers {
  const first = family === undefined ? 0 : 1;
  const taken = new Set([typeMember]);
  const all = flatten(members).fields.map((field, at): ScriptMember => {
    let name = wireName(field, taken);
    while (taken.has(name)) name += '_';
    taken.add(name);
    return { name, slot: first + at, field };
  });
  const exact = new Map(all.map((one) => [one.name, one]));
  const folded = new Map(all.map((one) => [one.name.toLowerCase(), one]));
  return { all, find: (name) => exact.get(name) ?? folded.get(name.toLowerCase()) };
}

function wireName(field: Field, taken: ReadonlySet<string>): string {
  const hasName = field.kind === 'element' || field.kind === 'attribute';
  return hasName && !taken.has(field.name) ? field.name : propertyOf(field);
}

const turns = new WeakMap<Member, ObjectType>();

/** One turn of a group, as a type. */
export function turnType(turn: Member, scope: string): ObjectType {
  const type = turns.get(turn) ?? new DescribedObject('', '', () => [turn], { scope });
  turns.set(turn, type);
  return type;
}

/** What `__type` calls a type; `''` if it has no name. */
export function typeName({ name, family }: ObjectType): string {
  if (family === undefined) return name;
  // two types of a family may have one name, in two namespaces
  const isShared = family.members().some((one) => one.name === name && one.family !== family);
  return isShared ? family.literal : name;
}
