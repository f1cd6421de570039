import type { Expression } from '../print/node.ts';

/** Descriptions of the messages of an operation that scripts may call. */
export interface ScriptPlan {
  readonly input: Expression;
  /** Absent if it has no result. */
  readonly output: Expression | undefined;
  /** Whether they may call it by GET, too. */
  readonly get: boolean;
}

/** The services for scripts. */
export interface ScriptOptions {
  /** Beside those of which the contract says so; `true` for all. */
  readonly scriptServices?: true | readonly string[] | undefined;
  /** Operations that they may also call by GET: `Service.Operation`. */
  readonly scriptGets?: readonly string[] | undefined;
}
