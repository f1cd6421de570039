import { AsmxError, propertyOf } from '../operation/errors.ts';
import { type AbortSignalLike, platform } from '../platform/globals.ts';

/** Ends a call when its time is up or its signal fires, wherever the call is. */
export class CallClock {
  /** Why the call ended; `undefined` before that. */
  ended: AsmxError | undefined;
  private readonly signal: AbortSignalLike | undefined;
  private readonly listeners: Set<(error: AsmxError) => void> = new Set();

  constructor(signal: AbortSignalLike | undefined) {
    this.signal = signal;
    if (signal?.aborted === true) this.abort();
    else signal?.addEventListener('abort', this.abort);
  }

  /** @throws AsmxError aborted, timeout: the call has ended */
  check(): void {
    if (this.ended !== undefined) throw this.ended;
  }

  /** @param listener Called once, when the call ends. */
  onEnd(listener: (error: AsmxError) => void): void {
    this.listeners.add(listener);
  }

  /** The result of a function, unless the call ends before. */
  run<Result>(action: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.check();
      this.onEnd(reject);
      action()
        .then(resolve, reject)
        .then(() => this.listeners.delete(reject));
    });
  }

  /**
   * Ends the call after a number of milliseconds.
   *
   * @param milliseconds 0 for no limit; nor is there one beyond 24 days, which timers cannot wait.
   * @returns A function that takes the limit back.
   */
  limit(milliseconds: number, message: string = tooLong(milliseconds)): () => void {
    if (!(milliseconds > 0 && milliseconds <= 0x7fffffff)) return () => undefined;
    const timer = platform.setTimeout(
      () => this.end(new AsmxError('timeout', message)),
      milliseconds,
    );
    return () => platform.clearTimeout(timer);
  }

  /** Ends the call with an error. */
  end(error: AsmxError): void {
    if (this.ended !== undefined) return;
    this.ended = error;
    this.stop();
    for (const listener of this.listeners) listener(error);
  }

  /** Leaves the signal, after the call. */
  stop(): void {
    this.signal?.removeEventListener('abort', this.abort);
  }

  private readonly abort = (): void => {
    if (this.signal !== undefined) this.end(abortError(this.signal));
  };
}

function tooLong(milliseconds: number): string {
  return `The call took longer than ${milliseconds} ms.`;
}

/**
 * The error for a call that its caller ended. A signal of `AbortSignal.timeout` counts as a
 * timeout.
 */
function abortError({ reason }: AbortSignalLike): AsmxError {
  return propertyOf(reason, 'name') === 'TimeoutError'
    ? new AsmxError('timeout', 'The call took longer than its signal allows.', { cause: reason })
    : new AsmxError('aborted', 'The call was aborted.', { cause: reason });
}
