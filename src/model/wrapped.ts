import type { ElementDeclaration } from './schema.ts';

/**
 * Whether an element can be taken for a parameter list: its type is no more than one sequence of elements, each of which is
 * a parameter. Attributes, wildcards, nested groups, mixed text or a base type would be lost, and a nil wrapper has no parameters.
 */
export function isWrapped(element: ElementDeclaration): boolean {
  const { type } = element;
  if (type.kind !== 'complex' || element.nillable || element.abstract) return false;
  if (type.simpleContent !== undefined || type.mixed || type.abstract) return false;
  if (type.attributes.length > 0 || type.anyAttribute !== undefined) return false;
  if (type.base !== undefined || type.soapArray !== undefined) return false;
  const { particle } = type;
  if (particle === undefined) return true;
  if (particle.kind !== 'model' || particle.compositor !== 'sequence') return false;
  const { min, max } = particle.occurs;
  return min === 1 && max === 1 && particle.particles.every((one) => one.kind === 'element');
}
