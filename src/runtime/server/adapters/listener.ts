import { ByteCollector } from '../../platform/byte-collector.ts';
import { platform } from '../../platform/globals.ts';
import type { PausableStream } from '../../platform/paused-bytes.ts';
import type { Destination } from '../destination.ts';
import type { NodeListener, NodeRequest } from '../front/node-types.ts';
import { type Answer, header, type Outgoing } from '../incoming.ts';
import { tooLatePage, unreadBodyPage } from '../pages.ts';
import type { ArrivingBody } from '../protocol.ts';
import type { Entrance } from './entrance.ts';
import { frameworkBody } from './framework-body.ts';
import { type FrameworkRequest, fromNode } from './request.ts';
import { type Arriving, deliver, deliverEarly, refuse, transmit } from './send.ts';

const nothing: Uint8Array = new Uint8Array(0);

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
      else reply(arriving, () => destination.answer(incoming, nothing));
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
  if (body === undefined) return reports.refused(unreadBodyPage());
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
