import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { reportGithub } from '../diagnostics/report-github.ts';
import { reportJson } from '../diagnostics/report-json.ts';
import { reportText } from '../diagnostics/report-text.ts';
import { writeData } from './streams.ts';
import type { Talk } from './talk.ts';

/**
 * Writes the diagnostics of a run: as text to stderr, as one JSON document or as workflow commands to stdout. With
 * `--quiet`, errors alone.
 *
 * @param more further keys of the JSON document
 */
export async function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  talk: Talk,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const shown = talk.quiet ? diagnostics.filter((one) => one.severity === 'error') : diagnostics;
  switch (talk.reporter) {
    case 'json':
      await writeData(reportJson(shown, more));
      break;
    case 'github':
      if (shown.length > 0) await writeData(reportGithub(shown));
      break;
    case 'text':
      if (shown.length > 0) talk.warn(reportText(shown, { colour: talk.colours.enabled }));
      break;
  }
}
