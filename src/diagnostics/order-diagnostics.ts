import type { Diagnostic } from './diagnostic.ts';

/**
 * Sorts diagnostics for display: those without position first, then by file in order of first
 * mention, and by position. Those at one position keep their order; duplicates are omitted.
 */
export function orderDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = new Map<string, number>();
  const seen = new Set<string>();
  const unique: Diagnostic[] = [];
  for (const one of diagnostics) {
    const { span } = one;
    const key = JSON.stringify([one.code, one.message, span?.file.path, span?.start, span?.end]);
    if (seen.has(key)) continue;
    seen.add(key);
    unique.push(one);
    if (span !== undefined && !files.has(span.file.path)) files.set(span.file.path, files.size);
  }
  const fileOf = (one: Diagnostic): number =>
    one.span === undefined ? -1 : (files.get(one.span.file.path) ?? 0);
  return unique.sort(
    (a, b) => fileOf(a) - fileOf(b) || (a.span?.start ?? 0) - (b.span?.start ?? 0),
  );
}

/** Counts by severity, such as `2 errors, 1 warning`; empty for none. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return (['error', 'warning', 'hint'] as const)
    .map((severity) => {
      const count = diagnostics.filter((one) => one.severity === severity).length;
      return count === 0 ? '' : `${count} ${severity}${count === 1 ? '' : 's'}`;
    })
    .filter((part) => part !== '')
    .join(', ');
}
