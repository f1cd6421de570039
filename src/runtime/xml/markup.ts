import { describeCharacter, isBlank, ncNameEnd, skipBlanks } from './chars.ts';
import { beyondLimit, incomplete, malformed, XmlError } from './error.ts';

const dtdMessage =
  'For security reasons DTD is prohibited in this XML document. ' +
  'To enable DTD processing set the DtdProcessing property on XmlReaderSettings to Parse ' +
  'and pass the settings into XmlReader.Create method.';
const lateDeclaration =
  'Unexpected XML declaration. The XML declaration must be the first node in the document, ' +
  'and no white space characters are allowed to appear before it.';

/**
 * Skips a comment (XML 1.0, 2.5) at `at`.
 *
 * @returns the offset after it
 */
export function commentEnd(source: string, at: number): number {
  const end = source.indexOf('--', at + 4);
  if (end < 0 || end + 2 >= source.length) throw incomplete(source);
  if (source.charCodeAt(end + 2) !== 62) {
    throw malformed(
      source,
      end,
      "An XML comment cannot contain '--', and '-' cannot be the last character.",
    );
  }
  return end + 3;
}

/**
 * Skips a processing instruction (XML 1.0, 2.6) at `at`; its target is no `xml` and has no colon.
 *
 * @returns the offset after it
 */
export function instructionEnd(source: string, at: number): number {
  const nameEnd = ncNameEnd(source, at + 2);
  if (nameEnd >= source.length) throw incomplete(source);
  if (nameEnd === at + 2)
    throw malformed(source, nameEnd, 'A processing instruction needs a name.');
  if (nameEnd === at + 5 && source.slice(at + 2, nameEnd).toLowerCase() === 'xml') {
    throw malformed(source, at + 2, lateDeclaration);
  }
  const end = source.indexOf('?>', nameEnd);
  if (end < 0) throw incomplete(source);
  if (end !== nameEnd && !isBlank(source.charCodeAt(nameEnd))) {
    throw malformed(source, nameEnd, 'A processing instruction needs white space behind its name.');
  }
  return end + 2;
}

/** What to throw at a `<!` that starts neither comment nor CDATA section. */
export function badDeclaration(source: string, at: number): XmlError {
  const rest = source.slice(at, at + 9);
  if (rest === '<!DOCTYPE')
    return new XmlError('malformed', dtdMessage, 'doctype').locate(source, at);
  const cut =
    at + rest.length >= source.length &&
    ['<!--', '<![CDATA[', '<!DOCTYPE'].some((markup) => markup.startsWith(rest));
  return cut ? incomplete(source) : malformed(source, at, 'Unexpected markup.');
}

/** Reads ` name="value"` of the XML declaration; undefined when another name is there. */
function readPseudoAttribute(
  source: string,
  from: number,
  name: string,
): { value: string; end: number } | undefined {
  const at = skipBlanks(source, from);
  if (at === from || !source.startsWith(name, at)) return undefined;
  const equals = skipBlanks(source, at + name.length);
  if (source.charCodeAt(equals) !== 61) return undefined;
  const quote = skipBlanks(source, equals + 1);
  const mark = source.charAt(quote);
  const end = mark === '"' || mark === "'" ? source.indexOf(mark, quote + 1) : -1;
  return end < 0 ? undefined : { value: source.slice(quote + 1, end), end: end + 1 };
}

/** The declaration nearly every message starts with: known to be right. */
const usualDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

const version = /^1\.[0-9]+$/;
const encodingName = /^[A-Za-z][\w.-]*$/;

/**
 * Skips a byte order mark and the XML declaration (XML 1.0, 2.8) at the start of a document.
 *
 * @returns the offset after them
 * @throws XmlError the declaration is not as the standard has it
 */
export function prologEnd(source: string): number {
  if (source.slice(0, usualDeclaration.length) === usualDeclaration) return usualDeclaration.length;
  const start = source.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (!source.startsWith('<?xml', start) || !isBlank(source.charCodeAt(start + 5))) return start;
  const bad = (at: number): XmlError =>
    source.indexOf('?>', start) < 0
      ? incomplete(source)
      : malformed(source, at, 'Syntax for an XML declaration is invalid.');
  let part = readPseudoAttribute(source, start + 5, 'version');
  if (part === undefined || !version.test(part.value)) throw bad(start + 5);
  let at = part.end;
  part = readPseudoAttribute(source, at, 'encoding');
  if (part !== undefined) {
    if (!encodingName.test(part.value)) throw bad(at);
    at = part.end;
  }
  part = readPseudoAttribute(source, at, 'standalone');
  if (part !== undefined) {
    if (part.value !== 'yes' && part.value !== 'no') throw bad(at);
    at = part.end;
  }
  const end = skipBlanks(source, at);
  if (!source.startsWith('?>', end)) throw bad(end);
  return end + 2;
}

/** An error about a character, which `{0}` in the message stands for. */
export function badCharacter(source: string, at: number, message: string): Error {
  if (at >= source.length) return incomplete(source);
  return malformed(
    source,
    at,
    message.replace('{0}', () => describeCharacter(source, at)),
  );
}

/** The end of a QName that must start at `from`. */
export function qNameEnd(source: string, from: number, limit: number): number {
  let end = ncNameEnd(source, from);
  if (end === from) throw badCharacter(source, end, 'Name cannot begin with the {0} character.');
  if (source.charCodeAt(end) === 58) {
    const local = end + 1;
    end = ncNameEnd(source, local);
    if (end === local) throw badCharacter(source, end, 'Name cannot begin with the {0} character.');
  }
  if (end - from > limit)
    throw beyondLimit(source, from, `A name is longer than ${limit} characters.`);
  return end;
}

/**
 * Offset of the name in the tag or other markup at an offset, or that offset where there is none.
 */
export function nameOffset(source: string, at: number): number {
  if (source.charCodeAt(at) !== 60) return at;
  const code = source.charCodeAt(at + 1);
  if (code === 33) return source.startsWith('<!--', at) ? at + 4 : at + 9;
  return code === 47 || code === 63 ? at + 2 : at + 1;
}
