import {
  CallClock,
  headerValue,
  isSuccess,
  nameOf,
  notInCharset,
  type OpenAnswer,
  type PreparedRequest,
  readRest,
  refuseBytes,
  type TransportAnswer,
} from '../client/answer.ts';
import {
  type Caller,
  createMethod,
  createMethodWithoutInput,
  type Deviations,
  notUnderstood,
  type OperationMethod,
  type OperationMethodWithoutInput,
  readAnswer,
  readerOptions,
  reportDeviations,
  watchAnswer,
} from '../client/call.ts';
import { finish, openStream, streamError, type UnsentStream } from '../client/open-answer.ts';
import {
  type ClientOptions,
  defaultMaxResponseBytes,
  inFull,
  type StreamOptions,
  securityOf,
} from '../client/request.ts';
import {
  type AnyOperation,
  AsmxError,
  type BindingName,
  type ByteSource,
  isAsmxError,
  type NoInput,
  type RecordStep,
  type StreamCodec,
  type StreamingOperation,
} from '../operation/descriptor.ts';
import { enterBody, enterHeader, enterRoot, isSoapFault } from '../operation/soap.ts';
import { charsetOf, isMultipart, opensParts, readMultipart } from '../parts/mime.ts';
import { createTextStream, type TextStream } from '../platform/byte-flow.ts';
import { ByteCollector, byteOrderMark, decodeXml, xmlEncoding } from '../platform/globals.ts';
import { missedError, missing } from '../types/message.ts';
import { unreadable } from '../xml/capture.ts';
import {
  advanceOrigin,
  detachText,
  isBlank,
  isNil,
  locate,
  noteMeant,
  openList,
  START,
  skipBlanks,
  XmlError,
  type XmlQName,
} from '../xml/errors.ts';
import { appendText, markOf, resetTo, XmlReader, type XmlReaderOptions } from '../xml/reader.ts';

/**
 * An operation whose result has one repeated element. These records can also be read one by one,
 * without what is around them.
 */
export interface StreamingMethod<
  Input,
  Output,
  Item,
  Bindings extends BindingName = BindingName,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> extends OperationMethod<Input, Output, Bindings, InputHeaders, OutputHeaders> {
  /**
   * Returns the records of the result as they arrive, with only one record in memory at a time. The
   * call is sent when the iteration starts, and cancelled if it ends early. If the answer breaks
   * off, the iteration throws an error whose `records` says how many came before.
   */
  stream(input: Input, options?: StreamOptions<Bindings, InputHeaders>): AsyncIterable<Item>;
}

/** A {@link StreamingMethod} of an operation without parameters. */
export interface StreamingMethodWithoutInput<
  Output,
  Item,
  Bindings extends BindingName = BindingName,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> extends OperationMethodWithoutInput<Output, Bindings, InputHeaders, OutputHeaders> {
  /**
   * Returns the records of the result as they arrive, with only one record in memory at a time. The
   * call is sent when the iteration starts, and cancelled if it ends early. If the answer breaks
   * off, the iteration throws an error whose `records` says how many came before.
   */
  stream(input?: NoInput, options?: StreamOptions<Bindings, InputHeaders>): AsyncIterable<Item>;
}

/** Binds an operation with streamable records to a caller. */
export function createStreamingMethod<
  Input,
  Output,
  Item,
  Bindings extends BindingName,
  Faults extends object,
  InputHeaders extends object,
  OutputHeaders extends object,
>(
  caller: Caller,
  operation: StreamingOperation<Input, Output, Item, Bindings, Faults, InputHeaders, OutputHeaders>,
): StreamingMethod<Input, Output, Item, Bindings, InputHeaders, OutputHeaders> {
  return Object.assign(createMethod(caller, operation), {
    stream: (input: Input, options?: StreamOptions<Bindings, InputHeaders>) =>
      streamRecords(caller, operation, input, options) as AsyncIterable<Item>,
  });
}

/** Binds an operation without parameters, with streamable records, to a caller. */
export function createStreamingMethodWithoutInput<
  Input extends object,
  Output,
  Item,
  Bindings extends BindingName,
  Faults extends object,
  InputHeaders extends object,
  OutputHeaders extends object,
