import type { Mutable } from '../common/mutable.ts';
import type { ComplexType } from '../xsd/schema.ts';
import type { Place } from './link-context.ts';
import { sizeOf } from './link-particle.ts';

/** Reports content that groups make larger or deeper than any contract needs. */
export function refuseLarge(type: Mutable<ComplexType>, place: Place): void {
  const { particle } = type;
  if (particle === undefined) return;
  const { count, depth } = sizeOf(particle);
  const message =
    count > mostParticles
      ? `The content of a type has more than ${mostParticles} particles`
      : depth > deepestModel
        ? `Model groups are nested deeper than ${deepestModel}`
        : undefined;
  if (message !== undefined) {
    place.defects.add(place.owner, { code: 'ASMX1032', message, span: type.span });
  } else if (place.components.expansion.take(count, place.owner, type.span)) return;
  type.particle = undefined;
  type.ownParticle = undefined;
}

const mostParticles = 100_000;
const deepestModel = 64;
