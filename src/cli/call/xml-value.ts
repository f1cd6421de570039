import { captureElement } from '../../runtime/xml/capture.ts';
import { XmlReader } from '../../runtime/xml/reader.ts';
import { unfit } from './simple-value.ts';

/**
 * The value of content that the schema leaves open: XML text becomes an element, an element as data
 * stays unchanged.
 *
 * @param name Local name of the element in the schema, which may have plain text; omitted if any
 *   element is allowed.
 * @throws XmlError it is neither
 */
export function xmlValue(given: unknown, name: string | undefined): unknown {
  if (typeof given === 'object') return given;
  const text = String(given);
  if (text.trimStart().startsWith('<')) return parsed(text);
  if (name !== undefined) return { name, namespace: '', children: [text] };
  throw unfit(given, 'XML such as <name>text</name>');
}

/**
 * The value of a node of mixed content, which may also be a text.
 *
 * @throws XmlError it is none
 */
export function nodeValue(given: unknown): unknown {
  const isText = typeof given === 'string' && !given.trimStart().startsWith('<');
  return isText ? given : xmlValue(given, undefined);
}

function parsed(text: string): unknown {
  try {
    const reader = new XmlReader(text);
    reader.nextTag();
    const value = captureElement(reader);
    // also checks what comes after the root
    reader.nextTag();
    return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw unfit(text, `well-formed XML (${reason})`);
  }
}
