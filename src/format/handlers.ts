import {
  type ClassDeclaration,
  type ClassExpression,
  type Expression,
  type ImportDeclaration,
  NewLineKind,
  Node,
  type ObjectLiteralExpression,
  Project,
  SyntaxKind,
  type SourceFile as Tree,
  ts,
} from 'ts-morph';
import {
  type Diagnostic,
  type DiagnosticSink,
  isScript,
  type SourceFile,
} from '../diagnostics/diagnostic.ts';
import { suggest } from '../diagnostics/words.ts';
import type { ExpectedHandlers, HandlerMember } from '../plan/result.ts';

/** Adds missing stubs to a handlers file, as described for `mergeHandlers`. Loads the compiler. */
export function completeHandlers(
  file: SourceFile,
  plan: ExpectedHandlers,
  sink: DiagnosticSink,
): string {
  const mark = file.text.startsWith('\ufeff') ? '\ufeff' : '';
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { noLib: true, noResolve: true, allowJs: true },
    // inserted text gets the same line ends
    manipulationSettings: {
      newLineKind: /^[^\n]*\r\n/.test(file.text)
        ? NewLineKind.CarriageReturnLineFeed
        : NewLineKind.LineFeed,
    },
  });
  const tree = project.createSourceFile(
    `handlers.${isScript(file) ? 'js' : 'ts'}`,
    file.text.slice(mark.length),
  );
  const report = (
    [start, end]: readonly [start: number, end: number],
    diagnostic: Omit<Diagnostic, 'span'>,
  ): void =>
    sink.report({
      ...diagnostic,
      span: { file, start: start + mark.length, end: end + mark.length },
    });
  const [problem] = project.getProgram().getSyntacticDiagnostics(tree);
  if (problem !== undefined) {
    const message = problem.getMessageText();
    const text = typeof message === 'string' ? message : message.getMessageText();
    report([problem.getStart(), problem.getStart() + problem.getLength()], {
      code: 'ASMX7005',
      severity: 'error',
      message: `the file of handlers is malformed: ${text.replace(/\.$/, '')}`,
      help: 'correct it; it is left as it is until then',
    });
    return file.text;
  }
  const found = findImplementations(tree, plan);
  if (found.length === 0) {
    report([0, 0], {
      code: 'ASMX7007',
      severity: 'warning',
      message: `nothing here appears to implement '${plan.interface}'`,
      help: `type an object with it: ${typedObject(plan, isScript(file))}`,
    });
  }
  return mark + insertAll(tree, collectInsertions(tree, found, { plan, report }));
}

function typedObject(
  { interface: name, module, members }: ExpectedHandlers,
  script: boolean,
): string {
  const value = `= { ${stubsToPaste(members)} };`;
  return script
    ? `/** @type {import('${module}').${name}} */ export const handlers ${value}`
    : `export const handlers: ${name} ${value}`;
}

interface Context {
  readonly plan: ExpectedHandlers;
  readonly report: (
    place: readonly [start: number, end: number],
    diagnostic: Omit<Diagnostic, 'span'>,
  ) => void;
}

function collectInsertions(
  tree: Tree,
  implementations: readonly Implementation[],
  { plan, report }: Context,
): readonly Insertion[] {
  const insertions: Insertion[] = [];
  let stub: StubImport | undefined;
  const complete = (one: Implementation, expected: readonly HandlerMember[]): void => {
    const { present, missing, extra, open } = compareMembers(one, expected);
    for (const member of extra) reportExtra(member, missing, { plan, report });
    if (missing.length > 0 && open !== undefined) {
      const start = one.node.getStart();
      const names = missing.map(({ name }) => `'${name}'`).join(', ');
      report([start, start + 1], {
        code: 'ASMX7007',
        severity: 'warning',
        message: `handlers of ${names} cannot be found: ${open}`,
        help: `if they are missing, add ${stubsToPaste(missing)}`,
      });
    } else if (missing.length > 0) {
      if (stub === undefined) {
        stub = importStub(tree, plan);
        insertions.push(...stub.insertions);
      }
      insertions.push(...insertStubs(one, missing, stub.name));
    }
    for (const { name, value } of present) {
      const members = expected.find((member) => member.name === name)?.members;
      if (members === undefined || !Node.isObjectLiteralExpression(value)) continue;
      complete({ node: value, reference: `${one.reference}['${name}']` }, members);
    }
  };
  for (const one of implementations) complete(one, plan.members);
  return insertions;
}

