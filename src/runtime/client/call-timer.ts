import { AsmxError } from '../operation/errors.ts';
import { type AbortSignalLike, platform } from '../platform/globals.ts';

/**
 * The error of a call that its caller ended. A signal of `AbortSignal.timeout` counts as a timeout.
 */
export function abortError(signal: AbortSignalLike): AsmxError {
  const { reason } = signal;
  const timedOut =
    typeof reason === 'object' &&
    reason !== null &&
    'name' in reason &&
    reason.name === 'TimeoutError';
  return timedOut
    ? new AsmxError('timeout', 'The call took longer than its signal allows.', { cause: reason })
    : new AsmxError('aborted', 'The call was aborted.', { cause: reason });
}

/**
 * Watches over one call.
 *
 * @param onEnd Called at most once, when the time is over or the signal aborts.
 * @returns A function that ends the watch.
 */
export function watchCall(
  timeout: number,
  signal: AbortSignalLike | undefined,
  onEnd: (error: AsmxError) => void,
): () => void {
  let timer: unknown;
  const onAbort = (): void => {
    if (signal === undefined) return;
    stop();
    onEnd(abortError(signal));
  };
  const stop = (): void => {
    if (timer !== undefined) platform.clearTimeout(timer);
    timer = undefined;
    signal?.removeEventListener('abort', onAbort);
  };
  if (timeout > 0) {
    // Timers count in 32 bits: a longer time means none.
    const milliseconds = Math.min(timeout, 0x7fffffff);
    timer = platform.setTimeout(() => {
      stop();
      onEnd(new AsmxError('timeout', `The call took longer than ${timeout} ms.`));
    }, milliseconds);
  }
  signal?.addEventListener('abort', onAbort);
  return stop;
}
