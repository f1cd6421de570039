import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { MissingDocument } from '../wsdl/definitions.ts';
import type { SchemaDocument } from '../xsd/schema-document.ts';
import { createDanglingNames, type DanglingName } from './dangling-names.ts';
import type { Defect } from './defect.ts';

/** Collects the defects of a contract, and the components that each affects. */
export interface Defects {
  /** Whether affected operations are left out instead of failing the run. */
  readonly lenient: boolean;
  /** The first defect of each affected component. */
  readonly affected: ReadonlyMap<object, Defect>;
  /** How many defects there are. */
  readonly count: number;
  /** Reports a defect of `owner`: an error, or a warning when lenient. */
  add(owner: object, defect: Defect): void;
  /** Sets the available and missing documents for the names reported next. */
  lookIn(schemas: readonly SchemaDocument[], missing: readonly MissingDocument[]): void;
  /**
   * Reports a dangling name. If its whole document is missing, it is reported at the end together
   * with others.
   */
  addDangling(owner: object, dangling: DanglingName): void;
  /** Reports what was deferred. */
  finish(): void;
  /** Marks another component as affected by a defect already reported. */
  affect(owner: object, defect: Defect): void;
  warn(warning: Defect): void;
}

/** Default help by diagnostic code. */
const remedies: Readonly<Partial<Record<Defect['code'], string>>> = {
  ASMX1022: 'Move it to where it belongs, or remove it',
  ASMX2001: 'Declare it, or correct the name that refers to it',
  ASMX2002: 'Remove or rename one of the two',
  ASMX2003: 'Break the circle',
};

/** Creates a collector that reports to `sink`. */
export function createDefects(sink: DiagnosticSink, lenient: boolean): Defects {
  const affected = new Map<object, Defect>();
  const dangling = createDanglingNames(sink, lenient);
  let count = 0;
  const add = (owner: object, defect: Defect): void => {
    count += 1;
    if (!affected.has(owner)) affected.set(owner, defect);
    const help = defect.help ?? remedies[defect.code];
    sink.report({ ...defect, help, severity: lenient ? 'warning' : 'error' });
  };
  return {
    lenient,
    affected,
    get count() {
      return count;
    },
    add,
    lookIn: dangling.lookIn,
    addDangling(owner, name) {
      const cause = dangling.note(name);
      if (cause === undefined) {
        add(owner, name.defect());
        return;
      }
      count += 1;
      if (!affected.has(owner)) affected.set(owner, cause);
    },
    finish: dangling.report,
    affect(owner, defect) {
      if (!affected.has(owner)) affected.set(owner, defect);
    },
    warn(warning) {
      sink.report({ ...warning, severity: 'warning' });
    },
  };
}
