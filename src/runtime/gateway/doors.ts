import { type AsmxError, isAsmxError, limitProblem, messageOf } from '../operation/descriptor.ts';
import type { SoapFault } from '../operation/soap.ts';
import {
  type AbortControllerLike,
  decodeUtf8,
  type FetchRequest,
  isPromise,
  platform,
} from '../platform/globals.ts';
import { convert, toJson } from '../schema/json.ts';
import { keywordsOf, type SchemaNode, type TypeSchema } from '../schema/validate.ts';
import {
  type CallContext,
  createReports,
  exceptionAnswer,
  invoke,
  isThrownFault,
  RequestError,
  reportError,
  type ServerInvocation,
  withDeadline,
} from '../server/call.ts';
import {
  createAdmission,
  createGuard,
  type Destination,
  type Dispatcher,
} from '../server/dispatch.ts';
import { createEntrance } from '../server/entrance.ts';
import { createFetchHandler } from '../server/fetch.ts';
import { builtFrom, createNodeListener, type ServerParts } from '../server/node.ts';
import type { Server, ServerOptions } from '../server/options.ts';
import {
  createSettings,
  type Endpoint,
  noUnknownHeaders,
  type RecordFrame,
  type Route,
  type ServerSettings,
} from '../server/protocol.ts';
import { createPeers } from '../server/proxies.ts';
import type { Answer, Exchange, Incoming, Outgoing, RequestClient } from '../server/request.ts';
import {
  acceptedType,
  asProblem,
  type Call,
  type Door,
  type FoundDoors,
  type Gateway,
  type GatewayHook,
  type GatewayOperation,
  type GatewayOptions,
  jsonTypes,
  type OperationCaller,
  ownDoor,
  Problem,
  plainOf,
  problemAnswer,
  RouteTable,
  readInput,
  recordTypes,
  routeDoor,
  takesBody,
} from './routes.ts';

/** Handlers have no binding for JSON; this one has no envelope either. */
const binding = 'httpPost';

/**
 * Runs operations of a server of the same folder: its `context`, `security`, sessions, interceptors
 * and handlers, without messages between.
 *
 * @throws TypeError it lacks one of them
 */
function serverCaller(
  { routes, options }: ServerParts,
  operations: readonly GatewayOperation[],
): OperationCaller {
  const settings = createSettings(options, createGuard(options));
  const admission = createAdmission(options);
  const known = new Map(operations.map((one) => [one, routeOf(routes, one)] as const));
  return (call) => {
    const { operation } = call;
    const route = known.get(operation) as Route;
    const incoming = new ForwardedRequest(call.incoming, call.headers ?? {});
    const failed = (error: unknown): Outgoing => problemAnswer(problemOf(error, operation));
    const pass = (): Answer => guarded({ ...call, incoming }, route, settings, failed);
    const endpoint: Endpoint = {
      isDocument: false,
      takesBody: true,
      takes: () => true,
      answer: pass,
      failed: (_, error) => failed(error),
      tooLarge: () => failed(undefined),
    };
    return admission === undefined ? pass() : admission(incoming, endpoint, pass);
  };
}

function routeOf(routes: readonly Route[], { operation }: GatewayOperation): Route {
  const { service, name } = operation;
  const found = routes.find(
    (one) => one.operation.service === service && one.operation.name === name,
  );
  if (found !== undefined) return found;
  throw new TypeError(`The gateway needs a client or server with operation ${service}.${name}.`);
}

function guarded(
  call: Call,
  route: Route,
  settings: ServerSettings,
  failed: (error: unknown) => Outgoing,
): Answer {
  const { incoming } = call;
  const { service, name } = route.operation;
  incoming.exchange?.called(name, binding);
  const admit = (): Answer => {
    const run = (input: unknown): Answer =>
      invoke(incoming, invocation(call, route, input, settings), settings);
    try {
      const input = call.read();
      const changed = call.hook?.before?.(input as never, incoming.source);
      if (!isPromise(changed)) return run(changed ?? input);
      return Promise.resolve(withDeadline(changed, incoming))
        .then((other) => run(other ?? input))
        .catch(refuse);
    } catch (error) {
      return refuse(error);
    }
  };
  const refuse = (error: unknown): Outgoing =>
    exceptionAnswer(error, { incoming, options: settings.options, call: undefined }, failed);
  const { guard } = settings;
  return guard === undefined
    ? admit()
    : guard(incoming, { service, operation: name, binding, admit, failed });
}

