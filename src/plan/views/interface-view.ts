import { docContent } from '../print/encode.ts';
import { extendsClause } from '../print/layout.ts';

/** An interface of clients or handlers. */
export interface InterfaceView {
  readonly doc: string;
  /** Its name, with type parameters. */
  readonly name: string;
  /** The text between its name and its brace, starting with a space. */
  readonly extends: string;
  /** Its properties; empty if it only extends others. */
  readonly members: readonly PropertyView[];
}

/** A property of an interface. */
export interface PropertyView {
  readonly doc: string;
  readonly name: string;
  readonly type: string;
}

/** An interface with its properties, and the one that it extends. */
export function interfaceView(
  doc: string,
  name: string,
  members: readonly PropertyView[],
  base?: string,
): InterfaceView {
  return { doc, name, extends: extendsClause(base), members };
}

/** A property with its own comment. */
export function propertyView(lines: readonly string[], name: string, type: string): PropertyView {
  return { doc: docContent(lines, 1), name, type };
}
