import { captureElement } from '../../runtime/xml/capture.ts';
import { XmlReader } from '../../runtime/xml/reader.ts';
import type { Converted } from './convert-leaf.ts';

/**
 * Converts what is given for content the schema leaves open: XML text becomes the element it is, an
 * element as data stays as it is.
 *
 * @param name Local name of the element in the schema, which may hold a plain text; absent where
 *   any element may be there.
 */
export function convertXml(value: unknown, name: string | undefined): Converted {
  if (typeof value === 'object') return { ok: true, value };
  const text = String(value);
  if (text.trimStart().startsWith('<')) return parsed(text);
  if (name !== undefined) return { ok: true, value: { name, namespace: '', children: [text] } };
  return { ok: false, expected: 'XML such as <name>text</name>' };
}

/** The same for a node of mixed content, which may be a text. */
export function convertNode(value: unknown): Converted {
  const isText = typeof value === 'string' && !value.trimStart().startsWith('<');
  return isText ? { ok: true, value } : convertXml(value, undefined);
}

function parsed(text: string): Converted {
  try {
    const reader = new XmlReader(text);
    reader.nextTag();
    const value = captureElement(reader);
    // what comes after the root is looked at, too
    reader.nextTag();
    return { ok: true, value };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, expected: `well-formed XML (${reason})` };
  }
}