>(
  caller: Caller,
  operation: StreamingOperation<Input, Output, Item, Bindings, Faults, InputHeaders, OutputHeaders>,
): StreamingMethodWithoutInput<Output, Item, Bindings, InputHeaders, OutputHeaders> {
  return Object.assign(createMethodWithoutInput(caller, operation), {
    stream: (input: NoInput = {}, options?: StreamOptions<Bindings, InputHeaders>) =>
      streamRecords(caller, operation, input, options) as AsyncIterable<Item>,
  });
}

/** Bytes decoded at once. Larger pieces take several times their size in memory. */
const pieceBytes = 16384;

/**
 * UTF-16 code units of text whose values need not be copied: a value that is kept keeps all of it
 * in memory.
 */
const keptLength = 2048;

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
    [Symbol.asyncIterator]: () => {
      const sent: SentRecords = {};
      return endedByReturn(iterate(caller, { operation, input, options }, sent), sent);
    },
  };
}

/** What is known of the call of records once it was sent. */
interface SentRecords {
  clock?: CallClock;
  /** The next record; {@link needText} unless it is there and nothing is wrong. */
  take?: () => unknown;
  /** What was wrong with one that could not be taken. */
  failure?: { readonly error: unknown };
}

/**
 * Records whose call ends with `return`, even while the next one is awaited, which is then the end.
 * A generator would wait until the server says something. It would also take several turns for each
 * record, so those that are there are taken past it.
 */
function endedByReturn<Item>(
  records: AsyncGenerator<Item, void, undefined>,
  sent: SentRecords,
): AsyncIterableIterator<Item> {
  let isOver = false;
  let count = 0;
  let waiting = 0;
  const wait = async (): Promise<IteratorResult<Item, void>> => {
    waiting += 1;
    try {
      const next = await records.next();
      if (next.done !== true) count += 1;
      return next;
    } catch (error) {
      if (!isOver) throw isAsmxError(error) ? Object.assign(error, { records: count }) : error;
      return { done: true, value: undefined };
    } finally {
      waiting -= 1;
    }
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      const record = waiting > 0 || sent.take === undefined ? needText : sent.take();
      if (record === needText) return wait();
      count += 1;
      return Promise.resolve({ done: false, value: record as Item });
    },
    return() {
      isOver = true;
      sent.clock?.end(new AsmxError('aborted', 'No one reads the records any more.'));
      return records.return();
    },
  };
}

/**
 * @throws SoapFault the answer is a fault
 * @throws AsmxError any other failure, even after some records, whose number it has: the answer
 *   broke off, is malformed or too large
 */
async function* iterate(
  caller: Caller,
  unsent: UnsentStream,
  sent: SentRecords,
): AsyncGenerator<unknown, void, undefined> {
  const { settings } = caller;
  const { operation, options } = unsent;
  const deviations = watchAnswer(settings.options, false);
  const name = nameOf(operation.service, operation.name);
  const report = (): void => reportDeviations(deviations, settings.options, name);
  const call: StreamCall = {
    operation,
    options: settings.options,
    deviations,
    reader: readerOptions(settings.options, operation, deviations),
    held: settings.options.maxResponseBytes ?? defaultMaxResponseBytes,
    maxRecordLength: options?.maxRecordLength ?? defaultMaxRecordLength,
  };
  const clock = new CallClock(options?.signal);
  sent.clock = clock;
  // Whether it is a number is checked where the call is.
  const stop = clock.limit(Number(options?.totalTimeout ?? 0));
  try {
    const { request, answer, source, end } = await openStream(caller, unsent, clock);
    try {
      const opened = await openRecords(call, request, answer, source);
      if (opened !== undefined) {
        const { records } = opened;
        const feed = createFeed(opened, source, deviations);
        if (opened.text === undefined) records.end();
        const next = (): unknown => {
          // After the end of the call, no more records are returned.
          clock.check();
          const record = records.next();
          if (record !== needText) report();
          return record;
        };
        sent.take = () => {
          try {
            const record = sent.failure === undefined ? next() : needText;
            return record === noRecord ? needText : record;
          } catch (error) {
            sent.failure = { error };
            return needText;
          }
        };
        for (;;) {
          if (sent.failure !== undefined) throw sent.failure.error;
          const record = next();
          if (record === noRecord) break;
          if (record === needText) await feed();
          else yield record;
        }
      }
      await finish(source);
    } catch (error) {
      report();
      const failure = isSoapFault(error)
        ? error
        : streamError(await inFull(error), request, answer);
      await end(failure);
      throw failure;
    } finally {
      source.cancel();
      await end();
    }
  } finally {
    stop();
    clock.stop();
  }
}

