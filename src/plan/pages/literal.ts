import { stringLiteral, textBlock } from '../print/encode.ts';
import { columns, indentation, lineWidth } from '../print/layout.ts';

/**
 * Data that can be written as a TypeScript literal. Properties that are `undefined` are omitted.
 */
export type Literal = string | number | boolean | readonly Literal[] | LiteralObject;
export interface LiteralObject {
  readonly [name: string]: Literal | undefined;
}

/** At most this many items fit on one line, at three columns each. */
const itemsOnLine = lineWidth / 3;

/**
 * A TypeScript literal in prettier's format: arrays on one line if they fit and contain at most one
 * object, objects if they fit and contain only plain values. Property names must be identifiers.
 *
 * @param indent levels of the line it starts on
 * @param used columns used before it on that line, including indentation
 * @param after columns needed after it on its last line
 */
export function literal(value: Literal, indent: number, used: number, after: number): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value !== 'object') return `${value}`;
  return isList(value)
    ? arrayText(value, indent, used, after)
    : objectText(value, indent, used, after);
}

function isList(value: readonly Literal[] | LiteralObject): value is readonly Literal[] {
  return Array.isArray(value);
}

function objectText(value: LiteralObject, indent: number, used: number, after: number): string {
  const present = Object.entries(value).filter(
    (entry): entry is [string, Literal] => entry[1] !== undefined,
  );
  if (present.length === 0) return '{}';
  if (present.every(([, one]) => typeof one !== 'object' && !isBlock(one))) {
    const line = present.map(([name, one]) => `${name}: ${literal(one, indent, 0, 0)}`).join(', ');
    if (used + columns(line) + 4 + after <= lineWidth) return `{ ${line} }`;
  }
  const lines = present.map(([name, one]) => propertyText(name, one, indent + 1));
  return `{\n${lines.join('')}${indentation(indent)}}`;
}

/** Texts of several lines stay as such. */
function isBlock(value: Literal): value is string {
  return typeof value === 'string' && value.includes('\n');
}

function propertyText(name: string, value: Literal, indent: number): string {
  const before = `${indentation(indent)}${name}: `;
  if (isBlock(value)) return `${before}${textBlock(value)},\n`;
  const text = literal(value, indent, before.length, 1);
  // prettier moves a string that is too long to the next line, unless the name is so short that
  // little is gained
  if (typeof value === 'string' && name.length >= 5) {
    if (before.length + columns(text) + 1 > lineWidth) {
      return `${before.trimEnd()}\n${indentation(indent + 1)}${text},\n`;
    }
  }
  return `${before}${text},\n`;
}

function arrayText(items: readonly Literal[], indent: number, used: number, after: number): string {
  if (items.length === 0) return '[]';
  if (items.length < itemsOnLine && !isTable(items)) {
    const line = `[${items.map((one) => literal(one, indent, 0, 0)).join(', ')}]`;
    if (!line.includes('\n') && used + columns(line) + after <= lineWidth) return line;
  }
  const inner = indentation(indent + 1);
  let lines = '';
  for (const one of items) lines += `${inner}${literal(one, indent + 1, inner.length, 1)},\n`;
  return `[\n${lines}${indentation(indent)}]`;
}

/**
 * Whether prettier puts each item on its own line even if short: several objects with several
 * properties each.
 */
function isTable(items: readonly Literal[]): boolean {
  return (
    items.length > 1 &&
    items.every((one) => typeof one === 'object' && !isList(one) && propertyCount(one) > 1)
  );
}

function propertyCount(value: LiteralObject): number {
  return Object.values(value).filter((one) => one !== undefined).length;
}
