import type { SessionStore } from '../session.ts';

interface Kept {
  readonly value: object;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Sessions in the memory of the process. Those whose time is over are dropped now and then. */
export function memoryStore(): SessionStore {
  const kept: Map<string, Kept> = new Map();
  let untilSweep = 1000;
  const sweep = (now: number): void => {
    for (const [id, { until }] of kept) if (until <= now) kept.delete(id);
    // once for as many sessions as are left, so that each costs little
    untilSweep = Math.max(1000, kept.size);
  };
  return {
    get(id) {
      const found = kept.get(id);
      return found === undefined || found.until <= Date.now() ? undefined : found.value;
    },
    set(id, value, seconds) {
      const now = Date.now();
      untilSweep -= 1;
      if (untilSweep <= 0) sweep(now);
      kept.set(id, { value, until: now + seconds * 1000 });
    },
    delete: (id) => kept.delete(id),
  };
}
