export interface RequestShape {
  /** The status of the answer; undefined for any error. */
  readonly status: number | undefined;
}
/** Requests that grow, by what they are made of. */
export declare const requestShapes: Readonly<Record<string, RequestShape>>;
