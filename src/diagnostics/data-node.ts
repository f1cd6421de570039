import type { DiagnosticCode } from './codes.ts';
import type { DiagnosticSink, RelatedPlace, Severity } from './diagnostic.ts';
import type { Span } from './source-file.ts';

/**
 * Data that a user wrote (a YAML contract, a configuration) with positions. `P` is the type of a
 * position: a span in a text, or a key path in a loaded module.
 */
export type DataNode<P = Span> = DataMap<P> | DataList<P> | DataScalar<P>;

/** Keys and values in the order written, without duplicate keys. */
export interface DataMap<P = Span> {
  readonly kind: 'map';
  readonly entries: readonly DataEntry<P>[];
  readonly place: P;
}

/** A key with its value. */
export interface DataEntry<P = Span> {
  readonly key: string;
  /** Position of the key. */
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
   * The value according to YAML 1.2 or JavaScript; `undefined` for functions and other values that
   * are not data.
   */
  readonly value: string | number | boolean | null | undefined;
  /** The value as written, without quotes. */
  readonly text: string;
  /** Offset of `text` in the source file; absent if the source has escapes or line ends in it. */
  readonly textStart?: number | undefined;
  readonly place: P;
}

/** Position of a value in a loaded module, such as `contracts[0].targets`; empty for the whole. */
export interface KeyPath {
  readonly keyPath: string;
}

/** Additional parts of a complaint. */
export interface ComplaintDetails<P> {
  /** `error` by default. */
  readonly severity?: Severity | undefined;
  readonly help?: string | undefined;
  readonly related?: readonly { readonly message: string; readonly place: P }[] | undefined;
}

/** Reports a problem of a piece of data, usually an error. */
export type Complain<P = Span> = (
  place: P,
  code: DiagnosticCode,
  message: string,
  details?: ComplaintDetails<P>,
) => void;

/** Reports problems of data from a text, with spans. */
export function complainAtSpan(sink: DiagnosticSink): Complain<Span> {
  return (span, code, message, details = {}) => {
    const related: readonly RelatedPlace[] | undefined = details.related?.map((one) => ({
      message: one.message,
      span: one.place,
    }));
    const { severity = 'error', help } = details;
    sink.report({ code, severity, message, span, help, related });
  };
}

/**
 * Reports problems of values of a loaded module, with the file's path and the key path in the
 * message.
 */
export function complainAtKeyPath(sink: DiagnosticSink, file: string): Complain<KeyPath> {
  return (place, code, message, details = {}) => {
    const where = place.keyPath === '' ? file : `${file}: ${place.keyPath}`;
    const { severity = 'error', help } = details;
    sink.report({ code, severity, message: `${where}: ${message}`, help });
  };
}

/** The entry of a key, if there is one. */
export function entryOf<P>(map: DataMap<P>, key: string): DataEntry<P> | undefined {
  return map.entries.find((entry) => entry.key === key);
}

/** Describes a node for messages: `a list`, `the number 3`, `nothing`. */
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
      return 'a function or other object';
  }
}
