import http, {
  type ClientRequest,
  createServer,
  type RequestOptions,
  type Server,
} from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createCaller } from '../../../src/runtime/client/call.ts';
import { userAgent } from '../../../src/runtime/client/request.ts';
import { GenerateReport } from './descriptors.ts';
import { envelope, soap11, text11 } from './messages.ts';

// What tracers do to http.request: they hand it a copy of the options with headers of theirs, or
// add headers to the request it gives.

type RequestFunction = (options: RequestOptions) => ClientRequest;

const original = http.request as RequestFunction;
const node = http as { request: RequestFunction };
let server: Server | undefined;

afterEach(() => {
  node.request = original;
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

const good = envelope(
  soap11,
  '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
);

/** A service that keeps the headers of its requests: names and values alternating. */
async function listen(): Promise<{ readonly baseUrl: string; readonly seen: string[][] }> {
  const seen: string[][] = [];
  const listening = createServer((request, response) => {
    seen.push(request.rawHeaders);
    request.resume().on('end', () => response.setHeader('Content-Type', text11).end(good));
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}`, seen };
}

const input = { studentId: 1, studentClass: 'Jürgen' };

test('http.request gets a plain object of headers, a new one for each call', async () => {
  const { baseUrl, seen } = await listen();
  const given: RequestOptions[] = [];
  node.request = (options) => {
    given.push(options);
    return original(options);
  };
  const caller = createCaller({ baseUrl, headers: { 'X-Tenant': 'a' } }, {});
  await caller.call(GenerateReport, input);
  await caller.call(GenerateReport, input);
  const [first, second] = given.map(({ headers }) => headers);
  expect(first).toEqual({
    Host: baseUrl.slice('http://'.length),
    'Content-Type': text11,
    'Content-Length': expect.stringMatching(/^\d+$/),
    SOAPAction: '"http://tempuri.org/GenerateReport"',
    'User-Agent': userAgent,
    'X-Tenant': 'a',
  });
  expect(Object.getPrototypeOf(first)).toBe(Object.prototype);
  expect(Object.isFrozen(first)).toBe(false);
  expect(second).not.toBe(first);
  expect(Object.isFrozen(given[0])).toBe(false);
  // Their order is that of the request.
  const names = seen[0]?.filter((_, index) => index % 2 === 0);
  expect(names).toEqual([...Object.keys(first ?? {}), 'Connection']);
});

describe.each<readonly [string, RequestFunction]>([
  [
    'copies the headers and adds its own',
    (options) =>
      original({ ...options, headers: Object.assign({}, options.headers, { traceparent: '1' }) }),
  ],
  [
    'adds to the headers it is handed',
    (options) => {
      Object.assign(options.headers ?? {}, { traceparent: '1' });
      return original(options);
    },
  ],
  [
    'adds a header to the request that is made',
    (options) => original(options).setHeader('traceparent', '1'),
  ],
])('where a tracer %s', (_name, request) => {
  test.each(['soap11', 'soap12', 'httpGet', 'httpPost'] as const)('%s', async (binding) => {
    const { baseUrl, seen } = await listen();
    const caller = createCaller({ baseUrl, headers: { 'X-Tenant': 'a' } }, {});
    const bare = caller.raw(GenerateReport, input, { binding }).catch(() => undefined);
    await bare;
    node.request = request;
    await caller.raw(GenerateReport, input, { binding }).catch(() => undefined);
    const [without, traced] = seen;
    const end = (without?.length ?? 0) - 2;
    expect(without?.slice(end)).toEqual(['Connection', 'keep-alive']);
    expect(traced).toEqual([
      ...(without?.slice(0, end) ?? []),
      ...['traceparent', '1'],
      ...['Connection', 'keep-alive'],
    ]);
    expect(traced).toContain('X-Tenant');
  });
});

test('Host may be the caller’s', async () => {
  const { baseUrl, seen } = await listen();
  const caller = createCaller({ baseUrl, headers: { host: 'tenant.example.org' } }, {});
  expect(await caller.call(GenerateReport, input)).toBe('fine');
  expect(seen[0]?.slice(0, 2)).toEqual(['host', 'tenant.example.org']);
  expect(seen[0]).not.toContain('Host');
});
