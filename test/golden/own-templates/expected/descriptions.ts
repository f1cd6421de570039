// Generated from ../contract.yaml for the notes team: ask them before you change the contract.
/* eslint-disable */

import type {
  FormParameters,
  HttpResult,
  MessageReader,
  MessageType,
  MessageWriter,
  NoInput,
} from 'asmx-gen/runtime/type';
import {
  element,
  flat,
  form,
  httpResult,
  int,
  nothing,
  optional,
  parameter,
  readFlatValue,
  readResult,
  result,
  skipMessage,
  string,
  writeFlat,
  writeForm,
} from 'asmx-gen/runtime/type';
import type { AddNoteInput } from './types.js';

// #region nsNotes
/** @internal */
const nsNotes = 'http://example.org/notes';
// #endregion

// #region addNoteRequestMessage
/** @internal */
const addNoteRequestMessage: MessageType<AddNoteInput> = /* @__PURE__ */ flat(
  'AddNote',
  nsNotes,
  () => [element('text', string), optional('color', string)],
);
// #endregion

// #region writeAddNoteRequest
/** @internal */
export const writeAddNoteRequest: MessageWriter<AddNoteInput> = (value) =>
  writeFlat(addNoteRequestMessage, value);
// #endregion

// #region addNoteResponseMessage
/** @internal */
const addNoteResponseMessage: MessageType<number> = /* @__PURE__ */ result(
  'AddNoteResponse',
  nsNotes,
  () => element('AddNoteResult', int),
);
// #endregion

// #region readAddNoteResponse
/** @internal */
export const readAddNoteResponse: MessageReader<number> = (reader) =>
  readFlatValue(addNoteResponseMessage, reader);
// #endregion

// #region addNoteResultMessage
/** @internal */
const addNoteResultMessage: HttpResult<number> = /* @__PURE__ */ httpResult(
  'int',
  nsNotes,
  () => int,
);
// #endregion

// #region readAddNoteResult
/** @internal */
export const readAddNoteResult: MessageReader<number> = (reader) =>
  readResult(addNoteResultMessage, reader);
// #endregion

// #region addNoteFormMessage
/** @internal */
const addNoteFormMessage: FormParameters<AddNoteInput> = /* @__PURE__ */ form(() => [
  parameter('text', string),
  parameter('color', string, { optional: true }),
]);
// #endregion

// #region writeAddNoteForm
/** @internal */
export const writeAddNoteForm: MessageWriter<AddNoteInput> = (value) =>
  writeForm(addNoteFormMessage, value);
// #endregion

// #region clearRequestMessage
/** @internal */
const clearRequestMessage: MessageType<NoInput> = /* @__PURE__ */ nothing('Clear', nsNotes);
// #endregion

// #region writeClearRequest
/** @internal */
export const writeClearRequest: MessageWriter<NoInput> = (value) =>
  writeFlat(clearRequestMessage, value);
// #endregion

// #region readClearResponse
/** @internal */
export const readClearResponse: MessageReader<void> = skipMessage;
// #endregion

// #region clearFormMessage
/** @internal */
const clearFormMessage: FormParameters<NoInput> = /* @__PURE__ */ form(() => []);
// #endregion

// #region writeClearForm
/** @internal */
export const writeClearForm: MessageWriter<NoInput> = (value) => writeForm(clearFormMessage, value);
// #endregion