/** Returns a function that passes the next piece of text, or its end, to the reader of records. */
function createFeed(
  { records, text, isReported }: FoundRecords,
  source: ByteSource,
  deviations: Deviations | undefined,
): () => Promise<void> {
  let left: Uint8Array | undefined;
  let isNew = !isReported;
  const add = (piece: string, { invalid, encoding }: TextStream): void => {
    if (invalid >= 0 && isNew) {
      refuseBytes(records.locate(notInCharset(encoding), piece, invalid), deviations);
      isNew = false;
    }
    records.add(piece);
  };
  return async () => {
    left ??= await source.read();
    if (text === undefined) return;
    if (left === undefined) {
      add(text.end(), text);
      records.end();
      return;
    }
    const piece = left.length > pieceBytes ? left.subarray(0, pieceBytes) : left;
    left = piece === left ? undefined : left.subarray(pieceBytes);
    add(text.decode(piece), text);
  };
}

/** A call whose records are read one by one. */
interface StreamCall {
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
interface FoundRecords {
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
async function openRecords(
  call: StreamCall,
  request: PreparedRequest,
  answer: OpenAnswer,
  source: ByteSource,
): Promise<FoundRecords | undefined> {
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
): FoundRecords | undefined {
  const { operation } = call;
  opensParts();
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
  // its headers were looked at
  const records = openAt({ ...call, reader, deviations: undefined }, request, message);
  if (typeof records === 'object') return { records, text: undefined, isReported: true };
  throw new AsmxError('protocol', 'The answer has no records.');
}

/**
 * @returns `undefined` if more text is needed, `whole` if the answer must be read like that of an
 *   ordinary call.
 */
function openAt(
  call: StreamCall,
  request: PreparedRequest,
  head: string,
): RecordReader | 'whole' | undefined {
  const { binding, checkRelation } = request;
  const { stream } = call.operation;
  const soap = binding === 'soap11' || binding === 'soap12';
  const path = soap ? stream?.soapPath : stream?.httpPath;
  if (stream === undefined || path === undefined) {
    throw new AsmxError('encode', `${call.operation.name} has no records over ${binding}.`);
  }
  const cut = head.lastIndexOf('>') + 1;
  if (!/^\s*</.test(head)) return /\S/.test(head) ? 'whole' : undefined;
  const noted = call.deviations?.count ?? 0;
  let isOpen = false;
  try {
    const reader = new XmlReader(head.slice(0, cut), { ...call.reader, detach: true });
    const found = soap ? enterRecords(reader, call, request) : enterResult(reader);
    if (!found || checkRelation?.(head, false) !== undefined) return 'whole';
    isOpen = true;
    const { read } = stream;
    const maxLength = call.maxRecordLength;
    return new RecordReader({ reader, rest: head.slice(cut), path, read, maxLength });
  } catch (error) {
    if (isAsmxError(error)) throw error;
    return error instanceof XmlError && error.code === 'incomplete' ? undefined : 'whole';
  } finally {
    // what is read again is noted again
    if (!isOpen) call.deviations?.keep(noted);
  }
}

/** Moves into the body. Returns false if there is no envelope, or it has a fault. */
function enterRecords(reader: XmlReader, call: StreamCall, request: PreparedRequest): boolean {
  const version = enterRoot(reader);
  if (version === undefined) return false;
  let part = enterHeader(reader, version);
  if (part === 'header') {
    skipHeaders(reader, call, request);
    part = enterBody(reader, version);
  }
  if (part !== 'body') return false;
  const mark = markOf(reader);
  const fault = reader.nextTag() === START && reader.local === 'Fault';
  resetTo(reader, mark);
  return !fault;
}

/**
 * Skips the content of a header, and notes what has to be understood and is not declared.
 *
 * @throws AsmxError protocol: the client is strict
 */
function skipHeaders(
  reader: XmlReader,
  { operation, options, deviations }: StreamCall,
  { checkRelation }: PreparedRequest,
): void {
  const declared = [...(operation.soap?.outputHeaders ?? [])];
  const known = { checkRelation, secured: securityOf(options).length > 0 };
  while (reader.nextTag() === START) {
    const { local, namespace } = reader;
    const at = declared.findIndex(
      ({ element }) => element.local === local && element.namespace === namespace,
    );
    // only the first of a name is that of the contract
    if (at >= 0) declared.splice(at, 1);
    else if (deviations !== undefined) {
      const message = notUnderstood(reader, known);
      if (message !== undefined && deviations.strict) throw new AsmxError('protocol', message);
      if (message !== undefined) deviations.add('', message);
    }
    reader.skip();
  }
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

/** Returned by `RecordReader.next` if it needs more text. */
export const needText: unique symbol = Symbol('needText');
/** Returned by `RecordReader.next` after the last record, when the message is complete. */
export const noRecord: unique symbol = Symbol('noRecord');

/** Where reading starts. */
interface RecordSource {
  /** After the start tag of `soap:Body`, or before the root. */
  readonly reader: XmlReader;
  /** The text that follows the reader's. */
  readonly rest: string;
  readonly path: readonly RecordStep[];
  readonly read: StreamCodec['read'];
  /** Maximum of UTF-16 code units in memory. */
  readonly maxLength: number;
}

/**
 * Reads the records of a message whose text arrives in pieces. The generated reader of a record
 * runs on the text received so far, cut after a `>`. If that ends inside a record, the record is
 * read again after half as much text more has arrived, so that long records take linear time.
 */
export class RecordReader {
  private readonly source: RecordSource;
  private readonly reader: XmlReader;
  /** Depth at which the path starts. */
  private readonly base: number;
  /** Index of the last step of the path. */
  private readonly last: number;
  /** Text that the reader does not have yet. */
  private rest: string;
  private ended = false;
  private closing = false;
  private starved = false;
  /** Length of `rest` that is worth another attempt. */
  private enough = 0;
  /** Number of path steps found. */
  private found = 0;
  private readonly records = { length: 0 };
  /** The first element beside records. */
  private other: XmlQName | undefined;
  /** Name of the first record as written, and probably of the next ones. */
  private recordName = '';

  constructor(source: RecordSource) {
    this.source = source;
    this.reader = source.reader;
    this.base = source.reader.depth;
    this.last = source.path.length - 1;
    this.rest = source.rest;
  }

  /** Appends a piece of text. */
  add(text: string): void {
    this.rest = this.rest === '' ? text : this.rest + text;
  }

  /** Places an error in a piece of text that is not appended yet. */
  locate(error: XmlError, piece: string, at: number): XmlError {
    const { source, origin } = this.reader;
    const end = advanceOrigin(source, source.length, origin);
    return error.locate(this.rest + piece, this.rest.length + at, end);
  }

  /** Marks the text as complete. */
  end(): void {
    this.ended = true;
  }

  /**
   * The next record, {@link needText} or {@link noRecord}.
   *
   * @throws XmlError the message is malformed, doesn't fit the contract or ended too early
   * @throws AsmxError too-large: something that must be in memory at once, such as a record,
   *   exceeds the limit
   */
  next(): unknown {
    const { reader } = this;
    if (this.starved) {
      if (!this.feed() && !this.ended) return this.starve();
      this.starved = false;
    }
    for (;;) {
      const isOver = this.ended && this.rest === '';
      if (reader.position === reader.source.length && reader.depth > 0 && !isOver) {
        this.enough = 0;
        if (!this.feed()) return this.starve();
      }
      const mark = markOf(reader);
      const noted = reader.deviations?.count ?? 0;
      try {
        const item = this.step();
        if (item !== needText) return item;
      } catch (error) {
        const cut = error instanceof XmlError && error.code === 'incomplete';
        if (!cut || (this.ended && this.rest === '')) throw unreadable(error, reader);
        resetTo(reader, mark);
        reader.deviations?.keep(noted);
        this.enough = patience(reader.source.length - reader.position);
        if (!this.feed()) return this.starve();
      }
    }
  }

  /** Reads the next tag with its content: a record, or something beside records. */
  private step(): unknown {
    const { reader, base, last } = this;
    if (this.closing) {
      while (reader.depth > 0) reader.next();
      return noRecord;
    }
    if (reader.nextTag() !== START) {
      if (reader.depth < base || reader.depth === 0) this.close();
      return needText;
    }
    const index = reader.depth - base - 1;
    const expected = this.source.path[index];
    if (index === last) {
      reader.base = reader.depth - 1;
      openList(reader, reader.base, '', this.records);
    }
    if (expected === undefined || !isNamed(reader, expected)) {
      if (index === last) this.other ??= reader.name;
      reader.unknown();
    } else if (index === last) return this.record();
    else if (this.found > index) reader.skip();
    else if (isNil(reader)) {
      reader.skip();
      this.found = last;
    } else this.found = index + 1;
    return needText;
  }

  private record(): unknown {
    const record = this.source.read?.(this.reader);
    if (this.records.length === 0) this.recordName = this.reader.rawName;
    this.records.length += 1;
    return record;
  }

  /** Called after the last record. Checks that the elements around the records were present. */
  private close(): void {
    const { reader, found } = this;
    this.closing = true;
    reader.base = this.base + 1;
    const absent = this.source.path[found];
    if (absent !== undefined && found < this.last && absent.optional !== true) {
      missing(reader, absent.local);
    }
    const record = this.source.path[this.last];
    if (this.other === undefined || record === undefined || this.records.length > 0) return;
    const error = missedError(record.local, this.other);
    error.fatal = true;
    throw locate(reader, error);
  }

  /** Passes the text received so far to the reader, if it is long enough. */
  private feed(): boolean {
    const { rest, ended, reader, enough } = this;
    if (rest === '' || (rest.length < enough && !ended)) return false;
    const within = Math.max(keptLength, enough);
    const cut = cutOf(rest, this.recordName, within) || (ended ? rest.length : 0);
    if (cut === 0) {
      this.enough = rest.length + patience(rest.length);
      return false;
    }
    reader.detach = reader.source.length - reader.position + cut > keptLength;
    appendText(reader, detachText(rest.slice(0, cut)));
    this.rest = cut === rest.length ? '' : rest.slice(cut);
    return true;
  }

  private starve(): typeof needText {
    const { reader, rest } = this;
    const { maxLength } = this.source;
    this.starved = true;
    if (reader.source.length - reader.position + rest.length > maxLength) {
      throw new AsmxError('too-large', `A record is longer than ${maxLength} characters.`);
    }
    return needText;
  }
}

/**
 * UTF-16 code units by which a text must grow before it is read again: half its length, or any
 * number if it is short.
 */
function patience(length: number): number {
  return length < 4096 ? 1 : length / 2;
}

/**
 * Where to cut a text: after the last record that ends within a length, or the first one that ends
 * later, so that few are begun in vain; otherwise after any tag. 0 if there is only the beginning
 * of a record.
 */
function cutOf(text: string, recordName: string, length: number): number {
  const close = `</${recordName}>`;
  const within = text.lastIndexOf(close, length - close.length);
  const end = within < 0 ? text.indexOf(close) : within;
  if (end >= 0) return end + close.length;
  const tag = text.lastIndexOf('>') + 1;
  if (recordName === '') return tag;
  const start = skipBlanks(text, 0);
  const opens = text.startsWith(`<${recordName}`, start);
  const after = opens ? text.charCodeAt(start + recordName.length + 1) : 0;
  const open =
    after === 62 || (isBlank(after) && text.charAt(text.indexOf('>', start) - 1) !== '/');
  return open ? 0 : tag;
}

/**
 * Whether the element whose START was just read is a step of the path.
 *
 * @throws XmlValueError only its namespace is another one, and the reader is not lenient
 */
function isNamed(reader: XmlReader, step: RecordStep): boolean {
  if (step.anyName === true) return true;
  const { local, namespace } = step;
  if (reader.local !== local || reader.namespace === namespace) return reader.local === local;
  if (reader.deviations?.lenient !== true) {
    throw locate(reader, missedError(local, reader.name));
  }
  noteMeant(reader, namespace, local);
  return true;
}
