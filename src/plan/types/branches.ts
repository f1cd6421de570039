import type { ContentField, ContentNode } from '../shape.ts';

/** Fields that stand together, with whether each may be absent. */
export type Branch = ReadonlyMap<ContentField, boolean>;

/** More than this many branches are not spelled out. */
const maxBranches = 64;

/** What of a content model stands in every value, and the choices beside it. */
export interface ContentParts {
  readonly always: Branch;
  /** Each is a list of branches of which exactly one stands. */
  readonly choices: readonly (readonly Branch[])[];
}

/**
 * Splits a content model into fields that always stand and choices; a choice too large to be spelled out gives optional
 * fields.
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
      if (branches !== undefined) choices.push(branches);
      else for (const field of loose(inner)) always.set(field, true);
    }
  }
}

/** Whether {@link contentParts} of a content model has choices. */
export function hasChoices(node: ContentNode): boolean {
  if (node.kind === 'sequence') return node.nodes.some(hasChoices);
  return node.kind === 'choice' && branchesOf(node) !== undefined;
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
    // nothing chosen is a branch of its own, unless one of the others allows for it
    if (node.optional && !found.some(isEmptyBranch)) found.push(new Map());
    return found.length > maxBranches && !found.every((branch) => branch.size <= 1)
      ? undefined
      : found;
  }
  let all: readonly Branch[] = [new Map()];
  for (const inner of node.nodes) {
    const branches = branchesOf(inner);
    if (branches === undefined || all.length * branches.length > maxBranches) return undefined;
    all = all.flatMap((before) => branches.map((branch) => new Map([...before, ...branch])));
  }
  return all;
}

function isEmptyBranch(branch: Branch): boolean {
  return [...branch.values()].every((optional) => optional);
}

/** Fields of all branches, each once. */
export function branchFields(branches: readonly Branch[]): readonly ContentField[] {
  return [...new Set(branches.flatMap((branch) => [...branch.keys()]))];
}
