import { isPromise } from '../platform/globals.ts';

/**
 * Calls a listener, on whose result nothing depends. Whatever it throws or rejects with is ignored:
 * a listener must not make a call fail, or end the process.
 */
export function tell(listener: () => unknown): void {
  try {
    const result = listener();
    if (isPromise(result)) result.then(undefined, () => undefined);
  } catch {
    // Nobody waits for the listener.
  }
}
