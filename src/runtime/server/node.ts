import { encodeFormValue } from '../forms/query.ts';
import type { BodyRest, ByteSource } from '../operation/descriptor.ts';
import { encodingWithHead } from '../parts/mime.ts';
import { borrowBytes, type PausableStream, returnBytes } from '../platform/byte-flow.ts';
import {
  ByteCollector,
  byteLength,
  encodeUtf8,
  platform,
  sendTogether,
} from '../platform/globals.ts';
import type { Reports } from './call.ts';
import { createDispatcher, type Destination, type Dispatcher } from './dispatch.ts';
import { createEntrance, type Entrance } from './entrance.ts';
import { createFetchHandler } from './fetch.ts';
import type { Server, ServerOptions } from './options.ts';
import type { ArrivingBody, DocumentEndpoints, HttpServer, Route, Traffic } from './protocol.ts';
import {
  type Answer,
  type Exchange,
  type HeaderList,
  header,
  type Incoming,
  type NodeListener,
  type NodeRequest,
  type NodeResponse,
  type Outgoing,
  type Peers,
  type PieceSink,
  pumpPieces,
  type RequestAddress,
  type RequestClient,
  refusalPage,
  type Sent,
  splitTarget,
  tooLatePage,
} from './request.ts';

/** Answers below this length are sent as text, in one write with the head. */
const textLimit = 8192;
/** How much a client may still send after its body was refused, in bytes and milliseconds. */
const drainBytes = 64 * 1024 * 1024;
const drainTime = 5000;
const noBytes: Uint8Array = new Uint8Array(0);

/** A request and where its answer goes. */
interface Arriving {
  readonly request: NodeRequest;
  readonly response: NodeResponse;
  readonly incoming: Incoming;
  readonly dispatcher: Entrance;
}

function writeHead(response: NodeResponse, status: number, headers: string[]): void {
  response.writeHead(status, headers as HeaderList);
}

/**
 * Answers at once although the client is still sending. The connection stays open so that the
 * client can read.
 */
function refuse(
  { request, response, incoming, dispatcher }: Arriving,
  given: Outgoing,
  patience: number = drainTime,
): void {
  const { finish, traffic } = dispatcher;
  const outgoing = finish(incoming, given);
  if (response.headersSent || response.destroyed === true) {
    traffic.leave();
    return;
  }
  const body = typeof outgoing.body === 'string' ? encodeUtf8(outgoing.body) : outgoing.body;
  writeHead(response, outgoing.status, [
    ...outgoing.headers,
    ...connectionClose(request),
    'Content-Length',
    String(body.length),
  ]);
  response.write(body, 'utf8');
  let drained = 0;
  let ended = false;
  const end = (): void => {
    if (ended) return;
    ended = true;
    platform.clearTimeout(timer);
    response.end(noBytes, 'utf8');
    traffic.leave();
  };
  const timer = platform.setTimeout(end, patience);
  request.on('data', (chunk: Uint8Array) => {
    drained += chunk.length;
    if (drained > drainBytes) end();
  });
  request.on('end', end);
  request.on('error', end);
  request.on('close', end);
}

/** Sends the answer to a request, which is then over. */
function deliver(arriving: Arriving, given: Outgoing): void {
  const { response, incoming, dispatcher } = arriving;
  const { reports, traffic } = dispatcher;
  const outgoing = closing(dispatcher.finish(incoming, given), arriving);
  const { stream, body } = outgoing;
  // a small one is sent at once, or with others of this turn
  if (stream === undefined && body.length < textLimit && !traffic.isClosing) traffic.leave();
  else leaveWhenSent(response, traffic);
  transmit(response, outgoing, reports, incoming.isHead);
}

/** Sends an answer that comes piece by piece while its request is still read. */
function deliverEarly(arriving: Arriving, given: Outgoing, body: ByteSource): void {
  const { request, response } = arriving;
  response.on('close', () => body.cancel());
  deliver(arriving, { ...given, headers: [...given.headers, ...connectionClose(request)] });
}

/**
 * Sends an answer. One that cannot be sent, such as a document with invalid headers, ends the
 * connection.
 */
