/** NameStartChar without the colon (XML 1.0 fifth edition, 2.3), as in a character class. */
const nameStart =
  'A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d' +
  '\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd' +
  '\\u{10000}-\\u{effff}';
const startOfName = new RegExp(`[${nameStart}]`, 'uy');
const noNamePart = new RegExp(`[^${nameStart}.\\d\\xb7\\u0300-\\u036f\\u203f\\u2040-]`, 'gu');

// These are single code units; the second test finds unpaired surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const loneSurrogate = /[\ud800-\udfff]/u;

/**
 * The only string method used here that is newer than the library that generated code is compiled
 * with.
 */
interface MaybeWellFormed {
  readonly isWellFormed?: () => boolean;
}

/**
 * Finds the end of the NCName that starts at `from` (Namespaces in XML 1.0, 3).
 *
 * @returns the offset after its last character; `from` itself when no name starts there
 */
export function ncNameEnd(text: string, from: number): number {
  startOfName.lastIndex = from;
  if (!startOfName.test(text)) return from;
  noNamePart.lastIndex = startOfName.lastIndex;
  return noNamePart.exec(text)?.index ?? text.length;
}

/** Whether the whole text is an NCName: a name without a colon. */
export function isNcName(text: string): boolean {
  return text.length > 0 && ncNameEnd(text, 0) === text.length;
}

/** Whether a code unit is white space (XML 1.0, production S). */
export function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/**
 * The offset of the first character at or after `from` that is no white space; the length when
 * there is none.
 */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

/** Whether a code point is allowed in a document (XML 1.0, production Char). */
export function isXmlChar(point: number): boolean {
  if (point < 32) return point === 9 || point === 10 || point === 13;
  return (
    point <= 0xd7ff ||
    (point >= 0xe000 && point <= 0xfffd) ||
    (point >= 0x10000 && point <= 0x10ffff)
  );
}

/**
 * Finds the first code unit that is not allowed in a document: control characters, lone surrogates,
 * U+FFFE and U+FFFF.
 *
 * @returns its offset, or -1 when every character is allowed
 */
export function findForbidden(text: string): number {
  const paired = (text as MaybeWellFormed).isWellFormed;
  const wellFormed = paired === undefined ? !loneSurrogate.test(text) : paired.call(text);
  const other = text.search(forbidden);
  if (wellFormed) return other;
  const surrogate = text.search(loneSurrogate);
  return other >= 0 && other < surrogate ? other : surrogate;
}

/** Describes a character for an error message, as .NET does: `'&', hexadecimal value 0x26`. */
export function describeCharacter(text: string, at: number): string {
  // V8 13.6 reads beyond the end of a slice if asked for the character at its last code unit.
  const point = text.slice(at, at + 2).codePointAt(0) ?? 0;
  const shown = isXmlChar(point) && point !== 0 ? String.fromCodePoint(point) : '.';
  return `'${shown}', hexadecimal value 0x${point.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Whether a code unit may be part of a prefix. Whether it is one depends on the bindings. */
function isPrefixPart(code: number): boolean {
  const letterOrDigit =
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return letterOrDigit || code === 95 || code === 45 || code === 46 || code >= 0xb7;
}

/** Collects what comes before colons in a text, as possible prefixes of QNames. */
export function collectPrefixes(text: string, prefixes: Set<string>): void {
  let floor = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', floor)) {
    let from = colon;
    while (from > floor && isPrefixPart(text.charCodeAt(from - 1))) from -= 1;
    if (from < colon) prefixes.add(text.slice(from, colon));
    floor = colon + 1;
  }
}

/**
 * Returns the engine's internal copy of a text, which it compares by address. That makes `===` and
 * `switch` on names fast. The copy is not a slice, so it does not keep the document in memory.
 */
export function internalize(text: string): string {
  const holder: Record<string, true> = Object.create(null) as Record<string, true>;
  holder[text] = true;
  return Object.keys(holder)[0] ?? '';
}

/** A copy that does not keep the longer text it was cut from in memory. */
export function detachText(text: string): string {
  // Shorter slices are always copies. Slicing a concatenation makes the engine copy it first.
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
