import { clock } from '../../diagnostics/clock.ts';

/** A number with its noun: `1 service`, `2 services`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A number of operations, and of those left out: `3 operations (1 left out)`. */
export function operationsText(count: number, leftOut: number): string {
  return `${counted(count, 'operation')}${leftOut > 0 ? ` (${leftOut} left out)` : ''}`;
}

/** Seconds since a moment of `clock()`, such as `0.4 s`. */
export function secondsSince(start: number): string {
  return `${((clock() - start) / 1000).toFixed(1)} s`;
}
