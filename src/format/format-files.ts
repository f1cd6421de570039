import type { Diagnostic, DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { RenderedFile } from '../render/render-files.ts';
import { emitJavaScript, withDeclarationMap } from './javascript/emit-javascript.ts';
import { hasOverLongCode } from './over-long.ts';
import { createMemoryCache, type FormatCache, formatWithPrettier } from './prettier-format.ts';
import { findForeignStatement, type GuardFinding } from './statement-guard.ts';
import { findSyntaxProblem } from './syntax-guard.ts';

/** A finished file. */
export interface FormattedFile {
  /** Path inside the output folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Options for formatting files. */
export interface FormatOptions {
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

/**
 * The same check for files of built-in templates that are run instead of written, and so need no
 * format.
 */
export function checkFiles(
  files: Iterable<RenderedFile>,
  sink: DiagnosticSink,
): readonly FormattedFile[] {
  const sound: FormattedFile[] = [];
  for (const { path, text } of files) {
    const finding = findForeignStatement(text);
    if (finding === undefined) sound.push({ path, text });
    else sink.report(malformed(path, text, finding, false));
  }
  return sound;
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
