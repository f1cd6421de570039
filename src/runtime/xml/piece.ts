/** From this many UTF-16 code units on, what a list has written so far is made one piece. */
export const pieceLength: number = 65_536;

/**
 * The same text, in one piece. Texts that are put together stay a tree of what they were made of
 * until somebody looks at a character. For a message of megabytes that tree outlives several
 * collections of garbage, and walking it misses every cache.
 */
export function inOnePiece(text: string): string {
  return text.charCodeAt(0) === 1 ? text.slice() : text;
}
