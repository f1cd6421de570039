import type { AttachedParts, Attachment } from '../operation/message.ts';
import type { BindingName, RecordStep } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { Answer, Incoming, Outgoing } from './incoming.ts';
import type { ServerOptions } from './options.ts';
import type { ServerSettings } from './settings.ts';

/** How a server reads requests and writes answers of an operation; clients have no use for it. */
export interface ServerCodec {
  /** Reads to the end tag of `soap:Body` and over it. Called after the start tag. */
  readonly readRequest?: ((reader: XmlReader, attached?: AttachedParts) => unknown) | undefined;
  /** Content of the response's `soap:Body`; absent for one-way operations. */
  readonly writeResponse?: ((output: never) => string) | undefined;
  /** Rewrites that content with SOAP encoding's references; absent without SOAP encoding. */
  readonly encode?: BodyEncoder | undefined;
  /** Message parts that come beside the envelope of a request; absent for none. */
  readonly inputAttachments?: readonly string[] | undefined;
  /** Returns the parts that go beside the envelope of a response. */
  readonly attachResponse?: ((output: never) => readonly Attachment[]) | undefined;
  /** Reads the parameters of GET and POST. */
  readonly readForm?: ((form: never) => unknown) | undefined;
  /** Reads the document of a POST that carries one. Called before the root's start tag. */
  readonly readDocument?: ((reader: XmlReader) => unknown) | undefined;
  /** Root element of the answer to GET and POST; absent for void, whose answer is empty. */
  readonly writeResult?: ((output: never) => string) | undefined;
  /** Content type of what an operation with `written` answers, where the contract names one. */
  readonly contentType?: string | undefined;
  /** Sends the result record by record; absent where it holds anything but records. */
  readonly records?: RecordSender | undefined;
  /** Writes a record, which inherits the default namespace of the element around it. */
  readonly writeRecord?: ((record: never) => string) | undefined;
}

/** Rewrites the content of `soap:Body`, by the namespace of the operation and the SOAP version. */
export type BodyEncoder = (body: string, namespace: string, version: 'soap11' | 'soap12') => string;

/** Sends results record by record. */
export interface RecordSender {
  /**
   * Starts reading the records a handler returned, up to the first: an error before it can still be
   * a fault.
   *
   * @param onTimeout Called when the time of the request is over.
   * @returns A promise of the opened records, or the output itself where it is no generator and has
   *   no asynchronous iterator.
   */
  open(output: unknown, incoming: Incoming, onTimeout: (error: Error) => void): unknown;
  /** The records that `open` returned; `undefined` for any other output. */
  opened(output: unknown): OpenedRecords | undefined;
}

/** Records whose first has been read. */
export interface OpenedRecords {
  /** The answer up to the first record; the others follow as its stream. */
  answer(document: RecordDocument): Outgoing;
  /** Ends the iterator, unless it has ended. */
  cancel(): void;
}

/** The document of a protocol that records are sent in. */
export interface RecordDocument {
  readonly route: Route;
  readonly options: ServerOptions<never>;
  /** Elements from the outermost that is not the protocol's own to the record. */
  readonly path: readonly RecordStep[] | undefined;
  /** Namespace declarations of the outermost. */
  readonly declarations: string;
  /** The whole document with that element. */
  readonly wrap: (element: string) => string;
  /** The answer with a document, or the start of one. */
  readonly answer: (document: string) => Outgoing;
  /** Called with the error that ends the records early. */
  readonly report: (error: unknown) => void;
}

/** One operation, the protocols it is served over, and what answers it. */
export interface Route {
  readonly operation: AnyOperation;
  /** Protocols of the operation; those of one path share its services. */
  readonly server: readonly ServerProtocol[];
  readonly codec: ServerCodec;
  /** Returns the result or a promise of it. It owns its input, which is not frozen. */
  readonly handler: (input: never, context: never) => unknown;
}

/** The operations of one path. */
export interface Service {
  /** As in the contract. */
  readonly path: string;
  readonly routes: readonly Route[];
}

/** A protocol that servers answer, such as SOAP 1.1 or HTTP GET. */
export interface ServerProtocol {
  readonly binding: BindingName;
  /**
   * Creates what answers the requests for a service. Protocols with the same function share one
   * endpoint.
   */
  readonly createEndpoint: (service: Service, settings: ServerSettings) => Endpoint;
}

/** Creates the endpoint that answers a GET of a service's own path, or of `/`. */
export type DocumentEndpoints = (options: ServerOptions<never>, path: string) => Endpoint;

/**
 * Answers the requests for one service. `suffix` is what follows the path of the service: empty, or
 * from its `/` on.
 */
export interface Endpoint {
  /** Whether it needs the body. */
  readonly takesBody: boolean;
  /** Whether a request is one of this endpoint's. */
  takes(incoming: Incoming, suffix: string): boolean;
  /** The answer; `body` is empty unless it is needed. Errors become error pages. */
  answer(incoming: Incoming, suffix: string, body: Uint8Array): Answer;
  /** The answer to a body beyond the limit. */
  tooLarge(incoming: Incoming): Outgoing;
}
