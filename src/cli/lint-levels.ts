import type { LintLevel } from '../config/config.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** Gives the lint findings (`ASMX6…`) the severity the configuration wants; those that are off are left out. */
export function applyLintLevels(
  diagnostics: readonly Diagnostic[],
  levels: Readonly<Record<string, LintLevel>>,
): readonly Diagnostic[] {
  return diagnostics.flatMap((diagnostic) => {
    const level = diagnostic.code.startsWith('ASMX6') ? levels[diagnostic.code] : undefined;
    if (level === 'off') return [];
    return level === undefined ? diagnostic : { ...diagnostic, severity: level };
  });
}
