import { briefDiagnostics } from '../../diagnostics/brief-diagnostics.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Console } from './console.ts';
import { writeData } from './streams.ts';
import { withOwnSequences } from './written-text.ts';

/**
 * Writes the diagnostics of a run: as text to stderr, as one JSON document or as workflow commands
 * to stdout. With `--quiet`, only errors; without `--verbose`, warnings of the contract take one
 * line for each code, except in JSON.
 *
 * @param more further keys of the JSON document
 */
export async function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  console: Console,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const all = console.quiet ? diagnostics.filter((one) => one.severity === 'error') : diagnostics;
  if (console.reporter === 'json') {
    const { reportJson } = await import('../../diagnostics/report-json.ts');
    await writeData(reportJson(all, more));
    return;
  }
  const shown = console.verbose ? all : briefDiagnostics(all);
  if (shown.length === 0) {
    return;
  } else if (console.reporter === 'github') {
    const { reportGithub } = await import('../../diagnostics/report-github.ts');
    await writeData(reportGithub(shown));
  } else {
    const { reportText } = await import('../../diagnostics/report-text.ts');
    const text = reportText(shown, { colour: console.colours.enabled });
    console.warn(withOwnSequences(text));
  }
}
