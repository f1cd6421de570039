import { checkChoice } from './choice.ts';
import { asListOf } from './count.ts';
import { branchNames, type ModelChoice, type ModelNode } from './model.ts';
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

function collect(node: ModelNode, owner: Fields, found: ArrangedItem[]): void {
  switch (node.kind) {
    case 'sequence':
      for (const part of node.nodes) collect(part, owner, found);
      return;
    case 'choice': {
      const branch = fittingBranch(node, owner);
      if (branch !== undefined) collect(branch, owner, found);
      else if (!node.optional || isGiven(node, owner)) {
        const count = isGiven(node, owner) ? 2 : 0;
        checkChoice(count, branchNames(node), node.optional, owner);
      }
      return;
    }
    default:
  }
  const { property, min, max } = node;
  const given = owner[property];
  if (given === undefined && min === 0) return;
  if (node.kind === 'leaf' && !node.list) {
    found.push({ leaf: node.leaf, item: given, owner, name: property });
    return;
  }
  const list = asListOf(given as readonly unknown[], [min, max], owner, property);
  for (let index = 0; index < list.length; index += 1) {
    if (node.kind === 'repeat') collect(node.turn, objectAt(list, index) as Fields, found);
    else found.push({ leaf: node.leaf, item: list[index], owner: list, name: String(index) });
  }
}

/** The branch that has all properties of a choice that are present. */
function fittingBranch(choice: ModelChoice, owner: Fields): ModelNode | undefined {
  const given = [...choice.properties].filter((property) => isPresent(owner[property]));
  return choice.branches.find(
    (branch) => given.every((one) => branch.properties.has(one)) && fits(branch, owner),
  );
}

/** Whether an object has the values that a part requires. */
function fits(node: ModelNode, owner: Fields): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.nodes.every((part) => fits(part, owner));
    case 'choice':
      return fittingBranch(node, owner) !== undefined || (node.optional && !isGiven(node, owner));
    default: {
      const value = owner[node.property];
      if (value === undefined) return node.min === 0;
      if (!Array.isArray(value)) return true;
      return value.length >= node.min && value.length <= node.max;
    }
  }
}

function isGiven({ properties }: ModelNode, owner: Fields): boolean {
  return [...properties].some((property) => isPresent(owner[property]));
}

/** An empty list produces no element. */
function isPresent(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}
