import type { DiagnosticCode } from './codes.ts';
import type { Span } from './source-file.ts';

/** Severity of a diagnostic. An error stops the run before anything is written. */
export type Severity = 'error' | 'warning' | 'hint';

/** Another position that helps to understand a diagnostic. */
export interface RelatedPlace {
  readonly message: string;
  readonly span: Span;
}

/** A message to the user about a contract or a configuration. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence without a full stop, with names in single quotes. */
  readonly message: string;
  readonly span?: Span | undefined;
  /** What to do about it, as an instruction. */
  readonly help?: string | undefined;
  readonly related?: readonly RelatedPlace[] | undefined;
  /**
   * Number of other diagnostics that follow from this one and are left out. Text reports show it
   * last.
   */
  readonly consequences?: number | undefined;
  /** Whether an operation is left out, so that it is shown in full. */
  readonly leftOut?: true | undefined;
  /** Number of all diagnostics of its code, if it is shown in place of them, on one line. */
  readonly standsFor?: number | undefined;
}

/**
 * Receives the reports of pipeline stages, which continue if they can, so that a user sees all
 * problems at once.
 */
export interface DiagnosticSink {
  report(diagnostic: Diagnostic): void;
}

/** A sink that stores reports in their order. */
export interface DiagnosticBag extends DiagnosticSink {
  readonly diagnostics: readonly Diagnostic[];
  /** Whether one of them is an error. */
  readonly failed: boolean;
}

/** Creates an empty bag. */
export function createDiagnosticBag(): DiagnosticBag {
  const diagnostics: Diagnostic[] = [];
  return {
    diagnostics,
    get failed() {
      return diagnostics.some((one) => one.severity === 'error');
    },
    report(diagnostic) {
      diagnostics.push(diagnostic);
    },
  };
}
