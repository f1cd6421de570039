import type { ServiceModel } from '../../src/model/services.ts';
import type { ComplexType, Particle, SchemaType, SimpleType } from '../../src/model/xsd/schema.ts';

/** The type of a name, or of the global element of that name. */
export function typeOf(model: ServiceModel, name: string): SchemaType {
  const found =
    model.types.find((type) => type.name?.localName === name) ??
    model.elements.find((element) => element.name.localName === name)?.type;
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

/** Such a type that is complex. */
export function complex(model: ServiceModel, name: string): ComplexType {
  const type = typeOf(model, name);
  if (type.kind !== 'complex') throw new Error(`${name} is simple`);
  return type;
}

/** Such a type that is simple. */
export function simple(model: ServiceModel, name: string): SimpleType {
  const type = typeOf(model, name);
  if (type.kind !== 'simple') throw new Error(`${name} is complex`);
  return type;
}

/** A content model in the notation of DTDs: `(a, b?, (c | d)*)`. */
export function show(particle: Particle | undefined): string {
  if (particle === undefined) return '';
  const { min, max } = particle.occurs;
  const often =
    min === 1 && max === 1
      ? ''
      : max === Number.POSITIVE_INFINITY
        ? min === 0
          ? '*'
          : min === 1
            ? '+'
            : `{${min},}`
        : min === 0 && max === 1
          ? '?'
          : `{${min},${max}}`;
  if (particle.kind === 'element') return particle.element.name.localName + often;
  if (particle.kind === 'any') return `any${often}`;
  const sign = { sequence: ', ', choice: ' | ', all: ' & ' }[particle.compositor];
  return `(${particle.particles.map(show).join(sign)})${often}`;
}

/** Attributes as `name:type`, with `!` where they are required. */
export const attributes = (type: ComplexType): string[] =>
  type.attributes.map(
    (use) => `${use.name.localName}${use.required ? '!' : ''}:${use.type.name?.localName ?? ''}`,
  );
