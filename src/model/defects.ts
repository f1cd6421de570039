import type { Diagnostic, DiagnosticSink } from '../diagnostics/diagnostic.ts';

/** A diagnostic that makes what it concerns unusable. */
export type Defect = Omit<Diagnostic, 'severity'>;

/** Collects what is wrong with a contract, and which component each defect spoils. */
export interface Defects {
  /** Whether operations that reach a defect are left out instead of stopping the run. */
  readonly lenient: boolean;
  /** The first defect of each spoilt component. */
  readonly spoilt: ReadonlyMap<object, Defect>;
  /** How many defects there are. */
  readonly count: number;
  /** Reports a defect of `owner`: an error, or a warning when lenient. */
  add(owner: object, defect: Defect): void;
  /** Marks another component as spoilt by a defect already reported. */
  spoil(owner: object, defect: Defect): void;
  warn(warning: Defect): void;
}

/** What to do about a defect that knows nothing better. */
const mends: Readonly<Partial<Record<Defect['code'], string>>> = {
  ASMX1022: 'Move it to where it belongs, or remove it',
  ASMX2001: 'Declare it, or correct the name that refers to it',
  ASMX2002: 'Remove or rename one of the two',
  ASMX2003: 'Break the circle',
};

/** Creates a collector that passes on to `sink`. */
export function createDefects(sink: DiagnosticSink, lenient: boolean): Defects {
  const spoilt = new Map<object, Defect>();
  let count = 0;
  return {
    lenient,
    spoilt,
    get count() {
      return count;
    },
    add(owner, defect) {
      count += 1;
      if (!spoilt.has(owner)) spoilt.set(owner, defect);
      const help = defect.help ?? mends[defect.code];
      sink.report({ ...defect, help, severity: lenient ? 'warning' : 'error' });
    },
    spoil(owner, defect) {
      if (!spoilt.has(owner)) spoilt.set(owner, defect);
    },
    warn(warning) {
      sink.report({ ...warning, severity: 'warning' });
    },
  };
}
