import type { BindingName } from '../operation/names.ts';
import type { AnyOperation, Operation, ReadAnswer } from '../operation/operation.ts';
import { isSoapFault } from '../operation/soap-fault.ts';
import { knownCharset } from '../text/encoding.ts';
import type { Deviation } from '../xml/deviation.ts';
import type { XmlReaderOptions } from '../xml/reader.ts';
import { decodeError, nameOf, sendError } from './call-error.ts';
import { type Deviations, reportDeviations, watchAnswer } from './deviations.ts';
import {
  type CallOptions,
  type ClientDefaults,
  type ClientOptions,
  type ClientSettings,
  defaultMaxResponseBytes,
  type RawResult,
} from './options.ts';
import { chooseBinding, prepareRequest } from './request.ts';
import { createSender, intercept } from './sender.ts';
import {
  abortError,
  type ExchangeLimits,
  headerValue,
  type PreparedRequest,
  rawAnswer,
  type Transport,
  type TransportAnswer,
} from './transport.ts';
import { wholeAnswer } from './whole-answer.ts';

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
export interface AnsweredCall {
  readonly operation: AnyOperation;
  readonly request: PreparedRequest;
  readonly answer: TransportAnswer;
}

/** An answer after reading. */
interface Reading {
  readonly read: ReadAnswer;
  /** The result in the message, or in what the operation wrote itself. */
  readonly result: unknown;
  readonly answer: TransportAnswer;
  readonly deviations: readonly Deviation[];
}

const plainReader: XmlReaderOptions = {};
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
      : { alias: { from: namespace, to: operation.namespace } };
  return deviations === undefined ? plain : { ...plain, deviations };
}

/** Limits of a call by its options and those of the client. */
export function callLimits(
  options: ClientOptions,
  call: Pick<CallOptions, 'signal' | 'timeout'> | undefined,
): ExchangeLimits {
  const signal = call?.signal;
  if (signal?.aborted === true) throw abortError(signal);
  return { timeout: call?.timeout ?? options.timeout ?? defaultTimeout, signal };
}

/**
 * Creates the caller that generated clients use.
 *
 * @param defaults Addresses of the services in the contract.
 */
export function createCaller(options: ClientOptions, defaults: ClientDefaults): Caller {
  const { charset } = options;
  if (charset !== undefined && !knownCharset(charset)) {
    throw new RangeError(`The charset '${charset}' is not known.`);
  }
  const settings: ClientSettings = { options, defaults };
  const transport = createSender(options);
  const { interceptors = [] } = options;
  const receiver = wholeAnswer(options.maxResponseBytes ?? defaultMaxResponseBytes);

  const send = (request: PreparedRequest, limits: ExchangeLimits): Promise<TransportAnswer> =>
    interceptors.length === 0
      ? transport(request, limits, receiver)
      : intercept(interceptors, request, async (current) =>
          rawAnswer(await transport(current, limits, receiver)),
        );

  const exchange = async (
    operation: AnyOperation,
    input: unknown,
    call: CallOptions | undefined,
    asWritten: boolean,
  ): Promise<Reading> => {
    const request = await prepareRequest(operation, input, settings, call);
    let answer: TransportAnswer;
    try {
      answer = await send(request, callLimits(options, call));
    } catch (error) {
      throw sendError(error, request);
    }
    return readWhole({ operation, request, answer }, options, asWritten);
  };

  return {
    call: async (operation, input, call) =>
      (await exchange(operation, input, call, false)).result as never,
    raw: async (operation, input, call) => {
      const { answer, read, result, deviations } = await exchange(operation, input, call, true);
      const { written, soapHeaders } = read;
      return { ...rawAnswer(answer), written, result, soapHeaders, deviations } as never;
    },
    prepare: (operation, input, call) => prepareRequest(operation, input, settings, call),
    settings,
    transport,
  };
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
    throw decodeError(error, request, rawAnswer(answer));
  } finally {
    reportDeviations(watched, options, nameOf(request.service, request.operation));
  }
}

/** Reads an answer with its binding. Throws if it is a fault. */
export function readAnswer(
  { operation, request, answer }: AnsweredCall,
  options: ClientOptions,
  deviations: Deviations | undefined,
): ReadAnswer {
  const binding = chooseBinding(operation, undefined, request.binding);
  const { status, headers, body } = answer;
  return binding.readResponse({
    operation,
    status,
    contentType: headerValue(headers, 'content-type'),
    charset: options.charset,
    body,
    reader: readerOptions(options, operation, deviations),
    raw: () => rawAnswer(answer),
  });
}
