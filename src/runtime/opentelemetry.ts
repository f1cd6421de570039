/** Spans of OpenTelemetry: `asmx-gen-runtime/opentelemetry`, which is never vendored. */

export { type OpenTelemetryApi, traceOperations } from './tracing/opentelemetry.ts';
