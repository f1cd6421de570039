import { decodeError, nameOf, sendError } from '../client/call-error.ts';
import { type Caller, callLimits, readAnswer, readerOptions } from '../client/caller.ts';
import { reportDeviations, watchAnswer } from '../client/deviations.ts';
import { defaultMaxResponseBytes, type StreamOptions } from '../client/options.ts';
import { prepareRequest } from '../client/request.ts';
import {
  type ByteSource,
  headerValue,
  isSuccess,
  type OpenAnswer,
  type PreparedRequest,
  rawAnswer,
  type TransportAnswer,
} from '../client/transport.ts';
import { AsmxError, isAsmxError, propertyOf, type RawAnswer } from '../operation/errors.ts';
import type { BindingName } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { isFault } from '../operation/soap-fault.ts';
import { ByteCollector } from '../platform/byte-collector.ts';
import { enterRoot, skipToBody } from '../soap/envelope.ts';
import { createTextStream, type TextStream } from '../text/decode-stream.ts';
import { decodeXml, xmlEncoding } from '../text/encoding.ts';
import { charsetOf } from '../text/header.ts';
import { markOf, resetTo } from '../xml/mark.ts';
import { START, XmlReader, type XmlReaderOptions } from '../xml/reader.ts';
import { XmlError } from '../xml/xml-error.ts';
import { limitSource, readRest } from './byte-source.ts';
import { openAnswer } from './open-answer.ts';
import { needText, noRecord, RecordReader } from './record-reader.ts';

/** A call whose records are read one by one. */
interface StreamCall {
  readonly operation: AnyOperation;
  readonly reader: XmlReaderOptions;
  /** Maximum bytes of an answer that must be read whole, such as a fault. */
  readonly held: number;
  /** In UTF-16 code units. */
  readonly maxRecordLength: number;
}

/** Bytes needed to determine the encoding of a message. */
const encodingBytes = 256;
/** Bytes decoded at once. Larger pieces take several times their size in memory. */
const pieceBytes = 16384;
/** Bytes read after the end of a message, so that its connection can be reused. */
const trailingBytes = 65536;
const nothing = new Uint8Array(0);

const defaultMaxRecordLength = 16 * 1024 * 1024;

/**
 * The records of an operation's result as they arrive. Each iteration is a call: it is sent when
 * the first record is requested, and cancelled if the iteration ends early.
 */
export function streamRecords(
  caller: Caller,
  operation: AnyOperation,
  input: unknown,
  options?: StreamOptions<BindingName, object>,
): AsyncIterable<unknown> {
  return {
    [Symbol.asyncIterator]: () => iterate(caller, operation, input, options),
  };
}

/**
 * @throws SoapFault the answer is a fault
 * @throws AsmxError any other failure, even after some records: the answer broke off, is
 *   malformed or too large
 */
async function* iterate(
  caller: Caller,
  operation: AnyOperation,
  input: unknown,
  options: StreamOptions<BindingName, object> | undefined,
): AsyncGenerator<unknown, void, undefined> {
  const { settings } = caller;
  const deviations = watchAnswer(settings.options, false);
  const name = nameOf(operation.service, operation.name);
  const report = (): void => reportDeviations(deviations, settings.options, name);
  const call: StreamCall = {
    operation,
    reader: readerOptions(settings.options, operation, deviations),
    held: settings.options.maxResponseBytes ?? defaultMaxResponseBytes,
    maxRecordLength: options?.maxRecordLength ?? defaultMaxRecordLength,
  };
  const request = await prepareRequest(operation, input, settings, options);
  let answer: OpenAnswer;
  let source: ByteSource;
  try {
    const limits = callLimits(settings.options, options);
    answer = await openAnswer(caller, request, limits);
    source = limitSource(answer, { ...limits, maxResponseBytes: options?.maxResponseBytes });
  } catch (error) {
    throw sendError(error, request);
  }
  try {
    const opened = await openRecords(call, request, answer, source);
    if (opened !== undefined) {
      const { records } = opened;
      const feed = createFeed(opened, source);
      if (opened.text === undefined) records.end();
      for (;;) {
        const record = records.next();
        if (record !== needText) report();
        if (record === noRecord) break;
        if (record === needText) await feed();
        else yield record;
        // After the caller has cancelled the call, no more records are returned.
        callLimits(settings.options, options);
      }
    }
    await finish(source);
  } catch (error) {
    report();
    if (isFault(error)) throw error;
    throw streamError(error, request, answer);
  } finally {
    source.cancel();
  }
}

interface OpenedRecords {
  readonly records: RecordReader;
  /** Absent if the text is complete. */
  readonly text: TextStream | undefined;
}

/** Returns a function that passes the next piece of text, or its end, to the reader of records. */
function createFeed({ records, text }: OpenedRecords, source: ByteSource): () => Promise<void> {
  let left: Uint8Array | undefined;
  return async () => {
    left ??= await source.read();
    if (left === undefined) {
      records.add(text?.end() ?? '');
      records.end();
      return;
    }
    const piece = left.length > pieceBytes ? left.subarray(0, pieceBytes) : left;
    left = piece === left ? undefined : left.subarray(pieceBytes);
    records.add(text?.decode(piece) ?? '');
  };
}

