import type { Expression, TypeNode } from '../print/node.ts';

/** The functions that read and write a global element of a plain XML Schema as a document. */
export interface ElementPlan {
  /** What follows `read` and `write` in their names, unique in the contract. */
  readonly name: string;
  readonly namespace: string;
  /** Doc comment lines of the schema, already safe for a block comment. */
  readonly documentation: readonly string[];
  /** Name of the element, and its namespace unless that is the schema's, for a comment. */
  readonly label: string;
  readonly type: TypeNode;
  /** The same type as it is read: with all that may be left out of what is written. */
  readonly readType: TypeNode;
  /** The constant that describes it. */
  readonly message: Expression;
  /** The function that prepares its reader; absent if nothing is needed. */
  readonly prepare: Expression | undefined;
}

/** The expressions of an element's functions that use descriptions. */
export function expressionsOf({ message, prepare }: ElementPlan): readonly Expression[] {
  return prepare === undefined ? [message] : [message, prepare];
}

/** Names of the functions of all elements. */
export function elementFunctions(elements: readonly ElementPlan[]): readonly string[] {
  return elements.flatMap(({ name }) => [`read${name}`, `write${name}`]);
}
