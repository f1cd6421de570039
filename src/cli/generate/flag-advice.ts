import type { ContractSettings } from '../../config/config.ts';
import { settledIn } from '../contract/plan-options.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { withFlags } from './generate-flags.ts';
import type { JobOutcome } from './job-outcome.ts';
import type { GenerateCommandOptions } from './options.ts';

/** Flags that change the output, and their settings. */
const flags = [
  ['--targets', 'targets'],
  ['--runtime', 'runtime'],
  ['--emit', 'emit'],
  ['--import-extension', 'importExtension'],
  ['--only', 'only'],
  ['--lenient', 'lenient'],
  ['--templates', 'templates'],
] as const satisfies readonly (readonly [string, keyof ContractSettings])[];

/**
 * Says which flags differ from the configuration, because `generate --check` reads only that.
 *
 * @returns `undefined` if none does, or the output is not that of the configuration
 */
export function flagAdvice(
  outcomes: readonly JobOutcome[],
  options: GenerateCommandOptions,
): string | undefined {
  if (options.out !== undefined) return undefined;
  for (const { job, comparison } of outcomes) {
    if (job.config === undefined || comparison === undefined) continue;
    const { templates = job.settings.templates } = options;
    const given = { ...withFlags(job.settings, options), templates };
    const without = settledIn(comparison.directory, job.settings, false);
    const differing = flags.filter(([, key]) => {
      return JSON.stringify(given[key] ?? without[key]) !== JSON.stringify(without[key]);
    });
    if (differing.length === 0) continue;
    const names = differing.map(([flag]) => flag).join(', ');
    const settings = differing.map(([, key]) => `"${key}": ${JSON.stringify(given[key])}`);
    const differ = differing.length > 1 ? 'differ' : 'differs';
    return (
      `generate --check will fail, because ${names} ${differ} ` +
      `from ${shownPath(job.config)}: set ${settings.join(', ')} there`
    );
  }
  return undefined;
}
