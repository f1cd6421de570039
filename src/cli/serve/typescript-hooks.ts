import { existsSync, readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Hooks } from '../contract/code.ts';

/**
 * Finds the `.ts` file of an import with `.js` in TypeScript code, like the compiler. What a module
 * imports by a relative path is loaded again if that was: it has the same `?asmx-gen=`.
 */
export const resolve: Hooks['resolve'] = (specifier, context, next) => {
  const { parentURL } = context;
  if (!/^(\.|\/|file:)/.test(specifier)) return next(specifier, context);
  const round = /^\./.test(specifier) ? /\?asmx-gen=\d+$/.exec(parentURL ?? '')?.[0] : undefined;
  const asked = specifier + (round ?? '');
  if (!/\.m?js$/.test(specifier)) return next(asked, context);
  const script = new URL(specifier, parentURL);
  const source = new URL(script.href.replace(/js$/, 'ts'));
  const isSource = !existsSync(script) && existsSync(source);
  return next(isSource ? source.href + (round ?? '') : asked, context);
};

/** Loads TypeScript files as JavaScript, including those that Node's own type stripping refuses. */
export const load: Hooks['load'] = (url, context, next) => {
  if (!/^file:[^?]*\.m?ts(?:\?|$)/.test(url)) return next(url, context);
  const path = fileURLToPath(url);
  const source = transpile(readFileSync(path, 'utf8'), path);
  return { format: 'module', source, shortCircuit: true };
};

const require = nodeModule.createRequire(import.meta.url);

/** `module.stripTypeScriptTypes`, which Node has from 22.13 on. */
type StripTypes = (text: string, options: { readonly mode: 'strip' }) => string;

/**
 * Converts TypeScript to JavaScript without checking types: with Node's type stripping if
 * available, otherwise, or if the types are not erasable, with the compiler that ts-morph bundles.
 *
 * @throws {SyntaxError} the text is not TypeScript
 */
export function transpile(text: string, fileName: string): string {
  return stripTypes(text) ?? transpileWithCompiler(text, fileName);
}

/** Strips types with Node; `undefined` if Node cannot. */
function stripTypes(text: string): string | undefined {
  const strip = (nodeModule as { stripTypeScriptTypes?: StripTypes }).stripTypeScriptTypes;
  if (strip === undefined) return undefined;
  const { emitWarning } = process;
  // Node warns once that the function is experimental, which users cannot change.
  process.emitWarning = () => {};
  try {
    return strip(text, { mode: 'strip' });
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function transpileWithCompiler(text: string, fileName: string): string {
  // required instead of imported, because Node would scan the whole compiler for the names it
  // exports
  const { ts } = require('ts-morph') as typeof import('ts-morph');
  const { outputText, diagnostics = [] } = ts.transpileModule(text, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2023,
      verbatimModuleSyntax: true,
    },
  });
  const [first] = diagnostics;
  if (first === undefined) return outputText;
  const message = ts.flattenDiagnosticMessageText(first.messageText, ' ');
  const at = first.file?.getLineAndCharacterOfPosition(first.start ?? 0);
  const place = at === undefined ? fileName : `${fileName}:${at.line + 1}:${at.character + 1}`;
  throw new SyntaxError(`${place}: ${message}`);
}
