import { lstatSync, readFileSync } from 'node:fs';

/** The entry at a path inside an output folder. */
export type FolderEntry =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly text: string }
  /** A link, a folder where a file should be, or a file or link where a folder should be. */
  | { readonly kind: 'blocked'; readonly what: string; readonly by: string };

/**
 * Finds the entry at a path inside a folder without following links below the folder itself, so
 * that nothing outside is ever read as ours or written.
 *
 * @param path Relative, with `/`, already checked by `pathProblem`.
 */
export function readEntry(directory: string, path: string): FolderEntry {
  const obstacle = obstacleAt(directory, path);
  return obstacle ?? { kind: 'file', text: readFileSync(`${directory}/${path}`, 'utf8') };
}

/** The bytes of a file that {@link readEntry} would find; `undefined` if it would find none. */
export function readEntryBytes(directory: string, path: string): Uint8Array | undefined {
  const obstacle = obstacleAt(directory, path);
  return obstacle === undefined ? readFileSync(`${directory}/${path}`) : undefined;
}

/** Why there is no file at a path; `undefined` if there is one. */
export function obstacleAt(
  directory: string,
  path: string,
): Exclude<FolderEntry, { readonly kind: 'file' }> | undefined {
  const segments = path.split('/');
  for (let count = 1; count <= segments.length; count++) {
    const part = segments.slice(0, count).join('/');
    const stats = lstatSync(`${directory}/${part}`, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: 'absent' };
    if (stats.isSymbolicLink()) return { kind: 'blocked', what: 'a symbolic link', by: part };
    const last = count === segments.length;
    if (last && stats.isDirectory()) return { kind: 'blocked', what: 'a folder', by: part };
    if (!last && !stats.isDirectory()) return { kind: 'blocked', what: 'a file', by: part };
    if (last && !stats.isFile()) return { kind: 'blocked', what: 'a special file', by: part };
  }
  return undefined;
}
