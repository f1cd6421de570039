import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../src/write/folder.ts';
import { stripTypes } from './strip-types.ts';

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
    writeFileSync(target, stripTypes(text));
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

/** Creates a folder that is removed when the process ends. */
function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'asmx-gen-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function scriptPath(path: string): string {
  return path.replace(/\.ts$/, '.js');
}

/** A file of the generated folder. */
interface CodeFile {
  /** Path inside the folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Exports of a module by name. */
type ModuleExports = Readonly<Record<string, unknown>>;

/** A generated folder that can be imported. */
export interface CodeModule {
  /** Imports a file of the folder, such as `descriptions.ts`. */
  readonly load: (path: string) => Promise<ModuleExports>;
}
