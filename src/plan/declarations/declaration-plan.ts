import { docContent } from '../print/encode.ts';
import { argumentsWithUnion, extendsClause, fits, unionAlias } from '../print/layout.ts';
import { type Given, joined, joinNames, type NameUse, type TypeNode, text } from '../print/node.ts';
import { namedType, plainType, runtimeType, unionOf } from '../print/type-node.ts';
import { namesFrom } from '../print/used-names.ts';

/** A declaration of `types.ts`, as its template prints it. */
export interface DeclarationView {
  readonly name: string;
  readonly doc: string;
  /** For an enumeration that is also an object: its properties, indented. Else `undefined`. */
  readonly values: string | undefined;
  /** For an alias: the text after `=`, starting with a space or line break. Else `undefined`. */
  readonly type: string | undefined;
  /** For an interface: the text between its name and its brace, starting with a space. */
  readonly extends: string;
  /** For an interface: its members, indented; empty if there are none. */
  readonly members: string;
}

/** One exported declaration of `types.ts`. */
export interface DeclarationPlan extends DeclarationView {
  /** Names of runtime types that it uses, such as `XmlElement`. */
  readonly runtimeTypes: readonly string[];
  /** Names of other declarations that it uses. */
  readonly uses: readonly string[];
  /** Namespace it comes from, which decides the file when output is split. */
  readonly namespace: string;
}

/** The name of a declaration, and the lines of its comment. */
export interface Heading extends Pick<DeclarationPlan, 'name' | 'namespace'> {
  readonly doc: readonly string[];
}

/** The declaration of a name. */
type Declared = Pick<DeclarationView, 'type' | 'extends' | 'members'>;

function declaration(
  { name, namespace, doc }: Heading,
  names: readonly NameUse[],
  declared: Declared,
): DeclarationPlan {
  return {
    name,
    doc: docContent(doc),
    values: undefined,
    ...declared,
    runtimeTypes: namesFrom('runtimeType', names),
    uses: namesFrom('types', names).filter((one) => one !== name),
    namespace,
  };
}

/**
 * `export interface A { … }`
 *
 * @param lines Members, each with its line end.
 */
export function interfaceOf(
  heading: Heading,
  lines: readonly Given[],
  base?: string,
): DeclarationPlan {
  const { flat, names } = joined(...lines);
  const all = base === undefined ? names : [...namedType(base).names, ...names];
  const declared = { extends: extendsClause(base), members: flat.slice(0, -1) };
  return declaration(heading, all, { type: undefined, ...declared });
}

/**
 * `export type A = …;`
 *
 * @param parts The text after `=`, starting with a space or line break.
 */
export function aliasOfParts(heading: Heading, ...parts: readonly Given[]): DeclarationPlan {
  const { flat, names } = joined(...parts);
  return declaration(heading, names, { type: flat, extends: '', members: '' });
}

/**
 * `export type A = AnyOf<B, C | D>;`
 *
 * @param own the declared type; `never` for an abstract one
 * @param derived the union of the types derived from it
 */
export function aliasOfAny(heading: Heading, own: TypeNode, derived: TypeNode): DeclarationPlan {
  // all derived types may be abstract, with nothing derived from them
  if (derived.members.length === 0) return aliasOf(heading, own);
  const name = runtimeType('AnyOf');
  const before = `export type ${heading.name} = ${name.flat}`;
  const list = { before, items: [own.flat], after: ';' };
  const type = argumentsWithUnion(list, derived.members);
  return aliasOfParts(heading, ' ', text(name.flat + type, joinNames([name, own, derived])));
}

/** `export type A = B | C;` of types, of which there may be none. */
export function aliasOfUnion(heading: Heading, types: readonly TypeNode[]): DeclarationPlan {
  return aliasOf(heading, types.length === 0 ? plainType('never') : unionOf(types));
}

/** `export type A = B;` */
export function aliasOf(heading: Heading, { flat, members, names }: TypeNode): DeclarationPlan {
  const isBelow = members.length === 1 && !fits(`export type ${heading.name} = ${flat};`);
  const type = isBelow ? `\n  ${flat}` : unionAlias(heading.name, members);
  return aliasOfParts(heading, text(type, names));
}

/**
 * `export const A = { … } as const;` with the type of its values.
 *
 * @param properties Properties of the object, each with its line end.
 */
export function constantOfValues(heading: Heading, properties: readonly string[]): DeclarationPlan {
  const { name } = heading;
  const type = aliasOf(heading, plainType(`(typeof ${name})[keyof typeof ${name}]`));
  return { ...type, values: properties.join('').slice(0, -1) };
}
