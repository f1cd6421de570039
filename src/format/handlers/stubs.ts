import { type ImportDeclaration, Node, SyntaxKind, type SourceFile as Tree, ts } from 'ts-morph';
import type { ExpectedHandlers, HandlerMember } from '../../plan/result/plan.ts';
import type { Implementation } from './implementations.ts';

/** A text to insert at an offset. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** The name of `notImplemented` in a file, and what must be added for it. */
export interface StubImport {
  readonly name: string;
  readonly insertions: readonly Insertion[];
}

const stubName = 'notImplemented';

/** Finds the import of `notImplemented`, or adds it to those from the generated index. */
export function importStub(file: Tree, plan: ExpectedHandlers): StubImport {
  const imports = file.getImportDeclarations();
  const known = imports.filter((one) => isIndex(one, plan));
  const values = known.filter((one) => !one.isTypeOnly());
  for (const one of values) {
    const namespace = one.getNamespaceImport();
    if (namespace !== undefined) {
      return { name: `${namespace.getText()}.${stubName}`, insertions: [] };
    }
    const found = one.getNamedImports().find((item) => item.getName() === stubName);
    if (found === undefined || found.isTypeOnly()) continue;
    return { name: found.getAliasNode()?.getText() ?? stubName, insertions: [] };
  }
  const taken = file.getDescendantsOfKind(SyntaxKind.Identifier).some(isDeclaration);
  const name = taken ? 'operationNotImplemented' : stubName;
  const specifier = taken ? `${stubName} as ${name}` : stubName;
  const bindings = values.map((one) => one.getImportClause()?.getNamedBindings());
  const named = bindings.find((one) => Node.isNamedImports(one) && one.getElements().length > 0);
  if (Node.isNamedImports(named)) {
    const list = { last: named.getElements().at(-1), array: named.compilerNode.elements };
    return { name, insertions: append(named, list, () => [specifier]) };
  }
  const module = known[0]?.getModuleSpecifier().getText() ?? `'${plan.module}'`;
  const line = `import { ${specifier} } from ${module}${semicolon(file)}`;
  const after = known[0] ?? imports.at(-1);
  if (after !== undefined) {
    return { name, insertions: [{ at: after.getEnd(), text: `\n${line}` }] };
  }
  const at = file.getStatements()[0]?.getStart(true) ?? file.getEnd();
  return { name, insertions: [{ at, text: `${line}\n\n` }] };
}

/**
 * Whether an import is from the generated index: by its specifier, or because it includes the
 * interface.
 */
function isIndex(one: ImportDeclaration, plan: ExpectedHandlers): boolean {
  const names = one.getNamedImports().map((item) => item.getName());
  const { module, interface: type, factory } = plan;
  return one.getModuleSpecifierValue() === module || names.some((n) => n === type || n === factory);
}

function isDeclaration(node: Node): boolean {
  const parent = node.getParent();
  return (
    node.getText() === stubName &&
    (Node.isFunctionDeclaration(parent) ||
      Node.isVariableDeclaration(parent) ||
      Node.isClassDeclaration(parent) ||
      Node.isParameterDeclaration(parent) ||
      Node.isImportSpecifier(parent)) &&
    parent.getNameNode() === node
  );
}

/** Adds stubs at the end of an implementation. */
export function insertStubs(
  { node, reference }: Implementation,
  missing: readonly HandlerMember[],
  stub: string,
): readonly Insertion[] {
  if (Node.isObjectLiteralExpression(node)) {
    const list = { last: node.getProperties().at(-1), array: node.compilerNode.properties };
    return append(node, list, (lines) => missing.map((one) => memberText(one, stub, lines)));
  }
  const { close, lines, isOwnLine } = layoutOf(node, node.getMembers().at(-1));
  const { margin } = lines;
  const isScript = node.getSourceFile().getExtension() === ts.Extension.Js;
  const fields = missing.map((one) => {
    const value = `${valueText(one, stub, lines)}${semicolon(node)}\n`;
    const type = `${reference}['${one.name}']`;
    return isScript
      ? `${margin}/** @type {${type}} */\n${margin}${one.name} = ${value}`
      : `${margin}${one.name}: ${type} = ${value}`;
  });
  if (!isOwnLine) {
    return [{ at: close.getStart(), text: `\n${fields.join('')}${indentation(node)}` }];
  }
  const blank = node.getMembers().length === 0 ? '' : '\n';
  return [{ at: close.getStartLinePos(), text: blank + fields.join('') }];
}

