import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import { suggest } from '../../diagnostics/words.ts';
import type { EvaluatedContract } from '../../evaluate.ts';
import type { ServiceModel } from '../../model/services.ts';
import type { GatewayOperation } from '../../runtime/gateway/routes.ts';
import { messageOf } from '../../runtime/operation/descriptor.ts';
import { isFault, SoapFault, type SoapFaultInit } from '../../runtime/operation/soap.ts';
import { readJson, toJson } from '../../runtime/schema/json.ts';
import type { TypeSchema } from '../../runtime/schema/validate.ts';
import type { ServerCall, ServerInterceptor } from '../../runtime/server/options.ts';
import type { RecordedCall } from '../../runtime/shadow/recording.ts';
import { type FoundOperation, findOperation } from '../contract/model.ts';
import { parseJson, wrongValue } from '../terminal/arguments.ts';
import { CliError } from '../terminal/failure.ts';
import type { Disturbances } from './disturbance.ts';
import { operationKey } from './recording.ts';

/** Calls that are kept, and how long they may be together as JSON. */
const mostCalls = 1000;
const mostText = 16 * 1024 * 1024;
/** Answers and faults that may wait for calls. */
const mostPending = 1000;
/** Requests that may wait for calls. */
const mostWaiting = 100;
/** Milliseconds that they wait by default, and at most. */
const defaultPatience = 30_000;
const mostPatience = 600_000;
/** Bytes of a request. */
const mostBytes = 4 * 1024 * 1024;

/** The variable of the environment with the token. */
const tokenName = 'ASMX_GEN_CONTROL_TOKEN';
/** Characters of the shortest token. */
const shortestToken = 16;

const routes = {
  'GET /': 'this list, and the operations',
  'GET /calls':
    'the calls since the start or the last reset: ?operation=NAME those of one operation, ' +
    '&after=NUMBER those after a call, &count=N waits until there were N, ' +
    '&timeout=MS at most so long (default 30000)',
  'POST /answers': '{"operation": NAME, "result": VALUE} is the answer to its next call',
  'POST /faults':
    '{"operation": NAME, "fault": "503"} is what its next call gets: whatever --fault takes, or ' +
    '{"code", "message", "name", "detail", "actor"}',
  'POST /reset': 'forgets calls, and answers and faults that wait',
} as const;

/** A contract that is served. */
interface ControlledContract {
  readonly model: ServiceModel;
  readonly code: EvaluatedContract;
}

/** What a control needs of the server. */
export interface ControlSettings {
  /** A port of this machine, 0 for any that is free, or the path of a Unix socket. */
  readonly where: string;
  readonly disturbances: Disturbances;
  /** Whether the value of a `Host` header is a name of this machine. */
  readonly isKnown: (host: string | undefined) => boolean;
  /** Takes out of a call what is not to be seen. */
  readonly redact: (call: RecordedCall) => RecordedCall;
}

/** Lets another process steer the server. */
export interface ControlServer {
  /** Where it is, and its token if no one else knows it. */
  readonly line: string;
  /** Notes each call with its answer. */
  readonly noting: ServerInterceptor;
  /** Answers calls for which something waits. */
  readonly answering: ServerInterceptor;
  /** Says what is served from now on. */
  use(contracts: readonly ControlledContract[]): void;
  close(): Promise<void>;
}

/**
 * Listens for whoever steers the server: on a port of the loopback address, for those who know the
 * token, or on a socket that only this user may open.
 *
 * @throws {CliError} it cannot listen there, or the token of the environment is too short
 */
