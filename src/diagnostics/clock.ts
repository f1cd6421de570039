/** A stage of the pipeline. */
export type Stage = 'read' | 'link' | 'plan' | 'render' | 'format';

/** Adds up the time of each stage. Time of a stage inside another counts only for the inner one. */
export interface StageClock {
  readonly timings: Partial<Record<Stage, number>>;
  measure<T>(stage: Stage, work: () => T): T;
  measureAsync<T>(stage: Stage, work: () => Promise<T>): Promise<T>;
  /** Measures each item of an iteration when it is read. */
  measureEach<T>(stage: Stage, items: Iterable<T>): Iterable<T>;
}

/** Creates a clock without times. */
export function createStageClock(): StageClock {
  const timings: Partial<Record<Stage, number>> = {};
  // Time of stages inside the one being measured.
  let inside = 0;
  const begin = (stage: Stage): (() => void) => {
    const start = clock();
    const before = inside;
    inside = 0;
    return () => {
      const took = clock() - start;
      timings[stage] = (timings[stage] ?? 0) + took - inside;
      inside = before + took;
    };
  };
  const measure = <T>(stage: Stage, work: () => T): T => {
    const end = begin(stage);
    try {
      return work();
    } finally {
      end();
    }
  };
  return {
    timings,
    measure,
    measureAsync: async (stage, work) => {
      const end = begin(stage);
      try {
        return await work();
      } finally {
        end();
      }
    },
    *measureEach(stage, items) {
      const steps = items[Symbol.iterator]();
      for (;;) {
        const step = measure(stage, () => steps.next());
        if (step.done === true) return;
        yield step.value;
      }
    },
  };
}

/**
 * Milliseconds of a monotonic clock, for timings. Equal to `performance.now()`, for which Node
 * would load `node:perf_hooks`, 2 ms in every run.
 */
export function clock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
