import {
  createDiagnosticBag,
  type DiagnosticSink,
  isScript,
  type SourceFile,
} from '../diagnostics/diagnostic.ts';
import type { ExpectedHandlers } from '../plan/result.ts';

/** A backtick that ends a template literal: an even number of backslashes before it. */
const templateEnd = /(?:^|[^\\])(?:\\\\)*`/;

/**
 * Whether a text has a code line beyond the print width that prettier might break. Comments don't
 * count, nor lines of a template literal that starts at the end of a line, nor lines of one long
 * string or import path.
 */
export function hasOverLongCode(text: string): boolean {
  const width = prettierStyle.printWidth;
  let inComment = false;
  let inTemplate = false;
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    if (inTemplate) inTemplate = !templateEnd.test(text.slice(start, end));
    else if (inComment) inComment = !text.slice(start, end).includes('*/');
    else if (text.startsWith('/*', firstCharacter(text, start))) {
      inComment = !text.slice(start, end).includes('*/');
    } else if (text.startsWith('`\\', end - 2)) inTemplate = true;
    else if (end - start > width && isBreakable(text.slice(start, end).trim())) return true;
    start = end + 1;
  }
  return false;
}

function firstCharacter(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === 0x20) at++;
  return at;
}

/** `const a: B<C> =`, with the value on the next line. */
const constantHead = /^(?:export )?const [^\s:]+: [\w$]+<[^\s<>,()[\]{}]+(?: \| null)?> =$/;
/** `interface A extends B {`. */
const interfaceHead = /^(?:export )?interface \S+ extends [^\s<>,]+ \{\}?$/;

/**
 * Whether prettier might break a line. It does not break a string or template literal that is a
 * whole value, argument or operand, an import of one name, the head of a constant or an interface
 * with one other name, or a line comment.
 */
function isBreakable(line: string): boolean {
  if (line.startsWith('//')) return false;
  if (constantHead.test(line) || interfaceHead.test(line)) return false;
  if (/^(?:\w{1,4}: |return )?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")[,;]?$/.test(line))
    return false;
  if (/^(?:return |(?:const )?[\w$.]+ \+?= )?`(?:[^`\\]|\\.)*`[,;]?$/.test(line)) return false;
  return !/^(?:import|export)(?: type)? \{ [^,]* \} from /.test(line);
}

/**
 * Adds the missing parts of a user's handlers file: a stub for each operation without a handler,
 * and the import for stubs. No other byte changes. Reports removed operations, positions where no
 * stub can be added, and files that cannot be parsed.
 *
 * @param cache Remembers complete files, for which the parser is not loaded again.
 * @returns the new text
 */
export async function mergeHandlers(
  file: SourceFile,
  plan: ExpectedHandlers,
  sink: DiagnosticSink,
  cache?: FormatCache,
): Promise<string> {
  const { members, interface: name, factory, module } = plan;
  const { createHash } = await import('node:crypto');
  const key = createHash('sha256')
    .update(JSON.stringify(['handlers', isScript(file), members, name, factory, module, file.text]))
    .digest('hex');
  if (cache?.get(key) === 'complete') return file.text;
  const { completeHandlers } = await import('./handlers.ts');
  const bag = createDiagnosticBag();
  const text = completeHandlers(file, plan, bag);
  for (const diagnostic of bag.diagnostics) sink.report(diagnostic);
  if (text === file.text && bag.diagnostics.length === 0) cache?.set(key, 'complete');
  return text;
}

/** Keeps formatted texts by the hash of their sources. */
export interface FormatCache {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
}

/** A cache for the lifetime of a process, for `--watch`. */
export function createMemoryCache(): FormatCache {
  const texts = new Map<string, string>();
  return { get: (key) => texts.get(key), set: (key, text) => void texts.set(key, text) };
}

/**
 * Formats a text with prettier, in our style or that of the project a path belongs to. Loads
 * prettier only for texts that are not in the cache, except to read a project's settings.
 *
 * @param projectPath Path of the file in the user's project, whose prettier configuration
 *   decides. `undefined` for our style.
 * @throws SyntaxError the text is malformed
 */
export async function formatWithPrettier(
  text: string,
  projectPath: string | undefined,
  cache: FormatCache,
): Promise<string> {
  const options = projectPath === undefined ? prettierStyle : await projectOptions(projectPath);
  const { createHash } = await import('node:crypto');
  const key = createHash('sha256')
    .update(JSON.stringify(options))
    .update('\0')
    .update(text)
    .digest('hex');
  const known = cache.get(key);
  if (known !== undefined) return known;
  const { format } = await import('prettier');
  const formatted = await format(text, { ...options, parser: 'typescript' });
  cache.set(key, formatted);
  return formatted;
}

async function projectOptions(path: string): Promise<object> {
  const { resolveConfig } = await import('prettier');
  return (await resolveConfig(path, { editorconfig: true })) ?? {};
}

/** The prettier options that this tool sets. */
interface Style {
  readonly parser: 'typescript';
  readonly printWidth: number;
  readonly singleQuote: boolean;
}

/**
 * Style of generated TypeScript; otherwise prettier's defaults. `src/plan/print` writes text in
 * this style.
 */
export const prettierStyle: Style = { parser: 'typescript', printWidth: 100, singleQuote: true };
