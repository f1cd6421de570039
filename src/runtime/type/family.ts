import {
  abstractType,
  checkType,
  givenType,
  otherType,
  unknownType,
  wrongType,
} from '../codec/type.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { Family, ObjectType } from './description.ts';
import { typeTag } from './tag.ts';

/** A value of a type that may be told by `$type`. */
interface Typed {
  readonly $type?: string;
}

/**
 * A type that others may stand in for.
 *
 * @param derived gives the type itself, if it is not abstract, and those that derive from it
 *   directly; those that derive from these may stand in for it, too
 */
export function family(literal: string, derived: () => readonly ObjectType[]): Family {
  let members: readonly ObjectType[] | undefined;
  const all = (): readonly ObjectType[] => {
    members ??= [...below(derived)].filter((one) => !one.abstract);
    return members;
  };
  return { literal, derived, members: all, choose, chooseWritten };
}

/** A type that only some of its derived types may stand in for. */
export function someOf(literal: string, members: () => readonly ObjectType[]): Family {
  return { literal, derived: members, members, choose, chooseWritten };
}

function below(derived: () => readonly ObjectType[]): ReadonlySet<ObjectType> {
  const found = new Set(derived());
  // the set grows during the loop
  for (const { family } of found) {
    if (family === undefined || family.derived === derived) continue;
    for (const one of family.derived()) found.add(one);
  }
  return found;
}

const noTypes = (): readonly ObjectType[] => [];

/** A type that may stand in for another one, and nothing for it. */
export function member(literal: string): Family {
  return {
    literal,
    derived: noTypes,
    members: noTypes,
    choose: undefined,
    chooseWritten: chooseItself,
  };
}

function choose(reader: XmlReader, type: ObjectType): ObjectType | undefined {
  const given = givenType(reader);
  const members = type.family?.members() ?? [];
  const isConcrete = members.includes(type);
  if (given === undefined) {
    return isConcrete ? type : abstractType(reader, type.name, type.namespace);
  }
  const found = memberNamed(members, given.namespace, given.local);
  if (found !== undefined) return found;
  if (!isConcrete) return unknownType(reader, given);
  otherType(reader, given);
  return type;
}

/** The member with a name. */
export function memberNamed(
  members: readonly ObjectType[],
  namespace: string,
  local: string,
): ObjectType | undefined {
  return members.find((one) => one.name === local && one.namespace === namespace);
}

/** The member with the `$type` of a value, which may be omitted for the declared type. */
export function memberOf(value: object, type: ObjectType): ObjectType {
  const { $type } = value as Typed;
  const members = type.family?.members() ?? [];
  const isDeclared = $type === undefined && members.includes(type);
  const found = isDeclared ? type : members.find((one) => one.family?.literal === $type);
  if (found !== undefined) return found;
  throw wrongType(members.map((one) => `'${one.family?.literal}'`).join(', '));
}

function chooseWritten(
  value: object,
  type: ObjectType,
  scope: string,
): ReturnType<Family['chooseWritten']> {
  const { $type } = value as Typed;
  // nearly always the declared type
  if (!type.abstract && ($type === undefined || $type === type.family?.literal)) {
    return { type, tag: '' };
  }
  const found = memberOf(value, type);
  return { type: found, tag: found === type ? '' : typeTag(found, scope) };
}

function chooseItself(value: object, type: ObjectType): ReturnType<Family['chooseWritten']> {
  checkType(value as Typed, type.family?.literal ?? '');
  return { type, tag: '' };
}
