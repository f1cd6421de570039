// Preloaded with `--import`: OpenTelemetry's instrumentation of node:http and spans of operations
// (docs/how-to/tracing.md), kept in memory.
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { traceOperations } from 'asmx-gen-runtime/opentelemetry';

const require = createRequire(new URL('peers/', import.meta.url));
const api = require('@opentelemetry/api');
const { SpanKind, SpanStatusCode, trace } = api;
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
traceOperations(api);
registerInstrumentations({ instrumentations: [new HttpInstrumentation()] });

const ours = 'asmx-gen';
const finished = (choose) =>
  exporter
    .getFinishedSpans()
    .filter(choose)
    .map((span) => ({
      name: span.name,
      kind: SpanKind[span.kind],
      attributes: span.attributes,
      isError: span.status.code === SpanStatusCode.ERROR,
      trace: span.spanContext().traceId,
      id: span.spanContext().spanId,
      parent: span.parentSpanContext?.spanId,
      method: span.attributes['http.request.method'] ?? span.attributes['http.method'],
      status: span.attributes['http.status_code'] ?? span.attributes['http.response.status_code'],
    }));

globalThis.tracer = {
  /** Header that carries a trace to the server. */
  header: 'traceparent',
  /** Runs a program as one trace. */
  run: (program) => trace.getTracer('tracers').startActiveSpan('calls', program),
  /** Spans of HTTP that have ended. */
  spans: () =>
    finished(
      ({ kind, instrumentationScope: { name } }) => kind !== SpanKind.INTERNAL && name !== ours,
    ),
  /** Spans of operations that have ended. */
  operations: () => finished(({ instrumentationScope: { name } }) => name === ours),
};
