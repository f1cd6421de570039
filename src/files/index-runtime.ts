import { readdirSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';
import type { DeclarationIndex, SourceIndex } from './runtime.ts';

/** What is built, or an entry of the package alone. */
const notVendored = /^(?:dist|signatures|batch|tracing|browser|wss|pool|opentelemetry)\b/;

/**
 * Build step: lists the declarations of the runtime and what each of them uses, so that a generated
 * folder gets no others. Run as a script from the build folder.
 *
 * @throws Error two declarations of a folder have one name, so that they cannot be in one file
 */
function indexRuntime(folder: string, target: URL): void {
  const paths = readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => /(?<!\.d)\.ts$/.test(name) && !notVendored.test(name))
    .sort();
  const program = ts.createProgram(
    paths.map((path) => folder + path),
    { allowImportingTsExtensions: true, module: ts.ModuleKind.Preserve, noEmit: true, noLib: true },
  );
  const checker = program.getTypeChecker();
  const index: Record<string, SourceIndex> = {};
  for (const path of paths) {
    const tree = program.getSourceFile(folder + path);
    if (tree !== undefined) index[path.replace(/\.ts$/, '')] = indexOf(tree, path, checker);
  }
  for (const { declarations } of Object.values(index)) {
    for (const path of declarations.flatMap(({ loads }) => loads)) {
      // a file that others import on demand stays one
      const loaded = index[path];
      if (loaded !== undefined) index[path] = { ...loaded, module: posix.basename(path) };
    }
  }
  checkNames(index);
  writeFileSync(target, `${JSON.stringify(index)}\n`);
}

function indexOf(tree: ts.SourceFile, path: string, checker: ts.TypeChecker): SourceIndex {
  const from = (specifier: ts.Node): string =>
    posix.join(posix.dirname(path), specifier.getText().slice(1, -4));
  const imports: Record<string, SourceIndex['imports'][string]> = {};
  const exports: Record<string, SourceIndex['imports'][string]> = {};
  const declarations: DeclarationIndex[] = [];
  for (const statement of tree.statements) {
    if (ts.isImportDeclaration(statement)) {
      const { moduleSpecifier, importClause } = statement;
      const bindings = importClause?.namedBindings;
      const isType = importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      if (bindings === undefined) continue;
      if (ts.isNamespaceImport(bindings))
        imports[bindings.name.text] = [from(moduleSpecifier), 'all'];
      else addNames(imports, from(moduleSpecifier), bindings.elements, isType);
    } else if (ts.isExportDeclaration(statement)) {
      const { moduleSpecifier, exportClause, isTypeOnly } = statement;
      if (moduleSpecifier === undefined || exportClause === undefined) continue;
      if (ts.isNamespaceExport(exportClause)) continue;
      addNames(exports, from(moduleSpecifier), exportClause.elements, isTypeOnly);
    } else declarations.push(declarationOf(statement, path, checker));
  }
  const text = tree.text.replaceAll('\r\n', '\n');
  return { length: text.length, module: posix.dirname(path), imports, exports, declarations };
}

function addNames(
  names: Record<string, SourceIndex['imports'][string]>,
  from: string,
  elements: ts.NodeArray<ts.ImportSpecifier | ts.ExportSpecifier>,
  isType: boolean,
): void {
  for (const one of elements) {
    if (one.propertyName !== undefined) throw new Error(`'${one.getText()}' is two names.`);
    names[one.name.text] = [from, isType || one.isTypeOnly ? 'type' : 'value'];
  }
}

function declarationOf(
  statement: ts.Statement,
  path: string,
  checker: ts.TypeChecker,
): DeclarationIndex {
  const uses = new Set<string>();
  const loads = new Set<string>();
  const visit = (node: ts.Node): void => {
    const loaded = loadedBy(node);
    if (loaded !== undefined) loads.add(posix.join(posix.dirname(path), loaded.slice(0, -3)));
    if (ts.isIdentifier(node) && isOfFile(node, checker)) uses.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(statement);
  const name = nameOf(statement);
  uses.delete(name);
  const tree = statement.getSourceFile();
  // without the line breaks that Git may have added
  const offset = (at: number): number => tree.text.slice(0, at).replaceAll('\r\n', '\n').length;
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : [];
  const isExported = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  const range = [offset(statement.pos), offset(statement.end)] as const;
  return { name, range, isExported, uses: [...uses], loads: [...loads] };
}

function nameOf(statement: ts.Statement): string {
  if (ts.isVariableStatement(statement)) {
    const [first, ...others] = statement.declarationList.declarations;
    if (first !== undefined && others.length === 0 && ts.isIdentifier(first.name)) {
      return first.name.text;
    }
  }
  const { name } = statement as ts.Statement & { readonly name?: ts.Identifier };
  if (name !== undefined) return name.text;
  throw new Error(`No declaration of one name: ${statement.getText().slice(0, 80)}`);
}

/** The specifier of what an expression or a type imports on demand. */
function loadedBy(node: ts.Node): string | undefined {
  const argument = ts.isImportTypeNode(node)
    ? ts.isLiteralTypeNode(node.argument) && node.argument.literal
    : ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0];
  return argument && ts.isStringLiteral(argument) ? argument.text : undefined;
}

/** Whether a name means a declaration at the top of its file, or an import. */
function isOfFile(node: ts.Identifier, checker: ts.TypeChecker): boolean {
  const { parent } = node;
  // these would need types
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
  if (ts.isQualifiedName(parent) && parent.right === node) return false;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(node);
  let [declaration]: readonly ts.Node[] = symbol?.declarations ?? [];
  if (declaration === undefined) return false;
  if (ts.isImportSpecifier(declaration) || ts.isNamespaceImport(declaration)) return true;
  if (ts.isVariableDeclaration(declaration)) declaration = declaration.parent.parent;
  return ts.isSourceFile(declaration.parent);
}

function checkNames(index: Readonly<Record<string, SourceIndex>>): void {
  const homes = new Map<string, string>();
  for (const [path, { module, declarations, imports }] of Object.entries(index)) {
    const names = [
      ...declarations.map(({ name }) => [name, path] as const),
      ...Object.entries(imports).map(([name, [from]]) => [name, from] as const),
    ];
    for (const [name, home] of names) {
      const key = `${module} ${name}`;
      const other = homes.get(key) ?? home;
      homes.set(key, home);
      if (other === home) continue;
      throw new Error(`${other} and ${home} have '${name}', and vendored they are one file.`);
    }
  }
}

indexRuntime(
  fileURLToPath(new URL('../../src/runtime/', import.meta.url)),
  new URL('../bundle/runtime-index.json', import.meta.url),
);
