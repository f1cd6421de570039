/**
 * `malformed`: not well-formed, or not allowed here; `value`: not a value of the type; `limit`: a
 * limit was exceeded.
 */
export type XmlErrorKind = 'malformed' | 'value' | 'limit';

/**
 * The exact reason, where callers need it: `doctype` (a DTD, always refused), `incomplete` (the
 * text ended too early, more text could fix that), `missing` (a required element or attribute).
 */
export type XmlErrorCode = XmlErrorKind | 'doctype' | 'incomplete' | 'missing';

/** .NET's message for an empty document. */
export const rootMissing = 'Root element is missing.';
/** .NET's message for text outside the root. */
export const notAtRoot = 'Data at the root level is invalid.';
const shortestElement = '<a/>'.length;

/** Where a text starts in a longer one; added to positions in the text. */
export interface XmlOrigin {
  /** UTF-16 code units before the text. */
  readonly offset: number;
  /** 1-based line of its first character. */
  readonly line: number;
  /** 1-based column of its first character. */
  readonly column: number;
}

/** The origin of a text that is a whole document. */
export const documentStart: XmlOrigin = { offset: 0, line: 1, column: 1 };

/**
 * The position of an offset in a text. CRLF, CR and LF each end a line; columns count UTF-16 code
 * units.
 */
export function advanceOrigin(
  text: string,
  to: number,
  origin: XmlOrigin = documentStart,
): XmlOrigin {
  const end = Math.min(to, text.length);
  let { line } = origin;
  let lineStart = 1 - origin.column;
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    // The CR of a CRLF is counted with its LF.
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) {
      line += 1;
      lineStart = at + 1;
    }
  }
  return { offset: origin.offset + end, line, column: end - lineStart + 1 };
}

/** The place of an error whose place is not known. */
const nowhere: XmlOrigin = { offset: -1, line: 0, column: 0 };

/**
 * Thrown for any error in a document. The message contains no position; `line` and `column` are
 * computed on demand.
 */
export class XmlError extends Error {
  override readonly name: string = 'XmlError';
  declare readonly kind: XmlErrorKind;
  declare readonly code: XmlErrorCode;
  /** Path of the value that has the error, such as `order.items[3]`, if known. */
  path: string | undefined;
  /** The attribute with the error, or the missing child of the element read last. */
  property: string | undefined;
  /** Whether .NET reads {@link carried} in the text, so that only strict readers refuse it. */
  declare accepted?: true;
  /** Whether lenient readers refuse it, too. */
  declare fatal?: true;
  /** What clients say instead of .NET's message. */
  declare told?: string;
  /** Whether a text is not base64, for which .NET has other errors in attributes. */
  declare base64?: true;
  // Private to the engine, because what prints an error prints its properties: the document may
  // hold passwords.
  #text = '';
  #at = -1;
  #origin: XmlOrigin = documentStart;
  #carried: unknown;

  constructor(kind: XmlErrorKind, message: string, code: XmlErrorCode = kind) {
    super(message);
    this.kind = kind;
    this.code = code;
  }

  /** Sets the place, unless it is already known. `offset` counts UTF-16 code units of `text`. */
  locate(text: string, offset: number, origin: XmlOrigin = documentStart): this {
    if (this.#at < 0) {
      this.#text = text;
      this.#at = Math.max(0, offset);
      this.#origin = origin;
    }
    return this;
  }

  /** Sets the value that lenient readers use instead. */
  carry(value: unknown): this {
    this.#carried = value;
    return this;
  }

  /** The value that lenient readers use instead; `undefined` if there is none. */
  get carried(): unknown {
    return this.#carried;
  }

  /** Removes the place, which was in a text other than the document. */
  withoutPlace(): this {
    this.#at = -1;
    return this;
  }

  /** Whether the place is known. The reader sets it for value errors. */
  get located(): boolean {
    return this.#at >= 0;
  }

  get #place(): XmlOrigin {
    return this.located ? advanceOrigin(this.#text, this.#at, this.#origin) : nowhere;
  }

  /** 0-based offset in UTF-16 code units; -1 if the place is not known. */
  get offset(): number {
    return this.#place.offset;
  }

  /** 1-based line; 0 if the place is not known. */
  get line(): number {
    return this.#place.line;
  }

  /** 1-based column in UTF-16 code units; 0 if the place is not known. */
  get column(): number {
    return this.#place.column;
  }
}

/** Where an error is, in parentheses; empty if that is not known. */
export function positionOf({ located, line, column }: XmlError): string {
  return located ? ` (line ${line}, column ${column})` : '';
}

/** A text that is not a value of its type. The message is .NET's. */
export class XmlValueError extends XmlError {
  override readonly name: string = 'XmlValueError';

  constructor(message: string, code: XmlErrorCode = 'value') {
    super('value', message, code);
  }
}

/** The text being read, as far as errors need it. */
export interface XmlText {
  /** The document or a part of it, up to the first character that XML forbids. */
  readonly source: string;
  /** Where the text begins in the document. */
  readonly origin: XmlOrigin;
  /** Describes the forbidden character that follows; `''` if there is none. */
  readonly forbidden: string;
  /** Offset after the token read last. */
  readonly position: number;
  /** Open elements. */
  readonly depth: number;
}

/** An error of kind `malformed` with its place. */
export function malformed(
  { source, origin }: XmlText,
  offset: number,
  message: string,
  code?: XmlErrorCode,
): XmlError {
  return new XmlError('malformed', message, code).locate(source, offset, origin);
}

/**
 * The text ended while something is still open. At the root, .NET treats a remainder shorter than
 * any element as text.
 */
export function incomplete(
  text: XmlText,
  message = 'Unexpected end of file has occurred.',
): XmlError {
  const { source, forbidden, depth, position } = text;
  if (forbidden !== '') {
    return malformed(text, source.length, `${forbidden}, is an invalid character.`);
  }
  const tag = source.indexOf('<', position);
  return depth === 0 && tag >= 0 && source.length - tag < shortestElement
    ? malformed(text, tag, notAtRoot, 'incomplete')
    : malformed(text, source.length, message, 'incomplete');
}

/** An error for something that exceeds a limit. */
export function beyondLimit(
  { source, origin }: XmlText,
  offset: number,
  message: string,
): XmlError {
  return new XmlError('limit', message).locate(source, offset, origin);
}

/** An error for a name, value or text that is too long. */
export function tooLong(text: XmlText, offset: number, what: string, limit: number): XmlError {
  return beyondLimit(text, offset, `A ${what} is longer than ${limit} characters.`);
}
