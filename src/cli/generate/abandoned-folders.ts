import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { findConfig } from '../../config/find-config.ts';
import type { FolderIndex, KnownFolder } from './folder-index.ts';
import type { JobOutcome } from './job-outcome.ts';

/**
 * Finds generated folders that no contract of the configuration generates any more. Searches for
 * manifests beside the generated folders and in `generated`. Ignores folders outside the
 * configuration's own folder, or nearer to another configuration.
 *
 * @param outcomes All contracts of the configuration. If one of them failed, its folder is
 *   unknown, and none is found.
 */
export function findAbandoned(
  outcomes: readonly JobOutcome[],
  index: FolderIndex,
): readonly KnownFolder[] {
  const [job] = outcomes.map((one) => one.job);
  const { config, directory } = job ?? {};
  if (config === undefined || directory === undefined) return [];
  const current = new Set<string>();
  const parents = new Set([resolve(directory, 'generated')]);
  for (const { comparison, runtime } of outcomes) {
    if (comparison === undefined) return [];
    current.add(resolve(comparison.directory));
    if (runtime !== undefined) current.add(runtime.directory);
    parents.add(dirname(resolve(comparison.directory)));
  }
  const below = (path: string): boolean => {
    const way = relative(directory, path);
    return way !== '' && !way.startsWith('..') && !isAbsolute(way);
  };
  return [...parents]
    .filter((parent) => below(parent) || parent === resolve(directory))
    .flatMap((parent) => index.below(parent))
    .filter((folder) => !current.has(resolve(folder.directory)) && below(folder.directory))
    .filter((folder) => (findConfig(folder.directory) ?? config) === config);
}
