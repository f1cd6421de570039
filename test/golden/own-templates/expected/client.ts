// Generated from ../contract.yaml for the notes team: ask them before you change the contract.
/* eslint-disable */

import type {
  Caller,
  ClientOptions,
  OperationMethod,
  OperationMethodWithoutInput,
} from 'asmx-gen-runtime';
import { createCaller, createMethod, createMethodWithoutInput } from 'asmx-gen-runtime';
import type { AddNoteInput } from './types.js';
import * as $operations from './operations.js';

/**
 * Creates a client of service `NoteService`.
 *
 * @example
 * const client = createNoteServiceClient({ baseUrl: 'https://example.org' });
 */
export function createNoteServiceClient(options: ClientOptions = {}): NoteServiceClient {
  return noteServiceMethods(createCaller(options, {}));
}

/** Calls what NoteServiceClient declares. */
function noteServiceMethods(caller: Caller): NoteServiceClient {
  const methods: NoteServiceClient = {
    addNote: createMethod(caller, $operations.AddNote),
    clear: createMethodWithoutInput(caller, $operations.Clear),
  };
  return Object.freeze(methods);
}

/**
 * Keeps notes.
 *
 * Service `NoteService` at `/NoteService.asmx`.
 *
 * Methods throw `SoapFault` when the service answers with a fault, and `AsmxError`, whose
 * `code` says why, when a call fails in any other way.
 */
export interface NoteServiceClient {
  /**
   * Adds a note.
   *
   * Notes are never changed afterwards.
   *
   * Operation `AddNote` over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST.
   *
   * @example
   * await client.addNote({ text, color });
   */
  readonly addNote: OperationMethod<AddNoteInput, number>;

  /**
   * Operation `Clear` over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST.
   *
   * @example
   * await client.clear();
   */
  readonly clear: OperationMethodWithoutInput<void>;
}
