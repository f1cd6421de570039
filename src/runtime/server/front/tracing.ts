import type { BindingName } from '../../operation/names.ts';
import type { Trace, TraceEvent } from '../../platform/trace.ts';

/**
 * A request to operations, as subscribers of the tracing channel `asmx-gen:server` get it. The same
 * object is published from start to end; its properties are set as soon as they are known. It has
 * no values of the request.
 */
export interface ServerTraceEvent extends TraceEvent {
  /** Name of the service. */
  service?: string | undefined;
  /** Name of the operation, once the request has been read so far. */
  operation?: string | undefined;
  /** The binding of the request, known with the operation. */
  binding?: BindingName | undefined;
  /** Bytes of the request's body that were received. */
  requestBytes: number;
  /** Bytes of the answer's body. */
  bytes?: number | undefined;
  /**
   * Milliseconds of each phase that has ended: receiving the body; reading it; interceptors and
   * handler; writing the answer, for records until the last one.
   */
  readonly durations: { receive?: number; decode?: number; handle?: number; encode?: number };
}

/** A request that somebody traces. */
export type ServerTrace = Trace<ServerTraceEvent>;

/** What begins traces: set by the module that does, so that programs without it do not hold it. */
export const tracing: { begin?: () => ServerTrace | undefined } = {};
