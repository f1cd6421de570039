import {
  type AnyOperation,
  type ArrivingMessage,
  type AttachedParts,
  type AttachmentPart,
  type BindingName,
  type BodyRest,
  type ByteSource,
  type ElementName,
  type HeaderReader,
  limitProblem,
  type MtomOption,
  type MtomWriter,
  type RecordStep,
  type SentAttachment,
  type Surroundings,
} from '../operation/descriptor.ts';
import { afterEvents, type ByteStreamReader, platform } from '../platform/globals.ts';
import type { Message } from '../types/message.ts';
import { defaultXmlLimits, malformed, skipBlanks, XmlError, XmlValueError } from '../xml/errors.ts';
import {
  leafText,
  nestedElement,
  nextTag,
  type ReadingWatch,
  type XmlReader,
  type XmlReaderOptions,
  type XmlScanner,
} from '../xml/reader.ts';
import { describeValue, type XmlElement } from '../xml/writer.ts';
import type { CloseOptions, ServerLimits, ServerOptions } from './options.ts';
import type { Answer, Incoming, NodeRequest, Outgoing } from './request.ts';
import type { RequestOpener, SecurityRefusal } from './security.ts';

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
interface StreamedResponse {
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
type BodyEncoder = (body: string, namespace: string, version: 'soap11' | 'soap12') => string;

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
interface ScriptMessages {
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
export interface ServedService {
  /** Path and query of its address, as in the contract. */
  readonly path: string;
  readonly routes: readonly Route[];
}

/** What a server has for scripts beside its bindings: calls, and what scripts call with. */
type ScriptDoor = 'script' | 'scriptProxy';

/** A protocol that servers support, such as SOAP 1.1 or HTTP GET. */
export interface ServerProtocol {
  readonly binding: BindingName | ScriptDoor;
  /** Creates the endpoint for a service. Protocols with the same function share one endpoint. */
  readonly createEndpoint: (service: ServedService, settings: ServerSettings) => Endpoint;
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

/** Settings shared by all requests of a server. */
export interface ServerSettings {
  readonly options: ServerOptions<never>;
  readonly limits: RequestLimits;
  readonly reader: XmlReaderOptions;
  readonly traffic: Traffic;
  /** The option `security`; absent without it. */
  readonly guard: Guard | undefined;
}

/** Refuses `<p>1<!-- c -->2</p>`, as ASMX does, unless the text is that of bytes. */
export function refuseComment(scanner: XmlScanner, at: number): void {
  if (scanner.inBytes === true) return;
  throw malformed(scanner, at, 'A comment or processing instruction inside a text value.');
}

/**
 * Reads `<p><b>1</b></p>` as ASMX does: the value comes from the child, and the end tag of the
 * parameter then ends the element around it. So the END of `p` is not read here, and text after the
 * child is skipped like text between parameters. In strict envelopes, such text is refused, and any
 * element inside bytes.
 */
export function readNestedValue(scanner: XmlScanner, from: number): string {
  const at = scanner.position;
  if (scanner.inBytes === true) throw malformed(scanner, at, nestedBytes);
  nextTag(scanner);
  if (at > from || scanner.selfClosed) throw malformed(scanner, at, nestedElement);
  const { depth } = scanner;
  const text = leafText(scanner);
  // the child's value came from a child, too, so that the child is still open
  if (scanner.depth === depth) throw malformed(scanner, at, nestedElement);
  const { source, position } = scanner;
  if (scanner.strict === true && source.charCodeAt(skipBlanks(source, position)) !== 60) {
    throw malformed(scanner, position, 'Text beside an element inside a text value.');
  }
  return text;
}

const nestedBytes = "'Element' is an invalid XmlNodeType.";

const invalidLength = 'Invalid length for a Base-64 char array or string.';

const invalidBase64 =
  'The input is not a valid Base-64 string as it contains a non-base 64 character, more than two ' +
  'padding characters, or an illegal character among the padding characters.';

/**
 * The error for the text of a class or an attribute that is not base64. .NET converts these with
 * `Convert.FromBase64String`: it wants whole groups, and its errors are not those of a parser.
 */
export function conversionError(error: unknown, text: string): unknown {
  if (!(error instanceof XmlError) || error.base64 !== true) return error;
  const value = text.replace(/[ \t\r\n]+/g, '');
  const isWhole = value.length % 4 === 0;
  if (isWhole && error.accepted === true) return error;
  const isShort = !isWhole && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
  return new XmlValueError(isShort ? invalidLength : invalidBase64);
}

/** How a server reads values, unless it is strict. */
const asAsmx: XmlReaderOptions = {
  defaults: true,
  nestedValue: readNestedValue,
  commentInText: refuseComment,
  conversionError,
};

/**
 * Derives the settings from the options of a server.
 *
 * @throws RangeError a limit is no number, or less than the least
 */
export function createSettings(
  options: ServerOptions<never>,
  guard?: Guard | undefined,
): ServerSettings {
  const { depth } = options.limits ?? {};
  const limits = completeLimits(options.limits);
  const { mtom } = options;
  const problem = typeof mtom === 'object' ? limitProblem(mtom, ['threshold']) : undefined;
  if (problem !== undefined) throw new RangeError(`mtom.${problem}`);
  return {
    options,
    limits,
    traffic: new Traffic(options.maxConcurrent),
    guard,
    reader: {
      ...(options.strict === true ? { ownTypes: true } : asAsmx),
      ...(options.strict !== true && options.parity?.missingAsNull === true
        ? { absentNil: 'always' }
        : undefined),
      limits: {
        attributes: limits.attributes,
        ...(depth === undefined ? undefined : { depth }),
      },
    },
  };
}

/** Limits with their defaults. */
export interface RequestLimits {
  readonly bodyBytes: number;
  /** Bytes of a body whose members are streams; no limit but one that is set. */
  readonly streamBytes: number;
  /** Elements of an XML body. */
  readonly elements: number;
  /** Attributes and namespace declarations of one element. */
  readonly attributes: number;
  /** Milliseconds until the body is complete; 0 for no limit. */
  readonly bodyTime: number;
  /** Milliseconds until the result is complete; 0 for no limit. */
  readonly time: number;
}

const defaultBodyBytes = 4 * 1024 * 1024;
const leastElements = 500_000;
/** Bytes of a body for each element and each attribute of one element that it may have. */
const bytesPerElement = 8;
const bytesPerAttribute = 64;
/** A client that needs longer keeps memory of the server for nothing. */
const defaultBodyTime = 100_000;
/** The longest time of a timer, in milliseconds. With more it fires at once. */
const longestTime = 0x7fffffff;
const shortestElement = '<a/>'.length;
const EXCLAMATION = 33;
const SLASH = 47;
const QUESTION = 63;
const names = ['bodyBytes', 'elements', 'depth', 'attributes', 'time'] as const;

/**
 * Adds the defaults.
 *
 * @throws RangeError a limit is no number, or less than 0
 * @throws TypeError they are no object
 */
export function completeLimits(limits: ServerLimits = {}): RequestLimits {
  const given: unknown = limits;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`limits is ${describeValue(given)}, and has to be an object.`);
  }
  const problem = limitProblem(limits, names);
  if (problem !== undefined) throw new RangeError(`limits.${problem}`);
  const { bodyBytes = defaultBodyBytes, time } = limits;
  return {
    bodyBytes,
    streamBytes: limits.bodyBytes ?? Number.POSITIVE_INFINITY,
    elements: limits.elements ?? Math.max(leastElements, Math.floor(bodyBytes / bytesPerElement)),
    attributes:
      limits.attributes ??
      Math.max(defaultXmlLimits.attributes, Math.floor(bodyBytes / bytesPerAttribute)),
    bodyTime: timerTime(time ?? defaultBodyTime),
    time: timerTime(time ?? 0),
  };
}

/** A time for a timer; 0 for one that never fires. */
function timerTime(time: number): number {
  return time === Number.POSITIVE_INFINITY ? 0 : Math.min(time, longestTime);
}

/**
 * Refuses a request with too many elements before it is read, because the smallest element takes
 * twenty times its length as a value. Requests too short for that many are not checked. Anything
 * that looks like a tag in a comment or CDATA section counts.
 *
 * @throws XmlError limit
 */
export function checkElements(text: string, { elements: most }: RequestLimits): void {
  if (text.length <= most * shortestElement) return;
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const code = text.charCodeAt(at + 1);
    if (code !== SLASH && code !== EXCLAMATION && code !== QUESTION) count += 1;
  }
  if (count > most) throw new XmlError('limit', `The request has more than ${most} elements.`);
}

