import { harmless } from '../../diagnostics/display-width.ts';
import { withoutUser } from '../../runtime/client/address.ts';

/** Shows the current step in one line, which is erased at the end. */
export interface Progress {
  /** Shows a step; user and password of an address in it are left out. */
  step(text: string): void;
  /** Erases the line, so that other output starts on an empty line. */
  clear(): void;
}

/** The part of a terminal that progress needs. */
export interface ProgressStream {
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/**
 * Creates progress on a terminal. Without one it is silent, so piped and logged output never has
 * it.
 */
export function createProgress(stream: ProgressStream | undefined): Progress {
  if (stream === undefined) return { step: () => {}, clear: () => {} };
  let shown = false;
  return {
    step(text) {
      // some terminals report 0 columns
      const room = Math.max(10, (stream.columns || 80) - 1);
      const plain = harmless(withoutUser(text));
      stream.write(`\r\u001b[2K${plain.length > room ? `${plain.slice(0, room - 1)}…` : plain}`);
      shown = true;
    },
    clear() {
      if (shown) stream.write('\r\u001b[2K');
      shown = false;
    },
  };
}