function transmit(
  response: NodeResponse,
  outgoing: Outgoing,
  { fail }: Reports,
  isHead = false,
): void {
  try {
    if (isHead) sendHead(response, outgoing);
    else send(response, outgoing);
  } catch (error) {
    fail(error);
    outgoing.stream?.cancel();
    response.destroy();
  }
}

/** The answer of a server that closes: the last one of its connection. */
function closing(outgoing: Outgoing, { request, dispatcher }: Arriving): Outgoing {
  if (!dispatcher.traffic.isClosing) return outgoing;
  return { ...outgoing, headers: [...outgoing.headers, ...connectionClose(request)] };
}

/** HTTP/2 has no such header. */
function connectionClose(request: NodeRequest): readonly string[] {
  return (request as FrameworkRequest).httpVersionMajor === 2 ? [] : ['Connection', 'close'];
}

/** A request is over when its answer was sent, or its client is gone. */
function leaveWhenSent(response: NodeResponse, traffic: Traffic): void {
  let isOver = false;
  const leave = (): void => {
    if (!isOver) traffic.leave();
    isOver = true;
  };
  // node:http2 has no other sign of it
  const { stream } = response as { readonly stream?: { readonly destroyed?: boolean } };
  if (response.destroyed === true || stream?.destroyed === true) leave();
  response.on('finish', leave);
  response.on('close', leave);
}

/** Sends the head of an answer, as with its body (RFC 9110, section 9.3.2). */
function sendHead(response: NodeResponse, outgoing: Outgoing): void {
  outgoing.stream?.cancel();
  if (response.headersSent) return;
  startHead(response, outgoing);
  response.end();
}

/** Sends an answer: a small one in one write with its head, a large one from a reused buffer. */
function send(response: NodeResponse, outgoing: Outgoing): void {
  const { reason, headers, body, stream } = outgoing;
  if (response.headersSent) {
    stream?.cancel();
    return;
  }
  if (stream !== undefined) {
    sendStream(response, outgoing, stream);
    return;
  }
  const isLong = typeof body === 'string' && body.length >= textLimit;
  const whole = (isLong ? borrowBytes([body]) : undefined) ?? body;
  const length = startHead(response, outgoing, whole);
  if (typeof whole !== 'string') {
    sendBytes(response, whole);
    return;
  }
  const encoding = encodingWithHead(
    whole,
    length,
    reason === undefined ? headers : [...headers, reason],
  );
  if (encoding === undefined) response.end(encodeUtf8(whole), 'utf8');
  else if (length < textLimit && sendTogether !== undefined) {
    sendTogether(response, whole, encoding);
  } else response.end(whole, encoding);
}

/** Sends bytes, which may be borrowed. */
function sendBytes(response: NodeResponse, bytes: Uint8Array): void {
  response.on('finish', () => returnBytes(bytes));
  response.end(bytes, 'utf8');
}

/** Writes the head of an answer. Returns the length of its body in bytes, if that is known. */
function startHead(
  response: NodeResponse,
  { status, reason, headers, body: given, stream }: Outgoing,
  body: Outgoing['body'] = given,
): number {
  if (reason !== undefined) response.statusMessage = reason;
  const length = typeof body === 'string' ? byteLength(body) : body.length;
  const withoutLength = stream !== undefined || status === 204 || status === 304;
  const ofLength = withoutLength ? [] : ['Content-Length', String(length)];
  writeHead(response, status, [...headers, ...ofLength]);
  return length;
}

/**
 * Sends an answer of unknown length in chunks. If it breaks off, the connection is closed instead
 * of sending a last chunk.
 */
function sendStream(response: NodeResponse, outgoing: Outgoing, stream: BodyRest): void {
  const { body } = outgoing;
  let resume: (() => void) | undefined;
  const go = (): void => {
    resume?.();
    resume = undefined;
  };
  response.on('drain', go);
  response.on('close', () => {
    if (!response.writableFinished) stream.cancel();
    go();
  });
  startHead(response, outgoing);
  response.write(typeof body === 'string' ? encodeUtf8(body) : body, 'utf8');
  const sink: PieceSink = {
    write: (piece) => response.write(piece, 'utf8') !== false,
    drained: () =>
      response.writableNeedDrain === false
        ? Promise.resolve()
        : new Promise((resolve) => {
            resume = resolve;
          }),
  };
  pumpPieces(stream, sink).then(
    () => response.end(noBytes, 'utf8'),
    () => response.destroy(),
  );
}

