import { ts } from 'ts-morph';
import type { GuardFinding } from '../statement-guard.ts';
import { style } from '../style.ts';
import { applyEdits, type Edit } from './edits.ts';
import { jsDocParsingMode, parse } from './parse.ts';

/**
 * Writes the declaration file of a TypeScript file whose exports have type annotations
 * (`isolatedDeclarations`). Types keep their source text; the rest is printed by the compiler.
 */
export function declare(source: ts.SourceFile): { readonly text: string } | GuardFinding {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source.text, {
    fileName: source.fileName,
    reportDiagnostics: true,
    jsDocParsingMode,
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      isolatedDeclarations: true,
      verbatimModuleSyntax: true,
    },
  });
  const [first] = diagnostics;
  if (first !== undefined) {
    const message = ts.flattenDiagnosticMessageText(first.messageText, ' ').replace(/\.$/, '');
    return { message, offset: first.start ?? 0 };
  }
  const own = ownTexts(source);
  const printed = parse('generated.d.ts', outputText);
  let result = headerOf(source);
  let last: ts.Statement | undefined;
  for (const statement of printed.statements) {
    const piece = own.get(nameOf(statement) ?? '') ?? asPrinted(statement);
    const isList = last !== undefined && last.kind === statement.kind && isModuleSyntax(statement);
    if (last !== undefined && !isList) result += '\n';
    result += `${piece}\n`;
    last = statement;
  }
  return { text: result };
}

/** Name of a type, function or constant. */
function nameOf(node: ts.Statement): string | undefined {
  if (ts.isVariableStatement(node)) {
    const [one, ...more] = node.declarationList.declarations;
    return one === undefined || more.length > 0 ? undefined : one.name.getText();
  }
  const isNamed =
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isFunctionDeclaration(node);
  return isNamed ? node.name?.text : undefined;
}

/** Texts that the declaration file can copy from the source, by name. */
function ownTexts({ statements }: ts.SourceFile): ReadonlyMap<string, string> {
  const texts = new Map<string, string | undefined>();
  for (const one of statements) {
    const name = nameOf(one);
    if (name === undefined) continue;
    const text = ownText(one);
    // overloads, and names of both a type and a value, are left to the compiler
    const isFirst = !texts.has(name) && text !== undefined;
    texts.set(name, isFirst ? commentOf(one) + text : undefined);
  }
  return new Map([...texts].flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}

/** The declaration of a statement; `undefined` if the compiler must infer it. */
function ownText(node: ts.Statement): string | undefined {
  const head = (end: number): string => node.getSourceFile().text.slice(node.getStart(), end);
  if (ts.isVariableStatement(node)) {
    const [one] = node.declarationList.declarations;
    if (one?.type === undefined) return undefined;
    return `${head(one.type.end).replace(/^(export )?(?:declare )?/, '$1declare ')};`;
  }
  if (!ts.isFunctionDeclaration(node)) return node.getText();
  const { type, parameters } = node;
  if (type === undefined || !parameters.every(isPlain)) return undefined;
  // only the last ones may be optional
  const required = parameters.findLastIndex((one) => !isOptional(one));
  if (parameters.slice(0, Math.max(required, 0)).some(isOptional)) return undefined;
  const signature = applyEdits(
    head(type.end),
    parameters.flatMap((one) => withoutDefault(one, node.getStart())),
  );
  // declarations have neither `async` nor a generator's star
  return `${signature.replace(/^(export )?(?:async )?function\*?/, '$1declare function')};`;
}

function isPlain(parameter: ts.ParameterDeclaration): boolean {
  return parameter.type !== undefined && ts.isIdentifier(parameter.name);
}

function isOptional({ questionToken, initializer }: ts.ParameterDeclaration): boolean {
  return questionToken !== undefined || initializer !== undefined;
}

/** A parameter with a default is declared as optional. */
function withoutDefault(
  { name, type, initializer }: ts.ParameterDeclaration,
  start: number,
): readonly Edit[] {
  if (initializer === undefined || type === undefined) return [];
  return [
    { start: name.end - start, end: name.end - start, text: '?' },
    { start: type.end - start, end: initializer.end - start, text: '' },
  ];
}

function isModuleSyntax(node: ts.Node): boolean {
  return ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
}

/** The comments at the top of a file up to and including a blank line. */
function headerOf({ text }: ts.SourceFile): string {
  return /^(?:\/\/[^\n]*\n|\/\*(?!\*)[^\n]*?\*\/[ \t]*\n)+\n/.exec(text)?.[0] ?? '';
}

/** The comment directly before a statement, with its line end. */
function commentOf(node: ts.Statement): string {
  const { text } = node.getSourceFile();
  const comment = ts.getLeadingCommentRanges(text, node.pos)?.at(-1);
  const start = node.getStart();
  if (comment === undefined || /\n\s*\n/.test(text.slice(comment.end, start))) return '';
  return text.slice(comment.pos, start);
}

/** A statement printed by the compiler, in our indentation and quotes. */
function asPrinted(node: ts.Statement): string {
  const text = applyEdits(node.getFullText(), quoteEdits(node, node.pos)).trim();
  if (isModuleSyntax(node)) return wrapped(text);
  return text.replace(/^(?: {4})+/gm, (margin) => margin.slice(margin.length / 2));
}

/** Single quotes for texts without any. */
function quoteEdits(node: ts.Node, origin: number): readonly Edit[] {
  if (!ts.isStringLiteral(node)) {
    return node.getChildren().flatMap((child) => quoteEdits(child, origin));
  }
  const text = node.getText();
  if (!text.startsWith('"') || text.includes("'")) return [];
  const inner = text.slice(1, -1).replace(/\\(.)/gs, (all, char) => (char === '"' ? char : all));
  return [{ start: node.getStart() - origin, end: node.end - origin, text: `'${inner}'` }];
}

/** An import or export, with each name on its own line if they do not fit on one. */
function wrapped(text: string): string {
  const plain = text.replace(/,\s*\}/, ' }');
  if (plain.length <= style.printWidth) return plain;
  return plain.replace(/\{ (.*) \}/, (whole, list: string) => {
    const names = list.split(', ');
    return names.length === 1 ? whole : `{\n  ${names.join(',\n  ')},\n}`;
  });
}
