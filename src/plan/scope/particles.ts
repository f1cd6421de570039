import { namespaces } from '../../model/common/namespaces.ts';
import { replacements } from '../../model/link/derivation.ts';
import type {
  ComplexType,
  ElementDeclaration,
  ElementParticle,
  ModelParticle,
  Particle,
} from '../../model/xsd/schema.ts';
import type { Occurs } from '../../model/xsd/schema-document.ts';
import type { ShapeOptions } from './shape-options.ts';

/** Whether a type allows any content: `xs:anyType`. */
export function isAnyType(type: ComplexType): boolean {
  return type.name?.namespace === namespaces.xsd && type.name.localName === 'anyType';
}

const simplifiedBefore = new WeakMap<Particle, Particle>();

/**
 * A particle without parts that never have elements: parts that cannot occur, empty groups, and
 * branches that cannot be satisfied. A group with only one part is replaced by it, with the
 * occurrences multiplied: `(a)*` and `(a*)` are the same, `(a, b)*` is not. A particle without
 * elements becomes an empty sequence. Returns the same object for each call, so that it can be a
 * key.
 */
export function simplified(particle: Particle): Particle {
  if (particle.kind !== 'model') return particle;
  const known = simplifiedBefore.get(particle);
  if (known !== undefined) return known;
  const kept = withoutEmpty(particle);
  const result = isPossible(kept) ? unwrapped(kept) : nothing(kept);
  simplifiedBefore.set(particle, result);
  simplifiedBefore.set(result, result);
  return result;
}

function nothing(particle: ModelParticle): ModelParticle {
  return { ...particle, compositor: 'sequence', particles: [], occurs: { min: 1, max: 1 } };
}

function isEmpty(particle: Particle): boolean {
  return particle.kind === 'model' && particle.particles.length === 0;
}

/**
 * Whether any content, even empty, satisfies a particle. An empty choice has no branch to choose
 * (XML Schema 1, 3.8.4).
 */
function isPossible(particle: Particle): boolean {
  if (particle.kind !== 'model' || particle.occurs.min === 0) return true;
  const { compositor, particles } = particle;
  const present = particles.filter(({ occurs }) => occurs.max > 0);
  return compositor === 'choice' ? present.some(isPossible) : present.every(isPossible);
}

/**
 * A model group with only the parts that have elements. A choice that may be empty keeps a branch
 * for that.
 */
function withoutEmpty(particle: ModelParticle): ModelParticle {
  const { compositor, particles, occurs } = particle;
  const isChoice = compositor === 'choice';
  if (occurs.max === 0) return nothing(particle);
  if (!isPossible(particle)) return particle;
  const present = particles.filter((one) => one.occurs.max > 0 && (!isChoice || isPossible(one)));
  const full = present.map(simplified).filter((one) => !isEmpty(one));
  if (full.length === 0) return nothing(particle);
  const kept = isChoice && full.length < present.length ? [...full, emptySequence] : full;
  const same = kept.length === particles.length && kept.every((one, at) => one === particles[at]);
  return same ? particle : { ...particle, particles: kept };
}

const emptySequence: ModelParticle = {
  kind: 'model',
  compositor: 'sequence',
  particles: [],
  occurs: { min: 1, max: 1 },
};

function unwrapped(particle: ModelParticle): Particle {
  const [only, ...others] = particle.particles;
  if (only === undefined || others.length > 0) return particle;
  const { min, max } = particle.occurs;
  if (min === 1 && max === 1) return only;
  if (!isGapless(only.occurs, particle.occurs)) return particle;
  return { ...only, occurs: { min: only.occurs.min * min, max: times(only.occurs.max, max) } };
}

/**
 * Whether every number between the limits is possible. Not so for `(a{2})*`, which allows only even
 * numbers.
 */
function isGapless(inner: Occurs, outer: Occurs): boolean {
  if (outer.min === outer.max || inner.min <= 1) return true;
  return outer.min > 0 && (outer.min + 1) * inner.min <= times(outer.min, inner.max) + 1;
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

/**
 * Whether an element is a schema, as in a DataSet. It is kept as XML instead of following the
 * schema of schemas.
 */
export function isSchemaElement(element: ElementDeclaration): boolean {
  return element.name.namespace === namespaces.xsd && element.name.localName === 'schema';
}

/**
 * Whether a particle is a group that may occur several times, so that its iterations become items
 * of a list.
 */
export function isRepeatedGroup(particle: Particle): particle is ModelParticle {
  return particle.kind === 'model' && particle.occurs.max > 1;
}

/** Whether an element can be replaced by others of its substitution group. */
export function hasSubstitutes(particle: ElementParticle): boolean {
  return particle.element.substitutes.length > 0;
}

/** Arrays inside arrays that are unwrapped, at most. Types of values without end have more. */
const mostNested = 16;

/**
 * The repeated element of an ASMX array wrapper: a complexType named `ArrayOf…` with that element
 * and nothing else, unless it contains itself.
 */
export function arrayItem(
  type: ComplexType,
  options: Pick<ShapeOptions, 'arrays'>,
): ElementParticle | undefined {
  const item = wrappedItem(type, options);
  let inner = item?.element.type;
  for (let depth = 0; inner?.kind === 'complex'; depth += 1) {
    if (depth === mostNested) return undefined;
    inner = inner.soapArray?.item ?? wrappedItem(inner, options)?.element.type;
  }
  return item;
}

function wrappedItem(
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
    replacements(type).length > 0 ||
    type.soapArray !== undefined
  ) {
    return undefined;
  }
  const only = simplified(type.particle);
  if (only.kind !== 'element' || only.occurs.max <= 1 || hasSubstitutes(only)) return undefined;
  return only;
}
