import { createDiagnosticBag, type DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { SourceFile } from '../../diagnostics/source-file.ts';
import type { ExpectedHandlers } from '../../plan/result/plan.ts';
import type { FormatCache } from '../prettier-format.ts';
import { isScript } from './language.ts';

/**
 * Adds what a user's file of handlers lacks: a stub of each operation without a handler, and the
 * import that stubs need. Nothing else changes, not by a byte. Operations that are gone, places
 * where a stub cannot be added and files that cannot be parsed are reported.
 *
 * @param cache Remembers files that were found complete, for which no parser is loaded again.
 * @returns the text as it is to be
 */
export async function mergeHandlers(
  file: SourceFile,
  plan: ExpectedHandlers,
  sink: DiagnosticSink,
  cache?: FormatCache,
): Promise<string> {
  const { members, interface: name, factory, module } = plan;
  const { createHash } = await import('node:crypto');
  const key = createHash('sha256')
    .update(JSON.stringify(['handlers', isScript(file), members, name, factory, module, file.text]))
    .digest('hex');
  if (cache?.get(key) === 'complete') return file.text;
  const { completeHandlers } = await import('./complete-handlers.ts');
  const bag = createDiagnosticBag();
  const text = completeHandlers(file, plan, bag);
  for (const diagnostic of bag.diagnostics) sink.report(diagnostic);
  if (text === file.text && bag.diagnostics.length === 0) cache?.set(key, 'complete');
  return text;
}
