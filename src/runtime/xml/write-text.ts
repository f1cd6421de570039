// One test for the usual text, which has none of these; surrogates are looked at in pairs once
// there is one. The patterns are global, so that a hit says where it is without a match being made:
// between two texts their `lastIndex` is always 0.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const specialInText = /[&<>\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const specialInAttribute = /[&<>"\t\n\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/g;

/** What stands for special characters that XML can carry, by their codes. */
const entities: Readonly<Record<number, string>> = {
  9: '&#x9;',
  10: '&#xA;',
  13: '&#xD;',
  34: '&quot;',
  38: '&amp;',
  60: '&lt;',
  62: '&gt;',
};

/** A character as Unicode names it, such as `U+000A`. */
export function codePointName(text: string, at: number): string {
  // V8 13.6 reads beyond the end of a slice if asked for the character at its last code unit.
  const code = text.slice(at, at + 2).codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Escapes a text in which `special` has just found its first character. */
function escapeSpecial(
  text: string,
  special: RegExp,
  owner: object | undefined,
  name: string,
): string {
  let out = '';
  let start = 0;
  do {
    const at = special.lastIndex - 1;
    const code = text.charCodeAt(at);
    const entity = entities[code];
    if (entity !== undefined) {
      out = `${out}${text.slice(start, at)}${entity}`;
      start = at + 1;
    } else {
      const low = text.charCodeAt(at + 1);
      if (!(code >= 0xd800 && code <= 0xdbff && low >= 0xdc00 && low <= 0xdfff)) {
        special.lastIndex = 0;
        const message = `XML cannot carry the character ${codePointName(text, at)} at index ${at}.`;
        throw new EncodeError(message, owner, name);
      }
      special.lastIndex = at + 2;
    }
  } while (special.test(text));
  return start === 0 ? text : out + text.slice(start);
}

/**
 * Escapes character data as ASMX does: `& < >` as entities, CR as `&#xD;`, everything else as it
 * is.
 *
 * @param owner object that holds the text, for the error
 * @throws EncodeError a character XML cannot carry, or half a surrogate pair
 */
export function escapeText(text: string, owner?: object | undefined, name = ''): string {
  return specialInText.test(text) ? escapeSpecial(text, specialInText, owner, name) : text;
}

/**
 * Escapes an attribute value for double quotes; also TAB, LF and CR, which a reader would turn into
 * spaces.
 *
 * @param owner object that holds the text, for the error
 * @throws EncodeError a character XML cannot carry, or half a surrogate pair
 */
export function escapeAttribute(text: string, owner?: object | undefined, name = ''): string {
  return specialInAttribute.test(text)
    ? escapeSpecial(text, specialInAttribute, owner, name)
    : text;
}

/** Writes a string as character data. */
export function formatXsdString(value: string, owner: object, name: string): string {
  if (typeof value !== 'string') throw notEncodable('a string', value, owner, name);
  return specialInText.test(value) ? escapeSpecial(value, specialInText, owner, name) : value;
}

/** Writes a string as an attribute value. */
export function formatXsdStringAttribute(value: string, owner: object, name: string): string {
  if (typeof value !== 'string') throw notEncodable('a string', value, owner, name);
  return specialInAttribute.test(value)
    ? escapeSpecial(value, specialInAttribute, owner, name)
    : value;
}

/** From this many UTF-16 code units on, what a list has written so far is made into one piece. */
export const pieceLength: number = 65_536;

/**
 * The same text, in one piece. Texts that are put together stay a tree of what they were made of
 * until a character is read. For a message of megabytes that tree outlives several
 * collections of garbage, and walking it misses every cache.
 */
export function inOnePiece(text: string): string {
  return text.charCodeAt(0) === 1 ? text.slice() : text;
}

/**
 * ASMX writes an element without content as one tag, `<a />`. Whether an element has content is
 * known only when its value has been written, after its start tag; so writers leave a mark,
 * U+0000, which XML cannot hold and no value can bring in, and the mark is resolved once for the
 * whole message. Messages without empty elements, the usual ones, are not even searched: that would
 * put them together once more than sending does.
 */
const emptyMark = '\0';
const emptyMarks = new RegExp(emptyMark, 'g');
const emptyElement = new RegExp(`>${emptyMark}</[^>]*>`, 'g');

/**
 * Whether there may be a mark that is not resolved. Messages are written one after the other, none
 * inside another.
 */
let marked = false;

/** The mark of an element whose start tag was just written. */
export function markEmpty(): string {
  marked = true;
  return emptyMark;
}

/** Content of an element: the mark where it is empty. */
export function orEmpty(content: string): string {
  return content === '' ? markEmpty() : content;
}

/**
 * Turns elements marked as empty into single tags, with a space before the slash. A mark before
 * content means nothing.
 */
export function closeEmpty(xml: string): string {
  if (!marked) return xml;
  marked = false;
  if (!xml.includes(emptyMark)) return xml;
  let closed = '';
  let from = 0;
  // Piece by piece, since replacing lists all matches first. Between two tags that touch there is
  // no mark.
  while (from < xml.length) {
    const border = xml.indexOf('><', from + pieceLength);
    const to = border < 0 ? xml.length : border + 1;
    closed += xml.slice(from, to).replace(emptyElement, ' />').replace(emptyMarks, '');
    from = to;
  }
  return closed;
}

/**
 * Thrown when a value cannot be written: it is of another type, out of range, or holds characters
 * XML cannot carry. Names the object and its property; `pathOf` finds the way to it from the root
 * on demand.
 */
export class EncodeError extends Error {
  override readonly name: string = 'EncodeError';
  /** Object or array that holds the value; undefined when the writer was not told. */
  readonly owner: object | undefined;
  /** Property of `owner`, or index where it is an array. */
  readonly property: string;
  /** Path of the value, such as `order.items[3].sku`, once it was searched. */
  path: string | undefined;

  constructor(message: string, owner?: object | undefined, property = '') {
    super(message);
    this.owner = owner;
    this.property = property;
  }
}

const SHOWN = 40;

/** Shows a value in an error message: its type, and the value itself where it is short. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'string': {
      const more = value.length > SHOWN ? '…' : '';
      return `the string ${JSON.stringify(value.slice(0, SHOWN))}${more}`;
    }
    case 'number':
    case 'boolean':
    case 'bigint':
      return `the ${typeof value} ${String(value).slice(0, SHOWN)}`;
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? 'an array' : 'an object';
    default:
      return typeof value;
  }
}

/** The error for a value that is not `expected`, such as `an int (-2147483648 to 2147483647)`. */
export function notEncodable(
  expected: string,
  value: unknown,
  owner: object | undefined,
  property: string,
): EncodeError {
  return new EncodeError(`Expected ${expected}, got ${describeValue(value)}.`, owner, property);
}
