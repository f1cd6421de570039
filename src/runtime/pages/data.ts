/**
 * Text with placeholders: entries at even indexes are text, those between them placeholders for the
 * reader to replace.
 */
export type Sample = readonly string[];

/**
 * Content of a part of an envelope as an outline for `expandOutline`, with the shapes of the
 * service. Placeholders are in white square brackets. Content that cannot be an outline is a
 * {@link Sample}.
 */
export type SampleOutline = string | Sample;

/** The documentation of one service. The generated `docs.ts` has one for each service. */
export interface ServiceDocs {
  readonly name: string;
  /** Path below the server's base, such as `/AuthCodeSending.asmx`. */
  readonly path: string;
  readonly namespace: string;
  readonly description?: string | undefined;
  /**
   * Names of the SOAP bindings in the order of their ports, for discovery: `{namespace}local` if
   * the namespace is not that of the service.
   */
  readonly soapBindings: readonly string[];
  /** Shapes of the samples' outlines. */
  readonly shapes?: string | undefined;
  /** In the order of the contract. */
  readonly operations: readonly OperationDocs[];
  /** The contract's own documents, if they are published. The first is the WSDL. */
  readonly published?: readonly PublishedDocument[] | undefined;
  /**
   * The WSDL as an outline, for `expandOutline`. U+0000 is replaced by the service's address.
   * Absent if the contract's only document is published.
   */
  readonly wsdl?: string | undefined;
}

/** A document of the contract, with what a request decides marked by characters XML forbids. */
export interface PublishedDocument {
  /** The query that asks for it: `wsdl`, and for others `wsdl=…` or `xsd=…`. */
  readonly query: string;
  /**
   * U+0001 is replaced by the base address, U+0002 and a query by the address of that document.
   * What is between U+0003 and U+0004 is left out if only HTTP GET (`G`), POST (`P`) or both (`B`)
   * use it, as the first letter says, and not everyone may use these.
   */
  readonly text: string;
}

/** One operation on the help pages. */
export interface OperationDocs {
  /** Message name, which `?op=` takes; unique in the service. */
  readonly name: string;
  /** Its parameters and its result, in the YAML notation: `(id: int, name: string?): User`. */
  readonly signature?: string | undefined;
  readonly description?: string | undefined;
  /**
   * Inputs of the test form. Absent if a parameter is not a simple value; then the XML is edited as
   * a whole.
   */
  readonly parameters?: readonly ParameterDocs[] | undefined;
  readonly soap?: SoapDocs | undefined;
  readonly http?: HttpDocs | undefined;
}

/** A parameter with a simple value. */
export interface ParameterDocs {
  readonly name: string;
  /** Its text in samples: the local name of its type. */
  readonly type: string;
  /** Values of an enumeration. */
  readonly values?: readonly string[] | undefined;
  /**
   * Whether several values may be given, which HTTP GET and POST send separately under the same
   * name.
   */
  readonly repeated?: boolean | undefined;
  /**
   * Whether values are not just one of `type` or `values`, as for lists, or must match a pattern.
   * Only a text field accepts them all.
   */
  readonly freeText?: boolean | undefined;
  /** Initial content of the field: the fixed or default value. */
  readonly preset?: string | undefined;
}

/** An operation over SOAP, for samples. The versions differ only in the envelope. */
export interface SoapDocs {
  readonly versions: readonly ('soap11' | 'soap12')[];
  readonly action: string;
  /** Whether messages use SOAP encoding. */
  readonly encoded?: boolean | undefined;
  /** Content of `soap:Body`. With simple parameters, the n-th placeholder is the n-th parameter. */
  readonly request: SampleOutline;
  /** Content of `soap:Header`. */
  readonly requestHeader?: SampleOutline | undefined;
  /** A valid body to start from, if requests are edited as a whole. */
  readonly example?: string | undefined;
  readonly exampleHeader?: string | undefined;
  /** Absent for one-way operations. */
  readonly response?: SampleOutline | undefined;
  readonly responseHeader?: SampleOutline | undefined;
}

/** An operation over HTTP GET and POST, for samples. */
export interface HttpDocs {
  readonly bindings: readonly ('httpGet' | 'httpPost')[];
  /** Such as `/AuthCode`; with `replaces`, a pattern with `(parameter)`. */
  readonly location: string;
  /** Whether values are in the location (`http:urlReplacement`). */
  readonly replaces?: boolean | undefined;
  readonly parameters: readonly ParameterDocs[];
  /** The answer without XML declaration; absent for void. */
  readonly result?: Sample | undefined;
  /** Content type of an answer that is not XML and has no declaration. */
  readonly contentType?: string | undefined;
}
