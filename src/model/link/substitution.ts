import type { Mutable } from '../common/mutable.ts';
import type { Defects } from '../defects/defects.ts';
import type { ComplexType, ElementDeclaration, Particle, SchemaType } from '../xsd/schema.ts';
import { excludedMethod, isBlockedSubstitute, isDerivedFrom } from './derivation.ts';
import type { Components } from './link-context.ts';

/**
 * Sets the elements that may replace each head: all levels, without abstract ones (XML Schema part
 * 1 section 3.3.6).
 */
export function linkSubstitutions(
  components: Components,
  inOrder: readonly ElementDeclaration[],
  defects: Defects,
): void {
  if (components.members.size === 0) return;
  const order = new Map(inOrder.map((element, index) => [element, index]));
  for (const head of components.members.keys()) {
    const found = new Set<ElementDeclaration>();
    collect(components, head, found);
    if (!components.expansion.take(found.size, head, head.span)) continue;
    for (const member of components.members.get(head) ?? []) refuseExcluded(head, member, defects);
    const substitutes = [...found].filter(
      (element) => !element.abstract && !isBlockedSubstitute(head, element),
    );
    substitutes.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    (head as Mutable<ElementDeclaration>).substitutes = substitutes;
  }
}

/**
 * Counts the elements that may replace heads, in every type, because codecs name each of them
 * there.
 */
export function countSubstitutes(components: Components): void {
  if (components.members.size === 0) return;
  for (const { type } of components.complexDrafts.values()) {
    const count = type.particle === undefined ? 0 : substitutesIn(type.particle);
    if (count > 0) components.expansion.take(count, type, type.span);
  }
}

function substitutesIn(particle: Particle): number {
  if (particle.kind === 'element') return particle.element.substitutes.length;
  if (particle.kind === 'any') return 0;
  return particle.particles.reduce((sum, one) => sum + substitutesIn(one), 0);
}

/**
 * Reports an element whose type is derived in a way that the head of its group excludes (XML Schema
 * part 1 section 3.3.6).
 */
function refuseExcluded(
  head: ElementDeclaration,
  member: ElementDeclaration,
  defects: Defects,
): void {
  if (!isDerivedFrom(member.type, head.type)) {
    defects.warn({
      code: 'ASMX3003',
      message:
        `The type of element '${member.name.localName}' is not derived from that of ` +
        `'${head.name.localName}', whose place it may take`,
      span: member.span,
      help: "XML Schema requires a type that extends or restricts the head's",
    });
  }
  const method = excludedMethod(head, member);
  if (method === undefined) return;
  defects.add(member, {
    code: 'ASMX3003',
    message:
      `Element '${member.name.localName}' cannot be in the substitution group of ` +
      `'${head.name.localName}': its type is an ${method}, which is final there`,
    span: member.span,
    help: `Take '${method}' out of the 'final' of '${head.name.localName}', or leave the group`,
  });
}

function collect(
  components: Components,
  head: ElementDeclaration,
  found: Set<ElementDeclaration>,
): void {
  for (const member of components.members.get(head) ?? []) {
    if (found.has(member)) continue;
    found.add(member);
    collect(components, member, found);
  }
}

/**
 * Sets the named types that are derived directly from each named type, in document order. They are
 * counted, because codecs of a type name all those below it.
 */
export function linkDerivedTypes(components: Components, inOrder: readonly SchemaType[]): void {
  for (const type of inOrder) {
    if (type.kind !== 'complex' || type.base === undefined) continue;
    if (!components.expansion.take(levelsAbove(type), type, type.span)) return;
    (type.base.derived as SchemaType[]).push(type);
  }
}

function levelsAbove(type: ComplexType): number {
  let levels = 0;
  for (let { base } = type; base !== undefined; { base } = base) levels += 1;
  return levels;
}
