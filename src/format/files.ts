import type { Diagnostic, DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { RenderedFile } from '../render/templates.ts';
import { findForeignStatement, type GuardFinding } from './guard.ts';
import {
  createMemoryCache,
  type FormatCache,
  formatWithPrettier,
  hasOverLongCode,
} from './prettier.ts';

/** A finished file. */
export interface FormattedFile {
  /** Path inside the output folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Options for formatting files. */
interface FormatOptions {
  /**
   * `own`: the style of the templates, with prettier for lines that are too long. `project`: the
   * prettier configuration of the project that the output folder belongs to.
   */
  readonly format: 'own' | 'project';
  /** Output folder, where `project` looks for the configuration. */
  readonly directory?: string | undefined;
  /** Whether a user's template contributed; then the text is parsed instead of only scanned. */
  readonly customised: boolean;
  readonly cache?: FormatCache | undefined;
  /** `ts` (default), or `js`: each `.ts` file becomes a `.js` file with its declarations. */
  readonly emit?: 'ts' | 'js' | undefined;
}

/**
 * Larger outputs keep their long lines, because prettier takes seconds for text that no one reads.
 */
const mostForPrettier = 512 * 1024;

/**
 * The last stage before files are written: checks that each text contains only what we emit, and
 * formats where needed. Reports findings and leaves out their files.
 */
export async function formatFiles(
  files: Iterable<RenderedFile>,
  options: FormatOptions,
  sink: DiagnosticSink,
): Promise<readonly FormattedFile[]> {
  const cache = options.cache ?? createMemoryCache();
  let size = 0;
  const sound: RenderedFile[] = [];
  // each is checked before the next is rendered: reading a text flattens its pieces, which then
  // become garbage
  for (const file of files) {
    const { path, text, copied } = file;
    if (!copied) size += text.length;
    const finding = copied || !isCode(path) ? undefined : await findingOf(text, options);
    if (finding === undefined) sound.push(file);
    else sink.report(malformed(path, text, finding, options.customised));
  }
  const formatted: FormattedFile[] = [];
  for (const { path, text, copied } of sound) {
    const isLong = !copied && size <= mostForPrettier && isCode(path) && hasOverLongCode(text);
    const broken =
      isLong && options.format === 'own' ? await formatWithPrettier(text, undefined, cache) : text;
    const file = { path, text: broken };
    const styled = (one: FormattedFile): Promise<FormattedFile> =>
      inProjectStyle(one, options, cache);
    if (options.emit !== 'js' || !path.endsWith('.ts')) formatted.push(await styled(file));
    else {
      const report = (finding: GuardFinding): void =>
        sink.report(malformed(path, broken, finding, options.customised));
      formatted.push(...(await emit({ ...file, copied }, styled, report)));
    }
  }
  return formatted;
}

/** The JavaScript of a file; nothing, reported, if its declarations cannot be written. */
async function emit(
  file: RenderedFile,
  styled: (file: FormattedFile) => Promise<FormattedFile>,
  report: (finding: GuardFinding) => void,
): Promise<readonly FormattedFile[]> {
  const files = await emitJavaScript(file, file.copied);
  if ('message' in files) {
    report(files);
    return [];
  }
  const { script, declaration } = files;
  return withDeclarationMap({
    script: await styled(script),
    declaration: await styled(declaration),
  });
}

async function inProjectStyle(
  { path, text }: FormattedFile,
  { format, directory = '.' }: FormatOptions,
  cache: FormatCache,
): Promise<FormattedFile> {
  if (format !== 'project' || !isCode(path)) return { path, text };
  return { path, text: await formatWithPrettier(text, `${directory}/${path}`, cache) };
}

function isCode(path: string): boolean {
  return /\.[jt]s$/.test(path);
}

async function findingOf(text: string, options: FormatOptions): Promise<GuardFinding | undefined> {
  return (
    findForeignStatement(text) ?? (options.customised ? await findSyntaxProblem(text) : undefined)
  );
}

function malformed(
  path: string,
  text: string,
  finding: GuardFinding,
  customised: boolean,
): Diagnostic {
  const newline = text.indexOf('\n', finding.offset);
  const end = newline < 0 ? text.length : newline;
  return {
    code: 'ASMX9002',
    severity: 'error',
    message: `The generated ${path} is refused: ${finding.message}`,
    span: { file: { path, text }, start: finding.offset, end },
    help: customised
      ? 'correct the template it comes from'
      : 'this is a bug in asmx-gen: please report it with the contract',
  };
}

/** A file to be written. */
export interface TextFile {
  /** Path inside the output folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A file of JavaScript and its declarations. */
interface EmittedFiles {
  readonly script: TextFile;
  readonly declaration: TextFile;
}

/** JavaScript and declarations of a text. */
interface EmittedTexts {
  readonly script: string;
  readonly declaration: string;
}

/** What copied texts become: contracts have the same runtime, below headers of their own. */
const copies = new Map<string, EmittedTexts | GuardFinding>();

/**
 * Converts a TypeScript file to JavaScript with declarations.
 *
 * @param copied whether it is a file of the runtime, which is converted once for all contracts
 * @returns the finding if its declarations cannot be written
 */
export async function emitJavaScript(
  { path, text }: TextFile,
  copied = false,
): Promise<EmittedFiles | GuardFinding> {
  const header = headerOf(text);
  const body = text.slice(header.length);
  const emitted = copies.get(body) ?? (await emitTexts(body));
  if (copied) copies.set(body, emitted);
  if ('message' in emitted) return { ...emitted, offset: header.length + emitted.offset };
  const stem = path.replace(/\.ts$/, '');
  // the declarations have the types: a project that checks its JavaScript skips these files
  const first = /^(?:\/\* eslint-disable \*\/\n)?/;
  const script = `${header}${emitted.script}`.replace(first, '$&// @ts-nocheck\n');
  return {
    script: { path: `${stem}.js`, text: script },
    declaration: { path: `${stem}.d.ts`, text: header + emitted.declaration },
  };
}

async function emitTexts(text: string): Promise<EmittedTexts | GuardFinding> {
  // loaded on demand, because it loads the compiler
  const { declare, toScript } = await import('./javascript.ts');
  const declared = declare(text);
  if ('message' in declared) return declared;
  return { script: toScript(text), declaration: declared.text };
}

/** The comments at the top of a file up to and including a blank line. */
function headerOf(text: string): string {
  return /^(?:\/\/[^\n]*\n|\/\*(?!\*)[^\n]*?\*\/[ \t]*\n)+\n/.exec(text)?.[0] ?? '';
}

/** The files for writing, with the map that leads from declarations to the script. */
export async function withDeclarationMap({
  script,
  declaration,
}: EmittedFiles): Promise<readonly TextFile[]> {
  const { declarationMap } = await import('./javascript.ts');
  const map = declarationMap(
    { name: nameOf(declaration.path), text: declaration.text },
    { name: nameOf(script.path), text: script.text },
  );
  if (map === undefined) return [script, declaration];
  const path = `${declaration.path}.map`;
  const text = `${declaration.text}//# sourceMappingURL=${nameOf(path)}\n`;
  return [script, { path: declaration.path, text }, { path, text: map }];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

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
