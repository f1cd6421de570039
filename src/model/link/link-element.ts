import type { Mutable } from '../common/mutable.ts';
import { anyType } from '../xsd/builtin-schema.ts';
import { givenValue } from '../xsd/qname-values.ts';
import type { ElementDeclaration } from '../xsd/schema.ts';
import type { ElementSyntax } from '../xsd/schema-document.ts';
import {
  type Components,
  deepestNesting,
  type LinkContext,
  type Place,
  placeOf,
} from './link-context.ts';
import { typeGiven } from './link-type.ts';
import { resolve } from './resolve.ts';
import type { Declared } from './symbols.ts';

/** A local element declaration. */
export function linkLocalElement(syntax: ElementSyntax, place: Place): ElementDeclaration {
  const declaration = shell(place, syntax);
  const { localName } = syntax.name;
  // only an inner type gets its name from the context
  const inner =
    syntax.type === undefined ? place : { ...place, context: [...place.context, localName] };
  declaration.type = typeGiven(syntax.typeRef, syntax.type, inner);
  return declaration;
}

/** A global element declaration; created on demand. */
export function elementDeclared(
  context: LinkContext,
  declared: Declared<ElementSyntax>,
): ElementDeclaration {
  const { syntax } = declared;
  const known = context.components.elements.get(syntax);
  if (known !== undefined) return known;
  const declaration = shell(context, syntax);
  context.components.elements.set(syntax, declaration);
  const place = placeOf(context, declared, declaration, [syntax.name.localName]);
  if (syntax.typeRef !== undefined || syntax.type !== undefined) {
    declaration.type = typeGiven(syntax.typeRef, syntax.type, place);
  }
  if (syntax.substitutionGroup !== undefined) joinGroup(declared, declaration, place);
  return declaration;
}

function joinGroup(
  declared: Declared<ElementSyntax>,
  declaration: Mutable<ElementDeclaration>,
  place: Place,
): void {
  const { syntax } = declared;
  if (syntax.substitutionGroup === undefined) return;
  const headDeclared = resolve('elements', syntax.substitutionGroup, place);
  if (headDeclared === undefined) return;
  const depth = depthOf(place, declared, headDeclared);
  if (depth > deepestNesting) {
    place.defects.add(declaration, {
      code: 'ASMX1032',
      message: `Substitution groups are nested deeper than ${deepestNesting}`,
      span: syntax.substitutionGroup.span,
    });
    return;
  }
  if (depth < 0) {
    place.defects.add(declaration, {
      code: 'ASMX2003',
      message: `Element '${syntax.name.localName}' is in a substitution group with itself`,
      span: syntax.substitutionGroup.span,
    });
    return;
  }
  const head = elementDeclared(place, headDeclared);
  if (syntax.typeRef === undefined && syntax.type === undefined) declaration.type = head.type;
  const members = place.components.members.get(head);
  if (members === undefined) place.components.members.set(head, [declaration]);
  else members.push(declaration);
}

/** Levels of substitution groups above an element, up to the limit; -1 if it is in a cycle. */
function depthOf(
  context: LinkContext,
  member: Declared<ElementSyntax>,
  head: Declared<ElementSyntax>,
): number {
  let at: ElementSyntax | undefined = head.syntax;
  let depth = 1;
  for (; at !== undefined && depth <= deepestNesting; depth += 1) {
    if (at === member.syntax) return -1;
    const up: ElementSyntax['substitutionGroup'] = at.substitutionGroup;
    at = up === undefined ? undefined : context.symbols.elements.get(up.name)?.syntax;
  }
  return depth;
}

const noSubstitutes: readonly ElementDeclaration[] = [];

function shell(context: LinkContext, syntax: ElementSyntax): Mutable<ElementDeclaration> {
  const isGiven = syntax.default !== undefined || syntax.fixed !== undefined;
  if (isGiven) context.components.valued.count += 1;
  const { kind, typeRef, type, names, substitutionGroup, constraints, ...traits } = syntax;
  const declaration: Mutable<ElementDeclaration> = {
    ...traits,
    type: anyType,
    constraints: constraints.length === 0 ? undefined : constraints,
    substitutes: noSubstitutes,
  };
  if (isGiven) context.components.given.push({ declaration, syntax });
  return declaration;
}

/** Gives elements the default and fixed values that their types make of the texts. */
export function setElementValues({ given }: Components): void {
  for (const { declaration, syntax } of given) {
    const { type } = declaration;
    const simple = type.kind === 'simple' ? type : type.simpleContent;
    if (simple === undefined) continue;
    const { default: initial, fixed, names } = syntax;
    if (initial !== undefined) declaration.default = givenValue(simple, initial, names);
    if (fixed !== undefined) declaration.fixed = givenValue(simple, fixed, names);
  }
}
