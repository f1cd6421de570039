import * as nodeModule from 'node:module';
import { pathToFileURL } from 'node:url';
import type { CodeFile, CodeModule } from './code-module.ts';
import { importFromFolder } from './import-from-folder.ts';

/** The next resolver or loader in the chain. */
type NextHook = (url: string, context: object) => object;

/** `module.registerHooks`, which Node has from 22.15 on. */
export type RegisterHooks = (hooks: {
  resolve(specifier: string, context: { readonly parentURL?: string }, next: NextHook): object;
  load(url: string, context: object, next: NextHook): object;
}) => void;

/**
 * Imports generated code: from memory if Node supports TypeScript itself, otherwise from a
 * temporary folder. It must be generated with `runtime: 'package'`, so that it shares its classes
 * with this program.
 *
 * @param name Identifies the code in Node's compile cache, so that types of equal code are not
 *   stripped again.
 */
export async function importFiles(files: readonly CodeFile[], name: string): Promise<CodeModule> {
  const { registerHooks } = nodeModule as { registerHooks?: RegisterHooks };
  const { typescript } = process.features as { typescript?: string | false };
  if (registerHooks === undefined || !typescript) {
    return importFromFolder(files);
  }
  const root = `asmx-gen://generated/${encodeURIComponent(name)}/`;
  const known = new Map(files.map((file) => [root + file.path, file]));
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith(root)) return { url: specifier, shortCircuit: true };
      const { parentURL } = context;
      if (parentURL === undefined || !known.has(parentURL)) return next(specifier, context);
      if (!specifier.startsWith('.')) {
        const isOurs = specifier.startsWith('asmx-gen/');
        const from = isOurs ? import.meta.url : pathToFileURL(`${process.cwd()}/`).href;
        return next(specifier, { ...context, parentURL: from });
      }
      const { href: url } = new URL(specifier.replace(/\.js$/, '.ts'), parentURL);
      return { url, shortCircuit: true };
    },
    load(url, context, next) {
      const file = known.get(url);
      if (file === undefined) return next(url, context);
      return { format: 'module-typescript', source: file.text, shortCircuit: true };
    },
  });
  return { load: (path) => import(root + path) };
}
