import { docContent } from '../print/encode.ts';
import { extendsClause } from '../print/layout.ts';

/** An interface of clients or handlers. */
export interface InterfaceView {
  readonly doc: string;
  /** Its name, with type parameters. */
  readonly name: string;
  /** What is between its name and its brace, from the space or line break on. */
  readonly extends: string;
  /** Its properties; empty where it only joins others. */
  readonly members: readonly PropertyView[];
}

/** A property of an interface. */
export interface PropertyView {
  readonly doc: string;
  readonly name: string;
  readonly type: string;
}

/** What an interface has: properties, and the interfaces that it extends. */
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

/** A property with a comment of its own. */
export function propertyView(lines: readonly string[], name: string, type: string): PropertyView {
  return { doc: docContent(lines, 1), name, type };
}
