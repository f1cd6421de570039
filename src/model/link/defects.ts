import type { Diagnostic, DiagnosticSink, Span } from '../../diagnostics/diagnostic.ts';
import type { MissingDocument } from '../wsdl.ts';
import { namespaceText, type QName } from '../xml.ts';
import type { SchemaDocument } from '../xsd/schema-document.ts';

/**
 * Limits the size of a contract after expansion of groups, inheritance, derived types, substitution
 * groups and schemas of services: its particles, attributes, enumeration values and the like. A
 * short contract can expand beyond the memory of any machine, so their number must not grow faster
 * than the contract.
 */
export interface Expansion {
  /**
   * Counts components that will be created. Returns `false`, reported for `owner`, if there are too
   * many; then they must not be created.
   */
  take(count: number, owner: object, span: Span | undefined): boolean;
}

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

/** A name that refers to nothing. */
interface DanglingName {
  readonly name: QName;
  /** The kind of component it should refer to, such as `Type`. */
  readonly kind: string;
  /** Whether it refers to a schema component, whose namespace may have no schema. */
  readonly inSchema: boolean;
  /** Returns its own defect, created when it is reported. */
  readonly defect: () => Defect;
}

/** Dangling names whose whole document is missing. They are reported as one defect. */
interface DanglingNames {
  /** Sets the available and missing documents for the names that follow. */
  lookIn(schemas: readonly SchemaDocument[], missing: readonly MissingDocument[]): void;
  /**
   * Records a name if its document is missing. Returns the defect that affects its users;
   * `undefined` if the document is available.
   */
  note(dangling: DanglingName): Defect | undefined;
  /** Reports the missing documents, as errors if their names are needed. */
  report(): void;
}

type Consequential = Defect & Pick<Diagnostic, 'consequences'>;

interface Cause {
  readonly defect: Defect;
  readonly document: MissingDocument | undefined;
  readonly first: DanglingName;
  count: number;
}

/** Creates an empty collection. */
function createDanglingNames(sink: DiagnosticSink, lenient: boolean): DanglingNames {
  const documents = new Map<string, MissingDocument>();
  const silent: MissingDocument[] = [];
  const present = new Set<string>();
  const causes = new Map<string, Cause>();
  const severity = lenient ? 'warning' : 'error';
  return {
    lookIn(schemas, missing) {
      for (const { targetNamespace } of schemas) present.add(targetNamespace);
      for (const document of missing) {
        if (documents.has(document.namespace)) silent.push(document);
        else documents.set(document.namespace, document);
      }
    },
    note(dangling) {
      const { namespace } = dangling.name;
      const document = documents.get(namespace);
      if (document === undefined && (!dangling.inSchema || present.has(namespace))) {
        return undefined;
      }
      const known = causes.get(namespace);
      if (known !== undefined) {
        known.count += 1;
        return known.defect;
      }
      const defect = document?.diagnostic ?? dangling.defect();
      causes.set(namespace, { defect, document, first: dangling, count: 1 });
      return defect;
    },
    report() {
      for (const cause of causes.values()) {
        const defect = cause.document === undefined ? absent(cause) : needed(cause, cause.document);
        sink.report({ ...defect, severity });
      }
      for (const [namespace, document] of documents) {
        if (!causes.has(namespace)) silent.push(document);
      }
      for (const { diagnostic, severity: own } of silent) {
        if (own !== 'reported') sink.report({ ...diagnostic, severity: own });
      }
    },
  };
}

/** A document with names that are needed. */
function needed({ first, count }: Cause, { diagnostic }: MissingDocument): Consequential {
  const used = usedName(first);
  const namespace = namespaceText(first.name);
  const what =
    count === 1
      ? `${used} of ${namespace} is not declared`
      : `${count} references to names of ${namespace} are unresolved, the first to ${used}`;
  const { span } = first.defect();
  return {
    ...diagnostic,
    message: `${diagnostic.message}; without it, ${what}`,
    help: diagnostic.help ?? 'Correct the location, or put the document there',
    related: span === undefined ? [] : [{ message: `${used} is used here`, span }],
    consequences: count,
  };
}

/** Names of a namespace without any document. */
function absent({ first, count }: Cause): Consequential {
  const defect = first.defect();
  if (count === 1) return defect;
  return {
    ...defect,
    message:
      `The contract has no schema ${schemaFor(first.name)}: ` +
      `${count} references to its names are unresolved, the first to ${usedName(first)}`,
    help: "Add an 'xs:import' that leads to the schema",
    consequences: count,
  };
}

function schemaFor(name: QName): string {
  return name.namespace === '' ? 'without a target namespace' : `for ${namespaceText(name)}`;
}

function usedName({ kind, name }: DanglingName): string {
  return `${kind.charAt(0).toLowerCase()}${kind.slice(1)} '${name.localName}'`;
}

/** A diagnostic that makes what it concerns unusable. */
export type Defect = Omit<Diagnostic, 'severity'>;
