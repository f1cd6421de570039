import { checkChoice } from './choice.ts';
import { asListOf } from './count.ts';
import {
  branchNames,
  type ModelChoice,
  type ModelLeaf,
  type ModelNode,
  type ModelRepeat,
} from './model.ts';
import { objectAt } from './value.ts';

/** A value to be written as an element at its position. */
export interface ArrangedItem {
  /** Number of its case in the generated code. */
  readonly leaf: number;
  readonly item: unknown;
  /** The object or list that contains it, and its key there. */
  readonly owner: object;
  readonly name: string;
}

/** Properties and indexes that lead to a value. */
type Path = readonly (string | number)[];

type Fields = Readonly<Record<string, unknown>>;

/**
 * Puts the values of an object in the order of its content model. Of each choice, it takes the
 * branch that fits.
 *
 * @throws EncodeError no branch of a choice fits, or a list has too few or too many items
 */
export function arrange(value: object, model: ModelNode): readonly ArrangedItem[] {
  const found: ArrangedItem[] = [];
  collect(model, value as Fields, found);
  return found;
}

/** The path of one of the items of {@link arrange}. They keep none, because there may be many. */
export function pathOfArranged(value: object, model: ModelNode, index: number): Path {
  const paths: Path[] = [];
  collect(model, value as Fields, [], { paths, path: [] });
  return paths[index] ?? [];
}

/** Where paths go, and the path of the owner. */
interface PathLog {
  readonly paths: Path[];
  readonly path: Path;
}

function collect(node: ModelNode, owner: Fields, found: ArrangedItem[], log?: PathLog): void {
  switch (node.kind) {
    case 'sequence':
      for (const part of node.nodes) collect(part, owner, found, log);
      return;
    case 'choice': {
      const branch = fittingBranch(node, owner);
      if (branch !== undefined) collect(branch, owner, found, log);
      else {
        const count = given(node, owner).length > 0 ? 2 : 0;
        checkChoice(count, branchNames(node), node.optional, owner);
      }
      return;
    }
    default:
  }
  const { property, min, max } = node;
  const value = owner[property];
  if (value === undefined && min === 0) return;
  if (node.kind === 'leaf' && !node.list) {
    found.push({ leaf: node.leaf, item: value, owner, name: property });
    log?.paths.push([...log.path, property]);
    return;
  }
  const list = asListOf(value as readonly unknown[], [min, max], owner, property);
  for (let index = 0; index < list.length; index += 1) {
    const here = log && { ...log, path: [...log.path, property, index] };
    if (node.kind === 'repeat') collect(node.turn, objectAt(list, index) as Fields, found, here);
    else {
      found.push({ leaf: node.leaf, item: list[index], owner: list, name: String(index) });
      if (here !== undefined) here.paths.push(here.path);
    }
  }
}

/** The branch that has all properties of a choice that are present. */
function fittingBranch(choice: ModelChoice, owner: Fields): ModelNode | undefined {
  const all = given(choice, owner);
  return choice.branches.find(
    (branch) => all.every((one) => branch.properties.has(one)) && fits(branch, owner),
  );
}

/** Whether an object has the values that a part requires. */
function fits(node: ModelNode, owner: Fields): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.nodes.every((part) => fits(part, owner));
    case 'choice': {
      if (fittingBranch(node, owner) !== undefined) return true;
      return node.optional && given(node, owner).length === 0;
    }
    default: {
      const value = owner[node.property];
      if (value === undefined) return node.min === 0;
      if (!isList(node) || !Array.isArray(value)) return true;
      return value.length >= node.min && value.length <= node.max;
    }
  }
}

/** The properties of a part that produce an element. */
function given(node: ModelNode, owner: Fields): readonly string[] {
  switch (node.kind) {
    case 'sequence':
      return node.nodes.flatMap((part) => given(part, owner));
    case 'choice':
      return node.branches.flatMap((branch) => given(branch, owner));
    default: {
      const value = owner[node.property];
      if (value === undefined) return [];
      // an empty list of elements produces none; an element may itself be an empty list
      const isEmpty = isList(node) && Array.isArray(value) && value.length === 0;
      return isEmpty ? [] : [node.property];
    }
  }
}

/** Whether a property lists elements, rather than being the value of one. */
function isList(node: ModelLeaf | ModelRepeat): boolean {
  return node.kind === 'repeat' || node.list;
}