export async function startControl(settings: ControlSettings): Promise<ControlServer> {
  const { where } = settings;
  const isPort = /^\d+$/.test(where);
  const given = isPort ? process.env[tokenName] : undefined;
  if (given !== undefined && given.length < shortestToken) {
    throw new CliError(
      `the token in ${tokenName} has ${given.length} characters`,
      `Give at least ${shortestToken}, or unset it: then one is made up and printed.`,
    );
  }
  const token = isPort ? (given ?? randomBytes(24).toString('base64url')) : undefined;
  const steering = new Steering(settings);
  const server = createServer((request, response) => {
    answer(request, steering, { token, isKnown: settings.isKnown }).then(
      ({ status, body }) => send(response, status, body),
      (error: unknown) => send(response, 500, problem(messageOf(error))),
    );
  });
  if (!isPort) await claimSocket(where);
  const listening = once(server, 'listening');
  if (isPort) server.listen(readControlPort(where), '127.0.0.1');
  else withOwnMask(() => server.listen(where));
  await listening.catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'it is taken by another program' : error.message;
    throw new CliError(
      `--control cannot listen on ${isPort ? `port ${where}` : where}: ${why}`,
      isPort ? 'Choose another port; 0 takes any that is free.' : 'Choose another, shorter path.',
    );
  });
  if (!isPort) chmodSync(where, 0o600);
  const release = isPort ? undefined : removedAtExit(resolve(where));
  const { port } = isPort ? (server.address() as AddressInfo) : { port: 0 };
  const secret = given === undefined ? token : `of ${tokenName}`;
  return {
    line: isPort
      ? `control on http://127.0.0.1:${port} with token ${secret}`
      : `control on ${where}`,
    noting: steering.noting,
    answering: steering.answering,
    use: (contracts) => steering.use(contracts),
    async close() {
      steering.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      release?.();
    },
  };
}

function readControlPort(text: string): number {
  const port = Number(text);
  if (port <= 65_535) return port;
  throw wrongValue('--control', text, 'Give a port from 0 to 65535, or the path of a socket.');
}

/**
 * Makes the path of a socket free: one that no program listens on is removed.
 *
 * @throws {CliError} something else is there, or it is no path of a socket
 */
async function claimSocket(path: string): Promise<void> {
  // an address or the next option was meant
  if (/^-|:\d+$/.test(path)) {
    throw wrongValue(
      '--control',
      path,
      'Give a port of this machine alone, or the path of a socket.',
    );
  }
  if (!existsSync(dirname(resolve(path)))) {
    throw new CliError(`the folder of the socket ${path} does not exist`, 'Create it first.');
  }
  if (!existsSync(path)) return;
  const isSocket = lstatSync(path).isSocket();
  if (!isSocket || (await isAnswering(path))) {
    throw new CliError(
      isSocket ? `another program listens on ${path}` : `${path} is there, and is no socket`,
      'Choose another path for --control.',
    );
  }
  rmSync(path);
}

/** Removes a socket when the process ends, or is told to. */
function removedAtExit(path: string): () => void {
  const remove = (): void => rmSync(path, { force: true });
  process.once('exit', remove);
  return () => {
    process.off('exit', remove);
    remove();
  };
}

function isAnswering(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Does what creates a file, for this user alone from its first moment. */
function withOwnMask(work: () => void): void {
  const before = process.umask(0o177);
  try {
    work();
  } finally {
    process.umask(before);
  }
}

/** An answer of the control: data, or text of JSON in pieces. */
interface ControlAnswer {
  readonly status: number;
  readonly body: object;
}

interface Access {
  readonly token: string | undefined;
  readonly isKnown: ControlSettings['isKnown'];
}

function problem(error: string, help?: string, issues?: readonly object[]): object {
  return { error, help, issues };
}

/** Why a request is refused, with its status. */
class Refused extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object) {
    super('refused');
    this.status = status;
    this.body = body;
  }
}

function refused(status: number, error: string, help?: string): Refused {
  return new Refused(status, problem(error, help));
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.destroyed) return;
  const text = `${body instanceof CallList ? body.text() : JSON.stringify(body)}\n`;
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    // the rest of a body that was not read
    ...(status >= 400 ? { Connection: 'close' } : {}),
  });
  response.end(text);
}

async function answer(
  request: IncomingMessage,
  steering: Steering,
  access: Access,
): Promise<ControlAnswer> {
  try {
    checkAccess(request, access);
    return await routed(request, steering);
  } catch (error) {
    if (error instanceof Refused) return error;
    if (error instanceof CliError) return { status: 400, body: problem(error.message, error.help) };
    throw error;
  }
}

