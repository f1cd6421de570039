import { type Host, type ReadLimits, UnreadableFile } from './host.ts';

/** A local file that was looked for and is there. */
export type LocalFile =
  | { readonly kind: 'read'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'unreadable'; readonly path: string; readonly error: UnreadableFile }
  | { readonly kind: 'outside'; readonly path: string; readonly folder: string };

/**
 * Paths alike but for letter case that are followed at once: steps such as `a/../a` multiply them.
 */
const mostAlike = 16;

/** The local files of one contract. */
export interface LocalFiles {
  /**
   * The file a user named: it may lie outside the folder that imports are confined to, unless its
   * path leads into the folder and a symbolic link out of it.
   */
  findEntry(path: string): LocalFile | undefined;
  /**
   * A file by its path, or by the path with `%20` and its like decoded; `undefined` when there is
   * none.
   */
  find(path: string): LocalFile | undefined;
  /**
   * Path of the one file whose path differs from this one in nothing but letter case: documents
   * made on Windows are careless of it. `undefined` when there is none, or more than one.
   */
  findByLetters(path: string): string | undefined;
}

/**
 * Gives access to local files through a host.
 *
 * @param confine folder outside which no file is read
 */
export function createLocalFiles(
  host: Host,
  limits: ReadLimits,
  confine: string | undefined,
): LocalFiles {
  const real = host.realPath ?? withoutDots;
  const folder = confine === undefined ? undefined : real(confine);
  const files = new Map<string, LocalFile | undefined>();
  const folders = new Map<string, ReadonlyMap<string, readonly string[]>>();

  const read = (path: string, named = false): LocalFile | undefined => {
    if (folder !== undefined && confine !== undefined && !isInside(real(path), folder)) {
      if (!named || foldersOf(path).some((one) => isInside(real(one), folder))) {
        return { kind: 'outside', path, folder: confine };
      }
    }
    try {
      const bytes = host.readFile(path, limits.fileBytes);
      return bytes === undefined ? undefined : { kind: 'read', path, bytes };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      return { kind: 'unreadable', path, error };
    }
  };

  /** Names in a folder by their lower-case form. */
  const namesIn = (path: string): ReadonlyMap<string, readonly string[]> => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const names = new Map<string, string[]>();
    for (const name of host.listFolder?.(path) ?? []) {
      const lower = name.toLowerCase();
      const alike = names.get(lower);
      if (alike === undefined) names.set(lower, [name]);
      else alike.push(name);
    }
    folders.set(path, names);
    return names;
  };

  return {
    findEntry(path) {
      const other = decoded(path);
      return read(path, true) ?? (other === path ? undefined : read(other, true));
    },
    find(path) {
      if (files.has(path)) return files.get(path);
      const other = decoded(path);
      const found = read(path) ?? (other === path ? undefined : read(other));
      files.set(path, found);
      return found;
    },
    findByLetters(path) {
      let found: readonly string[] = [''];
      const steps = decoded(path).split('/');
      for (const [index, step] of steps.entries()) {
        if (found.length > mostAlike) return undefined;
        const end = index === steps.length - 1 ? '' : '/';
        found =
          step === '' || step === '.' || step === '..'
            ? found.map((before) => `${before}${step}/`)
            : found.flatMap((before) =>
                (namesIn(before).get(step.toLowerCase()) ?? []).map(
                  (name) => `${before}${name}${end}`,
                ),
              );
      }
      const [one, ...more] = found;
      return more.length > 0 ? undefined : one;
    },
  };
}

function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether a path is a folder's own or lies in it. */
function isInside(path: string, folder: string): boolean {
  const [inner, outer] = [path, folder].map((one) => one.replaceAll('\\', '/'));
  if (inner === undefined || outer === undefined) return false;
  if (outer === '') return !/^(?:\/|\.\.(?:\/|$))/.test(inner);
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/**
 * The folders a path goes down through: a file in one of them is in it by its name, whatever
 * symbolic links do.
 */
function foldersOf(path: string): readonly string[] {
  const steps = withoutDots(path).split('/');
  const absolute = steps[0] === '';
  const up = absolute
    ? 1
    : Math.max(
        0,
        steps.findIndex((step) => step !== '..'),
      );
  const folders: string[] = [];
  for (let count = up; count < steps.length; count += 1) {
    folders.push(steps.slice(0, count).join('/') || (absolute ? '/' : '.'));
  }
  return folders;
}

/** A path with `.` and `..` worked out as far as they can be. */
function withoutDots(path: string): string {
  const steps: string[] = [];
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '.' || (step === '' && steps.length > 0)) continue;
    const last = steps[steps.length - 1];
    if (step === '..' && last !== undefined && last !== '..' && last !== '') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}
