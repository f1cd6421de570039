import { request } from 'node:http';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { createFolder, runCli, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const contract = `asmx: 1
name: Orders
namespace: urn:orders
bindings: [soap11]
services:
  Orders: { operations: { Count: { returns: int } } }
`;
const answer =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
  '<CountResponse xmlns="urn:orders"><CountResult>5</CountResult></CountResponse>' +
  '</s:Body></s:Envelope>';

let folder: TestFolder;
const servers: LocalServer[] = [];
afterEach(() => {
  folder.remove();
  for (const server of servers.splice(0)) server.close();
});

/** A service, and a proxy that notes what is asked of it. */
async function listen(wsdl: string): Promise<{
  readonly origin: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly seen: string[];
}> {
  const service = await startLocalServer((incoming, outgoing) => {
    outgoing.setHeader('Content-Type', 'text/xml; charset=utf-8');
    incoming.resume().on('end', () => outgoing.end(incoming.method === 'GET' ? wsdl : answer));
  });
  const seen: string[] = [];
  const proxy = await startLocalServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    seen.push(`${method} ${url}`);
    const forwarded = request(url, { method, headers }, (received) => {
      outgoing.writeHead(received.statusCode ?? 500, received.headers);
      received.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  servers.push(service, proxy);
  return { origin: service.origin, environment: { HTTP_PROXY: proxy.origin }, seen };
}

/** Older versions of Node know no proxies, and go straight to the service. */
const isKnown = process.allowedNodeEnvironmentFlags.has('--use-env-proxy');

describe('the proxy of the environment', () => {
  test.each([
    ['NODE_USE_ENV_PROXY', { NODE_USE_ENV_PROXY: '1' }],
    ['--use-env-proxy', isKnown ? { NODE_OPTIONS: '--use-env-proxy' } : {}],
  ])('is used by init and call with %s', async (_, asked: Readonly<Record<string, string>>) => {
    folder = createFolder({ 'orders.yaml': contract });
    const cwd = folder.path;
    const { stdout: wsdl } = await runCli(['convert', 'orders.yaml', '--to', 'wsdl'], { cwd });
    const { origin, environment, seen } = await listen(wsdl);
    const env = { ...environment, ...asked };
    const address = `${origin}/Orders.asmx?WSDL`;
    expect(await runCli(['init', address, '--targets', 'types'], { cwd, env })).toMatchObject({
      code: 0,
    });
    const called = await runCli(['call', 'orders.yaml', 'Count', '--url', address], { cwd, env });
    expect(called).toMatchObject({ code: 0, stdout: '5\n' });
    const through = [`GET ${address}`, `POST ${origin}/Orders.asmx`];
    expect(seen).toEqual(isKnown ? through : []);
  });

  test('is not used unless Node was told to', async () => {
    folder = createFolder({ 'orders.yaml': contract });
    const { origin, environment: env, seen } = await listen('');
    const args = ['call', 'orders.yaml', 'Count', '--url', origin];
    expect(await runCli(args, { cwd: folder.path, env })).toMatchObject({ code: 0 });
    expect(seen).toEqual([]);
  });
});
