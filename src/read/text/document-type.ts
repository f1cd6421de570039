import type { TextRange } from '../../model/wsdl/original.ts';

/**
 * Declarations of an internal subset that have no effect for a non-validating reader (XML 1.0,
 * 2.8).
 */
const harmless = /<!(?:ATTLIST|ELEMENT)(?=[ \t\r\n])/y;
/** An internal entity: `<!ENTITY name "value">` or `<!ENTITY % name "value">` (XML 1.0, 4.2). */
const internalEntity = /<!ENTITY[ \t\r\n]+(?:%[ \t\r\n]+)?[^ \t\r\n"'<>%&;]+[ \t\r\n]+(?=["'])/y;
const blanks = /[ \t\r\n]+/y;
const parameterReference = /%[^ \t\r\n"'<>%&;]+;/y;
const space = '[ \\t\\r\\n]+';
const quoted = `(?:"[^"]*"|'[^']*')`;
/**
 * The declaration up to the internal subset or the end: a name without prefix or with `xs`, `xsd`
 * or another one, and an external subset.
 */
const head = new RegExp(
  `<!DOCTYPE${space}(?:[\\w.-]+:)?(?:schema|catalog)` +
    `(?:${space}(?:SYSTEM|PUBLIC${space}${quoted})${space}${quoted})?[ \\t\\r\\n]*(\\[|>)`,
  'y',
);

/**
 * A schema, or a catalog, with its document type declaration replaced by spaces, so that offsets
 * stay the same. Schemas of the W3C have one. No declaration is followed, no attribute default set,
 * no entity expanded: a reference to one is an error when it is read.
 *
 * @returns the text itself if there is no declaration, or one of another root element, of
 *   external entities or of notations
 */
export function withoutDocumentType(text: string): string {
  const range = documentTypeIn(text);
  if (range === undefined) return text;
  const { start, end } = range;
  return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
}

/** The range of a document type declaration that can be ignored. */
export function documentTypeIn(text: string): TextRange | undefined {
  const start = prologEnd(text);
  if (!text.startsWith('<!DOCTYPE', start)) return undefined;
  const end = documentTypeEnd(text, start);
  return end === undefined ? undefined : { start, end };
}

/**
 * The end of the XML declaration, comments and processing instructions at the start of a document.
 */
function prologEnd(text: string): number {
  let at = 0;
  for (;;) {
    at = after(blanks, text, at) ?? at;
    const close = text.startsWith('<!--', at)
      ? '-->'
      : text.startsWith('<?', at)
        ? '?>'
        : undefined;
    if (close === undefined) return at;
    const end = text.indexOf(close, at + 2);
    if (end < 0) return at;
    at = end + close.length;
  }
}

/** The end of a declaration that can be ignored; `undefined` for any other. */
function documentTypeEnd(text: string, start: number): number | undefined {
  let at = after(head, text, start);
  if (at === undefined || text[at - 1] === '>') return at;
  for (;;) {
    if (text[at] === ']') {
      const end = after(blanks, text, at + 1) ?? at + 1;
      return text[end] === '>' ? end + 1 : undefined;
    }
    const next = declarationEnd(text, at);
    if (next === undefined) return undefined;
    at = next;
  }
}

function declarationEnd(text: string, at: number): number | undefined {
  const passed = after(blanks, text, at) ?? after(parameterReference, text, at);
  if (passed !== undefined) return passed;
  for (const [open, close] of [
    ['<!--', '-->'],
    ['<?', '?>'],
  ] as const) {
    if (!text.startsWith(open, at)) continue;
    const end = text.indexOf(close, at + open.length);
    return end < 0 ? undefined : end + close.length;
  }
  const content = after(harmless, text, at) ?? after(internalEntity, text, at);
  return content === undefined ? undefined : markupEnd(text, content);
}

/** The offset after the `>` that ends a declaration and is not inside quotation marks. */
function markupEnd(text: string, from: number): number | undefined {
  const stop = /["'>]/g;
  stop.lastIndex = from;
  for (let found = stop.exec(text); found !== null; found = stop.exec(text)) {
    if (found[0] === '>') return stop.lastIndex;
    const end = text.indexOf(found[0], stop.lastIndex);
    if (end < 0) return undefined;
    stop.lastIndex = end + 1;
  }
  return undefined;
}

/** The end of a match of a sticky expression at an offset. */
function after(expression: RegExp, text: string, at: number): number | undefined {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : undefined;
}
