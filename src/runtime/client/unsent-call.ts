import type { AnyOperation } from '../operation/operation.ts';
import type { CallClock } from './call-clock.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import type { OpenAnswer, PreparedRequest, TransportAnswer } from './transport.ts';

/** A call that is not sent yet. */
export interface UnsentCall {
  readonly operation: AnyOperation;
  readonly input: unknown;
  readonly options: CallOptions | undefined;
}

/** Sends the request of a call, within its clock. */
export type SendRequest<Answer> = (request: PreparedRequest, clock: CallClock) => Promise<Answer>;

/** Runs a call for those who trace it. `run` ends with the call, and sends with what it gets. */
export type TraceCall = <Answer extends TransportAnswer | OpenAnswer, Result>(
  call: UnsentCall,
  options: ClientOptions,
  send: SendRequest<Answer>,
  run: (send: SendRequest<Answer>) => Promise<Result>,
) => Promise<Result>;

/** What runs calls: replaced by the module that traces them, which most programs do not hold. */
export const tracer: { trace: TraceCall } = { trace: (_call, _options, send, run) => run(send) };
