import { indentation } from './layout.ts';

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
/** Printable ASCII without special characters of a template literal. */
const plainInTemplate = /^[ -#%-[\]-_a-~]*$/;
/** The same on several lines, with `$` and the brackets of placeholders. */
const plainInBlock = /^[\n -[\]-_a-~\u27e6\u27e7]*$/;

/** @param text Its backslashes are already doubled. */
function escapeUnits(text: string): string {
  if (printable.test(text)) return text;
  return text.replace(unprintable, escapeUnit).replace(loneSurrogate, escapeUnit);
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

/** Constant text inside a template literal. */
function templateText(text: string): string {
  if (plainInTemplate.test(text)) return text;
  return escapeUnits(text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${'));
}

/** A template literal with as many lines as the text, which starts on the next line. */
export function textBlock(text: string): string {
  const isPlain = plainInBlock.test(text) && !text.includes('${');
  const lines = isPlain ? text : text.split('\n').map(templateText).join('\n');
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
