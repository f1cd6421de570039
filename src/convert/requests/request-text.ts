// Texts of requests: what is literal, and uses of variables, told apart by U+0000. No XML, URL or
// header holds that character, so no text of a contract looks like a use of a variable.

/** The use of a variable in a URL, a header or a body. */
export function variableUse(name: string): string {
  return `\0${name}\0`;
}

/** A text that is literal throughout. */
export function literalText(text: string): string {
  return text.replaceAll('\0', '');
}

/** Whether a text is the use of a variable and nothing else. */
export function isVariableUse(text: string): boolean {
  return /^\s*\0\w+\0\s*$/.test(text);
}

/** A text with its uses as `{{name}}`, and what is literal as `encode` writes it. */
export function written(text: string, encode: (literal: string) => string): string {
  const parts = text.split(/\0(\w+)\0/);
  return parts.map((part, at) => (at % 2 === 1 ? `{{${part}}}` : encode(part))).join('');
}

/**
 * A value that every reader takes as it is: one line, without braces, quotes, backslashes and
 * angle brackets, that begins like no list or block of text. Readers look for variables in values,
 * too, and REST Client puts values into a request before it looks for commands.
 */
const plainValue = /^(?![ [\]@=:,;!*()&?])[\p{L}\p{N} _./~+%:=@&?,;!*()[\]-]*(?<! )$/u;

/** Whether a text can be the value of a variable. */
export function isPlainValue(text: string): boolean {
  return plainValue.test(text);
}

/** Characters that end a line, or that no line holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const unprintable = /[\s\u0000-\u001f\u007f-\u009f]+/g;

/** A text on one line, in which nothing is the use of a variable: a name, a comment. */
export function plainLine(text: string): string {
  return text
    .replace(unprintable, ' ')
    .trim()
    .replace(/\{(?=\{)/g, '{ ');
}

/** Braces of a literal text that could be those of a variable, here or with what follows it. */
const openingBraces = /([{\\])\{|\{$/g;

/** The value of a header. A header has no escapes of its own: those of URLs do, as in an action. */
export function headerText(value: string): string {
  const line = (literal: string): string =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
    literal.replace(/[\u0000-\u001f\u007f]+/g, ' ').replace(openingBraces, '$1%7B');
  return written(value, line);
}

/**
 * A URL, a query or a form, in which every character that means something to a reader is encoded.
 * What is encoded already stays so.
 */
export function urlText(url: string): string {
  return written(url, (literal) =>
    literal.replace(meaningful, (one) => (one === "'" ? '%27' : encodeURIComponent(one))),
  );
}

/** All of ASCII but the characters of URLs; other ends of lines. */
const meaningful =
  /[^\w\-.~:/?#[\]@!$&()*+,;=%}\u{a1}-\u{10ffff}]|[\u{2028}\u{2029}\u{3000}\u{feff}]/gu;

/**
 * A body of XML, in which all data is still the same, but nothing is a variable or a command of a
 * reader: a line begins with a tag or with a reference, start tags and comments are on one line,
 * and the text of CDATA sections, which cannot have references, is escaped.
 */
export function xmlText(body: string): string {
  let text = '';
  let isLineStart = true;
  for (const { kind, source } of xmlTokens(body.replace(/\r\n?/g, '\n'))) {
    if (kind === 'markup') {
      text += source.replace(/\n/g, ' ').replace(lineEnds, ' ');
      isLineStart = false;
      continue;
    }
    const lines = source.split('\n');
    text += lines
      .map((line, at) => (at > 0 || isLineStart ? withReference(line) : line))
      .join('\n')
      .replace(lineEnds, reference);
    isLineStart = (isLineStart || lines.length > 1) && (lines.at(-1) ?? '').trim() === '';
  }
  return written(text, (literal) => literal.replace(openingBraces, '$1&#123;'));
}

/**
 * A body that is neither XML nor a form, such as one of several parts, whose XML is written as
 * such. Other text has no references: see `isCommand`.
 */
export function partsText(body: string): string {
  const xml = body.replace(/(?<=\r?\n\r?\n)<[\s\S]*?(?=\r?\n--|$)/g, xmlText);
  return written(xml, (literal) => literal);
}

/** Whether a reader would take a text without references for more than that. */
export function isCommand(text: string): boolean {
  return text.includes('{{') || commandMark.test(text) || commandWord.test(text);
}

/**
 * Lines that are more than a line of a body: separators and comments, variables, files, scripts,
 * assertions, and answers and requests of other kinds.
 */
const commandMark = /^\s*(?:#|\/[/*]|@|<(?![\w/?!])|>|\?\?|===)/m;
const commandWord = /^\s*(?:HTTP\/|(?:AMQP|MQTT|WS|SSE|query|mutation|fragment|gql|proto)\b)/m;

/** What some readers take for the end of a line, but XML does not. */
const lineEnds = /[\r\u0085\u2028\u2029]/g;

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/** A line of text, which begins with a reference or with a variable. */
function withReference(line: string): string {
  return line.replace(
    /^(\s*)([^\s&\0])/u,
    (_, space: string, first: string) => space + reference(first),
  );
}

interface XmlToken {
  readonly kind: 'markup' | 'text';
  /** Of a CDATA section the escaped text. */
  readonly source: string;
}

/** Kinds of markup by their start, with their end. Without one they last until the text ends. */
const enclosed: readonly (readonly [start: string, end: string])[] = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
];

/** Markup and text of a body, also of one that is not well-formed. */
function* xmlTokens(body: string): Iterable<XmlToken> {
  for (let at = 0; at < body.length; ) {
    const open = body.indexOf('<', at);
    const start = open < 0 ? body.length : open;
    if (start > at) yield { kind: 'text', source: body.slice(at, start) };
    if (start === body.length) return;
    const [begin = '', close = ''] = enclosed.find(([one]) => body.startsWith(one, start)) ?? [];
    const found = begin === '' ? -1 : body.indexOf(close, start + begin.length);
    const end = found < 0 ? body.length : found;
    if (begin === '') {
      at = endOfTag(body, start);
      // what is no tag is text, whatever it was meant to be
      yield at === start
        ? { kind: 'text', source: '&lt;' }
        : { kind: 'markup', source: body.slice(start, at) };
      if (at === start) at += 1;
    } else {
      at = end + (found < 0 ? 0 : close.length);
      yield begin === '<![CDATA['
        ? { kind: 'text', source: escaped(body.slice(start + begin.length, end)) }
        : { kind: 'markup', source: body.slice(start, at) };
    }
  }
}

/** The end of a tag; where it begins if there is none. */
function endOfTag(body: string, start: number): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  if (!/[A-Za-z_:/!]|[^\s\u0000-\u007f]/.test(body[start + 1] ?? '')) return start;
  let quote = '';
  for (let at = start + 1; at < body.length; at += 1) {
    const character = body[at] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
    if (character === '<') return start;
  }
  return start;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
