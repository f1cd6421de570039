/** The four bindings of an ASMX operation. */
export type BindingName = 'soap11' | 'soap12' | 'httpGet' | 'httpPost';

declare const none: unique symbol;

/**
 * The input of an operation without parameters. Objects with properties do not fit: options of a
 * call are the second argument.
 */
export interface NoInput {
  readonly [none]?: never;
}

/** What an operation writes straight to the HTTP response. */
export type WrittenKind = 'json' | 'text' | 'binary';

/** A namespace URI (empty for none) and a local name. */
export interface ElementName {
  readonly namespace: string;
  readonly local: string;
}

/** A step on the path from a message to its records. */
export interface RecordStep extends ElementName {
  /** Whether the element may be missing, in which case there are no records. */
  readonly optional?: boolean | undefined;
  /**
   * Whether any name is accepted, as for the wrapper of an rpc response (WSDL 1.1, section 3.5).
   */
  readonly anyName?: boolean | undefined;
}

/** Any JSON value: the result of an operation that writes JSON to the response. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Name and password of HTTP's Basic authentication. */
export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}
