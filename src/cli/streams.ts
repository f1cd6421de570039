import { writeSync } from 'node:fs';

/** Writes data to stdout; resolves when the stream has taken it. */
export function writeData(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(data, () => resolve());
  });
}

/** Writes talk (messages, progress, logs) to stderr. */
export function writeTalk(text: string): void {
  process.stderr.write(text);
}

/**
 * Makes a closed pipe end the run in silence: `asmx-gen inspect x.wsdl | head` is no error. Other errors of the
 * streams, such as a full disk behind a redirection, are told and exit with 2.
 */
export function guardStreams(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') {
        process.exit(process.exitCode ?? 0);
      }
      if (stream === process.stdout) {
        writeSync(2, `asmx-gen: cannot write the output: ${error.message}\n`);
      }
      process.exit(2);
    });
  }
}

/** Resolves when everything written so far has left the process. */
export async function flushStreams(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.writableLength > 0) {
      await new Promise<void>((resolve) => {
        stream.write('', () => resolve());
      });
    }
  }
}
