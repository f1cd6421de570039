import { join, resolve } from 'node:path';
import { formatImportLock, lockFileName } from '../../read/import-lock.ts';
import type { FolderComparison } from '../../write/compare-files.ts';
import { readImportLock } from '../contract/contract-source.ts';
import { nodeHost } from '../contract/node-host.ts';
import { CliError } from '../terminal/cli-error.ts';

/** Documents that a contract fetched from the Web. */
export interface Fetched {
  /** Folder of the contract's lock file. */
  readonly lockFolder: string;
  /** SHA-256 by URL. */
  readonly documents: ReadonlyMap<string, string>;
}

/**
 * Additions to lock files, so that they include every fetched document. Entries stay when no longer
 * needed, because another contract of the folder may need them.
 *
 * @returns a comparison for each lock file that changes
 */
export function compareLocks(all: readonly Fetched[]): readonly FolderComparison[] {
  const folders = new Map<string, Map<string, string>>();
  for (const { lockFolder, documents } of all) {
    if (documents.size === 0) continue;
    const folder = resolve(lockFolder);
    const known = folders.get(folder) ?? new Map<string, string>();
    for (const [url, sha256] of documents) known.set(url, sha256);
    folders.set(folder, known);
  }
  return [...folders].flatMap(([directory, documents]) => {
    const path = join(directory, lockFileName);
    const bytes = nodeHost.readFile(path);
    const before = bytes === undefined ? undefined : new TextDecoder().decode(bytes);
    const lock = readImportLock(directory, { report: ({ message }) => refuse(message) });
    const imports = new Map([...(lock?.imports ?? []), ...documents]);
    if (lock !== undefined && imports.size === lock.imports.size) return [];
    const after = formatImportLock({ imports, copies: lock?.copies });
    const kind = before === undefined ? 'create' : 'update';
    const changes = [{ path: lockFileName, kind, before, after }] as const;
    return [{ directory, changes, unchanged: [], diagnostics: [], userOwned: true }];
  });
}

/**
 * A malformed lock file is found before anything is fetched. One that has become malformed since is
 * not overwritten.
 */
function refuse(message: string): never {
  throw new CliError(message, 'Restore it, or remove it to have it written anew.');
}
