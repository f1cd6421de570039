import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ts } from 'ts-morph';
import type { Span } from '../diagnostics/diagnostic.ts';

const require = createRequire(import.meta.url);

/** The compiler, loaded only for a broken module. */
function compiler(): typeof ts {
  return (require('ts-morph') as typeof import('ts-morph')).ts;
}

/** Why a module cannot be loaded, and the position. */
interface ModuleError {
  readonly message: string;
  /** Absent if the position is unknown. */
  readonly span?: Span | undefined;
}

/** Maximum number of modules searched for a syntax error. */
const mostModules = 100;

/**
 * Finds the position of an error from importing a module. Node does not report the position of a
 * syntax error, so the module and its relative imports are parsed again. Other errors have it in
 * their stack.
 *
 * @param path Absolute path of the module.
 * @param show Converts a path to its form in messages.
 */
export function locateModuleError(
  error: { readonly message: string; readonly stack: string; readonly isSyntax: boolean },
  path: string,
  show: (path: string) => string,
): ModuleError {
  const found = error.isSyntax ? findSyntaxError(path, show) : undefined;
  if (found !== undefined) return found;
  const span = importSpan(error.message, path, show) ?? stackSpan(error.stack, path, show);
  return { message: error.message, span };
}

function findSyntaxError(path: string, show: (path: string) => string): ModuleError | undefined {
  const parser = compiler();
  const waiting = new Set([path]);
  for (const one of waiting) {
    const text = readText(one);
    if (text === undefined) continue;
    const parsed = parser.createSourceFile(one, text, parser.ScriptTarget.Latest);
    const [first] = syntaxErrors(parsed);
    if (first !== undefined) {
      const message = parser
        .flattenDiagnosticMessageText(first.messageText, ' ')
        .replace(/\.$/, '');
      const start = Math.min(first.start, text.length);
      const file = { path: show(one), text };
      return { message, span: { file, start, end: Math.min(start + first.length, text.length) } };
    }
    for (const { fileName } of parser.preProcessFile(text).importedFiles) {
      if (fileName.startsWith('.') && waiting.size < mostModules) {
        waiting.add(resolve(dirname(one), fileName));
      }
    }
  }
  return undefined;
}

/** Errors of the parser. TypeScript's declarations do not include this property. */
function syntaxErrors(file: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  return 'parseDiagnostics' in file
    ? (file.parseDiagnostics as readonly ts.DiagnosticWithLocation[])
    : [];
}

/**
 * The position of an import that cannot be resolved. The message has the module's name or its
 * absolute path.
 */
function importSpan(
  message: string,
  path: string,
  show: (path: string) => string,
): Span | undefined {
  const text = readText(path);
  if (text === undefined || !message.startsWith('Cannot find ')) return undefined;
  const found = compiler()
    .preProcessFile(text)
    .importedFiles.find(({ fileName }) => {
      const target = fileName.startsWith('.') ? resolve(dirname(path), fileName) : fileName;
      return message.includes(`'${target}'`);
    });
  const file = { path: show(path), text };
  return found && { file, start: found.pos, end: found.end };
}

/** The first position in the stack that is in the module, or otherwise in a file of the project. */
function stackSpan(stack: string, path: string, show: (path: string) => string): Span | undefined {
  const own = [pathToFileURL(path).href, path].find((name) => stack.includes(name));
  if (own !== undefined) {
    const [, line, column] =
      /^(?:\?[\d.]+)?:(\d+):(\d+)/.exec(stack.slice(stack.indexOf(own) + own.length)) ?? [];
    return line === undefined ? undefined : spanAt(path, Number(line), Number(column), show);
  }
  const frames = stack.matchAll(/(file:\/\/[^\s()?]+)(?:\?[^\s():]*)?:(\d+):(\d+)/g);
  for (const [, url = '', line, column] of frames) {
    if (url.includes('/node_modules/')) continue;
    return spanAt(fileURLToPath(url), Number(line), Number(column), show);
  }
  return undefined;
}

/** A position by line and column, both from 1. */
function spanAt(
  path: string,
  line: number,
  column: number,
  show: (path: string) => string,
): Span | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  const before = text.split('\n').slice(0, line - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  const at = Math.min(start, text.length);
  return { file: { path: show(path), text }, start: at, end: at };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
