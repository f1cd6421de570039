import type { Diagnostic, DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import { namespaceText, type QName } from '../common/qname.ts';
import type { MissingDocument } from '../wsdl/definitions.ts';
import type { SchemaDocument } from '../xsd/schema-document.ts';
import type { Defect } from './defect.ts';

/** A name that refers to nothing. */
export interface DanglingName {
  readonly name: QName;
  /** The kind of component it should refer to, such as `Type`. */
  readonly kind: string;
  /** Whether it refers to a schema component, whose namespace may have no schema. */
  readonly inSchema: boolean;
  /** Returns its own defect, created when it is reported. */
  readonly defect: () => Defect;
}

/** Dangling names whose whole document is missing. They are reported as one defect. */
export interface DanglingNames {
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
export function createDanglingNames(sink: DiagnosticSink, lenient: boolean): DanglingNames {
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
