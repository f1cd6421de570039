let onInterrupt = (): void => {
  process.exit(exitCodes.interrupted);
};

/**
 * Makes Ctrl-C end the process with 130. Files are written as a whole or not at all, so it may end
 * at any time; temporary folders are removed on exit.
 */
export function installInterrupt(): void {
  process.on('SIGINT', () => onInterrupt());
}

let isLasting = false;

/** Whether the run lasts until it is stopped, as `serve` and `--watch` do. */
export function lasts(): boolean {
  return isLasting;
}

/** Replaces the action on Ctrl-C, in a run that lasts until then. */
export function takeInterrupt(handler: () => void): void {
  onInterrupt = handler;
  isLasting = true;
}

/**
 * Lets a pending Ctrl-C take effect after synchronous work. Signals are handled when the event loop
 * polls: a first immediate may run before it polls, a second one runs after it.
 */
export function hearInterrupt(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

/** Milliseconds between two looks at the process that started this one. */
const parentInterval = 500;

/**
 * Calls back when the package manager that started this process has gone, as after `kill` of
 * `npx asmx-gen serve`: npm ends its shell, and the shell passes no signal on. A process that a
 * person or a service manager started continues without them.
 */
export function onParentEnd(callback: () => void): void {
  const { npm_execpath: npm, npm_config_user_agent: agent } = process.env;
  if (npm === undefined && agent === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(parent)) return;
    clearInterval(timer);
    callback();
  }, parentInterval);
  timer.unref();
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // one that may not be signalled is there
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Resolves on a signal, or when {@link onParentEnd}. A second Ctrl-C ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      takeInterrupt(() => process.exit(exitCodes.interrupted));
      resolve();
    };
    takeInterrupt(stop);
    onParentEnd(stop);
    const before = process.listeners('SIGTERM');
    process.once('SIGTERM', stop);
    // only now, or a signal between the two would be lost
    for (const listener of before) process.off('SIGTERM', listener);
  });
}

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
