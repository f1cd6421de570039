/**
 * Milliseconds of a monotonic clock, for timings. Equal to `performance.now()`, for which Node
 * would load `node:perf_hooks`, 2 ms in every run.
 */
export function clock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
