import { anyType } from './builtin-schema.ts';
import { type Components, deepestNesting, type LinkContext, type Place } from './link-context.ts';
import { typeGiven } from './link-type.ts';
import type { Mutable } from './mutable.ts';
import { qualifiedValue } from './qname-values.ts';
import { resolve } from './resolve.ts';
import type { ElementDeclaration, SchemaType } from './schema.ts';
import type { ElementSyntax } from './schema-document.ts';
import type { Declared } from './symbols.ts';

/** A local element declaration. */
export function linkLocalElement(
  context: LinkContext,
  syntax: ElementSyntax,
  place: Place,
): ElementDeclaration {
  const declaration = shell(context, syntax);
  const { localName } = syntax.name;
  keepConstraints(context, { syntax, document: place.document });
  // only a type inside has a name to get from around it
  const inner =
    syntax.type === undefined ? place : { ...place, context: [...place.context, localName] };
  declaration.type = typeGiven(context, syntax.typeRef, syntax.type, inner);
  return declaration;
}

/** A global element declaration; made on first demand. */
export function elementDeclared(
  context: LinkContext,
  declared: Declared<ElementSyntax>,
): ElementDeclaration {
  const { syntax, document } = declared;
  const known = context.made.elements.get(syntax);
  if (known !== undefined) return known;
  const declaration = shell(context, syntax);
  context.made.elements.set(syntax, declaration);
  keepConstraints(context, declared);
  const place: Place = { document, owner: declaration, context: [syntax.name.localName] };
  if (syntax.typeRef !== undefined || syntax.type !== undefined) {
    declaration.type = typeGiven(context, syntax.typeRef, syntax.type, place);
  }
  if (syntax.substitutionGroup !== undefined) joinGroup(context, declared, declaration, place);
  return declaration;
}

/** Notes an element whose identity constraints are to be checked once all names are known. */
function keepConstraints(context: LinkContext, declared: Declared<ElementSyntax>): void {
  if (declared.syntax.constraints.length > 0) context.made.constrained.push(declared);
}

function joinGroup(
  context: LinkContext,
  declared: Declared<ElementSyntax>,
  declaration: Mutable<ElementDeclaration>,
  place: Place,
): void {
  const { syntax } = declared;
  if (syntax.substitutionGroup === undefined) return;
  const headDeclared = resolve(context, 'elements', syntax.substitutionGroup, place);
  if (headDeclared === undefined) return;
  const depth = depthOf(context, declared, headDeclared);
  if (depth > deepestNesting) {
    context.defects.add(declaration, {
      code: 'ASMX1032',
      message: `Substitution groups are nested deeper than ${deepestNesting}`,
      span: syntax.substitutionGroup.span,
    });
    return;
  }
  if (depth < 0) {
    context.defects.add(declaration, {
      code: 'ASMX2003',
      message: `Element '${syntax.name.localName}' is in a substitution group with itself`,
      span: syntax.substitutionGroup.span,
    });
    return;
  }
  const head = elementDeclared(context, headDeclared);
  if (syntax.typeRef === undefined && syntax.type === undefined) declaration.type = head.type;
  const members = context.made.members.get(head);
  if (members === undefined) context.made.members.set(head, [declaration]);
  else members.push(declaration);
}

/** Levels of substitution groups above an element; -1 when it is in a circle with itself. Counts no further than allowed. */
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
  if (syntax.default !== undefined || syntax.fixed !== undefined) context.made.valued.count += 1;
  const type: SchemaType = anyType;
  const made: Mutable<ElementDeclaration> = {
    name: syntax.name,
    global: syntax.global,
    type,
    nillable: syntax.nillable,
    default: syntax.default,
    fixed: syntax.fixed,
    abstract: syntax.abstract,
    block: syntax.block,
    final: syntax.final,
    constraints: syntax.constraints.length === 0 ? undefined : syntax.constraints,
    substitutes: noSubstitutes,
    documentation: syntax.documentation,
    span: syntax.span,
  };
  if (syntax.names !== undefined) context.made.named.push({ made, syntax });
  return made;
}

/** Gives QNames in default and fixed values of elements their namespaces. */
export function qualifyElementValues({ named }: Components): void {
  for (const { made, syntax } of named) {
    const { type } = made;
    const simple = type.kind === 'simple' ? type : type.simpleContent;
    if (simple === undefined) continue;
    const { default: initial, fixed, names } = syntax;
    if (initial !== undefined) made.default = qualifiedValue(simple, initial, names);
    if (fixed !== undefined) made.fixed = qualifiedValue(simple, fixed, names);
  }
}
