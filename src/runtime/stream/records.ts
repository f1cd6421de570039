import { limitSource } from '../client/byte-source.ts';
import { CallClock } from '../client/call-clock.ts';
import { decodeError, nameOf } from '../client/call-error.ts';
import {
  answerCall,
  type Caller,
  checkLimits,
  readerOptions,
  timeoutOf,
} from '../client/caller.ts';
import { type Deviations, reportDeviations, watchAnswer } from '../client/deviations.ts';
import { defaultMaxResponseBytes, type StreamOptions } from '../client/options.ts';
import { type SendRequest, tracer, type UnsentCall } from '../client/sender.ts';
import { notInCharset, refuseBytes } from '../client/text-answer.ts';
import {
  type ByteSource,
  type OpenAnswer,
  type PreparedRequest,
  rawAnswer,
} from '../client/transport.ts';
import { AsmxError, isAsmxError, propertyOf, type RawAnswer } from '../operation/errors.ts';
import type { BindingName } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { isFault } from '../operation/soap-fault.ts';
import type { TextStream } from '../text/decode-stream.ts';
import { openAnswer } from './open-answer.ts';
import { type OpenedRecords, openRecords, type StreamCall } from './open-records.ts';
import { needText, noRecord } from './record-reader.ts';

/** Bytes decoded at once. Larger pieces take several times their size in memory. */
const pieceBytes = 16384;
/** Bytes read after the end of a message, so that its connection can be reused. */
const trailingBytes = 65536;
const nothing = new Uint8Array(0);

const defaultMaxRecordLength = 16 * 1024 * 1024;

/**
 * The records of an operation's result as they arrive. Each iteration is a call: it is sent when
 * the first record is requested, and cancelled if the iteration ends early.
 */
export function streamRecords(
  caller: Caller,
  operation: AnyOperation,
  input: unknown,
  options?: StreamOptions<BindingName, object>,
): AsyncIterable<unknown> {
  return {
    [Symbol.asyncIterator]: () => iterate(caller, operation, input, options),
  };
}

/**
 * @throws SoapFault the answer is a fault
 * @throws AsmxError any other failure, even after some records: the answer broke off, is
 *   malformed or too large
 */
async function* iterate(
  caller: Caller,
  operation: AnyOperation,
  input: unknown,
  options: StreamOptions<BindingName, object> | undefined,
): AsyncGenerator<unknown, void, undefined> {
  const { settings } = caller;
  const deviations = watchAnswer(settings.options, false);
  const name = nameOf(operation.service, operation.name);
  const report = (): void => reportDeviations(deviations, settings.options, name);
  const call: StreamCall = {
    operation,
    options: settings.options,
    deviations,
    reader: readerOptions(settings.options, operation, deviations),
    held: settings.options.maxResponseBytes ?? defaultMaxResponseBytes,
    maxRecordLength: options?.maxRecordLength ?? defaultMaxRecordLength,
  };
  const clock = new CallClock(options?.signal);
  // Whether it is a number is checked where the call is.
  const stop = clock.limit(Number(options?.totalTimeout ?? 0));
  try {
    const sent = await openStream(caller, { operation, input, options }, clock);
    const { request, answer, source, end } = sent;
    try {
      const opened = await openRecords(call, request, answer, source);
      if (opened !== undefined) {
        const { records } = opened;
        const feed = createFeed(opened, source, deviations);
        if (opened.text === undefined) records.end();
        for (;;) {
          const record = records.next();
          if (record !== needText) report();
          if (record === noRecord) break;
          if (record === needText) await feed();
          else yield record;
          // After the end of the call, no more records are returned.
          clock.check();
        }
      }
      await finish(source);
    } catch (error) {
      report();
      const failure = isFault(error) ? error : streamError(error, request, answer);
      await end(failure);
      throw failure;
    } finally {
      source.cancel();
      await end();
    }
  } finally {
    stop();
    clock.stop();
  }
}

/** A call of a stream that is not sent yet. */
interface UnsentStream extends UnsentCall {
  readonly options: StreamOptions<BindingName, object> | undefined;
}

/** A stream whose answer has begun. */
interface OpenStream {
  readonly request: PreparedRequest;
  readonly answer: OpenAnswer;
  /** The body within the limits of the call. */
  readonly source: ByteSource;
  /** Says that the call is over, with its error if there is one. */
  readonly end: (error?: unknown) => Promise<void>;
}

/** Sends a call, which is over for those who trace it when the stream has ended. */
function openStream(caller: Caller, unsent: UnsentStream, clock: CallClock): Promise<OpenStream> {
  const { settings } = caller;
  const { options } = unsent;
  const send: SendRequest<OpenAnswer> = (request) => {
    checkLimits(options, ['maxRecordLength', 'maxResponseBytes', 'totalTimeout']);
    return openAnswer(caller, request, clock);
  };
  return new Promise((resolve, reject) => {
    const run = async (sendNow: SendRequest<OpenAnswer>): Promise<void> => {
      const opened = await answerCall(unsent, settings, clock, sendNow);
      const limits = {
        clock,
        timeout: timeoutOf(options, settings),
        maxResponseBytes: options?.maxResponseBytes,
      };
      const source = limitSource(opened.answer, limits);
      await new Promise<void>((done, fail) => {
        const end = (error?: unknown): Promise<void> => {
          if (error === undefined) done();
          else fail(error);
          return whole.catch(() => undefined);
        };
        resolve({ ...opened, source, end });
      });
    };
    const whole = tracer.trace(unsent, settings.options, send, run);
    whole.catch(reject);
  });
}

/** Returns a function that passes the next piece of text, or its end, to the reader of records. */
function createFeed(
  { records, text, isReported }: OpenedRecords,
  source: ByteSource,
  deviations: Deviations | undefined,
): () => Promise<void> {
  let left: Uint8Array | undefined;
  let isNew = !isReported;
  const add = (piece: string, { invalid, encoding }: TextStream): void => {
    if (invalid >= 0 && isNew) {
      refuseBytes(records.locate(notInCharset(encoding), piece, invalid), deviations);
      isNew = false;
    }
    records.add(piece);
  };
  return async () => {
    left ??= await source.read();
    if (text === undefined) return;
    if (left === undefined) {
      add(text.end(), text);
      records.end();
      return;
    }
    const piece = left.length > pieceBytes ? left.subarray(0, pieceBytes) : left;
    left = piece === left ? undefined : left.subarray(pieceBytes);
    add(text.decode(piece), text);
  };
}

/** Reads to the end, up to a limit, because an answer that breaks off there is incomplete, too. */
async function finish(source: ByteSource): Promise<void> {
  for (let length = 0; length <= trailingBytes; ) {
    const bytes = await source.read();
    if (bytes === undefined) return;
    length += bytes.length;
  }
}

/** The error for a failed read. The body is lost, so the error has only the head of the answer. */
function streamError(
  error: unknown,
  request: PreparedRequest,
  { status, headers }: OpenAnswer,
): AsmxError {
  const raw: RawAnswer = rawAnswer({ status, headers, body: nothing });
  if (isAsmxError(error)) {
    if (error.raw !== undefined) return decodeError(error, request, error.raw);
    const { code, message } = error;
    const cause = propertyOf(error, 'cause');
    return decodeError(new AsmxError(code, message, { raw, cause }), request, raw);
  }
  return decodeError(error, request, raw);
}
