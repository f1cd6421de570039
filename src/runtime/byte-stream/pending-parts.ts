import { AttachmentError } from '../mime/read-parts.ts';
import { decoded } from '../mime/xop-reader.ts';
import type {
  Attachment,
  PendingParts,
  ReceivedParts,
  Surroundings,
} from '../operation/message.ts';
import { ByteCollector } from '../platform/byte-collector.ts';
import { streamOf, streamOfBytes } from './byte-stream.ts';
import type { OpenPart, PartReader } from './part-reader.ts';

/** How often a message is read again for parts that its values need; then all are fetched. */
const maxReadings = 3;
const standIn = new Uint8Array(0);

/** The stream of a part. */
interface PartStream {
  readonly id: string;
  /** Bytes that arrived before they were asked for. */
  readonly queue: Uint8Array[];
  /** Whether someone reads it. */
  started: boolean;
  /** Whether all of it arrived, or no one reads it any more. */
  over: boolean;
  dropped: boolean;
}

/** Parts of a message that are read while it is already handled. */
export class ArrivingParts implements PendingParts {
  readonly received: ReceivedParts & { readonly pending: PendingParts };
  private readonly reader: PartReader;
  private readonly around: Surroundings;
  private readonly loaded: Attachment[] = [];
  private readonly streams = new Map<string, PartStream>();
  private readonly seen = new Set<string>();
  private needed = new Set<string>();
  private readings = 0;
  private held = 0;
  private complete = false;
  private current: PartStream | 'none' | undefined;
  private step: Promise<void> | undefined;
  private failure: { readonly error: unknown } | undefined;
  private isOver = false;
  /** Streams that wait for a slower one. */
  private waiting: (() => void)[] = [];
  private readonly byId = new Map<string, Attachment>();

  constructor(reader: PartReader, around: Surroundings) {
    this.reader = reader;
    this.around = around;
    this.received = { all: this.loaded, rest: new Set(), pending: this };
  }

  bytes(id: string): Attachment | undefined {
    const key = decoded(id);
    const part = this.byId.get(key);
    if (part !== undefined) this.received.rest.delete(part);
    if (part !== undefined || this.complete) return part;
    this.needed.add(key);
    return { id: key, type: '', content: standIn };
  }

  stream(id: string): object | undefined {
    const key = decoded(id);
    const part = this.byId.get(key);
    if (part !== undefined) {
      this.received.rest.delete(part);
      return streamOfBytes(part.content);
    }
    if (this.streams.has(key)) return undefined;
    const own: PartStream = {
      id: key,
      queue: [],
      started: false,
      over: false,
      dropped: false,
    };
    this.streams.set(key, own);
    return streamOf(
      () => this.next(own),
      () => this.drop(own),
    );
  }

  /** Adds a part that came before the envelope. */
  add(part: Attachment): void {
    const key = decoded(part.id);
    if (key !== '' && this.seen.has(key)) throw repeated(part.id);
    this.seen.add(key);
    this.held += part.content.length;
    this.loaded.push(part);
    if (key !== '') this.byId.set(key, part);
    this.received.rest.add(part);
  }

  /**
   * Reads a message, once more when parts have arrived that its values need.
   *
   * @throws AttachmentError the message is malformed or cut off
   */
  async settle<Result>(read: () => Result): Promise<Result> {
    for (;;) {
      this.streams.clear();
      this.needed = new Set();
      let result: Result | undefined;
      let failure: { readonly error: unknown } | undefined;
      try {
        result = read();
      } catch (error) {
        failure = { error };
      }
      if (this.needed.size === 0 || this.complete) {
        if (failure !== undefined) throw failure.error;
        await this.reachStream();
        if (this.streams.size === 0) await this.finish(true);
        return result as Result;
      }
      this.readings += 1;
      const isLast = this.readings >= maxReadings;
      await this.load(() => !isLast && [...this.needed].every((id) => this.seen.has(id)));
    }
  }

  /** Fetches all parts. */
  collect(): Promise<void> {
    return this.load(() => false);
  }

  /** Ends all streams: no one reads the rest. */
  cancel(error: unknown): void {
    if (this.isOver) return;
    this.failure ??= { error };
    this.finish(false, error);
  }

