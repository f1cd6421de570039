import type { TraceEvent, TracingChannel } from '../platform/globals.ts';
import { tracingChannel } from '../platform/node.ts';

/** What is used of the package `@opentelemetry/api`, version 1. */
export interface OpenTelemetryApi {
  readonly context: {
    active(): object;
    with(context: never, work: () => unknown): unknown;
  };
  readonly trace: {
    getTracer(name: string): {
      startSpan(name: string, options: { readonly kind: never }): OpenTelemetrySpan;
    };
    setSpan(context: never, span: never): object;
  };
  readonly SpanKind: { readonly CLIENT: unknown; readonly SERVER: unknown };
  readonly SpanStatusCode: { readonly ERROR: unknown };
}

/** A span, as far as it is used. */
interface OpenTelemetrySpan {
  updateName(name: string): unknown;
  setAttributes(attributes: Record<string, string | number>): unknown;
  setStatus(status: { readonly code: never }): unknown;
  end(): unknown;
}

/** A call of an operation, or a request for one. */
interface OperationEvent extends TraceEvent {
  readonly service: string;
  readonly operation?: string | undefined;
  readonly binding?: string | undefined;
  readonly durations: Readonly<Record<string, number>>;
}

/** A tracing channel of Node, as far as its subscribers use it. */
interface ObservedChannel {
  readonly start: {
    bindStore(store: object, transform: (event: OperationEvent) => unknown): void;
    unbindStore(store: object): unknown;
  };
  readonly asyncEnd: {
    subscribe(listener: (event: unknown) => void): void;
    unsubscribe(listener: (event: unknown) => void): unknown;
  };
}

/**
 * Creates a span of OpenTelemetry for each call of an operation, by clients and servers of all
 * generated folders of the process. Its name is `Service.Operation`, and what the call does, such
 * as the request over HTTP, is inside. Attributes: `rpc.service`, `rpc.method`, `rpc.system` (the
 * binding), `http.response.status_code`, `error.type`, and milliseconds as `asmx.<phase>_ms`. They
 * have no value of a call.
 *
 * @param api The module `@opentelemetry/api`: `import * as api from '@opentelemetry/api'`.
 * @returns what ends it: calls that run then have no end
 * @throws Error there are no tracing channels, as outside Node
 */
export function traceOperations(api: OpenTelemetryApi): () => void {
  const stops = [
    follow('asmx-gen:client', api.SpanKind.CLIENT, api),
    follow('asmx-gen:server', api.SpanKind.SERVER, api),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function follow(name: string, kind: unknown, api: OpenTelemetryApi): () => void {
  const channel = observed(tracingChannel(name));
  const { context, trace, SpanStatusCode } = api;
  const tracer = trace.getTracer('asmx-gen');
  const spans = new WeakMap<object, OpenTelemetrySpan>();
  // in place of an AsyncLocalStorage: OpenTelemetry has its own, and no public name for it
  const store = {
    run: (inside: object, work: () => unknown) => context.with(inside as never, work),
  };
  const start = (event: OperationEvent): object => {
    const span = tracer.startSpan(nameOf(event), { kind: kind as never });
    spans.set(event, span);
    return trace.setSpan(context.active() as never, span as never);
  };
  const end = (message: unknown): void => {
    const event = message as OperationEvent;
    const span = spans.get(event);
    if (span === undefined) return;
    // a server knows the operation when it has read the request
    span.updateName(nameOf(event));
    span.setAttributes(attributesOf(event));
    if (event.code !== undefined) span.setStatus({ code: SpanStatusCode.ERROR as never });
    span.end();
  };
  channel.start.bindStore(store, start);
  channel.asyncEnd.subscribe(end);
  return () => {
    channel.start.unbindStore(store);
    channel.asyncEnd.unsubscribe(end);
  };
}

function observed(channel: TracingChannel | undefined): ObservedChannel {
  if (channel !== undefined) return channel as unknown as ObservedChannel;
  throw new Error('This environment has no tracing channels (node:diagnostics_channel).');
}

function nameOf({ service, operation = '?' }: OperationEvent): string {
  return `${service}.${operation}`;
}

function attributesOf(event: OperationEvent): Record<string, string | number> {
  const { service, operation, binding, status, code, durations } = event;
  const known = {
    'rpc.service': service,
    'rpc.method': operation,
    'rpc.system': binding,
    'http.response.status_code': status,
    'error.type': code,
  };
  const times = Object.entries(durations).map(([phase, time]) => [`asmx.${phase}_ms`, time]);
  const all = [...Object.entries(known), ...times] as [string, string | number | undefined][];
  return Object.fromEntries(
    all.filter((one): one is [string, string | number] => one[1] !== undefined),
  );
}
