import { CallClock } from '../client/call-clock.ts';
import { nameOf } from '../client/call-error.ts';
import { type Caller, readerOptions } from '../client/caller.ts';
import { type Deviations, reportDeviations, watchAnswer } from '../client/deviations.ts';
import { defaultMaxResponseBytes, type StreamOptions } from '../client/options.ts';
import { notInCharset, refuseBytes } from '../client/text-answer.ts';
import type { ByteSource } from '../client/transport.ts';
import type { BindingName } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { isFault } from '../operation/soap-fault.ts';
import type { TextStream } from '../text/decode-stream.ts';
import { type OpenedRecords, openRecords, type StreamCall } from './open-records.ts';
import { finish, openStream, streamError } from './open-stream.ts';
import { needText, noRecord } from './record-reader.ts';

/** Bytes decoded at once. Larger pieces take several times their size in memory. */
const pieceBytes = 16384;

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
