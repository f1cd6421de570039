import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { GenerationPlan } from '../plan/result/plan.ts';
import type { Templates } from './templates.ts';

/** A rendered file. */
export interface RenderedFile {
  /** Path inside the output folder, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Whether it was copied unchanged: part of the runtime, which the guard need not check. */
  readonly copied: boolean;
}

/**
 * Renders every file of a plan on demand. If a template fails, that is reported and the file left
 * out.
 */
export function* renderFiles(
  { files, copies }: Pick<GenerationPlan, 'files' | 'copies'>,
  templates: Templates,
  sink: DiagnosticSink,
): Generator<RenderedFile> {
  for (const { path, template, view } of files) {
    const text = templates.render(template, view, sink);
    if (text !== undefined) yield { path, text, copied: false };
  }
  for (const { path, text } of copies) yield { path, text, copied: true };
}

/** Renders the initial handlers files. */
export function renderHandlers(
  { handlers }: GenerationPlan,
  templates: Templates,
  sink: DiagnosticSink,
): readonly RenderedFile[] {
  return handlers.flatMap(({ path, view }) => {
    const text = templates.render('handlers', view, sink);
    return text === undefined ? [] : [{ path, text, copied: false }];
  });
}
