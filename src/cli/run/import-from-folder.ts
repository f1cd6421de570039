import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../package-root.ts';
import type { CodeFile, CodeModule } from './code-module.ts';
import { transpile } from './transpile.ts';

/**
 * Imports generated code from a temporary folder, in which `asmx-gen/runtime` refers to this
 * package.
 */
export function importFromFolder(files: readonly CodeFile[]): CodeModule {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  provideRuntime(join(folder, 'node_modules', 'asmx-gen'));
  for (const { path, text } of files) {
    if (!path.endsWith('.ts')) continue;
    const target = join(folder, scriptPath(path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, transpile(text, path));
  }
  return { load: (path) => import(pathToFileURL(join(folder, scriptPath(path))).href) };
}

/**
 * Creates a package that exports what this one does. It is no link, because nothing can link to a
 * package in an archive of Yarn.
 */
function provideRuntime(folder: string): void {
  const { exports } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    exports: Readonly<Record<string, string | { readonly default: string }>>;
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', exports: { './*': './*.js' } }),
  );
  for (const [path, target] of Object.entries(exports)) {
    if (typeof target === 'string' || path === '.') continue;
    const file = join(folder, `${path}.js`);
    mkdirSync(dirname(file), { recursive: true });
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
