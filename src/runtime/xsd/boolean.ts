import { notEncodable } from '../xml/write-text.ts';
import { badText, toldAs } from './bad-text.ts';
import { trimBlanks } from './white-space.ts';

/** Other letter case is invalid, but unambiguous. */
const otherCase: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * Reads `xs:boolean` (XML Schema 2, 3.2.2): `true`, `false`, `1`, `0`.
 *
 * @throws XmlValueError anything else
 */
export function parseXsdBoolean(text: string): boolean {
  if (text === 'true') return true;
  if (text === 'false') return false;
  const value = trimBlanks(text);
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  const error = badText(value, 'Boolean').carry(otherCase.get(value.toLowerCase()));
  throw toldAs(error, value, 'a boolean');
}

/** Writes `xs:boolean`. */
export function formatXsdBoolean(value: boolean): string {
  if (value === true) return 'true';
  if (value === false) return 'false';
  throw notEncodable('a boolean', value);
}
