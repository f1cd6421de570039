import { isAbsolute, relative } from 'node:path';
import { locateSetting } from '../../config/locate-setting.ts';
import { notInImports } from '../../config/read-runtime.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ContractJob } from '../contract/jobs.ts';
import { importPath } from '../contract/plan-options.ts';
import { shownPath } from '../terminal/shown-path.ts';
import type { JobOutcome } from './job-outcome.ts';

/**
 * Finds shared runtimes that overlap an output folder, where one would remove the files of the
 * other, and those that no import can refer to. Each is an error at its position in the
 * configuration.
 */
export function misplacedRuntimes(outcomes: readonly JobOutcome[]): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  const outputs = outcomes.flatMap(({ comparison }) => comparison?.directory ?? []);
  for (const { job, comparison, runtime } of outcomes) {
    if (runtime === undefined || comparison === undefined || found.has(runtime.directory)) continue;
    const { directory } = runtime;
    const shown = shownPath(directory);
    const other = outputs.find((one) => holds(one, directory) || holds(directory, one));
    if (other !== undefined) {
      const message = `the shared runtime '${shown}' and the output '${shownPath(other)}' overlap`;
      found.set(directory, atRuntime(job, message));
    } else if (notInImports.test(importPath(comparison.directory, directory))) {
      const from = shownPath(comparison.directory);
      const message = `no import can name the path from '${from}' to '${shown}'`;
      found.set(directory, atRuntime(job, message));
    }
  }
  return [...found.values()];
}

/** Whether a path is a folder or below it. */
function holds(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way));
}

function atRuntime({ config = '', entry }: ContractJob, message: string): Diagnostic {
  const keys = ['contracts', entry?.index ?? 0, 'runtime', 'shared'];
  const span = locateSetting(config, shownPath(config), keys);
  const help = 'share a folder beside the output folders';
  return { code: 'ASMX5002', severity: 'error', message, span, help };
}
