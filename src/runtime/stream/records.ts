import { CallClock } from '../client/call-clock.ts';
import { nameOf } from '../client/call-error.ts';
import { type Caller, readerOptions } from '../client/caller.ts';
import { type Deviations, reportDeviations, watchAnswer } from '../client/deviations.ts';
import { defaultMaxResponseBytes, type StreamOptions } from '../client/options.ts';
import { notInCharset, refuseBytes } from '../client/text-answer.ts';
import type { ByteSource } from '../client/transport.ts';
import { AsmxError, isAsmxError } from '../operation/errors.ts';
import type { BindingName } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { isFault } from '../operation/soap-fault.ts';
import type { TextStream } from '../text/decode-stream.ts';
import { type OpenedRecords, openRecords, type StreamCall } from './open-records.ts';
import { finish, openStream, streamError, type UnsentStream } from './open-stream.ts';
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
    [Symbol.asyncIterator]: () => {
      const sent: SentRecords = {};
      return endedByReturn(iterate(caller, { operation, input, options }, sent), sent);
    },
  };
}

/** What is known of the call of records once it was sent. */
interface SentRecords {
  clock?: CallClock;
}

/**
 * Records whose call ends with `return`, even while the next one is awaited, which is then the end.
 * A generator would wait until the server says something.
 */
function endedByReturn<Item>(
  records: AsyncGenerator<Item, void, undefined>,
  sent: SentRecords,
): AsyncIterableIterator<Item> {
  let isOver = false;
  let count = 0;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      try {
        const next = await records.next();
        if (next.done !== true) count += 1;
        return next;
      } catch (error) {
        if (!isOver) throw isAsmxError(error) ? Object.assign(error, { records: count }) : error;
        return { done: true, value: undefined };
      }
    },
    return() {
      isOver = true;
      sent.clock?.end(new AsmxError('aborted', 'No one reads the records any more.'));
      return records.return();
    },
  };
}

/**
 * @throws SoapFault the answer is a fault
 * @throws AsmxError any other failure, even after some records, whose number it has: the answer
 *   broke off, is malformed or too large
 */
async function* iterate(
  caller: Caller,
  unsent: UnsentStream,
  sent: SentRecords,
): AsyncGenerator<unknown, void, undefined> {
  const { settings } = caller;
  const { operation, options } = unsent;
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
  sent.clock = clock;
  // Whether it is a number is checked where the call is.
  const stop = clock.limit(Number(options?.totalTimeout ?? 0));
  try {
    const { request, answer, source, end } = await openStream(caller, unsent, clock);
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
