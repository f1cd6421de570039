import { createDiagnosticBag, type DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { SourceFile } from '../../diagnostics/source-file.ts';
import type { ExpectedHandlers } from '../../plan/result/plan.ts';
import type { FormatCache } from '../prettier-format.ts';
import { isScript } from './language.ts';

/**
 * Adds the missing parts of a user's handlers file: a stub for each operation without a handler,
 * and the import for stubs. No other byte changes. Reports removed operations, positions where no
 * stub can be added, and files that cannot be parsed.
 *
 * @param cache Remembers complete files, for which the parser is not loaded again.
 * @returns the new text
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
