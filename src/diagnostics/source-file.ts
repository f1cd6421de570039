/** A text that the tool has read: a contract, a schema, a configuration. */
export interface SourceFile {
  /** Path for display: relative to the working directory if that is shorter, with `/`. */
  readonly path: string;
  /** Decoded text, without byte order mark. */
  readonly text: string;
}

/** A range in a source file, as offsets into its text (UTF-16 code units, end exclusive). */
export interface Span {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

/** A position in a source file as in editors: both from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const lineStarts = new WeakMap<SourceFile, readonly number[]>();

/** Offsets of the lines of a file, computed once for each file. */
function startsOf(file: SourceFile): readonly number[] {
  const known = lineStarts.get(file);
  if (known !== undefined) return known;
  const starts = [0];
  for (let at = file.text.indexOf('\n'); at >= 0; at = file.text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  lineStarts.set(file, starts);
  return starts;
}

/** Line and column of an offset. */
export function positionAt(file: SourceFile, offset: number): Position {
  const starts = startsOf(file);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/**
 * Text of a line without its line end; `undefined` after the last line.
 *
 * @param line number of the line, from 1
 * @param from offset in the line at which the text begins
 * @param most maximum number of code units, because a line may be as long as the file
 */
export function lineText(
  file: SourceFile,
  line: number,
  from: number = 0,
  most: number = Number.POSITIVE_INFINITY,
): string | undefined {
  const starts = startsOf(file);
  const start = starts[line - 1];
  if (start === undefined) return undefined;
  const begin = start + from;
  let end = Math.min(begin + most, starts[line] ?? file.text.length);
  while (end > begin && (file.text[end - 1] === '\n' || file.text[end - 1] === '\r')) end -= 1;
  return file.text.slice(begin, Math.max(begin, end));
}
