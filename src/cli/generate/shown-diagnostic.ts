import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { shownPath } from '../terminal/shown-path.ts';

/** A diagnostic with paths for display: those of the output folder are absolute. */
export function asShown(diagnostic: Diagnostic, directory: string): Diagnostic {
  const shown = shownPath(directory);
  const near = (text: string): string =>
    text.replaceAll(directory.replaceAll('\\', '/'), shown).replaceAll(directory, shown);
  const { message, span } = diagnostic;
  if (span === undefined) return { ...diagnostic, message: near(message) };
  const file = { ...span.file, path: near(span.file.path) };
  return { ...diagnostic, message: near(message), span: { ...span, file } };
}
