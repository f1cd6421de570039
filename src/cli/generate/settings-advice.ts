import { join } from 'node:path';
import type { FolderComparison } from '../../write/compare-files.ts';
import { adviceFor, type WrittenSettings } from '../project/project-advice.ts';
import { type ProjectSettings, readProjectSettings } from '../project/project-settings.ts';
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
      const project = folder && projectOf(folder);
      const advice = project && adviceFor(settingsOf(outcome), project);
      if (advice !== undefined) return advice;
    }
  }
  return undefined;
}

/** The project around a folder, with the `package.json` that is going to be written into it. */
function projectOf({ directory, changes }: FolderComparison): ProjectSettings | undefined {
  const project = readProjectSettings(directory);
  const text = changes.find(({ path }) => path === 'package.json')?.after;
  if (project === undefined || text === undefined) return project;
  return {
    ...project,
    manifest: { path: join(directory, 'package.json'), values: JSON.parse(text) },
  };
}
