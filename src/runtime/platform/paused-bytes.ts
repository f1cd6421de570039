/** The part of a stream of Node that is read: of a request, or of an answer. */
export interface PausableStream {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/**
 * The bytes of a stream of Node. They stay in the connection until they are asked for, and are
 * taken as they come: the iterator of the stream would copy them together.
 */
export class PausedBytes {
  /** Whether its end has come. Without it, a stream that is over has broken off. */
  isComplete = false;
  /** Whether nothing more will come. */
  isOver = false;
  /** Why it broke off, if the stream says so. */
  cause: unknown;
  private readonly stream: PausableStream;
  private readonly queue: Uint8Array[] = [];
  private isDropped = false;
  private wake: (() => void) | undefined;

  constructor(stream: PausableStream) {
    this.stream = stream;
    stream.on('data', (chunk) => {
      if (this.isDropped) return;
      this.queue.push(chunk);
      stream.pause();
      this.go();
    });
    stream.on('end', () => {
      this.isComplete = true;
      this.end();
    });
    stream.on('close', () => this.end());
    stream.on('error', (error) => this.end(error));
    stream.pause();
  }

  /** The next bytes; `undefined` if nothing more will come. */
  async read(): Promise<Uint8Array | undefined> {
    while (this.queue.length === 0 && !this.isOver && !this.isDropped) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        this.stream.resume();
      });
    }
    return this.queue.shift();
  }

  /** Drops what is there and what will come. */
  drop(): void {
    this.isDropped = true;
    this.queue.length = 0;
    this.go();
  }

  private end(error?: unknown): void {
    this.isOver = true;
    this.cause ??= error;
    this.go();
  }

  private go(): void {
    this.wake?.();
    this.wake = undefined;
  }
}
