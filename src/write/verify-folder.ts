import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readManifest } from './compare-files.ts';
import { readEntry } from './folder-entry.ts';
import { contentHash, manifestName } from './manifest.ts';
import { pathProblem } from './safe-path.ts';

/** How a generated folder differs from its own manifest: paths inside it, sorted. */
export interface FolderVerdict {
  /** Files whose content is not what was written. */
  readonly edited: readonly string[];
  /** Files of the manifest that are gone. */
  readonly missing: readonly string[];
  /** Files the manifest doesn't list. */
  readonly stray: readonly string[];
}

/** Compares a folder with its manifest; `undefined` when it has none or it is malformed. */
export function verifyFolder(directory: string): FolderVerdict | undefined {
  const manifest = readManifest(directory);
  if (manifest === undefined) return undefined;
  const edited: string[] = [];
  const missing: string[] = [];
  for (const [path, hash] of Object.entries(manifest.files)) {
    const entry = pathProblem(path) === undefined ? readEntry(directory, path) : undefined;
    if (entry === undefined || entry.kind === 'absent') missing.push(path);
    else if (entry.kind === 'blocked' || contentHash(entry.text) !== hash) edited.push(path);
  }
  const stray = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => path !== manifestName && !Object.hasOwn(manifest.files, path));
  return { edited: edited.sort(), missing: missing.sort(), stray: stray.sort() };
}
