/** The four wires of an ASMX operation. */
export type BindingName = 'soap11' | 'soap12' | 'httpGet' | 'httpPost';

/** The input of an operation that has none. */
export type NoInput = Readonly<Record<never, never>>;

/** What an operation that writes straight to the HTTP response puts there. */
export type WrittenKind = 'json' | 'text' | 'binary';

/** A namespace URI (empty for none) and a local name. */
export interface ElementName {
  readonly namespace: string;
  readonly local: string;
}

/** A step on the way from a message to the records it holds. */
export interface RecordStep extends ElementName {
  /** Whether it may be missing, which means that there are no records. */
  readonly optional?: boolean | undefined;
  /** Whether any name will do, as for the wrapper of an rpc response (WSDL 1.1, section 3.5). */
  readonly anyName?: boolean | undefined;
}

/** Any value JSON can hold: what an operation answers that writes JSON to the response. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