/** A request as far as its endpoint has read it, and what becomes of it. */
export interface Guarded {
  readonly service?: string | undefined;
  readonly operation?: string | undefined;
  readonly binding?: BindingName | undefined;
  readonly envelope?: string | undefined;
  /** The message as it came, if it was encrypted. */
  readonly received?: string | undefined;
  readonly decrypted?: string | undefined;
  readonly element?: ElementName | undefined;
  readonly unknownHeaders?: UnknownHeaders | undefined;
  /** Headers `wsse:Security` for this server. */
  securityHeaders?(): readonly XmlElement[];
  /** Reads the message as it will be read, for a watch. */
  watch?(watch: ReadingWatch): boolean;
  /** The answer if it is accepted. */
  admit(): Answer;
  /** The answer of the protocol if it is refused; by default that of HTTP. */
  refused?(refusal: SecurityRefusal, challenges: readonly string[]): Outgoing;
  /** The answer of the protocol to an exception. Must not throw for a text. */
  failed(error: unknown): Outgoing;
}

/** The option `security`, asked before the body of a request is decoded. */
export interface Guard {
  (incoming: Incoming, guarded: Guarded): Promise<Outgoing>;
  /** What asks for credentials of HTTP; none if those of the option are in messages. */
  readonly challenges: readonly string[];
  /** What opens encrypted messages, if the option has it. */
  readonly opener?: RequestOpener | undefined;
}