  private async load(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      const head = await this.reader.next();
      if (head === undefined) {
        this.complete = true;
        return;
      }
      await this.loadPart(head);
    }
  }

  private async loadPart(head: OpenPart): Promise<void> {
    const content = new ByteCollector();
    for (;;) {
      const bytes = await this.reader.read();
      if (bytes === undefined) break;
      if (this.held + content.length + bytes.length > this.around.held) {
        throw this.around.tooLong();
      }
      content.add(bytes);
    }
    this.add({ id: head.id, type: head.type, content: content.join() });
  }

  /** Fetches what comes before the first stream: attachments, which callers see at once. */
  private async reachStream(): Promise<void> {
    while (this.current === undefined && !this.complete) {
      const head = await this.reader.next();
      if (head === undefined) this.complete = true;
      else if (this.streams.has(decoded(head.id))) this.current = this.streamFor(head);
      else await this.loadPart(head);
    }
  }

  /** The next bytes of a stream; `undefined` at its end. */
  private async next(own: PartStream): Promise<Uint8Array | undefined> {
    own.started = true;
    try {
      for (;;) {
        const bytes = own.queue.shift();
        if (bytes !== undefined) {
          this.held -= bytes.length;
          this.wake();
          return bytes;
        }
        if (own.over) {
          await this.end(own);
          return undefined;
        }
        if (this.failure !== undefined) throw this.failure.error;
        await this.advance(own);
      }
    } catch (cause) {
      const error = this.failure?.error ?? this.around.failed(cause);
      this.cancel(error);
      throw error;
    }
  }

  /** After the last stream, the rest of the message is checked. */
  private async end(own: PartStream): Promise<void> {
    this.streams.delete(own.id);
    if (this.streams.size > 0) return;
    while (!this.complete) await this.proceed();
    await this.finish(true);
  }

  private async advance(own: PartStream): Promise<void> {
    const { current } = this;
    if (this.step !== undefined) await this.step;
    else if (isRead(current) && current !== own && current.queue.length > 0) {
      // whoever reads that one is slower
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    } else await this.proceed();
    if (this.failure === undefined && this.complete && !own.over && own.queue.length === 0) {
      throw new AttachmentError(
        `xop:Include refers to 'cid:${own.id.slice(0, 200)}', but the message has no part of it.`,
      );
    }
  }

  private proceed(): Promise<void> {
    this.step ??= this.move().then(
      () => {
        this.step = undefined;
      },
      (error: unknown) => {
        this.step = undefined;
        throw error;
      },
    );
    return this.step;
  }

  /** Reads the next bytes of the message, for whichever stream they are. */
  private async move(): Promise<void> {
    if (this.current === undefined) {
      const head = await this.reader.next();
      if (head === undefined) this.complete = true;
      else this.current = this.streamFor(head);
      return;
    }
    const bytes = await this.reader.read();
    const { current } = this;
    if (bytes === undefined) {
      if (current !== 'none') current.over = true;
      this.current = undefined;
    } else if (current !== 'none' && !current.dropped) {
      current.queue.push(bytes);
      this.held += bytes.length;
      if (this.held > this.around.held && !current.started) throw this.around.tooLong();
    }
  }

  private streamFor({ id }: OpenPart): PartStream | 'none' {
    const key = decoded(id);
    if (key !== '' && this.seen.has(key)) throw repeated(id);
    this.seen.add(key);
    return this.streams.get(key) ?? 'none';
  }

  private drop(own: PartStream): void {
    own.dropped = true;
    own.over = true;
    own.queue.length = 0;
    this.wake();
    this.streams.delete(own.id);
    if (this.streams.size === 0) this.finish(false);
  }

  private wake(): void {
    for (const go of this.waiting.splice(0)) go();
  }

  private async finish(isRead: boolean, error?: unknown): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    this.wake();
    await this.around.over(isRead, error);
  }
}

function isRead(current: PartStream | 'none' | undefined): current is PartStream {
  return current !== undefined && current !== 'none' && current.started && !current.dropped;
}

function repeated(id: string): AttachmentError {
  return new AttachmentError(`The multipart message has several parts '${id.slice(0, 200)}'.`);
}
