/** Remote documents fetched so far, and those found to be needed. */
export interface RemoteFiles {
  /** Bytes by URL; a text says why there are none. */
  readonly known: ReadonlyMap<string, Uint8Array | string>;
  readonly needed: Set<string>;
  /** Those that an import led to. */
  readonly read: Set<string>;
}
