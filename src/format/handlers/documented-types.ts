import { Node, ts } from 'ts-morph';

/** The type annotation of a node, or in a script its type in a JSDoc comment. */
export function statedType(node: Node): ts.TypeNode | undefined {
  const { compilerNode } = node;
  const written = Node.isTyped(node) ? node.getTypeNode()?.compilerNode : undefined;
  const satisfied = ts.getJSDocSatisfiesTag(compilerNode)?.typeExpression.type;
  return written ?? ts.getJSDocType(compilerNode) ?? satisfied;
}

/** The return type of a function, as {@link statedType}. */
export function statedReturnType(node: Node): ts.TypeNode | undefined {
  const written = Node.isReturnTyped(node) ? node.getReturnTypeNode()?.compilerNode : undefined;
  return written ?? ts.getJSDocReturnType(node.compilerNode);
}

/** The interfaces that a class implements, by `implements` or a comment. */
export function statedInterfaces(
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
export function namedType(type: ts.TypeNode): string | undefined {
  if (ts.isImportTypeNode(type)) return type.qualifier && lastName(type.qualifier.getText());
  if (ts.isTypeReferenceNode(type)) return lastName(type.typeName.getText());
  return ts.isExpressionWithTypeArguments(type) ? lastName(type.expression.getText()) : undefined;
}

function lastName(text: string): string {
  return text.replace(/^.*\./s, '');
}

/** Names that comments of a script give to a type, with `@typedef` and `@import`. */
export function documentedNames(file: ts.SourceFile, name: string): readonly string[] {
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
