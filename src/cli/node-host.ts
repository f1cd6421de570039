import { readdirSync, readFileSync } from 'node:fs';
import type { Host } from '../read/host.ts';

/** The host of a run on this machine: files as they are, relative to the working directory. */
export const nodeHost: Host = {
  readFile: (path) => {
    try {
      return readFileSync(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      // reading a folder fails without telling which
      throw code === 'EISDIR' ? Object.assign(error as Error, { path }) : error;
    }
  },
  listFolder: (path) => {
    try {
      return readdirSync(path === '' ? '.' : path);
    } catch {
      return undefined;
    }
  },
};
