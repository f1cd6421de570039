/** A text as one word of a POSIX shell: in single quotes, inside which nothing has a meaning. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
