import { setFlagsFromString } from 'node:v8';

/**
 * Bytecode V8 runs in a function before it thinks of optimizing it: about four times its own choice. A run of a second or two ends before
 * optimized code has paid for its compilation, which takes place on the core next door: of large contracts a third of the CPU time goes, on
 * a machine with nothing else to do no time at all is lost.
 */
const interruptBudget = 500_000;

/** Tunes the engine for a process that ends soon. Not for servers, nor for what watches files. */
export function expectShortRun(): void {
  setFlagsFromString(`--interrupt-budget=${interruptBudget}`);
}
