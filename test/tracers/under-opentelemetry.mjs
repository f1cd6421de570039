// Preloaded with `--import`: OpenTelemetry's instrumentation of node:http, with its spans kept in
// memory.
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('peers/', import.meta.url));
const { SpanKind, trace } = require('@opentelemetry/api');
const { registerInstrumentations } = require('@opentelemetry/instrumentation');
const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http');
const {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} = require('@opentelemetry/sdk-trace-node');

// For programs that import node:http, as OpenTelemetry has it for ES modules.
register(pathToFileURL(require.resolve('@opentelemetry/instrumentation/hook.mjs')));
const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();
registerInstrumentations({ instrumentations: [new HttpInstrumentation()] });

globalThis.tracer = {
  /** Header that carries a trace to the server. */
  header: 'traceparent',
  /** Runs a program as one trace. */
  run: (program) => trace.getTracer('tracers').startActiveSpan('calls', program),
  /** Spans of HTTP that have ended. */
  spans: () =>
    exporter
      .getFinishedSpans()
      .filter(({ kind }) => kind === SpanKind.CLIENT || kind === SpanKind.SERVER)
      .map((span) => ({
        trace: span.spanContext().traceId,
        id: span.spanContext().spanId,
        parent: span.parentSpanContext?.spanId,
        method: span.attributes['http.request.method'] ?? span.attributes['http.method'],
        status: span.attributes['http.status_code'] ?? span.attributes['http.response.status_code'],
      })),
};