/** @throws {Refused} a page of a browser sent it, or somebody who does not know the token */
function checkAccess({ headers }: IncomingMessage, { token, isKnown }: Access): void {
  if (token === undefined) return;
  if (!isKnown(headers.host)) {
    throw refused(421, 'the control answers only to names of this machine', 'Ask 127.0.0.1.');
  }
  if (headers.origin !== undefined) {
    throw refused(403, 'the control answers no page of a browser');
  }
  const [, shown = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!timingSafeEqual(hash(shown), hash(token))) {
    throw refused(
      401,
      'this needs the token that serve printed at its start',
      'Send it as the header Authorization: Bearer TOKEN.',
    );
  }
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function routed(request: IncomingMessage, steering: Steering): Promise<ControlAnswer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const route = `${request.method} ${pathname}`;
  switch (route) {
    case 'GET /':
      return {
        status: 200,
        body: {
          routes,
          operations: steering.operations(),
          documentation: 'docs/reference/control.md of asmx-gen',
        },
      };
    case 'GET /calls':
      return steering.calls(searchParams, request);
    case 'POST /answers':
      return steering.addAnswer(await bodyOf(request, ['operation', 'result']));
    case 'POST /faults':
      return steering.addFault(await bodyOf(request, ['operation', 'fault']));
    case 'POST /reset':
      request.resume();
      return steering.reset();
    default: {
      const near = suggest(route, Object.keys(routes));
      const all = Object.keys(routes).join(', ');
      const help = near === undefined ? `There are ${all}.` : `Did you mean ${near}?`;
      throw refused(404, `there is no ${route}`, help);
    }
  }
}

/** @throws {Refused} the body is no such object */
async function bodyOf(
  request: IncomingMessage,
  names: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > mostBytes) throw refused(413, `a request has at most ${mostBytes} bytes`);
    pieces.push(piece);
  }
  const form = `Send a JSON object with ${names.map((one) => `"${one}"`).join(' and ')}.`;
  let body: unknown;
  try {
    body = parseJson(Buffer.concat(pieces).toString());
  } catch (error) {
    throw refused(400, `the body is no JSON: ${messageOf(error)}`, form);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refused(400, 'the body is no JSON object', form);
  }
  const unknown = Object.keys(body).find((name) => !names.includes(name));
  if (unknown !== undefined) throw refused(400, `the body has '${unknown}'`, form);
  return body as Readonly<Record<string, unknown>>;
}

/** A call as JSON, which is what of it stays. */
interface NotedCall {
  readonly number: number;
  readonly key: string;
  readonly text: string;
}

/** Calls as the body of an answer. */
class CallList {
  private readonly total: number;
  private readonly calls: readonly NotedCall[];

  constructor(total: number, calls: readonly NotedCall[]) {
    this.total = total;
    this.calls = calls;
  }

  text(): string {
    const list = this.calls.map(({ text }) => `\n${text}`).join(',');
    return `{"total":${this.total},"calls":[${list}]}`;
  }
}

/** Gives the answer to a call, or spoils it. */
type Pending = (call: ServerCall, next: () => unknown) => unknown;

/** What happened so far, and what is to happen next. */
class Steering {
  readonly noting: ServerInterceptor = (call, next) => this.note(call, next);
  readonly answering: ServerInterceptor = (call, next) => this.give(call, next);
  private readonly settings: ControlSettings;
  private contracts: readonly ControlledContract[] = [];
  private doors: ReadonlyMap<string, GatewayOperation> | undefined;
  private noted: NotedCall[] = [];
  private length = 0;
  private number = 0;
  private readonly counts = new Map<string, number>();
  private readonly pending = new Map<string, Pending[]>();
  private waiting = new Set<() => void>();
  private isClosed = false;

  constructor(settings: ControlSettings) {
    this.settings = settings;
  }

