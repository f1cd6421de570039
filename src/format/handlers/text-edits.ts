/** A text to be put in at an offset. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Carries out insertions; of two at one place the earlier in the list comes first. */
export function insertAll(text: string, insertions: readonly Insertion[]): string {
  const sorted = insertions
    .map((one, index) => ({ ...one, index }))
    .sort((a, b) => a.at - b.at || a.index - b.index);
  let result = '';
  let done = 0;
  for (const { at, text: inserted } of sorted) {
    result += text.slice(done, at) + inserted;
    done = at;
  }
  return result + text.slice(done);
}

/** Line end of a text: that of its first line. */
export function lineEndOf(text: string): string {
  const newline = text.indexOf('\n');
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
}

/** Offset at which the line of an offset begins. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** Blanks and tabs the line of an offset begins with. */
export function marginAt(text: string, at: number): string {
  const start = lineStart(text, at);
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? '';
}

/** One level of indentation as a text has it. */
export function indentUnit(text: string): string {
  const margin = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  if (margin.startsWith('\t')) return '\t';
  return margin.length === 4 || margin.length === 2 ? margin : '  ';
}
