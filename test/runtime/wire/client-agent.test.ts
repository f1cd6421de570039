import http, { Agent, createServer, type Server } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ClientSSLSecurity } from 'soap';
import { type Caller, createCaller } from '../../../src/runtime/client/call.ts';
import { ntlm } from '../../../src/runtime/client/credentials.ts';
import type { ClientOptions } from '../../../src/runtime/client/request.ts';
import { GenerateReport } from './descriptors.ts';
import { envelope, soap11, text11 } from './messages.ts';

const servers: Server[] = [];
const { globalAgent } = http;
afterEach(() => {
  http.globalAgent = globalAgent;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const good = envelope(
  soap11,
  '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
);

/** A server that answers every request, and notes their targets. */
async function listen(): Promise<{ readonly origin: string; readonly urls: string[] }> {
  const urls: string[] = [];
  const server = createServer((request, response) => {
    urls.push(request.url ?? '');
    request.resume().on('end', () => response.setHeader('Content-Type', text11).end(good));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, urls };
}

const call = (caller: Caller): Promise<unknown> => caller.call(GenerateReport, { studentId: 1 });

describe('agent', () => {
  test('makes the connections', async () => {
    const { origin } = await listen();
    let created = 0;
    class Counting extends Agent {
      override createConnection(...given: Parameters<Agent['createConnection']>) {
        created += 1;
        return super.createConnection(...given);
      }
    }
    const agent = new Counting({ keepAlive: true });
    const caller = createCaller({ baseUrl: origin, agent }, {});
    for (let count = 0; count < 3; count += 1) expect(await call(caller)).toBe('fine');
    expect(created).toBe(1);
    agent.destroy();
  });

  test.each([
    ['http:', new HttpsAgent(), 'The option agent is not for http: addresses.'],
    ['https:', new Agent(), 'The option agent is not for https: addresses.'],
  ])('of another scheme than the address, which is %s', async (scheme, agent, message) => {
    const caller = createCaller({ baseUrl: `${scheme}//127.0.0.1:9`, agent }, {});
    await expect(call(caller)).rejects.toMatchObject({
      code: 'transport',
      operation: 'AuthCodeSending.GenerateReport',
      message: `${message} Give an Agent of node:${scheme.slice(0, -1)}.`,
      cause: { code: 'ERR_INVALID_PROTOCOL' },
    });
  });

  test('is nothing for NTLM', async () => {
    const security = ntlm({ username: 'u', password: 'p' });
    const caller = createCaller({ baseUrl: 'http://h', security, agent: new Agent() }, {});
    await expect(call(caller)).rejects.toMatchObject({
      message: expect.stringContaining('NTLM authenticates connections'),
    });
  });
});

describe('with fetch, connections are the affair of fetch', () => {
  const fetch = async (): Promise<Response> => new Response(good);
  test.each<readonly [string, ClientOptions]>([
    ['tls', { tls: { ca: 'x' } }],
    ['agent', { agent: new Agent() }],
  ])('%s is refused when the client is made', (name, options) => {
    expect(() => createCaller({ baseUrl: 'http://h', fetch, ...options }, {})).toThrow(
      expect.objectContaining({
        code: 'encode',
        message: expect.stringMatching(`fetch makes its own connections.*${name}`),
      }),
    );
  });

  test('a certificate of a security object', async () => {
    const security = new ClientSSLSecurity(Buffer.from('key'), Buffer.from('cert'));
    await expect(
      call(createCaller({ baseUrl: 'http://h', fetch, security }, {})),
    ).rejects.toMatchObject({ code: 'encode', message: expect.stringContaining('certificate') });
  });
});

// Node reads the environment when it starts, and tells it by the options of its own agents.
describe('proxies of the environment', () => {
  const withProxy = (proxyEnv: object): void => {
    http.globalAgent = Object.assign(new Agent(), { options: { proxyEnv } }) as Agent;
  };

  test('are those of the agents of Node', async () => {
    const { origin, urls } = await listen();
    const proxyEnv = { HTTP_PROXY: '', NO_PROXY: '*' };
    withProxy(proxyEnv);
    const seen: unknown[] = [];
    const { Agent: Original } = http;
    try {
      http.Agent = class extends Original {
        constructor(options: object) {
          super(options);
          seen.push((options as { proxyEnv?: unknown }).proxyEnv);
        }
      } as typeof Agent;
      const caller = createCaller({ baseUrl: origin, maxConnections: 3 }, {});
      expect(await call(caller)).toBe('fine');
    } finally {
      http.Agent = Original;
    }
    expect(seen).toEqual([proxyEnv]);
    expect(urls).toEqual(['/AuthCodeSending.asmx']);
  });

  const isKnown = process.allowedNodeEnvironmentFlags.has('--use-env-proxy');
  test('are used where Node can, and otherwise not', async () => {
    const service = await listen();
    const proxy = await listen();
    withProxy({ HTTP_PROXY: proxy.origin, NO_PROXY: 'other.test' });
    const caller = createCaller({ baseUrl: service.origin, maxConnections: 4 }, {});
    expect(await call(caller)).toBe('fine');
    expect(proxy.urls).toEqual(isKnown ? [`${service.origin}/AuthCodeSending.asmx`] : []);
    expect(service.urls).toEqual(isKnown ? [] : ['/AuthCodeSending.asmx']);
    withProxy({ HTTP_PROXY: proxy.origin, NO_PROXY: '127.0.0.1' });
    const straight = createCaller({ baseUrl: service.origin, maxConnections: 5 }, {});
    expect(await call(straight)).toBe('fine');
    expect(service.urls.at(-1)).toBe('/AuthCodeSending.asmx');
  });
});
