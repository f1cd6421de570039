import type { DiagnosticCode } from './codes.ts';
import type { DiagnosticSink, RelatedPlace } from './diagnostic.ts';
import type { Span } from './source-file.ts';

/**
 * Data a user wrote (a YAML contract, a configuration) with the place of every piece of it. `P`
 * says how places are given: spans for texts, key paths for values of a loaded module.
 */
export type DataNode<P = Span> = DataMap<P> | DataList<P> | DataScalar<P>;

/** Keys and values in the order written; each key once. */
export interface DataMap<P = Span> {
  readonly kind: 'map';
  readonly entries: readonly DataEntry<P>[];
  readonly place: P;
}

/** A key with its value. */
export interface DataEntry<P = Span> {
  readonly key: string;
  /** Where the key is. */
  readonly place: P;
  readonly value: DataNode<P>;
}

/** Values in the order written. */
export interface DataList<P = Span> {
  readonly kind: 'list';
  readonly items: readonly DataNode<P>[];
  readonly place: P;
}

/** A single value. */
export interface DataScalar<P = Span> {
  readonly kind: 'scalar';
  /**
   * What YAML 1.2 or JavaScript takes it for; functions and other things that are no data are
   * `undefined`.
   */
  readonly value: string | number | boolean | null | undefined;
  /** The value as written, without quotes. */
  readonly text: string;
  /**
   * Offset in the source file at which `text` is literally; absent where escapes or line ends
   * intervene.
   */
  readonly textStart?: number | undefined;
  readonly place: P;
}

/** Where a value is in a loaded module, such as `contracts[0].targets`; empty for the whole. */
export interface KeyPath {
  readonly keyPath: string;
}

/** What a complaint adds to its message. */
export interface ComplaintDetails<P> {
  readonly help?: string | undefined;
  readonly related?: readonly { readonly message: string; readonly place: P }[] | undefined;
}

/** Reports an error about a piece of data. */
export type Complain<P = Span> = (
  place: P,
  code: DiagnosticCode,
  message: string,
  details?: ComplaintDetails<P>,
) => void;

/** Complaints about data read from a text: errors with a span. */
export function complainAtSpan(sink: DiagnosticSink): Complain<Span> {
  return (span, code, message, details = {}) => {
    const related: readonly RelatedPlace[] | undefined = details.related?.map((one) => ({
      message: one.message,
      span: one.place,
    }));
    sink.report({ code, severity: 'error', message, span, help: details.help, related });
  };
}

/**
 * Complaints about the value of a loaded module: the file's path and the key path are in the
 * message.
 */
export function complainAtKeyPath(sink: DiagnosticSink, file: string): Complain<KeyPath> {
  return (place, code, message, details = {}) => {
    const where = place.keyPath === '' ? file : `${file}: ${place.keyPath}`;
    sink.report({ code, severity: 'error', message: `${where}: ${message}`, help: details.help });
  };
}

/** The value under a key, if it is there. */
export function entryOf<P>(map: DataMap<P>, key: string): DataEntry<P> | undefined {
  return map.entries.find((entry) => entry.key === key);
}

/** Names what a node is, for messages: `a list`, `the number 3`, `nothing`. */
export function describeData<P>(node: DataNode<P>): string {
  if (node.kind === 'map') return 'a map';
  if (node.kind === 'list') return 'a list';
  const shown = node.text.length > 40 ? `${node.text.slice(0, 40)}…` : node.text;
  switch (typeof node.value) {
    case 'string':
      return node.value === '' ? 'an empty text' : `the text '${shown}'`;
    case 'number':
      return `the number ${shown}`;
    case 'boolean':
      return `the boolean ${shown}`;
    case 'object':
      return 'nothing';
    default:
      return 'no plain data';
  }
}
