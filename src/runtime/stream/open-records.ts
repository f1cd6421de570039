import { readRest } from '../client/byte-source.ts';
import { readAnswer } from '../client/caller.ts';
import type { Deviations } from '../client/deviations.ts';
import type { ClientOptions } from '../client/options.ts';
import { notInCharset, refuseBytes } from '../client/text-answer.ts';
import {
  type ByteSource,
  headerValue,
  isSuccess,
  type OpenAnswer,
  type PreparedRequest,
  type TransportAnswer,
} from '../client/transport.ts';
import { isMultipart, readMultipart } from '../mime/read-parts.ts';
import { AsmxError } from '../operation/errors.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { ByteCollector } from '../platform/byte-collector.ts';
import { enterRoot, skipToBody } from '../soap/envelope.ts';
import { createTextStream, type TextStream } from '../text/decode-stream.ts';
import { byteOrderMark, decodeXml, xmlEncoding } from '../text/encoding.ts';
import { charsetOf } from '../text/header.ts';
import { markOf, resetTo } from '../xml/mark.ts';
import { START, XmlReader, type XmlReaderOptions } from '../xml/reader.ts';
import { XmlError } from '../xml/xml-error.ts';
import { RecordReader } from './record-reader.ts';

/** A call whose records are read one by one. */
export interface StreamCall {
  readonly operation: AnyOperation;
  readonly options: ClientOptions;
  readonly deviations: Deviations | undefined;
  readonly reader: XmlReaderOptions;
  /** Maximum bytes of an answer that must be read whole, such as a fault. */
  readonly held: number;
  /** In UTF-16 code units. */
  readonly maxRecordLength: number;
}

/** Bytes needed to determine the encoding of a message. */
const encodingBytes = 256;

/** An answer whose records are read next. */
export interface OpenedRecords {
  readonly records: RecordReader;
  /** Absent if the text is complete. */
  readonly text: TextStream | undefined;
  /** Whether it is known that some bytes are not in the charset. */
  readonly isReported: boolean;
}

/**
 * Reads the beginning of an answer up to its records. Any other answer (a fault, an error page,
 * text before the message) is collected and read like that of an ordinary call.
 *
 * @returns `undefined` for an empty answer
 */
export async function openRecords(
  call: StreamCall,
  request: PreparedRequest,
  answer: OpenAnswer,
  source: ByteSource,
): Promise<OpenedRecords | undefined> {
  const contentType = headerValue(answer.headers, 'content-type');
  const { charset = charsetOf(contentType) } = call.options;
  const collected = new ByteCollector();
  const isAccepted = request.answeredElsewhere === true && answer.status === 202;
  // the parts that records refer to follow the last record
  if (isSuccess(answer.status) && !isMultipart(contentType) && !isAccepted) {
    let text: TextStream | undefined;
    let head = '';
    let unread: Uint8Array[] = [];
    let invalid = -1;
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
        text = createTextStream(xmlEncoding(start, charset));
        const mark = byteOrderMark(start);
        const skip = mark === undefined ? 0 : mark === 'utf-8' ? 3 : 2;
        unread = [start.subarray(skip)];
      }
      for (const bytes of unread) {
        const piece = text.decode(bytes);
        if (invalid < 0 && text.invalid >= 0) invalid = head.length + text.invalid;
        head += piece;
      }
      unread = [];
      if (head.length < needed) continue;
      const records = openAt(call, request, head);
      if (records === 'whole') break;
      if (records !== undefined) {
        const isReported = invalid >= 0;
        if (isReported) {
          refuseBytes(notInCharset(text.encoding).locate(head, invalid), call.deviations);
        }
        return { records, text, isReported };
      }
      if (head.length > call.maxRecordLength) throw tooLong(call.maxRecordLength);
      needed = head.length * 1.5;
    }
  }
  const body = await readRest(source, collected, call.held, answer);
  return openWhole(call, request, { ...answer, body });
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
): OpenedRecords | undefined {
  const { operation } = call;
  const read = readAnswer({ operation, request, answer }, call.options, call.deviations);
  const { written } = read;
  if (!read.found && request.answeredElsewhere === true) return undefined;
  const given = headerValue(answer.headers, 'content-type');
  const { body, contentType, parts } = readMultipart(answer.body, given) ?? {
    body: answer.body,
    contentType: given,
    parts: undefined,
  };
  const text = decodeXml(body, call.options.charset ?? charsetOf(contentType));
  const message = text.slice(written.length);
  if (message.trim() === '') return undefined;
  const reader = { ...call.reader, parts };
  const records = openAt({ ...call, reader }, request, message);
  if (typeof records === 'object') return { records, text: undefined, isReported: true };
  throw new AsmxError('protocol', 'The answer has no records.');
}

/**
 * @returns `undefined` if more text is needed, `whole` if the answer must be read like that of an
 *   ordinary call.
 */
function openAt(
  call: StreamCall,
  { binding, checkRelation }: PreparedRequest,
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
    if (!found || checkRelation?.(head, false) !== undefined) return 'whole';
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
