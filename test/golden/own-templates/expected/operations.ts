// Generated from ../contract.yaml for the notes team: ask them before you change the contract.
/* eslint-disable */

import type { NoInput, Operation } from 'asmx-gen/runtime';
import { httpGet, httpPost, soap11, soap12 } from 'asmx-gen/runtime';
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
    writeRequest: $descriptions.writeAddNoteRequest,
    readResponse: $descriptions.readAddNoteResponse,
  },
  http: {
    location: '/AddNote',
    parameters: ['text', 'color'],
    writeForm: $descriptions.writeAddNoteForm,
    readResult: $descriptions.readAddNoteResult,
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
    writeRequest: $descriptions.writeClearRequest,
    readResponse: $descriptions.readClearResponse,
  },
  http: {
    location: '/Clear',
    parameters: [],
    writeForm: $descriptions.writeClearForm,
  },
};
