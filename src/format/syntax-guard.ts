import type { GuardFinding } from './statement-guard.ts';

/** Modules that a split file, or the index of a very large contract, re-exports with `*`. */
const partOfFile = /^'\.\/(?:(?:types|descriptions|operations|schemas)-|types['.])/;

/**
 * Parses a TypeScript text and checks that it contains only statements of the kinds we emit, like
 * the scan of {@link findForeignStatement}. Loads ts-morph (a third of a second), so it is used
 * only for text with a user's template, and in tests.
 */
export async function findSyntaxProblem(text: string): Promise<GuardFinding | undefined> {
  const { ts } = await import('ts-morph');
  const file = ts.createSourceFile('generated.ts', text, ts.ScriptTarget.ES2023, true);
  // the compiler keeps parse errors in a property that its types do not declare
  const { parseDiagnostics = [] } = file as typeof file & {
    readonly parseDiagnostics?: readonly { start: number; messageText: unknown }[];
  };
  const [first] = parseDiagnostics;
  if (first !== undefined) {
    const { messageText } = first;
    const message = typeof messageText === 'string' ? messageText : 'malformed TypeScript';
    return { message: message.replace(/\.$/, ''), offset: first.start };
  }
  const foreign = file.statements.find((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const from = statement.moduleSpecifier?.getText() ?? '';
      return statement.exportClause === undefined && !partOfFile.test(from);
    }
    if (ts.isVariableStatement(statement)) {
      return (statement.declarationList.flags & ts.NodeFlags.Const) === 0;
    }
    return !(
      (ts.isImportDeclaration(statement) && statement.importClause !== undefined) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      (ts.isFunctionDeclaration(statement) && statement.name !== undefined)
    );
  });
  if (foreign === undefined) return undefined;
  return { message: 'a statement of a kind that is never generated', offset: foreign.getStart() };
}
