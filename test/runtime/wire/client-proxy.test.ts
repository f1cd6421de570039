import http, { createServer, type Server } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Caller, createCaller } from '../../../src/runtime/client/call.ts';
import type { ClientOptions } from '../../../src/runtime/client/request.ts';
import { GenerateReport } from './descriptors.ts';

const { globalAgent } = http;
const { globalAgent: tlsAgent } = https;
const servers: Server[] = [];
afterEach(() => {
  http.globalAgent = globalAgent;
  https.globalAgent = tlsAgent;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A proxy that is Node's from now on. */
async function proxied(
  connected: (socket: Duplex) => void,
  answer: (response: http.ServerResponse) => void = (response) => response.end(),
): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response));
  });
  server.on('connect', (_, socket) => {
    socket.on('error', () => undefined);
    connected(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  useProxy(`http://user:SECRET@127.0.0.1:${port}`);
  return server;
}

function useProxy(url: string): void {
  const options = { proxyEnv: { HTTP_PROXY: url, HTTPS_PROXY: url } };
  http.globalAgent = Object.assign(new http.Agent(), { options }) as http.Agent;
  https.globalAgent = Object.assign(new https.Agent(), { options }) as https.Agent;
}

// options of their own give each client connections of its own
const client = (baseUrl: string, more: ClientOptions = {}): Caller =>
  createCaller({ baseUrl, maxConnections: 9, tls: { rejectUnauthorized: false }, ...more }, {});
const call = (caller: Caller): Promise<unknown> => caller.call(GenerateReport, { studentId: 1 });

/** Resolves when the other side has closed a connection. */
const closed = (socket: Duplex): Promise<unknown> =>
  new Promise((resolve) => socket.on('end', resolve).on('error', resolve).resume());

// Node reads the environment when it starts; older versions know no proxies.
const isKnown = process.allowedNodeEnvironmentFlags.has('--use-env-proxy');
const onNewNode = isKnown ? describe : describe.skip;

onNewNode('a tunnel of a proxy', () => {
  test.each<readonly [string, (socket: Duplex) => void]>([
    ['that is never there', () => undefined],
    ['that leads nowhere', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')],
    ['without TLS', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nno TLS at all')],
  ])('%s is closed with the call', async (_, connected) => {
    let gone: Promise<unknown> | undefined;
    await proxied((socket) => {
      gone = closed(socket);
      connected(socket);
    });
    const caller = client('https://service.test', { timeout: 300 });
    await expect(call(caller)).rejects.toMatchObject({
      code: expect.stringMatching(/^(timeout|transport)$/),
    });
    await gone;
  });

  test('that is refused is an error without secrets', async () => {
    let gone: Promise<unknown> | undefined;
    await proxied((socket) => {
      gone = closed(socket);
      // without an end
      socket.write('HTTP/1.1 407 Proxy Authentication Required\u001b[2J\r\n\r\n');
    });
    const error = await call(client('https://service.test')).catch((one: unknown) => one);
    expect(error).toMatchObject({ code: 'transport' });
    expect(String(error)).toMatch(/407 Proxy Authentication Required\\u001b\[2J$/);
    expect(String(error)).not.toMatch(/SECRET/);
    await gone;
  });
});

onNewNode('a proxy', () => {
  test('that asks for a login is named', async () => {
    await proxied(
      () => undefined,
      (response) => {
        response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="the house"' });
        response.end('<html><title>Access denied</title></html>');
      },
    );
    await expect(call(client('http://service.test'))).rejects.toMatchObject({
      code: 'http-status',
      message: expect.stringMatching(
        /^A proxy answered with status 407 \(Proxy-Authenticate: Basic realm="the house"\): Access denied\. Give/,
      ),
    });
  });

  test('that is not there is named', async () => {
    useProxy('http://user:SECRET@127.0.0.1:1');
    for (const scheme of ['http', 'https']) {
      await expect(call(client(`${scheme}://service.test`))).rejects.toMatchObject({
        code: 'transport',
        message: 'No connection to service.test: 127.0.0.1:1, perhaps a proxy, refused it.',
      });
    }
  });
});
