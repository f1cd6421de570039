import { notEncodable } from '../xml/write-text.ts';
import { badText, toldAs } from './bad-text.ts';
import { trimBlanks } from './white-space.ts';

/** Units before and after the `T`, in their required order. */
const DATE_UNITS = 'YMD';
const TIME_UNITS = 'HMS';

function digitsEnd(text: string, at: number): number {
  let end = at;
  for (let code = text.charCodeAt(end); code >= 48 && code <= 57; code = text.charCodeAt(++end));
  return end;
}

/** Finds the end of numbers with units from `units` in order. Seconds may have a fraction. */
function partsEnd(text: string, from: number, units: string): number {
  let at = from;
  let unit = 0;
  for (;;) {
    let end = digitsEnd(text, at);
    if (end === at) return at;
    const fraction = text.charCodeAt(end) === 46;
    if (fraction) {
      const first = end + 1;
      end = digitsEnd(text, first);
      if (end === first) return -1;
    }
    const letter = text.charAt(end);
    const found = letter === '' ? -1 : units.indexOf(letter, unit);
    if (found < 0 || (fraction && letter !== 'S')) return -1;
    unit = found + 1;
    at = end + 1;
  }
}

function isDuration(text: string): boolean {
  let at = text.charCodeAt(0) === 45 ? 1 : 0;
  if (text.charCodeAt(at) !== 80) return false;
  at += 1;
  const date = partsEnd(text, at, DATE_UNITS);
  if (date < 0) return false;
  if (text.charCodeAt(date) !== 84) return date > at && date === text.length;
  const time = partsEnd(text, date + 1, TIME_UNITS);
  return time > date + 1 && time === text.length;
}

/**
 * Reads `xs:duration` (XML Schema 2, 3.2.6), such as `P1Y2M3DT4H5M6.7S`, as written.
 *
 * @throws XmlValueError not a duration
 */
export function parseXsdDuration(text: string): string {
  const value = trimBlanks(text);
  if (isDuration(value)) return value;
  throw toldAs(badText(text, 'TimeSpan').carry(text), text, 'a duration');
}

/** Writes `xs:duration` unchanged. */
export function formatXsdDuration(value: string): string {
  if (typeof value === 'string' && isDuration(value)) return value;
  throw notEncodable('a duration such as P1DT2H', value);
}
