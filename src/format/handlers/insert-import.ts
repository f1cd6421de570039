import type { ts } from 'ts-morph';
import type { HandlersWanted } from '../../plan/plan.ts';
import type { Compiler } from './implementations.ts';
import { type Insertion, lineEndOf, lineStart } from './text-edits.ts';

/** How a file reaches `notImplemented`. */
export interface StubImport {
  /** Its name in the file. */
  readonly stub: string;
  readonly semicolons: boolean;
  /** What has to be added for it. */
  readonly insertions: readonly Insertion[];
}

const wanted = 'notImplemented';

/** Finds the import of `notImplemented`, or how to add it: to the imports from the generated index where there are some. */
export function importStub(
  compiler: Compiler,
  text: string,
  file: ts.SourceFile,
  plan: HandlersWanted,
): StubImport {
  const imports = file.statements.filter((one) => compiler.isImportDeclaration(one));
  const last = imports.at(-1);
  const sample = last ?? file.statements[0];
  const semicolons = sample === undefined || text[sample.getEnd() - 1] === ';';
  const known = imports.filter((one) => isIndex(compiler, one, plan));
  for (const one of known) {
    const bindings = one.importClause?.namedBindings;
    if (bindings === undefined || one.importClause?.isTypeOnly === true) continue;
    if (compiler.isNamespaceImport(bindings)) {
      return { stub: `${bindings.name.text}.${wanted}`, semicolons, insertions: [] };
    }
    const found = bindings.elements.find(
      (element) => (element.propertyName ?? element.name).text === wanted && !element.isTypeOnly,
    );
    if (found !== undefined) return { stub: found.name.text, semicolons, insertions: [] };
  }
  const taken = isDeclared(compiler, file);
  const stub = taken ? 'operationNotImplemented' : wanted;
  const specifier = taken ? `${wanted} as ${stub}` : wanted;
  const named = known
    .filter((one) => one.importClause?.isTypeOnly === false)
    .map((one) => one.importClause?.namedBindings)
    .find((one) => one !== undefined && compiler.isNamedImports(one));
  if (named !== undefined && compiler.isNamedImports(named) && named.elements.length > 0) {
    return { stub, semicolons, insertions: addToList(text, named, specifier) };
  }
  const model = known[0];
  const module =
    model === undefined
      ? `'${plan.module}'`
      : text.slice(model.moduleSpecifier.getStart(), model.moduleSpecifier.getEnd());
  const line = `import { ${specifier} } from ${module}${semicolons ? ';' : ''}`;
  const end = lineEndOf(text);
  const after = model ?? last;
  const insertion =
    after === undefined
      ? { at: file.statements[0]?.getStart(file, true) ?? text.length, text: `${line}${end}${end}` }
      : { at: after.getEnd(), text: `${end}${line}` };
  return { stub, semicolons, insertions: [insertion] };
}

/** Whether an import is from the generated index: by its specifier, or because it brings the interface. */
function isIndex(compiler: Compiler, one: ts.ImportDeclaration, plan: HandlersWanted): boolean {
  const { moduleSpecifier, importClause } = one;
  if (compiler.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === plan.module)
    return true;
  const bindings = importClause?.namedBindings;
  return (
    bindings !== undefined &&
    compiler.isNamedImports(bindings) &&
    bindings.elements.some((element) => {
      const name = (element.propertyName ?? element.name).text;
      return name === plan.interface || name === plan.factory;
    })
  );
}

/** Adds a name at the end of a list, on a line of its own where the last has one. */
function addToList(text: string, list: ts.NamedImports, specifier: string): readonly Insertion[] {
  const last = list.elements.at(-1);
  if (last === undefined) return [];
  const before = text.slice(0, last.getStart());
  const margin = /\n([ \t]*)$/.exec(before)?.[1];
  const comma = list.elements.hasTrailingComma === true;
  if (margin === undefined) {
    return [{ at: list.elements.end, text: comma ? ` ${specifier}` : `, ${specifier}` }];
  }
  const end = lineEndOf(text);
  const close = list.getEnd() - 1;
  const start = lineStart(text, close);
  if (text.slice(start, close).trim() !== '') {
    const line = `${end}${margin}${specifier}`;
    return [{ at: list.elements.end, text: comma ? `${line},` : `,${line}` }];
  }
  const line = `${margin}${specifier}${comma ? ',' : ''}${end}`;
  return [...(comma ? [] : [{ at: last.getEnd(), text: ',' }]), { at: start, text: line }];
}

/** Whether the file has something else of that name. */
function isDeclared(compiler: Compiler, file: ts.SourceFile): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    const named =
      compiler.isFunctionDeclaration(node) ||
      compiler.isVariableDeclaration(node) ||
      compiler.isImportSpecifier(node) ||
      compiler.isClassDeclaration(node) ||
      compiler.isParameter(node);
    if (named && node.name !== undefined && compiler.isIdentifier(node.name)) {
      found ||= node.name.text === wanted;
    }
    if (!found) compiler.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
