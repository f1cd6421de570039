import { appendFileSync, writeFileSync } from 'node:fs';
import type { ShadowDifference } from '../generated/pricing/index.js';

/** Differences between old and new: counted, and kept as a recording. */
export class Report {
  readonly #counts = new Map<string, number>();
  readonly #file: string;

  /** @param file where calls that differ are written, as a recording for `asmx-gen verify` */
  constructor(file: string) {
    this.#file = file;
    writeFileSync(file, `${JSON.stringify({ recording: 1, contract: 'Pricing' })}\n`);
  }

  readonly add = ({ service, operation, path, request }: ShadowDifference): void => {
    const place = `${service}.${operation}: ${path}`;
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + 1);
    // it has what callers sent: keep it as you keep their data
    appendFileSync(this.#file, `${JSON.stringify(request)}\n`);
  };

  toString(): string {
    const lines = [...this.#counts].map(
      ([place, count]) => `${String(count).padStart(5)}  ${place}`,
    );
    return lines.join('\n') || 'no differences';
  }
}
