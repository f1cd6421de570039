import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../write/folder.ts';
import { transpile } from './transpile.ts';

/** The next resolver or loader in the chain. */
type NextHook = (url: string, context: object) => object;

/** What generated code imports. Here it gets the runtime that is part of this program. */
const runtimePackage = /^asmx-gen-runtime(?=\/|$)/;

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
      if (runtimePackage.test(specifier)) {
        const own = specifier.replace(runtimePackage, 'asmx-gen/runtime');
        return next(own, { ...context, parentURL: import.meta.url });
      }
      if (!specifier.startsWith('.')) {
        const { href: from } = pathToFileURL(`${process.cwd()}/`);
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

/**
 * Imports generated code from a temporary folder, in which `asmx-gen-runtime` refers to the runtime
 * of this program.
 */
export function importFromFolder(files: readonly CodeFile[]): CodeModule {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  provideRuntime(join(folder, 'node_modules', 'asmx-gen-runtime'));
  for (const { path, text } of files) {
    if (!path.endsWith('.ts')) continue;
    const target = join(folder, scriptPath(path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, transpile(text, path));
  }
  return { load: (path) => import(pathToFileURL(join(folder, scriptPath(path))).href) };
}

/**
 * Creates a package that exports the runtime of this one. It is no link, because nothing can link
 * to a package in an archive of Yarn.
 */
function provideRuntime(folder: string): void {
  const { exports } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    exports: Readonly<Record<string, string | { readonly default: string }>>;
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', exports: { '.': './index.js', './*': './*.js' } }),
  );
  for (const [path, target] of Object.entries(exports)) {
    const [isRuntime, entry = 'index'] = /^\.\/runtime(?:\/(.+))?$/.exec(path) ?? [];
    if (isRuntime === undefined || typeof target === 'string') continue;
    const file = join(folder, `${entry}.js`);
    const source = pathToFileURL(join(packageRoot, target.default)).href;
    writeFileSync(file, `export * from ${JSON.stringify(source)};\n`);
  }
}

/**
 * Creates a folder only for this run (mode 0700), removed when the process ends, even by a signal.
 */
function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'asmx-gen-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    if (process.listenerCount(signal) === 0) process.on(signal, () => process.exit(code));
  }
  return folder;
}

function scriptPath(path: string): string {
  return path.replace(/\.ts$/, '.js');
}

/** A file of the generated folder. */
export interface CodeFile {
  /** Path inside the folder, with `/`. */
  readonly path: string;
  /** Read when the file is imported, or written to be imported. */
  readonly text: string;
}

/** Exports of a module by name. */
type ModuleExports = Readonly<Record<string, unknown>>;

/** A generated folder that can be imported. */
export interface CodeModule {
  /** Imports a file of the folder, such as `descriptions.ts`. */
  readonly load: (path: string) => Promise<ModuleExports>;
}
