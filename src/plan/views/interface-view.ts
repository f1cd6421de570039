import { docContent } from '../print/encode.ts';
import { extendsClause } from '../print/layout.ts';

/** An interface of clients or handlers. */
export interface InterfaceView {
  readonly doc: string;
  /** Its name, with type parameters. */
  readonly name: string;
  /** The text between its name and its brace, starting with a space or line break. */
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

/** The content of an interface: properties, and the interfaces that it extends. */
export interface InterfaceMembers {
  readonly bases: readonly string[];
  readonly members: readonly PropertyView[];
}

/** An interface with its content. */
export function interfaceView(
  doc: string,
  name: string,
  { bases, members }: InterfaceMembers,
): InterfaceView {
  return { doc, name, extends: extendsClause(name, bases), members };
}

/** A property with its own comment. */
export function propertyView(lines: readonly string[], name: string, type: string): PropertyView {
  return { doc: docContent(lines, 1), name, type };
}
