import { missing } from '../codec/missing.ts';
import { unreadable } from '../codec/path.ts';
import type { AnyStreamCodec } from '../operation/any-operation.ts';
import { AsmxError } from '../operation/errors.ts';
import type { RecordStep } from '../operation/names.ts';
import { isBlank, skipBlanks } from '../xml/chars.ts';
import { XmlError } from '../xml/error.ts';
import { appendText, markOf, resetTo } from '../xml/mark.ts';
import { openList } from '../xml/place.ts';
import { START, type XmlReader } from '../xml/reader.ts';
import { isNil } from '../xml/xsi.ts';

/** What `RecordReader.next` gives when it can't go on without more text. */
export const needText: unique symbol = Symbol('needText');
/** What `RecordReader.next` gives behind the last record, once the message is complete. */
export const noRecord: unique symbol = Symbol('noRecord');

/** Reads the records of a message whose text comes in pieces. */
export interface RecordReader {
  /** Adds a piece. */
  add(text: string): void;
  /** Says that the text is complete. */
  end(): void;
  /**
   * The next record, {@link needText} or {@link noRecord}.
   *
   * @throws XmlError the message is malformed, doesn't fit the contract or has ended too early
   * @throws AsmxError too-large: something that must be held at once, such as a record, is longer
   *   than the limit
   */
  next(): unknown;
}

/** What reading starts from. */
export interface RecordSource {
  /** Stands behind the start tag of `soap:Body`, or before the root. */
  readonly reader: XmlReader;
  /** Text behind that of the reader. */
  readonly rest: string;
  readonly path: readonly RecordStep[];
  readonly read: AnyStreamCodec['read'];
  /** UTF-16 code units that may be held at once. */
  readonly maxLength: number;
}

/**
 * Reads records one by one: the generated reader of a record runs on the text there is, cut behind
 * a `>`. Where that ends inside a record, its beginning is read again once there is half as much
 * text more, so that a record of any length costs time in proportion.
 */
export function createRecordReader(source: RecordSource): RecordReader {
  const { reader, path, maxLength } = source;
  const last = path.length - 1;
  const base = reader.depth;
  let { rest } = source;
  let ended = false;
  let closing = false;
  let starved = false;
  /** Length of `rest` from which another attempt is worth while. */
  let wanted = 0;
  /** Steps of the path that have been found. */
  let found = 0;
  const records = { length: 0 };
  /** Name of the first record as written, and most likely that of those that follow. */
  let recordName = '';

  const close = (): void => {
    closing = true;
    reader.base = base + 1;
    const absent = path[found];
    if (absent !== undefined && found < last && absent.optional !== true)
      missing(reader, absent.local);
  };

  /** Reads the next tag and what belongs to it: a record, or nothing to speak of. */
  const step = (): unknown => {
    if (closing) {
      while (reader.depth > 0) reader.next();
      return noRecord;
    }
    if (reader.nextTag() !== START) {
      if (reader.depth < base || reader.depth === 0) close();
      return needText;
    }
    const index = reader.depth - base - 1;
    const expected = path[index];
    if (index === last) {
      reader.base = reader.depth - 1;
      openList(reader, reader.base, '', records);
    }
    if (expected === undefined || !isNamed(reader, expected)) reader.unknown();
    else if (index === last) {
      const record = source.read?.(reader);
      if (records.length === 0) recordName = reader.rawName;
      records.length += 1;
      return record;
    } else if (found > index) reader.skip();
    else if (isNil(reader)) {
      reader.skip();
      found = last;
    } else found = index + 1;
    return needText;
  };

  /** Gives the reader the text there is, if that is worth while. */
  const feed = (): boolean => {
    if (rest === '' || (rest.length < wanted && !ended)) return false;
    const cut = ended ? rest.length : cutOf(rest, recordName);
    if (cut === 0) {
      wanted = rest.length + patience(rest.length);
      return false;
    }
    appendText(reader, cut === rest.length ? rest : rest.slice(0, cut));
    rest = cut === rest.length ? '' : rest.slice(cut);
    return true;
  };

  const checkLength = (): void => {
    if (reader.source.length - reader.position + rest.length > maxLength) {
      throw new AsmxError('too-large', `A record is longer than ${maxLength} characters.`);
    }
  };

  return {
    add(text) {
      rest = rest === '' ? text : rest + text;
    },
    end() {
      ended = true;
    },
    next() {
      if (starved) {
        if (!feed() && !ended) {
          checkLength();
          return needText;
        }
        starved = false;
      }
      for (;;) {
        if (reader.position === reader.source.length && reader.depth > 0 && !ended) {
          wanted = 0;
          if (!feed()) {
            starved = true;
            checkLength();
            return needText;
          }
        }
        const mark = markOf(reader);
        const noted = reader.deviations?.count ?? 0;
        try {
          const item = step();
          if (item !== needText) return item;
        } catch (error) {
          const cut = error instanceof XmlError && error.code === 'incomplete';
          if (!cut || (ended && rest === '')) throw unreadable(error, reader);
          resetTo(reader, mark);
          reader.deviations?.keep(noted);
          wanted = patience(reader.source.length - reader.position);
          if (!feed()) {
            starved = true;
            checkLength();
            return needText;
          }
        }
      }
    },
  };
}

/**
 * UTF-16 code units by which a text has to grow before it is read once more: half of it, and any
 * where it is short.
 */
function patience(length: number): number {
  return length < 4096 ? 1 : length / 2;
}

/**
 * Where to cut a text: behind the last record that is complete, so that hardly any is begun in
 * vain; else behind any tag. Nowhere when nothing but the beginning of a record is there.
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

function isNamed(reader: XmlReader, step: RecordStep): boolean {
  if (step.anyName === true) return true;
  return reader.local === step.local && reader.namespace === step.namespace;
}
