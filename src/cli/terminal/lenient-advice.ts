import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { LenientOutlook } from '../../model/link.ts';
import type { Console } from './console.ts';
import { counted } from './counts.ts';
import { exitCodeOf } from './diagnostics-exit-code.ts';
import type { ExitCode } from './exit-codes.ts';
import { reportDiagnostics } from './report-diagnostics.ts';

/** Says what `--lenient` would do with contracts that have defects; `undefined` for none. */
export function lenientAdvice(
  outlooks: readonly (LenientOutlook | undefined)[],
): string | undefined {
  const known = outlooks.filter((one) => one !== undefined);
  if (known.length === 0) return undefined;
  const leftOut = known.reduce((sum, one) => sum + one.leftOut, 0);
  const left = known.reduce((sum, one) => sum + one.left, 0);
  const rest = `go on with ${left === 1 ? 'the other one' : `the other ${left}`}`;
  return leftOut === 0
    ? '--lenient would pass these errors: no operation is affected'
    : `--lenient would leave out ${counted(leftOut, 'operation')} and ${rest}`;
}

/** Reports the errors of a contract, and what `--lenient` would do with it. */
export async function reportDefects(
  diagnostics: readonly Diagnostic[],
  outlook: LenientOutlook | undefined,
  console: Console,
): Promise<ExitCode> {
  const advice = lenientAdvice([outlook]);
  await reportDiagnostics(diagnostics, console);
  if (advice !== undefined) console.say(advice);
  return exitCodeOf(diagnostics);
}
