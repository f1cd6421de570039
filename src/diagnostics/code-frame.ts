import { displayWidth, harmless } from './display-width.ts';
import { lineText, positionAt, type Span } from './source-file.ts';

/** Maximum columns of source text. */
const maximumWidth = 96;
/** Distance of tab stops. */
const tabWidth = 4;
/**
 * Maximum code units of a line that are examined: enough to fill a frame on both sides of the span.
 */
const maximumUnits = 2000;
/** Maximum lines of a longer span. */
const maximumLines = 4;

/** Options for drawing a frame. */
export interface FrameOptions {
  /** Lines shown before the span. */
  readonly before: number;
  /** Colours the carets and the mark before the number; default: no colours. */
  readonly highlight?: ((text: string) => string) | undefined;
  /** Colours line numbers and rules. */
  readonly dim?: ((text: string) => string) | undefined;
}

/** A line for display: its cells, each with its offset in the source line. */
interface Laid {
  readonly cells: readonly { readonly text: string; readonly at: number; readonly width: number }[];
}

/**
 * Draws the source lines of a span with carets below it. Tabs and wide characters keep their
 * columns, long lines are cut around the span, long spans in the middle; control characters become
 * escapes. Has no line end at the end.
 */
export function codeFrame(span: Span, options: FrameOptions): string {
  const { file } = span;
  const asIs = (text: string): string => text;
  const highlight = options.highlight ?? asIs;
  const dim = options.dim ?? asIs;
  const start = positionAt(file, span.start);
  // A span that ends after a line end belongs to the line before.
  const end = positionAt(file, Math.max(span.start, span.end - 1));
  const gutter = String(end.line).length;
  // Of a very long line only a part around the span is laid out.
  const base = Math.max(0, start.column - 1 - maximumUnits / 2);
  const shownLine = (line: number): Laid => layOut(lineText(file, line, base, maximumUnits) ?? '');
  const first = shownLine(start.line);
  const from = columnOf(first, start.column - 1 - base);
  const oneLine = end.line === start.line;
  const to = oneLine
    ? columnOf(first, start.column - 1 - base + span.end - span.start)
    : columnOf(first, Number.POSITIVE_INFINITY);
  const width = Math.max(1, to - from);
  const left = windowStart(first, from, width);
  const drawn: string[] = [];

  const draw = (line: number, marked: boolean): void => {
    const mark = marked ? highlight(' > ') : '   ';
    const text = cut(shownLine(line), left);
    const number = String(line).padStart(gutter);
    drawn.push(`${mark}${dim(`${number} |`)}${text === '' ? '' : ` ${text}`}`);
  };
  for (let line = Math.max(1, start.line - options.before); line < start.line; line++) {
    draw(line, false);
  }
  draw(start.line, true);
  const shift = left > 0 ? 1 : 0;
  const room = maximumWidth - (from - left);
  const blanks = ' '.repeat(Math.max(0, from - left + shift));
  const carets = '^'.repeat(Math.max(1, Math.min(width, room)));
  drawn.push(`   ${' '.repeat(gutter)} ${dim('|')} ${blanks}${highlight(carets)}`);
  const last = end.line;
  const skip = last - start.line >= maximumLines;
  for (let line = start.line + 1; line <= last; line++) {
    if (skip && line === start.line + 2) {
      drawn.push(`   ${' '.repeat(gutter)} ${dim('|')} …`);
      line = last;
    }
    draw(line, true);
  }
  return drawn.join('\n');
}

/** Divides a line into cells of known width. */
function layOut(line: string): Laid {
  const cells: { text: string; at: number; width: number }[] = [];
  let column = 0;
  let at = 0;
  for (const character of line) {
    const text =
      character === '\t' ? ' '.repeat(tabWidth - (column % tabWidth)) : harmless(character);
    const width = text === character ? displayWidth(character) : text.length;
    cells.push({ text, at, width });
    column += width;
    at += character.length;
  }
  return { cells };
}

/** Display column of an offset in the source line; past its end, the column after the last cell. */
function columnOf(line: Laid, offset: number): number {
  let column = 0;
  for (const cell of line.cells) {
    if (cell.at >= offset) return column;
    column += cell.width;
  }
  return column;
}

/** The first display column, chosen so that the span is visible. */
function windowStart(line: Laid, from: number, width: number): number {
  const total = columnOf(line, Number.POSITIVE_INFINITY);
  if (total <= maximumWidth) return 0;
  if (from + Math.min(width, maximumWidth / 2) <= maximumWidth - 10) return 0;
  const centred = from - Math.floor((maximumWidth - Math.min(width, maximumWidth - 20)) / 2);
  return Math.max(0, Math.min(centred, total - maximumWidth + 10));
}

/** The part of a line inside the window, with `…` for omitted parts. */
function cut(line: Laid, left: number): string {
  let column = 0;
  let text = '';
  let more = false;
  for (const cell of line.cells) {
    const begins = column;
    column += cell.width;
    if (begins < left) {
      // A wide character across the edge becomes a space, so that columns stay.
      if (column > left) text += ' '.repeat(column - left);
      continue;
    }
    if (column - left > maximumWidth) {
      more = true;
      break;
    }
    text += cell.text;
  }
  const shown = left > 0 ? `…${text}` : text;
  return more ? `${shown}…` : shown.trimEnd();
}
