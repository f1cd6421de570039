import {
  answerTooLarge,
  CallClock,
  headerValue,
  isSuccess,
  nameOf,
  rawAnswer,
  readRest,
} from '../client/answer.ts';
import {
  type Caller,
  rawParts,
  readAnswer,
  reportDeviations,
  timeoutOf,
  watchAnswer,
} from '../client/call.ts';
import { finish, type OpenStream, openStream, streamError } from '../client/open-answer.ts';
import { defaultMaxResponseBytes, inFull } from '../client/request.ts';
import type { UnsentCall } from '../client/transport.ts';
import {
  AsmxError,
  type BodyRest,
  type BodySink,
  type ByteSource,
  type ClientBinding,
  messageOf,
  type OutgoingMessage,
  type ReadAnswer,
  type SentRest,
  type WireRequest,
  withCause,
} from '../operation/descriptor.ts';
import { isSoapFault } from '../operation/soap.ts';
import { isMultipart, opensParts } from '../parts/mime.ts';
import {
  type ByteStream,
  cancelStream,
  receiveArriving,
  streamOf,
  writeStreams,
} from '../parts/streams.ts';
import { ByteCollector, byteLength, encodeUtf8, platform } from '../platform/globals.ts';
import { addressed, soap11, soap12 } from './client.ts';

/**
 * A binding for operations with streams: they are parts of their own (MTOM), unless the option
 * `mtom` is false. Servers are told that answers may have parts.
 */
function withStreams(binding: ClientBinding): ClientBinding {
  opensParts();
  return { ...binding, writeRequest: (message) => streamedRequest(binding, message) };
}

function streamedRequest(binding: ClientBinding, message: OutgoingMessage): WireRequest {
  const { mtom, postProcess } = message;
  // a signature covers the bytes themselves, so they have to be in the envelope
  const isSigned = postProcess !== undefined;
  if (isSigned) return withAccept(binding.writeRequest(message));
  const sent = writeStreams({
    inParts: mtom !== false,
    mtom,
    attachments: message.attachments,
    write: () => binding.writeRequest({ ...message, attachments: undefined }),
    envelope: ({ body, headers }: WireRequest) => ({
      text: String(body),
      contentType: headers['Content-Type'] ?? '',
    }),
  });
  const { written, contentType, body, rest } = sent;
  const headers: Record<string, string> = { ...written.headers, 'Content-Type': contentType };
  delete headers['Content-Length'];
  if (rest === undefined) headers['Content-Length'] = String(byteLength(body));
  return withAccept({ ...written, headers, body, rest: rest && sentRest(rest) });
}

function withAccept(request: WireRequest): WireRequest {
  const Accept = 'multipart/related, application/xop+xml, application/soap+xml, text/xml';
  return { ...request, headers: { ...request.headers, Accept } };
}

const sentBefore = 'The streams of the request were sent before, and cannot be sent again.';

/** The rest of a request with streams. It can be sent once. */
function sentRest(rest: BodyRest): SentRest {
  let isSent = false;
  const open = (): BodyRest => {
    if (isSent) throw new Error(sentBefore);
    isSent = true;
    return rest;
  };
  return {
    toNode(sent, body) {
      sendToNode(sent, body, open).catch((error: unknown) => {
        rest.cancel(error);
        sent.destroy(new Error(`the request broke off: ${messageOf(error)}`, ...withCause(error)));
      });
    },
    forFetch(body) {
      const { next, cancel } = open();
      let head: string | Uint8Array | undefined = body;
      const pull = async (): Promise<Uint8Array | undefined> => {
        const piece = head ?? (await next());
        head = undefined;
        return typeof piece === 'string' ? encodeUtf8(piece) : piece;
      };
      return { body: streamOf(pull, cancel), duplex: 'half' };
    },
  };
}

/** Sends a body as fast as the server reads. */
async function sendToNode(
  sent: BodySink,
  body: string | Uint8Array,
  open: () => BodyRest,
): Promise<void> {
  const rest = open();
  let isOver = false;
  let go: (() => void) | undefined;
  const resume = (): void => {
    go?.();
    go = undefined;
  };
  const stop = (): void => {
    if (!isOver) rest.cancel(new Error('The service did not read the whole request.'));
    isOver = true;
    resume();
  };
  sent.on('drain', resume);
  sent.on('close', stop);
  // a server that has answered reads no more
  sent.on('response', (answer) =>
    answer.on('end', () => {
      if (!isOver) sent.destroy();
    }),
  );
  for (let piece: string | Uint8Array | undefined = body; piece !== undefined; ) {
    const bytes = typeof piece === 'string' ? encodeUtf8(piece) : piece;
    const hasRoom = sent.write(bytes) !== false;
    if (!hasRoom && !isOver) {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
    }
    if (isOver) return;
    piece = await rest.next();
    if (isOver) return;
  }
  isOver = true;
  sent.end();
}

/** SOAP 1.1 for operations with streams of bytes. */
export const soap11Streams: ClientBinding = /* @__PURE__ */ withStreams(soap11);

/** SOAP 1.1 with streams of bytes and WS-Addressing. */
export const addressedSoap11Streams: ClientBinding = /* @__PURE__ */ addressed(soap11Streams);

/** SOAP 1.2 for operations with streams of bytes. */
export const soap12Streams: ClientBinding = /* @__PURE__ */ withStreams(soap12);

/** SOAP 1.2 with streams of bytes and WS-Addressing. */
export const addressedSoap12Streams: ClientBinding = /* @__PURE__ */ addressed(soap12Streams);

