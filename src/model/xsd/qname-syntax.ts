import { type QName, qnameKey } from '../common/qname.ts';
import type { Reference } from '../common/reference.ts';
import { findBuiltin } from './builtin-schema.ts';
import type { AttributeSyntax, SchemaDocument, TypeSyntax } from './schema-document.ts';

/** A type in a declaration: a reference, or an inner type. */
export interface GivenType {
  readonly typeRef?: Reference | undefined;
  readonly type?: TypeSyntax | undefined;
}

/** Finds out which values of unlinked schemas have QNames. */
export interface QNameSyntax {
  /** Whether the text of a type is, or contains, QNames. */
  holds(given: GivenType): boolean;
  /** The global attribute with a name. */
  attribute(name: QName): AttributeSyntax | undefined;
}

/** Looks up the types of schemas. Of two declarations with the same name, the first counts. */
export function qnameSyntax(schemas: readonly SchemaDocument[]): QNameSyntax {
  const types = new Map<string, TypeSyntax>();
  const attributes = new Map<string, AttributeSyntax>();
  for (const schema of schemas) {
    const redefined = schema.redefinitions.filter(isType);
    for (const type of [...redefined, ...schema.types]) {
      const key = type.name === undefined ? undefined : qnameKey(type.name);
      if (key !== undefined && !types.has(key)) types.set(key, type);
    }
    for (const one of schema.attributes) attributes.set(qnameKey(one.name), one);
  }
  const known = new Map<TypeSyntax, boolean>();
  return {
    holds,
    attribute: (name) => attributes.get(qnameKey(name)),
  };

  function holds({ typeRef, type }: GivenType): boolean {
    if (type !== undefined) return typeHolds(type);
    if (typeRef === undefined) return false;
    const builtin = findBuiltin(typeRef.name);
    if (builtin !== undefined) {
      return (
        builtin.kind === 'simple' && (builtin.builtin === 'QName' || builtin.builtin === 'NOTATION')
      );
    }
    const declared = types.get(qnameKey(typeRef.name));
    return declared !== undefined && typeHolds(declared);
  }

  function typeHolds(type: TypeSyntax): boolean {
    const before = known.get(type);
    if (before !== undefined) return before;
    // a type defined by itself has none
    known.set(type, false);
    const found = partsOf(type).some(holds);
    known.set(type, found);
    return found;
  }
}

function isType(one: SchemaDocument['redefinitions'][number]): one is TypeSyntax {
  return one.kind === 'complexType' || one.kind === 'simpleType';
}

/** The types of the values in the text of a type. */
function partsOf(type: TypeSyntax): readonly GivenType[] {
  if (type.kind === 'complexType') {
    const { derivation } = type;
    if (derivation?.content !== 'simple') return [];
    return [{ typeRef: derivation.base }, { type: derivation.simpleType }];
  }
  const { variety } = type;
  switch (variety.kind) {
    case 'restriction':
      return [{ typeRef: variety.base, type: variety.type }];
    case 'list':
      return [{ typeRef: variety.itemRef, type: variety.item }];
    case 'union':
      return [
        ...variety.memberRefs.map((typeRef) => ({ typeRef })),
        ...variety.members.map((member) => ({ type: member })),
      ];
  }
}
