import { lasts } from './exit.ts';
import { logText, pipedText, terminalText } from './text.ts';

/** The streams used so far. Node creates them on first use. */
const used = new Set<NodeJS.WriteStream>();

/** Streams whose reader went away. */
const closed = new Set<NodeJS.WriteStream>();

/**
 * Writes data to stdout: unchanged, but harmless to a terminal. Resolves when all of it has been
 * accepted.
 */
export function writeData(data: string | Uint8Array): Promise<void> {
  if (process.stdout.isTTY === true) {
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
    return write(process.stdout, terminalText(text));
  }
  return write(process.stdout, typeof data === 'string' ? pipedText(data) : data);
}

/** Writes data to stdout, completely before the process ends. */
export function printData(text: string): void {
  void writeData(text);
}

/**
 * Writes messages (warnings, logs, errors) to stderr, completely before the process ends. They are
 * for people, and so always harmless.
 */
export function printMessage(text: string): void {
  void write(process.stderr, logText(text));
}

/** The terminal for messages, if there is one. */
export function messageTerminal(): NodeJS.WriteStream | undefined {
  return process.stderr.isTTY === true ? prepared(process.stderr) : undefined;
}

/** The terminal for data, if there is one. */
export function dataTerminal(): NodeJS.WriteStream | undefined {
  return process.stdout.isTTY === true ? prepared(process.stdout) : undefined;
}

/**
 * Asks a question and waits for a line.
 *
 * @returns an empty string if the input ends; undefined if stdin or stderr is not a terminal
 */
export async function askTerminal(question: string): Promise<string | undefined> {
  const terminal = messageTerminal();
  if (terminal === undefined || process.stdin.isTTY !== true) return undefined;
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: process.stdin, output: terminal });
  // readline would treat Ctrl-C as the end of the input
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  return new Promise((resolve) => {
    lines.once('close', () => resolve(''));
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}

/** Resolves when everything written so far has left the process. */
export async function flushStreams(): Promise<void> {
  for (const stream of used) if (stream.writableLength > 0) await write(stream, '');
}

async function write(stream: NodeJS.WriteStream, data: string | Uint8Array): Promise<void> {
  if (closed.has(stream)) return;
  await new Promise<void>((resolve) => {
    prepared(stream).write(data, () => resolve());
  });
}

/** The stream, with a handler for its errors. */
function prepared(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (!used.has(stream)) stream.on('error', (error) => endAfter(stream, error));
  used.add(stream);
  return stream;
}

/**
 * A closed pipe is not an error: `asmx-gen inspect x.wsdl | head`. The run continues in silence,
 * since `generate --check | head` is to exit with 1 where files differ, but does not wait to be
 * stopped.
 * Other errors, such as a full disk behind a redirection, are reported and exit with 2.
 */
function endAfter(stream: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') {
    if (lasts()) process.exit(0);
    closed.add(stream);
    return;
  }
  if (stream !== process.stdout) process.exit(2);
  const text = `asmx-gen: cannot write the output: ${error.message}\n`;
  process.stderr.write(text, () => process.exit(2));
}
