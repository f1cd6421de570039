import { describeCharacter, findForbidden, skipBlanks } from './chars.ts';
import {
  beyondLimit,
  documentStart,
  incomplete,
  malformed,
  XmlError,
  type XmlOrigin,
} from './error.ts';
import { badDeclaration, commentEnd, instructionEnd, prologEnd } from './markup.ts';
import {
  completeLimits,
  DETACH_ABOVE,
  type TagSettings,
  type XmlReaderOptions,
} from './options.ts';
import { XmlPrefixes } from './prefixes.ts';
import { decodeText, normalizeLineEnds } from './references.ts';
import { detachText } from './scope.ts';

const notAtRoot = 'Data at the root level is invalid.';
const shortestElement = '<a/>'.length;

/** Offset of the next occurrence; after the end when there is none. */
function offsetOf(source: string, what: string, from: number): number {
  const found = source.indexOf(what, from);
  return found < 0 ? source.length + 1 : found;
}

/**
 * The text of a document and how far it is read: everything of the scanner that knows nothing of
 * elements.
 */
export class XmlSource {
  /** The document, up to the first character that XML forbids. */
  source: string;
  /** Offset after the token read last. */
  position = 0;
  /** Offset of the token read last. */
  offset = 0;
  /** Open elements; an empty-element tag counts until its END. */
  depth = 0;
  readonly settings: TagSettings;
  origin: XmlOrigin = documentStart;
  /** Texts that end here or before are as written; -1 when each is to be looked at. */
  plainTo = -1;
  private readonly plain: boolean;
  private started = false;
  /** Offset of the forbidden character that ends `source`; -1 when there is none. */
  protected forbidden: number;
  private forbiddenText = '';
  /**
   * Where `&`, CR and `]]>` come next: true of every place from the one where the search began,
   * whatever was read since.
   */
  private ampersand = -1;
  private ampersandFrom = 0;
  private carriage = -1;
  private carriageFrom = 0;
  private sectionEnd = -1;
  private sectionEndFrom = 0;

  constructor(source: string, options: XmlReaderOptions) {
    const limits = completeLimits(options.limits);
    const detach = options.detach ?? source.length > DETACH_ABOVE;
    const { alias, positions = false } = options;
    const anyCharacter = options.deviations?.lenient === true;
    const prefixes = new XmlPrefixes();
    this.settings = { limits, alias, prefixes, positions, detach, anyCharacter };
    this.plain = !detach && !anyCharacter && source.length <= limits.textLength;
    this.source = source;
    this.forbidden = anyCharacter ? -1 : findForbidden(source);
    if (this.forbidden >= 0) this.cut();
    this.begin();
  }

  /** UTF-16 code units read so far, those before the text included. */
  get consumed(): number {
    return this.origin.offset + this.position;
  }

  /** Throws an error at the end of the token read last, or at another offset. */
  fail(message: string, offset: number = this.position): never {
    throw this.fault(malformed(this.source, offset, message));
  }

  /** Whether something that is wrong with the element read last is let pass; then it is noted. */
  protected letPass(_message: string, _property?: string): boolean {
    return false;
  }

  /** Notes a text with characters that XML forbids, which only get here where they are let pass. */
  protected noteCharacters(text: string, property?: string): void {
    const at = findForbidden(text);
    if (at < 0) return;
    this.letPass(`${describeCharacter(text, at)}, is an invalid character.`, property);
  }

  /**
   * Ends the document before its first forbidden character, so that what precedes it is read first.
   */
  private cut(): void {
    this.forbiddenText = describeCharacter(this.source, this.forbidden);
    this.source = this.source.slice(0, this.forbidden);
  }

  /** Reads BOM and XML declaration once there is something to read. */
  private begin(): void {
    if (this.started || this.source === '') return;
    this.started = true;
    try {
      this.position = prologEnd(this.source);
    } catch (error) {
      throw this.fault(error);
    }
  }

  /**
   * Corrects what an error of the parts below says: they know neither what precedes the text nor
   * why it ends.
   */
  fault(error: unknown): unknown {
    if (!(error instanceof XmlError)) return error;
    if (error.code !== 'incomplete') return error.moveTo(this.origin);
    if (this.forbidden < 0) return (this.cutAtRoot() ?? error).moveTo(this.origin);
    const message = `${this.forbiddenText}, is an invalid character.`;
    return malformed(this.source, this.source.length, message).moveTo(this.origin);
  }

