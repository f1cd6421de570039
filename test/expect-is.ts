import { expect } from '@jest/globals';

/**
 * Expects a value, for loops over many thousands: a call of `expect` costs more than most of what
 * is tested there, so it is called only for a value that differs.
 *
 * @param of what the value belongs to, shown when it differs
 */
export function expectIs<T>(value: T, expected: T, of?: unknown): void {
  if (!Object.is(value, expected)) expect({ of, value }).toEqual({ of, value: expected });
}
