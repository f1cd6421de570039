import type { Components } from './link-context.ts';
import type { Mutable } from './mutable.ts';
import type { ElementDeclaration, SchemaType } from './schema.ts';

/** Gives every head the elements that may stand in its place: all levels, none abstract (XML Schema part 1 section 3.3.6). */
export function linkSubstitutions(made: Components, inOrder: readonly ElementDeclaration[]): void {
  if (made.members.size === 0) return;
  const order = new Map(inOrder.map((element, index) => [element, index]));
  for (const head of made.members.keys()) {
    const found = new Set<ElementDeclaration>();
    collect(made, head, found);
    const substitutes = [...found].filter((element) => !element.abstract);
    substitutes.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    (head as Mutable<ElementDeclaration>).substitutes = substitutes;
  }
}

function collect(made: Components, head: ElementDeclaration, found: Set<ElementDeclaration>): void {
  for (const member of made.members.get(head) ?? []) {
    if (found.has(member)) continue;
    found.add(member);
    collect(made, member, found);
  }
}

/** Gives every named type the named types that derive from it directly, in document order. */
export function linkDerivedTypes(inOrder: readonly SchemaType[]): void {
  for (const type of inOrder) {
    if (type.kind !== 'complex' || type.base === undefined) continue;
    (type.base.derived as SchemaType[]).push(type);
  }
}
