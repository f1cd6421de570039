import type { Definitions } from '../wsdl/definitions.ts';
import { findBuiltin } from '../xsd/builtin-schema.ts';
import type { ElementDeclaration, SchemaType } from '../xsd/schema.ts';
import type { SchemaDocument } from '../xsd/schema-document.ts';
import { attributeGroup, globalAttribute } from './link-attributes.ts';
import { fillComplexTypes } from './link-complex-type.ts';
import { type LinkContext, placeOf, type SharedContext } from './link-context.ts';
import { elementDeclared } from './link-element.ts';
import { groupContent } from './link-particle.ts';
import { simpleOf } from './link-simple-type.ts';
import { typeDeclared } from './link-type.ts';
import { collectSymbols } from './symbols.ts';

/** Named components of the schemas linked so far, in document order. */
export interface LinkedSchemas {
  readonly types: Set<SchemaType>;
  readonly elements: Set<ElementDeclaration>;
}

/**
 * Resolves the schemas of one `Definitions`: every declared type, element, group and attribute,
 * used or not. Components of built-in schemas are created on demand and are not listed.
 */
export function linkSchemas(
  definitions: Definitions,
  shared: SharedContext,
  linked: LinkedSchemas,
): LinkContext {
  const context = { symbols: collectSymbols(definitions, shared.defects), ...shared };
  const documents = definitions.schemas.filter((document) => document.builtin !== true);
  for (const document of documents) linkTypes(context, document, linked);
  for (const document of documents) linkRest(context, document, linked);
  fillComplexTypes(context);
  spreadDefects(context);
  return context;
}

function linkTypes(context: LinkContext, document: SchemaDocument, linked: LinkedSchemas): void {
  const { types } = context.symbols;
  for (const syntax of [...document.types, ...typesRedefined(document)]) {
    if (syntax.name === undefined || findBuiltin(syntax.name) !== undefined) continue;
    const declared = types.get(syntax.name);
    if (declared?.syntax === syntax) linked.types.add(typeDeclared(context, declared));
  }
}

function typesRedefined(document: SchemaDocument): SchemaDocument['types'] {
  return document.redefinitions.filter(
    (one) => one.kind === 'complexType' || one.kind === 'simpleType',
  );
}

function linkRest(context: LinkContext, document: SchemaDocument, linked: LinkedSchemas): void {
  const { elements, groups, attributeGroups } = context.symbols;
  for (const syntax of document.elements) {
    const declared = elements.get(syntax.name);
    if (declared?.syntax === syntax) linked.elements.add(elementDeclared(context, declared));
  }
  for (const syntax of document.groups) {
    const declared = groups.get(syntax.name);
    if (declared?.syntax === syntax) groupContent(context, declared);
  }
  for (const syntax of document.attributeGroups) {
    const declared = attributeGroups.get(syntax.name);
    if (declared?.syntax === syntax) attributeGroup(context, declared);
  }
  for (const syntax of document.attributes) {
    if (syntax.default !== undefined || syntax.fixed !== undefined) {
      globalAttribute(context, { syntax, document });
      continue;
    }
    const place = placeOf(context, { syntax, document }, syntax, [syntax.name.localName]);
    simpleOf(syntax.typeRef, syntax.type, place);
  }
}

/** Transfers defects from declarations to the components linked from them. */
function spreadDefects(context: LinkContext): void {
  const { components, defects } = context;
  if (defects.count === 0) return;
  for (const table of [components.types, components.elements] as const) {
    for (const [syntax, component] of table as ReadonlyMap<object, object>) {
      const defect = defects.affected.get(syntax);
      if (defect !== undefined) defects.affect(component, defect);
    }
  }
}
