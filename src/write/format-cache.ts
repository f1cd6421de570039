import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormatCache } from '../format/prettier-format.ts';

/** Keys are hashes; other texts are not keys. */
const hash = /^[0-9a-f]{16,128}$/;

/**
 * A persistent cache of formatted texts: one file each in a folder that may be deleted at any time.
 * Files that cannot be read or written count as absent.
 */
export function createFolderCache(folder: string): FormatCache {
  return {
    get: (key) => {
      if (!hash.test(key)) return undefined;
      try {
        return readFileSync(join(folder, key), 'utf8');
      } catch {
        return undefined;
      }
    },
    set: (key, text) => {
      if (!hash.test(key)) return;
      try {
        mkdirSync(folder, { recursive: true });
        const temporary = join(folder, `${key}.${process.pid}.tmp`);
        writeFileSync(temporary, text);
        renameSync(temporary, join(folder, key));
      } catch {
        // a full disk or a read-only folder costs time, not correctness
      }
    },
  };
}
