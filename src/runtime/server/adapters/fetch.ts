import type { BodyRest, ByteSource } from '../../operation/message.ts';
import { ByteCollector } from '../../platform/byte-collector.ts';
import {
  type AbortSignalLike,
  type ByteStreamController,
  type ByteStreamReader,
  type FetchRequest,
  type PlatformResponse,
  platform,
  streamReader,
} from '../../platform/globals.ts';
import { encodeUtf8 } from '../../text/encoding.ts';
import type { Destination } from '../destination.ts';
import type { Traffic } from '../front/traffic.ts';
import { afterRest, type Incoming, type Outgoing, splitTarget } from '../incoming.ts';
import type { FetchHandler } from '../options.ts';
import { refusalPage, tooLatePage } from '../pages.ts';
import type { RequestClient } from '../peer.ts';
import { withDeadline } from '../run.ts';
import type { Entrance } from './entrance.ts';
import { type PieceSink, pumpPieces } from './pump.ts';

const nothing: Uint8Array = new Uint8Array(0);

/** Creates the handler of standard requests. */
export function createFetchHandler(dispatcher: Entrance): FetchHandler {
  return async (target, init) => {
    const request =
      typeof target === 'object' && 'headers' in target
        ? target
        : new platform.Request(typeof target === 'string' ? target : target.href, init);
    try {
      const incoming = fromFetch(request, dispatcher);
      const outgoing = dispatcher.finish(incoming, await respond(request, incoming, dispatcher));
      return toResponse(whenSent(outgoing, dispatcher.traffic), incoming.isHead);
    } catch (error) {
      return toResponse(dispatcher.reports.fail(error), false);
    }
  };
}

/** The answer to a request. Never rejects. */
async function respond(
  request: FetchRequest,
  incoming: Incoming,
  dispatcher: Entrance,
): Promise<Outgoing> {
  try {
    // no one else answers other paths
    const destination = dispatcher.enter(incoming, true) as Destination;
    return await answer(request, incoming, destination, dispatcher);
  } catch (error) {
    return dispatcher.reports.fail(error);
  }
}

/** An answer whose request is over with its last record. */
function whenSent(outgoing: Outgoing, traffic: Traffic): Outgoing {
  const { stream } = outgoing;
  if (stream === undefined) {
    traffic.leave();
    return outgoing;
  }
  return { ...outgoing, stream: afterRest(stream, () => traffic.leave()) };
}

function fromFetch(request: FetchRequest, { limits, peers }: Entrance): Incoming {
  const { protocol, host, pathname, search } = new platform.URL(request.url);
  const target = pathname + search;
  const { path, query } = splitTarget(target);
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  request.headers.forEach((value, name) => {
    headers[name.toLowerCase()] = value;
  });
  const isHead = request.method === 'HEAD';
  const { signal } = request as { readonly signal?: AbortSignalLike | null };
  const address = { scheme: protocol.slice(0, -1), host, mount: '' };
  const sent = { source: request, headers, socket: undefined, address: () => address };
  let known: RequestClient | undefined;
  return {
    method: isHead ? 'GET' : request.method,
    isHead,
    isRouted: false,
    url: target,
    path,
    query,
    headers,
    source: request,
    client() {
      known ??= peers.client(sent);
      return known;
    },
    origin: () => peers.origin(sent),
    onGone: (listener) => {
      if (signal?.aborted === true) listener();
      else signal?.addEventListener('abort', listener);
    },
    deadline: limits.time > 0 ? Date.now() + limits.time : undefined,
    state: undefined,
    identity: undefined,
    session: undefined,
    exchange: undefined,
  };
}

