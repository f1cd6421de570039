import type { AnyOperation } from './any-operation.ts';
import { abortError } from './call-timer.ts';
import {
  type CallOptions,
  type ClientOptions,
  defaultMaxResponseBytes,
  type PreparedRequest,
  type RawResult,
  type StreamOptions,
} from './client-options.ts';
import { clientBindings, prepareRequest } from './client-request.ts';
import { createSender, sendError } from './client-sender.ts';
import { streamRecords } from './client-stream.ts';
import { decodeError } from './codec-error.ts';
import { parseContentType } from './content-type.ts';
import { reportDeviations, watchAnswer } from './deviations.ts';
import type { RawAnswer } from './errors.ts';
import type { AttachedParts } from './mime-attachment.ts';
import type { BindingName, Operation, StreamingOperation } from './operation.ts';
import { isPromise } from './platform.ts';
import { isFault } from './soap-fault.ts';
import { decodeXml, knownCharset } from './text-decoder.ts';
import { headerValue, rawAnswer, type TransportAnswer } from './transport.ts';
import type { ReadAnswer } from './wire.ts';
import { writtenResult } from './written-result.ts';
import type { Deviation } from './xml-deviation.ts';
import type { XmlReaderOptions } from './xml-reader.ts';

/** Sends calls of any operation by one set of options. */
export interface Caller {
  /** Calls an operation and gives its result. */
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
  /** Calls an operation and gives the whole answer. */
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
  /** Calls an operation and gives the records of its result as they come; each iteration is a call of its own. */
  stream<
    Input,
    Output,
    Item,
    Bindings extends BindingName,
    Faults extends object,
    InputHeaders extends object,
    OutputHeaders extends object,
  >(
    operation: StreamingOperation<
      Input,
      Output,
      Item,
      Bindings,
      Faults,
      InputHeaders,
      OutputHeaders
    >,
    input: NoInfer<Input>,
    options?: StreamOptions<NoInfer<Bindings>, NoInfer<InputHeaders>>,
  ): AsyncIterable<Item>;
  /** Gives the exact HTTP request of a call without sending it. */
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
}

/** What the contract says about where its services are. */
export interface ClientDefaults {
  readonly baseUrl?: string | undefined;
}

/** A call that was answered. */
interface Exchange {
  readonly answer: TransportAnswer;
  readonly read: ReadAnswer;
  readonly deviations: readonly Deviation[];
}

interface OpenedAnswer {
  readonly contentType: string;
  /** The document or envelope. */
  readonly body: Uint8Array;
  readonly attached?: AttachedParts | undefined;
}

/** Takes an answer with attachments apart. What does so is loaded with the first operation that has any. */
function openAnswer(
  { soap }: AnyOperation,
  { binding }: PreparedRequest,
  { headers, body }: TransportAnswer,
): OpenedAnswer | Promise<OpenedAnswer> {
  const contentType = headerValue(headers, 'content-type');
  const names = soap?.outputAttachments;
  if (names === undefined || (binding !== 'soap11' && binding !== 'soap12')) {
    return { contentType, body };
  }
  return import('./mime-multipart-reader.ts').then(({ readMultipart }) => {
    const message = readMultipart(body, contentType);
    return { ...message, attached: message.attached(names) };
  });
}

const plainReader: XmlReaderOptions = {};
const defaultTimeout = 100_000;
const defaultMaxRecordLength = 16 * 1024 * 1024;

/**
 * Makes what the generated clients call through.
 *
 * @param defaults Where the contract says its services are.
 */
export function createCaller(options: ClientOptions, defaults: ClientDefaults): Caller {
  const transport = createSender(options);
  const maxResponseBytes = options.maxResponseBytes ?? defaultMaxResponseBytes;
  const alias = (operation: AnyOperation): XmlReaderOptions =>
    options.namespace === undefined || options.namespace === operation.namespace
      ? plainReader
      : { alias: { from: options.namespace, to: operation.namespace } };
  const nameOf = ({ service, name }: AnyOperation): string => `${service}.${name}`;

  const exchange = async (
    operation: AnyOperation,
    input: unknown,
    call: CallOptions | undefined,
    asWritten: boolean,
  ): Promise<Exchange> => {
    const pending = prepareRequest(operation, input, options, defaults, call);
    const request = isPromise(pending) ? await pending : pending;
    let answer: TransportAnswer;
    try {
      const signal = call?.signal;
      if (signal?.aborted === true) throw abortError(signal);
      const timeout = call?.timeout ?? options.timeout ?? defaultTimeout;
      answer = await transport.send(request, { timeout, maxResponseBytes, signal });
    } catch (error) {
      throw sendError(error, operation, request.binding);
    }
    const raw = (): RawAnswer => rawAnswer(answer);
    const watched = watchAnswer(options, asWritten);
    try {
      const pendingAnswer = openAnswer(operation, request, answer);
      const opened = isPromise(pendingAnswer) ? await pendingAnswer : pendingAnswer;
      const { contentType, body: message, attached } = opened;
      const { charset } = parseContentType(contentType);
      const known = charset !== undefined && knownCharset(charset) ? charset : undefined;
      const text = decodeXml(message, known);
      const read = clientBindings[request.binding].readResponse({
        operation,
        status: answer.status,
        contentType,
        text,
        attached,
        reader:
          watched === undefined ? alias(operation) : { ...alias(operation), deviations: watched },
        raw,
      });
      const deviations = watched?.list() ?? [];
      const { written } = operation;
      if (written === undefined || read.result !== undefined) return { answer, read, deviations };
      const { body } = rawAnswer(answer);
      const enveloped = read.written.length < text.length;
      const result = writtenResult(written, read.written, body, enveloped, asWritten);
      return { answer, read: { ...read, result }, deviations };
    } catch (error) {
      if (isFault(error)) throw error;
      throw decodeError(error, operation, request.binding, raw());
    } finally {
      reportDeviations(watched, options, nameOf(operation));
    }
  };

  return {
    call: async (operation, input, call) =>
      (await exchange(operation, input, call, false)).read.result as never,
    raw: async (operation, input, call) => {
      const { answer, read, deviations } = await exchange(operation, input, call, true);
      const { status, headers, body } = rawAnswer(answer);
      const { written, result, soapHeaders } = read;
      return { status, headers, body, written, result, soapHeaders, deviations } as never;
    },
    stream: (operation, input, call) => ({
      [Symbol.asyncIterator]: () => {
        const signal = call?.signal;
        const deviations = watchAnswer(options, false);
        return streamRecords({
          operation,
          reader: { ...alias(operation), deviations },
          report: () => reportDeviations(deviations, options, nameOf(operation)),
          request: async () => prepareRequest(operation, input, options, defaults, call),
          transport,
          signal,
          timeout: call?.timeout ?? options.timeout ?? defaultTimeout,
          held: maxResponseBytes,
          maxResponseBytes: call?.maxResponseBytes,
          maxRecordLength: call?.maxRecordLength ?? defaultMaxRecordLength,
        }) as AsyncGenerator<never>;
      },
    }),
    prepare: async (operation, input, call) =>
      prepareRequest(operation, input, options, defaults, call),
  };
}
