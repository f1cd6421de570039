import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, expect, test } from '@jest/globals';
import { createCaller, SoapFault } from '../../src/runtime/index.ts';
import { traceOperations } from '../../src/runtime/opentelemetry.ts';
import { school } from './server/front.ts';
import { AuthCode } from './wire/descriptors.ts';

/** A span as the fake of OpenTelemetry keeps it. */
interface Span {
  name: string;
  readonly kind: unknown;
  readonly parent: Span | undefined;
  attributes: Readonly<Record<string, unknown>>;
  status?: unknown;
  isOver: boolean;
}

interface Fake {
  readonly spans: Span[];
  readonly active: () => Span | undefined;
  readonly api: Parameters<typeof traceOperations>[0];
}

/** What `@opentelemetry/api` gives with a provider. `npm run tracers` has the real one. */
function fakeApi(): Fake {
  const contexts = new AsyncLocalStorage<{ readonly span?: Span }>();
  const active = (): { readonly span?: Span } => contexts.getStore() ?? {};
  const spans: Span[] = [];
  const startSpan = (name: string, { kind }: { readonly kind: unknown }) => {
    const span: Span = { name, kind, parent: active().span, attributes: {}, isOver: false };
    spans.push(span);
    return Object.assign(span, {
      updateName: (text: string) => {
        span.name = text;
      },
      setAttributes: (all: Record<string, string | number>) => {
        span.attributes = all;
      },
      setStatus: ({ code }: { readonly code: unknown }) => {
        span.status = code;
      },
      end: () => {
        span.isOver = true;
      },
    });
  };
  return {
    spans,
    active: () => active().span,
    api: {
      context: { active, with: (context, work) => contexts.run(context, work) },
      trace: { getTracer: () => ({ startSpan }), setSpan: (_, span) => ({ span }) },
      SpanKind: { CLIENT: 'client', SERVER: 'server' },
      SpanStatusCode: { ERROR: 'error' },
    },
  };
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const call = (handler: () => void): Promise<unknown> => {
  const { fetch } = school({}, handler);
  const caller = createCaller({ baseUrl: 'http://test', fetch: fetch as never }, {});
  return caller.call(AuthCode, { code: '1', phone: '2' }, { binding: 'soap11' });
};

test('a call has a span at both ends, in which its work runs', async () => {
  const { api, spans, active } = fakeApi();
  stops.push(traceOperations(api));
  let inside: Span | undefined;
  await call(() => {
    inside = active();
  });
  const [client, server] = spans;
  expect(spans).toHaveLength(2);
  expect(inside).toBe(server);
  expect(server?.parent).toBe(client);
  const attributes = {
    'rpc.service': 'AuthCodeSending',
    'rpc.method': 'AuthCode',
    'rpc.system': 'soap11',
    'http.response.status_code': 200,
  };
  expect(client).toMatchObject({
    name: 'AuthCodeSending.AuthCode',
    kind: 'client',
    isOver: true,
    attributes: { ...attributes, 'asmx.transport_ms': expect.any(Number) },
  });
  expect(server).toMatchObject({
    name: 'AuthCodeSending.AuthCode',
    kind: 'server',
    isOver: true,
    attributes: { ...attributes, 'asmx.handle_ms': expect.any(Number) },
  });
  expect(client?.attributes).not.toHaveProperty('error.type');
  expect(client).not.toHaveProperty('status');
});

test('a fault is an error with its code, without its text', async () => {
  const { api, spans } = fakeApi();
  stops.push(traceOperations(api));
  const handler = (): never => {
    throw new SoapFault({ code: 'Client', message: 'SECRET' });
  };
  await expect(call(handler)).rejects.toThrow('SECRET');
  for (const { status, attributes } of spans) {
    expect({ status, type: attributes['error.type'] }).toEqual({ status: 'error', type: 'Client' });
  }
  const told = spans.map(({ name, attributes }) => ({ name, attributes }));
  expect(JSON.stringify(told)).not.toContain('SECRET');
});

test('ends', async () => {
  const { api, spans } = fakeApi();
  traceOperations(api)();
  await call(() => {});
  expect(spans).toEqual([]);
});
