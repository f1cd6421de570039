import { describeCharacter, isBlank, ncNameEnd } from './chars.ts';
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

const blank = '[ \\t\\r\\n]';
const equals = `${blank}*=${blank}*`;
/** The XML declaration up to its end, or the beginning of it that is valid. */
const declared = new RegExp(
  `<\\?xml${blank}+version${equals}(["'])1\\.\\d+\\1` +
    `(?:${blank}+encoding${equals}(["'])[A-Za-z][\\w.-]*\\2)?` +
    `(?:${blank}+standalone${equals}(["'])(?:yes|no)\\3${blank}*)?` +
    `(?:${blank}+(?!encoding|standalone))?`,
  'y',
);

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
  declared.lastIndex = start;
  const at = declared.test(source) ? declared.lastIndex : start + 5;
  if (!source.startsWith('?>', at)) {
    throw source.indexOf('?>', start) < 0
      ? incomplete(text)
      : malformed(text, at, 'Syntax for an XML declaration is invalid.');
  }
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
