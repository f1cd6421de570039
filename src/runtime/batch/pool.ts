import { type PlatformSignal, platform } from '../platform/globals.ts';

/** How many calls run at a time, and how they are watched. */
export interface PoolOptions {
  /** Calls that run at a time: a whole number from 1 to 10,000. Default 10. */
  readonly concurrency?: number | undefined;
  /** Calls that begin in a second at most, evenly spread; more than 0. Default: no limit. */
  readonly rate?: number | undefined;
  /** Once it fires, no further call begins. Those that run end as usual. */
  readonly signal?: PlatformSignal | undefined;
  /** Called after each call. What it throws ends the pool. */
  readonly onProgress?: ((progress: PoolProgress) => void) | undefined;
}

/** How far a pool is. */
export interface PoolProgress {
  /** Calls that have ended. */
  readonly done: number;
  /** Those of them that failed. */
  readonly failed: number;
  /** Calls that run now. */
  readonly running: number;
}

/** How a call ended, in the words of `Promise.allSettled`. */
export type PoolOutcome<Result> =
  | { readonly index: number; readonly status: 'fulfilled'; readonly value: Result }
  | { readonly index: number; readonly status: 'rejected'; readonly reason: unknown };

/** A call that has not begun. */
export type PoolCall<Result> = () => Result | PromiseLike<Result>;

/**
 * Runs calls, some at a time, and gives the outcome of each as soon as it is known: `index` is the
 * number of the call, from 0. Calls come from a list or a generator, which is only asked for as
 * many as can begin; and no call begins while earlier outcomes wait to be taken. So memory does not
 * grow with the number of calls. A call that fails is an outcome, too.
 *
 * Whoever leaves the loop early lets the running calls end, and begins no others. Neither that nor
 * the signal waits for what the generator was asked for.
 *
 * @throws RangeError an option is out of range
 * @throws Error what the generator throws, after the outcomes of the calls before it
 */
export async function* pool<Result>(
  calls: Iterable<PoolCall<Result>> | AsyncIterable<PoolCall<Result>>,
  options: PoolOptions = {},
): AsyncGenerator<PoolOutcome<Result>, void, undefined> {
  const { concurrency = 10, rate = Number.POSITIVE_INFINITY, signal, onProgress } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 10_000) {
    throw new RangeError(
      `Option \`concurrency\` is ${concurrency}; it is a whole number from 1 to 10,000.`,
    );
  }
  if (!(rate > 0)) throw new RangeError(`Option \`rate\` is ${rate}; it is a number above 0.`);
  const source = (
    Symbol.asyncIterator in calls ? calls[Symbol.asyncIterator]() : calls[Symbol.iterator]()
  ) as AsyncIterator<PoolCall<Result>> | Iterator<PoolCall<Result>>;
  const ended = new Handover<PoolOutcome<Result>>();
  const pace = new Pace(1000 / rate, signal);
  let isLeft = false;
  let next = 0;
  let done = 0;
  let failed = 0;
  let running = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let isAsking = false;
  let stopAsking: (() => void) | undefined;
  const stop = (): void => stopAsking?.();
  const leave = (): void => {
    isLeft = true;
    stop();
  };
  signal?.addEventListener('abort', stop);

  const ask = async (): Promise<IteratorResult<PoolCall<Result>>> => {
    isAsking = true;
    try {
      return await source.next();
    } finally {
      isAsking = false;
    }
  };
  /** What the source gives; `undefined` if no one waits for it any more. */
  const asked = (): Promise<IteratorResult<PoolCall<Result>> | undefined> =>
    // a race with one promise of the end would keep memory for each call until then
    new Promise((resolve, reject) => {
      stopAsking = () => resolve(undefined);
      ask().then(resolve, reject);
    });

  /** The next call, in its turn; `undefined` if there is none. */
  const take = (): Promise<
    { readonly call: PoolCall<Result>; readonly index: number } | undefined
  > => {
    const taken = turn.then(async () => {
      const isStopped = (): boolean => isLeft || signal?.aborted === true;
      if (isStopped()) return undefined;
      const step = await asked();
      if (step === undefined || step.done === true) {
        isLeft = true;
        return undefined;
      }
      await pace.wait();
      if (isStopped()) return undefined;
      next += 1;
      return { call: step.value, index: next - 1 };
    });
    turn = taken.catch((): undefined => undefined);
    return taken;
  };

  const work = async (): Promise<void> => {
    for (let taken = await take(); taken !== undefined; taken = await take()) {
      const { call, index } = taken;
      let outcome: PoolOutcome<Result>;
      running += 1;
      try {
        outcome = { index, status: 'fulfilled', value: await call() };
      } catch (reason) {
        outcome = { index, status: 'rejected', reason };
        failed += 1;
      }
      running -= 1;
      done += 1;
      onProgress?.({ done, failed, running });
      await ended.give(outcome);
    }
  };

  const workers = Array.from({ length: concurrency }, () =>
    work().catch((error: unknown) => {
      leave();
      throw error;
    }),
  );
  const all = Promise.allSettled(workers).then((results) => {
    ended.close();
    return results.find((one) => one.status === 'rejected');
  });
  try {
    for (;;) {
      const outcome = await ended.take();
      if (outcome === undefined) break;
      yield outcome.value;
    }
    const broken = await all;
    if (broken?.status === 'rejected') throw broken.reason;
  } finally {
    leave();
    signal?.removeEventListener('abort', stop);
    ended.close();
    const isWaiting = isAsking;
    const returned = Promise.resolve(source.return?.());
    // a generator returns after what it was asked for, which may never come
    if (isWaiting) returned.catch(() => {});
    else await returned;
  }
}

/** Gives values to one taker, and holds whoever gives one until it is taken. */
class Handover<Value> {
  private readonly waiting: { readonly value: Value; readonly taken: () => void }[] = [];
  private isClosed = false;
  private wake: (() => void) | undefined;

  give(value: Value): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    return new Promise((taken) => {
      this.waiting.push({ value, taken });
      this.wake?.();
    });
  }

  /** @returns `undefined` if no more come */
  async take(): Promise<{ readonly value: Value } | undefined> {
    for (;;) {
      const first = this.waiting.shift();
      if (first !== undefined) {
        first.taken();
        return first;
      }
      if (this.isClosed) return undefined;
      await new Promise<void>((wake) => {
        this.wake = wake;
      });
    }
  }

  close(): void {
    this.isClosed = true;
    for (const { taken } of this.waiting) taken();
    this.wake?.();
  }
}

/** Spreads what begins evenly over time. */
class Pace {
  private due = 0;
  private readonly gap: number;
  private readonly signal: PlatformSignal | undefined;

  /** @param gap Milliseconds between two. */
  constructor(gap: number, signal: PlatformSignal | undefined) {
    this.gap = gap;
    this.signal = signal;
  }

  /** Waits until the next may begin, or the signal fires. */
  async wait(): Promise<void> {
    if (this.gap === 0) return;
    const now = platform.performance.now();
    const time = this.due - now;
    this.due = Math.max(now, this.due) + this.gap;
    if (time <= 0) return;
    const { signal } = this;
    await new Promise<void>((resolve) => {
      const stop = (): void => {
        platform.clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const timer = platform.setTimeout(stop, time);
      signal?.addEventListener('abort', stop);
    });
  }
}
