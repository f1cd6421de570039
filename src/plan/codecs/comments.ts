/** Comment of a function that is called after the start tag of what it reads. */
export function readsAfterTag(what: string): string {
  return `Reads ${what}. The reader stands behind the start tag.`;
}

/** Comment of a function that writes what follows the name in a start tag. */
export function writesAfterName(what: string): string {
  return `Writes ${what}, from behind the name in the start tag.`;
}
