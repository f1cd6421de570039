import type { XmlReader, XmlReaderOptions } from '../xml/reader.ts';
import { describeValue, type XmlElement, type XmlNode } from '../xml/writer.ts';

/** Distinguishes types that derive from each other. */
interface WithType {
  readonly $type?: string | undefined;
}

/** A type without the properties of others: none is no `& {}`, which editors would show. */
type Without<T, Names extends PropertyKey> = [Names] extends [never]
  ? T
  : T & { readonly [Name in Names]?: undefined };

/**
 * Each member of a union without those of the names that it lacks. Its own properties are not
 * repeated: the compiler would examine their types, which may be this union again.
 */
type EachWithout<T, Names extends PropertyKey> = T extends unknown
  ? Without<T, Exclude<Names, keyof T>>
  : never;

/**
 * A type or one of those derived from it. Only a value of the first may omit `$type`, and it cannot
 * have the properties of the others then. What a restriction leaves out can be read of it.
 */
export type AnyOf<Own extends WithType, Derived extends WithType> =
  | Without<Own, Exclude<NamesIn<Derived>, NamesIn<Own>>>
  | EachWithout<Derived & { readonly $type: string }, NamesIn<Own>>;

/** An object with exactly one of the properties of `T`. */
export type OneOf<T extends object> = {
  [Key in keyof T]-?: { readonly [One in Key]: Exclude<T[One], undefined> } & {
    readonly [Other in Exclude<keyof T, Key>]?: undefined;
  };
}[keyof T];

/** An object with at most one of the properties of `T`. */
export type AtMostOneOf<T extends object> = OneOf<T> | { readonly [Key in keyof T]?: undefined };

/**
 * A union as one object with the properties of all its members. Checking one property does not
 * narrow it, which would take the compiler long for many members.
 */
export type AnyBranch<T extends object> = { readonly [Key in NamesIn<T>]?: unknown };

/** The property names of all members of a union. */
type NamesIn<T> = T extends unknown ? keyof T : never;

/**
 * What is wrong with the limits of a client or a server, which are numbers or absent. Compared with
 * `NaN`, any length would be within its limit. `Infinity` is no limit.
 *
 * @returns `undefined` if each of them is a number of at least `least`
 */
export function limitProblem<Name extends string>(
  options: { readonly [Key in Name]?: unknown } | undefined,
  names: readonly Name[],
  least = 0,
): string | undefined {
  for (const name of names) {
    const value = options?.[name];
    if (value !== undefined && !(typeof value === 'number' && value >= least)) {
      return `${name} is ${describeValue(value)}, and has to be a number of at least ${least}.`;
    }
  }
  return undefined;
}

/**
 * Checks a time in seconds, which has to be more than 0. `Infinity` is any time.
 *
 * @throws RangeError it is no such number
 */
export function checkSeconds(name: string, value: unknown): void {
  if (typeof value === 'number' && value > 0) return;
  throw new RangeError(`${name} is ${describeValue(value)}, and has to be more than 0 seconds.`);
}

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
  readonly requestHeaders?: SoapHeaderWriter | undefined;
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

/** A message part that is sent beside the envelope (`mime:content`, WSDL 1.1 section 5). */
export interface AttachmentPart {
  /** Name of the message part. */
  readonly part: string;
  /** Media type of the content. */
  readonly type: string;
  /** Text is sent as UTF-8. */
  readonly content: string | Uint8Array;
}

/** A part that is sent beside the envelope, though no contract declares it. */
export interface SentAttachment {
  /**
   * Its Content-ID, without angle brackets: printable ASCII without spaces. Values of the message
   * refer to it as `cid:` and this ID (RFC 2392), such as those of WS-I's type `swaRef`.
   */
  readonly id: string;
  /** Its media type. Default: `application/octet-stream`, `text/plain` for text. */
  readonly type?: string | undefined;
  /** Text is sent as UTF-8. */
  readonly content: string | Uint8Array;
}

