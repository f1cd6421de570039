import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

/**
 * 2 if a file could not be read or the configuration has an error, 1 for any other error, otherwise
 * 0.
 */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  const errors = diagnostics.filter((one) => one.severity === 'error');
  if (errors.length === 0) return exitCodes.fine;
  const unable = errors.some(({ code }) => code === 'ASMX1001' || code.startsWith('ASMX5'));
  return unable ? exitCodes.cannotRun : exitCodes.no;
}
