import { fromNode } from '../server/adapters/request.ts';
import { createDispatcher, type Dispatcher } from '../server/dispatch.ts';
import type { Documentation } from '../server/documentation.ts';
import type { NodeRequest, NodeResponse } from '../server/front/node-types.ts';
import { type Incoming, type Outgoing, splitTarget, wholeAnswer } from '../server/incoming.ts';
import type { ServerOptions } from '../server/options.ts';
import type { Route } from '../server/protocol.ts';
import { readBasePath } from '../server/routes.ts';
import { encodeUtf8 } from '../text/encoding.ts';
import { describeForSoapPackage, soapServices } from './wsdl.ts';

/** Options for what the package does itself: it listens, answers other requests, and logs. */
type OfListener =
  | 'cors'
  | 'health'
  | 'maxConcurrent'
  | 'onAnswer'
  | 'onMessage'
  | 'protectPages'
  | 'redact';

/**
 * Options of a server that uses the `soap` package: the server options, and those of the package.
 */
export interface SoapPackageServerOptions<Options extends object, State = unknown>
  extends Omit<ServerOptions<State>, 'pages' | 'routeByElement' | OfListener> {
  /** Options of `listen`, such as `{ suppressStack: true }`, without path, services and WSDL. */
  readonly soap?: Partial<Options> | undefined;
}

/** The part of the package's `Server` that is used. */
interface PackageServer {
  log?: ((...values: unknown[]) => unknown) | undefined;
  readonly wsdl: { toXML(): string };
  on(event: 'response', listener: (response: { result: unknown }) => void): unknown;
}

/** A response whose headers the package can change before it is sent. */
interface WritableResponse extends NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  removeHeader(name: string): void;
}

/**
 * Serves the SOAP operations of each service at its path with `listen` of the `soap` package, in
 * the order of the routes. The package listens, authenticates and logs. Generated codecs read and
 * write messages of both versions; each is answered in its own version.
 *
 * @param listen `listen` of the package on an HTTP server, called once for each service
 * @throws Error no operation has a SOAP binding
 * @param documentation Answers `?WSDL`; without it the package shows a WSDL without types.
 */
export function listenWithSoapPackage<Options extends object, Result, State>(
  listen: (options: Options) => Result,
  routes: readonly Route[],
  options: SoapPackageServerOptions<Options, State>,
  documentation: Documentation | undefined,
): readonly [Result, ...Result[]] {
  const { soap, basePath, wsdl = true, ...rest } = options;
  const dispatcher = createDispatcher(routes, rest as unknown as ServerOptions<never>, undefined);
  const base = readBasePath(basePath);
  const services = soapServices(routes.map(({ operation }) => operation));
  const [first, ...others] = [...services].map(([name, operations]) => {
    const described = describeForSoapPackage(name, operations, 'rpc');
    const path = operations[0]?.path ?? '/';
    const answers = createAnswers(dispatcher, path);
    const methods = new Proxy({}, { get: () => answers.method });
    const server = listen({
      ...soap,
      path: base + splitTarget(path).path,
      services: { [name]: { [name]: methods } },
      xml: described.wsdl,
    } as unknown as Options);
    const own = server as unknown as PackageServer;
    own.on('response', answers.replace);
    watchLog(own, answers.note);
    own.wsdl.toXML = () => {
      const request = answers.current();
      if (!wsdl) return '';
      if (documentation === undefined || request === undefined) return described.wsdl;
      const origin = request.origin() + base;
      const asked = {
        path,
        query: 'WSDL',
        origin,
        pages: false,
        wsdl: true,
        httpPost: 'everybody',
      } as const;
      return documentation.answer(asked)?.body ?? described.wsdl;
    };
    return server;
  });
  if (first === undefined) throw new Error('None of the operations has a SOAP binding.');
  return [first, ...others];
}

/**
 * Watches the package's log, the only place that has a request's text, and leaves the log to the
 * user.
 */
function watchLog(
  server: PackageServer,
  note: (kind: unknown, data: unknown, request: unknown) => void,
): void {
  let own = server.log;
  const log = (...values: unknown[]): unknown => {
    note(values[0], values[1], values[2]);
    return own?.(...values);
  };
  Object.defineProperty(server, 'log', {
    configurable: true,
    enumerable: true,
    get: () => log,
    set: (log: PackageServer['log']) => {
      own = log;
    },
  });
}

/** Connects the package with our own server. */
interface Answers {
  /** Answers any operation. The arguments are the package's. */
  readonly method: (...values: unknown[]) => Promise<object>;
  /** Replaces the envelope that the package wrote around its mark by the whole answer. */
  readonly replace: (response: { result: unknown }) => void;
  readonly note: (kind: unknown, data: unknown, request: unknown) => void;
  /** The request being handled, until the first asynchronous step. */
  readonly current: () => Incoming | undefined;
}

function createAnswers(dispatcher: Dispatcher, path: string): Answers {
  const texts: WeakMap<object, string> = new WeakMap();
  const ready: Map<string, Outgoing['body']> = new Map();
  let latest: NodeRequest | undefined;
  let count = 0;
  return {
    async method(...values) {
      const [, , , request, response] = values;
      const text = texts.get(request as object) ?? '';
      const incoming = fromNode(request as NodeRequest, response as NodeResponse, dispatcher);
      const posted = Object.assign(incoming, { method: 'POST', ...splitTarget(path) });
      const outgoing = await answer(dispatcher, posted, text);
      setHead(response as WritableResponse, outgoing);
      const mark = `asmx-gen-answer-${count++}-`;
      ready.set(mark, outgoing.body);
      return { mark };
    },
    replace(response) {
      const { result } = response;
      if (typeof result !== 'string') return;
      const mark = /asmx-gen-answer-\d+-/.exec(result)?.[0];
      if (mark === undefined) return;
      response.result = ready.get(mark) ?? '';
      ready.delete(mark);
    },
    note(kind, data, request) {
      latest = request as NodeRequest;
      if (kind === 'received' && typeof data === 'string') texts.set(latest, data);
    },
    current: () =>
      latest === undefined
        ? undefined
        : fromNode(latest, latest as unknown as NodeResponse, dispatcher),
  };
}

/** The package sends whole answers, so streamed results are collected. */
async function answer(dispatcher: Dispatcher, incoming: Incoming, text: string): Promise<Outgoing> {
  const destination = dispatcher.find(incoming);
  if (destination === undefined) throw new Error(`Nothing is served at ${incoming.path}.`);
  const body = encodeUtf8(text);
  const tooLarge = body.length > dispatcher.limits.bodyBytes;
  return wholeAnswer(
    await (tooLarge ? destination.tooLarge(incoming) : destination.answer(incoming, body)),
  );
}

function setHead(response: WritableResponse, { status, reason, headers }: Outgoing): void {
  response.statusCode = status;
  if (reason !== undefined) response.statusMessage = reason;
  // the package answers with the content type of the request
  response.removeHeader('Content-Type');
  const values: Map<string, string[]> = new Map();
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? '';
    values.set(name, [...(values.get(name) ?? []), headers[at + 1] ?? '']);
  }
  for (const [name, list] of values) {
    response.setHeader(name, (list.length === 1 ? list[0] : list) as string);
  }
}