/** What is wrong with attachments that callers give; `undefined` if they can be sent. */
export function attachmentProblem(given: unknown): string | undefined {
  if (!Array.isArray(given)) return `attachments is ${describeValue(given)}, and has to be a list.`;
  const ids = new Set<unknown>();
  for (const [index, one] of given.entries()) {
    const { id, type = 'a/b', content } = (one ?? {}) as Readonly<Record<string, unknown>>;
    const wrong = (name: string, value: unknown, rule: string): string =>
      `attachments[${index}].${name} is ${describeValue(value)}, and has to be ${rule}.`;
    if (typeof id !== 'string' || !/^[!-;=?-~]+$/.test(id)) {
      return wrong('id', id, 'printable ASCII without spaces, < and >');
    }
    if (ids.has(id)) return `Two attachments have the id '${id}'.`;
    ids.add(id);
    if (typeof type !== 'string' || !/^[!-~]+\/[!-~][ -~]*$/.test(type)) {
      return wrong('type', type, 'a media type');
    }
    if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
      return wrong('content', content, 'text or a Uint8Array');
    }
  }
  return undefined;
}

/**
 * Whether bytes (base64Binary) are sent in parts of their own (MTOM), and from which length on, in
 * bytes.
 */
export type MtomOption = boolean | { readonly threshold: number };

/** A message that was written, and the bytes that are sent beside it. */
export interface Optimized<T> {
  readonly written: T;
  readonly contents: readonly Uint8Array[];
}

/** How messages are written whose bytes are sent in parts of their own. */
export interface MtomWriter {
  /** @param write Writes the message at once. */
  readonly optimize: <T>(option: MtomOption, write: () => T) => Optimized<T>;
  /**
   * The message with its parts.
   *
   * @param contentType Content type that the envelope has without parts.
   */
  readonly join: (
    envelope: string,
    contentType: string,
    contents: readonly Uint8Array[],
    others: readonly SentAttachment[] | undefined,
  ) => MultipartMessage;
}

/** Parts received beside an envelope, by names of message parts. */
export type AttachedParts = ReadonlyMap<string, Attachment>;

/** A message in several parts (`multipart/related`, RFC 2387). */
export interface MultipartMessage {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** An envelope with its own content type, and the parts received beside it. */
export interface OpenedMessage extends MultipartMessage {
  readonly parts: ReceivedParts;
}

/**
 * How attachments of the contract are sent and received. Only descriptors of operations that have
 * some include it.
 */
export interface AttachmentCodec {
  /** @param contentType Content type of the envelope, with charset. */
  readonly write: (
    envelope: string,
    contentType: string,
    attachments: readonly AttachmentPart[],
    others: readonly SentAttachment[] | undefined,
  ) => MultipartMessage;
  /**
   * The attachments by names of message parts. A part is found by the name in its Content-ID (WS-I
   * Attachments Profile 1.0, section 3.8); the remaining names get the other parts in their order.
   */
  readonly assign: (parts: ReceivedParts | undefined, names: readonly string[]) => AttachedParts;
}

/**
 * A declared header: `soap:header`. The sender writes it, the receiver reads it; functions that the
 * targets of the generated folder do not need are absent.
 */
export interface HeaderDescriptor {
  /** Part name: the key in `soapHeaders`. */
  readonly name: string;
  readonly element: ElementName;
  readonly required: boolean;
  /** Writes the header entry. */
  readonly write?: ((value: never) => string) | undefined;
  /** For SOAP encoding, or where only one binding has it: the form of what was written. */
  readonly encode?: PayloadEncoder | undefined;
  /** Reads the header entry. Called after its start tag; consumes its end tag. */
  readonly read?: ((reader: XmlReader) => unknown) | undefined;
}

/** Gives an element outside `soap:Body` its form over a binding: empty where it is not sent. */
export type PayloadEncoder = (xml: string, binding: BindingName) => string;

/** What a contract says about WS-Addressing (WS-Addressing 1.0 Metadata). */
interface SoapAddressing {
  /** Whether messages without its headers are refused over the bindings that have it. */
  readonly required?: boolean | undefined;
  /** The version; `1.0` if it is absent. */
  readonly version?: '2004/08' | undefined;
  /** Name of the portType, for default actions; absent if it is that of ASMX. */
  readonly portType?: string | undefined;
  /** Action of requests; absent if it is the soapAction or the default. */
  readonly input?: string | undefined;
  /** Action of answers; absent if it is the default. */
  readonly output?: string | undefined;
  /** Actions of declared faults by name, without those that are the default. */
  readonly faults?: Readonly<Record<string, string>> | undefined;
}

/** How the SOAP headers of requests are determined and written. */
export interface SoapHeaderWriter {
  /**
   * Values by part name.
   *
   * @param client The option of the client: values, or a function of the operation.
   * @param call Values of the call, which replace the client's.
   * @param names Names of all headers of the contract: a function may return others' than those of
   *   the operation.
   */
  values(
    client: unknown,
    call: Readonly<Record<string, unknown>> | undefined,
    operation: object,
    names: readonly string[],
  ): Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
  /** Content of `soap:Header`. */
  write(
    declared: readonly HeaderDescriptor[],
    binding: BindingName,
    values: Readonly<Record<string, unknown>> | undefined,
  ): string;
}

/** Declared headers of a message by part name. */
export type SoapHeaderRecord = Readonly<Record<string, unknown>>;

/** What a receiver does with the entries of `soap:Header`. */
export interface HeaderEntries {
  /** Called at the start tag of each declared header, before its content is read. */
  declared(reader: XmlReader): void;
  /** Reads any other entry. Called after its start tag; consumes its end tag. */
  other(reader: XmlReader): void;
}

/**
 * Reads `soap:Header`. Called after its start tag; consumes its end tag. Without `entries`, only
 * declared headers are read.
 */
export type HeaderReader = (
  reader: XmlReader,
  declared: readonly HeaderDescriptor[],
  entries?: HeaderEntries,
) => SoapHeaderRecord;

/** The content of a fault. */
export interface FaultParts {
  code: string;
  message: string;
  actor?: string;
  role?: string;
  /** The outermost first. */
  readonly subcodes: string[];
  detail?: readonly XmlNode[];
}

/** The request that a binding creates for a call. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array | undefined;
  /** The rest of the body, if it has streams. */
  readonly rest?: SentRest | undefined;
  /** Whether it has SOAP headers, or a caller's value of a header that its binding sets. */
  confidential?: boolean | undefined;
  /** For messages with addressing: checks that an envelope answers this one. */
  readonly checkRelation?: RelationCheck | undefined;
  /** For messages with addressing: whether their answer goes to another address, or to none. */
  readonly answeredElsewhere?: boolean | undefined;
}

