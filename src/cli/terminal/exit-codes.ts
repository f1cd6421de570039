/** What the exit code of a run says; scripts depend on it. */
export const exitCodes = {
  /** Done, and the answer is yes. */
  fine: 0,
  /**
   * Done, and the answer is no: a contract with errors, generated code out of date, a call answered
   * with a fault.
   */
  no: 1,
  /** Not done: wrong usage, configuration, files, network. */
  cannotRun: 2,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
