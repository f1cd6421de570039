import type { ts } from 'ts-morph';
import type { HandlersWanted } from '../../plan/plan.ts';

/** The compiler that ts-morph bundles. */
export type Compiler = typeof ts;

/** A place in a file of handlers that implements the interface. */
export interface Implementation {
  readonly node: ts.ObjectLiteralExpression | ts.ClassLikeDeclaration;
  /** The interface as the file writes it, type arguments included; the plain name where it isn't written. */
  readonly reference: string;
  /** Members assigned one by one: `handlers.addNote = …`. */
  readonly assigned: ReadonlySet<string>;
}

/**
 * Finds what implements the interface of a plan: object literals typed by a variable or property, by `satisfies` or `as`, returned by
 * functions of that type or passed to the factory of the server, and classes that implement it.
 */
export function findImplementations(
  compiler: Compiler,
  file: ts.SourceFile,
  plan: HandlersWanted,
): readonly Implementation[] {
  const names = localNames(compiler, file, plan.interface);
  const factories = localNames(compiler, file, plan.factory);
  const found: Map<Implementation['node'], Implementation> = new Map();
  const typeOf = (type: ts.Node | undefined): string | undefined => {
    if (type === undefined) return undefined;
    if (compiler.isTypeReferenceNode(type)) {
      const { typeName, typeArguments } = type;
      const last = compiler.isIdentifier(typeName) ? typeName : typeName.right;
      if (names.has(last.text)) return type.getText(file);
      const [inner] = last.text === 'Promise' ? (typeArguments ?? []) : [];
      return typeOf(inner);
    }
    return undefined;
  };
  const addObject = (
    expression: ts.Expression | undefined,
    reference: string | undefined,
    assigned: ReadonlySet<string> = new Set(),
  ): void => {
    if (expression === undefined || reference === undefined) return;
    const node = unwrap(compiler, expression);
    if (!compiler.isObjectLiteralExpression(node) || found.has(node)) return;
    found.set(node, { node, reference, assigned });
  };
  const visit = (node: ts.Node): void => {
    if (compiler.isVariableDeclaration(node) || compiler.isPropertyDeclaration(node)) {
      const assigned = compiler.isIdentifier(node.name)
        ? assignedMembers(compiler, file, node.name.text)
        : new Set<string>();
      const { initializer } = node;
      const asserted =
        initializer !== undefined &&
        (compiler.isAsExpression(initializer) || compiler.isSatisfiesExpression(initializer))
          ? typeOf(initializer.type)
          : undefined;
      addObject(initializer, typeOf(node.type) ?? asserted, assigned);
    } else if (
      compiler.isSatisfiesExpression(node) ||
      compiler.isAsExpression(node) ||
      compiler.isTypeAssertionExpression(node)
    ) {
      addObject(node.expression, typeOf(node.type));
    } else if (compiler.isFunctionLike(node)) {
      const reference = typeOf(node.type);
      if (reference !== undefined && 'body' in node && node.body !== undefined) {
        for (const value of returned(compiler, node.body)) addObject(value, reference);
      }
    } else if (compiler.isCallExpression(node) && compiler.isIdentifier(node.expression)) {
      if (factories.has(node.expression.text)) addObject(node.arguments[0], plan.interface);
    } else if (compiler.isClassLike(node)) {
      const reference = implemented(compiler, node, names)?.getText(file);
      if (reference !== undefined) found.set(node, { node, reference, assigned: new Set() });
    }
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return [...found.values()];
}

/** A name and those it is imported under. */
function localNames(compiler: Compiler, file: ts.SourceFile, name: string): ReadonlySet<string> {
  const names = new Set([name]);
  for (const statement of file.statements) {
    if (!compiler.isImportDeclaration(statement)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !compiler.isNamedImports(bindings)) continue;
    for (const one of bindings.elements) {
      if (one.propertyName?.text === name) names.add(one.name.text);
    }
  }
  return names;
}

/** An expression without parentheses and type assertions around it. */
function unwrap(compiler: Compiler, expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (
    compiler.isParenthesizedExpression(inner) ||
    compiler.isAsExpression(inner) ||
    compiler.isSatisfiesExpression(inner) ||
    compiler.isTypeAssertionExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}

/** Names in `object.name = …` and `object['name'] = …`. */
function assignedMembers(
  compiler: Compiler,
  file: ts.SourceFile,
  object: string,
): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (
      compiler.isBinaryExpression(node) &&
      node.operatorToken.kind === compiler.SyntaxKind.EqualsToken
    ) {
      const { left } = node;
      const target =
        compiler.isPropertyAccessExpression(left) || compiler.isElementAccessExpression(left)
          ? unwrap(compiler, left.expression)
          : undefined;
      if (target !== undefined && compiler.isIdentifier(target) && target.text === object) {
        if (compiler.isPropertyAccessExpression(left)) names.add(left.name.text);
        else if (
          compiler.isElementAccessExpression(left) &&
          compiler.isStringLiteralLike(left.argumentExpression)
        ) {
          names.add(left.argumentExpression.text);
        }
      }
    }
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

/** What a function returns, those inside it left out. */
function returned(compiler: Compiler, body: ts.Node): readonly ts.Expression[] {
  if (!compiler.isBlock(body)) return [body as ts.Expression];
  const values: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isFunctionLike(node) || compiler.isClassLike(node)) return;
    if (compiler.isReturnStatement(node) && node.expression !== undefined) {
      values.push(node.expression);
    }
    compiler.forEachChild(node, visit);
  };
  visit(body);
  return values;
}

function implemented(
  compiler: Compiler,
  node: ts.ClassLikeDeclaration,
  names: ReadonlySet<string>,
): ts.ExpressionWithTypeArguments | undefined {
  return node.heritageClauses
    ?.filter((clause) => clause.token === compiler.SyntaxKind.ImplementsKeyword)
    .flatMap((clause) => [...clause.types])
    .find(({ expression }) => {
      if (compiler.isIdentifier(expression)) return names.has(expression.text);
      return compiler.isPropertyAccessExpression(expression) && names.has(expression.name.text);
    });
}