/**
 * Checks that an envelope answers a message.
 *
 * @param envelope Starts with the envelope, and has at least its headers.
 * @returns What is wrong; `undefined` if it does.
 */
export type RelationCheck = (envelope: string, isFault: boolean) => string | undefined;

/** A part that was received beside an envelope, with its transfer encoding decoded. */
export interface Attachment {
  /** Its Content-ID, without angle brackets; empty if it has none. */
  readonly id: string;
  /** Its content type as sent; empty if it has none. */
  readonly type: string;
  readonly content: Uint8Array;
}

/** The parts received beside an envelope. */
export interface ReceivedParts {
  readonly all: readonly Attachment[];
  /** Those that are no value of the message. */
  readonly rest: Set<Attachment>;
  /** Those that have not arrived; absent if all have. */
  readonly pending?: PendingParts | undefined;
}

/** Bytes while they are received. Apart from some buffering, they are fetched only on demand. */
export interface ByteSource {
  /** The next bytes; `undefined` at the end. Rejects if they break off. */
  read(): Promise<Uint8Array | undefined>;
  /** Ends the exchange. Has no effect if called again, or at the end. */
  cancel(): void;
}

/** The rest of a body that is sent piece by piece. */
export interface BodyRest {
  /**
   * The next piece; `undefined` at the end. Rejects if the rest is lost; the body is then cut off.
   */
  next(): Promise<string | Uint8Array | undefined>;
  /** Called if no one reads the rest. */
  cancel(reason?: unknown): void;
}

/** The part of a request of node:http that a body is written to. */
export interface BodySink {
  readonly destroyed: boolean;
  write(bytes: Uint8Array): unknown;
  end(): unknown;
  destroy(error?: Error): unknown;
  on(event: 'drain' | 'close', listener: () => void): unknown;
  on(event: 'response', listener: (answer: EndingAnswer) => void): unknown;
}

/** The part of an answer of node:http that tells its end. */
interface EndingAnswer {
  on(event: 'end', listener: () => void): unknown;
}

/** The rest of a request's body, which can be sent once. */
export interface SentRest {
  /** Sends a body with node:http. */
  toNode(sent: BodySink, body: string | Uint8Array): void;
  /** What `fetch` takes for a body. */
  forFetch(body: string | Uint8Array): object;
}

