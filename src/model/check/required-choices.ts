import type { ModelParticle, Particle } from '../xsd/schema.ts';
import { isEmptiable } from './check-values.ts';

/** The choices in a content model of which every message has an element. */
export function requiredChoices(particle: Particle | undefined): readonly ModelParticle[] {
  if (particle?.kind !== 'model' || isEmptiable(particle)) return [];
  if (particle.compositor === 'choice') return [particle];
  return particle.particles.flatMap(requiredChoices);
}
