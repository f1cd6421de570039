import { namespaces } from '../model/namespaces.ts';
import type {
  ComplexType,
  ElementDeclaration,
  ElementParticle,
  ModelParticle,
  Particle,
} from '../model/schema.ts';
import type { ShapeOptions } from './plan.ts';

/** Whether any content at all can stand there: `xs:anyType`. */
export function isAnyType(type: ComplexType): boolean {
  return type.name?.namespace === namespaces.xsd && type.name.localName === 'anyType';
}

const unwrappedBefore = new WeakMap<Particle, Particle>();

/**
 * The one particle of a model group that holds nothing else, with the occurrences of both multiplied: `(a)*` and `(a*)` are the
 * same, `(a, b)*` is not. Gives the same object each time, so that it can be a key.
 */
export function unwrapped(particle: Particle): Particle {
  if (particle.kind !== 'model' || particle.particles.length !== 1) return particle;
  const known = unwrappedBefore.get(particle);
  if (known !== undefined) return known;
  const first = particle.particles[0];
  if (first === undefined) return particle;
  const inner = unwrapped(first);
  const { min, max } = particle.occurs;
  const result =
    min === 1 && max === 1
      ? inner
      : { ...inner, occurs: { min: inner.occurs.min * min, max: times(inner.occurs.max, max) } };
  unwrappedBefore.set(particle, result);
  return result;
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

/** Whether an element is a schema, which a DataSet carries with it: taken as it is, not by the schema of schemas. */
export function isSchemaElement(element: ElementDeclaration): boolean {
  return element.name.namespace === namespaces.xsd && element.name.localName === 'schema';
}

/** Whether a particle is a group that may stand several times, so that its turns are items of a list. */
export function isRepeatedGroup(particle: Particle): particle is ModelParticle {
  return particle.kind === 'model' && particle.occurs.max > 1;
}

/** Whether an element can be replaced by others of its substitution group. */
export function hasSubstitutes(particle: ElementParticle): boolean {
  return particle.element.substitutes.length > 0;
}

/**
 * The repeated element of an ASMX array wrapper: a complexType named `ArrayOf…` with that element and nothing else.
 */
export function arrayItem(
  type: ComplexType,
  options: Pick<ShapeOptions, 'arrays'>,
): ElementParticle | undefined {
  if (options.arrays === 'keep' || type.name?.localName.startsWith('ArrayOf') !== true) {
    return undefined;
  }
  if (
    type.particle === undefined ||
    type.mixed ||
    type.abstract ||
    type.base !== undefined ||
    type.attributes.length > 0 ||
    type.anyAttribute !== undefined ||
    type.derived.length > 0 ||
    type.soapArray !== undefined
  ) {
    return undefined;
  }
  const only = unwrapped(type.particle);
  if (only.kind !== 'element' || only.occurs.max <= 1 || hasSubstitutes(only)) return undefined;
  return only;
}
