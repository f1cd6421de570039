import { receiveArriving } from '../byte-stream/receive-parts.ts';
import { readRest } from '../client/byte-source.ts';
import { CallClock } from '../client/call-clock.ts';
import { nameOf } from '../client/call-error.ts';
import { type Caller, rawParts, readAnswer, timeoutOf } from '../client/caller.ts';
import { reportDeviations, watchAnswer } from '../client/deviations.ts';
import { defaultMaxResponseBytes } from '../client/options.ts';
import type { UnsentCall } from '../client/sender.ts';
import {
  answerTooLarge,
  type ByteSource,
  headerValue,
  isSuccess,
  rawAnswer,
} from '../client/transport.ts';
import { isMultipart } from '../mime/read-parts.ts';
import { AsmxError } from '../operation/errors.ts';
import type { ReadAnswer } from '../operation/operation.ts';
import { isSoapFault } from '../operation/soap-fault.ts';
import { ByteCollector } from '../platform/byte-collector.ts';
import { platform } from '../platform/globals.ts';
import { finish, type OpenStream, openStream, streamError } from './open-stream.ts';

/** A caller whose answers have streams of bytes, which are read after the call. */
export function openCaller(caller: Caller): Caller {
  return {
    ...caller,
    call: async (operation, input, options) =>
      (await callOpened(caller, { operation, input, options }, false)).result as never,
    raw: async (operation, input, options) =>
      (await callOpened(caller, { operation, input, options }, true)) as never,
  };
}

async function callOpened(
  caller: Caller,
  { operation, input, options: given }: UnsentCall,
  asWritten: boolean,
): Promise<{ readonly result: unknown }> {
  const { settings } = caller;
  const { maxResponseBytes } = settings.options;
  const clock = new CallClock(given?.signal);
  const options = { ...given, maxResponseBytes };
  const deviations = watchAnswer(settings.options, asWritten);
  try {
    const opened = await openStream(caller, { operation, input, options }, clock);
    const timeout = timeoutOf(given, settings);
    const read = await readOpened(opened, { clock, timeout, held: maxResponseBytes }, (parts) => {
      deviations?.keep(0);
      const { request } = opened;
      return readAnswer(
        { operation, request, answer: parts.answer },
        settings.options,
        deviations,
        parts.received,
      );
    });
    const { result } = read.answer;
    const list = deviations?.list() ?? [];
    const others = { ...rawParts(read.answer), result, deviations: list };
    return { ...rawAnswer(read.whole), ...others };
  } catch (error) {
    clock.stop();
    throw error;
  } finally {
    reportDeviations(deviations, settings.options, nameOf(operation.service, operation.name));
  }
}

/** What reading an open answer is bound to. */
interface Bounds {
  readonly clock: CallClock;
  /** Milliseconds in which something has to be read. */
  readonly timeout: number;
  /** The client option `maxResponseBytes`. */
  readonly held: number | undefined;
}

/** An envelope with the parts that are still arriving. */
interface ReadParts {
  readonly answer: Parameters<typeof readAnswer>[0]['answer'];
  readonly received?: Parameters<typeof readAnswer>[3];
}

/** Reads an answer up to its streams, which end the call. */
async function readOpened(
  { request, answer, source, end }: OpenStream,
  { clock, timeout, held = defaultMaxResponseBytes }: Bounds,
  read: (parts: ReadParts) => ReadAnswer,
): Promise<{ readonly answer: ReadAnswer; readonly whole: ReadParts['answer'] }> {
  const { status, headers } = answer;
  const fail = (error: unknown): unknown =>
    isSoapFault(error) ? error : streamError(error, request, answer);
  let stop = (): void => undefined;
  const close = (error?: unknown): Promise<void> => {
    stop();
    source.cancel();
    clock.stop();
    return end(error);
  };
  try {
    const contentType = headerValue(headers, 'content-type');
    if (!isSuccess(status) || !isMultipart(contentType)) {
      const body = await readRest(source, new ByteCollector(), held, answer);
      const whole = { status, headers, body };
      const found = read({ answer: whole });
      await close();
      return { answer: found, whole };
    }
    const watched = watchedSource(source, clock, timeout);
    stop = watched.stop;
    const arrived = await receiveArriving({ ...source, read: watched.read }, contentType, {
      held,
      tooLong: () => answerTooLarge(held, { status, headers, body: new Uint8Array(0) }),
      failed: fail,
      over: async (isRead, error) => {
        stop();
        try {
          // an answer that breaks off after its message is incomplete, too
          if (isRead) await finish(source);
        } catch (cause) {
          await close(fail(cause));
          throw cause;
        }
        await close(error);
      },
    });
    const { body, parts } = arrived;
    clock.onEnd((error) => parts.pending.cancel(error));
    const whole = { status, headers: { ...headers, 'content-type': arrived.contentType }, body };
    const found = await parts.pending.settle(() => read({ answer: whole, received: parts }));
    return { answer: { ...found, attachments: [...parts.rest] }, whole: { status, headers, body } };
  } catch (error) {
    const failure = fail(error);
    await close(failure);
    throw failure;
  }
}

/** The longest time of a timer, in milliseconds. With more it fires at once. */
const longestTime = 0x7fffffff;

function unread(timeout: number): string {
  return `No one has read the streams of the answer for ${timeout} ms.`;
}

/** A source that ends the call if nothing is read from it for long. */
function watchedSource(
  source: ByteSource,
  clock: CallClock,
  timeout: number,
): { readonly read: ByteSource['read']; readonly stop: () => void } {
  let reads = 0;
  let isReading = false;
  let timer: unknown;
  // one timer for many reads
  const watch = (): void => {
    const before = reads;
    timer = platform.setTimeout(() => {
      if (isReading || reads > before) watch();
      else clock.end(new AsmxError('timeout', unread(timeout)));
    }, timeout);
  };
  if (timeout > 0 && timeout <= longestTime) watch();
  return {
    async read() {
      isReading = true;
      reads += 1;
      try {
        return await source.read();
      } finally {
        isReading = false;
      }
    },
    stop: () => platform.clearTimeout(timer),
  };
}
