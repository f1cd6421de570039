import type { SourceFile, Span } from '../../diagnostics/source-file.ts';
import type { QName } from '../common/qname.ts';
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

/**
 * A contract with every reference resolved: what planning, inspection, linting and comparison work
 * on.
 */
export interface ServiceModel {
  readonly name: string;
  readonly namespace: string;
  readonly baseUrl?: string | undefined;
  readonly documentation?: string | undefined;
  readonly files: readonly SourceFile[];
  /** In document order. Names are unique. */
  readonly services: readonly LinkedService[];
  /**
   * Named types of all schemas in document order, reachable from an operation or not. Built-ins are
   * not among them.
   */
  readonly types: readonly (SimpleType | ComplexType)[];
  /** Global elements of all schemas in document order. */
  readonly elements: readonly ElementDeclaration[];
}

/** `wsdl:service`. */
export interface LinkedService {
  readonly name: string;
  /** Namespace of the definitions it is in: that of its ASMX class. */
  readonly namespace: string;
  /**
   * Path of its address, such as `/AuthCodeSending.asmx`; `/<name>` where no port has an address.
   */
  readonly path: string;
  readonly documentation?: string | undefined;
  readonly ports: readonly LinkedPort[];
  /**
   * What callers see. One entry for most services: ASMX's up to three portTypes (XSoap, XHttpGet,
   * XHttpPost) become one. Ports whose portTypes really differ give further entries; the one with
   * the first SOAP port comes first.
   */
  readonly interfaces: readonly ServiceInterface[];
  /** The definitions the service was read from, for writing a WSDL of it. */
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
  readonly span: Span;
}

/** A set of operations reachable through the same ports. */
export interface ServiceInterface {
  /** Name of its first port. */
  readonly name: string;
  readonly ports: readonly LinkedPort[];
  /** In the order of the (SOAP) portType, then those only HTTP bindings have. */
  readonly operations: readonly ServiceOperation[];
}

/**
 * One operation over all bindings of an interface. Over which it can go: the keys present of
 * `soap11` … `httpPost`.
 */
export interface ServiceOperation {
  /** `wsdl:operation/@name`. */
  readonly name: string;
  /**
   * ASMX's message name: `name` of the input, which tells overloads apart; equals `name` otherwise.
   */
  readonly messageName: string;
  /**
   * What people know it by: its name, and only for an overload its message name. Unique in its
   * interface.
   */
  readonly publicName: string;
  readonly documentation?: string | undefined;
  readonly oneWay: boolean;
  readonly written?: WrittenKind | undefined;
  readonly soap11?: SoapOperation | undefined;
  readonly soap12?: SoapOperation | undefined;
  readonly httpGet?: HttpOperation | undefined;
  readonly httpPost?: HttpOperation | undefined;
  readonly span: Span;
}

/** How an operation travels over one version of SOAP. */
export interface SoapOperation {
  readonly port: LinkedPort;
  /** `soapAction` as given; empty where the WSDL gives none. */
  readonly action: string;
  readonly style: SoapStyle;
  readonly input: SoapMessage;
  /** Absent for one-way operations. */
  readonly output?: SoapMessage | undefined;
  readonly faults: readonly SoapFaultMessage[];
}

/** One direction of a SOAP operation. */
export interface SoapMessage {
  readonly use: SoapUse;
  /** Parts in the body, in order (`parameterOrder` applied for rpc). */
  readonly parts: readonly MessagePart[];
  /** rpc: the wrapper element. Document style has none: its elements are those of the parts. */
  readonly rpcWrapper?: QName | undefined;
  /**
   * Set when the contract names no namespace for the wrapper: it then has the target namespace of
   * the binding.
   */
  readonly assumedNamespace?: true | undefined;
  readonly headers: readonly HeaderPart[];
  readonly attachments: readonly AttachmentPart[];
}

/** `mime:content` with its part. */
export interface AttachmentPart extends MimeAttachment {
  /** Absent where the operation names no message. */
  readonly declared: MessagePart | undefined;
}

/** `wsdl:part`: by element or by type. */
export interface MessagePart {
  readonly name: string;
  readonly element?: ElementDeclaration | undefined;
  readonly type?: SchemaType | undefined;
  /** Whether it may be left out of a query or form; ASMX wants every parameter. */
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
  /** Parts of its `soap:headerfault`s: what a fault response may carry in its header instead. */
  readonly faults: readonly MessagePart[];
}

/** A declared fault: its name, and the one part of its message. */
export interface SoapFaultMessage {
  readonly name: string;
  readonly part: MessagePart;
  readonly documentation?: string | undefined;
}

/** How an operation travels by HTTP GET or POST (WSDL 1.1 section 4, asmx-behaviour 4 and 9). */
export interface HttpOperation {
  readonly port: LinkedPort;
  /** Such as `/AuthCode`; with `urlReplacement`, a pattern with `(part)`. */
  readonly location: string;
  readonly input: HttpContent;
  readonly parameters: readonly MessagePart[];
  readonly output: HttpContent;
  /** The part the output content names; absent for void. */
  readonly result?: MessagePart | undefined;
}
