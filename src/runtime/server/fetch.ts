import type { BodyRest, ByteSource } from '../operation/descriptor.ts';
import {
  type AbortSignalLike,
  ByteCollector,
  type ByteStreamController,
  type ByteStreamReader,
  encodeUtf8,
  type FetchRequest,
  type FetchResponse,
  type PlatformResponse,
  platform,
  streamReader,
} from '../platform/globals.ts';
import { withDeadline } from './call.ts';
import type { Destination } from './dispatch.ts';
import type { Entrance } from './entrance.ts';
import type { FetchHandler } from './options.ts';
import type { Traffic } from './protocol.ts';
import {
  afterRest,
  type Incoming,
  type Outgoing,
  type PieceSink,
  pumpPieces,
  type RequestClient,
  refusalPage,
  type Sent,
  splitTarget,
  tooLatePage,
} from './request.ts';

const emptyBytes: Uint8Array = new Uint8Array(0);

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
  const sent: Sent = { source: request, headers, socket: undefined, address: () => address };
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
    secure: () => peers.secure(sent),
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
  if (!destination.takesBody) return destination.answer(incoming, emptyBytes);
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
  reader?.cancel().catch((): undefined => undefined);
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

/**
 * An event of AWS Lambda with a request: of an HTTP API or a function URL (payload 2.0), of a REST
 * API or an HTTP API (payload 1.0), or of a load balancer, with single or multi-value headers. The
 * types of `@types/aws-lambda` fit.
 */
export interface LambdaEvent {
  readonly rawPath?: string | undefined;
  readonly rawQueryString?: string | undefined;
  readonly cookies?: readonly string[] | undefined;
  readonly httpMethod?: string | undefined;
  readonly path?: string | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | null | undefined;
  readonly multiValueHeaders?: LambdaValues;
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | null | undefined;
  readonly multiValueQueryStringParameters?: LambdaValues;
  readonly requestContext: {
    readonly domainName?: string | undefined;
    readonly http?: { readonly method: string } | undefined;
    readonly elb?: unknown;
  };
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean | undefined;
}

/** Lists of values by name, as events have them. */
type LambdaValues = Readonly<Record<string, readonly string[] | undefined>> | null | undefined;

/** The answer to a {@link LambdaEvent}, in the form that its sender reads. */
export interface LambdaAnswer {
  statusCode: number;
  /** Only for load balancers. */
  statusDescription?: string;
  headers?: Record<string, string>;
  /** In place of `headers`, for payload 1.0 and load balancers with multi-value headers. */
  multiValueHeaders?: Record<string, string[]>;
  /** For payload 2.0, which takes no cookies among headers. */
  cookies?: string[];
  body: string;
  isBase64Encoded: boolean;
}

/**
 * A handler of AWS Lambda for a server: `export const handler = lambdaHandler(server)`. Bodies are
 * passed on byte by byte; those of answers are text where they are UTF-8, else base64. The stage of
 * an API is not part of paths; say it with `publicUrl`, so that WSDL and help pages have it.
 *
 * @returns a function that rejects with a TypeError for an event of another kind
 */
export function lambdaHandler(server: {
  readonly fetch: FetchHandler;
}): (event: LambdaEvent) => Promise<LambdaAnswer> {
  return async (event) => {
    const answer = (await server.fetch(lambdaRequest(event))) as FetchResponse;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const headers: [name: string, value: string][] = [];
    const cookies: string[] = [];
    answer.headers.forEach((value, name) => {
      if (name === 'set-cookie') cookies.push(value);
      else headers.push([name, value]);
    });
    const text = lambdaText(bytes, answer.headers.get('content-type') ?? '');
    return {
      statusCode: answer.status,
      ...(isBalanced(event) ? { statusDescription: `${answer.status} ${reasonOf(answer)}` } : {}),
      ...lambdaHeaders(event, headers, cookies),
      body: text ?? toBase64(bytes),
      isBase64Encoded: text === undefined,
    };
  };
}

function reasonOf(answer: FetchResponse): string {
  return answer.statusText || (answer.status < 400 ? 'OK' : 'Error');
}

/** Load balancers send no domain, and queries as they came. */
function isBalanced({ requestContext }: LambdaEvent): boolean {
  return requestContext?.elb !== undefined;
}

