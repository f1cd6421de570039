import type { XmlElement, XmlNode } from '../xml/element.ts';
import type { XmlReader, XmlReaderOptions } from '../xml/reader.ts';
import type { RawAnswer } from './errors.ts';
import type {
  AttachedParts,
  Attachment,
  AttachmentCodec,
  AttachmentPart,
  HeaderDescriptor,
  HeaderReader,
  MtomOption,
  PayloadEncoder,
  ReceivedParts,
  RelationCheck,
  RequestHeaders,
  SentAttachment,
  SoapAddressing,
  WireRequest,
} from './message.ts';
import type { BindingName, ElementName, RecordStep, WrittenKind } from './names.ts';

/**
 * A declared fault: `soap:fault` with the element of its detail. Servers write it, clients read it;
 * functions that the targets of the generated folder do not need are absent.
 */
export interface FaultDescriptor {
  /** `wsdl:fault/@name`, which `isFault` and `fault` take. */
  readonly name: string;
  readonly element: ElementName;
  /** With SOAP encoding: types that `xsi:type` may give the element, its own first. */
  readonly types?: readonly ElementName[] | undefined;
  /** Writes the child element of `detail`. */
  readonly write?: ((detail: never) => string) | undefined;
  /** With SOAP encoding: gives what was written the form of a version; absent for SOAP 1.1 only. */
  readonly encode?: PayloadEncoder | undefined;
  /** Reads that element. Called after its start tag; consumes its end tag. */
  readonly read?: ((reader: XmlReader) => unknown) | undefined;
}

/**
 * How an operation is marshalled over SOAP. Both versions share one codec, because they differ only
 * in the envelope. The functions are those of clients, absent in a folder without one.
 */
export interface SoapCodec<Input> {
  /** SOAPAction without quotes. */
  readonly action: string;
  /** Media type parameter `action` of SOAP 1.2; absent if clients send none. */
  readonly action12?: string | undefined;
  /** What the contract says about WS-Addressing; absent if nothing differs from the default. */
  readonly addressing?: SoapAddressing | undefined;
  /** For a server: set if the contract's policy demands a Timestamp in messages. */
  readonly timestamp?: true | undefined;
  /** First element of a request's body, for routing by element; absent if the body is empty. */
  readonly element?: ElementName | undefined;
  /** Writes the envelope of messages with SOAP encoding (section 5); absent for literal ones. */
  readonly writeEnvelope?: EnvelopeWriter | undefined;
  /** Content of the request's `soap:Body`. */
  readonly writeRequest?: ((input: Input) => string) | undefined;
  /**
   * Reads the content of the response's `soap:Body`. Called after its start tag; consumes its end
   * tag. Absent for one-way operations.
   */
  readonly readResponse?: ((reader: XmlReader, attached?: AttachedParts) => unknown) | undefined;
  /** How attachments are sent and received; absent if there are none. */
  readonly attachments?: AttachmentCodec | undefined;
  /**
   * Message parts sent beside the envelope of a response (`mime:content`, WSDL 1.1 section 5);
   * absent if there are none.
   */
  readonly outputAttachments?: readonly string[] | undefined;
  /** Returns the parts to send beside the envelope of a request. */
  readonly attachRequest?: ((input: Input) => readonly AttachmentPart[]) | undefined;
  /** Declared faults; absent if there are none. */
  readonly faults?: readonly FaultDescriptor[] | undefined;
  /** For operations with `faults`: decodes the detail of a received fault. */
  readonly readFaultDetail?: FaultDetailReader | undefined;
  /** Headers of requests; absent if there are none. */
  readonly inputHeaders?: readonly HeaderDescriptor[] | undefined;
  /** For operations with `inputHeaders`, in a folder with a client: sends them. */
  readonly requestHeaders?: RequestHeaders | undefined;
  /** Headers of responses; absent if there are none. */
  readonly outputHeaders?: readonly HeaderDescriptor[] | undefined;
  /** For operations with `outputHeaders`: reads them. */
  readonly readHeaders?: HeaderReader | undefined;
}

/**
 * Writes the envelope of a message.
 *
 * @param namespace Namespace of the service.
 * @param header Entries of `soap:Header`; empty for none.
 * @param body Content of `soap:Body`.
 */
