import { tracingChannel } from 'node:diagnostics_channel';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('asmx-gen');
const nameOf = ({ service, operation = '?' }) => `${service}.${operation}`;

function follow(channelName, kind, storage) {
  const channel = tracingChannel(channelName);
  const spans = new WeakMap();
  // what the call does belongs to its span
  channel.start.bindStore(storage, (event) => {
    const span = tracer.startSpan(nameOf(event), { kind });
    spans.set(event, span);
    return trace.setSpan(context.active(), span);
  });
  channel.asyncEnd.subscribe((event) => {
    const span = spans.get(event);
    if (span === undefined) return;
    // a server knows the operation when it has read the request
    span.updateName(nameOf(event));
    span.setAttributes({
      'rpc.service': event.service,
      'rpc.method': event.operation,
      'rpc.system': event.binding,
      'http.response.status_code': event.status,
      'error.type': event.code,
    });
    for (const [phase, milliseconds] of Object.entries(event.durations)) {
      span.setAttribute(`asmx.${phase}_ms`, milliseconds);
    }
    if (event.code !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
}

/** @param storage The AsyncLocalStorage in which OpenTelemetry keeps its context. */
export function traceOperations(storage) {
  follow('asmx-gen:client', SpanKind.CLIENT, storage);
  follow('asmx-gen:server', SpanKind.SERVER, storage);
}
