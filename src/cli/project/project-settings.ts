import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A JSON file of a project; empty if it is not an object. */
export interface ProjectFile {
  /** Absolute path. */
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The settings of the project around a folder. */
export interface ProjectSettings {
  /** The nearest `package.json`. */
  readonly manifest: ProjectFile | undefined;
  /** `compilerOptions` of the nearest `tsconfig.json`, including those it extends. */
  readonly compiler: ProjectFile | undefined;
}

/**
 * Reads the settings of the project around a folder.
 *
 * @returns `undefined` if one of the files cannot be read
 */
export function readProjectSettings(folder: string): ProjectSettings | undefined {
  try {
    const manifest = nearest(folder, 'package.json');
    const tsconfig = nearest(folder, 'tsconfig.json');
    return {
      manifest: fileOf(manifest, readJson),
      compiler: fileOf(tsconfig, compilerOptions),
    };
  } catch {
    // the compiler reports what is wrong with them
    return undefined;
  }
}

function fileOf(
  path: string | undefined,
  read: (path: string) => ProjectFile['values'],
): ProjectFile | undefined {
  return path === undefined ? undefined : { path, values: read(path) };
}

function nearest(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearest(parent, name);
}

function compilerOptions(path: string, open: readonly string[] = []): ProjectFile['values'] {
  if (open.includes(path)) return {};
  const { extends: bases = [], compilerOptions: own } = readJson(path);
  const inherited = [bases].flat().map((base) => {
    return compilerOptions(extendedPath(path, String(base)), [...open, path]);
  });
  return Object.assign({}, ...inherited, own);
}

/** The file that `extends` refers to: a path, a package, or a file of a package. */
function extendedPath(path: string, name: string): string {
  const { resolve } = createRequire(path);
  const found = [name, `${name}.json`, `${name}/tsconfig.json`].find((one) => {
    try {
      return resolve(one).endsWith('.json');
    } catch {
      return false;
    }
  });
  return resolve(found ?? name);
}

/** Reads JSON with comments and trailing commas. */
function readJson(path: string): ProjectFile['values'] {
  const text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  const bare = text.replace(/("(?:[^"\\]|\\.)*")|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g, '$1');
  const value: unknown = JSON.parse(bare.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/g, '$1'));
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
