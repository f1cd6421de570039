import { clock } from '../../diagnostics/clock.ts';
import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { Console } from '../terminal/console.ts';
import { exitCodeOf } from '../terminal/diagnostics-exit-code.ts';
import type { ExitCode } from '../terminal/exit-codes.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import { type ReadSettings, readModel } from './read-model.ts';

/** A contract that was read and linked, or the exit code of the run that could not. */
export type OpenedContract =
  | { readonly model: ServiceModel }
  | { readonly model: undefined; readonly exitCode: ExitCode };

/**
 * Reads and links the contract a command works on, and reports what is wrong with it. Warnings are
 * printed on stderr, so that stdout stays with the command's own data.
 */
export async function openContract(
  path: string,
  settings: ReadSettings,
  console: Console,
): Promise<OpenedContract> {
  console.progress.step(`reading ${path} …`);
  const bag = createDiagnosticBag();
  const start = clock();
  const { model } = await readModel(path, settings, bag);
  console.progress.clear();
  console.detail(`read ${path} in ${(clock() - start).toFixed(0)} ms`);
  if (model === undefined || bag.failed) {
    await reportDiagnostics(bag.diagnostics, console);
    return { model: undefined, exitCode: exitCodeOf(bag.diagnostics) };
  }
  // hints are the business of `check`
  const shown = bag.diagnostics.filter((one) => one.severity !== 'hint');
  if (shown.length > 0) await reportDiagnostics(shown, { ...console, reporter: 'text' });
  return { model };
}
