import {
  type ClassDeclaration,
  type ClassExpression,
  type Expression,
  Node,
  type ObjectLiteralExpression,
  SyntaxKind,
  type SourceFile as Tree,
  ts,
} from 'ts-morph';
import type { ExpectedHandlers } from '../../plan/result/plan.ts';
import {
  documentedNames,
  namedType,
  statedInterfaces,
  statedReturnType,
  statedType,
} from './documented-types.ts';

/** An implementation of the interface in a handlers file. */
export interface Implementation {
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
export function findImplementations(
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
export function assignedMembers(node: Node): readonly string[] {
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
