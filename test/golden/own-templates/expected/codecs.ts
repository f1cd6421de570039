// Generated from ../contract.yaml for the notes team: ask them before you change the contract.
/* eslint-disable */

import type { XmlReader } from 'asmx-gen/runtime/codec';
import {
  START,
  asText,
  formatXsdString,
  isNil,
  missingNumber,
  onlyChild,
  orEmpty,
  parseXsdInt,
  readElement,
  unreadable,
  writeElement,
  writeForm,
} from 'asmx-gen/runtime/codec';
import type { AddNoteInput } from './types.js';

const nsNotes = 'http://example.org/notes';

// #region writeAddNoteRequest
/**
 * @internal
 **/
export function writeAddNoteRequest(input: AddNoteInput): string {
  return writeElement('AddNote', ' xmlns="http://example.org/notes"', writeAddNoteInput, input);
}
// #endregion

// #region readAddNoteResponse
/**
 * @internal
 **/
export function readAddNoteResponse(reader: XmlReader): number {
  return readElement(
    reader,
    'AddNoteResponse',
    nsNotes,
    (reader) =>
      onlyChild(reader, 'AddNoteResult', nsNotes, (reader) => reader.value(parseXsdInt)) ??
      missingNumber(reader, 'AddNoteResult'),
  );
}
// #endregion

// #region readAddNoteResult
/**
 * @internal
 * Reads the result of operation `AddNote` from a document of its own. */
export function readAddNoteResult(reader: XmlReader): number {
  try {
    reader.nextTag();
    if (isNil(reader)) {
      reader.skip();
      return missingNumber(reader, 'int');
    }
    return reader.value(parseXsdInt);
  } catch (error) {
    throw unreadable(error, reader);
  }
}
// #endregion

// #region writeAddNoteForm
/**
 * @internal
 * Writes the parameters of operation `AddNote` as a query string or form. */
export function writeAddNoteForm(input: AddNoteInput): string {
  return writeForm(input, [
    { name: 'text', text: asText },
    { name: 'color', text: asText, optional: true },
  ]);
}
// #endregion

// #region writeClearRequest
/**
 * @internal
 **/
export function writeClearRequest(): string {
  return `<Clear xmlns="http://example.org/notes" />`;
}
// #endregion

// #region readClearResponse
/**
 * @internal
 **/
export function readClearResponse(reader: XmlReader): void {
  while (reader.nextTag() === START) reader.skip();
}
// #endregion

// #region writeClearForm
/**
 * @internal
 * Writes the parameters of operation `Clear` as a query string or form. */
export function writeClearForm(): string {
  return '';
}
// #endregion

// #region writeAddNoteInput
/**
 * @internal
 **/
export function writeAddNoteInput(value: AddNoteInput): string {
  let xml = `<text>${orEmpty(formatXsdString(value.text, value, 'text'))}</text>`;
  if (value.color !== undefined) {
    xml += `<color>${orEmpty(formatXsdString(value.color, value, 'color'))}</color>`;
  }
  return xml;
}
// #endregion
