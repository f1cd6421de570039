/** Something in an answer that does not fit the contract and was let pass. */
export interface Deviation {
  /**
   * Where it is in the value, such as `order.items[3].sku`; in the form of the `path` of an error.
   */
  readonly path: string;
  /** What is wrong with it. */
  readonly message: string;
}

/** Takes what a reader lets pass. */
export interface DeviationSink {
  /** Whether the reader lets pass what would be an error otherwise. */
  readonly lenient: boolean;
  /** Deviations noted so far. */
  readonly count: number;
  /** Notes a deviation. */
  add(path: string, message: string): void;
  /**
   * Says that the value of a path could not be carried, so that it will be found missing if it is
   * required.
   */
  lose(path: string): void;
  /** Whether that was said of a path, which is forgotten then. */
  wasLost(path: string): boolean;
  /**
   * Forgets those noted after the first `count`: what they were found in is read again, or was not
   * taken.
   */
  keep(count: number): void;
}
