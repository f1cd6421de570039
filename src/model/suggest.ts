/**
 * The candidate a misspelt name most likely means: equal but for letter case, else at most two edits away (one for names
 * of up to four letters). The first of equally near ones wins. Looks at the first 20,000 candidates only.
 */
export function suggestName(name: string, candidates: Iterable<string>): string | undefined {
  const limit = name.length <= 4 ? 1 : 2;
  const lower = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = limit + 1;
  let seen = 0;
  for (const candidate of candidates) {
    seen += 1;
    if (seen > 20_000) break;
    if (Math.abs(candidate.length - name.length) > limit || candidate === name) continue;
    if (candidate.toLowerCase() === lower) return candidate;
    const distance = editDistance(name, candidate, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein's distance, given up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const value = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      next.push(value);
      if (value < least) least = value;
    }
    if (least >= limit) return limit;
    row = next;
  }
  return row[b.length] ?? limit;
}
