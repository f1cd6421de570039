import type { Diagnostic } from './diagnostic.ts';

/**
 * Diagnostics in the order people read them: without a place first, then file by file in the order
 * the files were first mentioned, from top to bottom. Those at one place keep their order; a
 * repetition is left out.
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
