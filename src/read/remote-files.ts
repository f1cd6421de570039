/** A remote document, or why there is none. */
export type RemoteFile =
  | {
      readonly bytes: Uint8Array;
      /** Where it is, after redirects: what its own locations are relative to. */
      readonly url: string;
    }
  | {
      readonly bytes?: undefined;
      /** A clause. */
      readonly reason: string;
      readonly help?: string | undefined;
    };

/** Remote documents fetched so far, and those still needed. */
export interface RemoteFiles {
  /** Documents by the URL that was requested. */
  readonly known: ReadonlyMap<string, RemoteFile>;
  readonly needed: Set<string>;
  /** Documents that imports referred to. */
  readonly read: Set<string>;
}

/** What the locations in a document are relative to: its path, or where redirects led. */
export function baseOf(path: string, { known }: Pick<RemoteFiles, 'known'>): string {
  const found = known.get(path);
  return found?.bytes === undefined ? path : found.url;
}
