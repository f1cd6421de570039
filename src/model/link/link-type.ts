import type { Mutable } from '../common/mutable.ts';
import type { Reference } from '../common/reference.ts';
import { anyType, findBuiltin } from '../xsd/builtin-schema.ts';
import type { ComplexType, SchemaType } from '../xsd/schema.ts';
import type { ComplexTypeSyntax, SimpleTypeSyntax, TypeSyntax } from '../xsd/schema-document.ts';
import { type LinkContext, type OwnedContext, type Place, placeOf } from './link-context.ts';
import { linkSimpleType } from './link-simple-type.ts';
import { effectiveName, resolve } from './resolve.ts';
import type { Declared } from './symbols.ts';

/**
 * The type of a reference, whose content may be linked later; `undefined`, reported, if there is
 * none.
 */
export function typeNamed(reference: Reference, place: OwnedContext): SchemaType | undefined {
  const builtin = findBuiltin(reference.name);
  if (builtin !== undefined) return builtin;
  const declared = resolve('types', reference, place);
  if (declared === undefined) return undefined;
  return typeDeclared(place, declared);
}

/** The type of a global declaration, whose content may be linked later. */
export function typeDeclared(context: LinkContext, declared: Declared<TypeSyntax>): SchemaType {
  const known = context.components.types.get(declared.syntax);
  if (known?.kind === 'complex') return known;
  const { syntax } = declared;
  return typeOf(declared, placeOf(context, declared, syntax, [syntax.name?.localName ?? '']));
}

/** The type of a declaration, global or nested. Complex ones are linked later, from `pending`. */
function typeOf(declared: Declared<TypeSyntax>, place: Place): SchemaType {
  const { syntax } = declared;
  if (syntax.kind === 'simpleType') {
    return linkSimpleType(declared as Declared<SimpleTypeSyntax>, place);
  }
  const known = place.components.types.get(syntax);
  if (known !== undefined) return known;
  const type = shell(place, syntax, place.context);
  const draft = { type, declared, syntax, state: 'empty' as const, levels: 0 };
  place.components.types.set(syntax, type);
  place.components.complexDrafts.set(type, draft);
  place.components.pending.push(draft);
  return type;
}

/** The type of a declaration that refers to one, contains one, or neither (`xs:anyType`). */
export function typeGiven(
  reference: Reference | undefined,
  nested: TypeSyntax | undefined,
  place: Place,
): SchemaType {
  if (nested !== undefined) {
    return typeOf({ syntax: nested, document: place.document }, place);
  }
  if (reference === undefined) return anyType;
  return typeNamed(reference, place) ?? anyType;
}

function shell(
  context: LinkContext,
  syntax: ComplexTypeSyntax,
  names: readonly string[],
): Mutable<ComplexType> {
  const name = effectiveName(context, syntax);
  const { kind, name: _, derivation, particle, attributes, anyAttribute, ...traits } = syntax;
  return {
    ...traits,
    kind: 'complex',
    name,
    context: name === undefined ? names : [],
    base: undefined,
    derivation: undefined,
    simpleContent: undefined,
    particle: undefined,
    ownParticle: undefined,
    attributes: [],
    ownAttributes: [],
    anyAttribute: undefined,
    derived: [],
    soapArray: undefined,
  };
}
