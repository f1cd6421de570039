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
