import { ts } from 'ts-morph';
import type { GuardFinding } from './guard.ts';

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

/** A file by its name without the folder. */
interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * Writes the source map that leads an editor from declarations to the script: from each function,
 * constant, class and class member to its implementation. Types are not in the script, so an editor
 * stays at their declarations.
 *
 * @returns `undefined` if no declaration is in the script
 */
export function declarationMap(declaration: NamedText, script: NamedText): string | undefined {
  const places = implementations(parse(script.name, script.text));
  const declared = parse(declaration.name, declaration.text);
  const lines: number[][][] = [];
  let found = false;
  const visit = (node: ts.Node, path: string): void => {
    const name = nameOf(node);
    const here = name === undefined ? path : `${path}.${name.getText()}`;
    if (name !== undefined) {
      const { line, character } = declared.getLineAndCharacterOfPosition(name.getStart());
      const target = places.get(here);
      const place = target === undefined ? [] : [0, target.line, target.character];
      found ||= target !== undefined;
      const segments = lines[line] ?? [];
      lines[line] = segments;
      segments.push([character, ...place]);
    }
    ts.forEachChild(node, (child) => visit(child, here));
  };
  ts.forEachChild(declared, (node) => visit(node, ''));
  if (!found) return undefined;
  const mappings = encode(lines);
  const names = { file: declaration.name, sourceRoot: '', sources: [script.name], names: [] };
  return `${JSON.stringify({ version: 3, ...names, mappings })}\n`;
}

/** Positions of declarations in a script, by name with the classes around them: `.Client.call`. */
function implementations(script: ts.SourceFile): ReadonlyMap<string, ts.LineAndCharacter> {
  const places = new Map<string, ts.LineAndCharacter>();
  const add = (path: string, name: ts.Node): void => {
    if (!places.has(path)) places.set(path, script.getLineAndCharacterOfPosition(name.getStart()));
  };
  for (const statement of script.statements) {
    const declarations = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
      : [statement];
    for (const one of declarations) {
      const name = nameOf(one);
      if (name === undefined) continue;
      const path = `.${name.getText()}`;
      add(path, name);
      for (const member of ts.isClassDeclaration(one) ? one.members : []) {
        const own = nameOf(member);
        if (own !== undefined) add(`${path}.${own.getText()}`, own);
      }
    }
  }
  return places;
}

/** The name of a declaration. A constructor's is `constructor`. */
function nameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isConstructorDeclaration(node)) return node.getFirstToken();
  const { name } = node as { readonly name?: ts.Node };
  return ts.isImportSpecifier(node) || ts.isExportSpecifier(node) ? undefined : name;
}

/**
 * Encodes segments by line: differences from the previous ones, as base64 VLQ (Source Map, 9.2).
 */
function encode(lines: readonly (readonly number[][] | undefined)[]): string {
  const last = [0, 0, 0, 0];
  return Array.from(lines, (segments = []) => {
    last[0] = 0;
    return segments
      .map((segment) =>
        segment
          .map((value, index) => {
            const difference = value - (last[index] ?? 0);
            last[index] = value;
            return vlq(difference);
          })
          .join(''),
      )
      .join(',');
  }).join(';');
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function vlq(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = '';
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += digits[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}

/**
 * Comments stay text, because parsing JSDoc takes as long as parsing the code, and is not needed
 * here.
 */
const jsDocParsingMode: ts.JSDocParsingMode = ts.JSDocParsingMode.ParseNone;

/** Parses a text. The extension decides the language. */
function parse(name: string, text: string): ts.SourceFile {
  const options = { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode };
  return ts.createSourceFile(name, text, options, true);
}
