import { type Given, joined, node, type TextNode } from '../print/node.ts';
import { runtimeType } from '../print/type-node.ts';
import { type Branch, branchFields } from '../shapes/branches.ts';
import { excluded, property } from './property.ts';

/** From this many single-property branches on, a mapped type takes fewer lines. */
export const manyBranches = 9;

/** Type of a choice, from the text after `=` on. */
export function choiceText(branches: readonly Branch[]): TextNode {
  const single = branches.filter((branch) => branch.size === 1);
  const isEmpty = branches.some((branch) => branch.size === 0);
  const rest = branches.filter((branch) => branch.size > 1);
  if (rest.length > 0 || single.length < manyBranches) return branchUnion(branches);
  const lines = single.flatMap((branch) =>
    [...branch].map(([field, optional]) => property(field, optional, 1)),
  );
  return joined(' ', mappedUnion(isEmpty ? 'AtMostOneOf' : 'OneOf', lines));
}

/** A type of the runtime over an interface with a property for each branch. */
export function mappedUnion(name: 'OneOf' | 'AtMostOneOf', lines: readonly Given[]): TextNode {
  return joined(runtimeType(name), '<{\n', ...lines, '}>');
}

/** The members of an exclusive union, each an object type on its own lines. */
function branchUnion(branches: readonly Branch[]): TextNode {
  const fields = branchFields(branches);
  return objectUnion(
    branches.map((branch) =>
      fields.map((field) => {
        const optional = branch.get(field);
        return optional === undefined ? node(excluded(field, 3)) : property(field, optional, 3);
      }),
    ),
  );
}

/** A union of object types from the lines of each. */
export function objectUnion(members: readonly (readonly Given[])[]): TextNode {
  return joined(...members.flatMap((lines) => ['\n  | {\n', ...lines, '    }']));
}
