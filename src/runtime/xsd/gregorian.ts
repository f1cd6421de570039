import { notEncodable } from '../xml/write-text.ts';
import { badText, toldAs } from './bad-text.ts';
import { monthDayEnd, scanPair, yearEnd, zoneEnd } from './calendar.ts';
import { trimBlanks } from './white-space.ts';

/** A leap year, because `--02-29` is a recurring day. */
const LEAP = 2000;

/** Offset after the part before the zone, or -1. */
type Scan = (text: string) => number;

function monthEnd(text: string, at: number): number {
  const month = scanPair(text, at);
  return month >= 1 && month <= 12 ? at + 2 : -1;
}

function scanYear(text: string): number {
  return yearEnd(text, 0);
}

function scanYearMonth(text: string): number {
  const end = yearEnd(text, 0);
  return end >= 0 && text.charCodeAt(end) === 45 ? monthEnd(text, end + 1) : -1;
}

function scanMonthDay(text: string): number {
  return text.startsWith('--') ? monthDayEnd(text, 2, LEAP) : -1;
}

/** The first edition of XML Schema had two more hyphens after the month. */
function scanMonth(text: string): number {
  const end = text.startsWith('--') ? monthEnd(text, 2) : -1;
  return end >= 0 && text.startsWith('--', end) ? end + 2 : end;
}

function scanDay(text: string): number {
  const day = text.startsWith('---') ? scanPair(text, 3) : -1;
  return day >= 1 && day <= 31 ? 5 : -1;
}

function isOfType(text: string, scan: Scan): boolean {
  if (typeof text !== 'string') return false;
  const end = scan(text);
  return end >= 0 && zoneEnd(text, end) === text.length;
}

function parse(text: string, scan: Scan, type: string): string {
  const value = trimBlanks(text);
  if (isOfType(value, scan)) return value;
  const name = type.charAt(0).toLowerCase() + type.slice(1);
  throw toldAs(badText(text, type).carry(text), text, `a ${name}`);
}

/** Reads `xs:gYear` (XML Schema 2, 3.2.11), such as `2024`, with its zone. */
export function parseXsdGYear(text: string): string {
  return parse(text, scanYear, 'GYear');
}

/** Writes `xs:gYear` unchanged. */
export function formatXsdGYear(value: string): string {
  if (isOfType(value, scanYear)) return value;
  throw notEncodable('a gYear such as 2024', value);
}

/** Reads `xs:gYearMonth` (XML Schema 2, 3.2.10), such as `2024-02`, with its zone. */
export function parseXsdGYearMonth(text: string): string {
  return parse(text, scanYearMonth, 'GYearMonth');
}

/** Writes `xs:gYearMonth` unchanged. */
export function formatXsdGYearMonth(value: string): string {
  if (isOfType(value, scanYearMonth)) return value;
  throw notEncodable('a gYearMonth such as 2024-02', value);
}

/** Reads `xs:gMonthDay` (XML Schema 2, 3.2.12), such as `--02-29`, with its zone. */
export function parseXsdGMonthDay(text: string): string {
  return parse(text, scanMonthDay, 'GMonthDay');
}

/** Writes `xs:gMonthDay` unchanged. */
export function formatXsdGMonthDay(value: string): string {
  if (isOfType(value, scanMonthDay)) return value;
  throw notEncodable('a gMonthDay such as --02-29', value);
}

/** A gMonth without the two hyphens after the month, which .NET still writes. */
function currentMonth(value: string): string {
  return value.startsWith('--', 4) ? value.slice(0, 4) + value.slice(6) : value;
}

/** Reads `xs:gMonth` (XML Schema 2, 3.2.14), such as `--02`, formerly `--02--`, with its zone. */
export function parseXsdGMonth(text: string): string {
  return currentMonth(parse(text, scanMonth, 'GMonth'));
}

/** Writes `xs:gMonth` in the form of XML Schema's second edition. */
export function formatXsdGMonth(value: string): string {
  if (isOfType(value, scanMonth)) return currentMonth(value);
  throw notEncodable('a gMonth such as --02', value);
}

/** Reads `xs:gDay` (XML Schema 2, 3.2.13), such as `---29`, with its zone. */
export function parseXsdGDay(text: string): string {
  return parse(text, scanDay, 'GDay');
}

/** Writes `xs:gDay` unchanged. */
export function formatXsdGDay(value: string): string {
  if (isOfType(value, scanDay)) return value;
  throw notEncodable('a gDay such as ---29', value);
}
