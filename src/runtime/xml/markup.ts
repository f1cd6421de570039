import { describeCharacter, isBlank, ncNameEnd, skipBlanks } from './chars.ts';
import { incomplete, malformed, tooLong, type XmlError, type XmlText } from './xml-error.ts';

const dtdMessage = 'DTD is prohibited in this XML document.';
const lateDeclaration =
  'Unexpected XML declaration. The XML declaration must be the first node in the document, ' +
  'and no white space characters are allowed to appear before it.';

/**
 * Skips a comment (XML 1.0, 2.5) at `at`.
 *
 * @returns the offset after it
 */
export function commentEnd(text: XmlText, at: number): number {
  const { source } = text;
  const end = source.indexOf('--', at + 4);
  if (end < 0 || end + 2 >= source.length) throw incomplete(text);
  if (source.charCodeAt(end + 2) !== 62) {
    const message = "An XML comment cannot contain '--', and '-' cannot be the last character.";
    throw malformed(text, end, message);
  }
  return end + 3;
}

/**
 * Skips a processing instruction (XML 1.0, 2.6) at `at`. Its target must not be `xml` or have a
 * colon.
 *
 * @returns the offset after it
 */
export function instructionEnd(text: XmlText, at: number): number {
  const { source } = text;
  const nameEnd = ncNameEnd(source, at + 2);
  if (nameEnd >= source.length) throw incomplete(text);
  if (nameEnd === at + 2) throw malformed(text, nameEnd, 'A processing instruction needs a name.');
  if (nameEnd === at + 5 && source.slice(at + 2, nameEnd).toLowerCase() === 'xml') {
    throw malformed(text, at + 2, lateDeclaration);
  }
  const end = source.indexOf('?>', nameEnd);
  if (end < 0) throw incomplete(text);
  if (end !== nameEnd && !isBlank(source.charCodeAt(nameEnd))) {
    throw malformed(text, nameEnd, 'A processing instruction needs white space after its name.');
  }
  return end + 2;
}

/** The error for a `<!` that starts neither a comment nor a CDATA section. */
export function badDeclaration(text: XmlText, at: number): XmlError {
  const { source } = text;
  const rest = source.slice(at, at + 9);
  if (rest === '<!DOCTYPE') return malformed(text, at, dtdMessage, 'doctype');
  const cut =
    at + rest.length >= source.length &&
    ['<!--', '<![CDATA[', '<!DOCTYPE'].some((markup) => markup.startsWith(rest));
  return cut ? incomplete(text) : malformed(text, at, 'Unexpected markup.');
}

/** The declaration that nearly every message starts with. It is not parsed. */
const usualDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

const pseudoAttribute = /[ \t\r\n]+(\w+)[ \t\r\n]*=[ \t\r\n]*(["'])(.*?)\2/sy;

/** The parts of the XML declaration, in this order; only the version is required. */
const declared: readonly (readonly [name: string, value: RegExp])[] = [
  ['version', /^1\.[0-9]+$/],
  ['encoding', /^[A-Za-z][\w.-]*$/],
  ['standalone', /^(?:yes|no)$/],
];

/**
 * Skips a byte order mark and the XML declaration (XML 1.0, 2.8) at the start of a document.
 *
 * @returns the offset after them
 * @throws XmlError the declaration is malformed
 */
export function prologEnd(text: XmlText): number {
  const { source } = text;
  if (source.slice(0, usualDeclaration.length) === usualDeclaration) return usualDeclaration.length;
  const start = source.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (!source.startsWith('<?xml', start) || !isBlank(source.charCodeAt(start + 5))) return start;
  let at = start + 5;
  const bad = (): XmlError =>
    source.indexOf('?>', start) < 0
      ? incomplete(text)
      : malformed(text, at, 'Syntax for an XML declaration is invalid.');
  for (const [name, value] of declared) {
    pseudoAttribute.lastIndex = at;
    const [, found, , given = ''] = pseudoAttribute.exec(source) ?? [];
    if (found === name ? !value.test(given) : name === 'version') throw bad();
    if (found === name) at = pseudoAttribute.lastIndex;
  }
  at = skipBlanks(source, at);
  if (!source.startsWith('?>', at)) throw bad();
  return at + 2;
}

/** An error about the character at an offset, which replaces `{0}` in the message. */
export function badCharacter(text: XmlText, at: number, message: string): XmlError {
  const { source } = text;
  if (at >= source.length) return incomplete(text);
  // A function, because `$` in a replacement string has a special meaning.
  return malformed(
    text,
    at,
    message.replace('{0}', () => describeCharacter(source, at)),
  );
}

/** The end of a QName that must start at `from`. */
export function qNameEnd(text: XmlText, from: number, limit: number): number {
  const { source } = text;
  let start = from;
  let end = from - 1;
  do {
    start = end + 1;
    end = ncNameEnd(source, start);
    if (end === start) throw badCharacter(text, end, 'Name cannot begin with the {0} character.');
  } while (start === from && source.charCodeAt(end) === 58);
  if (end - from > limit) {
    throw tooLong(text, from, 'name', limit);
  }
  return end;
}

/**
 * Offset of the name in the tag or other markup at an offset; the offset itself if there is no
 * markup.
 */
export function nameOffset(source: string, at: number): number {
  if (source.charCodeAt(at) !== 60) return at;
  const code = source.charCodeAt(at + 1);
  if (code === 33) return source.startsWith('<!--', at) ? at + 4 : at + 9;
  return code === 47 || code === 63 ? at + 2 : at + 1;
}
