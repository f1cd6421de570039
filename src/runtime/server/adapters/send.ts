import type { BodyRest, ByteSource } from '../../operation/message.ts';
import { borrowBytes } from '../../platform/byte-pool.ts';
import { platform } from '../../platform/globals.ts';
import { sendTogether } from '../../platform/send-together.ts';
import { byteLength, encodeUtf8 } from '../../text/encoding.ts';
import { encodingWithHead } from '../../text/header.ts';
import type { HeaderList, NodeRequest, NodeResponse } from '../front/node-types.ts';
import type { Traffic } from '../front/traffic.ts';
import type { Incoming, Outgoing } from '../incoming.ts';
import type { Reports } from '../report.ts';
import type { Entrance } from './entrance.ts';
import { type PieceSink, pumpPieces } from './pump.ts';
import type { FrameworkRequest } from './request.ts';

/** Answers below this many bytes are sent as text, in one write with the head. */
const textLimit = 8192;
/** How much a client may still send after its body was refused, in bytes and milliseconds. */
const drainBytes = 64 * 1024 * 1024;
const drainTime = 5000;
const nothing: Uint8Array = new Uint8Array(0);

/** A request and where its answer goes. */
export interface Arriving {
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
export function refuse(
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
    response.end(nothing, 'utf8');
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
export function deliver(arriving: Arriving, given: Outgoing): void {
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
export function deliverEarly(arriving: Arriving, given: Outgoing, body: ByteSource): void {
  const { request, response } = arriving;
  response.on('close', () => body.cancel());
  deliver(arriving, { ...given, headers: [...given.headers, ...connectionClose(request)] });
}

/**
 * Sends an answer. One that cannot be sent, such as a document with invalid headers, ends the
 * connection.
 */
export function transmit(
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
    () => response.end(nothing, 'utf8'),
    () => response.destroy(),
  );
}
