import { asDocument } from '../codec/document.ts';
import { atPath } from '../codec/path.ts';
import { asText } from '../codec/value.ts';
import type { AttachedParts, AttachmentPart } from '../operation/message.ts';
import type { ElementName } from '../operation/names.ts';
import type { XmlReader } from '../xml/reader.ts';
import { within } from '../xml/write-text.ts';
import { attachBytes, attachedBytes, attachedText, attachedXml } from './attachment.ts';

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
export interface SentPart extends Part {
  /** Its media type. */
  readonly type: string;
  /** Writes the element that is its document. */
  readonly write?: (value: never) => string;
}

/** A part that is received. */
export interface ReceivedPart extends Part {
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
