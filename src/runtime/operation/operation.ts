import type { XmlNode } from '../xml/element.ts';
import type { XmlReader, XmlReaderOptions } from '../xml/reader.ts';
import type { RawAnswer } from './errors.ts';
import type {
  AnswerVersion,
  AttachedParts,
  Attachment,
  AttachmentCodec,
  HeaderDescriptor,
  HeaderReader,
  RequestHeaders,
} from './message.ts';
import type { BindingName, ElementName, RecordStep, WrittenKind } from './names.ts';

/**
 * A declared fault: `soap:fault` with the element of its detail. Servers write it, clients read it;
 * what the generated folder does not have the target for is absent.
 */
export interface FaultDescriptor {
  /** `wsdl:fault/@name`: what `isFault` and `fault` take. */
  readonly name: string;
  readonly element: ElementName;
  /** Writes the child element of `detail`. */
  readonly write?: ((detail: never) => string) | undefined;
  /** Reads that element. Called after its start tag; consumes its end tag. */
  readonly read?: ((reader: XmlReader) => unknown) | undefined;
}

/**
 * How an operation is marshalled over SOAP: one codec for both versions, since they differ in the
 * envelope alone. The functions are those of clients, absent in a folder without one.
 */
export interface SoapCodec<Input> {
  /** SOAPAction without quotes. */
  readonly action: string;
  /** First element of a request's body, for routing by element; absent where the body is empty. */
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
  /** How messages carry what goes beside their envelopes; absent where nothing does. */
  readonly attachments?: AttachmentCodec | undefined;
  /**
   * Message parts that come beside the envelope of a response (`mime:content`, WSDL 1.1 section 5);
   * absent for none.
   */
  readonly outputAttachments?: readonly string[] | undefined;
  /** Returns the parts that go beside the envelope of a request. */
  readonly attachRequest?: ((input: Input) => readonly Attachment[]) | undefined;
  readonly faults: readonly FaultDescriptor[];
  /** Of an operation with `faults`: decodes the detail of a fault that came. */
  readonly readFaultDetail?: FaultDetailReader | undefined;
  readonly inputHeaders: readonly HeaderDescriptor[];
  /** Of an operation with `inputHeaders`, in a folder with a client: sends them. */
  readonly requestHeaders?: RequestHeaders | undefined;
  readonly outputHeaders: readonly HeaderDescriptor[];
  /** Of an operation with `outputHeaders`: reads them. */
  readonly readHeaders?: HeaderReader | undefined;
}

/**
 * Writes the envelope of a message.
 *
 * @param namespace Of the service.
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
 * Decodes the first detail entry that belongs to a declared fault. One that does not fit its
 * declaration stays XML.
 *
 * @param envelope The whole message.
 * @param detail Its entries.
 */
export type FaultDetailReader = (
  envelope: string,
  detail: readonly XmlNode[],
  answer: IncomingAnswer,
) => { readonly name: string; readonly value: unknown } | undefined;

/**
 * How an operation is marshalled by HTTP GET and POST. The functions are those of clients, absent
 * in a folder without one.
 */
export interface HttpCodec<Input> {
  /** Such as `/AuthCode`, appended to the service's path. */
  readonly location: string;
  /** Parameter names in declaration order. */
  readonly parameters: readonly string[];
  /**
   * `name=value&…`, percent-encoded as UTF-8. Absent where the request is a document over every
   * HTTP binding.
   */
  readonly writeForm?: ((input: Input) => string) | undefined;
  /**
   * Root element of the document a POST request carries in place of a form (`mime:mimeXml`, WSDL
   * 1.1 section 5.3).
   */
  readonly writeDocument?: ((input: Input) => string) | undefined;
  /** Reads the answer. Called before the root's start tag. Absent for void. */
  readonly readResult?: ((reader: XmlReader) => unknown) | undefined;
  /** The whole location, in place of `writeForm` where the binding has `http:urlReplacement`. */
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
 * An operation, whatever its types. Values pass between its functions only; the typed signatures
 * of the calls around them keep that sound.
 */
export interface AnyOperation {
  /** Name of the service. */
  readonly service: string;
  /** Name of the operation; the message name for overloads. */
  readonly name: string;
  /** Path of the service, such as `/AuthCodeSending.asmx`. */
  readonly path: string;
  /** Target namespace of the service. */
  readonly namespace: string;
  /** Bindings in the order of the service's ports: the first is the default. */
  readonly bindings: readonly BindingName[];
  /** What a client calls it through, in the same order; absent in a folder without a client. */
  readonly client?: readonly ClientBinding[] | undefined;
  readonly oneWay?: boolean | undefined;
  readonly written?: WrittenKind | undefined;
  /** Of an operation with `written`: gives the result of an answer without one. */
  readonly readWritten?: WrittenReader | undefined;
  readonly soap?: SoapCodec<never> | undefined;
  readonly http?: HttpCodec<never> | undefined;
  /** Of a result that holds exactly one repeated element: its records. */
  readonly stream?: StreamCodec | undefined;
  /** Never present: carries the types of what is read, of faults and of headers. */
  readonly types?: object | undefined;
}

/**
 * Describes one operation to client and server alike. `Bindings` are those it can be called over,
 * `Faults` and the header types map names to values, `FaultsRead` to values as they are read; they
 * exist for the compiler only.
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

/** An operation whose result holds exactly one repeated element, the records of type `Item`. */
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

/** Types of an operation beside its input. */
export interface OperationTypes<Output, Faults, InputHeaders, OutputHeaders, FaultsRead> {
  readonly output: Output;
  readonly faults: Faults;
  readonly faultsRead: FaultsRead;
  readonly inputHeaders: InputHeaders;
  readonly outputHeaders: OutputHeaders;
}

/** A call on its way to one of the bindings. */
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
  /** Changes the finished envelope. */
  readonly postProcess: ((xml: string, envelopeKey: string) => string) | undefined;
}

/** What a binding makes of a call. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array | undefined;
}

/** An answer on its way to the caller. */
export interface IncomingAnswer {
  readonly operation: AnyOperation;
  readonly status: number;
  /** Content type as sent; empty when there is none. */
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly reader: XmlReaderOptions;
  /** The answer as data, made when it is asked for. */
  readonly raw: () => RawAnswer;
}

/** What a binding makes of an answer. */
export interface ReadAnswer {
  readonly result: unknown;
  /** What the operation wrote itself, before its message or in place of it. */
  readonly written: string;
  /** Whether there is a message. */
  readonly found: boolean;
  readonly soapHeaders: Readonly<Record<string, unknown>>;
}

/** What a client does with one of the wires. */
export interface ClientBinding {
  readonly name: BindingName;
  /** Versions of SOAP in which answers may come; absent for HTTP GET and POST. */
  readonly answers?: readonly AnswerVersion[] | undefined;
  /** The request of a call. */
  readonly writeRequest: (message: OutgoingMessage) => WireRequest;
  /** Reads an answer; a fault is thrown. */
  readonly readResponse: (answer: IncomingAnswer) => ReadAnswer;
}

/**
 * The result of an operation that writes straight to the HTTP response.
 *
 * @param body The whole answer.
 * @param asWritten Whether the caller gets the text too, so that what is no JSON is just no value.
 */
export type WrittenReader = (
  kind: WrittenKind,
  answer: ReadAnswer,
  body: Uint8Array,
  asWritten: boolean,
) => unknown;
