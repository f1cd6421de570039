import { builtinType } from '../../model/xsd/builtin-schema.ts';
import type { ComplexType, SchemaType, SimpleType } from '../../model/xsd/schema.ts';

/** Complex types by the simple type of their text, which they can stand in for by `xsi:type`. */
export type TextTypes = ReadonlyMap<SimpleType, readonly ComplexType[]>;

const anySimpleType = builtinType('anySimpleType');

/**
 * Finds the complex types that can stand in for simple ones (XML Schema 1, 3.4.6). Of the built-in
 * types, only `xs:anySimpleType` counts: a type that adds an attribute to `xs:string` must not
 * change every string of the contract in TypeScript.
 *
 * @param types named types of the contract
 */
export function findTextTypes(types: readonly SchemaType[]): TextTypes {
  const found = new Map<SimpleType, ComplexType[]>();
  const add = (simple: SimpleType, type: ComplexType): void => {
    const known = found.get(simple);
    if (known === undefined) found.set(simple, [type]);
    else known.push(type);
  };
  for (const type of types) {
    if (type.kind === 'simple' || type.simpleContent === undefined || type.abstract) continue;
    for (const simple of ownTypes(type.simpleContent)) add(simple, type);
    add(anySimpleType, type);
  }
  return found;
}

/** A simple type and those it restricts, as far as the contract declares them. */
function* ownTypes(type: SimpleType): Iterable<SimpleType> {
  for (let one: SimpleType | undefined = type; one !== undefined; one = one.base) {
    if (one.builtin !== undefined && one === builtinType(one.builtin)) return;
    yield one;
  }
}
