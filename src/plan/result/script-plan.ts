import type { Expression } from '../print/node.ts';

/** Descriptions of the messages of an operation that scripts may call. */
export interface ScriptPlan {
  readonly input: Expression;
  /** Absent if it has no result. */
  readonly output: Expression | undefined;
}

/** The services for scripts. */
export interface ScriptOptions {
  /** Beside those of which the contract says so; `true` for all. */
  readonly scriptServices?: true | readonly string[] | undefined;
}
