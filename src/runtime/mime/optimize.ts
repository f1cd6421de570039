/** Gives what stands for bytes in an element; `undefined` for bytes that stay in base64. */
export type Optimize = (bytes: Uint8Array) => string | undefined;

/**
 * What the writer of a message that is being written does with bytes in elements. Writing is
 * synchronous, so it is that of one message at a time.
 */
export const optimizing: { current: Optimize | undefined } = { current: undefined };
