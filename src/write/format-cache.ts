import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormatCache } from '../format/prettier-format.ts';

/** Keys are hashes; anything else is no key of ours. */
const hash = /^[0-9a-f]{16,128}$/;

/**
 * A cache of formatted texts that outlives the process: one file each in a folder that may be
 * deleted at any time. What cannot be read or written is as good as absent.
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
        // a full disk or a folder without write permission costs time, not correctness
      }
    },
  };
}