  use(contracts: readonly ControlledContract[]): void {
    this.contracts = contracts;
    this.doors = undefined;
  }

  close(): void {
    this.isClosed = true;
    for (const wake of this.waiting) wake();
  }

  operations(): readonly string[] {
    return [...this.known().keys()];
  }

  /** The operations with their schemas, which are created at first use. */
  private known(): ReadonlyMap<string, GatewayOperation> {
    this.doors ??= new Map(
      this.contracts.flatMap(({ code }) =>
        code.plan.services
          .flatMap(code.doors)
          .map((door): [string, GatewayOperation] => [operationKey(door.operation), door]),
      ),
    );
    return this.doors;
  }

  /** @throws {CliError} there is none of this name, or there are several */
  private find(name: unknown): {
    readonly found: FoundOperation;
    readonly model: ServiceModel;
    readonly door: GatewayOperation;
    readonly key: string;
  } {
    if (typeof name !== 'string') {
      throw new CliError(
        '"operation" is missing',
        'Give the name: Operation or Service.Operation.',
      );
    }
    const models = this.contracts.map(({ model }) => model);
    const [first] = models;
    if (first === undefined) throw new CliError('nothing is served', 'Ask again in a moment.');
    const all = { ...first, services: models.flatMap(({ services }) => services) };
    const found = findOperation(all, name);
    const model = models.find(({ services }) => services.includes(found.service)) ?? first;
    const key = operationKey({ service: found.service.name, name: found.operation.publicName });
    const door = this.known().get(key);
    if (door === undefined) throw new CliError(`${key} is not served`, 'Choose another operation.');
    return { found, model, door, key };
  }

  private async note(call: ServerCall, next: () => unknown): Promise<unknown> {
    try {
      const result = await next();
      this.keep(call, { result });
      return result;
    } catch (error) {
      this.keep(call, { error });
      throw error;
    }
  }

  private keep(call: ServerCall, outcome: { result?: unknown; error?: unknown }): void {
    const { operation, context, input } = call;
    const key = operationKey(operation);
    const { service, name } = operation;
    const { binding } = context;
    const { redact, disturbances } = this.settings;
    const fault = 'error' in outcome ? faultOf(outcome.error) : undefined;
    // as results, so that what is redacted stays of its type
    const { result: values } = redact({
      service,
      operation: name,
      binding,
      parameters: input,
      answer: { result: { input, result: outcome.result, fault } },
    }).answer;
    const shown = values as { input: unknown; result: unknown; fault?: SoapFaultInit };
    const door = this.known().get(key);
    this.number += 1;
    const noted = {
      number: this.number,
      time: new Date().toISOString(),
      service,
      operation: name,
      binding,
      input: jsonOf(door?.input, shown.input),
      ...(shown.fault === undefined
        ? resultJson(door, outcome.result, shown.result)
        : { fault: faultJson(shown.fault, door) }),
      injected: disturbances.noted(context),
    };
    const text = JSON.stringify(noted, plain);
    this.noted.push({ number: this.number, key, text });
    this.length += text.length;
    this.forgetOldest();
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    for (const wake of this.waiting) wake();
  }

  private forgetOldest(): void {
    let first = Math.max(0, this.noted.length - mostCalls);
    for (const { text } of this.noted.slice(0, first)) this.length -= text.length;
    while (this.length > mostText && first < this.noted.length - 1) {
      this.length -= this.noted[first]?.text.length ?? 0;
      first += 1;
    }
    if (first > 0) this.noted.splice(0, first);
  }

  private give(call: ServerCall, next: () => unknown): unknown {
    const pending = this.pending.get(operationKey(call.operation))?.shift();
    return pending === undefined ? next() : pending(call, next);
  }

  private add(key: string, pending: readonly Pending[]): ControlAnswer {
    const own = this.pending.get(key) ?? [];
    const all = [...this.pending.values()].reduce((sum, { length }) => sum + length, 0);
    if (all + pending.length > mostPending) {
      const help = 'Send calls, or POST /reset.';
      throw refused(409, `at most ${mostPending} answers and faults wait for calls`, help);
    }
    own.push(...pending);
    this.pending.set(key, own);
    return { status: 200, body: { operation: key, waiting: own.length } };
  }

