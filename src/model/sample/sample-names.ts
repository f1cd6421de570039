import type { Particle } from '../xsd/schema.ts';

/** How much the name of an operation has in common with that of an element. */
export type Kinship = 'all' | 'word' | 'none';

/**
 * Compares elements with the name of an operation: one has all of it, as the result mostly does, or
 * a word of it. The first word, a verb in most names, does not count alone.
 */
export function createKinship(operation: string): (particle: Particle) => Kinship {
  const whole = operation.toLowerCase();
  const spoken = wordsOf(operation);
  const words = new Set(spoken.length > 1 ? spoken.slice(1) : spoken);
  const known = new Map<string, Kinship>();
  const ofName = (name: string): Kinship => {
    if (whole !== '' && name.toLowerCase().includes(whole)) return 'all';
    return wordsOf(name).some((word) => words.has(word)) ? 'word' : 'none';
  };
  const ofParticle = (particle: Particle): Kinship => {
    if (particle.kind === 'any') return 'none';
    if (particle.kind === 'model') {
      const found = particle.particles.map(ofParticle);
      return found.includes('all') ? 'all' : found.includes('word') ? 'word' : 'none';
    }
    const name = particle.element.name.localName;
    const kinship = known.get(name) ?? ofName(name);
    known.set(name, kinship);
    return kinship;
  };
  return ofParticle;
}

/** The words of a name in lower case and without a plural's `s`, but for those of two letters. */
function wordsOf(name: string): readonly string[] {
  const words = name.match(/\p{Lu}?[\p{Ll}\p{Lo}]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
  return words
    .map((word) => word.toLowerCase().replace(/s$/, ''))
    .filter((word) => word.length > 2);
}

/**
 * The branches of a choice in the order in which samples take them: those that the operation's name
 * points to come first, and are the only ones if they have all of it.
 */
export function orderBranches(
  branches: readonly Particle[],
  kinshipOf: (particle: Particle) => Kinship,
): readonly Particle[] {
  const of = (kinship: Kinship): readonly Particle[] =>
    branches.filter((one) => kinshipOf(one) === kinship);
  const whole = of('all');
  return whole.length > 0 ? whole : [...of('word'), ...of('none')];
}
