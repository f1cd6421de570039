/** What reading needs of the outside world. */
export interface Host {
  /**
   * Bytes of a local file; `undefined` when there is none.
   *
   * @param limit bytes beyond which the file need not be read: more than that is refused
   * @throws {UnreadableFile} when there is one that cannot be read
   */
  readonly readFile: (path: string, limit?: number) => Uint8Array | undefined;
  /**
   * Names of what lies in a local folder (`''` for the working directory), with which locations are
   * found that differ from a file by letter case; `undefined` when there is no such folder. Without
   * it, letter case matters.
   */
  readonly listFolder?: ((path: string) => readonly string[] | undefined) | undefined;
  /**
   * Absolute path of a local file or folder with symbolic links resolved, as far as there is
   * something. Without it, paths are compared as they are written.
   */
  readonly realPath?: ((path: string) => string) | undefined;
  /**
   * Fetches a remote document. Called only for hosts that the options allow, and again for each
   * redirect, which it must not follow itself. May refuse by throwing: the message is shown.
   */
  readonly fetch?: ((url: string) => Promise<FetchedFile>) | undefined;
}

/**
 * Thrown by a host for a file that is there and cannot be read. The message is a clause, such as
 * `it is a folder`.
 */
export class UnreadableFile extends Error {
  readonly path: string;
  /** Whether it is larger than the limit asked for. */
  readonly tooLarge: boolean;

  constructor(path: string, reason: string, tooLarge = false) {
    super(reason);
    this.name = 'UnreadableFile';
    this.path = path;
    this.tooLarge = tooLarge;
  }
}

/** An answer to a fetch. */
export interface FetchedFile {
  readonly status: number;
  readonly body: Uint8Array;
  /** `Location` of a redirect. */
  readonly location?: string | undefined;
}

/** How contracts may be read. */
export interface ReadOptions {
  /**
   * Hosts (`example.com` or `example.com:8080`) from which imports may be fetched; none by default.
   */
  readonly allowHosts?: readonly string[] | undefined;
  readonly limits?: Partial<ReadLimits> | undefined;
  /**
   * Folder outside which no import is read, symbolic links resolved. Without it, imports lead to
   * any folder.
   */
  readonly confine?: string | undefined;
  /** What earlier runs fetched: contents that differ are an error. */
  readonly lock?: ImportLock | undefined;
}

/** Bounds on what a contract may consist of. */
export interface ReadLimits {
  /** Bytes of one document: 32 MB. */
  readonly fileBytes: number;
  /** Bytes of all documents together: 128 MB. */
  readonly totalBytes: number;
  /** Documents: 1,000. */
  readonly files: number;
  /** Imports from the entry to a document: 50. */
  readonly depth: number;
}

/** Limits of a reader that is given none. */
export const defaultReadLimits: ReadLimits = {
  fileBytes: 33_554_432,
  totalBytes: 134_217_728,
  files: 1000,
  depth: 50,
};

/** SHA-256 of remote documents in lower-case hexadecimal, by URL. */
export interface ImportLock {
  readonly imports: ReadonlyMap<string, string>;
  /** Local copies of them, by URL. */
  readonly copies?: ReadonlyMap<string, LockedCopy> | undefined;
}

/** A local copy of a remote document. */
export interface LockedCopy {
  /** Path from the lock file's folder, with `/`. */
  readonly file: string;
  /** SHA-256 of the copy as it was written: locations in it lead to other copies. */
  readonly sha256: string;
  /** Whether it is a contract rather than something a contract imports. */
  readonly entry: boolean;
}
