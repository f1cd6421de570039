/** Bits of {@link asciiNames}. */
const NAME_START = 1;
const NAME_PART = 2;

/** Which ASCII characters may start or continue an NCName. */
const asciiNames: Uint8Array = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const letter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
  const other = (code >= 48 && code <= 57) || code === 45 || code === 46;
  asciiNames[code] = letter ? NAME_START | NAME_PART : other ? NAME_PART : 0;
}

/**
 * NameStartChar above ASCII, as pairs of first and last code point (XML 1.0 fifth edition, 2.3).
 */
const startRanges: readonly number[] = [
  0xc0, 0xd6, 0xd8, 0xf6, 0xf8, 0x2ff, 0x370, 0x37d, 0x37f, 0x1fff, 0x200c, 0x200d, 0x2070, 0x218f,
  0x2c00, 0x2fef, 0x3001, 0xd7ff, 0xf900, 0xfdcf, 0xfdf0, 0xfffd, 0x10000, 0xeffff,
];

/** What NameChar adds to NameStartChar above ASCII. */
const partRanges: readonly number[] = [0xb7, 0xb7, 0x300, 0x36f, 0x203f, 0x2040];

// Single characters only: surrogates pair up or not, which the second test finds out.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const loneSurrogate = /[\ud800-\udfff]/u;

/**
 * The one method of strings used here that is younger than the library the generated code compiles
 * with.
 */
interface MaybeWellFormed {
  readonly isWellFormed?: () => boolean;
}

function inRanges(ranges: readonly number[], point: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) {
    if (point < (ranges[index] as number)) return false;
    if (point <= (ranges[index + 1] as number)) return true;
  }
  return false;
}

/**
 * Finds the end of the NCName that starts at `from` (Namespaces in XML 1.0, 3).
 *
 * @returns the offset after its last character; `from` itself when no name starts there
 */
export function ncNameEnd(text: string, from: number): number {
  let at = from;
  let wanted = NAME_START;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      if (((asciiNames[code] as number) & wanted) === 0) return at;
      at += 1;
    } else {
      const point = text.codePointAt(at);
      if (point === undefined) return at;
      const fits =
        inRanges(startRanges, point) || (wanted === NAME_PART && inRanges(partRanges, point));
      if (!fits) return at;
      at += point > 0xffff ? 2 : 1;
    }
    wanted = NAME_PART;
  }
}

/** Whether the whole text is an NCName: a name without a colon. */
export function isNcName(text: string): boolean {
  return text.length > 0 && ncNameEnd(text, 0) === text.length;
}

/** Whether the text consists of name characters (XML 1.0, production Nmtoken) and is not empty. */
export function isNmToken(text: string): boolean {
  if (text.length === 0) return false;
  // A leading letter makes every rest a name, so that one scanner serves both.
  const rest = `a${text.replaceAll(':', '-')}`;
  return ncNameEnd(rest, 0) === rest.length;
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
  if (wellFormed) return forbidden.test(text) ? text.search(forbidden) : -1;
  const surrogate = text.search(loneSurrogate);
  const other = text.search(forbidden);
  return other >= 0 && other < surrogate ? other : surrogate;
}

/** Describes a character for an error message, as .NET does: `'&', hexadecimal value 0x26`. */
export function describeCharacter(text: string, at: number): string {
  const point = text.codePointAt(at) ?? 0;
  const shown = isXmlChar(point) && point !== 0 ? String.fromCodePoint(point) : '.';
  return `'${shown}', hexadecimal value 0x${point.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Whether a code unit may belong to a prefix; what it is bound to decides in the end. */
function isPrefixPart(code: number): boolean {
  const letterOrDigit =
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return letterOrDigit || code === 95 || code === 45 || code === 46 || code >= 0xb7;
}

/** Collects what is before colons in a text, since it may be prefixes of QNames. */
export function collectPrefixes(text: string, prefixes: Set<string>): void {
  let floor = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', floor)) {
    let from = colon;
    while (from > floor && isPrefixPart(text.charCodeAt(from - 1))) from -= 1;
    if (from < colon) prefixes.add(text.slice(from, colon));
    floor = colon + 1;
  }
}
