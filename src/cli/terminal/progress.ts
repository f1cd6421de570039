/** Tells what goes on while it lasts, in one line that is wiped at the end. */
export interface Progress {
  /** Shows what is being done now. */
  step(text: string): void;
  /** Wipes the line, so that other output starts clean. */
  clear(): void;
}

/** The part of a terminal that progress needs. */
export interface ProgressStream {
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/**
 * Creates progress on a terminal. Without one it is silent: nothing that is piped, logged or
 * compared ever holds it.
 */
export function createProgress(stream: ProgressStream | undefined): Progress {
  if (stream === undefined) return { step: () => {}, clear: () => {} };
  let shown = false;
  return {
    step(text) {
      // some terminals say 0 for what they do not know
      const room = Math.max(10, (stream.columns || 80) - 1);
      stream.write(`\r\u001b[2K${text.length > room ? `${text.slice(0, room - 1)}…` : text}`);
      shown = true;
    },
    clear() {
      if (shown) stream.write('\r\u001b[2K');
      shown = false;
    },
  };
}
