import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, extname } from 'node:path';

/** Milliseconds to wait for further changes, because editors save in several steps. */
const settleTime = 50;

/**
 * Watches files through their folders, so that editors which replace a file on saving are noticed,
 * too.
 */
interface FileWatcher {
  /**
   * Watches exactly these files, and new files with these extensions beside them. Missing files are
   * noticed when they appear.
   */
  follow(files: Iterable<string>): void;
  close(): void;
}

/**
 * Creates a watcher without files.
 *
 * @param endings File extensions, such as `.yaml`, for which new files count, too.
 */
export function createFileWatcher(endings: readonly string[], onChange: () => void): FileWatcher {
  const folders: Map<string, { readonly watcher: FSWatcher; names: ReadonlySet<string> }> =
    new Map();
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, settleTime);
  };
  const drop = (folder: string): void => {
    folders.get(folder)?.watcher.close();
    folders.delete(folder);
  };
  const open = (folder: string, names: ReadonlySet<string>): void => {
    const watcher = watch(folder, (_event, name) => {
      const known = folders.get(folder)?.names;
      if (name === null || known?.has(name) === true || endings.includes(extname(name))) changed();
    });
    // the folder was removed; it is searched for again after the next run
    watcher.on('error', () => {
      drop(folder);
      changed();
    });
    folders.set(folder, { watcher, names });
  };
  return {
    follow(files) {
      const needed = namesByFolder(files);
      for (const folder of [...folders.keys()]) if (!needed.has(folder)) drop(folder);
      for (const [folder, names] of needed) {
        const known = folders.get(folder);
        if (known === undefined) open(folder, names);
        else known.names = names;
      }
    },
    close() {
      clearTimeout(timer);
      for (const folder of [...folders.keys()]) drop(folder);
    },
  };
}

/**
 * Names to watch for in each existing folder. For a file in a missing folder, the name of the first
 * missing one.
 */
function namesByFolder(files: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const found: Map<string, Set<string>> = new Map();
  for (const file of files) {
    let path = file;
    while (!isFolder(dirname(path)) && dirname(path) !== path) path = dirname(path);
    const folder = dirname(path);
    const names = found.get(folder);
    if (names === undefined) found.set(folder, new Set([basename(path)]));
    else names.add(basename(path));
  }
  return found;
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Whether a file was saved while it was being read. */
export function changedSince(files: Iterable<string>, time: number): boolean {
  return [...files].some((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    // a time in the future means nothing, and would repeat this forever
    return stats?.isFile() === true && stats.mtimeMs > time && stats.mtimeMs <= Date.now();
  });
}
