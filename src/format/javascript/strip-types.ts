import { ts } from 'ts-morph';
import { applyEdits, type Edit } from './edits.ts';
import { joinLines } from './join-lines.ts';

/**
 * Converts TypeScript with erasable types to JavaScript in the same layout: types are removed,
 * comments and blank lines stay. Lines broken only because of types are joined.
 *
 * @param file A file without parse errors.
 */
export function stripTypes(file: ts.SourceFile): string {
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (isTypeOnly(node)) {
      edits.push(wholeLines(file, node));
      return;
    }
    edits.push(...editsOf(node, file));
    ts.forEachChild(node, (child) => {
      if (!ts.isTypeNode(child) || ts.isExpressionWithTypeArguments(child)) visit(child);
    });
  };
  ts.forEachChild(file, visit);
  const stripped = joinLines(applyEdits(file.text, edits));
  return file.statements.some(isKeptModuleSyntax) ? stripped : `${stripped}\nexport {};\n`;
}

/** Whether nothing of a statement or class member is left without types. */
function isTypeOnly(node: ts.Node): boolean {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isIndexSignatureDeclaration(node)) return true;
  if (ts.isImportDeclaration(node)) {
    const { phaseModifier, name, namedBindings } = node.importClause ?? {};
    if (phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
    return name === undefined && isTypeList(namedBindings);
  }
  if (ts.isExportDeclaration(node)) return node.isTypeOnly || isTypeList(node.exportClause);
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) {
    return node.body === undefined;
  }
  if (ts.isConstructorDeclaration(node)) return node.body === undefined;
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(
      ({ kind }) =>
        kind === ts.SyntaxKind.DeclareKeyword ||
        (kind === ts.SyntaxKind.AbstractKeyword && !ts.isClassDeclaration(node)),
    )
  );
}

/** Whether a list of imported or exported names is not empty and has only types. */
function isTypeList(list: ts.NamedImportBindings | ts.NamedExportBindings | undefined): boolean {
  if (list === undefined || !(ts.isNamedImports(list) || ts.isNamedExports(list))) return false;
  return list.elements.length > 0 && [...list.elements].every((one) => one.isTypeOnly);
}

function isKeptModuleSyntax(node: ts.Statement): boolean {
  if (isTypeOnly(node)) return false;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

/** The lines of a statement or member, with the comments directly before it. */
function wholeLines(file: ts.SourceFile, node: ts.Node): Edit {
  const { text } = file;
  let start = node.getStart();
  for (const comment of (ts.getLeadingCommentRanges(text, node.pos) ?? []).reverse()) {
    if (/\n[ \t]*\r?\n/.test(text.slice(comment.end, start))) break;
    start = comment.pos;
  }
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', node.end);
  const lineEnd = newline < 0 ? text.length : newline + 1;
  const isWhole = /^\s*$/.test(text.slice(lineStart, start) + text.slice(node.end, lineEnd));
  return isWhole
    ? { start: lineStart, end: lineEnd, text: '', lines: true }
    : { start, end: node.end, text: '' };
}

const erasedModifiers: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AbstractKeyword,
  ts.SyntaxKind.DeclareKeyword,
  ts.SyntaxKind.OverrideKeyword,
  ts.SyntaxKind.PrivateKeyword,
  ts.SyntaxKind.ProtectedKeyword,
  ts.SyntaxKind.PublicKeyword,
  ts.SyntaxKind.ReadonlyKeyword,
]);

/** The edits for a node itself, without its children. */
function editsOf(node: ts.Node, file: ts.SourceFile): readonly Edit[] {
  const edits: Edit[] = [];
  const remove = (start: number, end: number): void => void edits.push({ start, end, text: '' });
  if (ts.canHaveModifiers(node)) {
    for (const one of ts.getModifiers(node) ?? []) {
      if (erasedModifiers.has(one.kind)) remove(one.getStart(), afterBlanks(file.text, one.end));
    }
  }
  if (isTyped(node)) {
    const end = node.type?.end ?? node.questionToken?.end ?? node.exclamationToken?.end;
    if (end !== undefined) remove(node.name.end, end);
  } else if (ts.isFunctionLike(node) && node.type !== undefined) {
    remove(node.type.pos - 1, node.type.end);
  } else if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
    remove(node.expression.end, node.end);
  } else if (ts.isNonNullExpression(node)) {
    remove(node.expression.end, node.end);
  } else if (ts.isTypeAssertionExpression(node)) {
    remove(node.getStart(), node.expression.getStart());
  } else if (ts.isHeritageClause(node) && node.token === ts.SyntaxKind.ImplementsKeyword) {
    remove(node.pos, node.end);
  } else if (ts.isNamedImports(node) || ts.isNamedExports(node)) {
    const kept = [...node.elements].filter((one) => !one.isTypeOnly);
    if (kept.length < node.elements.length) edits.push(namesEdit(node, kept));
  } else if (ts.isParenthesizedExpression(node) && isNeedless(node)) {
    remove(node.getStart(), node.expression.getStart());
    remove(node.expression.end, node.end);
  }
  for (const list of typeLists(node)) {
    remove(list.pos - 1, file.text.indexOf('>', list.end) + 1);
  }
  const [first, second] = ts.isFunctionLike(node) ? node.parameters : [];
  if (first !== undefined && first.name.getText() === 'this') {
    remove(first.getStart(), second?.getStart() ?? first.end);
  }
  return edits;
}

/** A declaration of a name that may be followed by a type. */
type Typed = ts.ParameterDeclaration | ts.VariableDeclaration | ts.PropertyDeclaration;

function isTyped(node: ts.Node): node is Typed & {
  readonly questionToken?: ts.Node;
  readonly exclamationToken?: ts.Node;
} {
  if (ts.isParameter(node)) return node.name.getText() !== 'this';
  return ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node);
}

function typeLists(node: ts.Node): readonly ts.NodeArray<ts.Node>[] {
  if (ts.isClassLike(node) || ts.isFunctionLike(node)) {
    return node.typeParameters === undefined ? [] : [node.typeParameters];
  }
  const isUse =
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isExpressionWithTypeArguments(node);
  return isUse && node.typeArguments !== undefined ? [node.typeArguments] : [];
}

function namesEdit(
  list: ts.NamedImports | ts.NamedExports,
  kept: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[],
): Edit {
  const names = kept.map((one) => one.getText());
  const isOneLine = !list.getText().includes('\n');
  const text = isOneLine ? `{ ${names.join(', ')} }` : `{\n  ${names.join(',\n  ')},\n}`;
  return { start: list.getStart(), end: list.end, text };
}

/** Whether parentheses were needed only for the type. */
function isNeedless({ expression, parent }: ts.ParenthesizedExpression): boolean {
  if (!ts.isAssertionExpression(expression) && !ts.isSatisfiesExpression(expression)) return false;
  let inner: ts.Expression = expression;
  while (ts.isAssertionExpression(inner) || ts.isSatisfiesExpression(inner)) {
    inner = inner.expression;
  }
  if (ts.isNewExpression(parent) || ts.isDecorator(parent)) return false;
  if (ts.isOptionalChain(inner)) return false;
  return (
    ts.isIdentifier(inner) ||
    ts.isArrayLiteralExpression(inner) ||
    ts.isPropertyAccessExpression(inner) ||
    ts.isElementAccessExpression(inner) ||
    ts.isCallExpression(inner) ||
    inner.kind === ts.SyntaxKind.ThisKeyword
  );
}

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (/\s/.test(text.charAt(at))) at++;
  return at;
}
