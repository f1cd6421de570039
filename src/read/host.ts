/** Access to the outside world for reading. */
export interface Host {
  /**
   * Bytes of a local file; `undefined` if there is none.
   *
   * @param limit a larger file need not be read, because it is refused
   * @throws {UnreadableFile} the file exists but cannot be read
   */
  readonly readFile: (path: string, limit?: number) => Uint8Array | undefined;
  /**
   * Names of the entries of a local folder (`''` for the working directory), to find files whose
   * names differ in letter case; `undefined` if there is no such folder. Without it, letter case
   * matters.
   */
  readonly listFolder?: ((path: string) => readonly string[] | undefined) | undefined;
  /**
   * Absolute path of a local file or folder with symbolic links resolved, as far as it exists.
   * Without it, paths are compared as written.
   */
  readonly realPath?: ((path: string) => string) | undefined;
  /**
   * Fetches a remote document. Called only for allowed hosts, and again for each redirect, which it
   * must not follow itself. May throw to refuse; the message is shown.
   */
  readonly fetch?: ((url: string) => Promise<FetchedFile>) | undefined;
}

/**
 * Thrown by a host for a file that exists but cannot be read. The message is a clause, such as `it
 * is a folder`.
 */
export class UnreadableFile extends Error {
  readonly path: string;
  /** Whether it exceeds the requested limit. */
  readonly tooLarge: boolean;

  constructor(path: string, reason: string, tooLarge = false) {
    super(reason);
    this.name = 'UnreadableFile';
    this.path = path;
    this.tooLarge = tooLarge;
  }
}

/** Thrown by a host for a document that it cannot fetch. The message is a clause. */
export class FetchError extends Error {
  /** What to do about it. */
  readonly help: string | undefined;

  constructor(reason: string, help: string | undefined) {
    super(reason);
    this.name = 'FetchError';
    this.help = help;
  }
}

/** A response to a fetch. */
export interface FetchedFile {
  readonly status: number;
  readonly body: Uint8Array;
  /** `Location` of a redirect. */
  readonly location?: string | undefined;
  /** `WWW-Authenticate` of a refusal. */
  readonly authenticate?: string | undefined;
  /** What to do about a refusal. */
  readonly help?: string | undefined;
}

/** Says where documents are, instead of where imports say. */
export interface ImportRule {
  /** A location, the start or the end of one; as written, or as a URL. */
  readonly from: string;
  /** What replaces it: a path, or a URL on an allowed host. */
  readonly to: string;
  /** Default: `prefix`, of which the rest of the location is kept. */
  readonly match?: 'prefix' | 'exact' | 'suffix' | undefined;
}

/** Options for reading contracts. */
export interface ReadOptions {
  /**
   * Hosts (`example.com` or `example.com:8080`) from which imports may be fetched; none by default.
   */
  readonly allowHosts?: readonly string[] | undefined;
  readonly limits?: Partial<ReadLimits> | undefined;
  /**
   * Folder outside which no import is read, after symbolic links are resolved. By default, imports
   * may be in any folder.
   */
  readonly confine?: string | undefined;
  /** Where imports lead. The longest prefix counts. */
  readonly imports?: readonly ImportRule[] | undefined;
  /** What earlier runs fetched. Different contents are an error. */
  readonly lock?: ImportLock | undefined;
}

/** Limits on the documents of a contract. */
export interface ReadLimits {
  /** Bytes of one document: 32 MB. */
  readonly fileBytes: number;
  /** Bytes of all documents together: 128 MB. */
  readonly totalBytes: number;
  /** Documents: 1,000. */
  readonly files: number;
  /** Chain of imports from the entry to a document: 50. */
  readonly depth: number;
}

/** Default limits. */
export const defaultReadLimits: ReadLimits = {
  fileBytes: 33_554_432,
  totalBytes: 134_217_728,
  files: 1000,
  depth: 50,
};

/** SHA-256 of remote documents in lower-case hexadecimal, by URL. */
export interface ImportLock {
  readonly imports: ReadonlyMap<string, string>;
  /** Local copies of these documents, by URL. */
  readonly copies?: ReadonlyMap<string, LockedCopy> | undefined;
}

/** A local copy of a remote document. */
export interface LockedCopy {
  /** Path from the lock file's folder, with `/`. */
  readonly file: string;
  /** SHA-256 of the copy as written, in which locations point to other copies. */
  readonly sha256: string;
  /** Whether it is a contract itself rather than imported by one. */
  readonly entry: boolean;
}

/** The target of an import. */
export type ImportTarget =
  | { readonly kind: 'local'; readonly path: string }
  | { readonly kind: 'remote'; readonly url: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** Whether a path names a remote document. */
export function isRemote(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/**
 * Resolves the location of an import relative to its document. Local documents refer to others only
 * by relative paths, remote ones only over http(s).
 */
export function resolveLocation(base: string, location: string): ImportTarget {
  if (/^[a-z][a-z0-9+.-]+:/i.test(location) || isRemote(base)) {
    let url: URL;
    try {
      url = isRemote(base) ? new URL(location, base) : new URL(location);
    } catch {
      return { kind: 'refused', reason: 'it is not a URL' };
    }
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      return { kind: 'refused', reason: 'only http and https can be followed' };
    }
    url.hash = '';
    return { kind: 'remote', url: url.href };
  }
  const path = location.replaceAll('\\', '/').replace(/#.*$/, '');
  if (path === '') return { kind: 'refused', reason: 'it names no file' };
  if (path.startsWith('/')) return { kind: 'refused', reason: 'local imports must be relative' };
  return { kind: 'local', path: joinPath(base, path) || '.' };
}

/** A relative path from the folder of another file, with `.` and `..` resolved. */
export function joinPath(base: string, path: string): string {
  const normal = base.replaceAll('\\', '/');
  const steps = normal.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    const last = steps[steps.length - 1];
    if (step === '.' || step === '') continue;
    if (step !== '..' || last === undefined || last === '..') steps.push(step);
    else if (last !== '') steps.pop();
  }
  return steps.join('/');
}

/** A file name without its extension. `.wsdl.xml` and `.xsd.xml` are one extension. */
export function withoutExtension(name: string): string {
  return name.replace(/(\.(wsdl|xsd))?\.[^.]*$/i, '');
}