/** A caller whose answers have streams of bytes, which are read after the call. */
export function openCaller(caller: Caller): Caller {
  return {
    ...caller,
    call: async (operation, input, options) =>
      (await callOpened(caller, { operation, input, options }, false)).result as never,
    raw: async (operation, input, options) =>
      (await callOpened(caller, { operation, input, options }, true)) as never,
  };
}

async function callOpened(
  caller: Caller,
  { operation, input, options: given }: UnsentCall,
  asWritten: boolean,
): Promise<{ readonly result: unknown }> {
  const { settings } = caller;
  const { maxResponseBytes } = settings.options;
  const clock = new CallClock(given?.signal);
  const options = { ...given, maxResponseBytes };
  const deviations = watchAnswer(settings.options, asWritten);
  try {
    const opened = await openStream(caller, { operation, input, options }, clock);
    const timeout = timeoutOf(given, settings);
    const read = await readOpened(opened, { clock, timeout, held: maxResponseBytes }, (parts) => {
      deviations?.keep(0);
      const { request } = opened;
      return readAnswer(
        { operation, request, answer: parts.answer },
        settings.options,
        deviations,
        parts.received,
      );
    });
    const { result } = read.answer;
    const list = deviations?.list() ?? [];
    const others = { ...rawParts(read.answer), result, deviations: list };
    return { ...rawAnswer(read.whole), ...others };
  } catch (error) {
    clock.stop();
    throw error;
  } finally {
    reportDeviations(deviations, settings.options, nameOf(operation.service, operation.name));
  }
}

/** What reading an open answer is bound to. */
interface Bounds {
  readonly clock: CallClock;
  /** Milliseconds in which something has to be read. */
  readonly timeout: number;
  /** The client option `maxResponseBytes`. */
  readonly held: number | undefined;
}

/** An envelope with the parts that are still arriving. */
interface ReadParts {
  readonly answer: Parameters<typeof readAnswer>[0]['answer'];
  readonly received?: Parameters<typeof readAnswer>[3];
}

/** Reads an answer up to its streams, which end the call. */
async function readOpened(
  { request, answer, source, end }: OpenStream,
  { clock, timeout, held = defaultMaxResponseBytes }: Bounds,
  read: (parts: ReadParts) => ReadAnswer,
): Promise<{ readonly answer: ReadAnswer; readonly whole: ReadParts['answer'] }> {
  const { status, headers } = answer;
  const fail = (error: unknown): unknown =>
    isSoapFault(error) ? error : streamError(error, request, answer);
  let stop = (): void => undefined;
  const close = (error?: unknown): Promise<void> => {
    stop();
    source.cancel();
    clock.stop();
    return end(error);
  };
  try {
    const contentType = headerValue(headers, 'content-type');
    if (!isSuccess(status) || !isMultipart(contentType)) {
      const body = await readRest(source, new ByteCollector(), held, answer);
      const whole = { status, headers, body };
      const found = read({ answer: whole });
      await close();
      return { answer: found, whole };
    }
    const watched = watchedSource(source, clock, timeout);
    stop = watched.stop;
    const arrived = await receiveArriving({ ...source, read: watched.read }, contentType, {
      held,
      tooLong: () => answerTooLarge(held, { status, headers, body: new Uint8Array(0) }),
      failed: fail,
      over: async (isRead, error) => {
        stop();
        try {
          // an answer that breaks off after its message is incomplete, too
          if (isRead) await finish(source);
        } catch (cause) {
          await close(fail(cause));
          throw cause;
        }
        await close(error);
      },
    });
    const { body, parts } = arrived;
    clock.onEnd((error) => parts.pending.cancel(error));
    const whole = { status, headers: { ...headers, 'content-type': arrived.contentType }, body };
    const found = await parts.pending.settle(() => read({ answer: whole, received: parts }));
    return { answer: { ...found, attachments: [...parts.rest] }, whole: { status, headers, body } };
  } catch (error) {
    const failure = fail(await inFull(error));
    await close(failure);
    throw failure;
  }
}

/** The longest time of a timer, in milliseconds. With more it fires at once. */
const longestTime = 0x7fffffff;

function unread(timeout: number): string {
  return `No one has read the streams of the answer for ${timeout} ms.`;
}

/** A source that ends the call if nothing is read from it for long. */
function watchedSource(
  source: ByteSource,
  clock: CallClock,
  timeout: number,
): { readonly read: ByteSource['read']; readonly stop: () => void } {
  let reads = 0;
  let isReading = false;
  let timer: unknown;
  // one timer for many reads
  const watch = (): void => {
    const before = reads;
    timer = platform.setTimeout(() => {
      if (isReading || reads > before) watch();
      else clock.end(new AsmxError('timeout', unread(timeout)));
    }, timeout);
  };
  if (timeout > 0 && timeout <= longestTime) watch();
  return {
    async read() {
      isReading = true;
      reads += 1;
      try {
        return await source.read();
      } finally {
        isReading = false;
      }
    },
    stop: () => platform.clearTimeout(timer),
  };
}

/** A caller that tells the streams of an input if its call fails, at whatever point. */
export function endingStreams(caller: Caller): Caller {
  const ended = async <Answer>(input: unknown, call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await call();
    } catch (error) {
      cancelStreams(input, error);
      throw error;
    }
  };
  return {
    ...caller,
    call: (operation, input, options) => ended(input, () => caller.call(operation, input, options)),
    raw: (operation, input, options) => ended(input, () => caller.raw(operation, input, options)),
  };
}

function cancelStreams(input: unknown, error: unknown): void {
  if (typeof input !== 'object' || input === null) return;
  for (const value of Object.values(input)) {
    const stream = value as Partial<ByteStream> | null | undefined;
    if (typeof stream?.getReader === 'function') cancelStream(stream as ByteStream, error);
  }
}
