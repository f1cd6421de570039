import type { Diagnostic, SourceFile, Span } from '../diagnostics/diagnostic.ts';
import type { PolicySubject } from './policy.ts';
import type { QName, Reference } from './xml.ts';
import type { SchemaDocument } from './xsd/schema-document.ts';

/** Whether a media type is XML: `text/xml`, `application/xml` or one with the suffix `+xml`. */
export function isXmlType(type: string): boolean {
  return /[/+]xml\s*(?:;|$)/i.test(type);
}

/**
 * A contract with another target namespace. All names in that of its definitions change, and SOAP
 * actions built from it follow. Names in other namespaces stay.
 */
export function replaceNamespace(contract: Contract, namespace: string): Contract {
  return {
    ...contract,
    definitions: contract.definitions.map((definitions) => {
      const from = definitions.targetNamespace;
      return from === namespace
        ? definitions
        : (replaceIn({ ...definitions, originals: undefined }, from, namespace) as Definitions);
    }),
  };
}

/** Copies a tree of definitions. Positions in files are shared. */
function replaceIn(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceIn(one, from, to));
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map) {
    return new Map([...value].map(([prefix, uri]) => [prefix, uri === from ? to : uri]));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'span') return [key, inner];
      if (typeof inner !== 'string') return [key, replaceIn(inner, from, to)];
      if (key === 'soapAction' || key === 'action') return [key, replaceAction(inner, from, to)];
      const names = key === 'namespace' || key === 'targetNamespace';
      return [key, names && inner === from ? to : inner];
    }),
  );
}

/** Namespace and name joined by exactly one slash, like ASMX's default action. */
function replaceAction(action: string, from: string, to: string): string {
  const prefix = withSlash(from);
  return action.startsWith(prefix) ? withSlash(to) + action.slice(prefix.length) : action;
}

function withSlash(namespace: string): string {
  return namespace.endsWith('/') ? namespace : `${namespace}/`;
}

/**
 * A contract as read: one input document with all it imports. A WSDL has one `Definitions`; the
 * YAML notation has one for each service, because every `.asmx` endpoint is a WSDL of its own. No
 * stage after `read` knows which notation it was.
 */
export interface Contract {
  /** Base of the names of generated functions: `definitions/@name`, otherwise the file name. */
  readonly name: string;
  /** Every file read, the entry first. */
  readonly files: readonly SourceFile[];
  readonly definitions: readonly Definitions[];
  /** Scheme, host, port and optional prefix before the services' paths, if the contract has one. */
  readonly baseUrl?: string | undefined;
  /**
   * Set if clients send no action over SOAP 1.2, although the WSDL does not say so, because the
   * body identifies the operation: ASMX, whose WSDL the YAML notation describes.
   */
  readonly bodyIdentifies?: true | undefined;
  readonly documentation?: string | undefined;
  /** Set for a plain XML Schema, which has no services. */
  readonly isSchema?: true | undefined;
}

/**
 * `wsdl:definitions` with its imports merged in (WSDL 1.1 section 2.1). References are still names,
 * which `link` resolves.
 */
export interface Definitions {
  readonly name?: string | undefined;
  readonly targetNamespace: string;
  readonly documentation?: string | undefined;
  readonly schemas: readonly SchemaDocument[];
  readonly messages: readonly Message[];
  readonly portTypes: readonly PortType[];
  readonly bindings: readonly Binding[];
  readonly services: readonly Service[];
  /** Defects of syntax that did not prevent reading the rest. */
  readonly defects?: readonly SyntaxDefect[] | undefined;
  /** Imported documents that could not be read. */
  readonly missing?: readonly MissingDocument[] | undefined;
  /**
   * The documents of a WSDL, the entry first; absent if there are none that say the same: for the
   * YAML notation, or with another namespace.
   */
  readonly originals?: readonly OriginalDocument[] | undefined;
  readonly span: Span;
}

/** A document that could not be read, so that its declarations are missing. */
export interface MissingDocument {
  /** Namespace that the document declares, according to the import. */
  readonly namespace: string;
  readonly diagnostic: Omit<Diagnostic, 'severity'>;
  /**
   * How it is reported if none of its names is needed. An error of another kind may already have
   * been reported.
   */
  readonly severity: 'error' | 'warning' | 'reported';
}

/**
 * A defect found while reading. `link` reports it, because it knows which operations it affects.
 */
