import { detachText } from './chars.ts';
import { decodeText, normalizeLineEnds } from './references.ts';
import type { XmlInput } from './scope.ts';
import { incomplete, malformed, notAtRoot, tooLong } from './xml-error.ts';

/** Offset of the next occurrence; past the end if there is none. */
function offsetOf(source: string, text: string, from: number): number {
  const found = source.indexOf(text, from);
  return found < 0 ? source.length + 1 : found;
}

/**
 * Offsets of the next `&`, CR and `]]>`. Each stays valid until it is passed, so no part of the
 * document is searched twice.
 */
export class SpecialOffsets {
  #ampersand = -1;
  #ampersandFrom = 0;
  #carriage = -1;
  #carriageFrom = 0;
  #sectionEnd = -1;
  #sectionEndFrom = 0;

  /** Offset of the next `&`, CR or `]]>` at or after `from`. */
  next(source: string, from: number): number {
    if (from > this.#ampersand || from < this.#ampersandFrom) {
      this.#ampersand = offsetOf(source, '&', from);
      this.#ampersandFrom = from;
    }
    if (from > this.#carriage || from < this.#carriageFrom) {
      this.#carriage = offsetOf(source, '\r', from);
      this.#carriageFrom = from;
    }
    if (from > this.#sectionEnd || from < this.#sectionEndFrom) {
      this.#sectionEnd = offsetOf(source, ']]>', from);
      this.#sectionEndFrom = from;
    }
    return Math.min(this.#ampersand, this.#carriage, this.#sectionEnd);
  }
}

/** A document whose texts are read. */
export interface TextInput extends XmlInput {
  /** Texts that end at or before this offset need no decoding; -1 if each must be checked. */
  plainTo: number;
  specials: SpecialOffsets;
}

function checkLength(input: XmlInput, at: number, length: number): void {
  const { textLength } = input.limits;
  if (length <= textLength) return;
  throw tooLong(input, at, 'text', textLength);
}

/** Text that may have references, line ends to normalize or `]]>`, or must be copied. */
export function characterData(input: TextInput, from: number, to: number): string {
  const { source, limits, detach, anyCharacter } = input;
  checkLength(input, from, to - from);
  const special = input.specials.next(source, from);
  if (!detach && !anyCharacter && source.length <= limits.textLength) input.plainTo = special;
  const text = to <= special ? source.slice(from, to) : decodeText(input, from, to);
  return detach ? detachText(text) : text;
}

/** Offset of the `]]>` of the CDATA section at an offset. */
export function sectionEnd(input: XmlInput, at: number): number {
  if (input.depth === 0) throw malformed(input, at, notAtRoot);
  const end = input.source.indexOf(']]>', at + 9);
  if (end < 0) throw incomplete(input);
  checkLength(input, at, end - at - 9);
  return end;
}

/** Text of the CDATA section at an offset. */
export function sectionText({ source, detach }: XmlInput, at: number, end: number): string {
  const text = normalizeLineEnds(source.slice(at + 9, end));
  return detach ? detachText(text) : text;
}

/** Joins two pieces of one text. The second is at an offset. */
export function joinTexts(input: XmlInput, before: string, piece: string, at: number): string {
  checkLength(input, at, before.length + piece.length);
  return before + piece;
}
