// Preloaded with `--import`: Datadog's tracer, with its spans taken where it would tag them.
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';

process.env.DD_TRACE_AGENT_URL = 'http://127.0.0.1:1';
process.env.DD_INSTRUMENTATION_TELEMETRY_ENABLED = 'false';
process.env.DD_REMOTE_CONFIGURATION_ENABLED = 'false';
process.env.DD_TRACE_STARTUP_LOGS = 'false';
const require = createRequire(new URL('peers/', import.meta.url));
register(pathToFileURL(require.resolve('dd-trace/loader-hook.mjs')));
const tracer = require('dd-trace').init({ flushInterval: 1e9 });

const spans = [];
const hooks = {
  request(span, request, response) {
    const context = span.context();
    spans.push({
      trace: context.toTraceId(),
      id: context.toSpanId(),
      parent: context._parentId?.toString(10),
      method: request.method,
      status: response?.statusCode,
    });
  },
};
tracer.use('http', { client: { hooks }, server: { hooks } });

globalThis.tracer = {
  header: 'x-datadog-trace-id',
  run: (program) => tracer.trace('calls', program),
  spans: () => spans,
};
