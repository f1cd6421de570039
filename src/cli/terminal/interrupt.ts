import { exitCodes } from './exit-codes.ts';

let onInterrupt = (): void => {
  process.exit(exitCodes.interrupted);
};

/**
 * Makes Ctrl-C end the process with 130. Files are written whole or not at all, so it may end at
 * once; temporary folders are removed on the way out.
 */
export function installInterrupt(): void {
  process.on('SIGINT', () => onInterrupt());
}

/** Puts something else in place of ending the process. */
export function takeInterrupt(handler: () => void): void {
  onInterrupt = handler;
}

/**
 * Lets a Ctrl-C that came during work without a pause take effect. Signals are heard where the
 * event loop polls: a first immediate may come before it does so, a second one comes after it.
 */
export function hearInterrupt(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
