// Generated from ../contract.yaml for the notes team: ask them before you change the contract.
/* eslint-disable */

/** Content of element `AddNote`. */
export interface AddNoteInput {
  readonly text: string;
  readonly color?: string | undefined;
}
