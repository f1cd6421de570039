import {
  type AnyOperation,
  AsmxError,
  type BindingName,
  type ByteSource,
  type IncomingAnswer,
  isAsmxError,
  limitProblem,
  type NoInput,
  type Operation,
  propertyOf,
  type RawAnswer,
  type ReadAnswer,
  type ReceivedParts,
} from '../operation/descriptor.ts';
import { isSoapFault, versionOf } from '../operation/soap.ts';
import {
  type AbortSignalLike,
  byteLength,
  decodeText,
  platform,
  Trace,
  type TraceEvent,
  type TracingChannel,
  tell,
} from '../platform/globals.ts';
import { tracingChannel } from '../platform/node.ts';
import { type Deviation, type DeviationSink, START } from '../xml/errors.ts';
import {
  markOf,
  type ReadingWatch,
  resetTo,
  type XmlReader,
  type XmlReaderOptions,
} from '../xml/reader.ts';
import {
  type AnswerCheck,
  CallClock,
  decodeError,
  headerValue,
  nameOf,
  type OpenAnswer,
  type PreparedRequest,
  rawAnswer,
  sendError,
  type Transport,
  type TransportAnswer,
  wholeAnswer,
} from './answer.ts';
import {
  type AnySoapHeaders,
  type CallOptions,
  type ClientDefaults,
  type ClientInterceptor,
  type ClientOptions,
  type ClientSettings,
  callName,
  chooseBinding,
  defaultMaxResponseBytes,
  inFull,
  prepareRequest,
  type RawResult,
  securityOf,
} from './request.ts';
import { createSender, intercept, type SendRequest, tracer, type UnsentCall } from './transport.ts';

/** An operation of a client. Call it with its input, or call `raw` for the whole answer. */
export interface OperationMethod<
  Input,
  Output,
  Bindings extends BindingName = BindingName,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> {
  (input: Input, options?: CallOptions<Bindings, InputHeaders>): Promise<Output>;
  /**
   * Calls the operation and returns the whole answer: status, headers, body, text written before
   * the envelope, SOAP headers.
   */
  raw(
    input: Input,
    options?: CallOptions<Bindings, InputHeaders>,
  ): Promise<RawResult<Output, OutputHeaders>>;
}

/** An operation without parameters. Call it without input, or with `{}` and options. */
export interface OperationMethodWithoutInput<
  Output,
  Bindings extends BindingName = BindingName,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> {
  (input?: NoInput, options?: CallOptions<Bindings, InputHeaders>): Promise<Output>;
  /**
   * Calls the operation and returns the whole answer: status, headers, body, text written before
   * the envelope, SOAP headers.
   */
  raw(
    input?: NoInput,
    options?: CallOptions<Bindings, InputHeaders>,
  ): Promise<RawResult<Output, OutputHeaders>>;
}

/**
 * A client as plain functions, without `raw` and `stream`: what most functions need of a client,
 * and what a test double has to give. Every client is one, and so is an object of async functions:
 * `{ counter: async () => 5 }`.
 */
