import { ts } from 'ts-morph';
import type { GuardFinding } from '../statement-guard.ts';
import { jsDocParsingMode, parse } from './parse.ts';

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  newLine: ts.NewLineKind.LineFeed,
  isolatedDeclarations: true,
  verbatimModuleSyntax: true,
};

/** Converts TypeScript without syntax errors to JavaScript, as the compiler prints it. */
export function toScript(text: string): string {
  const { outputText } = ts.transpileModule(text, {
    fileName: 'generated.ts',
    jsDocParsingMode,
    compilerOptions,
  });
  return spaced(outputText);
}

/**
 * Writes the declarations of a TypeScript text, as the compiler prints them.
 *
 * @returns the finding if an export has no type annotation (`isolatedDeclarations`)
 */
export function declare(text: string): { readonly text: string } | GuardFinding {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, {
    fileName: 'generated.ts',
    reportDiagnostics: true,
    jsDocParsingMode,
    compilerOptions,
  });
  const [first] = diagnostics;
  if (first === undefined) return { text: spaced(outputText) };
  const message = ts.flattenDiagnosticMessageText(first.messageText, ' ').replace(/\.$/, '');
  return { message, offset: first.start ?? 0 };
}

/** Puts a blank line between declarations, which the compiler leaves out. */
function spaced(printed: string): string {
  const { statements, endOfFileToken } = parse('generated.ts', printed);
  let text = '';
  let last: ts.Statement | undefined;
  for (const statement of statements) {
    const isList = last !== undefined && isModuleSyntax(last) && isModuleSyntax(statement);
    if (last !== undefined && !isList) text += '\n';
    text += `${statement.getFullText().trim()}\n`;
    last = statement;
  }
  const rest = endOfFileToken.getFullText().trim();
  return rest === '' ? text : `${text}\n${rest}\n`;
}

function isModuleSyntax(node: ts.Node): boolean {
  return ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
}
