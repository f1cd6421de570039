/** Exit codes, on which scripts depend. */
export const exitCodes = {
  /** Done, with a positive result. */
  fine: 0,
  /**
   * Done, with a negative result: a contract with errors, outdated generated code, a call answered
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
