import { clock } from '../../diagnostics/clock.ts';
/** A number with its noun: `1 service`, `2 services`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Seconds since a moment of `clock()`, such as `0.4 s`. */
export function secondsSince(start: number): string {
  return `${((clock() - start) / 1000).toFixed(1)} s`;
}
