import { qnameKey } from '../common/qname.ts';
import type { AttributeUse, ComplexType, Particle } from '../xsd/schema.ts';
import { uniteWildcards } from '../xsd/wildcard.ts';
import { warnOfInherited } from './check-attributes.ts';
import type { AttributeSet, ComplexDraft, LinkContext } from './link-context.ts';

/**
 * Base, derivation and attributes. A redefined type replaces its original, which nothing else can
 * refer to.
 */
export function inherit(
  context: LinkContext,
  { type, syntax }: ComplexDraft,
  base: ComplexType | undefined,
  own: AttributeSet,
): void {
  const method = syntax.derivation?.method ?? 'restriction';
  const extension = method === 'extension';
  const given = base?.attributes ?? [];
  const inherited = context.components.expansion.take(given.length, type, type.span) ? given : [];
  const taken = new Set((extension ? inherited : own.uses).map(({ name }) => qnameKey(name)));
  for (const key of extension ? [] : own.prohibited) taken.add(key);
  if (extension) warnOfInherited(context, own.uses, base, taken);
  const isFree = ({ name }: AttributeUse): boolean => !taken.has(qnameKey(name));
  const added = own.uses.filter(isFree);
  const uses = extension ? [...inherited, ...added] : [...inherited.filter(isFree), ...own.uses];
  type.attributes = uses;
  type.ownAttributes = extension ? added : uses;
  type.anyAttribute = extension ? uniteWildcards(base?.anyAttribute, own.wildcard) : own.wildcard;
  if (base === undefined) return;
  if (base.name !== undefined) {
    type.base = base;
    type.derivation = method;
    return;
  }
  type.base = base.base;
  type.derivation = base.derivation;
  if (!extension) return;
  type.ownParticle = joined(base.ownParticle, type.ownParticle);
  type.ownAttributes = [...base.ownAttributes, ...added];
}

/** Inherited content followed by that of an extension. Plain sequences are concatenated. */
export function joined(
  inherited: Particle | undefined,
  own: Particle | undefined,
): Particle | undefined {
  if (inherited === undefined || own === undefined) return inherited ?? own;
  return {
    kind: 'model',
    compositor: 'sequence',
    particles: [...parts(inherited), ...parts(own)],
    occurs: { min: 1, max: 1 },
  };
}

function parts(particle: Particle): readonly Particle[] {
  const plain =
    particle.kind === 'model' &&
    particle.compositor === 'sequence' &&
    particle.groupName === undefined &&
    particle.occurs.min === 1 &&
    particle.occurs.max === 1;
  return plain ? particle.particles : [particle];
}
