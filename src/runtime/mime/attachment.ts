import type { AttachedParts, Attachment } from '../operation/message.ts';
import type { ElementName } from '../operation/names.ts';
import { decodeText, decodeXml } from '../text/encoding.ts';
import { charsetOf } from '../text/header.ts';
import { XmlReader } from '../xml/reader.ts';
import { EncodeError } from '../xml/write-text.ts';
import { AttachmentError } from './read-parts.ts';

/** Checks that the value of an attachment is bytes. Throws EncodeError. */
export function attachBytes(value: Uint8Array): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new EncodeError('Expected a Uint8Array: it is an attachment.');
}

/** The bytes of an attachment. Throws AttachmentError if it is missing. */
export function attachedBytes(parts: AttachedParts | undefined, name: string): Uint8Array {
  return partNamed(parts, name).content;
}

/**
 * The text of an attachment, in UTF-8 unless it names a charset. Throws AttachmentError if it is
 * missing.
 */
export function attachedText(parts: AttachedParts | undefined, name: string): string {
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
export function attachedXml<Value>(
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
