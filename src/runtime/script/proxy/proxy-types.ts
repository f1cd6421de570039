import { isBranches, isSimple } from '../../type/described.ts';
import type { Field, Member, ObjectType, Type } from '../../type/description.ts';
import type { Message } from '../../type/message-kinds.ts';
import type { Simple } from '../../type/simple-type.ts';
import { typeName } from '../json/members.ts';
import { flagBits, simpleKind } from '../json/simple-kind.ts';
import { parametersOf } from '../message.ts';

/** The types that scripts need constructors and constants of. */
export interface ProxyTypes {
  readonly objects: readonly string[];
  readonly enums: readonly ProxyEnum[];
}

/** An enumeration: its name, and the number of each name in it. */
export type ProxyEnum = readonly [
  name: string,
  numbers: readonly (readonly [name: string, number: string])[],
];

/** Finds the named types in messages. */
export function proxyTypes(messages: readonly Message[]): ProxyTypes {
  const found = new Set<Type>();
  const add = (types: readonly Type[]): void => {
    for (const type of types) found.add(type);
  };
  for (const message of messages)
    for (const { field } of parametersOf(message)) add(typesOf(field));
  // the set grows during the loop
  for (const type of found) add(partsOf(type));
  const all = [...found];
  const objects = all.filter(isObject).map(typeName);
  return {
    objects: [...new Set(objects)].filter((name) => name !== ''),
    enums: [...new Map(all.filter(isSimple).flatMap(enumOf))],
  };
}

function isObject(type: Type): type is ObjectType {
  return 'kind' in type && type.kind === 'object';
}

function partsOf(type: Type): readonly Type[] {
  if (isSimple(type) || type.kind === 'xml') return [];
  if (type.kind === 'array') return typesOf(type.item());
  return [...(type.family?.members() ?? []), ...type.members.flatMap(typesIn)];
}

function typesIn(member: Member): readonly Type[] {
  return isBranches(member) ? member.members.flatMap(typesIn) : typesOf(member);
}

function typesOf({ type, taken, turn }: Field): readonly Type[] {
  return [
    ...(type === undefined ? [] : [type]),
    ...(taken?.().flatMap(typesOf) ?? []),
    ...(turn === undefined ? [] : typesIn(turn)),
  ];
}

/** An enumeration with a name, and its numbers. */
function enumOf(type: Simple): readonly ProxyEnum[] {
  const found = simpleKind(type);
  if (found.kind !== 'enum' && found.kind !== 'flags') return [];
  const { label, names } = found;
  // one without a name is called by its place
  if (!/^[\p{L}_][\p{L}\p{M}\p{N}_.-]*$/u.test(label)) return [];
  if (found.kind === 'enum') return [[label, names.map((name, at) => [name, String(at)])]];
  return [[label, [...flagBits(names)].map(([name, bit]) => [name, String(bit)])]];
}
