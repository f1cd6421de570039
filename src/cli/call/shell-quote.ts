/** A text as one word of a POSIX shell, in single quotes, which need no other escapes. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
