import {
  type AttachedParts,
  type Attachment,
  type AttachmentCodec,
  type AttachmentPart,
  type ElementName,
  limitProblem,
  type MtomOption,
  type MtomWriter,
  type MultipartMessage,
  type Optimized,
  type ReceivedParts,
  type SentAttachment,
} from '../operation/descriptor.ts';
import { decodeText, decodeXml, encodeUtf8 } from '../platform/globals.ts';
import { asDocument } from '../types/document.ts';
import { asText } from '../types/message.ts';
import { optimizing, xopNamespace } from '../types/text.ts';
import { atPath } from '../xml/capture.ts';
import { XmlReader } from '../xml/reader.ts';
import { EncodeError, within } from '../xml/writer.ts';
import {
  AttachmentError,
  charsetOf,
  decodeTransfer,
  opensParts,
  parameterOf,
  partsOf,
  type RootPart,
  writeMultipart,
  writeParts,
} from './mime.ts';

/** A part beside the envelope. */
interface Part {
  /** Name of the message part. */
  readonly part: string;
  /** The property with its value. Default: the name of the part. */
  readonly property?: string;
  /** Whether its value is text; bytes otherwise. */
  readonly text?: true;
}

/** A part that is sent. */
interface SentPart extends Part {
  /** Its media type. */
  readonly type: string;
  /** Writes the element that is its document. */
  readonly write?: (value: never) => string;
}

/** A part that is received. */
interface ReceivedPart extends Part {
  /** The root of its document. */
  readonly root?: ElementName;
  /** Reads the root whose START was just read. */
  readonly read?: (reader: XmlReader) => unknown;
}

/** The function that gives the attachments of a value. */
export function attaches(parts: readonly SentPart[]): (value: object) => readonly AttachmentPart[] {
  return (value) =>
    parts.map((one) => ({ part: one.part, type: one.type, content: contentOf(one, value) }));
}

function contentOf(one: SentPart, owner: object): string | Uint8Array {
  const { part, property = part, text, write } = one;
  const value = (owner as Readonly<Record<string, never>>)[property] as never;
  if (write !== undefined) return asDocument(write(value));
  try {
    return text ? asText(value) : attachBytes(value);
  } catch (error) {
    throw atPath(within(error, property));
  }
}

/**
 * The function that reads a Body and its attachments as one value.
 *
 * @param body reads what is in the Body
 */
export function readsAttached(
  body: (reader: XmlReader) => unknown,
  parts: readonly ReceivedPart[],
): (reader: XmlReader, attached?: AttachedParts) => object {
  return (reader, attached) => {
    const value: Record<string, unknown> = { ...(body(reader) as object | undefined) };
    for (const one of parts) value[one.property ?? one.part] = receivedValue(one, attached);
    return value;
  };
}

function receivedValue(
  { part, text, root, read }: ReceivedPart,
  attached?: AttachedParts,
): unknown {
  if (root !== undefined && read !== undefined) return attachedXml(attached, part, root, read);
  return text ? attachedText(attached, part) : attachedBytes(attached, part);
}

/** Checks that the value of an attachment is bytes. Throws EncodeError. */
export function attachBytes(value: Uint8Array): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new EncodeError('Expected a Uint8Array: it is an attachment.');
}

/** The bytes of an attachment. Throws AttachmentError if it is missing. */
function attachedBytes(parts: AttachedParts | undefined, name: string): Uint8Array {
  return partNamed(parts, name).content;
}

/**
 * The text of an attachment, in UTF-8 unless it names a charset. Throws AttachmentError if it is
 * missing.
 */
function attachedText(parts: AttachedParts | undefined, name: string): string {
  const { content, type } = partNamed(parts, name);
  return decodeText(content, charsetOf(type) ?? 'utf-8');
}

/**
 * The value of an attachment that is an XML document.
 *
 * @param root Name of its root.
 * @param read Reads the root. Called after its start tag.
 * @throws AttachmentError it is missing, or has another root
 * @throws XmlError it is malformed, or does not fit the contract
 */
function attachedXml<Value>(
  parts: AttachedParts | undefined,
  name: string,
  root: ElementName,
  read: (reader: XmlReader) => Value,
): Value {
  const { content, type } = partNamed(parts, name);
  const reader = new XmlReader(decodeXml(content, charsetOf(type)));
  reader.nextTag();
  const { local, namespace } = reader;
  if (local !== root.local || namespace !== root.namespace) {
    throw new AttachmentError(
      `Attachment '${name}' has the root {${namespace}}${local} instead of ` +
        `{${root.namespace}}${root.local}.`,
    );
  }
  return read(reader);
}

function partNamed(parts: AttachedParts | undefined, name: string): Attachment {
  const part = parts?.get(name);
  if (part !== undefined) return part;
  throw new AttachmentError(`The message has no attachment '${name}'.`);
}

/**
 * Finds the attachments of a contract among the parts of a message: by the name in the Content-ID
 * (WS-I Attachments Profile 1.0, section 3.8). The remaining names get the other parts in their
 * order.
 */
function assignParts(parts: ReceivedParts | undefined, names: readonly string[]): AttachedParts {
  const assigned = new Map<string, Attachment>();
  const others: Attachment[] = [];
  for (const part of parts?.all ?? []) {
    const name = partName(part.id);
    if (names.includes(name) && !assigned.has(name)) assigned.set(name, part);
    else others.push(part);
  }
  let next = 0;
  for (const name of names) {
    const other = assigned.has(name) ? undefined : others[next++];
    if (other !== undefined) assigned.set(name, other);
  }
  for (const part of assigned.values()) parts?.rest.delete(part);
  return assigned;
}

