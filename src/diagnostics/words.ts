/**
 * Characters without width: combining marks (including variation selectors), joiners, Hangul parts.
 */
const zeroWidth = /^[\p{Mn}\p{Me}\u200b-\u200d\u1160-\u11ff]$/u;

/**
 * Ranges of code points with two columns (Unicode East Asian Width W and F, and emoji
 * presentation).
 */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23f3],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x26a1, 0x26a1],
  [0x26aa, 0x26ab],
  [0x26bd, 0x26be],
  [0x26c4, 0x26c5],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274c],
  [0x2753, 0x2757],
  [0x2795, 0x2797],
  [0x2b1b, 0x2b1c],
  [0x2b50, 0x2b55],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18d08],
  [0x1b000, 0x1b2fb],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f19a],
  [0x1f200, 0x1f320],
  [0x1f32d, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f7e0, 0x1f7eb],
  [0x1f90c, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];

/** Columns of a character (one code point) in a terminal: 0, 1 or 2. */
export function displayWidth(character: string): 0 | 1 | 2 {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x300) return 1;
  if (zeroWidth.test(character)) return 0;
  return wide.some(([low, high]) => point >= low && point <= high) ? 2 : 1;
}

/** Characters that move a terminal's cursor or change the direction of text. */
const unsafe =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

/** Line ends and tabs, which move the cursor only as any text does. */
const layout = /[\n\t]|\r(?=\n)/y;

/**
 * The text with everything that could manipulate a terminal as an escape, such as `\u009b`. Line
 * ends and tabs stay if `lines` says so.
 */
export function harmless(text: string, lines: 'keep-lines' | 'one-line' = 'one-line'): string {
  return text.replace(unsafe, (character, at: number) => {
    layout.lastIndex = at;
    if (lines === 'keep-lines' && layout.test(text)) return character;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/**
 * Maximum length of names to compare: longer ones are rarely mistyped by one letter, and the time
 * is quadratic.
 */
const longest = 80;

/**
 * The candidate most similar to a misspelt name, for "did you mean". Letter case counts little; at
 * most a third of the letters may differ. Of equally similar ones the first counts, so the result
 * depends only on the order of candidates.
 */
export function suggest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longest) return undefined;
  const lower = name.toLowerCase();
  const limit = Math.floor((name.length + 1) / 3);
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue;
    const folded = candidate.toLowerCase();
    const distance = folded === lower ? 0.5 : editDistance(lower, folded, limit);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `did you mean 'x'?` if a candidate is similar enough: the usual help text. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const found = suggest(name, candidates);
  return found === undefined ? undefined : `did you mean '${found}'?`;
}

/**
 * Number of insertions, deletions, replacements and swaps of neighbours that convert one text to
 * the other (optimal string alignment). Anything above `limit` counts as `limit + 1`.
 */
function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
}
