import { skipBlanks } from './chars.ts';
import { type DeviatingReader, noteCharacters, tolerate } from './deviation.ts';
import { badDeclaration, commentEnd, instructionEnd } from './markup.ts';
import type { XmlName, XmlTag } from './scope.ts';
import { endTagEnd, findTag, noAttributes } from './tag.ts';
import { characterData, joinTexts, sectionEnd, sectionText, type TextInput } from './text.ts';
import { END, EOF, START, TEXT, type XmlAttributeToken } from './tokens.ts';
import { beyondLimit, incomplete, malformed, notAtRoot, rootMissing } from './xml-error.ts';

/*
 * Expected tags are compared by `slice(…) === tag`. `startsWith` takes three times as long, because
 * it compares character by character.
 */

/** The part of a reader that scans tokens. */
export interface XmlScanner extends TextInput, DeviatingReader {
  position: number;
  offset: number;
  /** Open elements; an empty-element tag counts until its END. */
  depth: number;
  attributes: readonly XmlAttributeToken[];
  /** Whether the START just read is an empty-element tag. Its END follows. */
  selfClosed: boolean;
  /** Characters of the TEXT just read. */
  textValue: string;
  /** Element of the START or END read last. */
  name: XmlName;
  /** Innermost open element. */
  open: XmlName;
  readonly stack: XmlName[];
  readonly starts: number[];
  /** Without `nestedValue`, an element inside a value is an error. */
  readonly options: TextInput['options'] & {
    readonly nestedValue?: NestedValue | undefined;
    readonly commentInText?: CommentInText | undefined;
  };
  maxDepth: number;
  rootSeen: boolean;
  /** Whether the text being read is that of bytes. */
  readonly inBytes?: boolean;
  /** Finds the start tag at an offset. */
  findTag(at: number): XmlTag;
}

/**
 * Reads the value of an element that contains another element.
 *
 * @param from offset of the content; the scanner is before the other element
 */
export type NestedValue = (scanner: XmlScanner, from: number) => string;

/** Refuses a comment or processing instruction in a value. */
export type CommentInText = (scanner: XmlScanner, at: number) => void;

export const nestedElement = 'An element inside a text value.';

/** Reads the next START, END, TEXT or EOF. */
export function nextToken(scanner: XmlScanner): number {
  if (scanner.selfClosed) return leave(scanner);
  let text = '';
  let start = -1;
  for (;;) {
    const { source, position: at } = scanner;
    let piece: string | undefined;
    if (source.charCodeAt(at) !== 60) {
      if (at >= source.length) return endDocument(scanner);
      const to = nextMarkup(source, at);
      if (scanner.depth === 0) skipText(scanner, at, to);
      else piece = textBetween(scanner, at, to);
      scanner.position = to;
    } else {
      const code = source.charCodeAt(at + 1);
      if (code !== 33 && code !== 63) {
        if (text === '') return readTag(scanner, at, code);
        scanner.textValue = text;
        scanner.offset = start;
        return TEXT;
      }
      piece = readMarkup(scanner, at, code);
    }
    if (piece !== undefined) {
      if (start < 0) start = at;
      text = joinTexts(scanner, text, piece, at);
    }
  }
}

/** Reads the next START, END or EOF; text between elements is skipped, as ASMX does. */
export function nextTag(scanner: XmlScanner): number {
  if (scanner.selfClosed) return leave(scanner);
  for (;;) {
    const { source } = scanner;
    let at = scanner.position;
    if (source.charCodeAt(at) !== 60) {
      at = skipBlanks(source, at);
      if (source.charCodeAt(at) !== 60) {
        if (at >= source.length) return endDocument(scanner);
        const to = nextMarkup(source, at);
        skipText(scanner, at, to);
        scanner.position = to;
        continue;
      }
    }
    const code = source.charCodeAt(at + 1);
    if (code !== 33 && code !== 63) return readTag(scanner, at, code);
    readMarkup(scanner, at, code);
  }
}

/** Reads the text of the element whose START was just read, and its END. */
export function leafText(scanner: XmlScanner): string {
  if (scanner.selfClosed) {
    leave(scanner);
    return '';
  }
  const { source, position: from } = scanner;
  const { close } = scanner.open;
  const to = source.indexOf('<', from);
  if (to < 0 || source.slice(to, to + close.length) !== close) return slowLeafText(scanner);
  const text = textBetween(scanner, from, to);
  scanner.position = to + close.length;
  leave(scanner);
  return text;
}

/** {@link leafText} for content with markup, or an end tag with spaces. */
function slowLeafText(scanner: XmlScanner): string {
  const { source, position: from, depth } = scanner;
  let text = '';
  for (;;) {
    const at = scanner.position;
    const to = source.indexOf('<', at);
    if (to < 0) throw incomplete(scanner);
    if (to > at) text = joinTexts(scanner, text, textBetween(scanner, at, to), at);
    scanner.position = to;
    const code = source.charCodeAt(to + 1);
    if (code === 47) {
      endTag(scanner, to);
      return text;
    }
    if (code === 33 || code === 63) {
      const piece = readMarkup(scanner, to, code);
      if (piece === undefined) scanner.options.commentInText?.(scanner, to);
      else text = joinTexts(scanner, text, piece, to);
      continue;
    }
    if (tolerate(scanner, nestedElement)) {
      while (scanner.depth >= depth) nextTag(scanner);
      // The content is used as written.
      return joinTexts(scanner, '', source.slice(from, scanner.offset), from);
    }
    const { nestedValue } = scanner.options;
    if (nestedValue === undefined) throw malformed(scanner, to, nestedElement);
    return nestedValue(scanner, from);
  }
}

