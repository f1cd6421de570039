import type { Answer, Incoming } from '../server/incoming.ts';
import type { GatewayHook, GatewayOperation } from './contract.ts';

/** A request to an operation. */
export interface Call {
  readonly operation: GatewayOperation;
  readonly incoming: Incoming;
  /** Reads the input. @throws Problem it does not fit */
  readonly read: () => unknown;
  readonly hook: GatewayHook<never, never> | undefined;
  /** Media type of the answer. */
  readonly type: string;
  /** Request headers that pass on. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** Runs an operation. Errors become problems by whoever calls it. */
export type OperationCaller = (call: Call) => Answer;
