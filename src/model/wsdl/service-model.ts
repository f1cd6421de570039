import type { SourceFile, Span } from '../../diagnostics/source-file.ts';
import type { QName } from '../common/qname.ts';
import type { PolicyTerm } from '../policy/policy.ts';
import type { ComplexType, ElementDeclaration, SchemaType, SimpleType } from '../xsd/schema.ts';
import type {
  BindingKind,
  Definitions,
  HttpContent,
  MimeAttachment,
  SoapStyle,
  SoapUse,
  WrittenKind,
} from './definitions.ts';

/** A contract with every reference resolved, for planning, inspection, linting and comparison. */
export interface ServiceModel {
  readonly name: string;
  readonly namespace: string;
  readonly baseUrl?: string | undefined;
  readonly documentation?: string | undefined;
  readonly files: readonly SourceFile[];
  /** In document order. Names are unique. */
  readonly services: readonly LinkedService[];
  /** Named types of all schemas in document order, used by operations or not. Without built-ins. */
  readonly types: readonly (SimpleType | ComplexType)[];
  /** Global elements of all schemas in document order. */
  readonly elements: readonly ElementDeclaration[];
  /** Set for a plain XML Schema, whose global elements are documents. */
  readonly isSchema?: true | undefined;
  /** Number of operations left out for their defects. */
  readonly leftOut?: number | undefined;
}

/** `wsdl:service`. */
export interface LinkedService {
  readonly name: string;
  /** Namespace of its definitions, which is that of its ASMX class. */
  readonly namespace: string;
  /**
   * Path and query of its address, such as `/AuthCodeSending.asmx`; `/<name>` if no port has an
   * address.
   */
  readonly path: string;
  /** Whether the contract has it for scripts, too; no WSDL says so. */
  readonly script?: true | undefined;
  readonly documentation?: string | undefined;
  readonly ports: readonly LinkedPort[];
  /**
   * The interfaces for callers, usually one: ASMX's up to three portTypes (XSoap, XHttpGet,
   * XHttpPost) become one. Ports with different portTypes form further interfaces; the one with the
   * first SOAP port comes first.
   */
  readonly interfaces: readonly ServiceInterface[];
  /** The definitions that the service was read from, for writing its WSDL. */
  readonly definitions: Definitions;
  readonly span: Span;
}

/** `wsdl:port` with its binding. */
export interface LinkedPort {
  readonly name: string;
  readonly kind: BindingKind;
  readonly binding: QName;
  readonly portType: QName;
  readonly address?: string | undefined;
  /**
   * Path and query of the address, below the contract's base URL; absent if it is no URL or path.
   */
  readonly path?: string | undefined;
  /** Policies of the service, the port, its binding and its portType. */
  readonly policies?: readonly PolicyTerm[] | undefined;
  /** That of the contract. */
  readonly bodyIdentifies?: true | undefined;
  readonly span: Span;
}

/** A set of operations available through the same ports. */
export interface ServiceInterface {
  /** Name of its first port. */
  readonly name: string;
  readonly ports: readonly LinkedPort[];
  /** In the order of the (SOAP) portType, followed by those with HTTP bindings only. */
  readonly operations: readonly ServiceOperation[];
}

/**
 * One operation over all bindings of an interface. It has a key for each binding: `soap11` …
 * `httpPost`.
 */
export interface ServiceOperation {
  /** `wsdl:operation/@name`. */
  readonly name: string;
  /**
   * ASMX's message name: `name` of the input, which distinguishes overloads; otherwise equal to
   * `name`.
   */
  readonly messageName: string;
  /** Its name, or the message name for an overload. Unique in its interface. */
  readonly publicName: string;
  readonly documentation?: string | undefined;
  readonly oneWay: boolean;
  readonly written?: WrittenKind | undefined;
  /** Whether it lacks GET and POST because its reader left them out, and said so. */
  readonly withoutForms?: boolean | undefined;
  readonly soap11?: SoapOperation | undefined;
  readonly soap12?: SoapOperation | undefined;
  readonly httpGet?: HttpOperation | undefined;
  readonly httpPost?: HttpOperation | undefined;
  readonly span: Span;
}

/** The marshalling of an operation over one version of SOAP. */
export interface SoapOperation {
  readonly port: LinkedPort;
  /** `soapAction` as written; empty if the WSDL has none. */
  readonly action: string;
  /** The media type parameter `action` that clients send over SOAP 1.2, if they send any. */
  readonly sentAction?: string | undefined;
  /** Actions of WS-Addressing. */
  readonly actions: MessageActions;
  /** Policies of the operation, in the binding and the portType. */
  readonly policies?: readonly PolicyTerm[] | undefined;
  readonly style: SoapStyle;
  readonly input: SoapMessage;
  /** Absent for one-way operations. */
  readonly output?: SoapMessage | undefined;
  readonly faults: readonly SoapFaultMessage[];
}

/**
 * Actions of an operation's messages: those that the contract gives, otherwise for requests a
 * soapAction that is not empty, otherwise the default pattern (WS-Addressing 1.0 Metadata, section
 * 4.4).
 */
export interface MessageActions {
  readonly input: string;
  /** Absent for one-way operations. */
  readonly output?: string | undefined;
  /** By name of the fault. */
  readonly faults: ReadonlyMap<string, string>;
}

/** One direction of a SOAP operation. */
export interface SoapMessage {
  readonly use: SoapUse;
  /** Parts in the body, in order (`parameterOrder` applied for rpc). */
  readonly parts: readonly MessagePart[];
  /** rpc: the wrapper element. Document style has none, only the elements of the parts. */
  readonly rpcWrapper?: QName | undefined;
  /**
   * Set if the contract gives no namespace for the wrapper, which then has the target namespace of
   * the binding.
   */
  readonly assumedNamespace?: true | undefined;
  readonly headers: readonly HeaderPart[];
  readonly attachments: readonly AttachmentPart[];
  /** Policies of the message. */
  readonly policies?: readonly PolicyTerm[] | undefined;
}

/** `mime:content` with its part. */
export interface AttachmentPart extends MimeAttachment {
  /** Absent if the operation has no message. */
  readonly declared: MessagePart | undefined;
}

/** `wsdl:part`, with an element or a type. */
export interface MessagePart {
  readonly name: string;
  readonly element?: ElementDeclaration | undefined;
  readonly type?: SchemaType | undefined;
  /** Whether it is optional in a query or form. ASMX requires every parameter. */
  readonly optional?: boolean | undefined;
  readonly documentation?: string | undefined;
  readonly span: Span;
}

/** `soap:header` with its part. */
export interface HeaderPart {
  readonly part: MessagePart;
  readonly use: SoapUse;
  readonly namespace?: string | undefined;
  readonly required: boolean;
  /** Parts of its `soap:headerfault`s, which fault responses may have in their headers. */
  readonly faults: readonly MessagePart[];
}

/** A declared fault: its name, and the only part of its message. */
export interface SoapFaultMessage {
  readonly name: string;
  readonly use: SoapUse;
  readonly part: MessagePart;
  readonly documentation?: string | undefined;
}

/** The marshalling of an operation over HTTP GET or POST (WSDL 1.1 section 4). */
export interface HttpOperation {
  readonly port: LinkedPort;
  /** Path such as `/AuthCode`; with `urlReplacement`, a pattern with `(part)`. */
  readonly location: string;
  readonly input: HttpContent;
  readonly parameters: readonly MessagePart[];
  readonly output: HttpContent;
  /** The part in the output content; absent for void. */
  readonly result?: MessagePart | undefined;
}
