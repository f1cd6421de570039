import type { DiagnosticCode } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';

/**
 * What the contract says, which `check` shows in full; not what a conversion loses (ASMX3007).
 * Other codes are about the configuration and the output folder.
 */
const ofContract = /^ASMX(?:1|2|3(?!007)|6)/;

/**
 * Keeps the first warning and the first hint of each code, which then stand for all of them: no one
 * reads the same hundred warnings before each call. Errors, operations that are left out, and what
 * is not about the contract stay as they are.
 */
export function briefDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const counts = new Map<DiagnosticCode, number>();
  const isBrief = ({ code, severity, leftOut }: Diagnostic): boolean =>
    severity !== 'error' && leftOut !== true && ofContract.test(code);
  for (const { code } of diagnostics.filter(isBrief)) counts.set(code, (counts.get(code) ?? 0) + 1);
  const seen = new Set<DiagnosticCode>();
  return diagnostics.flatMap((one) => {
    if (!isBrief(one)) return one;
    if (seen.has(one.code)) return [];
    seen.add(one.code);
    const { code, severity, message, span } = one;
    return { code, severity, message, span, standsFor: counts.get(code) ?? 1 };
  });
}
