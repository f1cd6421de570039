import { type Mutable, namespaceText } from '../xml.ts';
import {
  anyType,
  type ElementDeclaration,
  linkWildcard,
  type ModelParticle,
  type Particle,
} from '../xsd/schema.ts';
import {
  annotationOf,
  type ElementSyntax,
  type GroupSyntax,
  type ParticleSyntax,
} from '../xsd/schema-document.ts';
import {
  type Declared,
  deepestNesting,
  type LinkContext,
  linkPlace,
  nested,
  type Place,
  refuseDepth,
  resolveReference,
} from './context.ts';
import { typeGiven } from './simple-type.ts';

/** A local element declaration. */
function linkLocalElement(syntax: ElementSyntax, place: Place): ElementDeclaration {
  const declaration = elementShell(place, syntax);
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
  const declaration = elementShell(context, syntax);
  context.components.elements.set(syntax, declaration);
  const place = linkPlace(context, declared, declaration, [syntax.name.localName]);
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
  const headDeclared = resolveReference('elements', syntax.substitutionGroup, place);
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

function elementShell(context: LinkContext, syntax: ElementSyntax): Mutable<ElementDeclaration> {
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

const once = { min: 1, max: 1 } as const;

/**
 * A particle with its references resolved; `undefined` if it may not occur or refers to nothing.
 */
export function linkParticle(syntax: ParticleSyntax, place: Place): Particle | undefined {
  const { occurs } = syntax;
  if (occurs.max === 0) return undefined;
  switch (syntax.kind) {
    case 'elementParticle':
      return {
        kind: 'element',
        element: linkLocalElement(syntax.element, place),
        occurs,
      };
    case 'elementRef': {
      const declared = resolveReference('elements', syntax.ref, place);
      const element =
        declared === undefined
          ? missingElement(syntax.ref.name, syntax.span)
          : elementDeclared(place, declared);
      return { kind: 'element', element, occurs, reference: annotationOf(syntax) };
    }
    case 'any':
      return {
        kind: 'any',
        wildcard: linkWildcard(syntax.wildcard, place.document.targetNamespace),
        occurs,
      };
    case 'groupRef':
      return groupNamed(syntax, place);
    case 'model': {
      const linked = syntax.particles.map((child) => linkParticle(child, place));
      const particles = linked.includes(undefined)
        ? linked.filter((particle) => particle !== undefined)
        : (linked as readonly Particle[]);
      return { kind: 'model', compositor: syntax.compositor, particles, occurs };
    }
  }
}

/** A replacement for an undeclared element, so that the rest of the type can be checked. */
function missingElement(
  name: ElementDeclaration['name'],
  span: ElementDeclaration['span'],
): ElementDeclaration {
  return {
    name,
    global: true,
    type: anyType,
    nillable: false,
    default: undefined,
    fixed: undefined,
    abstract: false,
    substitutes: [],
    documentation: undefined,
    span,
  };
}

function groupNamed(
  syntax: Extract<ParticleSyntax, { kind: 'groupRef' }>,
  place: Place,
): Particle | undefined {
  const declared = resolveReference('groups', syntax.ref, place);
  if (declared === undefined) return undefined;
  const model = groupContent(place, declared);
  const { name } = syntax.ref;
  if (model === undefined) {
    place.defects.add(place.owner, {
      code: 'ASMX2003',
      message: `Group '${name.localName}' in ${namespaceText(name)} contains itself`,
      span: syntax.span,
    });
    return undefined;
  }
  const defect = place.defects.affected.get(declared.syntax);
  if (defect !== undefined) place.defects.affect(place.owner, defect);
  return { ...model, occurs: syntax.occurs, groupName: name };
}

/** The content of a group; `undefined` while it is being linked, which means a cycle. */
export function groupContent(
  context: LinkContext,
  declared: Declared<GroupSyntax>,
): ModelParticle | undefined {
  const { syntax } = declared;
  const known = context.components.groups.get(syntax);
  if (known !== undefined) return known === 'busy' ? undefined : known;
  context.components.groups.set(syntax, 'busy');
  const place = linkPlace(context, declared, syntax, [syntax.name.localName]);
  const particle = nested(place, syntax.span, () => linkParticle(syntax.particle, place));
  let model = asModel(particle);
  if (sizeOf(model).depth > deepestNesting) {
    refuseDepth(place, syntax.span);
    model = asModel(undefined);
  }
  context.components.groups.set(syntax, model);
  return model;
}

function asModel(particle: Particle | undefined): ModelParticle {
  if (particle?.kind === 'model') return particle;
  const particles = particle === undefined ? [] : [particle];
  return { kind: 'model', compositor: 'sequence', particles, occurs: once };
}

/** The size of a content model with all groups expanded. */
interface ParticleSize {
  readonly count: number;
  /** Depth of nested groups. */
  readonly depth: number;
}

const sizes = new WeakMap<readonly Particle[], ParticleSize>();
const single: ParticleSize = { count: 1, depth: 0 };

/** Measures a content model. Each part is measured once. */
export function sizeOf(particle: Particle): ParticleSize {
  if (particle.kind !== 'model') return single;
  const known = sizes.get(particle.particles);
  if (known !== undefined) return known;
  let count = 1;
  let depth = 0;
  for (const child of particle.particles) {
    const size = sizeOf(child);
    count += size.count;
    depth = Math.max(depth, size.depth);
  }
  const size = { count, depth: depth + 1 };
  // measuring a small part without groups again is as fast as a lookup
  if (depth > 0 || count > 10) sizes.set(particle.particles, size);
  return size;
}
