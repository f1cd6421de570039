import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { defaultReadLimits, type Host, isRemote, UnreadableFile } from '../../read/host.ts';
import { leftFiles, nameTarget, temporaryName } from '../../write/folder.ts';

/**
 * A path for display: relative to the working directory unless it is far away, with `/`. A URL
 * stays unchanged.
 */
export function shownPath(absolute: string): string {
  if (isRemote(absolute)) return absolute;
  const near = relative(process.cwd(), absolute).replaceAll('\\', '/');
  return near.startsWith('../../') || near === '' ? absolute : near;
}

/** A path relative to the working directory, with `/`, even if it is far away. */
export function pathFromHere(path: string): string {
  return relative(process.cwd(), path).replaceAll('\\', '/');
}

/** The host of a run on this machine: files relative to the working directory. */
export const nodeHost: Host = {
  readFile: (path, limit = defaultReadLimits.fileBytes) => {
    try {
      // opening a device can have effects, and opening a pipe can wait forever
      refuseOther(statSync(path), path, limit);
      return readWhole(path, limit);
    } catch (error) {
      if (error instanceof UnreadableFile) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      throw new UnreadableFile(path, reasons[code] ?? `the system refuses to read it (${code})`);
    }
  },
  listFolder: (path) => {
    try {
      return readdirSync(path === '' ? '.' : path);
    } catch {
      return undefined;
    }
  },
  realPath: (path) => {
    let existing = resolve(path);
    let rest = '';
    for (;;) {
      try {
        return join(realpathSync(existing), rest);
      } catch {
        const parent = dirname(existing);
        if (parent === existing) return join(existing, rest);
        rest = join(basename(existing), rest);
        existing = parent;
      }
    }
  },
};

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'there is no permission to read it',
  EPERM: 'there is no permission to read it',
  ELOOP: 'it is a circle of symbolic links',
  ENAMETOOLONG: 'its name is longer than the system allows',
  EISDIR: 'it is a folder',
  ERR_INVALID_ARG_VALUE: 'its name has a character that no file name can have',
};

/**
 * Refuses devices, pipes and sockets, which may never end. Files of `/proc` claim to be empty, and
 * are read as such.
 */
function refuseOther(
  stats: { isDirectory(): boolean; isFile(): boolean; readonly size: number },
  path: string,
  limit: number,
): void {
  if (stats.isDirectory()) throw new UnreadableFile(path, 'it is a folder');
  if (!stats.isFile()) throw new UnreadableFile(path, 'it is not a regular file');
  if (stats.size > limit) {
    throw new UnreadableFile(path, `it is larger than ${limit} bytes`, true);
  }
}

/** The bytes that a file has when it is opened, and no more. */
function readWhole(path: string, limit: number): Uint8Array {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    refuseOther(stats, path, limit);
    const bytes = Buffer.allocUnsafe(stats.size);
    let length = 0;
    while (length < stats.size) {
      const count = readSync(descriptor, bytes, length, stats.size - length, null);
      if (count === 0) break;
      length += count;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a file as a whole or not at all, creating its folders. Replaces an existing file. */
export function writeTextFile(path: string, data: string | Uint8Array): void {
  writeTextFiles(dirname(path), [[basename(path), data]]);
}

/**
 * Writes files by their paths in a folder like `writeTextFile`. What killed runs left is looked for
 * once, since each search reads the names of all files there.
 */
export function writeTextFiles(
  folder: string,
  files: Iterable<readonly [path: string, data: string | Uint8Array]>,
): void {
  const targets = [...files].map(([path, data]) => ({
    path,
    hidden: join(dirname(path), `.${basename(path)}`),
    data,
  }));
  const hidden = targets.map((one) => one.hidden.replaceAll('\\', '/'));
  for (const left of leftFiles(folder, hidden)) rmSync(join(folder, left), { force: true });
  for (const target of targets) {
    const path = join(folder, target.path);
    const temporary = join(folder, temporaryName(target.hidden));
    mkdirSync(dirname(path), { recursive: true });
    try {
      writeFileSync(temporary, target.data);
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw nameTarget(error, temporary, path);
    }
  }
}

/** A possible completion of a word. */
export interface Candidate {
  readonly value: string;
  /** Its description. `file` and `folder` tell the scripts that it is a path. */
  readonly text?: string | undefined;
}
