import { createNameTable, type NameTable } from '../common/name-table.ts';
import { qnameKey } from '../common/qname.ts';
import type { ElementDeclaration, Particle, Wildcard } from '../xsd/schema.ts';
import type { Components } from './link-context.ts';

/** Minimum and maximum occurrences of an element in a content model, over all its particles. */
export interface ElementCount {
  readonly element: ElementDeclaration;
  min: number;
  max: number;
}

/** The occurrences of each element in a content model, regardless of order. */
export interface ParticleCounts {
  /** By key of their names. */
  readonly counts: ReadonlyMap<string, ElementCount>;
  /** Elements that every message contains at least once. */
  readonly required: readonly ElementCount[];
  readonly wildcards: readonly Wildcard[];
  /** Names of elements that may substitute another one of the model. */
  readonly substitutes: NameTable<ElementDeclaration>;
}

/**
 * Counts the elements of a content model: the smallest and largest numbers in one message. Some
 * message reaches each of them.
 */
export function countElements(
  particle: Particle | undefined,
  members: Components['members'],
): ParticleCounts {
  const wildcards: Wildcard[] = [];
  const counts =
    particle === undefined ? new Map<string, ElementCount>() : countsOf(particle, wildcards);
  const substitutes = createNameTable<ElementDeclaration>();
  const open = [...counts.values()].map(({ element }) => element);
  const seen = new Set<ElementDeclaration>(open);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const member of members.get(next) ?? []) {
      substitutes.set(member.name, member);
      if (seen.has(member)) continue;
      seen.add(member);
      open.push(member);
    }
  }
  const required = [...counts.values()].filter((count) => count.min > 0);
  return { counts, required, wildcards, substitutes };
}

function countsOf(particle: Particle, wildcards: Wildcard[]): Map<string, ElementCount> {
  const { min, max } = particle.occurs;
  const counts = new Map<string, ElementCount>();
  if (particle.kind === 'any') {
    wildcards.push(particle.wildcard);
    return counts;
  }
  if (particle.kind === 'element') {
    const { element } = particle;
    counts.set(qnameKey(element.name), { element, min, max });
    return counts;
  }
  if (particle.compositor === 'choice') addChoice(counts, particle.particles, wildcards);
  else for (const child of particle.particles) add(counts, countsOf(child, wildcards));
  if (min === 1 && max === 1) return counts;
  for (const count of counts.values()) {
    count.min *= min;
    count.max *= max;
  }
  return counts;
}

/** Adds content that follows other content. */
function add(counts: Map<string, ElementCount>, more: ReadonlyMap<string, ElementCount>): void {
  for (const [key, count] of more) {
    const known = counts.get(key);
    if (known === undefined) counts.set(key, count);
    else {
      known.min += count.min;
      known.max += count.max;
    }
  }
}

/** Adds content of which one alternative occurs. */
function addChoice(
  counts: Map<string, ElementCount>,
  particles: readonly Particle[],
  wildcards: Wildcard[],
): void {
  const parts = new Map<string, number>();
  for (const child of particles) {
    for (const [key, count] of countsOf(child, wildcards)) {
      parts.set(key, (parts.get(key) ?? 0) + 1);
      const known = counts.get(key);
      if (known === undefined) counts.set(key, count);
      else {
        known.min = Math.min(known.min, count.min);
        known.max = Math.max(known.max, count.max);
      }
    }
  }
  for (const [key, count] of counts) {
    if (parts.get(key) !== particles.length) count.min = 0;
  }
}