/** The layout of lines. */
interface Lines {
  readonly margin: string;
  readonly unit: string;
}

/** A list in braces. */
interface List {
  readonly last: Node | undefined;
  /** In the compiler's form. */
  readonly array: { readonly end: number; readonly hasTrailingComma?: boolean };
}

/** Appends items to a list in braces, on the last line or on separate lines. */
function append(
  node: Node,
  { last, array }: List,
  textsOf: (lines?: Lines) => readonly string[],
): readonly Insertion[] {
  const { close, lines, isOwnLine } = layoutOf(node, last);
  const { margin } = lines;
  const comma = array.hasTrailingComma === true;
  if (last !== undefined && !isOwnLine) {
    return [{ at: array.end, text: (comma ? ' ' : ', ') + textsOf().join(', ') }];
  }
  const texts = textsOf(lines).map((text) => margin + text);
  const isClosed = comma || last === undefined;
  const block = `${texts.join(',\n')}${isClosed ? ',' : ''}\n`;
  if (!isOwnLine) return [{ at: close.getStart(), text: `\n${block}${indentation(node)}` }];
  const added = { at: close.getStartLinePos(), text: block };
  return isClosed ? [added] : [{ at: last.getEnd(), text: ',' }, added];
}

/** The layout of a list in braces. */
function layoutOf(
  node: Node,
  last: Node | undefined,
): { readonly close: Node; readonly lines: Lines; readonly isOwnLine: boolean } {
  const close = node.getLastChildByKindOrThrow(SyntaxKind.CloseBraceToken);
  const isOwnLine = close.isFirstNodeOnLine();
  const text = node.getSourceFile().getFullText();
  const outer = indentation(isOwnLine ? close : node);
  const margin = last?.isFirstNodeOnLine() === true ? indentation(last) : outer + indentUnit(text);
  const unit = margin.slice(outer.length) || '  ';
  return { close, isOwnLine, lines: { margin, unit } };
}

/** A member on one line or over several, without the indentation of its first line. */
function memberText(member: HandlerMember, stub: string, lines?: Lines): string {
  return `${member.name}: ${valueText(member, stub, lines)}`;
}

function valueText({ members }: HandlerMember, stub: string, lines?: Lines): string {
  if (members === undefined) return stub;
  if (lines === undefined) {
    return `{ ${members.map((one) => memberText(one, stub)).join(', ')} }`;
  }
  const { margin, unit } = lines;
  const inner = { margin: margin + unit, unit };
  const texts = members.map((one) => `${inner.margin}${memberText(one, stub, inner)},\n`);
  return `{\n${texts.join('')}${margin}}`;
}

/** Stubs for the user to paste. */
export function stubsToPaste(missing: readonly HandlerMember[]): string {
  return missing.map((one) => memberText(one, stubName)).join(', ');
}

/** Indentation of the line of a node. */
function indentation(node: Node): string {
  const line = node.getSourceFile().getFullText().slice(node.getStartLinePos(), node.getStart());
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** One level of indentation in a text. */
function indentUnit(text: string): string {
  const margin = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  if (margin.startsWith('\t')) return '\t';
  return margin.length === 4 || margin.length === 2 ? margin : '  ';
}

/** A semicolon, if the last import or the first statement ends with one. */
function semicolon(node: Node): string {
  const file = node.getSourceFile();
  const sample = file.getImportDeclarations().at(-1) ?? file.getStatements()[0];
  return sample === undefined || sample.getText().endsWith(';') ? ';' : '';
}