/** Reads to the end, up to a limit, because an answer that breaks off there is incomplete, too. */
async function finish(source: ByteSource): Promise<void> {
  for (let length = 0; length <= trailingBytes; ) {
    const bytes = await source.read();
    if (bytes === undefined) return;
    length += bytes.length;
  }
}

/**
 * Reads the beginning of an answer up to its records. Any other answer (a fault, an error page,
 * text before the message) is collected and read like that of an ordinary call.
 *
 * @returns `undefined` for an empty answer
 */
async function openRecords(
  call: StreamCall,
  request: PreparedRequest,
  answer: OpenAnswer,
  source: ByteSource,
): Promise<OpenedRecords | undefined> {
  const known = charsetOf(headerValue(answer.headers, 'content-type'));
  const collected = new ByteCollector();
  if (isSuccess(answer.status)) {
    let text: TextStream | undefined;
    let head = '';
    let unread: Uint8Array[] = [];
    let length = 0;
    let needed = 0;
    for (;;) {
      const bytes = await source.read();
      if (bytes === undefined) break;
      collected.add(bytes);
      unread.push(bytes);
      length += bytes.length;
      if (text === undefined) {
        if (length < encodingBytes) continue;
        const start = join(unread);
        const { name, skip } = xmlEncoding(start, known);
        text = createTextStream(name);
        unread = [start.subarray(skip)];
      }
      for (const piece of unread) head += text.decode(piece);
      unread = [];
      if (head.length < needed) continue;
      const records = openAt(call, request, head);
      if (records === 'whole') break;
      if (records !== undefined) return { records, text };
      if (head.length > call.maxRecordLength) throw tooLong(call.maxRecordLength);
      needed = head.length * 1.5;
    }
  }
  const body = await readRest(source, collected, call.held, answer);
  return openWhole(call, request, { ...answer, body }, known);
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

/** Reads an answer received whole. Its reader reports errors, or finds where the message starts. */
function openWhole(
  call: StreamCall,
  request: PreparedRequest,
  answer: TransportAnswer,
  charset: string | undefined,
): OpenedRecords | undefined {
  const { operation } = call;
  const { written } = readAnswer({ operation, request, answer }, call.reader);
  const text = decodeXml(answer.body, charset);
  const message = text.slice(written.length);
  if (message.trim() === '') return undefined;
  const records = openAt(call, request, message);
  if (typeof records === 'object') return { records, text: undefined };
  throw new AsmxError('protocol', 'The answer has no records.');
}

/**
 * @returns `undefined` if more text is needed, `whole` if the answer must be read like that of an
 *   ordinary call.
 */
function openAt(
  call: StreamCall,
  { binding }: PreparedRequest,
  head: string,
): RecordReader | 'whole' | undefined {
  const { stream } = call.operation;
  const soap = binding === 'soap11' || binding === 'soap12';
  const path = soap ? stream?.soapPath : stream?.httpPath;
  if (stream === undefined || path === undefined) {
    throw new AsmxError('encode', `${call.operation.name} has no records over ${binding}.`);
  }
  const cut = head.lastIndexOf('>') + 1;
  if (!/^\s*</.test(head)) return /\S/.test(head) ? 'whole' : undefined;
  try {
    const reader = new XmlReader(head.slice(0, cut), { ...call.reader, detach: true });
    const found = soap ? enterRecords(reader) : enterResult(reader);
    if (!found) return 'whole';
    const { read } = stream;
    const maxLength = call.maxRecordLength;
    return new RecordReader({ reader, rest: head.slice(cut), path, read, maxLength });
  } catch (error) {
    return error instanceof XmlError && error.code === 'incomplete' ? undefined : 'whole';
  }
}

/** Moves into the body. Returns false if there is no envelope, or it has a fault. */
function enterRecords(reader: XmlReader): boolean {
  const version = enterRoot(reader);
  if (version === undefined) return false;
  if (skipToBody(reader, version) !== 'body') return false;
  const mark = markOf(reader);
  const fault = reader.nextTag() === START && reader.local === 'Fault';
  resetTo(reader, mark);
  return !fault;
}

/** Whether the root may be a result. The reader stays before it. */
function enterResult(reader: XmlReader): boolean {
  const mark = markOf(reader);
  reader.nextTag();
  const page = reader.local.toLowerCase() === 'html';
  resetTo(reader, mark);
  return !page;
}

function tooLong(limit: number): AsmxError {
  return new AsmxError('too-large', `The answer has no record within ${limit} characters.`);
}

/** The error for a failed read. The body is lost, so the error has only the head of the answer. */
function streamError(
  error: unknown,
  request: PreparedRequest,
  { status, headers }: OpenAnswer,
): AsmxError {
  const raw: RawAnswer = rawAnswer({ status, headers, body: nothing });
  if (isAsmxError(error)) {
    if (error.raw !== undefined) return decodeError(error, request, error.raw);
    const { code, message } = error;
    const cause = propertyOf(error, 'cause');
    return decodeError(new AsmxError(code, message, { raw, cause }), request, raw);
  }
  return decodeError(error, request, raw);
}
