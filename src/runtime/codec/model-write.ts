import { within } from '../xml/write-text.ts';
import { checkChoice } from './choice.ts';
import { asListOf } from './count.ts';
import {
  branchNames,
  type ModelChoice,
  type ModelLeaf,
  type ModelNode,
  type ModelRepeat,
} from './model.ts';
import { asObject } from './value.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Writes the values of an object in the order of its content model. Of each choice, it takes the
 * branch that fits.
 *
 * @param write writes one element
 * @throws EncodeError no branch of a choice fits, or a list has too few or too many items
 */
export function arrange(
  node: ModelNode,
  owner: object,
  write: (leaf: number, item: unknown) => void,
): void {
  const fields = owner as Fields;
  switch (node.kind) {
    case 'sequence':
      for (const part of node.nodes) arrange(part, owner, write);
      return;
    case 'choice': {
      const branch = fittingBranch(node, fields);
      if (branch !== undefined) arrange(branch, owner, write);
      else checkChoice(given(node, fields).length > 0 ? 2 : 0, branchNames(node), node.optional);
      return;
    }
    default:
  }
  const { property, min, max } = node;
  const value = fields[property];
  if (value === undefined && min === 0) return;
  try {
    if (node.kind === 'leaf' && !node.list) write(node.leaf, value);
    else arrangeItems(node, asListOf(value as readonly unknown[], [min, max]), write);
  } catch (error) {
    throw within(error, property);
  }
}

function arrangeItems(
  node: ModelLeaf | ModelRepeat,
  items: readonly unknown[],
  write: (leaf: number, item: unknown) => void,
): void {
  for (const [index, item] of items.entries()) {
    try {
      if (node.kind === 'repeat') arrange(node.turn, asObject(item) as object, write);
      else write(node.leaf, item);
    } catch (error) {
      throw within(error, index);
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
