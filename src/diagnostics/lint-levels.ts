import type { Diagnostic, DiagnosticSink, Severity } from './diagnostic.ts';

/** Severities by code. Other codes keep their own. */
export type LintLevels = Readonly<Record<string, Severity | 'off'>>;

/**
 * A diagnostic with its configured severity; `undefined` if it is off. An error stays one, except
 * for those of lint rules.
 */
export function withLintLevel(
  diagnostic: Diagnostic,
  levels: LintLevels | undefined,
): Diagnostic | undefined {
  const severity = levels?.[diagnostic.code];
  const isFixed = diagnostic.severity === 'error' && !diagnostic.code.startsWith('ASMX6');
  if (severity === undefined || isFixed) return diagnostic;
  return severity === 'off' ? undefined : { ...diagnostic, severity };
}

/** A sink that passes diagnostics on with their configured severities. */
export function withLintLevels(
  sink: DiagnosticSink,
  levels: LintLevels | undefined,
): DiagnosticSink {
  return {
    report(diagnostic) {
      const levelled = withLintLevel(diagnostic, levels);
      if (levelled !== undefined) sink.report(levelled);
    },
  };
}
