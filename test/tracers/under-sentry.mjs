// Preloaded with `--import`: Sentry's tracing, which sends nothing.
import { createRequire } from 'node:module';

const require = createRequire(new URL('peers/', import.meta.url));
const sentry = require('@sentry/node');
const spans = [];
const client = sentry.init({
  dsn: 'https://key@sentry.invalid/1',
  tracesSampleRate: 1,
  transport: () => ({ send: async () => ({}), flush: async () => true }),
});
client.on('spanEnd', (span) => {
  const { trace_id, span_id, parent_span_id, attributes } = sentry.spanToJSON(span);
  if (!/^http\.(?:client|server)$/.test(attributes['sentry.op'])) return;
  spans.push({
    trace: trace_id,
    id: span_id,
    parent: parent_span_id,
    method: attributes['http.request.method'],
    status: attributes['http.response.status_code'],
  });
});

globalThis.tracer = {
  header: 'sentry-trace',
  run: (program) => sentry.startSpan({ name: 'calls' }, program),
  spans: () => spans,
};
