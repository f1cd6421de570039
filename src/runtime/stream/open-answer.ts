import { bytesSource, limitSource, readRest } from '../client/byte-source.ts';
import type { CallClock } from '../client/call-clock.ts';
import type { Caller } from '../client/caller.ts';
import { defaultMaxResponseBytes } from '../client/options.ts';
import { intercept } from '../client/sender.ts';
import {
  type ByteSource,
  isSuccess,
  type OpenAnswer,
  type PreparedRequest,
  rawAnswer,
} from '../client/transport.ts';
import { ByteCollector } from '../platform/byte-collector.ts';
import { openedAnswer } from './opened-answer.ts';

const nothing = new Uint8Array(0);

/**
 * Sends a request through a client's interceptors and returns the answer when its head was
 * received. Interceptors see the whole body of an error only; that of a stream is not available to
 * them.
 */
export async function openAnswer(
  { settings: { options }, transport }: Caller,
  request: PreparedRequest,
  clock: CallClock,
): Promise<OpenAnswer> {
  const { interceptors = [], maxResponseBytes = defaultMaxResponseBytes } = options;
  if (interceptors.length === 0) return transport(request, clock, openedAnswer);
  let body: ByteSource | undefined;
  const answer = await intercept(interceptors, request, clock, async (current) => {
    body?.cancel();
    body = undefined;
    const opened = await transport(current, clock, openedAnswer);
    const { status, headers } = opened;
    if (isSuccess(status)) {
      body = opened.body;
      return rawAnswer({ status, headers, body: nothing });
    }
    const source = limitSource(opened, { clock, timeout: 0, maxResponseBytes });
    const whole = await readRest(source, new ByteCollector(), maxResponseBytes, opened);
    return rawAnswer({ status, headers, body: whole });
  });
  if (body !== undefined && answer.body.length === 0) return { ...answer, body };
  body?.cancel();
  return { ...answer, body: bytesSource(answer.body) };
}
