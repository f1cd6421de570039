import { ncNameEnd } from '../runtime/xml/chars.ts';

/** Matches the usual names, faster than a loop that is never compiled. */
const asciiName = /^[A-Za-z_][\w.-]*$/;

/** Whether a text is an NCName: an XML name without colon (Namespaces in XML 1.0, production 4). */
export function isNcName(text: string): boolean {
  return asciiName.test(text) || (text !== '' && ncNameEnd(text, 0) === text.length);
}
