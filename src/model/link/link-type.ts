import type { Mutable } from '../common/mutable.ts';
import type { Reference } from '../common/reference.ts';
import { anyType, findBuiltin } from '../xsd/builtin-schema.ts';
import type { ComplexType, SchemaType } from '../xsd/schema.ts';
import type { ComplexTypeSyntax, SimpleTypeSyntax, TypeSyntax } from '../xsd/schema-document.ts';
import type { LinkContext, Place } from './link-context.ts';
import { linkSimpleType } from './link-simple-type.ts';
import { effectiveName, resolve } from './resolve.ts';
import type { Declared } from './symbols.ts';

/**
 * The type a reference names, its content possibly still to come; `undefined` (reported) when there
 * is none.
 */
export function typeNamed(
  context: LinkContext,
  reference: Reference,
  place: Pick<Place, 'owner' | 'redefining'>,
): SchemaType | undefined {
  const builtin = findBuiltin(reference.name);
  if (builtin !== undefined) return builtin;
  const declared = resolve(context, 'types', reference, place);
  if (declared === undefined) return undefined;
  return typeDeclared(context, declared);
}

/** The type of a global declaration, its content possibly still to come. */
export function typeDeclared(context: LinkContext, declared: Declared<TypeSyntax>): SchemaType {
  const known = context.components.types.get(declared.syntax);
  if (known?.kind === 'complex') return known;
  const place: Place = {
    document: declared.document,
    owner: declared.syntax,
    context: [declared.syntax.name?.localName ?? ''],
  };
  return typeOf(context, declared, place);
}

/** The type of a declaration, global or nested. Complex ones are filled later, from `pending`. */
export function typeOf(
  context: LinkContext,
  declared: Declared<TypeSyntax>,
  place: Place,
): SchemaType {
  const { syntax } = declared;
  if (syntax.kind === 'simpleType') {
    return linkSimpleType(context, declared as Declared<SimpleTypeSyntax>, place);
  }
  const known = context.components.types.get(syntax);
  if (known !== undefined) return known;
  const type = shell(context, syntax, place.context);
  const draft = { type, declared, syntax, state: 'empty' as const, levels: 0 };
  context.components.types.set(syntax, type);
  context.components.complexDrafts.set(type, draft);
  context.components.pending.push(draft);
  return type;
}

/** The type of something that names one, declares one inside, or does neither (`xs:anyType`). */
export function typeGiven(
  context: LinkContext,
  reference: Reference | undefined,
  nested: TypeSyntax | undefined,
  place: Place,
): SchemaType {
  if (nested !== undefined) {
    return typeOf(context, { syntax: nested, document: place.document }, place);
  }
  if (reference === undefined) return anyType;
  return typeNamed(context, reference, place) ?? anyType;
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
