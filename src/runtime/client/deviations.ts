import { tell } from '../platform/globals.ts';
import type { Deviation, DeviationSink } from '../xml/deviation.ts';
import type { ClientOptions } from './options.ts';

/** Number of deviations kept of one answer, or of one record of a stream. */
const most = 1000;

/** The deviations accepted in an answer: the first thousand, and their total number. */
export class Deviations implements DeviationSink {
  readonly lenient: boolean;
  readonly strict: boolean;
  count = 0;
  readonly #kept: Deviation[] = [];
  readonly #lost: Set<string> = new Set();
  readonly #assumed: Set<string> = new Set();

  constructor(lenient: boolean, strict = false) {
    this.lenient = lenient;
    this.strict = strict;
  }

  add(path: string, message: string): void {
    this.count += 1;
    if (this.#kept.length < most) this.#kept.push({ path, message });
  }

  lose(path: string): void {
    if (this.#lost.size >= most) this.#lost.clear();
    this.#lost.add(path);
  }

  wasLost(path: string): boolean {
    return this.#lost.delete(path);
  }

  assume(prefix: string): void {
    this.#assumed.add(prefix);
  }

  keep(count: number): void {
    this.count = count;
    this.#kept.length = Math.min(this.#kept.length, count);
  }

  /** The deviations kept; the last entry gives the number of others, if any. */
  list(): readonly Deviation[] {
    const more = this.count - this.#kept.length;
    const rest = [...this.#assumed].map((prefix) => `The prefix '${prefix}' is not declared.`);
    if (more > 0) rest.push(`There are ${more} more deviations.`);
    return [...this.#kept, ...rest.map((message) => ({ path: '', message }))];
  }

  /** As {@link list}, and drops all. */
  take(): readonly Deviation[] {
    const list = this.list();
    this.keep(0);
    this.#assumed.clear();
    return list;
  }
}

/** Collects the deviations of an answer, if anyone asks for them. */
export function watchAnswer(
  { lenient = false, strict = false, onDeviation }: ClientOptions,
  raw: boolean,
): Deviations | undefined {
  if (raw || lenient || strict || onDeviation !== undefined) return new Deviations(lenient, strict);
  return undefined;
}

/** Reports deviations to the listener, and then drops them. Errors of the listener are ignored. */
export function reportDeviations(
  deviations: Deviations | undefined,
  { onDeviation }: ClientOptions,
  operation: string,
): void {
  for (const deviation of deviations?.take() ?? []) {
    tell(() => onDeviation?.(deviation, operation));
  }
}
