/**
 * Whether two pieces of syntax are equal, apart from their positions. Absent equals `undefined`.
 */
export function sameSyntax(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const key of keys) {
    if (key !== 'span' && !sameSyntax(left[key], right[key])) return false;
  }
  return true;
}
