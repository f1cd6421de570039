import type { DocumentedActions } from '../operation/actions.ts';
import type {
  ArrivingMessage,
  AttachedParts,
  AttachmentPart,
  BodyRest,
  ByteSource,
  HeaderReader,
  MtomOption,
  MtomWriter,
  SentAttachment,
  Surroundings,
} from '../operation/message.ts';
import type { BindingName, RecordStep } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { ByteStreamReader } from '../platform/globals.ts';
import type { Message } from '../type/message-kinds.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { NodeRequest } from './front/node-types.ts';
import type { Answer, Incoming, Outgoing } from './incoming.ts';
import type { ServerOptions } from './options.ts';
import type { ServerSettings } from './settings.ts';

/** How a server reads requests and writes answers of an operation. Clients do not need it. */
export interface ServerCodec {
  /** Reads the content of `soap:Body`. Called after its start tag; consumes its end tag. */
  readonly readRequest?: ((reader: XmlReader, attached?: AttachedParts) => unknown) | undefined;
  /** Content of the response's `soap:Body`; absent for one-way operations. */
  readonly writeResponse?: ((output: never) => string) | undefined;
  /** Rewrites that content with references of SOAP encoding; absent without SOAP encoding. */
  readonly encode?: BodyEncoder | undefined;
  /** Reads the headers of a request with SOAP encoding. */
  readonly readHeaders?: HeaderReader | undefined;
  /** Message parts sent beside the envelope of a request; absent if there are none. */
  readonly inputAttachments?: readonly string[] | undefined;
  /** Returns the parts to send beside the envelope of a response. */
  readonly attachResponse?: ((output: never) => readonly AttachmentPart[]) | undefined;
  /** Sends bytes of a response in parts of their own; absent if it has none. */
  readonly mtom?: MtomWriter | undefined;
  /** Reads requests with streams; absent if it has none. */
  readonly receiveParts?: PartsReceiver | undefined;
  /** Sends responses with streams; absent if it has none. */
  readonly sendStreams?: StreamSender | undefined;
  /** Reads the parameters of GET and POST. */
  readonly readForm?: ((form: never) => unknown) | undefined;
  /** Reads the document of a POST request. Called before the root's start tag. */
  readonly readDocument?: ((reader: XmlReader) => unknown) | undefined;
  /** Root element of the answer to GET and POST; absent for void, whose answer is empty. */
  readonly writeResult?: ((output: never) => string) | undefined;
  /** Content type of the answer of an operation with `written`, if the contract has one. */
  readonly contentType?: string | undefined;
  /** Sends the result record by record; absent if it contains anything else. */
  readonly records?: RecordSender | undefined;
  /** Writes a record, which inherits the default namespace of the element around it. */
  readonly writeRecord?: ((record: never) => string) | undefined;
}

/** How a response with streams is sent. */
export interface StreamedResponse {
  /** Content type of the envelope alone. */
  readonly contentType: string;
  /** Whether the client reads messages with parts. */
  readonly inParts: boolean;
  /** How other bytes are sent. */
  readonly mtom: MtomOption | undefined;
  /** Attachments that the contract does not declare. */
  readonly attachments: readonly SentAttachment[] | undefined;
  /** Writes the envelope at once. */
  readonly write: () => string;
}

/** Writes a response with streams: its beginning, and the rest if there is one. */
export type StreamSender = (response: StreamedResponse) => {
  readonly contentType: string;
  readonly body: string | Uint8Array;
  readonly rest?: BodyRest | undefined;
};

/** Rewrites the content of `soap:Body` for the operation's namespace and a SOAP version. */
export type BodyEncoder = (body: string, namespace: string, version: 'soap11' | 'soap12') => string;

/** Sends results record by record. */
export interface RecordSender {
  /**
   * Reads the first of the records that a handler returned, because an error before it can still
   * become a fault.
   *
   * @param onTimeout Called when the time of the request is over.
   * @returns A promise of the opened records, or the output itself if it is neither a generator
   *   nor an asynchronous iterable.
   */
  open(output: unknown, incoming: Incoming, onTimeout: (error: Error) => void): unknown;
  /** The records that `open` returned; `undefined` for any other output. */
  opened(output: unknown): OpenedRecords | undefined;
}

/** Records whose first one has been read. */
export interface OpenedRecords {
  /** The answer up to the first record. The others follow as its stream. */
  answer(document: RecordDocument): Outgoing;
  /** The same with another text around the records. */
  framed(frame: RecordFrame, answer: FramedAnswer): Outgoing;
  /** Ends the iterator, unless it has ended. */
  cancel(): void;
}

/** The text around the records of an answer. */
export interface RecordFrame {
  /** The part before the first record. */
  readonly head: string;
  /** The part after the last record. */
  readonly tail: string;
  /** The whole answer without records. */
  readonly empty: string;
  readonly write: (record: unknown) => string;
}

/** What becomes of the text of records. */
export interface FramedAnswer {
  /** The answer with a document, or with the start of one. */
  readonly answer: (document: string) => Outgoing;
  /** Called with an error that ends the records early. */
  readonly report: (error: unknown) => void;
}

