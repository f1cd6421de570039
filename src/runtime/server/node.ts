import { ByteCollector } from '../platform/byte-collector.ts';
import { borrowBytes } from '../platform/byte-pool.ts';
import { platform } from '../platform/globals.ts';
import { sendTogether } from '../platform/send-together.ts';
import { byteLength, encodeUtf8 } from '../text/encoding.ts';
import { encodingWithHead } from '../text/header.ts';
import type { Destination, Dispatcher, Reports } from './dispatch.ts';
import { frameworkBody } from './framework-body.ts';
import {
  type Answer,
  header,
  type Incoming,
  type Outgoing,
  type OutgoingStream,
} from './incoming.ts';
import { type FrameworkRequest, fromNode } from './node-request.ts';
import type { HeaderList, NodeListener, NodeRequest, NodeResponse } from './options.ts';
import { notFoundPage, tooLatePage, unreadBodyPage } from './pages.ts';
import { pumpTexts, type TextSink } from './pump.ts';

/** Answers below this many bytes are sent as text, in one write with the head. */
const textLimit = 8192;
/** How much a client may still send after its body was refused, in bytes and milliseconds. */
const drainBytes = 64 * 1024 * 1024;
const drainTime = 5000;
const nothing: Uint8Array = new Uint8Array(0);

/** Creates the listener for node:http. */
export function createNodeListener(dispatcher: Dispatcher): NodeListener {
  return (request, response, next) => {
    try {
      handle(request, response, next, dispatcher);
    } catch (error) {
      deliver(response, dispatcher.reports.fail(error), dispatcher.reports);
    }
  };
}

function handle(
  request: NodeRequest,
  response: NodeResponse,
  next: Parameters<NodeListener>[2],
  dispatcher: Dispatcher,
): void {
  const { reports } = dispatcher;
  const incoming = fromNode(request, response, dispatcher, next !== undefined);
  const destination =
    dispatcher.find(incoming) ?? (next === undefined ? dispatcher.findIndex(incoming) : undefined);
  if (destination === undefined) {
    if (next === undefined) deliver(response, notFoundPage(), reports, incoming.isHead);
    else next();
  } else if (destination.takesBody) {
    receive({ request, response, incoming, destination }, dispatcher);
  } else {
    reply(response, destination.answer(incoming, nothing), reports, incoming.isHead);
  }
}

function writeHead(response: NodeResponse, status: number, headers: string[]): void {
  response.writeHead(status, headers as HeaderList);
}

/** A request whose body has not been received yet. */
interface Arriving {
  readonly request: NodeRequest;
  readonly response: NodeResponse;
  readonly incoming: Incoming;
  readonly destination: Destination;
}

/** Collects the body within the limits, then answers. */
function receive(
  { request, response, incoming, destination }: Arriving,
  dispatcher: Dispatcher,
): void {
  const { limits, reports } = dispatcher;
  const { bodyBytes, bodyTime } = limits;
  if ((request as FrameworkRequest).readableEnded === true) {
    reply(
      response,
      answerParsed(request as FrameworkRequest, incoming, destination, dispatcher),
      reports,
    );
    return;
  }
  if (Number(header(incoming, 'content-length') ?? 0) > bodyBytes) {
    refuse(request, response, destination.tooLarge(incoming));
    return;
  }
  const body = new ByteCollector();
  let over = false;
  const timer =
    bodyTime > 0
      ? platform.setTimeout(() => {
          over = true;
          refuse(request, response, reports.refused(tooLatePage()), 0);
        }, bodyTime)
      : undefined;
  const stop = (): void => {
    over = true;
    if (timer !== undefined) platform.clearTimeout(timer);
  };
  request.on('data', (chunk: Uint8Array) => {
    if (over) return;
    if (body.length + chunk.length > bodyBytes) {
      stop();
      refuse(request, response, destination.tooLarge(incoming));
    } else body.add(chunk);
  });
  request.on('end', () => {
    if (over) return;
    stop();
    reply(response, destination.answer(incoming, body.join()), reports);
  });
  // A client that disconnects before its request is complete gets no answer.
  request.on('error', stop);
  request.on('close', stop);
}

/** The answer to a request whose body a framework has parsed. */
function answerParsed(
  request: FrameworkRequest,
  incoming: Incoming,
  destination: Destination,
  { limits, reports }: Dispatcher,
): Answer {
  const body = frameworkBody(request, incoming);
  if (body === undefined) return reports.refused(unreadBodyPage());
  return body.bytes.length > limits.bodyBytes
    ? destination.tooLarge(incoming)
    : destination.answer(body.incoming, body.bytes);
}

/**
 * Answers at once although the client is still sending. The connection stays open so that the
 * client can read.
 */
function refuse(
  request: NodeRequest,
  response: NodeResponse,
  outgoing: Outgoing,
  patience: number = drainTime,
): void {
  if (response.headersSent || response.destroyed === true) return;
  const body = typeof outgoing.body === 'string' ? encodeUtf8(outgoing.body) : outgoing.body;
  // HTTP/2 has no such header
  const isHttp2 = (request as FrameworkRequest).httpVersionMajor === 2;
  writeHead(response, outgoing.status, [
    ...outgoing.headers,
    ...(isHttp2 ? [] : ['Connection', 'close']),
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
    response.end(nothing, 'utf8');
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

function reply(response: NodeResponse, answer: Answer, reports: Reports, isHead = false): void {
  if (answer instanceof Promise) {
    answer.then((outgoing) => deliver(response, outgoing, reports, isHead));
  } else deliver(response, answer, reports, isHead);
}

/**
 * Sends an answer. One that cannot be sent, such as a document with invalid headers, ends the
 * connection.
 */
function deliver(
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
  const length = startHead(response, outgoing);
  if (typeof body !== 'string') {
    response.end(body, 'utf8');
    return;
  }
  const encoding = encodingWithHead(
    body,
    length,
    reason === undefined ? headers : [...headers, reason],
  );
  if (encoding === undefined) {
    response.end(encodeUtf8(body), 'utf8');
    return;
  }
  if (length < textLimit && sendTogether !== undefined) {
    sendTogether(response, body, encoding);
    return;
  }
  const pooled = borrowBytes(body, length);
  if (pooled === undefined) {
    response.end(body, encoding);
    return;
  }
  response.on('finish', pooled.release);
  response.end(pooled.bytes, encoding);
}

/** Writes the head of an answer. Returns the length of its body in bytes, if that is known. */
function startHead(
  response: NodeResponse,
  { status, reason, headers, body, stream }: Outgoing,
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
function sendStream(response: NodeResponse, outgoing: Outgoing, stream: OutgoingStream): void {
  const { body } = outgoing;
  let resume: (() => void) | undefined;
  const go = (): void => {
    resume?.();
    resume = undefined;
  };
  response.on('drain', go);
  response.on('close', go);
  startHead(response, outgoing);
  response.write(typeof body === 'string' ? encodeUtf8(body) : body, 'utf8');
  const sink: TextSink = {
    write: (text) => response.write(text, 'utf8') !== false,
    drained: () =>
      response.writableNeedDrain === false
        ? Promise.resolve()
        : new Promise((resolve) => {
            resume = resolve;
          }),
  };
  pumpTexts(stream, sink).then(
    () => response.end(nothing, 'utf8'),
    () => response.destroy(),
  );
}