  /**
   * .NET's error for a text that ends outside the root in a tag shorter than any element, `<a/>`.
   */
  private cutAtRoot(): XmlError | undefined {
    if (this.depth > 0) return undefined;
    const { source } = this;
    const at = skipBlanks(source, this.position);
    if (source.charCodeAt(at) !== 60 || source.length - at >= shortestElement) return undefined;
    return new XmlError('malformed', notAtRoot, 'incomplete').locate(source, at);
  }

  /** Reads a comment, an instruction or a CDATA section; gives the text of the latter. */
  protected markup(at: number, code: number): string | undefined {
    const { source } = this;
    try {
      if (code === 63) this.position = instructionEnd(source, at);
      else if (source.startsWith('<!--', at)) this.position = commentEnd(source, at);
      else if (source.startsWith('<![CDATA[', at)) return this.section(at);
      else throw badDeclaration(source, at);
      return undefined;
    } catch (error) {
      throw this.fault(error);
    }
  }

  private section(at: number): string {
    const { source } = this;
    if (this.depth === 0) throw malformed(source, at, notAtRoot);
    const end = source.indexOf(']]>', at + 9);
    if (end < 0) throw incomplete(source);
    const { limits, detach } = this.settings;
    if (end - at - 9 > limits.textLength) {
      throw beyondLimit(source, at, `A text is longer than ${limits.textLength} characters.`);
    }
    const text = normalizeLineEnds(source.slice(at + 9, end));
    if (this.settings.anyCharacter) this.noteCharacters(text);
    this.position = end + 3;
    return detach ? detachText(text) : text;
  }

  protected joined(before: string, piece: string, at: number): string {
    const { textLength } = this.settings.limits;
    if (before.length + piece.length > textLength) {
      throw this.fault(
        beyondLimit(this.source, at, `A text is longer than ${textLength} characters.`),
      );
    }
    return before === '' ? piece : before + piece;
  }

  /** Checks text that is skipped. */
  protected skipText(from: number, to: number): void {
    if (this.depth === 0) {
      const at = skipBlanks(this.source, from);
      if (at < to) this.fail(notAtRoot, at);
    } else if (to > this.plainTo) this.slowText(from, to);
  }

  protected text(from: number, to: number): string {
    return to <= this.plainTo ? this.source.slice(from, to) : this.slowText(from, to);
  }

  /** Text that may hold references, line ends to normalize or `]]>`, or is to be copied. */
  slowText(from: number, to: number): string {
    const { source } = this;
    const { limits, detach, anyCharacter } = this.settings;
    if (to - from > limits.textLength) {
      throw this.fault(
        beyondLimit(source, from, `A text is longer than ${limits.textLength} characters.`),
      );
    }
    const special = this.nextSpecial(from);
    if (this.plain) this.plainTo = special;
    let text: string;
    if (to <= special) text = source.slice(from, to);
    else {
      try {
        text = decodeText(source, from, to, anyCharacter);
      } catch (error) {
        throw this.fault(error);
      }
    }
    if (anyCharacter) this.noteCharacters(text);
    return detach ? detachText(text) : text;
  }

  /** Offset of the next `&`, CR or `]]>` at or after `from`. */
  private nextSpecial(from: number): number {
    const { source } = this;
    if (from > this.ampersand || from < this.ampersandFrom) {
      this.ampersand = offsetOf(source, '&', from);
      this.ampersandFrom = from;
    }
    if (from > this.carriage || from < this.carriageFrom) {
      this.carriage = offsetOf(source, '\r', from);
      this.carriageFrom = from;
    }
    if (from > this.sectionEnd || from < this.sectionEndFrom) {
      this.sectionEnd = offsetOf(source, ']]>', from);
      this.sectionEndFrom = from;
    }
    return Math.min(this.ampersand, this.carriage, this.sectionEnd);
  }

  /** Continues in another text, which begins at `origin` of the document. */
  replaceSource(text: string, origin: XmlOrigin): void {
    this.source = text;
    this.origin = origin;
    this.forbidden = this.settings.anyCharacter ? -1 : findForbidden(text);
    if (this.forbidden >= 0) this.cut();
    this.ampersand = -1;
    this.carriage = -1;
    this.sectionEnd = -1;
    this.plainTo = -1;
    this.begin();
  }
}
