import type { Span } from '../../diagnostics/source-file.ts';
import { qnameKey } from '../common/qname.ts';
import type { Components } from '../link/link-context.ts';
import { countElements, type ParticleCounts } from '../link/particle-counts.ts';
import type { ElementDeclaration, Particle } from '../xsd/schema.ts';
import { allowsNamespace } from '../xsd/wildcard.ts';
import { isEmptiable } from './check-values.ts';

/** More choices of one type are not compared, as each takes a walk. Real types have a few. */
const mostChoices = 50;

/**
 * Warns of a restriction, at the given span or at the reference to its base. Returns whether more
 * warnings would be reported.
 */
export type Say = (message: string, help: string, span?: Span) => boolean;

/**
 * A choice in a content model of which every message has an element. A wildcard is one, too, and so
 * is the head of a substitution group with its members.
 */
export interface RequiredChoice {
  readonly content: ParticleCounts;
  /** The smallest number of its elements in a message. */
  readonly least: number;
}

/**
 * The required choices of a content model, but for those with an element in every alternative: it
 * is required itself.
 */
export function requiredChoices(
  particle: Particle | undefined,
  members: Components['members'],
): readonly RequiredChoice[] {
  return choicesIn(particle, members, new Map())
    .slice(0, mostChoices)
    .map((choice) => ({ choice, content: countElements(choice, members) }))
    .filter(({ content }) => content.required.every(({ element }) => members.has(element)))
    .map(({ choice, content }) => ({ content, least: leastOf(choice, content) }));
}

function choicesIn(
  particle: Particle | undefined,
  members: Components['members'],
  known: Map<Particle, boolean>,
): readonly Particle[] {
  if (particle === undefined || isEmptiable(particle, known)) return [];
  if (particle.kind === 'element') return members.has(particle.element) ? [particle] : [];
  if (particle.kind === 'any' || particle.compositor === 'choice') return [particle];
  return particle.particles.flatMap((one) => choicesIn(one, members, known));
}

/** Warns of required choices that a restriction makes optional. */
export function compareChoices(
  particle: Particle | undefined,
  narrow: ParticleCounts,
  choices: readonly RequiredChoice[],
  say: Say,
): void {
  for (const { content, least } of choices) {
    const count = leastOf(particle, content);
    if (count >= least) continue;
    const choice = choiceText(content);
    const isLeftOut =
      narrow.wildcards.length === 0 &&
      [...narrow.counts.values()].every(({ element }) => !isOneOf(element, content));
    const goesOn = isLeftOut
      ? say(
          `leaves out ${choice}, of which the base requires one`,
          'A restriction repeats the whole content: ' +
            'write one of them again, or make the choice optional in the base',
        )
      : say(
          `lets ${choice} occur as few as ${times(count)}, the base at least ${times(least)}`,
          "Raise 'minOccurs' of the choice and of its elements, or lower it in the base",
        );
    if (!goesOn) break;
  }
}

function choiceText({ counts, wildcards }: ParticleCounts): string {
  const names = [...counts.values()].map(({ element }) => `'${element.name.localName}'`);
  if (wildcards.length > 0) names.push("'xs:any'");
  const [only = ''] = names;
  if (names.length === 1) return wildcards.length > 0 ? only : `element ${only}`;
  return `the choice of ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`;
}

/**
 * The smallest number of elements of a choice in a message with the given content. An abstract
 * element and a wildcard may stand for one of them, and count.
 */
function leastOf(particle: Particle | undefined, choice: ParticleCounts): number {
  if (particle === undefined || particle.occurs.min === 0) return 0;
  const { min } = particle.occurs;
  if (particle.kind === 'any') return min;
  if (particle.kind === 'element') return isOneOf(particle.element, choice) ? min : 0;
  const counts = particle.particles.map((one) => leastOf(one, choice));
  if (particle.compositor === 'choice') return counts.length === 0 ? 0 : min * Math.min(...counts);
  return min * counts.reduce((sum, one) => sum + one, 0);
}

/** Whether an element may be one of a choice. */
function isOneOf(
  { name, abstract }: ElementDeclaration,
  { counts, substitutes, wildcards }: ParticleCounts,
): boolean {
  if (abstract || counts.has(qnameKey(name)) || substitutes.get(name) !== undefined) return true;
  return wildcards.some((one) => allowsNamespace(one, name.namespace));
}

/** A number of occurrences in words. */
export function times(count: number): string {
  if (count === Number.POSITIVE_INFINITY) return 'any number of times';
  return `${count} time${count === 1 ? '' : 's'}`;
}