/** A protocol's document that contains the records. */
export interface RecordDocument extends FramedAnswer {
  readonly route: Route;
  readonly options: ServerOptions<never>;
  /** Elements from the outermost one below the protocol's own down to the record. */
  readonly path: readonly RecordStep[] | undefined;
  /** Namespace declarations of the outermost element. */
  readonly declarations: string;
  /** The whole document with that element. */
  readonly wrap: (element: string) => string;
}

/** The messages of an operation that scripts may call, as generated code describes them. */
export interface ScriptMessages {
  readonly input: Message;
  /** Absent if it has no result. */
  readonly output?: Message | undefined;
  /** Whether they may call it by GET, too, as by `[ScriptMethod(UseHttpGet = true)]`. */
  readonly get?: true | undefined;
}

/** One operation, its protocols, and its handler. */
export interface Route {
  readonly operation: AnyOperation;
  /** Protocols of the operation. All protocols of a path serve the same operations. */
  readonly server: readonly ServerProtocol[];
  readonly codec: ServerCodec;
  /** Its messages, if scripts may call it. */
  readonly script?: ScriptMessages | undefined;
  /** Returns the result or a promise of it. It owns its input, which is not frozen. */
  readonly handler: (input: never, context: never) => unknown;
}

/**
 * The type of an array literal of routes. To find the type of an array, the compiler compares all
 * its elements with each other; those of a tuple it does not.
 */
export type Routes = readonly [] | readonly [Route, ...Route[]];

/** The operations of one path. */
export interface Service {
  /** Path and query of its address, as in the contract. */
  readonly path: string;
  readonly routes: readonly Route[];
}

/** What a server has for scripts beside its bindings: calls, and what scripts call with. */
export type ScriptDoor = 'script' | 'scriptProxy';

/** A protocol that servers support, such as SOAP 1.1 or HTTP GET. */
export interface ServerProtocol {
  readonly binding: BindingName | ScriptDoor;
  /** Creates the endpoint for a service. Protocols with the same function share one endpoint. */
  readonly createEndpoint: (service: Service, settings: ServerSettings) => Endpoint;
}

/** Creates the endpoint for a GET of a service's own path, or of `/`. */
export type DocumentEndpoints = (
  options: ServerOptions<never>,
  path: string,
  routes?: readonly Route[],
) => Endpoint;

/**
 * Answers the requests for one service. `suffix` is the part after the path of the service: empty,
 * or starting with its `/`.
 */
export interface Endpoint {
  /** Whether it serves pages and WSDL, not operations. */
  readonly isDocument: boolean;
  /** Whether it needs the body. */
  readonly takesBody: boolean;
  /** Whether a request is for this endpoint. */
  takes(incoming: Incoming, suffix: string): boolean;
  /** The answer; `body` is empty unless it is needed. Errors become error pages. */
  answer(incoming: Incoming, suffix: string, body: Uint8Array): Answer;
  /** What reads a request, if its parts may be read while it is answered. */
  receiver?(incoming: Incoming): PartsReceiver | undefined;
  /** The answer to a request whose parts are read while it is answered. Never throws. */
  answerArriving?(incoming: Incoming, body: ArrivingBody): Promise<Outgoing>;
  /** The answer to a request that the option `context` refused. Must not throw for a text. */
  failed(incoming: Incoming, error: unknown): Outgoing;
  /** The answer to a body that exceeds the limit. */
  tooLarge(incoming: Incoming): Answer;
}

/** The body of a request that is read while it is answered. */
export interface ArrivingBody extends ByteSource {
  /** Bytes that arrived. */
  readonly length: number;
  /** Whether all of it arrived, or no more will. */
  readonly isComplete: boolean;
}

/** Limits of a body that is read while it is answered. */
export interface ArrivalLimits {
  /** Bytes of the whole body. */
  readonly streamBytes: number;
  /** Milliseconds between two pieces; 0 for no limit. */
  readonly bodyTime: number;
}

/** Reads requests whose parts are streams; only servers of operations with some have it. */
export interface PartsReceiver {
  /** Reads a message up to the end of its envelope. */
  readonly receive: (
    source: ByteSource,
    contentType: string,
    around: Surroundings,
  ) => Promise<ArrivingMessage>;
  /** The body of a request of node:http. */
  readonly nodeBody: (request: NodeRequest, limits: ArrivalLimits) => ArrivingBody;
  /** The body of a standard request. */
  readonly webBody: (reader: ByteStreamReader, limits: ArrivalLimits) => ArrivingBody;
}

/** Actions of operations that are served with WS-Addressing, by name. */
type ActionsOf = (
  routes: readonly Route[],
  options: ServerOptions<never>,
) => ReadonlyMap<string, DocumentedActions>;

/** Set by the module that reads the headers, which a bundle has only if it imports its names. */
export const documentedActionsOf: { current: ActionsOf | undefined } = { current: undefined };
