import {
  type AnyOperation,
  AsmxError,
  type BindingName,
  limitProblem,
  type NoInput,
  type Operation,
  type RawAnswer,
  type ReadAnswer,
  type ReceivedParts,
} from '../operation/descriptor.ts';
import { isSoapFault } from '../operation/soap.ts';
import { decodeText, tell } from '../platform/globals.ts';
import type { Deviation, DeviationSink } from '../xml/errors.ts';
import type { ReadingWatch, XmlReaderOptions } from '../xml/reader.ts';
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
  type ClientOptions,
  type ClientSettings,
  callName,
  chooseBinding,
  defaultMaxResponseBytes,
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
  const problem = limitProblem(options, names);
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
 * @throws AsmxError encode: `fetch` is given with `tls` or `agent`
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
  if (options.lenient === true) return false;
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
const most = 1000;

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
    if (this.#kept.length < most) this.#kept.push({ path, message });
  }

  lose(path: string): void {
    if (this.#lost.size >= most) this.#lost.clear();
    this.#lost.add(path);
  }

  wasLost(path: string): boolean {
    return this.#lost.delete(path);
  }

  assume(prefix: string): void {
    this.#assumed.add(prefix);
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

/** Collects the deviations of an answer, if anyone asks for them. */
export function watchAnswer(
  { lenient = false, strict = false, onDeviation }: ClientOptions,
  raw: boolean,
): Deviations | undefined {
  if (raw || lenient || strict || onDeviation !== undefined) return new Deviations(lenient, strict);
  return undefined;
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
