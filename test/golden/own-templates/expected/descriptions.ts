// Generated from ../contract.yaml for the notes team: ask them before you change the contract.
/* eslint-disable */

import type { FormParameters, HttpResult, MessageType, NoInput } from 'asmx-gen-runtime/type';
import {
  element,
  flat,
  form,
  httpResult,
  int,
  nothing,
  optional,
  parameter,
  result,
  string,
} from 'asmx-gen-runtime/type';
import type { AddNoteInput } from './types.js';

// #region nsNotes
/** @internal */
const nsNotes = 'http://example.org/notes';
// #endregion

// #region addNoteRequestMessage
/** @internal */
export const addNoteRequestMessage: MessageType<AddNoteInput> = /* @__PURE__ */ flat(
  'AddNote',
  nsNotes,
  () => [element('text', string), optional('color', string)],
);
// #endregion

// #region addNoteResponseMessage
/** @internal */
export const addNoteResponseMessage: MessageType<number> = /* @__PURE__ */ result(
  'AddNoteResponse',
  nsNotes,
  () => element('AddNoteResult', int),
);
// #endregion

// #region addNoteResultMessage
/** @internal */
export const addNoteResultMessage: HttpResult<number> = /* @__PURE__ */ httpResult(
  'int',
  nsNotes,
  () => int,
);
// #endregion

// #region addNoteFormMessage
/** @internal */
export const addNoteFormMessage: FormParameters<AddNoteInput> = /* @__PURE__ */ form(() => [
  parameter('text', string),
  parameter('color', string, { optional: true }),
]);
// #endregion

// #region clearRequestMessage
/** @internal */
export const clearRequestMessage: MessageType<NoInput> = /* @__PURE__ */ nothing('Clear', nsNotes);
// #endregion

// #region clearFormMessage
/** @internal */
export const clearFormMessage: FormParameters<NoInput> = /* @__PURE__ */ form(() => []);
// #endregion
