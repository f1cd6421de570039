import type { Attachment, ReceivedParts } from '../operation/message.ts';
import type { Parse } from '../type/simple-type.ts';
import { skipBlanks } from '../xml/chars.ts';
import { deviate } from '../xml/deviation.ts';
import { markOf, resetTo } from '../xml/mark.ts';
import type { XmlReader } from '../xml/reader.ts';
import { END, START, TEXT } from '../xml/tokens.ts';
import { XmlValueError } from '../xml/xml-error.ts';
import { formatXsdBase64Binary, parseXsdBase64Binary } from '../xsd/binary.ts';

/** Namespace of `xop:Include`. */
export const xopNamespace = 'http://www.w3.org/2004/08/xop/include';

const LESS = 60;

/**
 * Reads the value of the element whose START was just read, and its END, if its bytes are in a part
 * of the message: `xop:Include` (XOP 1.0, section 2.1). Elements that refer to the same part get
 * the same bytes.
 *
 * @param parse gives the value of a text in base64
 * @returns `undefined` for any other content, of which nothing was read
 * @throws XmlValueError it refers to no part, or to several, or is not the only content
 */
export function readIncluded(reader: XmlReader, parse: Parse): unknown {
  return readInclude(reader, (href, parts) => {
    const part = partOf(href, parts);
    parts.rest.delete(part);
    return partValue(part, parse, reader);
  });
}

/**
 * The bytes in base64 that the `xop:Include` whose START was just read refers to: XML that no type
 * describes has them as text (XOP 1.0, section 3.2). Reads its END.
 *
 * @returns `undefined` for other elements, and if a lenient reader finds no such part
 * @throws XmlValueError it refers to no part, or to several
 */
export function includedText(reader: XmlReader): string | undefined {
  const parts = reader.options.parts as ReceivedParts | undefined;
  if (parts === undefined || !isInclude(reader)) return undefined;
  let part: Attachment;
  try {
    part = partOf(hrefOf(reader), parts);
  } catch (error) {
    return deviate(reader, error);
  }
  reader.skip();
  parts.rest.delete(part);
  return partValue(part, asText, reader) as string;
}

/** Base64 as it is. */
const asText: Parse = (text) => text;

function hrefOf({ attributes }: XmlReader): string {
  return attributes.find(({ raw }) => raw === 'href')?.value ?? '';
}

/**
 * Reads the value of the element whose START was just read, and its END, if it refers to a part of
 * the message.
 *
 * @param partValueOf gives the value of the part that a URL refers to
 */
export function readInclude(
  reader: XmlReader,
  partValueOf: (href: string, parts: ReceivedParts) => unknown,
): unknown {
  const parts = reader.options.parts as ReceivedParts | undefined;
  if (parts === undefined || reader.selfClosed) return undefined;
  const { source, position } = reader;
  if (source.charCodeAt(skipBlanks(source, position)) !== LESS) return undefined;
  const mark = markOf(reader);
  if (nextInside(reader) !== START || !isInclude(reader)) {
    resetTo(reader, mark);
    return undefined;
  }
  const href = hrefOf(reader);
  reader.skip();
  const isOnly = nextInside(reader) === END;
  try {
    if (!isOnly) throw new XmlValueError('xop:Include is not the only content of its element.');
    return partValueOf(href, parts);
  } catch (error) {
    return deviate(reader, error);
  }
}

function isInclude({ local, namespace }: XmlReader): boolean {
  return local === 'Include' && namespace === xopNamespace;
}

/** The next token that is not white space. */
function nextInside(reader: XmlReader): number {
  const token = reader.next();
  const isBlank = token === TEXT && reader.textValue.trim() === '';
  return isBlank ? reader.next() : token;
}

/** Parts by Content-ID; `undefined` for an ID that several have. */
type PartsById = ReadonlyMap<string, Attachment | undefined>;

const indexes = new WeakMap<ReceivedParts, PartsById>();

/** The part that a URL refers to. Some stacks do not encode it, or the Content-ID. */
function partOf(href: string, parts: ReceivedParts): Attachment {
  const shown = href.slice(0, 200);
  const id = idIn(href);
  const { pending } = parts;
  if (pending !== undefined) return pending.bytes(id) ?? noPart(shown, 'no part');
  const index = indexes.get(parts) ?? indexOf(parts);
  indexes.set(parts, index);
  const key = [id, decoded(id)].find((one) => index.has(one));
  const part = index.get(key ?? '');
  if (part !== undefined) return part;
  return noPart(shown, key === undefined ? 'no part' : 'several parts');
}

/** The Content-ID in a URL (RFC 2392), as it is written there. */
export function idIn(href: string): string {
  if (/^cid:./is.test(href)) return href.slice(4);
  const shown = href.slice(0, 200);
  throw new XmlValueError(`xop:Include refers to '${shown}', which is no part of the message.`);
}

function noPart(href: string, wrong: string): never {
  throw new XmlValueError(`xop:Include refers to '${href}', but the message has ${wrong} of it.`);
}

function indexOf({ all }: ReceivedParts): PartsById {
  const index = new Map<string, Attachment | undefined>();
  for (const part of all) {
    if (part.id !== '') index.set(part.id, index.has(part.id) ? undefined : part);
  }
  for (const part of all) {
    const id = decoded(part.id);
    if (id !== '' && !index.has(id)) index.set(id, part);
  }
  return index;
}

/** A Content-ID without percent-encoding. */
export function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Values of parts that are no plain bytes, so that each is created once. */
const values = new WeakMap<Attachment, Map<Parse, unknown>>();

function partValue(part: Attachment, parse: Parse, reader: XmlReader): unknown {
  if (parse === parseXsdBase64Binary) return part.content;
  const known = values.get(part) ?? new Map<Parse, unknown>();
  values.set(part, known);
  if (!known.has(parse)) known.set(parse, parse(formatXsdBase64Binary(part.content), reader));
  return known.get(parse);
}
