import { limitSource } from '../client/byte-source.ts';
import type { CallClock } from '../client/call-clock.ts';
import { decodeError } from '../client/call-error.ts';
import { answerCall, type Caller, checkLimits, timeoutOf } from '../client/caller.ts';
import type { StreamOptions } from '../client/options.ts';
import { type SendRequest, tracer, type UnsentCall } from '../client/sender.ts';
import {
  type ByteSource,
  type OpenAnswer,
  type PreparedRequest,
  rawAnswer,
} from '../client/transport.ts';
import { AsmxError, isAsmxError, propertyOf, type RawAnswer } from '../operation/errors.ts';
import type { BindingName } from '../operation/names.ts';
import { openAnswer } from './open-answer.ts';

/** Bytes read after the end of a message, so that its connection can be reused. */
const trailingBytes = 65536;
const nothing = new Uint8Array(0);

/** A call of a stream that is not sent yet. */
export interface UnsentStream extends UnsentCall {
  readonly options: StreamOptions<BindingName, object> | undefined;
}

/** A stream whose answer has begun. */
export interface OpenStream {
  readonly request: PreparedRequest;
  readonly answer: OpenAnswer;
  /** The body within the limits of the call. */
  readonly source: ByteSource;
  /** Says that the call is over, with its error if there is one. */
  readonly end: (error?: unknown) => Promise<void>;
}

/** Sends a call, which is over for those who trace it when the stream has ended. */
export function openStream(
  caller: Caller,
  unsent: UnsentStream,
  clock: CallClock,
): Promise<OpenStream> {
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
          return whole.catch((): undefined => undefined);
        };
        resolve({ ...opened, source, end });
      });
    };
    const whole = tracer.trace(unsent, settings.options, send, run);
    whole.catch(reject);
  });
}

/** Reads to the end, up to a limit, because an answer that breaks off there is incomplete, too. */
export async function finish(source: ByteSource): Promise<void> {
  for (let length = 0; length <= trailingBytes; ) {
    const bytes = await source.read();
    if (bytes === undefined) return;
    length += bytes.length;
  }
}

/** The error for a failed read. The body is lost, so the error has only the head of the answer. */
export function streamError(
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
