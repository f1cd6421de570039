import { type Branch, branchFields, contentParts } from '../shapes/branches.ts';
import type { ContentField, ContentNode, ObjectShape } from '../shapes/shape.ts';
import { choiceLine, largeChoiceLine } from './choice-note.ts';

/**
 * Combinations of branches that the type of an object tells apart. The compiler multiplies them
 * out: a few hundred take it a fraction of a second, and 100,000 are an error (`TS2590`).
 */
const mostCombinations = 256;

/** What the type of an object says of its fields. */
export interface TypedParts {
  readonly always: Branch;
  /** Choices that the type tells apart. */
  readonly choices: readonly (readonly Branch[])[];
  /**
   * Choices whose fields are optional members, because there are too many combinations: what a
   * comment says of each.
   */
  readonly loose: readonly string[];
}

/** The parts of a content model as its type tells them apart. */
export function typedParts(content: ContentNode, before: number = 1): TypedParts {
  const { always, choices, large } = contentParts(content);
  const loose = large.map(largeChoiceLine);
  const product = choices.reduce((all, branches) => all * branches.length, 1);
  const isSingle = before === 1 && choices.length === 1;
  if (isSingle || before * product <= mostCombinations) return { always, choices, loose };
  return {
    always: new Map([...always, ...choices.flatMap(optionalMembers)]),
    choices: [],
    loose: [...choices.map(choiceLine), ...loose],
  };
}

/** The fields of a choice, all optional but those that every branch requires. */
function optionalMembers(branches: readonly Branch[]): readonly [ContentField, boolean][] {
  return branchFields(branches).map((field) => [
    field,
    branches.some((branch) => branch.get(field) !== false),
  ]);
}

/** The parts that a type has in addition to its base. */
export function ownTypedParts({ base, ownContent }: ObjectShape): TypedParts {
  return typedParts(ownContent, base === undefined ? 1 : combinationsOf(base));
}

/** Combinations by type: chains of extensions ask for those of each base again. */
const known = new WeakMap<ObjectShape, number>();

/** The combinations of branches that the type of an object tells apart. */
function combinationsOf(shape: ObjectShape): number {
  const found = known.get(shape);
  if (found !== undefined) return found;
  const before = shape.base === undefined ? 1 : combinationsOf(shape.base);
  const { choices } = typedParts(shape.ownContent, before);
  const all = choices.reduce((product, branches) => product * branches.length, before);
  known.set(shape, all);
  return all;
}

/** Whether the fields of a type are an alias, which an interface cannot extend. */
export function isUnion(shape: ObjectShape): boolean {
  return combinationsOf(shape) !== 1;
}