function lambdaRequest(event: LambdaEvent): FetchRequest {
  const { requestContext, body, isBase64Encoded } = event;
  const method = requestContext?.http?.method ?? event.httpMethod;
  const path = event.rawPath ?? event.path;
  if (method === undefined || path === undefined) {
    throw new TypeError(
      'The event is none of API Gateway, a function URL or a load balancer: ' +
        'it has no method and path of HTTP.',
    );
  }
  const headers = lambdaRequestHeaders(event);
  const has = body !== undefined && body !== null && body !== '' && !/^(?:GET|HEAD)$/.test(method);
  const bytes = has ? (isBase64Encoded ? fromBase64(body) : encodeUtf8(body)) : null;
  const query = event.rawQueryString ?? lambdaQuery(event);
  const target = `/${path.replace(/^\/+/, '')}${query === '' ? '' : `?${query}`}`;
  return new platform.Request(lambdaOrigin(event, headers) + target.replace(/#/g, '%23'), {
    method,
    headers: [...headers],
    body: bytes,
  });
}

function lambdaOrigin(event: LambdaEvent, headers: ReadonlyMap<string, string>): string {
  const { domainName } = event.requestContext ?? {};
  const host = domainName ?? headers.get('host') ?? '';
  const secure = !isBalanced(event) || headers.get('x-forwarded-proto') === 'https';
  // what else a Host header may hold is no address
  const sound = /^[\w.-]+(?::\d{1,5})?$/.test(host) ? host : 'localhost';
  return `${secure ? 'https' : 'http'}://${sound}`;
}

function lambdaRequestHeaders(event: LambdaEvent): Map<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(event.headers ?? {})) {
    if (value !== undefined) headers.set(name.toLowerCase(), value);
  }
  for (const [name, values = []] of Object.entries(event.multiValueHeaders ?? {})) {
    const key = name.toLowerCase();
    if (values.length > 0) headers.set(key, values.join(key === 'cookie' ? '; ' : ', '));
  }
  if (event.cookies !== undefined && event.cookies.length > 0) {
    headers.set('cookie', event.cookies.join('; '));
  }
  return headers;
}

/** The query of payload 1.0, whose values are decoded, or of a load balancer, which does not. */
function lambdaQuery(event: LambdaEvent): string {
  const several = Object.entries(event.multiValueQueryStringParameters ?? {});
  const single = Object.entries(event.queryStringParameters ?? {});
  const pairs =
    several.length > 0
      ? several.flatMap(([name, values = []]) => values.map((value) => [name, value] as const))
      : single.map(([name, value = '']) => [name, value] as const);
  const encoded = isBalanced(event) ? (text: string): string => text : encodeURIComponent;
  // such a name is a query of its own, which the event gives an empty value
  const [[only = '', none] = []] = pairs;
  if (pairs.length === 1 && none === '' && /^(?:(?:single)?wsdl|disco)$/i.test(only)) return only;
  return pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
}

function lambdaHeaders(
  event: LambdaEvent,
  headers: readonly (readonly [name: string, value: string])[],
  cookies: readonly string[],
): Pick<LambdaAnswer, 'headers' | 'multiValueHeaders' | 'cookies'> {
  if (event.rawPath !== undefined) {
    const given = cookies.length > 0 ? { cookies: [...cookies] } : {};
    return { headers: Object.fromEntries(headers), ...given };
  }
  if (isBalanced(event) && !event.multiValueHeaders) {
    // one value for each name: names in other letter case are other names to it
    const named = cookies.map((value, index) => [cookieName(index), value] as const);
    return { headers: Object.fromEntries([...headers, ...named]) };
  }
  const all = headers.map(([name, value]): [string, string[]] => [name, [value]]);
  if (cookies.length > 0) all.push(['set-cookie', [...cookies]]);
  return { multiValueHeaders: Object.fromEntries(all) };
}

/** `set-cookie`, with letters in upper case where the number has a bit. */
function cookieName(index: number): string {
  let bit = 0;
  return 'set-cookie'.replace(/[a-z]/g, (letter) => {
    const upper = (index >> bit++) & 1;
    return upper === 1 ? letter.toUpperCase() : letter;
  });
}

const textTypes = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:xml|json)\b)/i;

/** The text of an answer; `undefined` if its bytes are none, or not UTF-8. */
function lambdaText(bytes: Uint8Array, contentType: string): string | undefined {
  if (bytes.length === 0) return '';
  if (contentType !== '' && !textTypes.test(contentType)) return undefined;
  try {
    return new platform.TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(platform.atob(text), (char) => char.charCodeAt(0));
}

function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  }
  return platform.btoa(pieces.join(''));
}