function reportExtra(
  { name, node }: PresentMember,
  missing: readonly HandlerMember[],
  { plan, report }: Context,
): void {
  const near = suggest(
    name,
    missing.map((one) => one.name),
  );
  report([node.getStart(), node.getEnd()], {
    code: 'ASMX7006',
    severity: 'warning',
    message: `service '${plan.service}' has no operation for '${name}'`,
    help:
      near === undefined
        ? 'remove it when it is no longer needed'
        : `'${near}' is new: if it is the same operation, move what is here there`,
  });
}

/** Applies insertions from the end. At one position, they keep their order. */
function insertAll(tree: Tree, insertions: readonly Insertion[]): string {
  for (const { at, text } of [...insertions].reverse().sort((a, b) => b.at - a.at)) {
    tree.insertText(at, text);
  }
  return tree.getFullText();
}

/** An existing member. */
interface PresentMember {
  readonly name: string;
  /** Its name in the file. */
  readonly node: Node;
  /** Its value, if it is written as one. */
  readonly value: Node | undefined;
}

/** The present, missing and superfluous members of an implementation. */
interface MemberDifference {
  readonly present: readonly PresentMember[];
  readonly missing: readonly HandlerMember[];
  readonly extra: readonly PresentMember[];
  /** Why there may be further members: spread members, computed names, a base class. */
  readonly open: string | undefined;
}

/**
 * Compares existing members with the expected ones, without static and private ones. Only object
 * literals report superfluous members, because a class may have methods of its own.
 */
function compareMembers(
  { node }: Pick<Implementation, 'node'>,
  expected: readonly HandlerMember[],
): MemberDifference {
  const isObject = Node.isObjectLiteralExpression(node);
  let open = isObject || node.getExtends() === undefined ? undefined : 'the class extends another';
  const present: PresentMember[] = [];
  for (const member of isObject ? node.getProperties() : node.getInstanceMembers()) {
    const name = Node.isSpreadAssignment(member) ? undefined : member.getNameNode();
    const text = name && nameText(name);
    if (name !== undefined && text !== undefined) {
      const value = Node.isInitializerExpressionGetable(member)
        ? member.getInitializer()
        : undefined;
      present.push({ name: text, node: name, value });
    } else if (isObject) {
      open = name === undefined ? 'the object spreads others' : 'a name is computed';
    }
  }
  const names = new Set([...present.map((one) => one.name), ...assignedMembers(node)]);
  const known = new Set(expected.map((one) => one.name));
  return {
    present,
    missing: expected.filter((one) => !names.has(one.name)),
    extra: isObject ? present.filter((one) => !known.has(one.name)) : [],
    open,
  };
}

function nameText(name: Node): string | undefined {
  const node = Node.isComputedPropertyName(name) ? name.getExpression() : name;
  if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)) {
    return node.getLiteralText();
  }
  return node === name && !Node.isPrivateIdentifier(node) ? node.getText() : undefined;
}

/** A text to insert at an offset. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** The name of `notImplemented` in a file, and what must be added for it. */
interface StubImport {
  readonly name: string;
  readonly insertions: readonly Insertion[];
}

const stubName = 'notImplemented';

