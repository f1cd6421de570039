// One test for ordinary text, which has none of these. Once a surrogate is found, pairs are
// checked. The patterns are global because `lastIndex` then gives the offset without a match
// object; it is always reset to 0 between two texts.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const specialInText = /[&<>\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const specialInAttribute = /[&<>"\t\n\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/g;

/** References for special characters that XML can carry, by character code. */
const entities: Readonly<Record<number, string>> = {
  9: '&#x9;',
  10: '&#xA;',
  13: '&#xD;',
  34: '&quot;',
  38: '&amp;',
  60: '&lt;',
  62: '&gt;',
};

/** A character in Unicode's notation, such as `U+000A`. */
export function codePointName(text: string, at: number): string {
  // V8 13.6 reads beyond the end of a slice if asked for the character at its last code unit.
  const code = text.slice(at, at + 2).codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Escapes a text in which `special` just found its first character. The result is flattened in
 * pieces: as a tree, it takes three times the memory where there are many such characters.
 */
function escapeSpecial(text: string, special: RegExp): string {
  let done = '';
  let out = '';
  let start = 0;
  do {
    const at = special.lastIndex - 1;
    const code = text.charCodeAt(at);
    const entity = entities[code];
    if (entity !== undefined) {
      out += text.slice(start, at) + entity;
      start = at + 1;
      if (out.length > pieceLength) {
        done += inOnePiece(out);
        out = '';
      }
    } else {
      const low = text.charCodeAt(at + 1);
      if (!(code >= 0xd800 && code <= 0xdbff && low >= 0xdc00 && low <= 0xdfff)) {
        special.lastIndex = 0;
        const message = `XML cannot carry the character ${codePointName(text, at)} at index ${at}.`;
        throw new EncodeError(message);
      }
      special.lastIndex = at + 2;
    }
  } while (special.test(text));
  return done + out + text.slice(start);
}

/**
 * Escapes character data as ASMX does: `& < >` become entities and CR becomes `&#xD;`; all else
 * stays.
 *
 * @throws EncodeError a character XML cannot carry, or half a surrogate pair
 */
export function escapeText(text: string): string {
  return specialInText.test(text) ? escapeSpecial(text, specialInText) : text;
}

/**
 * Escapes an attribute value for double quotes. Also escapes TAB, LF and CR, which a reader would
 * turn into spaces.
 *
 * @throws EncodeError a character XML cannot carry, or half a surrogate pair
 */
export function escapeAttribute(text: string): string {
  return specialInAttribute.test(text) ? escapeSpecial(text, specialInAttribute) : text;
}

/** Writes a string as character data. */
export function formatXsdString(value: string): string {
  if (typeof value !== 'string') throw notEncodable('a string', value);
  return specialInText.test(value) ? escapeSpecial(value, specialInText) : value;
}

/** Writes a string as an attribute value. */
export function formatXsdStringAttribute(value: string): string {
  if (typeof value !== 'string') throw notEncodable('a string', value);
  return specialInAttribute.test(value) ? escapeSpecial(value, specialInAttribute) : value;
}

/** When a list has written this many UTF-16 code units, they are flattened into one string. */
export const pieceLength: number = 65_536;

/**
 * The same text, flattened. The engine keeps a concatenation as a tree until a character is read.
 * In a message of megabytes, that tree survives several garbage collections, and walking it misses
 * every cache.
 */
export function inOnePiece(text: string): string {
  return text.charCodeAt(0) === 1 ? text.slice() : text;
}

/**
 * ASMX writes an element without content as one tag, `<a />`. Whether an element has content is
 * known only after its start tag is written. So writers leave a mark, U+0000, which no value can
 * contain, and the marks are resolved once for the whole message. Messages without empty elements
 * are not searched at all, because that would flatten them once more than sending does.
 */
const emptyMark = '\0';
const emptyMarks = /\0/g;
const emptyElement = />\0<\/[^>]*>/g;

/**
 * Whether there may be an unresolved mark. Messages are written one after the other, never nested.
 */
let marked = false;

/** The mark for an element whose start tag was just written. */
export function markEmpty(): string {
  marked = true;
  return emptyMark;
}

/** Content of an element: the mark if it is empty. */
export function orEmpty(content: string): string {
  return content === '' ? markEmpty() : content;
}

/**
 * Turns elements marked as empty into single tags, with a space before the slash. A mark before
 * content has no effect.
 */
export function closeEmpty(xml: string): string {
  if (!marked) return xml;
  marked = false;
  if (!xml.includes(emptyMark)) return xml;
  let closed = '';
  let from = 0;
  // In pieces, because `replace` lists all matches first. There is no mark between two adjacent
  // tags.
  while (from < xml.length) {
    const border = xml.indexOf('><', from + pieceLength);
    const to = border < 0 ? xml.length : border + 1;
    closed += xml.slice(from, to).replace(emptyElement, ' />').replace(emptyMarks, '');
    from = to;
  }
  return closed;
}

/**
 * Thrown when a value cannot be written: it has the wrong type, is out of range, or contains
 * characters that XML cannot carry.
 */
export class EncodeError extends Error {
  override readonly name: string = 'EncodeError';
  /** Path of the value, such as `order.items[3].sku`, once its writers are left. */
  path: string | undefined;
  /** Property names and indexes from the value to the root, as far as its writers are left. */
  readonly steps: (string | number)[] = [];

  /** @param step the property or index that the error is about, of the value being written */
  constructor(message: string, step?: string | number) {
    super(message);
    if (step !== undefined) this.steps.push(step);
  }
}

/** Message of the error for a value for which the stack is too small. */
export const tooDeep = 'The value is nested too deeply.';

/**
 * Adds to an error in a value where the value is: the property of an object, or the index in a
 * list. Called from the inside out. A value for which the stack is too small becomes such an error.
 */
export function within(error: unknown, step: string | number): unknown {
  const isOverflow = error instanceof Error && /call stack|recursion/.test(error.message);
  const wrong = isOverflow ? new EncodeError(tooDeep) : error;
  if (wrong instanceof EncodeError) wrong.steps.push(step);
  return wrong;
}

const SHOWN = 40;

/** Describes a value in an error message: its type, and the value itself if it is short. */
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
      if (value instanceof Date) {
        return Number.isNaN(value.getTime())
          ? 'an invalid Date'
          : `the Date ${value.toISOString()}`;
      }
      return Array.isArray(value) ? 'an array' : 'an object';
    default:
      return typeof value;
  }
}

/** The error for a value that is not `expected`, such as `an int (-2147483648 to 2147483647)`. */
export function notEncodable(
  expected: string,
  value: unknown,
  step?: string | number,
): EncodeError {
  return new EncodeError(`Expected ${expected}, got ${describeValue(value)}.`, step);
}
