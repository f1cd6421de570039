import { XmlError } from '../xml/xml-error.ts';
import type { RequestLimits } from './limits.ts';

/** An element kept as XML is several objects; a value of the contract's types is usually one. */
const costOfCaptured = 5;
const shortestElement = '<a/>'.length;
const EXCLAMATION = 33;
const SLASH = 47;
const QUESTION = 63;

/**
 * Refuses a request with too many elements before it is read, because the smallest element takes
 * twenty times its length as a value. Requests too short for that many are not checked. Anything
 * that looks like a tag in a comment or CDATA section counts.
 *
 * @throws XmlError limit
 */
export function checkElements(text: string, { elements: most }: RequestLimits): void {
  if (text.length <= most * shortestElement) return;
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const code = text.charCodeAt(at + 1);
    if (code !== SLASH && code !== EXCLAMATION && code !== QUESTION) count += 1;
  }
  if (count > most) throw new XmlError('limit', `The request has more than ${most} elements.`);
}

/** How many elements of a request may be kept as `XmlElement`. */
export function mostCaptured({ elements }: RequestLimits): number {
  return Math.floor(elements / costOfCaptured);
}
