import { type Host, type ReadLimits, UnreadableFile } from './host.ts';

/** A local file that exists. */
export type LocalFile =
  | { readonly kind: 'read'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'unreadable'; readonly path: string; readonly error: UnreadableFile }
  | { readonly kind: 'outside'; readonly path: string; readonly folder: string };

/**
 * Maximum number of paths, differing in letter case, that are followed at once. Steps such as
 * `a/../a` multiply them.
 */
const mostAlike = 16;

/** The local files of one contract, read through a host. */
export class LocalFiles {
  readonly #host: Host;
  readonly #limits: ReadLimits;
  /** Folder outside which no file is read: as given, and with symbolic links resolved. */
  readonly #confine: { readonly given: string; readonly real: string } | undefined;
  readonly #files = new Map<string, LocalFile | undefined>();
  readonly #folders = new Map<string, ReadonlyMap<string, readonly string[]>>();

  constructor(host: Host, limits: ReadLimits, confine: string | undefined) {
    this.#host = host;
    this.#limits = limits;
    this.#confine =
      confine === undefined ? undefined : { given: confine, real: this.#realPath(confine) };
  }

  /**
   * The file that a user named. It may be outside the folder that imports are confined to, unless
   * its path leads into the folder and a symbolic link out of it.
   */
  findEntry(path: string): LocalFile | undefined {
    const other = decodedPath(path);
    return this.#read(path, true) ?? (other === path ? undefined : this.#read(other, true));
  }

  /**
   * A file by its path, or by its path with escapes such as `%20` decoded; `undefined` if there is
   * none.
   */
  find(path: string): LocalFile | undefined {
    if (this.#files.has(path)) return this.#files.get(path);
    const other = decodedPath(path);
    const found = this.#read(path) ?? (other === path ? undefined : this.#read(other));
    this.#files.set(path, found);
    return found;
  }

  /**
   * Path of the one file whose path differs only in letter case, which documents from Windows often
   * get wrong. `undefined` if there is none, or more than one.
   */
  findByLetters(path: string): string | undefined {
    let found: readonly string[] = [''];
    const steps = decodedPath(path).split('/');
    for (const [index, step] of steps.entries()) {
      if (found.length > mostAlike) return undefined;
      const end = index === steps.length - 1 ? '' : '/';
      found =
        step === '' || step === '.' || step === '..'
          ? found.map((before) => `${before}${step}/`)
          : found.flatMap((before) =>
              (this.#namesIn(before).get(step.toLowerCase()) ?? []).map(
                (name) => `${before}${name}${end}`,
              ),
            );
    }
    const [one, ...more] = found;
    return more.length > 0 ? undefined : one;
  }

  #realPath(path: string): string {
    return this.#host.realPath?.(path) ?? withoutDots(path);
  }

  #read(path: string, named = false): LocalFile | undefined {
    if (this.#confine !== undefined && !this.#isInside(path)) {
      const leadsOut = foldersOf(path).some((one) => this.#isInside(one));
      if (!named || leadsOut) return { kind: 'outside', path, folder: this.#confine.given };
    }
    try {
      const bytes = this.#host.readFile(path, this.#limits.fileBytes);
      return bytes === undefined ? undefined : { kind: 'read', path, bytes };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      return { kind: 'unreadable', path, error };
    }
  }

  #isInside(path: string): boolean {
    return isInside(this.#realPath(path), this.#confine?.real ?? '');
  }

  /** Names in a folder by their lower-case form. */
  #namesIn(path: string): ReadonlyMap<string, readonly string[]> {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const names = new Map<string, string[]>();
    for (const name of this.#host.listFolder?.(path) ?? []) {
      const lower = name.toLowerCase();
      const alike = names.get(lower);
      if (alike === undefined) names.set(lower, [name]);
      else alike.push(name);
    }
    this.#folders.set(path, names);
    return names;
  }
}

/** A path with escapes such as `%20` decoded, unless they are malformed. */
export function decodedPath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether a path is a folder or inside it. */
function isInside(path: string, folder: string): boolean {
  const [inner, outer] = [path, folder].map((one) => one.replaceAll('\\', '/'));
  if (inner === undefined || outer === undefined) return false;
  if (outer === '') return !/^(?:\/|\.\.(?:\/|$))/.test(inner);
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** The folders along a path. A file in one of them is in it by name, whatever symbolic links do. */
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

/** A path with `.` and `..` resolved as far as possible. */
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