  addAnswer(body: Readonly<Record<string, unknown>>): ControlAnswer {
    const { found, door, key } = this.find(body.operation);
    if (found.operation.oneWay) {
      throw new CliError(`${key} is one-way: it has no answer`, 'Choose another operation.');
    }
    const value = fittingValue(door.output, body.result ?? null, ['result'], `an answer of ${key}`);
    return this.add(key, [() => value]);
  }

  addFault(body: Readonly<Record<string, unknown>>): ControlAnswer {
    const { found, model, door, key } = this.find(body.operation);
    if (typeof body.fault !== 'string') {
      const init = readFaultInit(body.fault, door, key);
      const fault = (): never => {
        throw new SoapFault(init);
      };
      return this.add(key, [fault]);
    }
    const rule = this.settings.disturbances.fault(body.fault, found, model);
    if (rule.chance < 1) {
      throw new CliError(
        `'${body.fault}' is a matter of chance, and the next call is not`,
        'Leave out the percentage, or start serve with --fault.',
      );
    }
    const times = Number.isFinite(rule.times) ? rule.times : 1;
    if (times > mostPending) throw new CliError(`'${body.fault}' is for too many calls`);
    return this.add(key, Array<Pending>(times).fill(rule.disturb));
  }

  reset(): ControlAnswer {
    const body = { forgotten: this.number };
    this.noted = [];
    this.length = 0;
    this.number = 0;
    this.counts.clear();
    this.pending.clear();
    this.settings.disturbances.restart();
    return { status: 200, body };
  }

  async calls(query: URLSearchParams, request: IncomingMessage): Promise<ControlAnswer> {
    const known = ['operation', 'after', 'count', 'timeout'];
    const unknown = [...query.keys()].find((name) => !known.includes(name));
    if (unknown !== undefined) {
      throw refused(400, `there is no parameter '${unknown}'`, `There are ${known.join(', ')}.`);
    }
    const name = query.get('operation');
    const key = name === null ? undefined : this.find(name).key;
    const after = wholeNumber(query, 'after', 0, Number.MAX_SAFE_INTEGER);
    const count = wholeNumber(query, 'count', 0, Number.MAX_SAFE_INTEGER);
    const patience = wholeNumber(query, 'timeout', defaultPatience, mostPatience);
    await this.until(() => this.total(key) >= count, patience, request);
    const total = this.total(key);
    if (total < count) {
      const what = key === undefined ? 'there were' : `${key} had`;
      throw refused(504, `${what} ${total} of ${count} calls after ${patience} ms`);
    }
    const calls = this.noted.filter(
      (one) => one.number > after && (key === undefined || one.key === key),
    );
    return { status: 200, body: new CallList(total, calls) };
  }

  private total(key: string | undefined): number {
    return key === undefined ? this.number : (this.counts.get(key) ?? 0);
  }

  /** Waits for a condition, for some time, or until whoever waits has gone. */
  private async until(
    holds: () => boolean,
    patience: number,
    request: IncomingMessage,
  ): Promise<void> {
    if (holds() || this.isClosed) return;
    if (this.waiting.size >= mostWaiting) {
      throw refused(503, `at most ${mostWaiting} requests wait at a time`);
    }
    await new Promise<void>((resolve) => {
      const stop = (): void => {
        clearTimeout(timer);
        this.waiting.delete(look);
        request.socket.off('close', stop);
        resolve();
      };
      const look = (): void => {
        if (holds() || this.isClosed) stop();
      };
      const timer = setTimeout(stop, patience);
      this.waiting.add(look);
      request.socket.once('close', stop);
    });
  }
}

