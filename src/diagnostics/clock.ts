/**
 * Milliseconds of a clock that only goes forward, for timings. It is that of `performance.now()`,
 * for which Node would load `node:perf_hooks`: 2 ms of every run.
 */
export function clock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
