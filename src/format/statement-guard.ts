/** What is wrong with emitted text, and where. */
export interface GuardFinding {
  readonly message: string;
  /** Offset into the text. */
  readonly offset: number;
}

/**
 * Beginnings of the statements we emit. `export default` is not among them, and `export *` only for
 * parts of a file that was split.
 */
const statementStart = new RegExp(
  [
    String.raw`import(?: type)? (?:\{|[\w$]+ from |\* as )`,
    String.raw`export (?:type )?\{`,
    String.raw`export \* from '\./(?:types|codecs|operations|schemas)-`,
    '(?:export )?(?:const|type|interface|function|async function) ',
  ].join('|'),
  'y',
);
/** A statement that ends with its block rather than a semicolon. */
const blockStatement = /(?:export )?(?:interface|function|async function) /y;

const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** Text within brackets that has no signs in it which begin or end anything. */
const plain = /[^"'`/{}()[\]]*/.source;
/** The same outside all brackets, where a semicolon ends the statement. */
const plainOutside = /[^"'`/{}()[\];]*/.source;
const string = /'[^'\\\n]*(?:\\[^\n][^'\\\n]*)*'|"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"/.source;
/** Brackets and what they hold: others within them are deep enough for nearly all there is. */
const brackets = bracketsAround(`${string}|${bracketsAround(string)}`);

function bracketsAround(piece: string): string {
  const content = `${plain}(?:(?:${piece})${plain}){0,99}`;
  return `\\(${content}\\)|\\[${content}\\]`;
}

/**
 * What the scan passes over in one native step: plain text, strings, and brackets that close. In
 * front of one that does not, or holds something else, the match ends. Nothing can match in two
 * ways, so that this takes linear time; the limits are there because the engine remembers each
 * repetition.
 */
function quietPattern(around: string): RegExp {
  return new RegExp(`${around}(?:(?:${string}|${brackets})${around}){0,99}`, 'y');
}

const quiet = quietPattern(plain);
const quietOutside = quietPattern(plainOutside);

const templateStop = /`|\$\{/g;
const backslash = '\\'.charCodeAt(0);

/**
 * Checks that a TypeScript text holds only top-level statements of the kinds we emit, and that its
 * brackets, strings and comments close: text of a contract that broke out of its place would show
 * here. A scan, not a parser: a few milliseconds a megabyte.
 */
export function findForeignStatement(text: string): GuardFinding | undefined {
  let at = 0;
  while (at < text.length) {
    at = skipBlank(text, at);
    if (at >= text.length) return undefined;
    if (at < 0) return { message: 'a comment is not closed', offset: text.length };
    statementStart.lastIndex = at;
    if (!statementStart.test(text)) {
      return { message: 'a statement of a kind that is never generated', offset: at };
    }
    const end = statementEnd(text, at);
    if (typeof end !== 'number') return end;
    at = end;
  }
  return undefined;
}

/** Skips spaces and comments; negative when a comment doesn't end. */
function skipBlank(text: string, start: number): number {
  let at = start;
  for (;;) {
    while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
    if (text.startsWith('//', at)) at = lineEnd(text, at);
    else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      if (end < 0) return -1;
      at = end + 2;
    } else return at;
  }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Offset after the statement that starts here. */
function statementEnd(text: string, start: number): number | GuardFinding {
  blockStatement.lastIndex = start;
  const byBlock = blockStatement.test(text);
  const open: string[] = [];
  let at = start;
  for (;;) {
    const offset = quietEnd(text, at, open.length === 0 ? quietOutside : quiet);
    if (offset === text.length) return { message: 'a statement does not end', offset: start };
    const character = text.charAt(offset);
    at = offset + 1;
    if (character === "'" || character === '"') {
      at = stringEnd(text, offset, character);
      if (at < 0) return { message: 'a string is not closed', offset };
    } else if (character === '/') {
      at = slashEnd(text, offset);
      if (at < 0) return { message: 'a comment or pattern is not closed', offset };
    } else if (character === '`') {
      at = templateEnd(text, offset + 1, open);
      if (at < 0) return { message: 'a template literal is not closed', offset };
    } else if (character === ';') {
      const last = lastTokenBefore(text, offset);
      return unfinished.test(last) ? { message: `nothing follows '${last}'`, offset } : at;
    } else if (closing[character] !== undefined) {
      open.push(closing[character]);
    } else {
      const expected = open.pop();
      if (expected === '`' && character === '}') {
        at = templateEnd(text, at, open);
        if (at < 0) return { message: 'a template literal is not closed', offset };
      } else if (expected !== character) {
        return { message: `'${character}' closes nothing`, offset };
      } else if (byBlock && open.length === 0 && character === '}' && isBlockEnd(text, at)) {
        return at;
      }
    }
  }
}

/**
 * What something has to follow: `export type A = ;` is no statement, though all its brackets close.
 */
const unfinished = /^(?:=>?|[|&?:,+*<])$/;

/** The last sign before an offset, spaces aside. */
function lastTokenBefore(text: string, offset: number): string {
  let at = offset - 1;
  while (text.charCodeAt(at) <= 0x20) at--;
  return text.startsWith('=>', at - 1) ? '=>' : text.charAt(at);
}

/** Offset of the next character to look at, or of the end. */
function quietEnd(text: string, start: number, pattern: RegExp): number {
  pattern.lastIndex = start;
  pattern.test(text);
  return pattern.lastIndex;
}

/**
 * A closing brace at the start of a line ends a function or interface; one inside its head, such as
 * a type literal, does not.
 */
function isBlockEnd(text: string, at: number): boolean {
  return (
    (at < 2 || text[at - 2] === '\n' || text[at - 2] === '{') &&
    (at >= text.length || text[at] === '\n')
  );
}

/** Offset after a quoted string; negative when it doesn't end on its line. */
function stringEnd(text: string, start: number, quote: string): number {
  let at = start + 1;
  for (;;) {
    const end = text.indexOf(quote, at);
    if (end < 0) return -1;
    if (!isEscaped(text, end)) return text.slice(start, end).includes('\n') ? -1 : end + 1;
    at = end + 1;
  }
}

/** Whether a backslash is before a character that is not one itself: an odd number of them. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === backslash) before -= 1;
  return (at - before) % 2 === 1;
}

/** Offset after a comment, a pattern literal or a division sign. */
function slashEnd(text: string, start: number): number {
  if (text[start + 1] === '/') return lineEnd(text, start);
  if (text[start + 1] === '*') {
    const end = text.indexOf('*/', start + 2);
    return end < 0 ? -1 : end + 2;
  }
  const before = text.slice(Math.max(0, start - 12), start).trimEnd();
  if (/[\w$)\]]$/.test(before) && !/\b(?:return|typeof|case)$/.test(before)) return start + 1;
  let inClass = false;
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '\n') return -1;
    if (character === '\\') at++;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) return at + 1;
  }
  return -1;
}

/**
 * Goes on in a template literal: offset after its end, or after a `${`, whose closing brace then
 * leads back into it.
 */
function templateEnd(text: string, start: number, open: string[]): number {
  templateStop.lastIndex = start;
  while (templateStop.test(text)) {
    const end = templateStop.lastIndex;
    const isHole = text[end - 1] === '{';
    if (isEscaped(text, isHole ? end - 2 : end - 1)) continue;
    if (isHole) open.push('`');
    return end;
  }
  return -1;
}
