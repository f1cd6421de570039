/**
 * `malformed`: not XML, or not where the standard allows it; `value`: no value of its type;
 * `limit`: beyond a limit.
 */
export type XmlErrorKind = 'malformed' | 'value' | 'limit';

/**
 * What precisely went wrong, where callers tell it apart: `doctype` (a DTD, always refused),
 * `incomplete` (the text ended too early; more of it could fix that), `missing` (a required
 * element or attribute).
 */
export type XmlErrorCode = XmlErrorKind | 'doctype' | 'incomplete' | 'missing';

/** .NET's message for a document with nothing in it. */
export const rootMissing = 'Root element is missing.';
/** .NET's message for text outside the root. */
export const notAtRoot = 'Data at the root level is invalid.';
const shortestElement = '<a/>'.length;

/** Where a text starts inside a longer one: added to positions found in it. */
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
 * Returns the place of an offset in a text. CRLF, CR and LF each end a line; columns count UTF-16
 * code units.
 */
export function advanceOrigin(
  text: string,
  to: number,
  origin: XmlOrigin = documentStart,
): XmlOrigin {
  const end = Math.min(to, text.length);
  const next = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from);
    return found < 0 ? Number.POSITIVE_INFINITY : found;
  };
  let { line } = origin;
  let lineStart = 1 - origin.column;
  let feed = next('\n', 0);
  let carriage = next('\r', 0);
  for (;;) {
    // A CRLF is counted with its LF.
    const at = carriage + 1 === feed ? feed : Math.min(carriage, feed);
    if (at >= end) break;
    line += 1;
    lineStart = at + 1;
    if (feed <= at) feed = next('\n', lineStart);
    if (carriage <= at) carriage = next('\r', lineStart);
  }
  return { offset: origin.offset + end, line, column: end - lineStart + 1 };
}

/** The place of an error that has none. */
const nowhere: XmlOrigin = { offset: -1, line: 0, column: 0 };

/**
 * Thrown for everything wrong with a document that is read. The message has no position in it;
 * `line` and `column` are computed on demand.
 */
export class XmlError extends Error {
  override readonly name: string = 'XmlError';
  readonly kind: XmlErrorKind;
  readonly code: XmlErrorCode;
  /** Where in the value it happened, such as `order.items[3]`, once a caller has found out. */
  path: string | undefined;
  /**
   * The attribute it is about, or the element that did not come, below the element that was read
   * last.
   */
  property: string | undefined;
  /** What a lenient reader takes in place of the value; `undefined` where there is none. */
  carried: unknown;
  private text = '';
  private at = -1;
  private origin: XmlOrigin = documentStart;

  constructor(kind: XmlErrorKind, message: string, code: XmlErrorCode = kind) {
    super(message);
    this.kind = kind;
    this.code = code;
  }

  /**
   * Says where it happened, unless that is known already; `offset` counts UTF-16 code units of
   * `text`.
   */
  locate(text: string, offset: number, origin: XmlOrigin = documentStart): this {
    if (this.at < 0) {
      this.text = text;
      this.at = Math.max(0, offset);
      this.origin = origin;
    }
    return this;
  }

  /** Says what a lenient reader takes in place of the value. */
  carry(value: unknown): this {
    this.carried = value;
    return this;
  }

  /** Forgets the place, which was in another text than the document. */
  withoutPlace(): this {
    this.at = -1;
    return this;
  }

  /** Whether the place is known: a value error has none until the reader gives it one. */
  get located(): boolean {
    return this.at >= 0;
  }

  private get place(): XmlOrigin {
    return this.located ? advanceOrigin(this.text, this.at, this.origin) : nowhere;
  }

  /** 0-based offset in UTF-16 code units; -1 while the place is not known. */
  get offset(): number {
    return this.place.offset;
  }

  /** 1-based line; 0 while the place is not known. */
  get line(): number {
    return this.place.line;
  }

  /** 1-based column in UTF-16 code units; 0 while the place is not known. */
  get column(): number {
    return this.place.column;
  }
}

/** Text that is no value of its type; the message is .NET's. */
export class XmlValueError extends XmlError {
  override readonly name: string = 'XmlValueError';

  constructor(message: string, code: XmlErrorCode = 'value') {
    super('value', message, code);
  }
}

/** The text that is being read, as errors need it. */
export interface XmlText {
  /** The document or a part of it, up to the first character that XML forbids. */
  readonly source: string;
  /** Where the text begins in the document. */
  readonly origin: XmlOrigin;
  /** Describes the forbidden character that follows; `''` where there is none. */
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
 * The text ended although something is still open. At the root, .NET takes a rest that is shorter
 * than any element for text.
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

/** Something is larger than the limits allow. */
export function beyondLimit(
  { source, origin }: XmlText,
  offset: number,
  message: string,
): XmlError {
  return new XmlError('limit', message).locate(source, offset, origin);
}

/** The error of a name, value or text that is longer than its limit. */
export function tooLong(text: XmlText, offset: number, what: string, limit: number): XmlError {
  return beyondLimit(text, offset, `A ${what} is longer than ${limit} characters.`);
}