/** The message part named in a Content-ID such as `photo=1@host`; empty for other forms. */
function partName(id: string): string {
  const equals = id.indexOf('=');
  if (equals < 0 || !id.includes('@', equals)) return '';
  try {
    return decodeURIComponent(id.slice(0, equals));
  } catch {
    return '';
  }
}

/** Attachments as `multipart/related`: SOAP Messages with Attachments. */
export const multipart: AttachmentCodec = /* @__PURE__ */ attachmentCodec();

function attachmentCodec(): AttachmentCodec {
  opensParts();
  return { write: writeMultipart, assign: assignParts };
}

/** More bytes stay in base64, because receivers limit the number of parts. */
const maxParts = 1000;

/**
 * Writes a message whose bytes are sent in parts of their own, with `xop:Include` in their place
 * (XOP 1.0, section 3.1). Empty ones and those shorter than the threshold stay in base64.
 *
 * @param write Writes the message at once.
 */
export function writeOptimized<T>(option: MtomOption, write: () => T): Optimized<T> {
  const given = typeof option === 'object' ? option : { threshold: 0 };
  const problem = limitProblem(given, ['threshold']);
  if (problem !== undefined) throw new RangeError(`mtom.${problem}`);
  const contents: Uint8Array[] = [];
  const before = optimizing.current;
  optimizing.current = (bytes) => {
    const isLong = bytes instanceof Uint8Array && bytes.length >= Math.max(1, given.threshold);
    if (!isLong || contents.length >= maxParts) return undefined;
    return `<xop:Include xmlns:xop="${xopNamespace}" href="cid:${idOf(contents.push(bytes))}" />`;
  };
  try {
    return { written: write(), contents };
  } finally {
    optimizing.current = before;
  }
}

/**
 * The message with its parts (XOP 1.0, section 4.1; MTOM 1.0, section 3).
 *
 * @param envelopeType Content type that the envelope has without parts.
 * @param others Attachments that the contract does not declare.
 */
export function writeXop(
  envelope: string,
  envelopeType: string,
  contents: readonly Uint8Array[],
  others?: readonly SentAttachment[],
): MultipartMessage {
  const { root, parts } = rootOfXop(envelope, envelopeType, contents);
  return writeParts(root, [...parts, ...partsOf(others)]);
}

/** The envelope of such a message as a part, and the other parts. */
export function rootOfXop(
  envelope: string,
  envelopeType: string,
  contents: readonly Uint8Array[],
): { readonly root: RootPart; readonly parts: readonly Attachment[] } {
  const [base = ''] = envelopeType.split(';');
  const action = parameterOf(envelopeType, 'action');
  const tail = action === undefined ? '' : `; action="${action}"`;
  return {
    root: {
      text: keepBlanks(envelope),
      contentType: `application/xop+xml; charset=utf-8; type="${base}"`,
      parameters: `type="application/xop+xml"; start-info="${base}"${tail}`,
    },
    parts: contents.map((content, index) => ({
      id: idOf(index + 1),
      type: 'application/octet-stream',
      content,
    })),
  };
}

/**
 * Separates white space from the tag before it: WCF's reader of MTOM drops it after a tag, also
 * where it is a character reference. Tags end in the only `>` of what a codec writes; headers may
 * be XML of the caller.
 */
function keepBlanks(envelope: string): string {
  const body = envelope.search(/<[\w-]+:Body[\s>]/);
  const text = envelope.slice(body).replace(/>(?=[ \t\n]|&#xD;)/g, '><![CDATA[]]>');
  return envelope.slice(0, body) + text;
}

function idOf(number: number): string {
  return `${number}@asmx.invalid`;
}

/** Answers of a server whose bytes are sent in parts of their own. */
export const mtom: MtomWriter = { optimize: writeOptimized, join: writeXop };

/** Decodes the next bytes, or what is left at the end. */
export type Decode = (bytes: Uint8Array | undefined) => Uint8Array;

/** The longest line of quoted-printable that is held; the standard allows 76 characters. */
const longestLine = 65_536;

/**
 * Decodes a content transfer encoding piece by piece (RFC 2045, section 6).
 *
 * @returns `undefined` for bytes as they are
 * @throws AttachmentError the encoding is unknown; the decoder throws it for what is not in it
 */
export function transferDecoder(encoding: string): Decode | undefined {
  if (/^(?:[78]bit|binary)?$/i.test(encoding)) return undefined;
  const isBase64 = /^base64$/i.test(encoding);
  let held = '';
  return (bytes) => {
    if (bytes === undefined) {
      const rest = held;
      held = '';
      return decodeTransfer(encodeLatin1(rest), encoding);
    }
    const text = decodeText(bytes, 'latin1');
    const all = held + (isBase64 ? text.replace(/\s+/g, '') : text);
    const end = isBase64 ? all.length - (all.length % 4) : all.lastIndexOf('\n') + 1;
    held = all.slice(end);
    if (held.length > longestLine) {
      throw new AttachmentError(`A line of ${encoding} is longer than ${longestLine} characters.`);
    }
    return decodeTransfer(encodeLatin1(all.slice(0, end)), encoding);
  };
}

function encodeLatin1(text: string): Uint8Array {
  return /^[\0-\x7f]*$/.test(text)
    ? encodeUtf8(text)
    : Uint8Array.from(text, (one) => one.charCodeAt(0));
}
