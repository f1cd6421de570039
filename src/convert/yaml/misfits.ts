import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../diagnostics/source-file.ts';

/** Reports parts of a contract that the notation cannot express. */
export interface Misfits {
  /**
   * Reports that messages would change, so that the contract cannot be written. Reported once for
   * each position.
   */
  refuse(span: Span, message: string, help?: string): void;
  /** Reports what is lost. All valid messages stay valid. */
  drop(span: Span, message: string): void;
  readonly found: boolean;
}

/** Creates an empty collection that reports to `sink`. */
export function createMisfits(sink: DiagnosticSink): Misfits {
  const told = new Set<string>();
  let found = false;
  function tell(
    severity: 'error' | 'warning',
    span: Span,
    message: string,
    help: string | undefined,
  ): void {
    const key = `${span.file.path}:${span.start}:${message}`;
    if (told.has(key)) return;
    told.add(key);
    sink.report({ code: 'ASMX3007', severity, message, span, help });
  }
  return {
    refuse(span, message, help) {
      found = true;
      tell('error', span, message, help);
    },
    drop: (span, message) => tell('warning', span, message, undefined),
    get found() {
      return found;
    },
  };
}