/** Parts that are read while their message is already handled. */
export interface PendingParts {
  /**
   * The part with a Content-ID, with stand-ins for bytes that have not arrived: then the message is
   * read again. `undefined` if there is none.
   */
  bytes(id: string): Attachment | undefined;
  /**
   * The part with a Content-ID as a stream.
   *
   * @returns `undefined` if a stream refers to it already
   */
  stream(id: string): object | undefined;
  /**
   * Reads the message, once more when parts have arrived that its values need.
   *
   * @throws AttachmentError the message is malformed or cut off
   */
  settle<Result>(read: () => Result): Promise<Result>;
  /** Fetches all parts. */
  collect(): Promise<void>;
  /** Ends all streams: no one reads the rest. */
  cancel(error: unknown): void;
}

/** What is around the parts of a message that are still arriving. */
export interface Surroundings {
  /** Bytes that may be held for parts that no one has asked for yet. */
  readonly held: number;
  /** The error for more. */
  readonly tooLong: () => Error;
  /** The error that a stream ends with. */
  readonly failed: (error: unknown) => unknown;
  /**
   * Called once no stream is open any more. If it rejects, the last stream fails.
   *
   * @param isRead whether that is because all were read; otherwise it must not reject
   */
  readonly over: (isRead: boolean, error?: unknown) => void | Promise<void>;
}

/** The envelope of a message whose other parts are still arriving. */
export interface ArrivingMessage {
  /** Its own content type. */
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly parts: ReceivedParts & { readonly pending: PendingParts };
}

/**
 * Why a call failed without a fault:
 *
 * - `transport`: no connection, or it broke; the message says if the call may have arrived
 * - `timeout`: the time limit of the call was exceeded
 * - `http-status`: the server answered with an error status and no SOAP message
 * - `protocol`: the binding does not allow this answer, such as a page with status 200
 * - `encode`: nothing was sent: the input doesn't fit the contract, or HTTP cannot carry a header
 * - `decode`: the answer is malformed XML or doesn't fit the contract
 * - `aborted`: the caller's signal ended the call
 * - `too-large`: the answer exceeds `maxResponseBytes`
 */
export type AsmxErrorCode =
  | 'transport'
  | 'timeout'
  | 'http-status'
  | 'protocol'
  | 'encode'
  | 'decode'
  | 'aborted'
  | 'too-large';

/** An HTTP answer as received. */
export interface RawAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Reason phrase of the status; empty or absent where HTTP/2 or a transport tells none. */
  readonly statusText?: string | undefined;
  /** Headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body after content decoding, or the part received before the answer was cut off. */
  readonly body: Uint8Array;
}

/** Details of a failure in addition to its code and message. */
export interface AsmxErrorDetails {
  readonly operation?: string | undefined;
  readonly binding?: BindingName | undefined;
  readonly raw?: RawAnswer | undefined;
  readonly path?: string | undefined;
  readonly records?: number | undefined;
  readonly cause?: unknown;
}

/** Every failure of a call that is not a SOAP fault. */
export class AsmxError extends Error {
  override readonly name = 'AsmxError' as const;
  readonly code!: AsmxErrorCode;
  /** `Service.Operation`. */
  readonly operation!: string | undefined;
  readonly binding!: BindingName | undefined;
  /** HTTP status of the answer, if there is one. */
  readonly status!: number | undefined;
  /** The answer as received, if there is one. */
  readonly raw!: RawAnswer | undefined;
  /** Path of the value in the input or output that doesn't fit, such as `order.items[3].sku`. */
  readonly path!: string | undefined;
  /** In an error that ends a stream of records: how many came before it. */
  readonly records!: number | undefined;

  constructor(code: AsmxErrorCode, message: string, details: AsmxErrorDetails = {}) {
    const { cause, ...known } = details;
    super(message, ...withCause(cause));
    Object.assign(this, known, { code, status: known.raw?.status });
  }
}

/** The second argument of `Error`, which the types of ES2020 lack; nothing without a cause. */
export function withCause(cause: unknown): [] {
  return (cause === undefined ? [] : [{ cause }]) as [];
}

/** A property of any value, such as a caught one. */
export function propertyOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

/** The message of an error, which may be of another realm. */
export function messageOf(error: unknown): string {
  return String(propertyOf(error, 'message') ?? error);
}

/** Whether a caught value is an error with this name and a code. */
export function isNamed(error: unknown, name: string): boolean {
  return propertyOf(error, 'name') === name && typeof propertyOf(error, 'code') === 'string';
}

/** Whether a caught value is an {@link AsmxError}, of this or another copy of the runtime. */
export function isAsmxError(error: unknown): error is AsmxError {
  return isNamed(error, 'AsmxError');
}

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
