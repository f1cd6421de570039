import type { Diagnostic, DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { SyntaxDefect } from '../model/wsdl/definitions.ts';

/** Collects syntax defects, each with its declaration. */
export interface SyntaxLog {
  readonly defects: readonly SyntaxDefect[];
  /** Namespaces of resolved names. */
  readonly namespaces: Set<string>;
  /** Adds a defect of the declaration being read. */
  add(diagnostic: Omit<Diagnostic, 'severity'>): void;
  /** Reports a problem that does not prevent reading. */
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
  /**
   * Reads a declaration, to which defects found meanwhile belong unless they belong to a
   * declaration inside it.
   */
  own<T extends object | undefined>(read: () => T, fallback: object): T;
}

/** Creates an empty log, which passes warnings to `sink`. */
export function createSyntaxLog(sink: DiagnosticSink): SyntaxLog {
  const defects: SyntaxDefect[] = [];
  let open: Omit<Diagnostic, 'severity'>[] = [];
  return {
    defects,
    namespaces: new Set(),
    add(diagnostic) {
      open.push(diagnostic);
    },
    warn(diagnostic) {
      sink.report({ ...diagnostic, severity: 'warning' });
    },
    own(read, fallback) {
      const outer = open;
      open = [];
      const declaration = read();
      for (const diagnostic of open) defects.push({ owner: declaration ?? fallback, diagnostic });
      open = outer;
      return declaration;
    },
  };
}
