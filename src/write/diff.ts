/** An edit from one list of lines to another. */
interface Edit {
  readonly kind: ' ' | '-' | '+';
  readonly line: string;
}

/**
 * Myers' search takes half the square of the number of differing lines. Where more than so many
 * times the root of all lines differ, they are shown as replaced, so that the work is at most 128
 * steps a line.
 */
const differencesByRoot = 16;

/** Lines of context around a change. */
const contextLines = 3;

/**
 * A unified diff of two texts with three lines of context; empty if they are equal. `undefined`
 * means an absent file.
 */
export function unifiedDiff(
  path: string,
  before: string | undefined,
  after: string | undefined,
): string {
  if (before === after) return '';
  const edits = diffLines(splitLines(before ?? ''), splitLines(after ?? ''));
  const head = [
    `--- ${before === undefined ? '/dev/null' : `a/${path}`}`,
    `+++ ${after === undefined ? '/dev/null' : `b/${path}`}`,
  ];
  return `${[...head, ...hunks(edits)].join('\n')}\n`;
}

/** Lines of a text. A last line without line end gets the usual mark of diff tools. */
function splitLines(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop();
  return last === '' || last === undefined
    ? lines
    : [...lines, `${last}\n\\ No newline at end of file`];
}

/** An edit script: what is between the lines that both texts have once, in the same order. */
function diffLines(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let [x, y] = [0, 0];
  return anchors(before, after).flatMap(([nextX, nextY]) => {
    const between = editsBetween(before.slice(x, nextX), after.slice(y, nextY));
    [x, y] = [nextX + 1, nextY + 1];
    return [...between, ...before.slice(nextX, x).map(same)];
  });
}

/** Positions of a line in both texts. */
type Anchor = readonly [x: number, y: number];

/**
 * The longest series of lines that occur once in each text, rising in both (patience sorting), and
 * the ends of both.
 */
function anchors(before: readonly string[], after: readonly string[]): readonly Anchor[] {
  const places = onlyPlaces(after);
  /** The last of each series found, by length, with that before it. */
  const series: { readonly anchor: Anchor; readonly last: (typeof series)[number] | undefined }[] =
    [];
  for (const [line, x] of onlyPlaces(before)) {
    const y = places.get(line) ?? -1;
    if (x < 0 || y < 0) continue;
    let [low, high] = [0, series.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((series[middle]?.anchor[1] ?? 0) < y) low = middle + 1;
      else high = middle;
    }
    series[low] = { anchor: [x, y], last: series[low - 1] };
  }
  const found: Anchor[] = [[before.length, after.length]];
  for (let one = series.at(-1); one !== undefined; one = one.last) found.push(one.anchor);
  return found.reverse();
}

/** Where each line is, in their order; -1 for those that repeat. */
function onlyPlaces(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, line] of lines.entries()) places.set(line, places.has(line) ? -1 : index);
  return places;
}

/** What leads from one list of lines to the other: the shortest, between common start and end. */
function editsBetween(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let endBefore = before.length;
  let endAfter = after.length;
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--;
    endAfter--;
  }
  return [
    ...before.slice(0, start).map(same),
    ...shortestEdits(before.slice(start, endBefore), after.slice(start, endAfter)),
    ...before.slice(endBefore).map(same),
  ];
}

function same(line: string): Edit {
  return { kind: ' ', line };
}

/** The furthest x reached on each diagonal from -d to d after d edits. */
type Row = Int32Array;

/**
 * Myers, An O(ND) Difference Algorithm (1986), the greedy form. The rows of all d are kept for
 * walking back.
 */
function shortestEdits(a: readonly string[], b: readonly string[]): readonly Edit[] {
  if (a.length === 0 || b.length === 0) return replaced(a, b);
  const lines = a.length + b.length;
  const most = Math.min(lines, Math.ceil(differencesByRoot * Math.sqrt(lines)));
  const rows: Row[] = [];
  for (let d = 0; d <= most; d++) {
    const before = rows[d - 1];
    const row = new Int32Array(2 * d + 1);
    rows.push(row);
    for (let k = -d; k <= d; k += 2) {
      let x = firstX(before, k, d);
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      row[k + d] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, rows);
    }
  }
  return replaced(a, b);
}

function replaced(a: readonly string[], b: readonly string[]): readonly Edit[] {
  const removed = a.map((line): Edit => ({ kind: '-', line }));
  return [...removed, ...b.map((line): Edit => ({ kind: '+', line }))];
}

/** Position of edit d on diagonal k: after an insertion from k + 1 or a deletion from k - 1. */
function firstX(before: Row | undefined, k: number, d: number): number {
  if (before === undefined) return 0;
  return stepsDown(before, k, d) ? at(before, k + 1, d) : at(before, k - 1, d) + 1;
}

/** Reads the row before edit d; positions outside it are not reached. */
function at(before: Row, k: number, d: number): number {
  return before[k + d - 1] ?? -1;
}

/** Whether diagonal k is best reached by an insertion from k + 1. */
function stepsDown(before: Row, k: number, d: number): boolean {
  return k === -d || (k !== d && at(before, k - 1, d) < at(before, k + 1, d));
}

/** Reads the edits from the rows, starting at the end. */
function walkBack(
  a: readonly string[],
  b: readonly string[],
  rows: readonly Row[],
): readonly Edit[] {
  const edits: Edit[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = rows.length - 1; d >= 0; d--) {
    const before = rows[d - 1];
    const down = before !== undefined && stepsDown(before, x - y, d);
    const from = down ? x - y + 1 : x - y - 1;
    const fromX = before === undefined ? 0 : at(before, from, d);
    const stopX = before === undefined ? 0 : firstX(before, x - y, d);
    for (; x > stopX; x--, y--) edits.push({ kind: ' ', line: a[x - 1] ?? '' });
    if (before === undefined) break;
    edits.push(down ? { kind: '+', line: b[y - 1] ?? '' } : { kind: '-', line: a[x - 1] ?? '' });
    x = fromX;
    y = fromX - from;
  }
  return edits.reverse();
}

/** Groups edits into hunks with context. */
function hunks(edits: readonly Edit[]): readonly string[] {
  const changed = edits.flatMap((edit, index) => (edit.kind === ' ' ? [] : [index]));
  const spans: { start: number; end: number }[] = [];
  for (const index of changed) {
    const last = spans.at(-1);
    const start = Math.max(0, index - contextLines);
    const end = Math.min(edits.length, index + contextLines + 1);
    if (last !== undefined && start <= last.end) last.end = end;
    else spans.push({ start, end });
  }
  const lines: string[] = [];
  let oldLine = 1;
  let newLine = 1;
  let position = 0;
  for (const { start, end } of spans) {
    for (; position < start; position++) {
      oldLine++;
      newLine++;
    }
    const part = edits.slice(start, end);
    const oldCount = part.filter((edit) => edit.kind !== '+').length;
    const newCount = part.filter((edit) => edit.kind !== '-').length;
    lines.push(`@@ -${range(oldLine, oldCount)} +${range(newLine, newCount)} @@`);
    for (const edit of part) lines.push(edit.kind + edit.line);
    oldLine += oldCount;
    newLine += newCount;
    position = end;
  }
  return lines;
}

/**
 * Start and length in a hunk header: an empty side starts before its first line, length 1 is
 * omitted.
 */
function range(start: number, count: number): string {
  if (count === 0) return `${start - 1},0`;
  return count === 1 ? String(start) : `${start},${count}`;
}
