import type { Deviation, DeviationSink } from '../xml/deviation.ts';
import type { ClientOptions } from './options.ts';

/** Deviations of one answer, or of one record of a stream, that are kept. */
const most = 1000;

/** What was let pass of an answer: the first thousand deviations, and how many there were. */
export class Deviations implements DeviationSink {
  readonly lenient: boolean;
  count = 0;
  private readonly kept: Deviation[] = [];
  private readonly lost: Set<string> = new Set();

  constructor(lenient: boolean) {
    this.lenient = lenient;
  }

  add(path: string, message: string): void {
    this.count += 1;
    if (this.kept.length < most) this.kept.push({ path, message });
  }

  lose(path: string): void {
    if (this.lost.size >= most) this.lost.clear();
    this.lost.add(path);
  }

  wasLost(path: string): boolean {
    return this.lost.delete(path);
  }

  keep(count: number): void {
    this.count = count;
    this.kept.length = Math.min(this.kept.length, count);
  }

  /** What is kept; where there was more, the last one says how much. */
  list(): readonly Deviation[] {
    const more = this.count - this.kept.length;
    if (more === 0) return [...this.kept];
    return [...this.kept, { path: '', message: `There are ${more} more deviations.` }];
  }
}

/** Takes the deviations of an answer where anyone asks for them. */
export function watchAnswer(
  { lenient = false, onDeviation }: ClientOptions,
  raw: boolean,
): Deviations | undefined {
  return raw || lenient || onDeviation !== undefined ? new Deviations(lenient) : undefined;
}

/** Tells of deviations, and forgets them; what the listener throws is dropped. */
export function reportDeviations(
  deviations: Deviations | undefined,
  { onDeviation }: ClientOptions,
  operation: string,
): void {
  if (deviations === undefined || deviations.count === 0) return;
  const list = deviations.list();
  deviations.keep(0);
  for (const deviation of list) {
    try {
      onDeviation?.(deviation, operation);
    } catch {
      // A call does not fail for those who watch it.
    }
  }
}
