import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../package-root.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { transpile } from './transpile.ts';

/** A file of the generated folder. */
export interface GeneratedFile {
  /** Path inside the folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** What a module exports, by name. */
export type ModuleExports = Readonly<Record<string, unknown>>;

/** The generated folder as a module that runs. */
export interface GeneratedModule {
  /** Imports a file of the folder, such as `codecs.ts`. */
  readonly load: (path: string) => Promise<ModuleExports>;
}

/**
 * Makes the generated code of a run runnable: transpiles it into a temporary folder, from where
 * `asmx-gen/runtime` leads to this package. The code must have been generated with
 * `runtime: 'package'`.
 */
export async function importGenerated(files: readonly GeneratedFile[]): Promise<GeneratedModule> {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packageRoot, join(folder, 'node_modules', 'asmx-gen'), 'junction');
  for (const { path, text } of files) {
    if (!path.endsWith('.ts')) continue;
    const target = join(folder, scriptPath(path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, transpile(text, path));
  }
  return {
    load: (path) =>
      import(pathToFileURL(join(folder, scriptPath(path))).href) as Promise<ModuleExports>,
  };
}

function scriptPath(path: string): string {
  return path.replace(/\.ts$/, '.js');
}