export type EnvelopeWriter = (
  binding: BindingName,
  namespace: string,
  header: string,
  body: string,
) => string;

/**
 * Decodes the first detail entry of a declared fault. An entry that does not fit its declaration
 * stays XML.
 *
 * @param envelope The whole message.
 * @param detail The entries of its detail.
 */
export type FaultDetailReader = (
  envelope: string,
  detail: readonly XmlNode[],
  answer: IncomingAnswer,
) => { readonly name: string; readonly value: unknown } | undefined;

/**
 * How an operation is marshalled over HTTP GET and POST. The functions are those of clients, absent
 * in a folder without one.
 */
export interface HttpCodec<Input> {
  /** Path such as `/AuthCode`, appended to the service's path. */
  readonly location: string;
  /** Parameter names in declaration order. */
  readonly parameters: readonly string[];
  /**
   * Writes `name=value&…`, percent-encoded as UTF-8. Absent if the request is a document over every
   * HTTP binding.
   */
  readonly writeForm?: ((input: Input) => string) | undefined;
  /**
   * Writes the root element of the document that a POST request has instead of a form
   * (`mime:mimeXml`, WSDL 1.1 section 5.3).
   */
  readonly writeDocument?: ((input: Input) => string) | undefined;
  /** Reads the answer. Called before the root's start tag. Absent for void. */
  readonly readResult?: ((reader: XmlReader) => unknown) | undefined;
  /**
   * Writes the whole location, instead of `writeForm`, if the binding has `http:urlReplacement`.
   */
  readonly writeLocation?: ((input: Input) => string) | undefined;
}

/** Reads the records of a result one by one. */
export interface StreamCodec {
  /** Elements from the child of `soap:Body` to the record; absent without a SOAP binding. */
  readonly soapPath?: readonly RecordStep[] | undefined;
  /**
   * Elements from the root of the answer of HTTP GET and POST to the record; absent without these
   * bindings.
   */
  readonly httpPath?: readonly RecordStep[] | undefined;
  /** Reads a record. Called after its start tag; consumes its end tag. Absent without a client. */
  readonly read?: ((reader: XmlReader) => unknown) | undefined;
}

/**
 * An operation of any type. Values pass only between its own functions; the typed signatures of the
 * calls around them keep that sound.
 */
export interface AnyOperation {
  /** Name of the service. */
  readonly service: string;
  /** Name of the operation; the message name for overloads. */
  readonly name: string;
  /** Path of the service, such as `/AuthCodeSending.asmx`. */
  readonly path: string;
  /** Paths of bindings whose ports are elsewhere; absent if all are at `path`. */
  readonly paths?: Readonly<Partial<Record<BindingName, string>>> | undefined;
  /** Target namespace of the service. */
  readonly namespace: string;
  /** Bindings in the order of the service's ports. The first is the default. */
  readonly bindings: readonly BindingName[];
  /** Bindings for clients, in the same order; absent in a folder without a client. */
  readonly client?: readonly ClientBinding[] | undefined;
  readonly oneWay?: boolean | undefined;
  readonly written?: WrittenKind | undefined;
  /** For operations with `written`: returns the result of an answer without one. */
  readonly readWritten?: WrittenReader | undefined;
  readonly soap?: SoapCodec<never> | undefined;
  readonly http?: HttpCodec<never> | undefined;
  /** For a result that consists of one repeated element: its records. */
  readonly stream?: StreamCodec | undefined;
  /** Never present: carries the types of values as read, of faults and of headers. */
  readonly types?: object | undefined;
}

/**
 * Describes one operation to client and server alike. `Bindings` are those it can be called over.
 * `Faults` and the header types map names to values, `FaultsRead` to values as they are read. The
 * type parameters exist only for the compiler.
 */
export interface Operation<
  Input,
  Output,
  Bindings extends BindingName = BindingName,
  Faults extends object = object,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
  FaultsRead extends object = Faults,
> extends AnyOperation {
  readonly bindings: readonly Bindings[];
  readonly soap?: SoapCodec<Input> | undefined;
  readonly http?: HttpCodec<Input> | undefined;
  readonly types?:
    | OperationTypes<Output, Faults, InputHeaders, OutputHeaders, FaultsRead>
    | undefined;
}

