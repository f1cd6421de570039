import { docComment, docContent, type ModuleClause } from './encode.ts';
import {
  argumentsWithUnion,
  bracketed,
  extendsClause,
  indentation,
  laidOut,
  parameterList,
} from './layout.ts';
import { type Given, node } from './node.ts';

/**
 * A generated file: imports and exports, then declarations in their order. It has a `header`, too,
 * unless it is a file of handlers.
 */
export interface FileView {
  /** TypeScript's library with the global Temporal, if types refer to it. */
  readonly library?: string | undefined;
  /** What follows `import` in each statement. */
  readonly imports: readonly ModuleClause[];
  /** What follows `export` in each statement. Parts of a very large file are exported by it. */
  readonly exports: readonly ModuleClause[];
  /** In their order. */
  readonly declarations: readonly DeclarationView[];
}

/** A declaration. It has one of these members, which the partial of that name prints. */
export interface DeclarationView {
  /** An interface. */
  readonly interface?: InterfaceView | undefined;
  /** A type alias. */
  readonly alias?: AliasView | undefined;
  /** A constant. */
  readonly constant?: ConstantView | undefined;
  /** A function. */
  readonly function?: FunctionView | undefined;
}

/** An interface, which is exported. */
export interface InterfaceView {
  readonly doc: string;
  /** Its name, with type parameters. */
  readonly name: string;
  /** The text between its name and its brace, starting with a space; empty without a base. */
  readonly extends: string;
  /** Its members, indented; empty if there are none. */
  readonly members: string;
}

/** A type alias, which is exported. */
export interface AliasView {
  readonly doc: string;
  readonly name: string;
  /** The text after `=`, starting with a space or line break. */
  readonly type: string;
}

/** A constant. */
export interface ConstantView {
  /** Content of its comment; empty if it has none. */
  readonly doc: string;
  /** Whether it begins a group of constants without comments, before which a line is empty. */
  readonly first: boolean;
  readonly exported: boolean;
  readonly name: string;
  /** Its type; `undefined` if it follows from the value. */
  readonly type: string | undefined;
  /** The text after `=`, starting with a space or line break. */
  readonly value: string;
}

/** A function that returns a value. */
export interface FunctionView {
  readonly doc: string;
  readonly exported: boolean;
  /** Its name, with type parameters. */
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** Type of its result. */
  readonly type: string;
  /** Statements before the last, each on one line. */
  readonly statements: readonly string[];
  /** The expression that it returns, in the last statement. */
  readonly result: string;
}

/** A file. Of constants without comments that follow each other, the first is marked. */
export function fileView(
  imports: readonly ModuleClause[],
  declarations: readonly DeclarationView[],
  more: Partial<Pick<FileView, 'exports' | 'library'>> = {},
): FileView {
  let isInGroup = false;
  const marked = declarations.map((one): DeclarationView => {
    const isBare = one.constant?.doc === '';
    const isFirst = isBare && !isInGroup;
    isInGroup = isBare;
    return isFirst && one.constant ? { constant: { ...one.constant, first: true } } : one;
  });
  return { exports: [], ...more, imports, declarations: marked };
}

/** Number of lines of a declaration, and the empty one before it. */
export function declarationLines(one: DeclarationView): number {
  const { interface: members, alias, constant, function: call } = one;
  if (members !== undefined) return linesIn(members.doc, members.members) + 1;
  if (alias !== undefined) return linesIn(alias.doc, alias.type) - 1;
  if (constant !== undefined) {
    const { doc, value } = constant;
    return linesOf(value) + (doc === '' ? 0 : linesOf(doc) - 1);
  }
  if (call === undefined) return 0;
  return linesIn(call.doc, call.parameters, call.result) + call.statements.length - 1;
}

/** Number of lines of texts, and an empty one before each. */
function linesIn(...texts: readonly string[]): number {
  return texts.reduce((sum, one) => sum + (one === '' ? 0 : linesOf(one)), 0);
}

