import { fstatSync, statSync, writeSync } from 'node:fs';

/** File descriptors of output and of talk. */
const output = 1;
const talk = 2;
type Descriptor = typeof output | typeof talk;

/**
 * What is written to it is thrown away. Windows has none of this name: there it counts as a device.
 */
const nullDevice = '/dev/null';

/** Streams that were needed, with an ear for their errors. */
const streams = new Map<Descriptor, NodeJS.WriteStream>();

/** Writes data to stdout; resolves when all of it has been taken. */
export function writeData(data: string | Uint8Array): Promise<void> {
  return write(output, data);
}

/** Writes data to stdout, whole before the process ends. */
export function printData(text: string): void {
  void write(output, text);
}

/** Writes talk (messages, progress, logs) to stderr, whole before the process ends. */
export function writeTalk(text: string): void {
  void write(talk, text);
}

/** The terminal that talk goes to, or else nothing. */
export function talkTerminal(): NodeJS.WriteStream | undefined {
  return terminalAt(talk);
}

/** The terminal that data goes to, or else nothing. */
export function dataTerminal(): NodeJS.WriteStream | undefined {
  return terminalAt(output);
}

/** Resolves when everything written so far has left the process. */
export async function flushStreams(): Promise<void> {
  for (const stream of streams.values()) {
    if (stream.writableLength > 0) {
      await new Promise<void>((resolve) => {
        stream.write('', () => resolve());
      });
    }
  }
}

/**
 * Files and pipes are written to at once: for that Node's streams, which it takes 5 ms to load, are
 * not needed. They are for terminals, and for pipes that would have to be waited for.
 */
async function write(descriptor: Descriptor, data: string | Uint8Array): Promise<void> {
  let rest = typeof data === 'string' ? Buffer.from(data) : data;
  if (!streams.has(descriptor) && !isDevice(descriptor)) {
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
      return;
    } catch (error) {
      const failure = error as NodeJS.ErrnoException;
      if (failure.code !== 'EAGAIN') endAfter(descriptor, failure);
    }
  }
  const stream = streamOf(descriptor);
  await new Promise<void>((resolve) => {
    stream.write(rest, () => resolve());
  });
}

function terminalAt(descriptor: Descriptor): NodeJS.WriteStream | undefined {
  if (!isDevice(descriptor)) return undefined;
  const stream = streamOf(descriptor);
  return stream.isTTY === true ? stream : undefined;
}

/** Whether it may be a terminal, or else is one of the things that behave like one. */
function isDevice(descriptor: Descriptor): boolean {
  try {
    const target = fstatSync(descriptor);
    return target.isCharacterDevice() && target.rdev !== statSync(nullDevice).rdev;
  } catch {
    return true;
  }
}

function streamOf(descriptor: Descriptor): NodeJS.WriteStream {
  let stream = streams.get(descriptor);
  if (stream === undefined) {
    stream = descriptor === output ? process.stdout : process.stderr;
    stream.on('error', (error: NodeJS.ErrnoException) => endAfter(descriptor, error));
    streams.set(descriptor, stream);
  }
  return stream;
}

/**
 * A closed pipe ends the run in silence: `asmx-gen inspect x.wsdl | head` is no error. Other
 * errors, such as a full disk behind a redirection, are told and exit with 2.
 */
function endAfter(descriptor: Descriptor, error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') {
    process.exit(process.exitCode ?? 0);
  }
  if (descriptor === output) {
    writeSync(talk, `asmx-gen: cannot write the output: ${error.message}\n`);
  }
  process.exit(2);
}