function invocation(
  call: Call,
  route: Route,
  input: unknown,
  { options }: ServerSettings,
): ServerInvocation {
  const { operation, hook, incoming } = call;
  const own = hook?.after === undefined ? route : { ...route, handler: after(route, hook, call) };
  return {
    route: own,
    binding,
    input,
    soapHeaders: {},
    unknownHeaders: noUnknownHeaders,
    done: (output, context) => withResponse(done(call, route, output, context), context),
    failed: (error) => problemAnswer(problemOf(error, operation)),
  };

  function done(
    { type }: Call,
    { codec }: Route,
    output: unknown,
    { response }: CallContext,
  ): Outgoing {
    const records = codec.records?.opened(output);
    if (records !== undefined) {
      const place = recordListOf(operation.output);
      const isWhole = type === 'application/json';
      const frame = isWhole ? recordList(place) : recordLines(place);
      const write = (record: unknown): string => {
        checkOutput(operation.output, asResult(place, record));
        return frame.write(record);
      };
      const answer = (body: string): Outgoing => answerWith(type, body);
      const report = (error: unknown): void => reportError(error, options, undefined);
      return records.framed({ ...frame, write }, { answer, report });
    }
    const [written] = response.written;
    if (written !== undefined && (isVoid(operation) || output === undefined)) {
      return writtenAnswer(joined(response.written));
    }
    incoming.exchange?.handled();
    checkOutput(operation.output, output);
    return resultAnswer(operation, output, type);
  }
}

/** The handler with what is done after it. Records are not touched. */
function after({ handler }: Route, hook: GatewayHook<never, never>, { incoming }: Call) {
  return async (input: never, context: never): Promise<unknown> => {
    const result = await handler(input, context);
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result) {
      return result;
    }
    return (await hook.after?.(result as never, incoming.source)) ?? result;
  };
}

/** What a handler set of the answer beside its result. */
function withResponse(outgoing: Outgoing, { response }: CallContext): Outgoing {
  const { status, headers } = response;
  return {
    ...outgoing,
    status: status === 200 ? outgoing.status : status,
    headers: [...outgoing.headers, ...headers],
  };
}

/** @throws Error a handler returned what the contract does not allow */
function checkOutput(schema: TypeSchema<unknown>, output: unknown): void {
  const { issues } = schema['~standard'].validate(output);
  if (issues === undefined) return;
  const lines = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`The result does not fit the contract: ${lines.join('\n')}`);
}

function joined(written: readonly (string | Uint8Array)[]): string {
  const decoder = new platform.TextDecoder('utf-8');
  return written.map((one) => (typeof one === 'string' ? one : decoder.decode(one))).join('');
}

type SentHeaders = Readonly<Record<string, string>>;

/**
 * A request as a server with a gateway beside it sees it: with those headers that pass on. A copy,
 * since an object whose prototype is the request would cost as much as the call.
 */
class ForwardedRequest implements Incoming {
  readonly method: string;
  readonly isHead: boolean;
  readonly isRouted: boolean;
  readonly url: string;
  readonly path: string;
  readonly query: string;
  readonly headers: SentHeaders;
  readonly deadline: number | undefined;
  state: unknown;
  identity: unknown;
  session: unknown;
  exchange: Exchange | undefined;
  readonly #incoming: Incoming;
  #source: Incoming['source'] | undefined;

  constructor(incoming: Incoming, headers: SentHeaders) {
    this.method = incoming.method;
    this.isHead = incoming.isHead;
    this.isRouted = incoming.isRouted;
    this.url = incoming.url;
    this.path = incoming.path;
    this.query = incoming.query;
    this.headers = headers;
    this.deadline = incoming.deadline;
    this.state = incoming.state;
    this.identity = incoming.identity;
    this.session = incoming.session;
    this.exchange = incoming.exchange;
    this.#incoming = incoming;
  }

  get source(): Incoming['source'] {
    this.#source ??= forwardedSource(this.#incoming.source, this.headers);
    return this.#source;
  }

  client(): RequestClient {
    return this.#incoming.client();
  }

  secure(): boolean {
    return this.#incoming.secure();
  }

  origin(): string {
    return this.#incoming.origin();
  }

  onGone(listener: () => void): void {
    this.#incoming.onGone(listener);
  }
}

/** The request of the platform, without a body. */
function forwardedSource(source: Incoming['source'], headers: SentHeaders): Incoming['source'] {
  if ('on' in source) return Object.create(source, { headers: { value: headers } });
  return fetchRequest(source, headers);
}