/** Number of lines of a text, and the empty one before it. */
export function linesOf(text: string): number {
  let lines = 2;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** A member of an interface. */
export interface InterfaceMember {
  /** Lines of its comment; absent if no member has one. */
  readonly doc?: readonly string[];
  /** Its name, with `?` if it may be absent. */
  readonly name: string;
  readonly type: string;
}

/** `export interface A extends B { … }` */
export function interfaceView(
  doc: readonly string[],
  name: string,
  members: readonly InterfaceMember[],
  base?: string,
): DeclarationView {
  const isSpaced = members.some((one) => one.doc !== undefined);
  const texts = members.map((one) => {
    const comment = one.doc === undefined ? '' : docComment(one.doc, 1);
    return `${comment}  readonly ${one.name}: ${one.type};`;
  });
  return printedInterface(doc, name, texts.join(isSpaced ? '\n\n' : '\n'), base);
}

/** The same with the text of its members. */
export function printedInterface(
  doc: readonly string[],
  name: string,
  members: string,
  base?: string,
): DeclarationView {
  return { interface: { doc: docContent(doc), name, extends: extendsClause(base), members } };
}

/**
 * `export type A = …;`
 *
 * @param type the text after `=`, starting with a space or line break
 */
export function aliasView(lines: readonly string[], name: string, type: string): DeclarationView {
  return { alias: { doc: docContent(lines), name, type } };
}

/** A constant to be printed. */
interface Constant {
  /** Lines of its comment; default: none. */
  readonly doc?: readonly string[];
  readonly exported?: boolean;
  readonly name: string;
  /** Its type; absent if it follows from the value. */
  readonly type?: string | undefined;
  /** Whether the argument of the type is on its own line where it has no room beside the name. */
  readonly breaks?: boolean;
  readonly value: Given;
  /** Whether the value is on the line after `=`. */
  readonly below?: boolean;
}

/** `const a: A = …;` */
export function constantView(constant: Constant): DeclarationView {
  const { doc = [], exported = false, name, value, breaks = false, below = false } = constant;
  const before = `${exported ? 'export ' : ''}const ${name}`;
  const type = breaks && constant.type ? brokenType(before, constant.type) : constant.type;
  const head = type === undefined ? `${before} =` : `${before}: ${type} =`;
  const [line = ''] = head.split('\n').slice(-1);
  const text = below
    ? `\n${indentation(1)}${laidOut('', node(value), '', 1)}`
    : laidOut(line, node(value), ';', 0).slice(line.length, -1);
  return printedConstant({ doc, exported, name, type, value: text });
}

/** The same with a value that is laid out already, after a space or line break. */
export function printedConstant(
  constant: Omit<ConstantView, 'doc' | 'first'> & { readonly doc: readonly string[] },
): DeclarationView {
  return { constant: { ...constant, doc: docContent(constant.doc), first: false } };
}

function brokenType(before: string, type: string): string {
  const [, name = '', argument = ''] = /^(\w+)<(.*)>$/s.exec(type) ?? [];
  if (name === '') return type;
  // prettier keeps a name that may be null beside what is before it
  if (/^[\w$]+( \| null)?$/.test(argument)) return type;
  const list = { before: `${before}: ${name}`, items: [], after: ' =' };
  const members = membersOf(argument);
  if (members.length > 1) return name + argumentsWithUnion(list, members);
  return name + bracketed({ ...list, items: members }, '<', '>', '');
}

/** The members of a union; other types alone. */
function membersOf(type: string): readonly string[] {
  const members: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < type.length; at += 1) {
    const character = type[at] ?? '';
    if ('([{<'.includes(character)) depth += 1;
    else if (')]}>'.includes(character)) depth -= 1;
    else if (depth === 0 && type.startsWith(' | ', at)) {
      members.push(type.slice(from, at));
      from = at + 3;
    }
  }
  return [...members, type.slice(from)];
}

/** A function to be printed. */
interface Callable {
  /** Lines of its comment. */
  readonly doc: readonly string[];
  /** Default: it is. */
  readonly exported?: boolean;
  readonly name: string;
  /** Its type parameters in angle brackets, laid out. */
  readonly types?: string;
  readonly parameters: readonly string[];
  /** Type of its result. */
  readonly type: string;
  readonly statements?: readonly string[];
  readonly result: Given;
}

/** `function a(…): A { … }` */
export function functionView(callable: Callable): DeclarationView {
  const { doc, exported = true, name, types = '', parameters, type } = callable;
  const start = `${exported ? 'export ' : ''}function ${name}${types}`;
  return {
    function: {
      doc: docContent(doc),
      exported,
      name: name + types,
      parameters: parameterList({
        before: types.includes('\n') ? '>' : start,
        items: parameters,
        after: `: ${type} {`,
      }),
      type,
      statements: callable.statements ?? [],
      result: laidOut('return', node(callable.result), ';', 1).slice('return '.length, -1),
    },
  };
}
