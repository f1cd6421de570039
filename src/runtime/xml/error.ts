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
 * Walks over a text and says where its end at `to` is. CRLF, CR and LF each end a line; columns
 * count UTF-16 code units.
 *
 * @param to offset in `text`
 */
export function advanceOrigin(
  text: string,
  to: number,
  origin: XmlOrigin = documentStart,
): XmlOrigin {
  const end = Math.min(to, text.length);
  let line = origin.line;
  let lineStart = -(origin.column - 1);
  let feed = text.indexOf('\n');
  let carriage = text.indexOf('\r');
  for (;;) {
    if (feed < 0) feed = Number.POSITIVE_INFINITY;
    if (carriage < 0) carriage = Number.POSITIVE_INFINITY;
    // A CRLF is counted with its LF.
    const next = carriage < feed && carriage + 1 !== feed ? carriage : feed;
    if (next >= end) break;
    line += 1;
    lineStart = next + 1;
    if (feed <= next) feed = text.indexOf('\n', next + 1);
    if (carriage <= next) carriage = text.indexOf('\r', next + 1);
  }
  return { offset: origin.offset + end, line, column: end - lineStart + 1 };
}

/**
 * Thrown for everything wrong with a document that is read. The message has no position in it;
 * `line` and `column` are worked out when they are asked for.
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
  /**
   * What a lenient reader takes in place of the value; `undefined` where nothing can stand for it.
   */
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

  /** Moves the place by what precedes the text it was found in. */
  moveTo(origin: XmlOrigin): this {
    this.origin = origin;
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

  /** 0-based offset in UTF-16 code units; -1 while the place is not known. */
  get offset(): number {
    return this.at < 0 ? -1 : this.origin.offset + this.at;
  }

  /** 1-based line; 0 while the place is not known. */
  get line(): number {
    return this.at < 0 ? 0 : advanceOrigin(this.text, this.at, this.origin).line;
  }

  /** 1-based column in UTF-16 code units; 0 while the place is not known. */
  get column(): number {
    return this.at < 0 ? 0 : advanceOrigin(this.text, this.at, this.origin).column;
  }

  /**
   * The message as .NET's parser words it, with ` Line 1, position 5.` after it where it has a
   * place.
   */
  describe(): string {
    if (this.at < 0 || this.code === 'doctype' || this.message === rootMissing) return this.message;
    return `${this.message} Line ${this.line}, position ${this.column}.`;
  }
}

/** Text that is no value of its type; the message is .NET's. */
export class XmlValueError extends XmlError {
  override readonly name: string = 'XmlValueError';

  constructor(message: string, code: XmlErrorCode = 'value') {
    super('value', message, code);
  }
}

/** An error of kind `malformed` with its place. */
export function malformed(text: string, offset: number, message: string): XmlError {
  return new XmlError('malformed', message).locate(text, offset);
}

/** The text ended although something is still open. */
export function incomplete(
  text: string,
  message = 'Unexpected end of file has occurred.',
): XmlError {
  return new XmlError('malformed', message, 'incomplete').locate(text, text.length);
}

/** Something is larger than the limits allow. */
export function beyondLimit(text: string, offset: number, message: string): XmlError {
  return new XmlError('limit', message).locate(text, offset);
}

/** The text ended inside elements, which are named from the outside in. */
export function unclosed(text: string, names: readonly string[]): XmlError {
  const inside = [...names].reverse().slice(0, 10).join(', ');
  const open = `The following elements are not closed: ${inside}.`;
  return incomplete(text, `Unexpected end of file has occurred. ${open}`);
}
