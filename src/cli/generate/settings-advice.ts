import { adviceFor, type WrittenSettings } from '../project/project-advice.ts';
import { readProjectSettings } from '../project/project-settings.ts';
import type { JobOutcome } from './job-outcome.ts';

/**
 * Advises in one line which setting to change so that the generated files compile and run.
 *
 * @param settingsOf Settings of a contract, including those of the command line.
 * @returns `undefined` if all settings match, nothing was written, or there is no project
 */
export function settingsAdvice(
  outcomes: readonly JobOutcome[],
  settingsOf: (outcome: JobOutcome) => WrittenSettings,
): string | undefined {
  for (const outcome of outcomes) {
    const { comparison } = outcome;
    if (comparison === undefined || comparison.changes.length === 0) continue;
    for (const folder of [comparison, outcome.handlers]) {
      const project = folder && readProjectSettings(folder.directory);
      const advice = project && adviceFor(settingsOf(outcome), project);
      if (advice !== undefined) return advice;
    }
  }
  return undefined;
}