/** A body that a framework's parser left. */
interface FrameworkBody {
  readonly bytes: Uint8Array;
  /** The request, with the charset of these bytes. */
  readonly incoming: Incoming;
}

/** The body after a framework's parser; `undefined` if it left nothing that can be read. */
function frameworkBody(
  { body, rawBody }: FrameworkRequest,
  incoming: Incoming,
): FrameworkBody | undefined {
  const given = rawBody ?? body;
  if (given instanceof Uint8Array) return { bytes: given, incoming };
  if (given === undefined) return { bytes: new Uint8Array(0), incoming };
  if (typeof given === 'string') return inUtf8(given, incoming);
  if (anyJson.test(header(incoming, 'content-type') ?? '')) {
    const text = writeJson(given);
    return text === undefined ? undefined : inUtf8(text, incoming);
  }
  if (typeof given !== 'object' || given === null) return undefined;
  return inUtf8(writeFields(given), incoming);
}

const anyJson = /^application\/(?:[\w.!#$&^-]+\+)?json[\t ]*(?:;|$)/i;

/**
 * The text of a parsed body; `undefined` if it is none of JSON, or has whole numbers of which the
 * parser may have lost digits.
 */
function writeJson(given: unknown): string | undefined {
  let isExact = true;
  try {
    const text: string | undefined = JSON.stringify(given, (_, value: unknown) => {
      isExact &&= !Number.isInteger(value) || Number.isSafeInteger(value);
      return value;
    });
    return isExact ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A parser has decoded the text, so charset and coding of the request are no longer its own. */
function inUtf8(text: string, incoming: Incoming): FrameworkBody {
  const bytes = encodeUtf8(text);
  const { 'content-encoding': _, ...others } = incoming.headers;
  const type = others['content-type'];
  const recoded =
    typeof type === 'string' ? type.replace(/(;\s*charset\s*=)[^;]*/i, '$1utf-8') : type;
  const headers = { ...others, 'content-type': recoded };
  return { bytes, incoming: Object.create(incoming, { headers: { value: headers } }) as Incoming };
}

/**
 * Writes the fields of a form. Only texts are parameters: anything else comes from names with
 * brackets, which ASP.NET does not split, or from JSON.
 */
function writeFields(fields: object): string {
  if (Array.isArray(fields)) return '';
  const pairs = Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    const texts = items.filter((item) => typeof item === 'string');
    return texts.map((text) => `${encodeText(name)}=${encodeText(text)}`);
  });
  return pairs.join('&');
}

/** Percent-encodes a text. Half of a surrogate pair becomes U+FFFD, as in forms. */
function encodeText(text: string): string {
  return encodeFormValue(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** Properties that node:http, Express and Connect add to the request. */
interface FrameworkRequest {
  readonly socket?:
    | {
        readonly remoteAddress?: string | undefined;
        readonly localAddress?: string | undefined;
        readonly encrypted?: boolean;
        readonly server?: HttpServer;
      }
    | undefined;
  readonly originalUrl?: string;
  readonly body?: unknown;
  readonly rawBody?: unknown;
  readonly readableEnded?: boolean;
  readonly httpVersionMajor?: number;
}

/**
 * Adapts a request of node:http.
 *
 * @param isRouted Whether it comes from a framework. One that adds `originalUrl` is recognized.
 */
export function fromNode(
  request: NodeRequest,
  response: NodeResponse,
  settings: Pick<Dispatcher, 'limits' | 'peers' | 'traffic'>,
  isRouted = false,
): Incoming {
  return new NodeIncoming(request, response, settings, isRouted);
}

/**
 * A class, so that a request costs one object and no closures for values that are rarely needed.
 */
class NodeIncoming implements Incoming, Sent {
  readonly method: string;
  readonly isHead: boolean;
  readonly isRouted: boolean;
  readonly url: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Incoming['headers'];
  readonly source: NodeRequest;
  readonly deadline: number | undefined;
  state: unknown = undefined;
  identity: unknown = undefined;
  session: unknown = undefined;
  exchange: Exchange | undefined = undefined;
  private readonly response: NodeResponse;
  private readonly peers: Peers;
  private known: RequestClient | undefined = undefined;

  constructor(
    request: NodeRequest,
    response: NodeResponse,
    { limits: { time }, peers, traffic }: Pick<Dispatcher, 'limits' | 'peers' | 'traffic'>,
    isRouted: boolean,
  ) {
    const url = request.url ?? '/';
    const { path, query } = splitTarget(url);
    const { method = 'GET' } = request;
    this.isHead = method === 'HEAD';
    this.method = this.isHead ? 'GET' : method;
    this.isRouted = isRouted || (request as FrameworkRequest).originalUrl !== undefined;
    this.url = url;
    this.path = path;
    this.query = query;
    this.headers = request.headers;
    this.source = request;
    this.deadline = time > 0 ? Date.now() + time : undefined;
    this.response = response;
    this.peers = peers;
    traffic.through(this.socket?.server);
  }

  client(): RequestClient {
    this.known ??= this.peers.client(this);
    return this.known;
  }

  get socket(): FrameworkRequest['socket'] {
    return (this.source as FrameworkRequest).socket;
  }

  address(): RequestAddress {
    const { originalUrl } = this.source as FrameworkRequest;
    const { url } = this;
    return {
      scheme: this.socket?.encrypted === true ? 'https' : 'http',
      host: hostOf(this.source),
      mount: originalUrl?.endsWith(url) === true ? originalUrl.slice(0, -url.length) : '',
    };
  }

  secure(): boolean {
    return this.peers.secure(this);
  }

  origin(): string {
    return this.peers.origin(this);
  }

  onGone(listener: () => void): void {
    const { response } = this;
    response.on('close', () => {
      if (!response.writableFinished) listener();
    });
  }
}

/** The host that the client requested, over HTTP/2 too. An invalid one is not repeated. */
function hostOf({ headers }: NodeRequest): string {
  const { ':authority': authority, host = authority } = headers;
  return typeof host === 'string' && /^[A-Za-z0-9._:[\]-]+$/.test(host) ? host : 'localhost';
}

const emptyBody: Uint8Array = new Uint8Array(0);

/** Creates the listener for node:http. */
export function createNodeListener(dispatcher: Entrance): NodeListener {
  return (request, response, next) => {
    let arriving: Arriving | undefined;
    try {
      const incoming = fromNode(request, response, dispatcher, next !== undefined);
      const destination = dispatcher.enter(incoming, next === undefined);
      if (destination === undefined) {
        next?.();
        return;
      }
      arriving = { request, response, incoming, dispatcher };
      if (destination.takesBody) receive(arriving, destination);
      else reply(arriving, () => destination.answer(incoming, emptyBody));
    } catch (error) {
      if (arriving !== undefined) giveUp(arriving, error);
      else transmit(response, dispatcher.reports.fail(error), dispatcher.reports);
    }
  };
}

/** Collects the body within the limits, then answers. */
function receive(arriving: Arriving, destination: Destination): void {
  const { request, incoming, dispatcher } = arriving;
  const { limits, reports, traffic } = dispatcher;
  const { bodyBytes, bodyTime } = limits;
  if ((request as FrameworkRequest).readableEnded === true) {
    reply(arriving, () => answerParsed(arriving, destination));
    return;
  }
  const receiver = destination.receiver?.(incoming);
  const mostBytes = receiver === undefined ? bodyBytes : limits.streamBytes;
  if (Number(header(incoming, 'content-length') ?? 0) > mostBytes) {
    refuseBody(arriving, destination);
    return;
  }
  if (receiver !== undefined) {
    replyArriving(arriving, destination, receiver.nodeBody(request, limits));
    return;
  }
  const body = new ByteCollector();
  let over = false;
  const timer =
    bodyTime > 0
      ? platform.setTimeout(() => {
          over = true;
          incoming.exchange?.received(body.length);
          refuse(arriving, reports.refused(tooLatePage()), 0);
        }, bodyTime)
      : undefined;
  const stop = (): void => {
    over = true;
    if (timer !== undefined) platform.clearTimeout(timer);
  };
  // A client that disconnects before its request is complete gets no answer.
  const abandon = (): void => {
    if (over) return;
    stop();
    traffic.leave();
  };
  request.on('data', (chunk: Uint8Array) => {
    if (over) return;
    if (body.length + chunk.length > bodyBytes) {
      stop();
      incoming.exchange?.received(body.length + chunk.length);
      refuseBody(arriving, destination);
    } else body.add(chunk);
  });
  request.on('end', () => {
    if (over) return;
    stop();
    incoming.exchange?.received(body.length);
    reply(arriving, () => destination.answer(incoming, body.join()));
  });
  request.on('error', abandon);
  request.on('close', abandon);
}

/** Refuses a body that is too long. Nothing more of it is read before the answer is known. */
function refuseBody(arriving: Arriving, destination: Destination): void {
  const { request, incoming, dispatcher } = arriving;
  const answer = destination.tooLarge(incoming);
  if (!(answer instanceof Promise)) {
    refuse(arriving, answer);
    return;
  }
  const stream = request as NodeRequest & PausableStream;
  stream.pause();
  answer
    .catch((error: unknown) => dispatcher.reports.fail(error))
    .then((outgoing) => {
      refuse(arriving, outgoing);
      stream.resume();
    })
    .catch((error: unknown) => dispatcher.reports.fail(error));
}

/** The answer to a request whose body a framework has parsed. */
function answerParsed(
  { request, incoming, dispatcher }: Arriving,
  destination: Destination,
): Answer {
  const { limits, reports } = dispatcher;
  const body = frameworkBody(request as FrameworkRequest, incoming);
  if (body === undefined) {
    return reports.refused(refusalPage(500, 'The body was read by another handler.'));
  }
  incoming.exchange?.received(body.bytes.length);
  return body.bytes.length > limits.bodyBytes
    ? destination.tooLarge(incoming)
    : destination.answer(body.incoming, body.bytes);
}

/** Answers a request. Never throws: it is called by events, whose exceptions end the process. */
function reply(arriving: Arriving, answer: () => Answer): void {
  const failed = (error: unknown): void => giveUp(arriving, error);
  try {
    const given = answer();
    if (given instanceof Promise) {
      given.then((outgoing) => deliver(arriving, outgoing)).catch(failed);
    } else deliver(arriving, given);
  } catch (error) {
    failed(error);
  }
}

/** The answer to an exception that nothing else caught. */
function giveUp(arriving: Arriving, error: unknown): void {
  const { reports } = arriving.dispatcher;
  const page = reports.fail(error);
  try {
    deliver(arriving, page);
  } catch {
    transmit(arriving.response, page, reports);
  }
}

/** Answers a request whose body is read meanwhile. */
function replyArriving(arriving: Arriving, destination: Destination, body: ArrivingBody): void {
  const { incoming, dispatcher } = arriving;
  const send = (outgoing: Outgoing): void => {
    incoming.exchange?.received(body.length);
    if (body.isComplete) deliver(arriving, outgoing);
    else if (outgoing.stream === undefined) {
      body.cancel();
      refuse(arriving, outgoing);
    } else deliverEarly(arriving, outgoing, body);
  };
  Promise.resolve(destination.answerArriving?.(incoming, body))
    .then((outgoing) => outgoing && send(outgoing))
    .catch((error: unknown) => send(dispatcher.reports.fail(error)));
}

/** What a server was created from. */
export interface ServerParts {
  readonly routes: readonly Route[];
  readonly options: ServerOptions<never>;
  readonly documents: DocumentEndpoints | undefined;
}

/** The parts of servers, for those that create others from them. */
export const builtFrom: WeakMap<Server, ServerParts> = new WeakMap();

/**
 * Creates a server that answers like an ASMX endpoint.
 *
 * @param routes Every operation with its protocols and handler.
 * @param documents Serves help pages and WSDL; `undefined` for a server without them.
 */
export function createServer<State = unknown, Security = never, Session = unknown>(
  routes: readonly Route[],
  options: ServerOptions<State, Security, Session> = {},
  documents?: DocumentEndpoints,
): Server {
  const known = options as unknown as ServerOptions<never>;
  const entrance = createEntrance(createDispatcher(routes, known, documents), known);
  const server: Server = {
    listener: createNodeListener(entrance),
    fetch: createFetchHandler(entrance),
    close: (options) => entrance.traffic.close(options),
  };
  builtFrom.set(server, { routes, options: known, documents });
  return server;
}
