import { propertyOf } from '../operation/errors.ts';
import type { BindingName } from '../operation/names.ts';
import { Trace, type TraceEvent, type TracingChannel, tracingChannel } from '../platform/trace.ts';
import { byteLength } from '../text/encoding.ts';
import { type SendRequest, tracer } from './sender.ts';
import type { ByteSource, OpenAnswer, TransportAnswer } from './transport.ts';

/**
 * A call, as subscribers of the tracing channel `asmx-gen:client` get it. The same object is
 * published from start to end; its properties are set as soon as they are known. It has no values
 * of the call.
 */
export interface ClientTraceEvent extends TraceEvent {
  /** Name of the service. */
  readonly service: string;
  /** Name of the operation. */
  readonly operation: string;
  /** The binding it goes over. */
  readonly binding: BindingName | undefined;
  /** Bytes of the request's body. */
  requestBytes?: number | undefined;
  /** Bytes of the answer's body, after content decoding. */
  bytes?: number | undefined;
  /**
   * Milliseconds of each phase that has ended: writing the request; sending it and receiving the
   * answer, with interceptors and redirects; reading the answer. A stream is received and read at
   * the same time, in the last phase.
   */
  readonly durations: { encode?: number; transport?: number; decode?: number };
}

/**
 * Name of the tracing channel of clients, `asmx-gen:client`. A program that is bundled has the
 * channel if it imports this name; any other has it always.
 */
export const clientChannel: string = /* @__PURE__ */ install('asmx-gen:client');

function install(name: string): string {
  let channel: TracingChannel | undefined;
  tracer.trace = (call, options, send, run) => {
    channel ??= tracingChannel(name);
    if (channel?.hasSubscribers !== true) return run(send);
    const { operation } = call;
    const { client = [] } = operation;
    const usual = client.find((one) => one.name === options.binding) ?? client[0];
    const trace: CallTrace = new Trace(channel, {
      service: operation.service,
      operation: operation.name,
      binding: call.options?.binding ?? usual?.name,
      durations: {},
    });
    return traced(trace, () => run(observe(trace, send)));
  };
  return name;
}

type CallTrace = Trace<ClientTraceEvent>;

/** Runs a call, and publishes how it ended. */
async function traced<Result>(trace: CallTrace, run: () => Promise<Result>): Promise<Result> {
  try {
    const result = await trace.run(run);
    trace.mark(phaseOf(trace.event));
    trace.over();
    return result;
  } catch (error) {
    const status = propertyOf(error, 'status');
    const [name, code] = ['name', 'code'].map((one) => String(propertyOf(error, one)));
    if (typeof status === 'number') trace.event.status = status;
    trace.mark(phaseOf(trace.event));
    trace.over({ name: name ?? '', code: code ?? '' });
    throw error;
  }
}

/** The phase that a call is in. */
function phaseOf({ durations }: ClientTraceEvent): keyof ClientTraceEvent['durations'] {
  if (durations.transport !== undefined) return 'decode';
  return durations.encode === undefined ? 'encode' : 'transport';
}

/** What sends the request of a traced call. */
function observe<Answer extends TransportAnswer | OpenAnswer>(
  trace: CallTrace,
  send: SendRequest<Answer>,
): SendRequest<Answer> {
  return async (request, clock) => {
    trace.mark('encode', { requestBytes: byteLength(request.body ?? '') });
    const answer = await send(request, clock);
    const { status, body } = answer;
    const isWhole = body instanceof Uint8Array;
    trace.mark('transport', { status, bytes: isWhole ? body.length : 0 });
    return isWhole ? answer : { ...answer, body: counted(body, trace.event) };
  };
}

/** A body whose bytes are counted as they are read. */
function counted(body: ByteSource, event: ClientTraceEvent): ByteSource {
  return {
    async read() {
      const bytes = await body.read();
      event.bytes = (event.bytes ?? 0) + (bytes?.length ?? 0);
      return bytes;
    },
    cancel: () => body.cancel(),
  };
}
