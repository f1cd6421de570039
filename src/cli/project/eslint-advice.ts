import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readProjectSettings } from './project-settings.ts';

const configNames = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((one) => `eslint.config.${one}`);

/**
 * The line that excludes generated files from ESLint, which would report in each that
 * `eslint-disable` is unused.
 *
 * @param folder Folder of the configuration.
 * @param output Path of the generated folder from there.
 * @returns `undefined` if the project around the folder has no ESLint
 */
export function eslintAdvice(folder: string, output: string): string | undefined {
  const config = findUpward(resolve(folder), configNames);
  const values = readProjectSettings(folder)?.manifest?.values ?? {};
  const packages = [values.dependencies, values.devDependencies].filter(
    (one) => typeof one === 'object' && one !== null,
  );
  if (config === undefined && !packages.some((one) => 'eslint' in one)) return undefined;
  return `for ESLint, add to ${config ?? 'eslint.config.js'}: { ignores: ['${output}/**'] },`;
}

/** The first of these names in a folder, or in the next one above up to a `package.json`. */
function findUpward(folder: string, names: readonly string[]): string | undefined {
  const found = names.find((name) => existsSync(join(folder, name)));
  if (found !== undefined) return found;
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return undefined;
  return findUpward(dirname(folder), names);
}
