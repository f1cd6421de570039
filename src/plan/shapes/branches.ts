import type { ContentField, ContentNode } from './shape.ts';

/** Fields that occur together, with whether each may be absent. */
export type Branch = ReadonlyMap<ContentField, boolean>;

/** More than this many branches are not spelled out. */
const maxBranches = 64;

/** What of a content model is in every value, and its choices. */
export interface ContentParts {
  readonly always: Branch;
  /** Each is a list of branches, exactly one of which occurs. */
  readonly choices: readonly (readonly Branch[])[];
}

/**
 * Splits a content model into fields that always occur and choices; a choice too large to be
 * spelled out gives optional fields.
 */
export function contentParts(node: ContentNode): ContentParts {
  const always = new Map<ContentField, boolean>();
  const choices: (readonly Branch[])[] = [];
  collect(node);
  return { always, choices };

  function collect(inner: ContentNode): void {
    if (inner.kind === 'field') {
      always.set(inner.field, inner.optional);
    } else if (inner.kind === 'sequence') {
      inner.nodes.forEach(collect);
    } else {
      const branches = branchesOf(inner);
      const [only, ...others] = branches ?? [];
      if (branches === undefined) for (const field of loose(inner)) always.set(field, true);
      else if (only === undefined || others.length > 0) choices.push(branches);
      else for (const [field, optional] of only) always.set(field, optional);
    }
  }
}

/** Whether {@link contentParts} of a content model has choices. */
export function hasChoices(node: ContentNode): boolean {
  if (node.kind === 'sequence') return node.nodes.some(hasChoices);
  const branches = node.kind === 'choice' ? branchesOf(node) : undefined;
  return branches !== undefined && branches.length !== 1;
}

function loose(node: ContentNode, found: ContentField[] = []): readonly ContentField[] {
  if (node.kind === 'field') found.push(node.field);
  else
    for (const inner of node.kind === 'sequence' ? node.nodes : node.branches) loose(inner, found);
  return found;
}

/** Every set of fields a content model allows; `undefined` when there are too many. */
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
    // nothing chosen is a branch of its own, unless one of the others allows for it
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
      // in place: copies would take time quadratic in the length of the sequence
      for (const before of all) for (const [field, optional] of only) before.set(field, optional);
    } else {
      all = all.flatMap((before) => branches.map((branch) => new Map([...before, ...branch])));
    }
  }
  return all;
}

/** Branches of one field each that share it are one branch. */
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

/** Larger choices are not told apart by code that looks at each field in each branch. */
const maxTerms = 200;

/** Whether code can look at each field in each branch to see which of them is there. */
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

/** Fields of all branches, each once. */
export function branchFields(branches: readonly Branch[]): readonly ContentField[] {
  return [...new Set(branches.flatMap((branch) => [...branch.keys()]))];
}