/** A request without a body. A `Request` of the platform would take longer than the call. */
function fetchRequest({ method, url }: FetchRequest, headers: SentHeaders): FetchRequest {
  return {
    method,
    url,
    headers: {
      get: (name) => headers[name.toLowerCase()] ?? null,
      forEach: (call) => {
        for (const [name, value] of Object.entries(headers)) call(value, name);
      },
    },
    arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
  };
}

/** Statuses of failed calls, and what callers learn of them. */
const failures: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  encode: [400, 'The input does not fit the contract.'],
  timeout: [504, 'The service did not answer in time.'],
  aborted: [503, 'The call was ended.'],
  transport: [502, 'The service cannot be reached.'],
};
const other: readonly [number, string] = [502, 'The service gave no answer that can be read.'];
/** What callers learn of faults that the contract does not declare, if these are hidden. */
const undeclared = 'The service did not carry out the call.';
/** Words of the service's protocol, which say nothing to callers. */
const protocolWords = /\b(?:soap|envelope|xml|asmx|wsdl)|SoapException/i;
/** ASMX puts the text of an exception after its own. */
const arrow = '---> ';

/** The problem for an error of a call. What an error says to operators is not in it. */
function problemOf(error: unknown, operation: GatewayOperation): Problem {
  if (error instanceof Problem) return error;
  if (isThrownFault(error)) return faultProblem(error, operation);
  if (isAsmxError(error)) {
    const [status, detail] = failures[error.code] ?? other;
    const own = error.code === 'encode' ? withoutName(error.message) : statusOf(error);
    return new Problem(status, { detail: own ?? detail });
  }
  if (error instanceof RequestError) {
    return new Problem(504, { detail: 'The service did not answer in time.' });
  }
  return new Problem(500, { detail: 'The request could not be processed.' });
}

/** What the status of an answer without a result says. */
function statusOf({ code, raw }: AsmxError): string | undefined {
  if (code !== 'http-status' || raw === undefined) return undefined;
  return `The service answered with the status ${raw.status} of HTTP, without a result.`;
}

/** A text of the client without the name of the operation; nothing if it speaks of the protocol. */
function withoutName(message: string): string | undefined {
  const text = message.replace(/^[\w.]+: /, '');
  return protocolWords.test(text) ? undefined : text;
}

/** Errors that the contract declares have status 422, whoever is to blame; others 400 or 500. */
function faultProblem(
  error: SoapFault,
  { faults = {}, hidesOthers = false }: GatewayOperation,
): Problem {
  const { code, faultName, detail: value } = error as SoapFault<never>;
  const detail = plainText(messageOf(error));
  const declared = Object.entries(faults).find(([name]) => name === faultName);
  if (declared === undefined) {
    const status = code === 'Client' ? 400 : 500;
    return new Problem(status, { detail: hidesOthers ? undeclared : detail });
  }
  const [name, schema] = declared;
  return new Problem(422, { detail, name, data: toJson(schema, value) });
}

/** What the application said, without what the framework around it says. */
function plainText(message: string): string | undefined {
  const [said = ''] = message.split(arrow).slice(-1);
  const [line = ''] = said.split(/\r?\n\s+at\s/);
  const text = line.replace(/^System\.[\w.]+(?:Exception|Error):\s*/, '').trim();
  return text === '' || protocolWords.test(text) ? undefined : text;
}

