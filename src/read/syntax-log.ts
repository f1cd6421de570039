import type { Diagnostic, DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { SyntaxDefect } from '../model/wsdl/definitions.ts';

/** Keeps what is wrong with the syntax read so far, each beside the declaration it is in. */
export interface SyntaxLog {
  readonly defects: readonly SyntaxDefect[];
  /** Namespaces that names were resolved to. */
  readonly namespaces: Set<string>;
  /** Notes a defect of the declaration being read. */
  add(diagnostic: Omit<Diagnostic, 'severity'>): void;
  /** Reports what is wrong and yet clear enough to go on with. */
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
  /**
   * Reads a declaration; what is noted meanwhile becomes its own, unless a declaration inside it
   * owns it.
   */
  own<T extends object | undefined>(read: () => T, fallback: object): T;
}

/** Creates an empty log, which passes warnings on to `sink`. */
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