function wholeNumber(query: URLSearchParams, name: string, other: number, most: number): number {
  const text = query.get(name);
  if (text === null) return other;
  const value = Number(text);
  if (/^\d{1,16}$/.test(text) && value <= most) return value;
  throw refused(400, `'${text}' for ${name} is no number from 0 to ${most}`);
}

/** What JSON does not have, in values that no schema describes. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

/** @returns `undefined` if JSON cannot have it */
function jsonOf(schema: TypeSchema<unknown> | undefined, value: unknown): unknown {
  try {
    const data: unknown = schema === undefined ? value : toJson(schema, value);
    return JSON.parse(JSON.stringify(data ?? null, plain));
  } catch {
    return undefined;
  }
}

/** The result, unless there is none. Records that are sent one by one belong to their sender. */
function resultJson(
  door: GatewayOperation | undefined,
  result: unknown,
  shown: unknown,
): { readonly result?: unknown } {
  const isStream =
    typeof result === 'object' &&
    result !== null &&
    (Symbol.asyncIterator in result || (Symbol.iterator in result && 'next' in result));
  return result === undefined || isStream ? {} : { result: jsonOf(door?.output, shown) };
}

function faultOf(error: unknown): SoapFaultInit {
  if (!isFault(error)) return { code: 'Server', message: messageOf(error) };
  const { code, message, actor, faultName, detail } = error;
  return { code, message, actor, faultName, detail };
}

function faultJson(fault: SoapFaultInit, door: GatewayOperation | undefined): object {
  const { code, message, actor, faultName: name, detail } = fault;
  const schema = name === undefined ? undefined : door?.faults?.[name];
  return {
    code,
    message,
    actor,
    name,
    ...(detail === undefined ? {} : { detail: jsonOf(schema, detail) }),
  };
}

/** @throws {Refused} with each thing that does not fit, and its path */
function fittingValue(
  schema: TypeSchema<unknown>,
  json: unknown,
  at: readonly string[],
  what: string,
): unknown {
  const read = readJson(schema, json);
  if ('value' in read) return read.value;
  const issues = read.issues.map(({ path, message }) => ({
    path: [...at, ...path.map(String)].join('.'),
    message,
  }));
  const lines = issues.map(({ path, message }) => `${path}: ${message}`);
  throw new Refused(400, problem(`this is not ${what}: ${lines.join(' ')}`, undefined, issues));
}

const faultMembers = ['code', 'message', 'name', 'detail', 'actor'];

/** @throws {Refused} it is no fault of the operation */
function readFaultInit(given: unknown, door: GatewayOperation, key: string): SoapFaultInit {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    const help = 'Give a text such as "503" or "Client", or an object with code and message.';
    throw refused(400, '"fault" is no fault', help);
  }
  const members = given as Readonly<Record<string, unknown>>;
  const {
    code = 'Server',
    message = 'As asked for by the control.',
    name,
    actor,
    detail,
  } = members;
  const wrong = Object.keys(members).find((one) => !faultMembers.includes(one));
  if (wrong !== undefined) {
    throw refused(400, `a fault has no '${wrong}'`, `It has ${faultMembers.join(', ')}.`);
  }
  for (const [member, text] of Object.entries({ code, message, name, actor })) {
    if (text !== undefined && typeof text !== 'string') {
      throw refused(400, `fault.${member} is no text`);
    }
  }
  const init = { code, message, actor, faultName: name } as SoapFaultInit;
  if (name === undefined) {
    if (detail === undefined || typeof detail === 'string') return { ...init, detail };
    throw refused(400, 'fault.detail without fault.name is a text', 'Name the declared fault.');
  }
  const declared = Object.keys(door.faults ?? {});
  const schema = door.faults?.[String(name)];
  if (schema === undefined || !declared.includes(String(name))) {
    const words =
      declared.length === 0 ? 'It declares none.' : `It declares ${declared.join(', ')}.`;
    throw refused(400, `${key} declares no fault '${String(name)}'`, words);
  }
  const path = ['fault', 'detail'];
  const value = fittingValue(schema, detail, path, `a detail of ${String(name)}`);
  return { ...init, detail: value };
}
