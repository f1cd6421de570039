import { receiveArriving, writeStreams } from '../parts/streams.ts';
import { type PausableStream, PausedBytes } from '../platform/byte-flow.ts';
import { type ByteStreamReader, platform } from '../platform/globals.ts';
import { RequestError, TooLongError } from '../server/call.ts';
import type {
  ArrivalLimits,
  ArrivingBody,
  PartsReceiver,
  StreamSender,
} from '../server/protocol.ts';
import type { NodeRequest } from '../server/request.ts';

/** Sends responses with streams. */
export const sendStreams: StreamSender = ({ contentType, write, ...how }) =>
  writeStreams({ ...how, write, envelope: (text) => ({ text, contentType }) });

const brokenOff = 'The connection broke before the request was complete.';

/** Counts bytes, and limits them and the time between them. */
abstract class LimitedBody implements ArrivingBody {
  length = 0;
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

  abstract get isComplete(): boolean;

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

/** A body of node:http. */
class NodeBody extends LimitedBody {
  private readonly request: PausableStream;
  private readonly bytes: PausedBytes;
  private isDropped = false;

  constructor(request: PausableStream, limits: ArrivalLimits) {
    super(limits);
    this.request = request;
    this.bytes = new PausedBytes(request);
  }

  get isComplete(): boolean {
    return this.bytes.isOver;
  }

  cancel(): void {
    this.isDropped = true;
    this.bytes.drop();
    this.request.resume();
  }

  protected async take(): Promise<Uint8Array | undefined> {
    const piece = await this.bytes.read();
    if (piece !== undefined || this.isDropped || this.bytes.isComplete) return piece;
    throw new RequestError(brokenOff);
  }
}

/** The body of a standard request. */
class WebBody extends LimitedBody {
  isComplete = false;
  private readonly reader: ByteStreamReader;

  constructor(reader: ByteStreamReader, limits: ArrivalLimits) {
    super(limits);
    this.reader = reader;
  }

  cancel(): void {
    this.isComplete = true;
    this.reader.cancel().catch((): undefined => undefined);
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
  nodeBody: (request, limits) => new NodeBody(request as NodeRequest & PausableStream, limits),
  webBody: (reader, limits) => new WebBody(reader, limits),
};
