import type { DiagnosticCode } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';

/**
 * Maximum number of diagnostics with one code in a text report, because one cause often has
 * hundreds.
 */
const mostOfOneCode = 20;

/** The diagnostics of a text report, and those of each code that it leaves out. */
export interface LimitedDiagnostics {
  readonly shown: readonly Diagnostic[];
  /** Those left out, by code in order of first occurrence. */
  readonly left: ReadonlyMap<DiagnosticCode, readonly Diagnostic[]>;
}

/**
 * Keeps the first 20 diagnostics of each code, preferring errors to warnings and warnings to hints.
 * The order stays the same.
 */
export function limitDiagnostics(diagnostics: readonly Diagnostic[]): LimitedDiagnostics {
  const kept = new Map<DiagnosticCode, number>();
  const dropped = new Set<Diagnostic>();
  for (const severity of ['error', 'warning', 'hint'] as const) {
    for (const one of diagnostics) {
      if (one.severity !== severity) continue;
      const count = (kept.get(one.code) ?? 0) + 1;
      kept.set(one.code, count);
      if (count > mostOfOneCode) dropped.add(one);
    }
  }
  if (dropped.size === 0) return { shown: diagnostics, left: new Map() };
  const left = new Map<DiagnosticCode, Diagnostic[]>();
  for (const one of diagnostics) {
    if (!dropped.has(one)) continue;
    const known = left.get(one.code);
    if (known === undefined) left.set(one.code, [one]);
    else known.push(one);
  }
  return { shown: diagnostics.filter((one) => !dropped.has(one)), left };
}