/** Skips the element whose START was just read. */
export function skipElement(scanner: XmlScanner): void {
  const { depth, limits } = scanner;
  scanner.maxDepth = limits.skippedDepth;
  while (scanner.depth >= depth) nextTag(scanner);
  scanner.maxDepth = limits.depth;
}

/** The start tag at an offset: the one that came here last time, or another one. */
export function predictTag(scanner: XmlScanner, at: number): XmlTag {
  const { source, open, name } = scanner;
  const predicted = name === open ? open.afterStart : name.afterEnd;
  if (
    predicted !== undefined &&
    predicted.outer === open.scope &&
    source.slice(at, at + predicted.text.length) === predicted.text
  ) {
    return predicted;
  }
  const tag = findTag(scanner, at, open.scope);
  if (tag.text !== '') {
    if (name === open) open.afterStart = tag;
    else name.afterEnd = tag;
  }
  return tag;
}

/** Enters the element whose start tag is at an offset. */
export function enter(scanner: XmlScanner, at: number, tag: XmlTag): number {
  const { depth, maxDepth } = scanner;
  if (depth === 0) {
    if (scanner.rootSeen) throw malformed(scanner, at, 'There are multiple root elements.');
    scanner.rootSeen = true;
  }
  if (depth >= maxDepth) {
    throw beyondLimit(scanner, at, `Elements are nested deeper than ${maxDepth}.`);
  }
  const { name } = tag;
  scanner.depth = depth + 1;
  scanner.stack[depth + 1] = name;
  scanner.starts[depth + 1] = at;
  scanner.open = name;
  scanner.name = name;
  scanner.attributes = tag.attributes;
  scanner.selfClosed = tag.selfClosed;
  scanner.offset = at;
  scanner.position = at + tag.length;
  return START;
}

function leave(scanner: XmlScanner): number {
  scanner.name = scanner.open;
  scanner.depth -= 1;
  scanner.open = scanner.stack[scanner.depth] as XmlName;
  scanner.attributes = noAttributes;
  scanner.selfClosed = false;
  return END;
}

function readTag(scanner: XmlScanner, at: number, code: number): number {
  return code === 47 ? endTag(scanner, at) : enter(scanner, at, scanner.findTag(at));
}

function endTag(scanner: XmlScanner, at: number): number {
  const { source, open } = scanner;
  if (scanner.depth === 0) throw malformed(scanner, at, 'Unexpected end tag.');
  const usual = at + open.close.length;
  scanner.position =
    source.slice(at, usual) === open.close ? usual : endTagEnd(scanner, at, open) + 1;
  scanner.offset = at;
  return leave(scanner);
}

function endDocument(scanner: XmlScanner): number {
  const { source, stack, depth } = scanner;
  if (depth > 0) {
    const names = stack.slice(1, depth + 1).map(({ raw }) => raw);
    const inside = names.reverse().slice(0, 10).join(', ');
    const open = `The following elements are not closed: ${inside}.`;
    throw incomplete(scanner, `Unexpected end of file has occurred. ${open}`);
  }
  if (!scanner.rootSeen || scanner.forbidden !== '') throw incomplete(scanner, rootMissing);
  scanner.offset = source.length;
  return EOF;
}

function nextMarkup(source: string, at: number): number {
  const to = source.indexOf('<', at);
  return to < 0 ? source.length : to;
}

/** Checks text that is skipped. */
function skipText(scanner: XmlScanner, from: number, to: number): void {
  if (scanner.depth === 0) {
    const at = skipBlanks(scanner.source, from);
    if (at < to) throw malformed(scanner, at, notAtRoot);
  } else if (to > scanner.plainTo) textBetween(scanner, from, to);
}

function textBetween(scanner: XmlScanner, from: number, to: number): string {
  if (to <= scanner.plainTo) return scanner.source.slice(from, to);
  const text = characterData(scanner, from, to);
  if (scanner.anyCharacter) noteCharacters(scanner, text);
  return text;
}

/**
 * Reads a comment, a processing instruction or a CDATA section. Returns the text of a CDATA
 * section.
 */
function readMarkup(scanner: XmlScanner, at: number, code: number): string | undefined {
  const { source } = scanner;
  if (code === 63) scanner.position = instructionEnd(scanner, at);
  else if (source.startsWith('<!--', at)) scanner.position = commentEnd(scanner, at);
  else if (source.startsWith('<![CDATA[', at)) {
    const end = sectionEnd(scanner, at);
    const text = sectionText(scanner, at, end);
    if (scanner.anyCharacter) noteCharacters(scanner, text);
    scanner.position = end + 3;
    return text;
  } else throw badDeclaration(scanner, at);
  return undefined;
}
