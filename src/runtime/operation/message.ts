import type { XmlNode } from '../xml/element.ts';
import type { XmlReader } from '../xml/reader.ts';
import { describeValue } from '../xml/write-text.ts';
import type { BindingName, ElementName } from './names.ts';

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
  /** With SOAP encoding: gives what was written the form of a version; absent for SOAP 1.1 only. */
  readonly encode?: PayloadEncoder | undefined;
  /** Reads the header entry. Called after its start tag; consumes its end tag. */
  readonly read?: ((reader: XmlReader) => unknown) | undefined;
}

/** Gives an element outside `soap:Body` the form of a version of SOAP encoding. */
export type PayloadEncoder = (xml: string, binding: BindingName) => string;

/** What a contract says about WS-Addressing (WS-Addressing 1.0 Metadata). */
export interface SoapAddressing {
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
export interface RequestHeaders {
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
