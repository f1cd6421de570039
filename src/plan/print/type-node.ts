import { joinNames, type NameUse, type TypeNode } from './node.ts';

const noNames: readonly NameUse[] = [];

/** A type of TypeScript's own, or a literal. */
export function plainType(flat: string): TypeNode {
  return typeOf(flat, noNames);
}

/** A type that `types.ts` declares. */
export function namedType(name: string): TypeNode {
  return typeOf(name, [{ from: 'types', name }]);
}

/** A type of the runtime. */
export function runtimeType(name: string): TypeNode {
  return typeOf(name, [{ from: 'runtimeType', name }]);
}

/** One type with any text. */
export function typeOf(flat: string, names: readonly NameUse[]): TypeNode {
  return { kind: 'type', flat, names, union: false, members: [flat] };
}

/** A type that is several at once, such as `A & B`. */
export function intersectionOf(flat: string, names: readonly NameUse[]): TypeNode {
  return { ...typeOf(flat, names), union: true };
}

/** A union without repeated members. */
export function unionOf(given: readonly TypeNode[]): TypeNode {
  const different = [...new Map(given.map((type) => [type.flat, type])).values()];
  const all = different.length > 1 ? different.map(asMember) : different;
  return {
    kind: 'type',
    flat: all.map((type) => type.flat).join(' | '),
    names: joinNames(all),
    union: all.length > 1 || all[0]?.union === true,
    members: all.flatMap((type) => type.members),
  };
}

/** An intersection in brackets, and any other type as it is. */
function asMember(type: TypeNode): TypeNode {
  const isIntersection = type.union && type.members.length === 1;
  return isIntersection ? typeOf(`(${type.flat})`, type.names) : type;
}

/** An array type. */
export function arrayOf({ flat, names, union }: TypeNode): TypeNode {
  const item = union || flat.startsWith('readonly ') ? `(${flat})` : flat;
  return typeOf(`readonly ${item}[]`, names);
}

/** Whether a type uses one of the runtime. */
export function needsRuntime({ names }: TypeNode): boolean {
  return names.some(({ from }) => from === 'runtimeType');
}
