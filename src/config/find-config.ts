import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Names of the configuration file, in search order. */
export const configNames: readonly string[] = ['mjs', 'js', 'ts', 'json', 'yaml', 'yml'].map(
  (extension) => `asmx-gen.config.${extension}`,
);

/**
 * Searches for a configuration in a folder and upward, up to the first folder with a `package.json`
 * or the root.
 *
 * @returns the absolute path, or `undefined` if there is none
 */
export function findConfig(directory: string): string | undefined {
  for (let at = resolve(directory); ; at = dirname(at)) {
    const found = configNames.map((name) => join(at, name)).find(isFile);
    if (found !== undefined) return found;
    if (existsSync(join(at, 'package.json')) || dirname(at) === at) return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