/**
 * The answer to a request that no operation can take. Those without credentials do not learn what
 * is wrong with it: an empty POST is how NTLM clients and `curl --anyauth` ask for a challenge.
 */
export function answerRefused(
  guard: Guard | undefined,
  incoming: Incoming,
  answer: Outgoing,
  failed: Guarded['failed'],
): Answer {
  if (guard === undefined || guard.challenges.length === 0) return answer;
  return guard(incoming, { admit: () => answer, failed });
}

/** SOAP headers of a request that the contract does not declare and that are for this server. */
export class UnknownHeaders {
  readonly list: XmlElement[] = [];
  /** Those with `mustUnderstand`, until they are understood. */
  private readonly required: Set<XmlElement> = new Set();

  /** @param must Whether it has `mustUnderstand`. */
  add(header: XmlElement, must: boolean): void {
    this.list.push(header);
    if (must) this.required.add(header);
  }

  /** @throws TypeError it is none of the list */
  understood(header: XmlElement): void {
    if (!this.list.includes(header)) {
      throw new TypeError('understood takes an element of unknownHeaders.');
    }
    this.required.delete(header);
  }

  /** Local name of the first header that must be understood and is not. */
  get notUnderstood(): string | undefined {
    for (const { name } of this.required) return name;
    return undefined;
  }
}

/** Those of a request without any. One object for all requests, so its list is frozen. */
export const noUnknownHeaders: UnknownHeaders = /* @__PURE__ */ withFrozenList();

function withFrozenList(): UnknownHeaders {
  const headers = new UnknownHeaders();
  Object.freeze(headers.list);
  return headers;
}

/** ASMX's message for a header that must be understood and is not. */
export function notUnderstoodMessage(name: string): string {
  return `SOAP header ${name} was not understood.`;
}

/** The part of node:http's `Server` that ends connections; node:http2 has none of it. */
export interface HttpServer {
  closeIdleConnections?(): void;
  closeAllConnections?(): void;
}

/** The longest time of a timer, in milliseconds. With more it fires at once. */
const longestWait = 0x7fffffff;

/** Counts the requests that are running, limits them, and waits for them when the server closes. */
export class Traffic {
  private running = 0;
  private readonly most: number;
  private closing: Promise<void> | undefined;
  private idle: (() => void) | undefined;
  private latest: HttpServer | undefined;
  private readonly servers: Set<HttpServer> = new Set();

  /** @throws RangeError the limit is no number of at least 1 */
  constructor(most: number = Number.POSITIVE_INFINITY) {
    const problem = limitProblem({ maxConcurrent: most }, ['maxConcurrent'], 1);
    if (problem !== undefined) throw new RangeError(problem);
    this.most = most;
  }

  get isClosing(): boolean {
    return this.closing !== undefined;
  }

  enter(): void {
    this.running += 1;
  }

  leave(): void {
    this.running -= 1;
    if (this.running === 0 && this.closing !== undefined) this.idle?.();
  }

  /** Why the request that entered last gets no other answer; usually nothing. */
  refusal(): string | undefined {
    if (this.closing !== undefined) return 'The server is closing.';
    return this.running > this.most ? 'The server is busy.' : undefined;
  }

  /** Remembers the server of a connection. */
  through(server: HttpServer | undefined): void {
    if (server === undefined || server === this.latest) return;
    this.latest = server;
    this.servers.add(server);
  }

  /** Waits for what is running. A second call waits for the first. */
  close({ timeout }: CloseOptions = {}): Promise<void> {
    const problem = limitProblem({ timeout }, ['timeout']);
    if (problem !== undefined) return Promise.reject(new RangeError(problem));
    this.closing ??= new Promise((resolve) => {
      const end = (cutOff: boolean): void => {
        this.idle = undefined;
        if (timer !== undefined) platform.clearTimeout(timer);
        for (const server of this.servers) {
          if (cutOff) server.closeAllConnections?.();
          else server.closeIdleConnections?.();
        }
        resolve();
      };
      // Small answers wait for the end of the turn before they are sent.
      this.idle = () => afterEvents(() => end(false));
      const timer =
        timeout === undefined || timeout > longestWait
          ? undefined
          : platform.setTimeout(() => end(true), timeout);
      for (const server of this.servers) server.closeIdleConnections?.();
      if (this.running === 0) this.idle();
    });
    return this.closing;
  }
}

/** Actions of the messages of an operation (WS-Addressing 1.0 Metadata, section 4.4). */
export interface DocumentedActions {
  readonly input: string;
  readonly output: string;
  fault(name: string): string;
}
