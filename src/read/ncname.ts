import { ncNameEnd } from '../runtime/xml-chars.ts';

/** Whether a text is an NCName: an XML name without colon (Namespaces in XML 1.0, production 4). */
export function isNcName(text: string): boolean {
  return text !== '' && ncNameEnd(text, 0) === text.length;
}
