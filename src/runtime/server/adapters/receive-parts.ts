import { receiveArriving } from '../../byte-stream/receive-parts.ts';
import { type ByteStreamReader, platform } from '../../platform/globals.ts';
import { RequestError, TooLongError } from '../error-text.ts';
import type { NodeRequest } from '../front/node-types.ts';
import type { ArrivalLimits, ArrivingBody, PartsReceiver } from '../protocol.ts';

/** What node:http's request has beyond the part that all requests need. */
interface PausedRequest {
  readonly complete?: boolean;
  pause(): unknown;
  resume(): unknown;
}

const brokenOff = 'The connection broke before the request was complete.';

/** Counts bytes, and limits them and the time between them. */
abstract class LimitedBody implements ArrivingBody {
  length = 0;
  isComplete = false;
  private readonly limits: ArrivalLimits;

  constructor(limits: ArrivalLimits) {
    this.limits = limits;
  }

  async read(): Promise<Uint8Array | undefined> {
    const { bodyTime, streamBytes } = this.limits;
    const bytes = await this.withinTime(bodyTime);
    this.length += bytes?.length ?? 0;
    if (this.length <= streamBytes) return bytes;
    throw new TooLongError();
  }

  abstract cancel(): void;

  protected abstract take(): Promise<Uint8Array | undefined>;

  private withinTime(milliseconds: number): Promise<Uint8Array | undefined> {
    if (milliseconds === 0) return this.take();
    return new Promise((resolve, reject) => {
      const timer = platform.setTimeout(
        () => reject(new RequestError(`Nothing of the request came for ${milliseconds} ms.`)),
        milliseconds,
      );
      this.take()
        .then(resolve, reject)
        .then(() => platform.clearTimeout(timer));
    });
  }
}

/** A body of node:http. Bytes stay in the connection until they are asked for. */
class NodeBody extends LimitedBody {
  private readonly request: NodeRequest & PausedRequest;
  private readonly queue: Uint8Array[] = [];
  private broken: Error | undefined;
  private isDropped = false;
  private wake: (() => void) | undefined;

  constructor(request: NodeRequest & PausedRequest, limits: ArrivalLimits) {
    super(limits);
    this.request = request;
    const go = (): void => {
      this.wake?.();
      this.wake = undefined;
    };
    const breakOff = (): void => {
      if (!this.isComplete) this.broken ??= new RequestError(brokenOff);
      this.isComplete = true;
      go();
    };
    request.on('data', (chunk) => {
      if (this.isDropped) return;
      this.queue.push(chunk);
      request.pause();
      go();
    });
    request.on('end', () => {
      this.isComplete = true;
      go();
    });
    request.on('error', breakOff);
    request.on('close', breakOff);
    request.pause();
  }

  cancel(): void {
    this.isDropped = true;
    this.queue.length = 0;
    this.request.resume();
  }

  protected async take(): Promise<Uint8Array | undefined> {
    for (;;) {
      const bytes = this.queue.shift();
      if (bytes !== undefined) return bytes;
      if (this.broken !== undefined) throw this.broken;
      if (this.isComplete || this.isDropped) return undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        this.request.resume();
      });
    }
  }
}

/** The body of a standard request. */
class WebBody extends LimitedBody {
  private readonly reader: ByteStreamReader;

  constructor(reader: ByteStreamReader, limits: ArrivalLimits) {
    super(limits);
    this.reader = reader;
  }

  cancel(): void {
    this.isComplete = true;
    this.reader.cancel().catch(() => undefined);
  }

  protected async take(): Promise<Uint8Array | undefined> {
    for (;;) {
      const { done, value } = await this.reader.read();
      if (done) this.isComplete = true;
      if (done) return undefined;
      if (value !== undefined && value.length > 0) return value;
    }
  }
}

/** Reads requests whose parts are streams. */
export const receiveParts: PartsReceiver = {
  receive: receiveArriving,
  nodeBody: (request, limits) => new NodeBody(request as NodeRequest & PausedRequest, limits),
  webBody: (reader, limits) => new WebBody(reader, limits),
};
