/** Values of `--reporter`: how diagnostics and results are written. */
export const reporterNames = ['text', 'json', 'github'] as const;

/** One of `reporterNames`. */
export type ReporterName = (typeof reporterNames)[number];
