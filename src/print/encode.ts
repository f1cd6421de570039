import { bracketed, columns, indentation, lineWidth } from './layout.ts';
import { type Expression, entry, type Given, literalNode } from './node.ts';

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

/** Names of one module, with types separate from values. */
export interface ModuleNames {
  readonly types?: readonly string[] | undefined;
  readonly values?: readonly string[] | undefined;
}

/** The text after `import` or `export`: `type { A, B } from './a.js';`. */
export interface ModuleClause {
  /** Whether the names are of types alone. */
  readonly typeOnly: boolean;
  /** The names in braces, `*`, or `* as` a name. */
  readonly names: string;
  /** Specifier of the module, as a string literal. */
  readonly from: string;
  /** A line of comment before it. */
  readonly comment?: string | undefined;
}

/** Imports or exports of names: types first, each sorted by code unit, without duplicates. */
export function moduleClauses(
  { types = [], values = [] }: ModuleNames,
  specifier: string,
): readonly ModuleClause[] {
  const from = stringLiteral(specifier);
  const clauses: ModuleClause[] = [];
  for (const [typeOnly, list] of [
    [true, types],
    [false, values],
  ] as const) {
    const items = [...new Set(list)].sort();
    const before = typeOnly ? 'import type ' : 'import ';
    const names =
      // prettier never breaks the braces of a single name
      items.length === 1
        ? `{ ${items[0]} }`
        : bracketed({ before, items, after: ` from ${from};` }, '{ ', ' }', ',');
    if (items.length > 0) clauses.push({ typeOnly, names, from });
  }
  return clauses;
}

/** Imports a whole module as one object. */
export function importAll(alias: string, specifier: string, typeOnly: boolean): ModuleClause {
  return { typeOnly, names: `* as ${alias}`, from: stringLiteral(specifier) };
}

/**
 * Text of the configuration in a line comment: one line, without characters that end or hide it.
 */
export function headerLines({
  header = '',
}: {
  readonly header?: string | undefined;
}): readonly string[] {
  const lines = header.split(/\r\n|\r|\n/).map(commentText);
  return lines.filter((line) => line !== '');
}

/** The clause as a line of a file. */
export function moduleStatement(
  keyword: 'import' | 'export',
  { typeOnly, names, from }: ModuleClause,
): string {
  return `${keyword} ${typeOnly ? 'type ' : ''}${names} from ${from};\n`;
}

/** All exports of a module. */
export function exportAll(specifier: string, typeOnly = false): ModuleClause {
  return { typeOnly, names: '*', from: stringLiteral(specifier) };
}

/**
 * The only ways for text of a contract to get into generated TypeScript: one encoder for each
 * context.
 */

const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
/** Matches nearly all identifiers, without Unicode tables. */
const asciiIdentifier = /^[A-Za-z_$][\w$]*$/;

/**
 * Characters that editors do not show, or that end a line: control and format characters, line and
 * paragraph separators.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** The same but for the ends of lines. */