export interface SyntaxDefect {
  /** The declaration it is in: an object of the definitions or of their schemas. */
  readonly owner: object;
  readonly diagnostic: Omit<Diagnostic, 'severity'>;
}

/** `wsdl:message` (WSDL 1.1 section 2.3). */
export interface Message extends PolicySubject {
  readonly name: QName;
  readonly parts: readonly Part[];
  readonly documentation?: string | undefined;
  readonly span: Span;
}

/** `wsdl:part`: it has either `element` or `type`. */
export interface Part {
  readonly name: string;
  readonly element?: Reference | undefined;
  readonly type?: Reference | undefined;
  /**
   * Type of the YAML notation, if WSDL's is ambiguous: a parameter repeated in a query or form,
   * such as `Mark[]`, `int*` or `base64Binary`, of an operation without SOAP.
   */
  readonly notation?: string | undefined;
  /**
   * Whether a parameter of a query or form is optional. Only the YAML notation can say so: WSDL
   * cannot express it, and ASMX requires every parameter.
   */
  readonly optional?: boolean | undefined;
  readonly documentation?: string | undefined;
  readonly span: Span;
}

/** `wsdl:portType` (WSDL 1.1 section 2.4). */
export interface PortType extends PolicySubject {
  readonly name: QName;
  readonly operations: readonly PortTypeOperation[];
  /**
   * Names of operations that the reader left out with a warning. Bindings may still refer to them.
   */
  readonly leftOut?: readonly string[] | undefined;
  readonly documentation?: string | undefined;
  readonly span: Span;
}

/** What an operation writes straight to the HTTP response. */
export type WrittenKind = 'json' | 'text' | 'binary';

/**
 * `wsdl:portType/wsdl:operation`. A one-way operation has no output; the reader refuses
 * notification and solicit-response.
 */
export interface PortTypeOperation extends PolicySubject {
  readonly name: string;
  readonly input?: OperationMessage | undefined;
  readonly output?: OperationMessage | undefined;
  readonly faults: readonly OperationFault[];
  /** `parameterOrder`, part names in order. */
  readonly parameterOrder?: readonly string[] | undefined;
  readonly written?: WrittenKind | undefined;
  /** Whether it lacks GET and POST because its reader left them out, and said so. */
  readonly withoutForms?: boolean | undefined;
  readonly documentation?: string | undefined;
  readonly span: Span;
}

/** `wsdl:input` or `wsdl:output` of a portType operation. `name` is ASMX's message name. */
export interface OperationMessage extends PolicySubject {
  readonly name?: string | undefined;
  readonly message: Reference;
  readonly documentation?: string | undefined;
  /** Action of WS-Addressing: `wsam:Action`. */
  readonly action?: string | undefined;
  readonly span: Span;
}

/** `wsdl:fault` of a portType operation. */
export interface OperationFault {
  readonly name: string;
  readonly message: Reference;
  readonly documentation?: string | undefined;
  /** Action of WS-Addressing: `wsam:Action`. */
  readonly action?: string | undefined;
  readonly span: Span;
}

/** The protocol of a binding. */
export type BindingKind = 'soap11' | 'soap12' | 'httpGet' | 'httpPost';

/**
 * `wsdl:binding` (WSDL 1.1 section 2.5, 3 and 4). The reader leaves out bindings of other kinds,
 * with a warning.
 */
export interface Binding extends PolicySubject {
  readonly name: QName;
  readonly kind: BindingKind;
  readonly portType: Reference;
  /** `soap:binding/@transport`; absent on HTTP bindings. */
  readonly transport?: string | undefined;
  readonly operations: readonly BindingOperation[];
  readonly documentation?: string | undefined;
  readonly span: Span;
}

export type SoapStyle = 'document' | 'rpc';
export type SoapUse = 'literal' | 'encoded';

/** `wsdl:binding/wsdl:operation`. The fields of the other family of bindings are absent. */
export interface BindingOperation extends PolicySubject {
  readonly name: string;
  /** `name` of the operation's input and output, which distinguishes overloads. */
  readonly inputName?: string | undefined;
  readonly outputName?: string | undefined;
  /** `soap:operation/@soapAction`; absent if the WSDL has none. */
  readonly soapAction?: string | undefined;
  /** `soap12:operation/@soapActionRequired`; absent if the WSDL does not say. */
  readonly soapActionRequired?: boolean | undefined;
  /** `soap:operation/@style`, otherwise that of `soap:binding`, otherwise `document`. */
  readonly style: SoapStyle;
  readonly input?: BindingMessage | undefined;
  readonly output?: BindingMessage | undefined;
  readonly faults: readonly BindingFault[];
  /** `http:operation/@location`, such as `/AuthCode`. */
  readonly location?: string | undefined;
  readonly documentation?: string | undefined;
  readonly span: Span;
}

