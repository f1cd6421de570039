// Generated from ../contract.yaml for the notes team: ask them before you change the contract.
/* eslint-disable */

import type { NoInput, Operation } from 'asmx-gen-runtime';
import { httpGet, httpPost, soap11, soap12 } from 'asmx-gen-runtime';
import {
  readFlatValue,
  readResult,
  skipMessage,
  writeFlat,
  writeForm,
} from 'asmx-gen-runtime/type';
import type { AddNoteInput } from './types.js';
import * as $descriptions from './descriptions.js';

/** Operation `AddNote` of service `NoteService`. */
export const AddNote: Operation<AddNoteInput, number> = {
  service: 'NoteService',
  name: 'AddNote',
  path: '/NoteService.asmx',
  namespace: 'http://example.org/notes',
  bindings: ['soap11', 'soap12', 'httpGet', 'httpPost'],
  client: [soap11, soap12, httpGet, httpPost],
  soap: {
    action: 'http://example.org/notes/AddNote',
    element: { namespace: 'http://example.org/notes', local: 'AddNote' },
    writeRequest: (value) => writeFlat($descriptions.addNoteRequestMessage, value),
    readResponse: (reader) => readFlatValue($descriptions.addNoteResponseMessage, reader),
  },
  http: {
    location: '/AddNote',
    parameters: ['text', 'color'],
    writeForm: (value) => writeForm($descriptions.addNoteFormMessage, value),
    readResult: (reader) => readResult($descriptions.addNoteResultMessage, reader),
  },
};

/** Operation `Clear` of service `NoteService`. */
export const Clear: Operation<NoInput, void> = {
  service: 'NoteService',
  name: 'Clear',
  path: '/NoteService.asmx',
  namespace: 'http://example.org/notes',
  bindings: ['soap11', 'soap12', 'httpGet', 'httpPost'],
  client: [soap11, soap12, httpGet, httpPost],
  soap: {
    action: 'http://example.org/notes/Clear',
    element: { namespace: 'http://example.org/notes', local: 'Clear' },
    writeRequest: (value) => writeFlat($descriptions.clearRequestMessage, value),
    readResponse: skipMessage,
  },
  http: {
    location: '/Clear',
    parameters: [],
    writeForm: (value) => writeForm($descriptions.clearFormMessage, value),
  },
};
