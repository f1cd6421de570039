import { notEncodable } from '../xml/write-text.ts';
import { XmlValueError } from '../xml/xml-error.ts';
import { acceptAs, badText, toldAs } from './bad-text.ts';
import { dateEnd, timeEnd, zoneEnd } from './calendar.ts';
import { trimBlanks } from './white-space.ts';

function isDateTime(text: string): boolean {
  const date = dateEnd(text, 0);
  if (date < 0 || text.charCodeAt(date) !== 84) return false;
  const time = timeEnd(text, date + 1);
  return time >= 0 && zoneEnd(text, time) === text.length;
}

/** The text of a dateTime without surrounding spaces; undefined if it is not a dateTime. */
export function dateTimeText(text: string): string | undefined {
  if (isDateTime(text)) return text;
  const trimmed = trimBlanks(text);
  return trimmed !== text && isDateTime(trimmed) ? trimmed : undefined;
}

function isDate(text: string): boolean {
  const date = dateEnd(text, 0);
  return date >= 0 && zoneEnd(text, date) === text.length;
}

/** The dateTime that .NET reads in a date without a time: its midnight. */
export function midnightOf(text: string): string | undefined {
  const value = trimBlanks(text);
  if (!isDate(value)) return undefined;
  const end = dateEnd(value, 0);
  return `${value.slice(0, end)}T00:00:00${value.slice(end)}`;
}

function isTime(text: string): boolean {
  const time = timeEnd(text, 0);
  return time >= 0 && zoneEnd(text, time) === text.length;
}

/**
 * Reads `xs:dateTime` (XML Schema 2, 3.2.7) as written, with zone and fraction.
 *
 * @throws XmlValueError not a valid moment. The error for a date accepts its midnight
 */
export function parseXsdDateTime(text: string): string {
  const value = dateTimeText(text);
  if (value !== undefined) return value;
  const error = toldAs(badText(text, 'AllXsd').carry(text), text, 'a dateTime');
  throw acceptAs(error, midnightOf(text));
}

/** Writes `xs:dateTime` unchanged. */
export function formatXsdDateTime(value: string): string {
  if (typeof value === 'string' && isDateTime(value)) return value;
  throw notEncodable('a dateTime such as 2024-02-29T13:05:06Z', value);
}

function notRecognized(text: string, type: string): XmlValueError {
  const error = new XmlValueError('String was not recognized as a valid DateTime.');
  return toldAs(error.carry(text), text, type);
}

/** Reads `xs:date` (XML Schema 2, 3.2.9) as written. */
export function parseXsdDate(text: string): string {
  const value = trimBlanks(text);
  if (isDate(value)) return value;
  throw notRecognized(text, 'a date');
}

/** Writes `xs:date` unchanged. */
export function formatXsdDate(value: string): string {
  if (typeof value === 'string' && isDate(value)) return value;
  throw notEncodable('a date such as 2024-02-29', value);
}

/** Reads `xs:time` (XML Schema 2, 3.2.8) as written. */
export function parseXsdTime(text: string): string {
  const value = trimBlanks(text);
  if (isTime(value)) return value;
  throw notRecognized(text, 'a time');
}

/** Writes `xs:time` unchanged. */
export function formatXsdTime(value: string): string {
  if (typeof value === 'string' && isTime(value)) return value;
  throw notEncodable('a time such as 13:05:06', value);
}
