import { clock } from '../../diagnostics/clock.ts';
import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { Console } from '../terminal/console.ts';
import type { ExitCode } from '../terminal/exit-codes.ts';
import { reportDefects } from '../terminal/lenient-advice.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import { type ReadSettings, readModel } from './read-model.ts';

/** A linked contract, or the exit code of the run if there is none. */
export type OpenedContract =
  | { readonly model: ServiceModel }
  | { readonly model: undefined; readonly exitCode: ExitCode };

/**
 * Reads and links the contract of a command, and reports its problems. Warnings go to stderr, so
 * that stdout has only the command's own data.
 */
export async function openContract(
  path: string,
  settings: ReadSettings,
  console: Console,
): Promise<OpenedContract> {
  console.progress.step(`reading ${path} …`);
  const bag = createDiagnosticBag();
  const start = clock();
  const { model, outlook } = await readModel(path, settings, bag);
  console.progress.clear();
  console.detail(`read ${path} in ${(clock() - start).toFixed(0)} ms`);
  if (model === undefined || bag.failed) {
    return { model: undefined, exitCode: await reportDefects(bag.diagnostics, outlook, console) };
  }
  // only `check` shows hints
  const shown = bag.diagnostics.filter((one) => one.severity !== 'hint');
  if (shown.length > 0) await reportDiagnostics(shown, { ...console, reporter: 'text' });
  return { model };
}