/** An operation whose result consists of one repeated element, the records of type `Item`. */
export interface StreamingOperation<
  Input,
  Output,
  Item,
  Bindings extends BindingName = BindingName,
  Faults extends object = object,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
  FaultsRead extends object = Faults,
> extends Operation<Input, Output, Bindings, Faults, InputHeaders, OutputHeaders, FaultsRead> {
  readonly stream: StreamCodec;
  /** Never present: carries the type of the records. */
  readonly record?: Item | undefined;
}

/** Types of an operation other than its input. */
export interface OperationTypes<Output, Faults, InputHeaders, OutputHeaders, FaultsRead> {
  readonly output: Output;
  readonly faults: Faults;
  readonly faultsRead: FaultsRead;
  readonly inputHeaders: InputHeaders;
  readonly outputHeaders: OutputHeaders;
}

/** A call to be sent over a binding. */
export interface OutgoingMessage {
  readonly operation: AnyOperation;
  readonly input: unknown;
  /** Absolute URL of the service. */
  readonly endpoint: string;
  /** Replaces the contract's namespace. */
  readonly namespace: string | undefined;
  /** SOAP headers by part name. */
  readonly soapHeaders: Readonly<Record<string, unknown>> | undefined;
  /** Further entries of `soap:Header`, as text. */
  readonly headerXml: string | undefined;
  /** Attachments that the contract does not declare; absent if there are none. */
  readonly attachments: readonly SentAttachment[] | undefined;
  /** Whether bytes are sent in parts of their own. */
  readonly mtom: MtomOption | undefined;
  /** The client option `addressing`. */
  readonly addressing: object | boolean | undefined;
  /** Changes the finished envelope. */
  readonly postProcess: ((xml: string, envelopeKey: string) => string) | undefined;
}

/** A received answer. */
export interface IncomingAnswer {
  readonly operation: AnyOperation;
  /** Method of the request. */
  readonly method: string;
  readonly status: number;
  /** Content type as sent; empty if there is none. */
  readonly contentType: string;
  /** The charset, whatever the answer says; `undefined` to believe the answer. */
  readonly charset: string | undefined;
  readonly body: Uint8Array;
  /** The other parts of the message, if its body is the envelope alone. */
  readonly parts?: ReceivedParts | undefined;
  readonly reader: XmlReaderOptions;
  /** Whether the client has objects for `security`, which know such headers. */
  readonly secured?: boolean | undefined;
  readonly checkRelation?: RelationCheck | undefined;
  /** Whether the service was asked to send its answer to another address, or none. */
  readonly answeredElsewhere?: boolean | undefined;
  /** Returns the answer as data, which is created on demand. */
  readonly raw: () => RawAnswer;
}

/** The answer as read by a binding. */
export interface ReadAnswer {
  readonly result: unknown;
  /** Text that the operation wrote itself, before its message or instead of it. */
  readonly written: string;
  /** Whether there is a message. */
  readonly found: boolean;
  readonly soapHeaders: Readonly<Record<string, unknown>>;
  /** Reads the other SOAP headers, once the answer was read; absent if there are none. */
  readonly unknownHeaders?: (() => readonly XmlElement[]) | undefined;
  /** Parts beside the envelope that are no value of the message; absent if there are none. */
  readonly attachments?: readonly Attachment[] | undefined;
}

/** A binding as clients use it. */
export interface ClientBinding {
  readonly name: BindingName;
  /** Whether its requests have headers of WS-Addressing. */
  readonly addressed?: boolean | undefined;
  /** The request of a call. */
  readonly writeRequest: (message: OutgoingMessage) => WireRequest;
  /** Reads an answer. Throws if it is a fault. */
  readonly readResponse: (answer: IncomingAnswer) => ReadAnswer;
}

/**
 * Returns the result of an operation that writes straight to the HTTP response.
 *
 * @param body The whole answer.
 * @param asWritten Whether the caller also gets the text; then text that is not JSON has no value
 *   instead of being an error.
 */
export type WrittenReader = (
  kind: WrittenKind,
  answer: ReadAnswer,
  body: Uint8Array,
  asWritten: boolean,
) => unknown;
