import type { ElementDeclaration, Particle, Wildcard } from '../../model/xsd/schema.ts';
import type { Compositor, Occurs } from '../../model/xsd/schema-document.ts';
import { preferredName } from '../../plan/shapes/property-table.ts';

/** A part of a normalised content model. */
export type Item = ElementItem | WildcardItem | GroupItem;

export interface ElementItem extends Occurs {
  readonly kind: 'element';
  readonly element: ElementDeclaration;
  /** Name of its property in generated code. */
  readonly property: string;
}

export interface WildcardItem extends Occurs {
  readonly kind: 'wildcard';
  readonly wildcard: Wildcard;
}

/** A choice, or an optional or repeated sequence. */
export interface GroupItem extends Occurs {
  readonly kind: 'group';
  readonly compositor: Compositor;
  readonly items: readonly Item[];
}

/** A content model as a list. */
export interface Content {
  readonly items: readonly Item[];
  /** `false` for `xs:all`: its elements may come in any order. */
  readonly ordered: boolean;
}

/**
 * The normalised content model. Groups that occur exactly once are merged into a parent of the same
 * kind, a group of one item becomes that item, and particles with `maxOccurs="0"` are omitted.
 */
export function contentOf(particle: Particle | undefined): Content {
  if (particle === undefined) return { items: [], ordered: true };
  if (particle.kind !== 'model') return { items: itemsOf(particle), ordered: true };
  const { compositor, occurs } = particle;
  if (compositor === 'choice') return { items: itemsOf(particle), ordered: true };
  const whole = itemsOf(particle);
  const ordered = compositor === 'sequence';
  const [only, more] = whole;
  const once = occurs.min === 1 && occurs.max === 1;
  if (!once && more === undefined && only?.kind === 'group' && only.compositor === 'all') {
    // an optional xs:all, any element of which may be missing
    return { items: scaled(only.items, only), ordered: false };
  }
  return { items: whole, ordered };
}

function itemsOf(particle: Particle): readonly Item[] {
  const { min, max } = particle.occurs;
  if (max === 0) return [];
  if (particle.kind === 'element') {
    const property = preferredName(particle);
    return [{ kind: 'element', element: particle.element, property, min, max }];
  }
  if (particle.kind === 'any') {
    return [{ kind: 'wildcard', wildcard: particle.wildcard, min, max }];
  }
  const { compositor } = particle;
  const items = particle.particles.flatMap((child) => {
    const inner = itemsOf(child);
    const [only] = inner;
    const same = only?.kind === 'group' && only.compositor === compositor && isOnce(only);
    if (compositor === 'choice') {
      // a branch that is a sequence stays a group
      if (inner.length > 1) return [group('sequence', inner, { min: 1, max: 1 })];
      return same ? only.items : inner;
    }
    return inner;
  });
  const [only, more] = items;
  if (only === undefined) return [];
  if (more === undefined) {
    if (isOnce(particle.occurs)) return [only];
    if (isOnce(only)) return [{ ...only, min, max }];
  }
  const plain = compositor !== 'choice' && isOnce(particle.occurs);
  return plain ? items : [group(compositor, items, particle.occurs)];
}

function group(compositor: Compositor, items: readonly Item[], { min, max }: Occurs): GroupItem {
  return { kind: 'group', compositor, items, min, max };
}

function isOnce({ min, max }: Occurs): boolean {
  return min === 1 && max === 1;
}

/** Items of a group as items of its parent. */
export function scaled(items: readonly Item[], { min, max }: Occurs): readonly Item[] {
  return items.map((item) => ({ ...item, min: item.min * min, max: item.max * max }));
}

/** Names of all elements of an item, including those of inner groups. */
export function namesOf(item: Item): readonly string[] {
  if (item.kind === 'element') return [item.element.name.localName];
  return item.kind === 'group' ? item.items.flatMap(namesOf) : [];
}

/** The first element of an item, which gives its position. */
export function firstElement(item: Item): ElementDeclaration | undefined {
  if (item.kind === 'element') return item.element;
  if (item.kind === 'wildcard') return undefined;
  for (const one of item.items) {
    const found = firstElement(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
