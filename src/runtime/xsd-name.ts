import { notEncodable } from './encode-error.ts';
import { isNcName } from './xml-chars.ts';
import { escapeText } from './xml-text.ts';
import { badText } from './xsd-bad-text.ts';
import { collapse, trimBlanks } from './xsd-white-space.ts';

function isQName(text: string): boolean {
  const colon = text.indexOf(':');
  if (colon < 0) return isNcName(text);
  return isNcName(text.slice(0, colon)) && isNcName(text.slice(colon + 1));
}

/**
 * Reads `xs:QName` (XML Schema 2, 3.2.18) as it is written, with its prefix; `XmlReader.resolveQName` gives its namespace.
 *
 * @throws XmlValueError no QName
 */
export function parseXsdQName(text: string): string {
  const value = trimBlanks(text);
  if (isQName(value)) return value;
  throw badText(text, 'QName');
}

/** Writes `xs:QName` as it is given; its prefix must be declared around it. */
export function formatXsdQName(value: string, owner: object, name: string): string {
  if (typeof value === 'string' && isQName(value)) return value;
  throw notEncodable('a QName', value, owner, name);
}

/** Reads `xs:anyURI` (XML Schema 2, 3.2.17): white space collapsed; like .NET, nothing else is asked of it. */
export function parseXsdAnyUri(text: string): string {
  return collapse(text);
}

/** Writes `xs:anyURI`. */
export function formatXsdAnyUri(value: string, owner: object, name: string): string {
  if (typeof value !== 'string') throw notEncodable('a URI as a string', value, owner, name);
  return escapeText(value, owner, name);
}