const unprintableInLine = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeUnit(text: string): string {
  const short = shortEscapes[text];
  if (short !== undefined) return short;
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Printable ASCII without backslash and single quote: nearly all text. It needs no escapes. */
const plain = /^[ -&(-[\]-~]*$/;
const printable = /^[ -~]*$/;
/** What has a meaning in a template literal. */
const special = /[\\`]|\$\{/g;
/**
 * Printable ASCII on several lines without backslash and backtick, with the brackets of
 * placeholders.
 */
const plainInBlock = /^[\n -[\]-_a-~\u27e6\u27e7]*$/;

/**
 * @param text Its backslashes are already doubled.
 * @param escaped what it must not have
 */
function escapeUnits(text: string, escaped: RegExp = unprintable): string {
  if (printable.test(text)) return text;
  return text.replace(escaped, escapeUnit).replace(loneSurrogate, escapeUnit);
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found += 1;
  return found;
}

/** A string literal in single quotes, or in double quotes if that saves escapes, like prettier. */
export function stringLiteral(text: string): string {
  if (plain.test(text)) return `'${text}'`;
  const single = count(text, "'");
  const quote = single > 0 && single > count(text, '"') ? '"' : "'";
  // patterns, because `replaceAll` of a text creates a piece of text for each match, and there may
  // be 100 000s
  const escaped = text.replace(quote === "'" ? /[\\']/g : /[\\"]/g, '\\$&');
  return `${quote}${escapeUnits(escaped)}${quote}`;
}

/** A string literal as a node. */
export function stringNode(text: string): Expression {
  return literalNode(text, stringLiteral(text));
}

/** A template literal with as many lines as the text, which starts on the next line. */
export function textBlock(text: string): string {
  const isPlain = plainInBlock.test(text) && !text.includes('${');
  const lines = isPlain ? text : escapeUnits(text.replace(special, '\\$&'), unprintableInLine);
  return `\`\\\n${lines}\``;
}

/** Whether a name can be a property key without quotes. */
export function isIdentifier(name: string): boolean {
  return asciiIdentifier.test(name) || identifier.test(name);
}

/** A property key: unquoted if it is an identifier. `__proto__` must have been renamed before. */
export function propertyKey(name: string): string {
  return isIdentifier(name) ? name : stringLiteral(name);
}

/** A property of an object literal whose name may be any. */
export function namedEntry(name: string, value: Given): Expression {
  return entry(name, value, propertyKey(name));
}

/** Printable ASCII without the `@` that begins a tag. */
const harmless = /^[ -?A-~]*$/;

/**
 * Text for a block comment: without comment ends, tags of documentation tools, line ends and
 * unprintable characters.
 */
export function commentText(text: string): string {
  const trimmed = text.trim();
  if (harmless.test(trimmed) && !/ {2}|\/\*|\*\//.test(trimmed)) return trimmed;
  return trimmed
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(unprintable, ' ')
    .replace(loneSurrogate, '\ufffd')
    .replaceAll('*/', '*\\/')
    .replaceAll('/*', '/\\*')
    .replace(/(^|[^\w])@(?=\w)/g, '$1\\@')
    .trim();
}

/** Columns of a comment's text, so that a line of one inside a type has 100. */
export const commentWidth = 95;

/** Text of a contract as lines of a comment, with its paragraphs, wrapped to `width` columns. */
export function commentLines(text: string, width: number = commentWidth): readonly string[] {
  // one short line, like most texts
  if (text.length <= width && harmless.test(text)) {
    const line = commentText(text);
    if (line.length <= width) return line === '' ? [] : [line];
  }
  const lines: string[] = [];
  for (const paragraph of text.split(/\r\n|\r|\n/)) {
    const safe = commentText(paragraph);
    if (safe !== '') wrap(safe, width, lines);
    else if (lines.length > 0 && lines.at(-1) !== '') lines.push('');
  }
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Adds a trimmed text in lines of at most `width` columns, broken at spaces. */
function wrap(text: string, width: number, lines: string[]): void {
  let start = 0;
  while (text.length - start > width) {
    const last = text.lastIndexOf(' ', start + width);
    // a longer word gets its own line
    const end = last > start ? last : text.indexOf(' ', start);
    if (end < 0) break;
    lines.push(text.slice(start, end));
    start = end + 1;
    while (text.charAt(start) === ' ') start += 1;
  }
  lines.push(text.slice(start));
}

/**
 * The content of a documentation comment, between `/**` and its end. Lines must be safe already
 * (see {@link commentText}). Without lines, it is empty.
 *
 * @param indent levels of the comment
 */
export function docContent(lines: readonly string[], indent = 0): string {
  const only = lines[0];
  if (only === undefined) return '';
  if (lines.length === 1) return ` ${only} `;
  const margin = `\n${indentation(indent)} `;
  let text = '';
  for (const line of lines) text += line === '' ? `${margin}*` : `${margin}* ${line}`;
  return text + margin;
}

/** A documentation comment with its line end; empty without lines. See {@link docContent}. */
export function docComment(lines: readonly string[], indent = 0): string {
  return lines.length === 0 ? '' : `${indentation(indent)}/**${docContent(lines, indent)}*/\n`;
}
