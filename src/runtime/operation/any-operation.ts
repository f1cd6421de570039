import type { XmlReader, XmlReaderOptions } from '../xml/reader.ts';
import type { AttachedParts, Attachment, AttachmentCodec } from './attachment.ts';
import type { RawAnswer } from './errors.ts';
import type { BindingName, ElementName, RecordStep, WrittenKind } from './names.ts';

/** A fault or header descriptor whatever its type. */
export interface AnyDescriptor {
  readonly name: string;
  readonly element: ElementName;
  readonly required?: boolean;
  readonly write?: ((value: never) => string) | undefined;
  readonly read?: ((reader: XmlReader) => unknown) | undefined;
}

/** `SoapCodec` whatever its types. */
export interface AnySoapCodec {
  readonly action: string;
  readonly element?: ElementName | undefined;
  readonly encoded?: boolean | undefined;
  readonly writeRequest?: ((input: never) => string) | undefined;
  readonly readResponse?: ((reader: XmlReader, attached?: AttachedParts) => unknown) | undefined;
  readonly attachments?: AttachmentCodec | undefined;
  readonly outputAttachments?: readonly string[] | undefined;
  readonly attachRequest?: ((input: never) => readonly Attachment[]) | undefined;
  readonly faults: readonly AnyDescriptor[];
  readonly inputHeaders: readonly AnyDescriptor[];
  readonly outputHeaders: readonly AnyDescriptor[];
}

/** `HttpCodec` whatever its types. */
export interface AnyHttpCodec {
  readonly location: string;
  readonly parameters: readonly string[];
  readonly writeForm?: ((input: never) => string) | undefined;
  readonly writeDocument?: ((input: never) => string) | undefined;
  readonly readResult?: ((reader: XmlReader) => unknown) | undefined;
  readonly writeLocation?: ((input: never) => string) | undefined;
}

/** `StreamCodec` whatever its type. */
export interface AnyStreamCodec {
  readonly soapPath?: readonly RecordStep[] | undefined;
  readonly httpPath?: readonly RecordStep[] | undefined;
  readonly read?: ((reader: XmlReader) => unknown) | undefined;
}

/**
 * An operation whatever its types: every `Operation` is assignable to it. Values pass between its
 * functions only, which the typed call signatures around them keep sound.
 */
export interface AnyOperation {
  readonly service: string;
  readonly name: string;
  readonly path: string;
  readonly namespace: string;
  readonly bindings: readonly BindingName[];
  readonly client?: readonly ClientBinding[] | undefined;
  readonly oneWay?: boolean | undefined;
  readonly written?: WrittenKind | undefined;
  /** Of an operation with `written`: makes its result of an answer without one. */
  readonly readWritten?: WrittenReader | undefined;
  readonly soap?: AnySoapCodec | undefined;
  readonly http?: AnyHttpCodec | undefined;
  readonly stream?: AnyStreamCodec | undefined;
  readonly types?: object | undefined;
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
