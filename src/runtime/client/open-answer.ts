import {
  AsmxError,
  type BindingName,
  type ByteSource,
  isAsmxError,
  propertyOf,
  type RawAnswer,
} from '../operation/descriptor.ts';
import { PausedBytes } from '../platform/byte-flow.ts';
import {
  ByteCollector,
  contentCodings,
  type FetchResponse,
  streamReader,
} from '../platform/globals.ts';
import {
  createInflate,
  type NodeAnswer,
  type NodeClientRequest,
  type NodeInflate,
} from '../platform/node.ts';
import {
  type AnswerHeaders,
  brokenOff,
  bytesSource,
  type CallClock,
  decodeError,
  headerValue,
  isSuccess,
  limitSource,
  notDecoded,
  type OpenAnswer,
  type PreparedRequest,
  type Receiver,
  rawAnswer,
  readRest,
} from './answer.ts';
import { answerCall, type Caller, checkLimits, timeoutOf } from './call.ts';
import { defaultMaxResponseBytes, type StreamOptions } from './request.ts';
import { intercept, type SendRequest, tracer, type UnsentCall } from './transport.ts';

/** Receives the head of an answer, and leaves the body to be read in pieces. */
const openedAnswer: Receiver<OpenAnswer> = {
  fromNode: (answer, sent, done) =>
    done({
      status: answer.statusCode ?? 0,
      statusText: answer.statusMessage,
      headers: answer.headers,
      body: openBody(answer, sent),
    }),
  fromFetch: openResponse,
};

/** The answer of `fetch`, with its body to be read in pieces. */
function openResponse(
  response: FetchResponse,
  headers: AnswerHeaders,
  abort: () => void,
): OpenAnswer {
  const reader = streamReader(response.body);
  let left = reader === undefined;
  return {
    status: response.status,
    statusText: response.statusText,
    headers,
    body: {
      async read() {
        try {
          if (reader === undefined) {
            if (!left) return undefined;
            left = false;
            return new Uint8Array(await response.arrayBuffer());
          }
          for (;;) {
            const { done, value } = await reader.read();
            if (done) return undefined;
            if (value !== undefined && value.length > 0) return value;
          }
        } catch (error) {
          throw error instanceof AsmxError ? error : brokenOff(undefined, error);
        }
      },
      cancel() {
        reader?.cancel().catch((): undefined => undefined);
        abort();
      },
    },
  };
}

/** The body of a node:http answer while it is received. */
function openBody(answer: NodeAnswer, sent: NodeClientRequest): ByteSource {
  const bytes = new PausedBytes(answer);
  const plain: ByteSource = {
    async read() {
      const piece = await bytes.read();
      if (piece !== undefined) return piece;
      if (bytes.cause !== undefined || !answer.complete) throw brokenOff(undefined, bytes.cause);
      return undefined;
    },
    cancel: () => {
      bytes.drop();
      if (!answer.complete) sent.destroy();
      // the connection can be reused after the last byte
      else answer.resume();
    },
  };
  return contentCodings(headerValue(answer.headers, 'content-encoding')).reduce(inflate, plain);
}

/** Decodes a content coding. */
function inflate(source: ByteSource, coding: string): ByteSource {
  let inflater: NodeInflate | undefined;
  let output: AsyncIterator<Uint8Array> | undefined;
  const start = async (): Promise<AsyncIterator<Uint8Array> | undefined> => {
    const first = await source.read();
    if (first === undefined) return undefined;
    const created = createInflate(coding, first[0] ?? 0);
    inflater = created;
    // The iterator reports errors. Without a listener, one that comes between two reads would end
    // the process.
    created.on('error', () => undefined);
    const chunks = created[Symbol.asyncIterator]();
    pump(first, source, created).catch((error: Error) => created.destroy(error));
    return chunks;
  };
  return {
    async read() {
      try {
        output ??= await start();
        const next = await output?.next();
        return next === undefined || next.done === true ? undefined : next.value;
      } catch (error) {
        if (error instanceof AsmxError) throw error;
        throw notDecoded([coding], error);
      }
    },
    cancel() {
      inflater?.destroy();
      source.cancel();
    },
  };
}

