import type { ModelParticle, Particle } from '../xsd/schema.ts';
import { isEmptiable } from './check-values.ts';

/** The choices in a content model of which every message has an element. */
export function requiredChoices(
  particle: Particle | undefined,
  known: Map<Particle, boolean> = new Map(),
): readonly ModelParticle[] {
  if (particle?.kind !== 'model' || isEmptiable(particle, known)) return [];
  if (particle.compositor === 'choice') return [particle];
  return particle.particles.flatMap((one) => requiredChoices(one, known));
}
