import { isPromise, platform } from '../platform/globals.ts';
import type { Incoming } from './incoming.ts';

/** The part of iterators, with promises or without, that is used here. */
interface AnyIterator {
  next(): unknown;
  return?(): unknown;
}

const brand: unique symbol = Symbol('records');

/** The records a handler gives, once the first of them is there. */
export interface RecordStream {
  readonly [brand]: true;
  /** The first record, or the end. */
  readonly first: IteratorResult<unknown>;
  /**
   * The next record. Rejects with the error of the iterator, and when the time is over or the
   * client has gone.
   */
  next(): Promise<IteratorResult<unknown>>;
  /** Ends the iterator, unless it has ended. */
  cancel(): void;
  /** Whether the client has gone: what fails then concerns no one. */
  gone(): boolean;
}

/** Whether a handler's output is an opened stream. */
export function isRecordStream(output: unknown): output is RecordStream {
  return typeof output === 'object' && output !== null && brand in output;
}

/**
 * Starts reading the records a handler gives, up to the first: an error before it can still be a
 * fault.
 *
 * @param onTimeout Called when the time of the request is over.
 * @returns The output itself where it is no generator and has no asynchronous iterator.
 */
export function openRecords(
  output: unknown,
  incoming: Incoming,
  onTimeout: (error: Error) => void,
): unknown {
  const iterator = iteratorOf(output);
  if (iterator === undefined) return output;
  const stream = createStream(iterator, incoming, onTimeout);
  return stream.next().then(
    (first): RecordStream => ({
      [brand]: true,
      first,
      next: stream.next,
      cancel: stream.cancel,
      gone: stream.gone,
    }),
  );
}

function iteratorOf(output: unknown): AnyIterator | undefined {
  if (typeof output !== 'object' || output === null) return undefined;
  if (Symbol.asyncIterator in output) {
    return (output as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  }
  // An array has an iterator too, but is none: it is a result.
  return Symbol.iterator in output && 'next' in output
    ? (output as unknown as AnyIterator)
    : undefined;
}

function createStream(
  iterator: AnyIterator,
  incoming: Incoming,
  onTimeout: (error: Error) => void,
): Omit<RecordStream, typeof brand | 'first'> {
  const { deadline } = incoming;
  let failure: Error | undefined;
  let reject: ((error: unknown) => void) | undefined;
  let over = false;
  let gone = false;
  let timer: unknown;
  const finish = (): void => {
    over = true;
    if (timer !== undefined) platform.clearTimeout(timer);
  };
  const fail = (error: Error): void => {
    if (over) return;
    failure = error;
    finish();
    try {
      const returned = iterator.return?.();
      // A generator that waits for something ends after that; nothing here waits for it.
      if (isPromise(returned)) returned.then(undefined, () => undefined);
    } catch {
      // What it throws on its way out is not about this request.
    }
    reject?.(error);
  };
  if (deadline !== undefined) {
    timer = platform.setTimeout(
      () => {
        const error = new Error('Request timed out.');
        onTimeout(error);
        fail(error);
      },
      Math.max(0, deadline - Date.now()),
    );
  }
  incoming.onGone(() => {
    gone = true;
    fail(new Error('The client has gone.'));
  });
  return {
    next: () =>
      new Promise((resolve, rejectThis) => {
        if (failure !== undefined) {
          rejectThis(failure);
          return;
        }
        reject = rejectThis;
        const taken = (result: IteratorResult<unknown>): void => {
          if (result.done === true) finish();
          resolve(result);
        };
        const lost = (error: unknown): void => {
          finish();
          rejectThis(error);
        };
        try {
          const result = iterator.next();
          if (isPromise(result)) {
            result.then((value) => taken(value as IteratorResult<unknown>), lost);
          } else taken(result as IteratorResult<unknown>);
        } catch (error) {
          lost(error);
        }
      }),
    cancel: () => fail(new Error('The answer was broken off.')),
    gone: () => gone,
  };
}