async function answer(
  request: FetchRequest,
  incoming: Incoming,
  destination: Destination,
  { limits, reports }: Entrance,
): Promise<Outgoing> {
  if (!destination.takesBody) return destination.answer(incoming, nothing);
  let late = false;
  let body: Uint8Array | undefined;
  try {
    const reader = streamReader(request.body);
    const receiver = reader && destination.receiver?.(incoming);
    if (reader !== undefined && receiver !== undefined) {
      const arriving = receiver.webBody(reader, limits);
      const outgoing = await destination.answerArriving?.(incoming, arriving);
      incoming.exchange?.received(arriving.length);
      if (outgoing !== undefined) return whileReading(outgoing, arriving);
    }
    const reading =
      reader === undefined
        ? readWhole(request, limits.bodyBytes)
        : readPieces(reader, limits.bodyBytes);
    const deadline = limits.bodyTime > 0 ? Date.now() + limits.bodyTime : undefined;
    body = await withDeadline(reading, { deadline }, () => {
      late = true;
      cancelReader(reader);
    });
  } catch (error) {
    return reports.refused(
      late ? tooLatePage() : refusalPage(400, 'The body could not be read.', error),
    );
  }
  if (body === undefined) return destination.tooLarge(incoming);
  incoming.exchange?.received(body.length);
  return destination.answer(incoming, body);
}

/** An answer after which no one reads the request any more. */
function whileReading(outgoing: Outgoing, body: ByteSource): Outgoing {
  const { stream } = outgoing;
  if (stream === undefined) {
    body.cancel();
    return outgoing;
  }
  return { ...outgoing, stream: afterRest(stream, () => body.cancel()) };
}

/** The body if it is not a stream; `undefined` if it exceeds the limit. */
async function readWhole(request: FetchRequest, limit: number): Promise<Uint8Array | undefined> {
  const body = new Uint8Array(await request.arrayBuffer());
  return body.length > limit ? undefined : body;
}

/** The body; `undefined` if it exceeds the limit. */
async function readPieces(
  reader: ByteStreamReader,
  limit: number,
): Promise<Uint8Array | undefined> {
  const body = new ByteCollector();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return body.join();
    if (value === undefined) continue;
    if (body.length + value.length > limit) {
      cancelReader(reader);
      return undefined;
    }
    body.add(value);
  }
}

/** Cancels a stream without waiting, because its source may take long. */
function cancelReader(reader: ByteStreamReader | undefined): void {
  reader?.cancel().catch(() => undefined);
}

function toResponse(
  { status, reason, headers, body, stream }: Outgoing,
  withoutBody: boolean,
): PlatformResponse {
  // As bytes, because for a text the environment would add a content type of its own.
  const bytes = typeof body === 'string' ? encodeUtf8(body) : body;
  const bodiless = status === 204 || status === 205 || status === 304;
  const pairs: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2) {
    pairs.push([headers[at] ?? '', headers[at + 1] ?? '']);
  }
  const init = {
    status,
    ...(reason === undefined ? undefined : { statusText: reason }),
    headers: pairs,
  };
  if (stream !== undefined && !withoutBody && !bodiless) {
    return new platform.Response(streamBody(bytes, stream), init);
  }
  stream?.cancel();
  if (!bodiless && stream === undefined) pairs.push(['Content-Length', String(bytes.length)]);
  return new platform.Response(withoutBody || bodiless || bytes.length === 0 ? null : bytes, init);
}

/** A web stream for an answer of unknown length. If the answer breaks off, the stream fails. */
function streamBody(head: Uint8Array, stream: BodyRest): object {
  let requested = false;
  let open = true;
  let started = false;
  let resume: (() => void) | undefined;
  const start = (controller: ByteStreamController): void => {
    started = true;
    const sink: PieceSink = {
      write(piece) {
        requested = false;
        if (open) controller.enqueue(typeof piece === 'string' ? encodeUtf8(piece) : piece);
        return false;
      },
      drained: () =>
        requested || !open
          ? Promise.resolve()
          : new Promise((resolve) => {
              resume = resolve;
            }),
    };
    controller.enqueue(head);
    pumpPieces(stream, sink).then(
      () => {
        if (open) controller.close();
      },
      (error: unknown) => {
        if (open) controller.error(error);
      },
    );
  };
  const go = (): void => {
    resume?.();
    resume = undefined;
  };
  return new platform.ReadableStream(
    {
      pull(controller) {
        requested = true;
        if (!started) start(controller);
        go();
      },
      cancel() {
        open = false;
        stream.cancel();
        go();
      },
    },
    // Nothing is produced before it is requested.
    { highWaterMark: 0 },
  );
}
