/** A problem of emitted text, with its position. */
export interface GuardFinding {
  readonly message: string;
  /** Offset into the text. */
  readonly offset: number;
}

/**
 * Beginnings of the statements that we emit. Not `export default`, and `export *` only for parts of
 * a split file.
 */
const statementStart = new RegExp(
  [
    String.raw`import(?: type)? (?:\{|[\w$]+ from |\* as )`,
    String.raw`export (?:type )?\{`,
    String.raw`export \* from '\./(?:types|descriptions|operations|schemas)-`,
    '(?:export )?(?:const|type|interface|function|async function) ',
  ].join('|'),
  'y',
);
/** A statement that ends with its block instead of a semicolon. */
const blockStatement = /(?:export )?(?:interface|function|async function) /y;

const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** Text inside brackets without any delimiters. */
const plain = /[^"'`/{}()[\]]*/.source;
/** Text outside brackets without any delimiters, including the semicolon that ends a statement. */
const plainOutside = /[^"'`/{}()[\];]*/.source;
const string = /'[^'\\\n]*(?:\\[^\n][^'\\\n]*)*'|"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"/.source;
/** Brackets and their content. Two levels are enough for nearly all text. */
const brackets = bracketsAround(`${string}|${bracketsAround(string)}`);

function bracketsAround(piece: string): string {
  const content = `${plain}(?:(?:${piece})${plain}){0,99}`;
  return `\\(${content}\\)|\\[${content}\\]`;
}

/**
 * Text that the scan skips in one native step: plain text, strings, and closed brackets. The match
 * ends before a bracket that does not close, or has other content. Nothing can match in two ways,
 * so this takes linear time. The limits exist because the engine stores each repetition.
 */
function quietPattern(around: string): RegExp {
  return new RegExp(`${around}(?:(?:${string}|${brackets})${around}){0,99}`, 'y');
}

const quiet = quietPattern(plain);
const quietOutside = quietPattern(plainOutside);

const templateStop = /`|\$\{/g;
const backslash = '\\'.charCodeAt(0);

/**
 * Checks that a TypeScript text contains only top-level statements of the kinds we emit, and that
 * its brackets, strings and comments are closed: text of a contract that escaped from its context
 * would be found here. A scan, not a parser: it takes a few milliseconds for a megabyte.
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

/** Skips spaces and comments. Negative if a comment doesn't end. */
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
 * Tokens that cannot end a statement, as in `export type A = ;`, although all brackets are closed.
 */
const unfinished = /^(?:=>?|[|&?:,+*<])$/;

/** The last token before an offset, ignoring spaces. */
function lastTokenBefore(text: string, offset: number): string {
  let at = offset - 1;
  while (text.charCodeAt(at) <= 0x20) at--;
  return text.startsWith('=>', at - 1) ? '=>' : text.charAt(at);
}

/** Offset of the next relevant character, or of the end. */
function quietEnd(text: string, start: number, pattern: RegExp): number {
  pattern.lastIndex = start;
  pattern.test(text);
  return pattern.lastIndex;
}

/**
 * Whether a closing brace ends a function or interface: only at the start of a line. One inside its
 * head, such as a type literal's, does not.
 */
function isBlockEnd(text: string, at: number): boolean {
  return (
    (at < 2 || text[at - 2] === '\n' || text[at - 2] === '{') &&
    (at >= text.length || text[at] === '\n')
  );
}

/** Offset after a quoted string. Negative if it doesn't end on its line. */
function stringEnd(text: string, start: number, quote: string): number {
  let at = start + 1;
  for (;;) {
    const end = text.indexOf(quote, at);
    if (end < 0) return -1;
    if (!isEscaped(text, end)) return text.slice(start, end).includes('\n') ? -1 : end + 1;
    at = end + 1;
  }
}

/** Whether a character is escaped by an odd number of backslashes. */
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
 * Continues in a template literal. Returns the offset after its end, or after a `${` whose closing
 * brace continues it.
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
