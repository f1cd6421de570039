import { type ChoiceNode, type ContentField, type ContentNode, fieldsOf } from './shape.ts';

/** Fields that occur together, and whether each is optional. */
export type Branch = ReadonlyMap<ContentField, boolean>;

/** A choice with more branches is not expanded. */
const maxBranches = 64;

/** The fields that occur in every value of a content model, and its choices. */
export interface ContentParts {
  readonly always: Branch;
  /** Each is a list of branches, of which exactly one occurs. */
  readonly choices: readonly (readonly Branch[])[];
  /** Choices too large to expand, whose fields count as optional. */
  readonly large: readonly ChoiceNode[];
}

/**
 * Splits a content model into fields that always occur and choices. A choice too large to expand
 * becomes optional fields.
 */
export function contentParts(node: ContentNode): ContentParts {
  const always = new Map<ContentField, boolean>();
  const choices: (readonly Branch[])[] = [];
  const large: ChoiceNode[] = [];
  collect(node);
  return { always, choices, large };

  function collect(inner: ContentNode): void {
    if (inner.kind === 'field') {
      always.set(inner.field, inner.optional);
    } else if (inner.kind === 'sequence') {
      inner.nodes.forEach(collect);
    } else {
      const branches = branchesOf(inner);
      const [only, ...others] = branches ?? [];
      if (branches === undefined) {
        large.push(inner);
        for (const field of fieldsOf(inner)) always.set(field, true);
      } else if (only === undefined || others.length > 0) choices.push(branches);
      else for (const [field, optional] of only) always.set(field, optional);
    }
  }
}

/** Every set of fields that a content model allows; `undefined` if there are too many. */
export function branchesOf(node: ContentNode): readonly Branch[] | undefined {
  if (node.kind === 'field') return [new Map([[node.field, node.optional]])];
  if (node.kind === 'choice') {
    const found: Branch[] = [];
    for (const branch of node.branches) {
      const inner = branchesOf(branch);
      if (inner === undefined) return undefined;
      found.push(...inner);
    }
    const distinct = withoutTwins(found);
    // the empty branch is separate, unless another branch may be empty
    if (node.optional && !distinct.some(isEmptyBranch)) distinct.push(new Map());
    return distinct.length > maxBranches && !distinct.every((branch) => branch.size <= 1)
      ? undefined
      : distinct;
  }
  let all: Map<ContentField, boolean>[] = [new Map()];
  for (const inner of node.nodes) {
    const branches = branchesOf(inner);
    if (branches === undefined || all.length * branches.length > maxBranches) return undefined;
    const [only, ...others] = branches;
    if (only !== undefined && others.length === 0) {
      // in place, because copies would take quadratic time in the length of the sequence
      for (const before of all) for (const [field, optional] of only) before.set(field, optional);
    } else {
      all = all.flatMap((before) => branches.map((branch) => new Map([...before, ...branch])));
    }
  }
  return all;
}

/** Merges branches that consist of only the same field. */
function withoutTwins(branches: readonly Branch[]): Branch[] {
  const singles = new Map<ContentField, Map<ContentField, boolean>>();
  const found: Branch[] = [];
  for (const branch of branches) {
    const [only] = branch;
    if (only === undefined || branch.size > 1) {
      found.push(branch);
      continue;
    }
    const [field, optional] = only;
    const known = singles.get(field);
    if (known !== undefined) {
      known.set(field, optional || known.get(field) === true);
      continue;
    }
    const single = new Map(branch);
    singles.set(field, single);
    found.push(single);
  }
  return found;
}

/** Larger choices are not distinguished by code that checks each field of each branch. */
const maxTerms = 200;

/** Whether code can check each field of each branch to find the one that is present. */
export function isCountable(branches: readonly Branch[]): boolean {
  const given = branches.filter((branch) => branch.size > 0);
  return (
    given.every((branch) => branch.size === 1) ||
    branchFields(given).length * given.length <= maxTerms
  );
}

function isEmptyBranch(branch: Branch): boolean {
  return [...branch.values()].every((optional) => optional);
}

/** Fields of all branches, without duplicates. */
export function branchFields(branches: readonly Branch[]): readonly ContentField[] {
  return [...new Set(branches.flatMap((branch) => [...branch.keys()]))];
}