/** Finds the import of `notImplemented`, or adds it to those from the generated index. */
function importStub(file: Tree, plan: ExpectedHandlers): StubImport {
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
function insertStubs(
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
function stubsToPaste(missing: readonly HandlerMember[]): string {
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

/** An implementation of the interface in a handlers file. */
interface Implementation {
  readonly node: ObjectLiteralExpression | ClassDeclaration | ClassExpression;
  /**
   * The interface as written in the file, with type arguments; the plain name if it isn't written.
   */
  readonly reference: string;
}

/**
 * Finds implementations of the interface: object literals typed by a variable or property, by
 * `satisfies` or `as`, returned by functions of that type or passed to the server's factory, and
 * classes that implement it. In JavaScript, JSDoc comments have the types.
 */
function findImplementations(
  file: Tree,
  plan: Pick<ExpectedHandlers, 'interface' | 'factory'>,
): readonly Implementation[] {
  const names = new Set([
    ...importedNames(file, plan.interface),
    ...documentedNames(file.compilerNode, plan.interface),
  ]);
  const factories = importedNames(file, plan.factory);
  const found = new Map<Node, Implementation>();
  const add = (value: Node | undefined, reference: string | undefined): void => {
    const node = value && unwrapped(value);
    if (!Node.isObjectLiteralExpression(node) || reference === undefined || found.has(node)) return;
    found.set(node, { node, reference });
  };
  const typeOf = (type: ts.TypeNode | undefined): string | undefined => {
    const name = type && namedType(type);
    if (type === undefined || name === undefined) return undefined;
    if (names.has(name)) return type.getText();
    const [argument] = ts.isTypeReferenceNode(type) ? (type.typeArguments ?? []) : [];
    return name === 'Promise' ? typeOf(argument) : undefined;
  };
  file.forEachDescendant((node) => {
    if (Node.isInitializerExpressionGetable(node)) {
      add(node.getInitializer(), typeOf(statedType(node)));
    } else if (isAssertion(node) || Node.isParenthesizedExpression(node)) {
      add(node, typeOf(statedType(node)));
    } else if (Node.isExportAssignment(node)) {
      add(node.getExpression(), typeOf(statedType(node)));
    } else if (Node.isReturnTyped(node)) {
      const reference = typeOf(statedReturnType(node));
      for (const one of reference === undefined ? [] : returned(node)) add(one, reference);
    } else if (Node.isCallExpression(node) && factories.has(node.getExpression().getText())) {
      add(node.getArguments()[0], plan.interface);
    } else if (Node.isClassDeclaration(node) || Node.isClassExpression(node)) {
      const clause = statedInterfaces(node.compilerNode).find((one) =>
        names.has(namedType(one) ?? ''),
      );
      if (clause !== undefined) found.set(node, { node, reference: clause.getText() });
    }
  });
  return [...found.values()];
}

/** A name and its aliases in imports. */
function importedNames(file: Tree, name: string): ReadonlySet<string> {
  const imported = file.getImportDeclarations().flatMap((one) => one.getNamedImports());
  const aliases = imported.filter((one) => one.getName() === name);
  return new Set([name, ...aliases.map((one) => one.getAliasNode()?.getText() ?? name)]);
}

/** An expression without surrounding parentheses and type assertions. */
function unwrapped(expression: Node): Node {
  if (!Node.isParenthesizedExpression(expression) && !isAssertion(expression)) return expression;
  return unwrapped(expression.getExpression());
}

function isAssertion(node: Node): node is Node & {
  getExpression(): Expression;
  getTypeNode(): Node | undefined;
} {
  return (
    Node.isAsExpression(node) || Node.isSatisfiesExpression(node) || Node.isTypeAssertion(node)
  );
}

/** The values that a function returns, without those of inner functions. */
function returned(node: Node): readonly (Node | undefined)[] {
  const body = Node.isBodied(node) || Node.isBodyable(node) ? node.getBody() : undefined;
  if (!Node.isBlock(body)) return [body];
  return body
    .getDescendantsOfKind(SyntaxKind.ReturnStatement)
    .filter((one) => one.getFirstAncestor(Node.isReturnTyped) === node)
    .map((one) => one.getExpression());
}

/** Members assigned separately to the variable of an object: `handlers.addNote = …`. */
function assignedMembers(node: Node): readonly string[] {
  const variable = node.getFirstAncestor(
    (one) => !Node.isParenthesizedExpression(one) && !isAssertion(one),
  );
  if (!Node.isVariableDeclaration(variable)) return [];
  return node
    .getSourceFile()
    .getDescendantsOfKind(SyntaxKind.BinaryExpression)
    .filter((one) => one.getOperatorToken().getKind() === SyntaxKind.EqualsToken)
    .map((one) => one.getLeft())
    .filter((left) => Node.isPropertyAccessExpression(left) || Node.isElementAccessExpression(left))
    .filter((left) => unwrapped(left.getExpression()).getText() === variable.getName())
    .flatMap((left) => {
      if (Node.isPropertyAccessExpression(left)) return left.getName();
      const name = left.getArgumentExpression();
      return Node.isStringLiteral(name) ? name.getLiteralText() : [];
    });
}

/** The type annotation of a node, or in a script its type in a JSDoc comment. */
function statedType(node: Node): ts.TypeNode | undefined {
  const { compilerNode } = node;
  const written = Node.isTyped(node) ? node.getTypeNode()?.compilerNode : undefined;
  const satisfied = ts.getJSDocSatisfiesTag(compilerNode)?.typeExpression.type;
  return written ?? ts.getJSDocType(compilerNode) ?? satisfied;
}

/** The return type of a function, as {@link statedType}. */
function statedReturnType(node: Node): ts.TypeNode | undefined {
  const written = Node.isReturnTyped(node) ? node.getReturnTypeNode()?.compilerNode : undefined;
  return written ?? ts.getJSDocReturnType(node.compilerNode);
}

/** The interfaces that a class implements, by `implements` or a comment. */
function statedInterfaces(
  node: ts.ClassLikeDeclaration,
): readonly ts.ExpressionWithTypeArguments[] {
  const clauses = (node.heritageClauses ?? []).filter(
    ({ token }) => token === ts.SyntaxKind.ImplementsKeyword,
  );
  const documented = ts.getJSDocImplementsTags(node).map((tag) => tag.class);
  return [...clauses.flatMap(({ types }) => types), ...documented];
}

/**
 * The last name of a type reference: `Handlers` for `school.Handlers` and `import('…').Handlers`.
 */
function namedType(type: ts.TypeNode): string | undefined {
  if (ts.isImportTypeNode(type)) return type.qualifier && lastName(type.qualifier.getText());
  if (ts.isTypeReferenceNode(type)) return lastName(type.typeName.getText());
  return ts.isExpressionWithTypeArguments(type) ? lastName(type.expression.getText()) : undefined;
}

function lastName(text: string): string {
  return text.replace(/^.*\./s, '');
}

/** Names that comments of a script give to a type, with `@typedef` and `@import`. */
function documentedNames(file: ts.SourceFile, name: string): readonly string[] {
  const comments = [...file.statements, file.endOfFileToken].flatMap((one) =>
    one.getChildren(file).filter(ts.isJSDoc),
  );
  const tags = comments.flatMap((one) => [...(one.tags ?? [])]);
  return tags.flatMap((tag) => {
    if (ts.isJSDocTypedefTag(tag)) {
      const { typeExpression: type, name: alias } = tag;
      const stands = type !== undefined && ts.isJSDocTypeExpression(type) && namedType(type.type);
      return stands === name && alias !== undefined ? [alias.getText()] : [];
    }
    const bindings = ts.isJSDocImportTag(tag) ? tag.importClause?.namedBindings : undefined;
    if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
    const imported = bindings.elements.filter((one) => one.propertyName?.getText() === name);
    return imported.map((one) => one.name.getText());
  });
}