/** The marshalling of a message in one direction. */
export interface BindingMessage extends PolicySubject {
  /** `soap:body`; absent on HTTP bindings. */
  readonly body?: SoapBody | undefined;
  readonly headers: readonly SoapHeader[];
  /** Its form in an HTTP binding. */
  readonly http?: HttpContent | undefined;
  /** Parts sent as MIME attachments (`mime:multipartRelated`, WSDL 1.1 section 5). */
  readonly attachments: readonly MimeAttachment[];
  readonly span: Span;
}

/** `soap:body` (WSDL 1.1 section 3.5). */
export interface SoapBody {
  readonly use: SoapUse;
  /** `parts`: names of the message parts in the body; absent for all. */
  readonly parts?: readonly string[] | undefined;
  /** `namespace` of an rpc wrapper. */
  readonly namespace?: string | undefined;
  readonly encodingStyle?: string | undefined;
  readonly span: Span;
}

/** `soap:header` (WSDL 1.1 section 3.7). */
export interface SoapHeader {
  readonly message: Reference;
  readonly part: string;
  readonly use: SoapUse;
  readonly namespace?: string | undefined;
  readonly encodingStyle?: string | undefined;
  /** Whether it has `wsdl:required="true"`. */
  readonly required: boolean;
  readonly faults: readonly SoapHeaderFault[];
  readonly span: Span;
}

/** `soap:headerfault`. */
export interface SoapHeaderFault {
  readonly message: Reference;
  readonly part: string;
  readonly use: SoapUse;
  readonly namespace?: string | undefined;
  readonly span: Span;
}

/** `wsdl:fault` of a binding operation with its `soap:fault`. */
export interface BindingFault {
  readonly name: string;
  readonly use: SoapUse;
  readonly namespace?: string | undefined;
  readonly span: Span;
}

/** WSDL 1.1 section 4 and 5: the content of input or output in an HTTP binding. */
export type HttpContent =
  | { readonly kind: 'urlEncoded' }
  | { readonly kind: 'urlReplacement' }
  | { readonly kind: 'form' }
  /** `mime:mimeXml`: the part's element is the document. Without `part`, the only part. */
  | { readonly kind: 'mimeXml'; readonly part?: string | undefined }
  | {
      readonly kind: 'mimeContent';
      readonly part?: string | undefined;
      readonly type?: string | undefined;
    }
  /** No content: void. */
  | { readonly kind: 'none' };

/** One `mime:content` alternative of a `mime:part`. */
export interface MimeAttachment {
  readonly part: string;
  readonly types: readonly string[];
}

/** `wsdl:service` (WSDL 1.1 section 2.7). */
export interface Service extends PolicySubject {
  readonly name: string;
  readonly ports: readonly Port[];
  /** Whether scripts may call it, as `[ScriptService]` of ASMX; no WSDL says so. */
  readonly script?: true | undefined;
  readonly documentation?: string | undefined;
  readonly span: Span;
}

/** `wsdl:port` with its address extension. */
export interface Port extends PolicySubject {
  readonly name: string;
  readonly binding: Reference;
  /** `location` of the address element; absent if the WSDL has none. */
  readonly address?: string | undefined;
  readonly documentation?: string | undefined;
  readonly span: Span;
}

/** A document of a WSDL contract as it was read, for servers that publish it. */
export interface OriginalDocument {
  readonly kind: 'wsdl' | 'xsd';
  readonly file: SourceFile;
  /** Without overlaps, unless one is inside a removal. In no particular order. */
  readonly edits: readonly OriginalEdit[];
  /** Children of `wsdl:definitions`. None for a schema. */
  readonly elements: readonly TextRange[];
  readonly ports: readonly TextRange[];
}

/** A range of a text, as offsets (end exclusive). */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A range of a document that is not published as it was read. */
export type OriginalEdit = TextRange &
  (
    | { readonly kind: 'removal' }
    /** The location of another document. */
    | { readonly kind: 'location'; readonly target: SourceFile }
    /** The address of a port, whose start tag begins at the offset `port`. */
    | { readonly kind: 'address'; readonly port: number }
  );
