import { unreadable } from '../codec/path.ts';
import { missedError, missing } from '../codec/value.ts';
import { AsmxError } from '../operation/errors.ts';
import type { RecordStep } from '../operation/names.ts';
import type { StreamCodec } from '../operation/operation.ts';
import { isBlank, skipBlanks } from '../xml/chars.ts';
import { isNil, noteMeant } from '../xml/deviation.ts';
import { appendText, markOf, resetTo } from '../xml/mark.ts';
import { locate, openList } from '../xml/place.ts';
import { START, type XmlQName, type XmlReader } from '../xml/reader.ts';
import { advanceOrigin, XmlError } from '../xml/xml-error.ts';

/** Returned by `RecordReader.next` if it needs more text. */
export const needText: unique symbol = Symbol('needText');
/** Returned by `RecordReader.next` after the last record, when the message is complete. */
export const noRecord: unique symbol = Symbol('noRecord');

/** Where reading starts. */
export interface RecordSource {
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
      if (reader.position === reader.source.length && reader.depth > 0 && !this.ended) {
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
    const { rest, ended } = this;
    if (rest === '' || (rest.length < this.enough && !ended)) return false;
    const cut = ended ? rest.length : cutOf(rest, this.recordName);
    if (cut === 0) {
      this.enough = rest.length + patience(rest.length);
      return false;
    }
    appendText(this.reader, cut === rest.length ? rest : rest.slice(0, cut));
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
 * Where to cut a text: after the last complete record, so that few are begun in vain; otherwise
 * after any tag. 0 if there is only the beginning of a record.
 */
function cutOf(text: string, recordName: string): number {
  const tag = text.lastIndexOf('>') + 1;
  if (recordName === '' || tag === 0) return tag;
  const close = `</${recordName}>`;
  const end = text.lastIndexOf(close);
  if (end >= 0) return end + close.length;
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
