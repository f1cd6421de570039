import type { Shaper } from '../shapes/shaper.ts';
import type { DeclarationPlan } from './declaration-plan.ts';
import { declareNil } from './declare-nil.ts';
import { declareGroup, declareHead, declareObject } from './declare-object.ts';
import { declareSimple } from './declare-simple.ts';
import type { ReadShapes } from './read-shapes.ts';

/**
 * Every declaration that the chosen operations could use, in order of discovery; those of a type
 * are together.
 */
export function declareTypes(shaper: Shaper): readonly DeclarationPlan[] {
  const { used } = shaper;
  const content = shaper.contentOf(undefined);
  const found: DeclarationPlan[] = [];
  for (const type of used.types) {
    if (type.kind === 'simple') {
      const declaration = declareSimple(type, shaper);
      if (declaration !== undefined) found.push(declaration);
      continue;
    }
    const value = shaper.value(type);
    if (value.kind === 'object') {
      found.push(...declareObject(value, shaper));
      if (used.nillable) found.push(...declareNil(value, shaper));
    }
    for (const group of used.groups) {
      if (group.owner === type) found.push(...declareGroup(content.groupOf(group.particle)));
    }
  }
  for (const element of used.heads) found.push(declareHead(content.headOf(element)));
  return found;
}

/** Those of what is read differently than it is written, as it is read. */
export function declareReadTypes(shaper: Shaper, reading: ReadShapes): readonly DeclarationPlan[] {
  const { used } = shaper;
  const content = shaper.contentOf(undefined);
  const found: DeclarationPlan[] = [];
  for (const type of used.types) {
    const value = shaper.value(type);
    const read = value.kind === 'object' ? reading.object(value) : value;
    if (read.kind === 'object' && read !== value) {
      found.push(...declareObject(read, shaper));
      if (used.nillable) found.push(...declareNil(read, shaper));
    }
  }
  for (const { particle } of used.groups) {
    const group = content.groupOf(particle);
    const read = reading.group(group);
    if (read !== group) found.push(...declareGroup(read));
  }
  for (const element of used.heads) {
    const head = content.headOf(element);
    const read = reading.head(head);
    if (read !== head) found.push(declareHead(read));
  }
  return found;
}

/** The declarations that are needed directly or through others, in the same order. */
export function usedDeclarations(
  declarations: readonly DeclarationPlan[],
  roots: Iterable<string>,
): readonly DeclarationPlan[] {
  const byName = new Map(declarations.map((one) => [one.name, one]));
  const used = new Set<string>();
  const open = [...roots];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    for (const other of byName.get(name)?.uses ?? []) if (!used.has(other)) open.push(other);
  }
  return declarations.filter((one) => used.has(one.name));
}
