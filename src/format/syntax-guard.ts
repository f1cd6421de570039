import type { GuardFinding } from './statement-guard.ts';

/**
 * What a file that was split re-exports whole, and the index all types of a very large contract.
 */
const partOfFile = /^'\.\/(?:(?:types|codecs|operations|schemas)-|types['.])/;

/**
 * Parses a TypeScript text and checks that it holds only statements of the kinds we emit: what
 * {@link findForeignStatement} does by a scan, here by a syntax tree. Loads ts-morph (a third of a
 * second), so it is for text that a template of the user had a hand in, and for tests.
 */
export async function findSyntaxProblem(text: string): Promise<GuardFinding | undefined> {
  const { ts } = await import('ts-morph');
  const file = ts.createSourceFile('generated.ts', text, ts.ScriptTarget.ES2023, true);
  // the compiler keeps the parser's findings on the file without showing them in its types
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
