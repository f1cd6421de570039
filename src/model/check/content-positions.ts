import { qnameKey } from '../common/qname.ts';
import type {
  ElementDeclaration,
  ElementParticle,
  ModelParticle,
  Particle,
  WildcardParticle,
} from '../xsd/schema.ts';
import { allowsNamespace, haveCommon } from '../xsd/wildcard.ts';

/** A position in a content model that accepts elements. */
export interface Competitor {
  readonly particle: ElementParticle | WildcardParticle;
}

/** A position with the positions that may follow it. */
interface Position extends Competitor {
  readonly follow: Set<Position>;
  /** The place in the model, which a position shares with its copy. */
  place: object;
}

/**
 * Part of a content model as an automaton (Glushkov's construction, one state for each position).
 */
interface Part {
  readonly nullable: boolean;
  readonly first: readonly Position[];
  readonly last: readonly Position[];
}

const nothing: Part = { nullable: true, first: [], last: [] };

class TooLarge extends Error {}

/**
 * Two particles of a content model that compete for one element (XML Schema part 1 section 3.8.6,
 * Unique Particle Attribution), in document order; `undefined` if there are none, if the model has
 * too many positions, or if there is an `xs:all` inside it.
 */
export function findCompetitors(
  model: ModelParticle,
  most: number,
): readonly [Competitor, Competitor] | undefined {
  // where an 'all' inside a model ends depends on what came before
  if (model.particles.some(holdsAll) || namesEachOnce(model, new Set())) return undefined;
  const positions: Position[] = [];
  let root: Part;
  try {
    root = partOf(model, positions, most);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
  const order = new Map(positions.map((one, index) => [one, index]));
  for (const set of [root.first, ...positions.map(({ follow }) => [...follow])]) {
    const pair = competing(set);
    if (pair === undefined) continue;
    const [a, b] = pair;
    return (order.get(a) ?? 0) < (order.get(b) ?? 0) ? [a, b] : [b, a];
  }
  return undefined;
}

/** Whether a part of a model has each name once and no wildcard, so that nothing can compete. */
function namesEachOnce(particle: Particle, names: Set<string>): boolean {
  if (particle.kind === 'any') return false;
  if (particle.kind === 'model') {
    return particle.particles.every((one) => namesEachOnce(one, names));
  }
  const { name, substitutes } = particle.element;
  const key = qnameKey(name);
  if (substitutes.length > 0 || names.has(key)) return false;
  names.add(key);
  return true;
}

function holdsAll(particle: Particle): boolean {
  if (particle.kind !== 'model') return false;
  return particle.compositor === 'all' || particle.particles.some(holdsAll);
}

function partOf(particle: Particle, positions: Position[], most: number): Part {
  const { min, max } = particle.occurs;
  const start = positions.length;
  const once = onceOf(particle, positions, most);
  if (max <= 1) return min === 0 ? { ...once, nullable: true } : once;
  if (min === max && !once.nullable) {
    // the count decides where it ends, so it is added twice: as the last one and as one before
    const end = positions.length;
    const again = onceOf(particle, positions, most);
    for (let at = start; at < end; at += 1) {
      const [one, copy] = [positions[at], positions[at - start + end]];
      if (one !== undefined && copy !== undefined) copy.place = one.place;
    }
    return inTurn([once, again]);
  }
  connect(once.last, once.first);
  return min === 0 ? { ...once, nullable: true } : once;
}

function onceOf(particle: Particle, positions: Position[], most: number): Part {
  if (particle.kind !== 'model') {
    if (positions.length >= most) throw new TooLarge();
    const position: Position = { particle, follow: new Set(), place: {} };
    positions.push(position);
    return { nullable: false, first: [position], last: [position] };
  }
  const parts = particle.particles.map((one) => partOf(one, positions, most));
  if (particle.compositor === 'sequence') return inTurn(parts);
  const first = parts.flatMap((one) => one.first);
  const last = parts.flatMap((one) => one.last);
  const all = particle.compositor === 'all';
  if (all) connect(last, first);
  const nullable = all
    ? parts.every((one) => one.nullable)
    : parts.length === 0 || parts.some((one) => one.nullable);
  return { nullable, first, last };
}

function inTurn(parts: readonly Part[]): Part {
  return parts.reduce((before, next) => {
    connect(before.last, next.first);
    return {
      nullable: before.nullable && next.nullable,
      first: before.nullable ? [...before.first, ...next.first] : before.first,
      last: next.nullable ? [...before.last, ...next.last] : next.last,
    };
  }, nothing);
}

function connect(from: readonly Position[], to: readonly Position[]): void {
  for (const position of from) for (const next of to) position.follow.add(next);
}

/** Two positions in a set that accept the same element, at different places of the model. */
function competing(set: readonly Position[]): readonly [Position, Position] | undefined {
  if (set.length < 2) return undefined;
  const taken = new Map<string, Position>();
  const wildcards: Position[] = [];
  for (const position of set) {
    const { particle } = position;
    if (particle.kind === 'any') {
      wildcards.push(position);
      continue;
    }
    for (const { name } of elementsAt(particle)) {
      const key = qnameKey(name);
      const other = taken.get(key);
      if (other === undefined) taken.set(key, position);
      else if (other.place !== position.place) return [other, position];
    }
  }
  for (const wildcard of wildcards) {
    const other = set.find((one) => one.place !== wildcard.place && meets(wildcard, one));
    if (other !== undefined) return [wildcard, other];
  }
  return undefined;
}

function meets({ particle }: Position, { particle: other }: Position): boolean {
  if (particle.kind !== 'any') return false;
  if (other.kind === 'any') return haveCommon(particle.wildcard, other.wildcard);
  return elementsAt(other).some(({ name }) => allowsNamespace(particle.wildcard, name.namespace));
}

/** Larger substitution groups are not examined. */
const mostSubstitutes = 200;

/** The elements that may replace an element, including itself. */
function elementsAt({ element }: ElementParticle): readonly ElementDeclaration[] {
  const { substitutes, abstract } = element;
  if (substitutes.length > mostSubstitutes) return abstract ? [] : [element];
  return abstract ? substitutes : [element, ...substitutes];
}
