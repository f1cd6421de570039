import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, extname } from 'node:path';

/**
 * Watches files by the folders they are in, so that editors which replace a file on saving are
 * seen as well.
 */
export interface FileWatcher {
  /**
   * Watches just these files, and whatever of these endings appears beside one; absent files are
   * waited for.
   */
  follow(files: Iterable<string>): void;
  close(): void;
}

/**
 * Creates a watcher that follows nothing yet.
 *
 * @param endings File name endings, such as `.yaml`, under which new files count as well.
 * @param delay Milliseconds without a further change before `onChange` is called.
 */
export function createFileWatcher(
  endings: readonly string[],
  delay: number,
  onChange: () => void,
): FileWatcher {
  const folders: Map<string, { readonly watcher: FSWatcher; names: ReadonlySet<string> }> =
    new Map();
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, delay);
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
    // a folder that is taken away; it is looked for again after the next run
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
 * Names to look for in each folder that there is: of a file in a folder that is absent, the first
 * absent folder's.
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