/** Feeds a decompressor at the pace it accepts. */
async function pump(first: Uint8Array, source: ByteSource, inflater: NodeInflate): Promise<void> {
  for (
    let bytes: Uint8Array | undefined = first;
    bytes !== undefined;
    bytes = await source.read()
  ) {
    const piece = bytes;
    await new Promise<void>((resolve) => {
      inflater.write(piece, resolve);
    });
  }
  inflater.end();
}

const noRest = new Uint8Array(0);

/**
 * Sends a request through a client's interceptors and returns the answer when its head was
 * received. Interceptors see the whole body of an error only; that of a stream is not available to
 * them.
 */
async function openAnswer(
  { settings: { options }, transport }: Caller,
  request: PreparedRequest,
  clock: CallClock,
): Promise<OpenAnswer> {
  const { interceptors = [], maxResponseBytes = defaultMaxResponseBytes } = options;
  if (interceptors.length === 0) return transport(request, clock, openedAnswer);
  let body: ByteSource | undefined;
  const answer = await intercept(interceptors, request, clock, async (current) => {
    body?.cancel();
    body = undefined;
    const opened = await transport(current, clock, openedAnswer);
    if (isSuccess(opened.status)) {
      body = opened.body;
      return rawAnswer({ ...opened, body: noRest });
    }
    const source = limitSource(opened, { clock, timeout: 0, maxResponseBytes });
    const whole = await readRest(source, new ByteCollector(), maxResponseBytes, opened);
    return rawAnswer({ ...opened, body: whole });
  });
  if (body !== undefined && answer.body.length === 0) return { ...answer, body };
  body?.cancel();
  return { ...answer, body: bytesSource(answer.body) };
}

/** Bytes read after the end of a message, so that its connection can be reused. */
const trailingBytes = 65536;
const nothing = new Uint8Array(0);

/** A call of a stream that is not sent yet. */
export interface UnsentStream extends UnsentCall {
  readonly options: StreamOptions<BindingName, object> | undefined;
}

/** A stream whose answer has begun. */
export interface OpenStream {
  readonly request: PreparedRequest;
  readonly answer: OpenAnswer;
  /** The body within the limits of the call. */
  readonly source: ByteSource;
  /** Says that the call is over, with its error if there is one. */
  readonly end: (error?: unknown) => Promise<void>;
}

/** Sends a call, which is over for those who trace it when the stream has ended. */
export function openStream(
  caller: Caller,
  unsent: UnsentStream,
  clock: CallClock,
): Promise<OpenStream> {
  const { settings } = caller;
  const { options } = unsent;
  const send: SendRequest<OpenAnswer> = (request) => {
    checkLimits(options, ['maxRecordLength', 'maxResponseBytes', 'totalTimeout']);
    return openAnswer(caller, request, clock);
  };
  return new Promise((resolve, reject) => {
    const run = async (sendNow: SendRequest<OpenAnswer>): Promise<void> => {
      const opened = await answerCall(unsent, settings, clock, sendNow);
      const limits = {
        clock,
        timeout: timeoutOf(options, settings),
        maxResponseBytes: options?.maxResponseBytes,
      };
      const source = limitSource(opened.answer, limits);
      await new Promise<void>((done, fail) => {
        const end = (error?: unknown): Promise<void> => {
          if (error === undefined) done();
          else fail(error);
          return whole.catch((): undefined => undefined);
        };
        resolve({ ...opened, source, end });
      });
    };
    const whole = tracer.trace(unsent, settings.options, send, run);
    whole.catch(reject);
  });
}

/** Reads to the end, up to a limit, because an answer that breaks off there is incomplete, too. */
export async function finish(source: ByteSource): Promise<void> {
  for (let length = 0; length <= trailingBytes; ) {
    const bytes = await source.read();
    if (bytes === undefined) return;
    length += bytes.length;
  }
}

/** The error for a failed read. The body is lost, so the error has only the head of the answer. */
export function streamError(error: unknown, request: PreparedRequest, from: OpenAnswer): AsmxError {
  const raw: RawAnswer = rawAnswer({ ...from, body: nothing });
  if (isAsmxError(error)) {
    if (error.raw !== undefined) return decodeError(error, request, error.raw);
    const { code, message } = error;
    const cause = propertyOf(error, 'cause');
    return decodeError(new AsmxError(code, message, { raw, cause }), request, raw);
  }
  return decodeError(error, request, raw);
}