interface CallSettings {
  readonly signal: unknown;
  readonly timeout?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A method of a client. One of a test double has no further functions. */
interface Method {
  (input: unknown, options: CallSettings): unknown;
  readonly raw?: (input: unknown, options: CallSettings) => Promise<RawCall>;
  readonly stream?: (input: unknown, options: CallSettings) => AsyncIterable<unknown>;
}

interface RawCall {
  readonly written: string;
}

/**
 * Calls operations of a client.
 *
 * @throws TypeError it lacks one of them
 */
function clientCaller(client: unknown, operations: readonly GatewayOperation[]): OperationCaller {
  const methods = new Map(operations.map((one) => [one, methodOf(client, one)] as const));
  return (call) => callMethod(methods.get(call.operation) as Method, call);
}

function methodOf(client: unknown, { path, operation }: GatewayOperation): Method {
  let value: unknown = client;
  for (const name of path) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (typeof value === 'function') return value as Method;
  throw new TypeError(
    `The gateway needs a client or server with operation ${operation.service}.${operation.name}.`,
  );
}

async function callMethod(method: Method, call: Call): Promise<Outgoing> {
  const { incoming } = call;
  const controller = new platform.AbortController();
  incoming.onGone(() => controller.abort());
  return withDeadline(run(method, call, controller), incoming, () => controller.abort());
}

async function run(method: Method, call: Call, controller: AbortControllerLike): Promise<Outgoing> {
  const { operation, incoming, hook, type, headers } = call;
  const { source } = incoming;
  const given = call.read();
  const input = (await hook?.before?.(given as never, source)) ?? given;
  const { signal } = controller;
  const options = { signal, ...timeLeft(incoming), ...(headers && { headers }) };
  if (type !== 'application/json' && method.stream !== undefined) {
    return recordsAnswer(method.stream(input, options), call, controller);
  }
  if (isVoid(operation) && method.raw !== undefined) {
    const { written } = await method.raw(input, options);
    await hook?.after?.(undefined as never, source);
    return written === '' ? resultAnswer(operation, undefined, type) : writtenAnswer(written);
  }
  const result = await method(input, options);
  const changed = (await hook?.after?.(result as never, source)) ?? result;
  return resultAnswer(operation, changed, type);
}

function timeLeft({ deadline }: Incoming): { readonly timeout?: number } {
  return deadline === undefined ? {} : { timeout: Math.max(1, deadline - Date.now()) };
}

/** The answer with records as they arrive. Until the first is there, an error is a problem. */
async function recordsAnswer(
  records: AsyncIterable<unknown>,
  { operation, type }: Call,
  controller: AbortControllerLike,
): Promise<Outgoing> {
  const { write } = recordLines(recordListOf(operation.output));
  const iterator = records[Symbol.asyncIterator]();
  const first = await iterator.next();
  const start = answerWith(type, first.done === true ? '' : write(first.value));
  if (first.done === true) return start;
  const cancel = (): void => {
    controller.abort();
    const ended = iterator.return?.();
    if (isPromise(ended)) ended.then(undefined, (): undefined => undefined);
  };
  const next = async (): Promise<string | undefined> => {
    const { done, value } = await iterator.next();
    return done === true ? undefined : write(value);
  };
  return { ...start, stream: { next, cancel } };
}

const noStore: readonly string[] = ['Cache-Control', 'no-store'];

/** Whether an operation has no result. */
export function isVoid({ output }: GatewayOperation): boolean {
  return keywordsOf(output).javascript === 'undefined';
}

/** An answer with a body of a media type. */
function answerWith(type: string, body: string | Uint8Array): Outgoing {
  return { status: 200, headers: ['Content-Type', type, ...noStore], body };
}

/** The answer with a result, in the media type that the client accepts. */
function resultAnswer(operation: GatewayOperation, result: unknown, type: string): Outgoing {
  if (isVoid(operation)) return { status: 204, headers: noStore, body: '' };
  const { output } = operation;
  if (type === 'application/json') {
    const text: string | undefined = JSON.stringify(toJson(output, result as never));
    if (text === undefined) throw new Error(`The result is a value of type ${typeof result}.`);
    return answerWith(type, text);
  }
  const place = recordListOf(output);
  const { write } = recordLines(place);
  return answerWith(type, recordsIn(result, place).map(write).join(''));
}

/** The answer with what an operation without a result wrote itself. */
function writtenAnswer(written: string | Uint8Array): Outgoing {
  const text = typeof written === 'string' ? written : decodeUtf8(written);
  return answerWith(isJson(text) ? 'application/json' : 'text/plain; charset=utf-8', written);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where the records of a result are, and what they are. */
interface RecordPlace {
  /** Properties that lead to their list. */
  readonly path: readonly string[];
  readonly item: SchemaNode;
}

/** Finds the list that a result consists of. */
export function recordListOf(output: TypeSchema<unknown>): RecordPlace {
  const path: string[] = [];
  let node: SchemaNode = output;
  for (;;) {
    const { items, properties } = plainOf(node);
    if (items !== undefined) return { path, item: items };
    const [entry] = Object.entries(properties ?? {});
    if (entry === undefined || entry[1] === false) return { path, item: {} };
    path.push(entry[0]);
    node = entry[1];
  }
}

/** Each record on a line of its own (JSON Lines). */
function recordLines({ item }: RecordPlace): RecordFrame {
  const write = (record: unknown): string => `${JSON.stringify(convert(item, record, 'value'))}\n`;
  return { head: '', tail: '', empty: '', write };
}

/** The whole result as one JSON text. */
function recordList({ path, item }: RecordPlace): RecordFrame {
  const head = `${path.map((name) => `{${JSON.stringify(name)}:`).join('')}[`;
  const tail = `]${'}'.repeat(path.length)}`;
  let separator = '';
  const write = (record: unknown): string => {
    const text = separator + JSON.stringify(convert(item, record, 'value'));
    separator = ',';
    return text;
  };
  return { head, tail, empty: head + tail, write };
}

/** The records of a result that is there as a whole. */
function recordsIn(result: unknown, { path }: RecordPlace): readonly unknown[] {
  let value: unknown = result;
  for (const name of path) {
    value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  }
  return Array.isArray(value) ? value : [];
}

/** The result of which a record is all. */
function asResult({ path }: RecordPlace, record: unknown): unknown {
  return path.reduceRight<unknown>((value, name) => ({ [name]: value }), [record]);
}

/**
 * Creates the doors of operations: methods and paths that read and write JSON.
 *
 * @param target A client, a test double of one, or a server of the same folder.
 * @param openapi What `GET /openapi.json` answers; without it there is no such door.
 * @throws TypeError the target lacks an operation, or an option is wrong
 * @throws RangeError a limit is no number
 */
export function createDoors(
  target: unknown,
  given: readonly GatewayOperation[],
  options: GatewayOptions,
  openapi?: Gateway['openapi'],
): Pick<Gateway, 'fetch' | 'listener'> {
  const hidesOthers = options.faults === 'declared';
  const operations = hidesOthers ? given.map((one) => ({ ...one, hidesOthers })) : given;
  const parts = builtFrom.get(target as Server);
  const serverOptions = optionsOf(parts?.options, options);
  const caller =
    parts === undefined
      ? clientCaller(target, operations)
      : serverCaller({ ...parts, options: serverOptions }, operations);
  const dispatcher = doorDispatcher(operations, { caller, options, openapi, serverOptions });
  const entrance = createEntrance(dispatcher, serverOptions);
  const { finish } = entrance;
  const problems = {
    ...entrance,
    finish: (incoming: Incoming, outgoing: Outgoing) => finish(incoming, asProblem(outgoing)),
  };
  return { fetch: createFetchHandler(problems), listener: createNodeListener(problems) };
}

/**
 * Options of the server around the doors.
 *
 * @throws RangeError a limit is no number of at least 0
 */
function optionsOf(
  own: ServerOptions<never> | undefined,
  given: GatewayOptions,
): ServerOptions<never> {
  const { timeout, bodyBytes } = given;
  const problem = limitProblem(given, ['timeout', 'bodyBytes']);
  if (problem !== undefined) throw new RangeError(problem);
  const limits = {
    ...own?.limits,
    ...(timeout !== undefined && { time: timeout }),
    ...(bodyBytes !== undefined && { bodyBytes }),
  };
  return { ...own, limits } as ServerOptions<never>;
}

interface Parts {
  readonly caller: OperationCaller;
  readonly options: GatewayOptions;
  readonly openapi: Gateway['openapi'] | undefined;
  readonly serverOptions: ServerOptions<never>;
}

function doorDispatcher(operations: readonly GatewayOperation[], parts: Parts): Dispatcher {
  const { serverOptions, openapi } = parts;
  const { limits, traffic } = createSettings(serverOptions);
  const { fail, refused } = createReports(serverOptions);
  const reports = { refused, fail: (error: unknown) => asProblem(fail(error)) };
  const doors = operations.flatMap((one) => [routeDoor(one) ?? [], ownDoor(one)].flat());
  const table = new RouteTable(doors);
  const open = doorOpener(operations, parts);
  const find = (incoming: Incoming): Destination | undefined => {
    if (openapi !== undefined && incoming.path === openapiPath) {
      return documentDestination(incoming, openapi);
    }
    try {
      const found = table.find(incoming.path, incoming.isRouted);
      if (found === undefined) return undefined;
      const door = found.doors.find(({ method }) => method === incoming.method);
      return door === undefined ? notAllowed(incoming, found) : open(door, found.values);
    } catch (error) {
      // a framework may have use for a path that cannot be decoded
      return incoming.isRouted ? undefined : problemDestination(error as Problem);
    }
  };
  return {
    limits,
    traffic,
    reports,
    peers: createPeers(serverOptions),
    find,
    isTaken: (path) =>
      (openapi !== undefined && path === openapiPath) ||
      doors.some(({ method, template }) => method === 'GET' && template === path),
    indexUrl: () => undefined,
    findIndex: () => problemDestination(new Problem(404, { detail: 'There is nothing here.' })),
  };
}

const openapiPath = '/openapi.json';

function problemDestination(problem: Problem): Destination {
  const answer = (): Outgoing => problemAnswer(problem);
  return { takesBody: false, answer, tooLarge: answer };
}

/** RFC 9110, section 15.5.6. */
function notAllowed(incoming: Incoming, { doors }: FoundDoors): Destination {
  const methods = doors.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = ['Allow', [...new Set([...methods, 'OPTIONS'])].join(', ')];
  if (incoming.method !== 'OPTIONS') {
    return problemDestination(new Problem(405, {}, allow));
  }
  const answer = (): Outgoing => ({ status: 204, headers: allow, body: '' });
  return { takesBody: false, answer, tooLarge: answer };
}

function documentDestination(incoming: Incoming, openapi: Gateway['openapi']): Destination {
  if (incoming.method !== 'GET') {
    return problemDestination(new Problem(405, {}, ['Allow', 'GET, HEAD']));
  }
  const answer = (): Outgoing => {
    const servers = [{ url: incoming.origin() }];
    return answerWith('application/json', JSON.stringify({ ...openapi, servers }));
  };
  return { takesBody: false, answer, tooLarge: answer };
}

/** Gives the destinations of doors. */
function doorOpener(
  operations: readonly GatewayOperation[],
  { caller, options, serverOptions }: Parts,
): (door: Door, values: readonly string[]) => Destination {
  const forward = forwardedNames(options);
  const hooks = hooksOf(
    options,
    operations.map(({ operation }) => nameOf(operation)),
  );
  return (door, values) => {
    const { operation, method } = door;
    const hook = hooks.get(nameOf(operation.operation));
    const offered = operation.streams === true ? recordTypes : jsonTypes;
    const answer = (incoming: Incoming, read: () => unknown): Answer => {
      incoming.exchange?.found(operation.operation.service);
      const subject = { incoming, options: serverOptions };
      const failed = (error: unknown): Outgoing =>
        exceptionAnswer(error, subject, (one) => problemAnswer(problemOf(one, operation)));
      try {
        const type = acceptedType(incoming, offered);
        const headers = forwardedHeaders(incoming, forward);
        const given = caller({ operation, incoming, read, hook, type, headers });
        return given instanceof Promise ? given.catch(failed) : given;
      } catch (error) {
        return failed(error);
      }
    };
    return {
      takesBody: takesBody(method),
      tooLarge: (incoming) => answer(incoming, refuseBody),
      answer: (incoming, body) => answer(incoming, () => readInput(door, values, incoming, body)),
    };
  };
}

/** Reads a body that is too large, once the caller is known to be allowed to send one. */
function refuseBody(): never {
  throw new Problem(413, { detail: 'The body is too large.' });
}

function nameOf({ service, name }: { readonly service: string; readonly name: string }): string {
  return `${service}.${name}`;
}

/** @throws TypeError hooks of an operation that does not exist */
function hooksOf(
  { hooks = {} }: GatewayOptions,
  names: readonly string[],
): ReadonlyMap<string, GatewayHook<never, never>> {
  const known = new Set(names);
  const unknown = Object.keys(hooks).find((name) => !known.has(name));
  if (unknown !== undefined) throw new TypeError(`hooks has '${unknown}', which is no operation.`);
  return new Map(Object.entries(hooks) as [string, GatewayHook<never, never>][]);
}

/** Headers of a connection or a body, which each request has of its own. */
const ownHeaders = new RegExp(
  '^(?:host|connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|expect|' +
    'content-.*|accept-encoding|soapaction)$',
);

/** @throws TypeError a name is none of a header, or that of one that cannot pass on */
function forwardedNames({ forward = [] }: GatewayOptions): readonly string[] {
  if (!Array.isArray(forward)) throw new TypeError('forward is a list of names of headers.');
  return forward.map((one: unknown) => {
    if (typeof one !== 'string' || !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(one)) {
      throw new TypeError(`forward has '${String(one)}', which is no name of a header.`);
    }
    const name = one.toLowerCase();
    if (!ownHeaders.test(name)) return name;
    throw new TypeError(`forward has '${one}', which each request has of its own.`);
  });
}

/** The request headers that pass on; nothing if there are none. */
function forwardedHeaders(
  { headers }: Incoming,
  names: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const found = names.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, [value].flat().join(', ')] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
