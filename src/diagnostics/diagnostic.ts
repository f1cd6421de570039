import type { DiagnosticCode } from './codes.ts';
import type { Span } from './source-file.ts';

/** How much a diagnostic weighs: an error stops the run before anything is written. */
export type Severity = 'error' | 'warning' | 'hint';

/** Another place that helps to understand a diagnostic. */
export interface RelatedPlace {
  readonly message: string;
  readonly span: Span;
}

/** One thing to tell the user about a contract or a configuration. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence without final point, names in single quotes. */
  readonly message: string;
  readonly span?: Span | undefined;
  /** What to do about it, as an instruction. */
  readonly help?: string | undefined;
  readonly related?: readonly RelatedPlace[] | undefined;
  /**
   * How many other diagnostics follow from this one and are left out for it. Reports for people
   * show it last.
   */
  readonly consequences?: number | undefined;
}

/**
 * Where the stages of the pipeline report: they go on where they can, so that a user sees all
 * problems at once.
 */
export interface DiagnosticSink {
  report(diagnostic: Diagnostic): void;
}

/** A sink that keeps what is reported, in that order. */
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
