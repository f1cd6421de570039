import { captureElement } from '../../runtime/xml/capture.ts';
import { XmlReader } from '../../runtime/xml/reader.ts';
import { type Converted, unfit } from './convert-simple.ts';

/**
 * Converts a value for content that the schema leaves open: XML text becomes an element, an element
 * as data stays unchanged.
 *
 * @param name Local name of the element in the schema, which may have plain text; omitted if any
 *   element is allowed.
 */
export function convertXml(value: unknown, name: string | undefined): Converted {
  if (typeof value === 'object') return { ok: true, value };
  const text = String(value);
  if (text.trimStart().startsWith('<')) return parsed(text);
  if (name !== undefined) return { ok: true, value: { name, namespace: '', children: [text] } };
  return unfit(value, 'XML such as <name>text</name>');
}

/** Converts a value for a node of mixed content, which may also be a text. */
export function convertNode(value: unknown): Converted {
  const isText = typeof value === 'string' && !value.trimStart().startsWith('<');
  return isText ? { ok: true, value } : convertXml(value, undefined);
}

function parsed(text: string): Converted {
  try {
    const reader = new XmlReader(text);
    reader.nextTag();
    const value = captureElement(reader);
    // also checks what comes after the root
    reader.nextTag();
    return { ok: true, value };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unfit(text, `well-formed XML (${reason})`);
  }
}
