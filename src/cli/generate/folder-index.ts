import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../../write/compare-files.ts';
import { isTemporaryName } from '../../write/leftovers.ts';
import type { Manifest } from '../../write/manifest.ts';

/** A generated folder with its manifest. */
export interface KnownFolder {
  readonly directory: string;
  readonly manifest: Manifest;
}

/** Generated folders by path. */
export interface FolderIndex {
  /** The folder, if it was generated. */
  at(directory: string): readonly KnownFolder[];
  /** Generated folders directly below a folder. Each is read once for all contracts. */
  below(parent: string): readonly KnownFolder[];
}

/** Creates an index for one run. */
export function createFolderIndex(): FolderIndex {
  const parents = new Map<string, readonly KnownFolder[]>();
  const at = (directory: string): readonly KnownFolder[] => {
    const manifest = readManifest(directory);
    return manifest === undefined ? [] : [{ directory, manifest }];
  };
  return {
    at,
    below(parent) {
      const known = parents.get(parent) ?? foldersIn(parent).flatMap(at);
      parents.set(parent, known);
      return known;
    },
  };
}

function foldersIn(parent: string): readonly string[] {
  try {
    return readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !isTemporaryName(entry.name))
      .map((entry) => join(parent, entry.name));
  } catch {
    // nothing was generated there yet
    return [];
  }
}
