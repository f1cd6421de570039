/** Remote documents fetched so far, and those still needed. */
export interface RemoteFiles {
  /** Bytes by URL; a text is the reason why there are none. */
  readonly known: ReadonlyMap<string, Uint8Array | string>;
  readonly needed: Set<string>;
  /** Documents that imports referred to. */
  readonly read: Set<string>;
}
