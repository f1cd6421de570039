import { namespaceText } from '../common/qname.ts';
import { annotationOf } from '../xsd/annotation.ts';
import { anyType } from '../xsd/builtin-schema.ts';
import type { ElementDeclaration, ModelParticle, Particle } from '../xsd/schema.ts';
import type { GroupSyntax, ParticleSyntax } from '../xsd/schema-document.ts';
import { linkWildcard } from '../xsd/wildcard.ts';
import {
  deepestNesting,
  type LinkContext,
  nested,
  type Place,
  placeOf,
  refuseDepth,
} from './link-context.ts';
import { elementDeclared, linkLocalElement } from './link-element.ts';
import { resolve } from './resolve.ts';
import type { Declared } from './symbols.ts';

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
      const declared = resolve('elements', syntax.ref, place);
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
  const declared = resolve('groups', syntax.ref, place);
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
  const place = placeOf(context, declared, syntax, [syntax.name.localName]);
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
export interface ParticleSize {
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
