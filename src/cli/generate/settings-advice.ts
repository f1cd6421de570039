import { join } from 'node:path';
import type { FolderComparison } from '../../write/compare-files.ts';
import { adviceFor } from '../project/project-advice.ts';
import { type ProjectSettings, readProjectSettings } from '../project/project-settings.ts';
import type { JobOutcome } from './job-outcome.ts';

/**
 * Advises in one line which setting to change so that the generated files compile and run.
 *
 * @returns `undefined` if all settings match, or there is no project
 */
export function settingsAdvice(outcomes: readonly JobOutcome[]): string | undefined {
  for (const { comparison, handlers, written } of outcomes) {
    for (const folder of [comparison, handlers]) {
      const project = folder && projectOf(folder);
      const advice = written && project && adviceFor(written, project);
      if (advice !== undefined) return advice;
    }
  }
  return undefined;
}

/** Says that a server which was written serves no documents, which people look for first. */
export function documentsAdvice(outcomes: readonly JobOutcome[]): string | undefined {
  const lacks = outcomes.some(({ plan, comparison }) => {
    const { options, services = [] } = plan ?? {};
    const targets = options?.targets ?? [];
    const isWritten = comparison !== undefined && comparison.changes.length > 0;
    return (
      isWritten && services.length > 0 && targets.includes('server') && !targets.includes('docs')
    );
  });
  if (!lacks) return undefined;
  return (
    'without the target docs, the server answers ?WSDL, ?op= and its help page with 404: ' +
    'add docs to the targets'
  );
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
