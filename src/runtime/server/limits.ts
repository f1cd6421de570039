import { limitProblem } from '../operation/limit.ts';
import type { ServerLimits } from './options.ts';

/** Limits with their defaults. */
export interface RequestLimits {
  readonly bodyBytes: number;
  /** Elements of an XML body. */
  readonly elements: number;
  /** Milliseconds until the body is complete; 0 for no limit. */
  readonly bodyTime: number;
  /** Milliseconds until the result is complete; 0 for no limit. */
  readonly time: number;
}

const defaultBodyBytes = 4 * 1024 * 1024;
const defaultElements = 500_000;
/** A client that needs longer keeps memory of the server for nothing. */
const defaultBodyTime = 100_000;
/** The longest time of a timer, in milliseconds. With more it fires at once. */
const longestTime = 0x7fffffff;
const names = ['bodyBytes', 'elements', 'depth', 'attributes', 'time'] as const;

/**
 * Adds the defaults.
 *
 * @throws RangeError a limit is no number, or less than 0
 */
export function completeLimits(limits: ServerLimits = {}): RequestLimits {
  const problem = limitProblem(limits, names);
  if (problem !== undefined) throw new RangeError(`limits.${problem}`);
  const { bodyBytes = defaultBodyBytes, elements = defaultElements, time } = limits;
  return {
    bodyBytes,
    elements,
    bodyTime: timerTime(time ?? defaultBodyTime),
    time: timerTime(time ?? 0),
  };
}

/** A time for a timer; 0 for one that never fires. */
function timerTime(time: number): number {
  return time === Number.POSITIVE_INFINITY ? 0 : Math.min(time, longestTime);
}
