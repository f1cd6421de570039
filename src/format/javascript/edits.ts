/** A piece of a text and its replacement. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether it consists of whole lines. Of blank lines on both sides, one is kept. */
  readonly lines?: boolean;
}

/** Applies edits. Of nested ones, the outer counts. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let tail = '';
  let at = 0;
  const put = (piece: string): void => {
    pieces.push(piece);
    tail = (tail + piece.slice(-80)).slice(-80);
  };
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue;
    put(text.slice(at, edit.start));
    put(edit.text);
    at = edit.end;
    if (edit.lines === true && (tail === '' || /[\n{][ \t]*\r?\n$/.test(tail))) {
      const blank = /(?:[ \t]*\r?\n)*/y;
      blank.lastIndex = at;
      at += blank.exec(text)?.[0].length ?? 0;
    }
  }
  put(text.slice(at));
  return pieces.join('').replace(/\s+$/, '\n');
}