export type ClientFunctions<Client> = {
  readonly [Name in keyof Client]: Client[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Answer
    : ClientFunctions<Client[Name]>;
};

/** Binds an operation to a caller. */
export function createMethod<
  Input,
  Output,
  Bindings extends BindingName,
  Faults extends object,
  InputHeaders extends object,
  OutputHeaders extends object,
>(
  caller: Caller,
  operation: Operation<Input, Output, Bindings, Faults, InputHeaders, OutputHeaders>,
): OperationMethod<Input, Output, Bindings, InputHeaders, OutputHeaders> {
  return Object.assign(
    (input: Input, options?: CallOptions<Bindings, InputHeaders>) =>
      caller.call(operation, input, options),
    {
      raw: (input: Input, options?: CallOptions<Bindings, InputHeaders>) =>
        caller.raw(operation, input, options),
    },
  );
}

/** Binds an operation without parameters to a caller. */
export function createMethodWithoutInput<
  Input extends object,
  Output,
  Bindings extends BindingName,
  Faults extends object,
  InputHeaders extends object,
  OutputHeaders extends object,
>(
  caller: Caller,
  operation: Operation<Input, Output, Bindings, Faults, InputHeaders, OutputHeaders>,
): OperationMethodWithoutInput<Output, Bindings, InputHeaders, OutputHeaders> {
  return Object.assign(
    (input: NoInput = {}, options?: CallOptions<Bindings, InputHeaders>) =>
      caller.call(operation, input as Input, options),
    {
      raw: (input: NoInput = {}, options?: CallOptions<Bindings, InputHeaders>) =>
        caller.raw(operation, input as Input, options),
    },
  );
}

/** Sends calls of any operation with the same options. */
export interface Caller {
  /** Calls an operation and returns its result. */
  call<
    Input,
    Output,
    Bindings extends BindingName,
    Faults extends object,
    InputHeaders extends object,
    OutputHeaders extends object,
  >(
    operation: Operation<Input, Output, Bindings, Faults, InputHeaders, OutputHeaders>,
    input: NoInfer<Input>,
    options?: CallOptions<NoInfer<Bindings>, NoInfer<InputHeaders>>,
  ): Promise<Output>;
  /** Calls an operation and returns the whole answer. */
  raw<
    Input,
    Output,
    Bindings extends BindingName,
    Faults extends object,
    InputHeaders extends object,
    OutputHeaders extends object,
  >(
    operation: Operation<Input, Output, Bindings, Faults, InputHeaders, OutputHeaders>,
    input: NoInfer<Input>,
    options?: CallOptions<NoInfer<Bindings>, NoInfer<InputHeaders>>,
  ): Promise<RawResult<Output, OutputHeaders>>;
  /** Returns the exact HTTP request of a call without sending it. */
  prepare<
    Input,
    Output,
    Bindings extends BindingName,
    Faults extends object,
    InputHeaders extends object,
    OutputHeaders extends object,
  >(
    operation: Operation<Input, Output, Bindings, Faults, InputHeaders, OutputHeaders>,
    input: NoInfer<Input>,
    options?: CallOptions<NoInfer<Bindings>, NoInfer<InputHeaders>>,
  ): Promise<PreparedRequest>;
  /** For other ways to send calls with these options, such as streams. */
  readonly settings: ClientSettings;
  /** Sends requests after the interceptors. */
  readonly transport: Transport;
}

/** A call with its answer. */
interface AnsweredCall<Answer = TransportAnswer> {
  readonly operation: AnyOperation;
  readonly request: PreparedRequest;
  readonly answer: Answer;
  /** Is told how the answer is read. */
  readonly watch?: ReadingWatch | undefined;
}

/** An answer after reading. */
interface Reading {
  readonly read: ReadAnswer;
  /** The result in the message, or in what the operation wrote itself. */
  readonly result: unknown;
  readonly answer: TransportAnswer;
  readonly deviations: readonly Deviation[];
}

const plainReader: XmlReaderOptions = { absentNil: 'noted' };
const defaultTimeout = 100_000;

/**
 * Options for reading answers of an operation, in the contract's namespace whatever the client's.
 */
export function readerOptions(
  { namespace }: ClientOptions,
  operation: AnyOperation,
  deviations: Deviations | undefined,
): XmlReaderOptions {
  const plain =
    namespace === undefined || namespace === operation.namespace
      ? plainReader
      : { ...plainReader, alias: { from: namespace, to: operation.namespace } };
  return deviations === undefined ? plain : { ...plain, deviations };
}

/**
 * Checks options of a call that are limits.
 *
 * @throws AsmxError encode: one is not a number
 */
export function checkLimits<Name extends string>(
  options: { readonly [Key in Name]?: unknown } | undefined,
  names: readonly Name[],
): void {
  const problem = options && limitProblem(options, names);
  if (problem !== undefined) throw new AsmxError('encode', problem);
}

/** Milliseconds a call may take, by its options and those of its client. */
export function timeoutOf(call: CallOptions | undefined, { options }: ClientSettings): number {
  return call?.timeout ?? options.timeout ?? defaultTimeout;
}

/**
 * Writes the request of a call, sends it and returns its answer. The time limit of the call counts
 * until then.
 *
 * @throws AsmxError the call ended, or could not be written or sent
 */
export async function answerCall<Answer extends TransportAnswer | OpenAnswer>(
  { operation, input, options }: UnsentCall,
  settings: ClientSettings,
  clock: CallClock,
  send: SendRequest<Answer>,
): Promise<AnsweredCall<Answer>> {
  let stop: (() => void) | undefined;
  try {
    checkLimits(options, ['timeout']);
    stop = clock.limit(timeoutOf(options, settings));
    return await clock.run(async () => {
      const request = await prepareRequest(operation, input, settings, options);
      const checks = answerChecks(operation, request, settings.options);
      let answer = await send(request, clock);
      for (const check of checks) if (check) answer = (await check(answer)) as Answer;
      return { operation, request, answer };
    });
  } catch (error) {
    const binding = chooseBinding(operation, settings.options.binding, options?.binding);
    throw sendError(error, callName(operation, binding));
  } finally {
    stop?.();
  }
}

/** What checks the answer of a call before it is read. */
function answerChecks(
  operation: AnyOperation,
  request: PreparedRequest,
  options: ClientOptions,
): readonly (AnswerCheck | undefined)[] {
  const { binding, answeredElsewhere = false } = request;
  const { oneWay = answeredElsewhere, soap } = operation;
  const { charset, maxResponseBytes = defaultMaxResponseBytes } = options;
  const watched = (answer: TransportAnswer, watch: ReadingWatch): boolean => {
    try {
      readAnswer({ operation, request, answer, watch }, options, watchAnswer(options, false));
    } catch {
      // a fault, or what cannot be read: it was read as far as it will be
    }
    return soap?.readResponse !== undefined;
  };
  const call = { binding, oneWay, charset, maxResponseBytes, watch: watched };
  return securityOf(options).map((one) => one.receive?.(call));
}

/**
 * Creates the caller that generated clients use.
 *
 * @param defaults Addresses of the services in the contract.
 * @throws RangeError the charset is unknown, or a limit is not a number
 * @throws AsmxError encode: `fetch` is given with `tls` or `agent`, or an option needs what this
 *   bundle has not
 */
export function createCaller(
  given: ClientOptions<AnySoapHeaders>,
  defaults: ClientDefaults,
): Caller {
  // Only the types of operations know their headers.
  const options = given as ClientOptions;
  // Throws a RangeError for a charset that is not known.
  decodeText(new Uint8Array(0), options.charset ?? 'utf-8');
  const problem =
    limitProblem(options, ['timeout', 'maxResponseBytes']) ??
    limitProblem(options, ['maxConnections', 'maxHeaderBytes'], 1);
  if (problem !== undefined) throw new RangeError(problem);
  if (options.strict && options.lenient)
    throw new RangeError('strict and lenient exclude each other.');
  watchAnswer(options, false);
  const settings: ClientSettings = { options, defaults };
  const transport = createSender(options);
  const { interceptors = [] } = options;
  const receiver = wholeAnswer(options.maxResponseBytes ?? defaultMaxResponseBytes);

  const send: SendRequest<TransportAnswer> = (request, clock) =>
    interceptors.length === 0
      ? transport(request, clock, receiver)
      : intercept(interceptors, request, clock, async (current) =>
          rawAnswer(await transport(current, clock, receiver)),
        );

  const exchange = (call: UnsentCall, asWritten: boolean): Promise<Reading> =>
    tracer.trace(call, options, send, async (traced) => {
      const clock = new CallClock(call.options?.signal);
      try {
        return readWhole(await answerCall(call, settings, clock, traced), options, asWritten);
      } catch (error) {
        throw await inFull(error);
      } finally {
        clock.stop();
      }
    });

  return {
    call: async (operation, input, options) =>
      (await exchange({ operation, input, options }, false)).result as never,
    raw: async (operation, input, options) => {
      const { answer, read, ...others } = await exchange({ operation, input, options }, true);
      return { ...rawAnswer(answer), ...rawParts(read), ...others } as never;
    },
    prepare: (operation, input, call) => prepareRequest(operation, input, settings, call),
    settings,
    transport,
  };
}

/** What `raw` gives beside the result and its deviations. */
export function rawParts({
  written,
  soapHeaders,
  unknownHeaders,
  attachments = [],
}: ReadAnswer): Omit<RawResult<never>, keyof RawAnswer | 'result' | 'deviations'> {
  return { written, soapHeaders, unknownHeaders: unknownHeaders?.() ?? [], attachments };
}

/** @param asWritten Whether the caller also gets the text of the answer. */
function readWhole(call: AnsweredCall, options: ClientOptions, asWritten: boolean): Reading {
  const { operation, request, answer } = call;
  const watched = watchAnswer(options, asWritten);
  try {
    const read = readAnswer(call, options, watched);
    const deviations = watched?.list() ?? [];
    const { written, readWritten } = operation;
    const result =
      written === undefined ? read.result : readWritten?.(written, read, answer.body, asWritten);
    return { read, result, answer, deviations };
  } catch (error) {
    if (isSoapFault(error)) throw error;
    throw decodeError(error, request, rawAnswer(answer), () => isReadLeniently(call, options));
  } finally {
    reportDeviations(watched, options, nameOf(request.service, request.operation));
  }
}

/** Whether a lenient client could read an answer that this one cannot. */
function isReadLeniently(call: AnsweredCall, options: ClientOptions): boolean {
  if (options.lenient === true || watcher.create === undefined) return false;
  try {
    readAnswer(call, options, watchAnswer({ lenient: true }, false));
  } catch (error) {
    return isSoapFault(error);
  }
  return true;
}

/** Reads an answer with its binding. Throws if it is a fault. */
export function readAnswer(
  { operation, request, answer, watch }: AnsweredCall,
  options: ClientOptions,
  deviations: Deviations | undefined,
  parts?: ReceivedParts,
): ReadAnswer {
  const binding = chooseBinding(operation, undefined, request.binding);
  const { status, headers, body } = answer;
  const reader = readerOptions(options, operation, deviations);
  return binding.readResponse({
    operation,
    method: request.method,
    status,
    contentType: headerValue(headers, 'content-type'),
    charset: options.charset,
    body,
    parts,
    reader: watch === undefined ? reader : { ...reader, watch, predict: false },
    secured: securityOf(options).length > 0,
    checkRelation: request.checkRelation,
    answeredElsewhere: request.answeredElsewhere,
    raw: () => rawAnswer(answer),
  });
}

/** Number of deviations kept of one answer, or of one record of a stream. */
const mostDeviations = 1000;

/** Namespaces of prefixes that some stacks use without a declaration. */
const usualPrefixes: readonly (readonly [prefix: string, uri: string])[] = [
  ['xsi', 'http://www.w3.org/2001/XMLSchema-instance'],
  ['xsd', 'http://www.w3.org/2001/XMLSchema'],
  ['soap', 'http://schemas.xmlsoap.org/soap/envelope/'],
];

/** The deviations accepted in an answer: the first thousand, and their total number. */
export class Deviations implements DeviationSink {
  readonly lenient: boolean;
  readonly strict: boolean;
  count = 0;
  readonly #kept: Deviation[] = [];
  readonly #lost: Set<string> = new Set();
  readonly #assumed: Set<string> = new Set();

  constructor(lenient: boolean, strict = false) {
    this.lenient = lenient;
    this.strict = strict;
  }

  add(path: string, message: string): void {
    this.count += 1;
    if (this.#kept.length < mostDeviations) this.#kept.push({ path, message });
  }

  lose(path: string): void {
    if (this.#lost.size >= mostDeviations) this.#lost.clear();
    this.#lost.add(path);
  }

  wasLost(path: string): boolean {
    return this.#lost.delete(path);
  }

  usualMeaning(prefix: string): string | undefined {
    const uri = usualPrefixes.find(([usual]) => usual === prefix)?.[1];
    if (uri !== undefined) this.#assumed.add(prefix);
    return uri;
  }

  meant(reader: XmlReader, local: string, namespace: string): number {
    return this.lenient ? meantElement(reader, local, namespace) : -1;
  }

  noteHeader(reader: XmlReader, answer: IncomingAnswer): void {
    const message = notUnderstood(reader, answer);
    if (message === undefined) return;
    if (this.strict) throw new AsmxError('protocol', message, { raw: answer.raw() });
    this.add('', message);
  }

  keep(count: number): void {
    this.count = count;
    this.#kept.length = Math.min(this.#kept.length, count);
  }

  /** The deviations kept; the last entry gives the number of others, if any. */
  list(): readonly Deviation[] {
    const more = this.count - this.#kept.length;
    const rest = [...this.#assumed].map((prefix) => `The prefix '${prefix}' is not declared.`);
    if (more > 0) rest.push(`There are ${more} more deviations.`);
    return [...this.#kept, ...rest.map((message) => ({ path: '', message }))];
  }

  /** As {@link list}, and drops all. */
  take(): readonly Deviation[] {
    const list = this.list();
    this.keep(0);
    this.#assumed.clear();
    return list;
  }
}

/** What the receiver of an answer knows of headers that no contract declares. */
interface KnownHeaders {
  /** Whether it has objects for `security`. */
  readonly secured?: boolean | undefined;
  /** Present if it asked for WS-Addressing. */
  readonly checkRelation?: unknown;
}

/**
 * What is wrong with the header whose START was just read, and that no contract declares: it has to
 * be understood by who receives the message (SOAP 1.1 section 4.2.3, SOAP 1.2 part 1 section 2.4).
 * A client knows what it asked for.
 */
export function notUnderstood(
  { attributes, namespace, local }: XmlReader,
  { checkRelation, secured }: KnownHeaders,
): string | undefined {
  const value = (name: RegExp): string =>
    attributes.find((one) => name.test(one.local) && versionOf(one.namespace))?.value.trim() ?? '';
  if (!/^(?:1|true)$/.test(value(/^mustUnderstand$/))) return undefined;
  if (!/^$|\/next$|\/ultimateReceiver$/.test(value(/^(?:actor|role)$/))) return undefined;
  if (checkRelation && /\/addressing$/.test(namespace)) return undefined;
  if (secured && namespace.endsWith('-wssecurity-secext-1.0.xsd')) return undefined;
  return `The header {${namespace}}${local} has to be understood, and is not declared.`;
}

/**
 * The number of the element in a Body that is meant to be the expected one for a lenient reader:
 * one of the same local name, or the only one. Leaves the reader where it was.
 *
 * @returns -1 if one has the expected name, or none is meant
 */
function meantElement(reader: XmlReader, local: string, namespace: string): number {
  const noted = reader.deviations?.count ?? 0;
  const mark = markOf(reader);
  let count = 0;
  let alike = -1;
  let isThere = false;
  while (reader.nextTag() === START) {
    if (reader.local === local) {
      alike = count;
      isThere ||= reader.namespace === namespace;
    }
    count += 1;
    reader.skip();
  }
  resetTo(reader, mark);
  reader.deviations?.keep(noted);
  if (isThere) return -1;
  return alike < 0 && count === 1 ? 0 : alike;
}

/** What notes deviations: a bundle has it only if it imports {@link withDeviations}. */
const watcher: { create?: (lenient: boolean, strict: boolean) => Deviations } = {};

/**
 * The client options `lenient`, `strict` and `onDeviation`, each unchanged. A program that is
 * bundled has to give one of them with this, so that its bundle has what notes deviations; in any
 * other, the options alone do, and `raw` lists deviations.
 */
export const withDeviations: <Option>(option: Option) => Option = /* @__PURE__ */ installWatcher();

function installWatcher(): <Option>(option: Option) => Option {
  watcher.create = (lenient, strict) => new Deviations(lenient, strict);
  return (option) => option;
}

/**
 * Collects the deviations of an answer, if anyone asks for them.
 *
 * @throws AsmxError encode: a bundle cannot
 */
export function watchAnswer(
  { lenient = false, strict = false, onDeviation }: ClientOptions,
  raw: boolean,
): Deviations | undefined {
  const isAsked = lenient || strict || onDeviation !== undefined;
  if (isAsked && watcher.create === undefined) {
    const names = 'lenient, strict and onDeviation';
    throw new AsmxError('encode', `${names} are not in this bundle: give withDeviations(…).`);
  }
  return isAsked || raw ? watcher.create?.(lenient, strict) : undefined;
}

/** Reports deviations to the listener, and then drops them. Errors of the listener are ignored. */
export function reportDeviations(
  deviations: Deviations | undefined,
  { onDeviation }: ClientOptions,
  operation: string,
): void {
  for (const deviation of deviations?.take() ?? []) {
    tell(() => onDeviation?.(deviation, operation));
  }
}

/** What is repeated, and when. */
export interface RetryOptions {
  /** Largest number of requests for one call, with the first; at least 1. */
  readonly attempts: number;
  /**
   * Milliseconds to wait after the attempt of that number, counted from 1, unless its answer has a
   * Retry-After. Default: 200, doubled with each attempt up to 10 000, less a random part of at
   * most half.
   */
  readonly backoff?: ((attempt: number) => number) | undefined;
  /** Descriptors of the operations that may be done twice. No other is repeated. */
  readonly idempotent: readonly AnyOperation[];
}

/** The longest time that a timer can wait, 24 days. */
const longestTimer = 0x7fffffff;

/** Statuses of a service that is busy or away (RFC 9110, section 15.6; RFC 6585, section 4). */
const temporary: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Codes of Node for failures that repetition does not help: names, certificates, bad HTTP. */
const permanent = /^(?:ENOTFOUND|HPE_|ERR_(?:TLS|SSL|INVALID))|CERT|SIGNATURE|ISSUER/;

/**
 * An interceptor that repeats calls of idempotent operations whose connection failed or broke, or
 * whose answer has status 429, 502, 503 or 504. It waits as Retry-After asks (RFC 9110, section
 * 10.2.3). The `timeout` of the call counts for all its attempts, and its signal ends the waiting.
 * After the last attempt the call fails as without it.
 *
 * @throws RangeError `attempts` is not a number of at least 1
 * @throws TypeError `idempotent` is no list of descriptors, or `backoff` no function
 */
export function retry(options: RetryOptions): ClientInterceptor {
  const { attempts, backoff = growing, idempotent } = options;
  const problem = limitProblem({ attempts }, ['attempts'], 1) ?? missing(attempts);
  if (problem !== undefined) throw new RangeError(problem);
  checkKinds(options);
  return async (request, next) => {
    const isNamed = idempotent.some(
      ({ service, name }) => service === request.service && name === request.operation,
    );
    const most = isNamed ? attempts : 1;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt + 1 > most;
      const answer = await next(request).catch((error: unknown): undefined => {
        if (isLast || !isBroken(error)) throw error;
        return undefined;
      });
      if (answer !== undefined && (isLast || !temporary.has(answer.status))) return answer;
      await wait(retryAfter(answer) ?? backoff(attempt), request.signal as AbortSignalLike);
    }
  };
}

function missing(attempts: unknown): string | undefined {
  return attempts === undefined ? 'retry has no attempts: give their number.' : undefined;
}

/** Programs in JavaScript get no help from the compiler. */
function checkKinds({ idempotent, backoff }: RetryOptions): void {
  const isOperation = (one: unknown): boolean => typeof propertyOf(one, 'service') === 'string';
  if (!Array.isArray(idempotent) || !idempotent.every(isOperation)) {
    throw new TypeError('retry: idempotent is a list of operations, such as [GetOrder].');
  }
  if (backoff !== undefined && typeof backoff !== 'function') {
    throw new TypeError('retry: backoff is a function: (attempt) => milliseconds.');
  }
}

function growing(attempt: number): number {
  return Math.min(200 * 2 ** (attempt - 1), 10_000) * (1 - Math.random() / 2);
}

/** Whether the connection of a call failed or broke in a way that may pass. */
function isBroken(error: unknown): boolean {
  if (!isAsmxError(error) || error.code !== 'transport') return false;
  const cause = propertyOf(error, 'cause');
  // That of an error of `fetch` is in the error's own cause.
  const code = propertyOf(cause, 'code') ?? propertyOf(propertyOf(cause, 'cause'), 'code');
  return !permanent.test(String(code));
}

/** Milliseconds that an answer asks to wait; `undefined` if it does not. */
function retryAfter(answer: RawAnswer | undefined): number | undefined {
  const text = answer?.headers['retry-after']?.trim() ?? '';
  // A date begins with the day of the week; `Date.parse` takes '1.5' and '-5' for dates, too.
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : date - Date.now();
  return Number.isNaN(time) ? undefined : time;
}

/** Waits, unless a signal fires. */
function wait(milliseconds: number, signal: AbortSignalLike | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      platform.clearTimeout(timer);
      reject(signal?.reason ?? new AsmxError('aborted', 'The call was aborted.'));
    };
    const done = (): void => {
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = platform.setTimeout(done, Math.min(Math.max(milliseconds, 0), longestTimer));
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop);
  });
}

/**
 * A call, as subscribers of the tracing channel `asmx-gen:client` get it. The same object is
 * published from start to end; its properties are set as soon as they are known. It has no values
 * of the call.
 */
export interface ClientTraceEvent extends TraceEvent {
  /** Name of the service. */
  readonly service: string;
  /** Name of the operation. */
  readonly operation: string;
  /** The binding it goes over. */
  readonly binding: BindingName | undefined;
  /** Bytes of the request's body. */
  requestBytes?: number | undefined;
  /** Bytes of the answer's body, after content decoding. */
  bytes?: number | undefined;
  /**
   * Milliseconds of each phase that has ended: writing the request; sending it and receiving the
   * answer, with interceptors and redirects; reading the answer. A stream is received and read at
   * the same time, in the last phase.
   */
  readonly durations: { encode?: number; transport?: number; decode?: number };
}

/**
 * Name of the tracing channel of clients, `asmx-gen:client`. A program that is bundled has the
 * channel if it imports this name; any other has it always.
 */
export const clientChannel: string = /* @__PURE__ */ install('asmx-gen:client');

function install(name: string): string {
  let channel: TracingChannel | undefined;
  tracer.trace = (call, options, send, run) => {
    channel ??= tracingChannel(name);
    if (channel?.hasSubscribers !== true) return run(send);
    const { operation } = call;
    const { client = [] } = operation;
    const usual = client.find((one) => one.name === options.binding) ?? client[0];
    const trace: CallTrace = new Trace(channel, {
      service: operation.service,
      operation: operation.name,
      binding: call.options?.binding ?? usual?.name,
      durations: {},
    });
    return traced(trace, () => run(observe(trace, send)));
  };
  return name;
}

type CallTrace = Trace<ClientTraceEvent>;

/** Runs a call, and publishes how it ended. */
async function traced<Result>(trace: CallTrace, run: () => Promise<Result>): Promise<Result> {
  try {
    const result = await trace.run(run);
    trace.mark(phaseOf(trace.event));
    trace.over();
    return result;
  } catch (error) {
    const status = propertyOf(error, 'status');
    const [name, code] = ['name', 'code'].map((one) => String(propertyOf(error, one)));
    if (typeof status === 'number') trace.event.status = status;
    trace.mark(phaseOf(trace.event));
    trace.over({ name: name ?? '', code: code ?? '' });
    throw error;
  }
}

/** The phase that a call is in. */
function phaseOf({ durations }: ClientTraceEvent): keyof ClientTraceEvent['durations'] {
  if (durations.transport !== undefined) return 'decode';
  return durations.encode === undefined ? 'encode' : 'transport';
}

/** What sends the request of a traced call. */
function observe<Answer extends TransportAnswer | OpenAnswer>(
  trace: CallTrace,
  send: SendRequest<Answer>,
): SendRequest<Answer> {
  return async (request, clock) => {
    trace.mark('encode', { requestBytes: byteLength(request.body ?? '') });
    const answer = await send(request, clock);
    const { status, body } = answer;
    const isWhole = body instanceof Uint8Array;
    trace.mark('transport', { status, bytes: isWhole ? body.length : 0 });
    return isWhole ? answer : { ...answer, body: counted(body, trace.event) };
  };
}

/** A body whose bytes are counted as they are read. */
function counted(body: ByteSource, event: ClientTraceEvent): ByteSource {
  return {
    async read() {
      const bytes = await body.read();
      event.bytes = (event.bytes ?? 0) + (bytes?.length ?? 0);
      return bytes;
    },
    cancel: () => body.cancel(),
  };
}
