import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import type { Documentation } from '../../../src/runtime/server/documents.ts';
import type { ServerOptions } from '../../../src/runtime/server/options.ts';
import type { NodeListener } from '../../../src/runtime/server/request.ts';
import { AuthCode } from './descriptors.ts';
import { request, start } from './exchange.ts';
import { createServer } from './serve.ts';

/** Shows where it thinks the services are. */
const documentation: Documentation = {
  answer: ({ origin, path }) => ({ status: 200, headers: {}, body: origin + path }),
};

function serverWith(options: ServerOptions) {
  const load = async () => ({ documentation });
  return createServer([{ operation: AuthCode, handler: () => {} }], options, load);
}

describe('the address that documents show', () => {
  test.each(['/legacy', '/legacy/'])('has the base path %s', async (basePath) => {
    const { fetch, listener } = serverWith({ basePath });
    const path = '/legacy/AuthCodeSending.asmx';
    const answer = await fetch(new Request(`https://school.test${path}?WSDL`));
    expect(await answer.text()).toBe(`https://school.test${path}`);
    const { server, port } = await start(listener);
    const { body } = await request(port, `GET ${path}?WSDL`, { Host: 'school.test' }, '');
    server.close();
    expect(body).toBe(`http://school.test${path}`);
  });

  test('has the host of a request over HTTP/2', async () => {
    const path = '/AuthCodeSending.asmx?WSDL';
    const { body } = await overHttp2(serverWith({}).listener, {
      ':path': path,
      ':authority': 'school.test:8443',
    });
    expect(body).toBe('http://school.test:8443/AuthCodeSending.asmx');
  });
});

test('a request over HTTP/2 that is too large is refused without headers of HTTP/1', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', note);
  const { listener } = serverWith({ limits: { bodyBytes: 10 } });
  const { status, body } = await overHttp2(
    listener,
    { ':path': '/AuthCodeSending.asmx', ':method': 'POST', 'content-type': 'text/xml' },
    'x'.repeat(100),
  );
  process.off('warning', note);
  expect(status).toBe(500);
  expect(body).toContain('Maximum request length exceeded.');
  expect(warnings).toEqual([]);
});

async function overHttp2(
  listener: NodeListener,
  headers: Readonly<Record<string, string>>,
  text?: string,
): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const server = createHttp2Server(listener as never);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const stream = session.request(headers);
  let status: number | undefined;
  stream.on('response', (answer) => {
    status = answer[':status'];
  });
  stream.end(text);
  let body = '';
  for await (const chunk of stream) body += String(chunk);
  session.close();
  server.close();
  return { status, body };
}
