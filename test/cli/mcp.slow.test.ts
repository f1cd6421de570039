import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { overHttp, overStdio, versions } from '../runtime/mcp/connect.ts';
import { startLocalServer } from './local-server.ts';
import { bin, runCli } from './run-cli.ts';
import { startListening } from './serving.ts';

const cwd = mkdtempSync(join(tmpdir(), 'asmx-gen-mcp-'));
afterAll(() => rmSync(cwd, { recursive: true }));
copyFileSync('test/fixtures/gateway/shop.yaml', join(cwd, 'shop.yaml'));
writeFileSync(
  join(cwd, 'calls.jsonl'),
  [
    { recording: 1, contract: 'Shop' },
    {
      service: 'Orders',
      operation: 'GetOrder',
      binding: 'soap12',
      parameters: { orderId: { $bigint: '5' } },
      result: { id: { $bigint: '5' }, total: '12.50' },
    },
    {
      service: 'Orders',
      operation: 'GetOrder',
      binding: 'soap11',
      parameters: { orderId: { $bigint: '404' } },
      fault: { code: 'Client', message: 'There is no such order.' },
    },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
);

/** Calls a tool of `asmx-gen mcp`. Gives texts of the answer, and what the program says. */
async function call(
  args: readonly string[],
  mode: (typeof versions)[number][1],
  input: Record<string, unknown>,
  env: Record<string, string> = {},
  contract = 'shop.yaml',
): Promise<{ readonly text: string; readonly isError: boolean; readonly told: string }> {
  let told = '';
  const program = {
    args: [bin, 'mcp', contract, '--only', 'GetOrder', ...args],
    cwd,
    env,
    told: (text: string) => {
      told += text;
    },
  };
  const client = await overStdio(program, mode);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['GetOrder']);
  const { content, isError = false } = await client.callTool({
    name: 'GetOrder',
    arguments: input,
  });
  await client.close();
  const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('');
  return { text, isError: isError === true, told };
}

describe.each(versions)('asmx-gen mcp with version %s', (_, mode) => {
  test('answers from a recording, over whatever binding', async () => {
    const args = ['--replay', 'calls.jsonl', '--redact', 'note'];
    const found = await call(args, mode, { orderId: '5' });
    expect(found).toEqual(
      expect.objectContaining({ text: '{"id":"5","total":"12.50"}', isError: false }),
    );
    expect(found.told).toMatch(
      /^\{"tool":"GetOrder","input":\{"orderId":"5"\},"milliseconds":\d+\}$/m,
    );
    const missing = await call(args, mode, { orderId: '404' });
    expect(missing).toEqual(
      expect.objectContaining({ text: 'There is no such order.', isError: true }),
    );
    const other = await call(args, mode, { orderId: '6' });
    expect(other.text).toMatch(/^calls\.jsonl holds no call of Orders\.GetOrder with these/);
  }, 120_000);

  test('calls the service, and shows no secret that it repeats', async () => {
    const seen: string[] = [];
    const server = await startLocalServer((request, response) => {
      const { 'x-key': key = '', authorization = '' } = request.headers;
      seen.push(`${key} ${authorization}`);
      response.writeHead(500, { 'Content-Type': 'text/xml' });
      response.end(
        '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><Fault>' +
          '<faultcode>Client</faultcode>' +
          `<faultstring>Refused: ${key} ${authorization} pass-word</faultstring>` +
          '</Fault></Body></Envelope>',
      );
    });
    const { text, isError, told } = await call(
      ['--url', server.origin, '--header', 'X-Key: env:KEY', '--user', 'env:WHO'],
      mode,
      { orderId: '5', tags: ['key-of-mine'] },
      { KEY: 'key-of-mine', WHO: 'ann:pass-word' },
    );
    server.close();
    expect(seen).toEqual([`key-of-mine Basic ${btoa('ann:pass-word')}`]);
    expect({ text, isError }).toEqual({ text: 'Refused: *** Basic *** ***', isError: true });
    expect(told).toContain('"error":"Refused: *** Basic *** ***"');
    expect(told).toContain('"tags":["***"]');
    expect(told).not.toMatch(/key-of-mine|pass-word/);
  }, 60_000);

  test('tells the log why a call failed, and the agent no more than it may know', async () => {
    const server = await startLocalServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>key-of-mine</p>');
    });
    const args = ['--url', server.origin, '--header', 'X-Key: env:KEY'];
    const env = { KEY: 'key-of-mine' };
    const { text, told } = await call(args, mode, { orderId: '5' }, env);
    expect(text).toBe('The service gave no answer that can be read.');
    expect(told).toMatch(
      /^\{"tool":"GetOrder","cause":"The answer is not a SOAP envelope\..*\*\*\*/m,
    );
    const hidden = await call([...args, '--redact', 'note'], mode, { orderId: '5' }, env);
    expect(hidden.told).not.toContain('"cause"');
    server.close();
    const away = await call([...args, '--redact', 'note'], mode, { orderId: '5' }, env);
    expect(away.text).toBe('The service cannot be reached.');
    expect(away.told).toMatch(/^\{"tool":"GetOrder","cause":".*ECONNREFUSED/m);
    expect(away.told + told).not.toContain('key-of-mine');
  }, 60_000);

  test('sends nothing with --dry-run', async () => {
    const asked: unknown[] = [];
    const server = await startLocalServer((request, response) => {
      asked.push(request.url);
      response.end();
    });
    const args = ['--url', server.origin, '--dry-run', '--header', 'X-Key: env:KEY'];
    const named = 'username: env:WHO, password: env:PASSWORD';
    writeFileSync(join(cwd, 'security.yaml'), `usernameToken: { ${named} }`);
    args.push('--security', 'security.yaml');
    const env = { KEY: 'key-of-mine', WHO: 'ada', PASSWORD: 'ada-7Kx!q' };
    const { text, isError } = await call(args, mode, { orderId: '5' }, env);
    server.close();
    expect(asked).toEqual([]);
    expect(isError).toBe(false);
    expect(text).toMatch(/^POST \/Orders\.asmx HTTP\/1\.1\r\n[\s\S]*X-Key: env:KEY\r\n/);
    expect(text).toContain('<orderId>5</orderId>');
    expect(text).toContain('<wsse:Username>***</wsse:Username>');
    expect(text).toContain('>***</wsse:Password>');
  }, 60_000);
});

test('--soap-header is sent, and its variable is not shown', async () => {
  writeFileSync(
    join(cwd, 'keyed.yaml'),
    readFileSync(join(cwd, 'shop.yaml'), 'utf8').replace(
      'returns: Order | null',
      'returns: Order | null\n        headers: { Key: { type: string } }',
    ),
  );
  const bodies: string[] = [];
  const server = await startLocalServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    bodies.push(body);
    response.end();
  });
  const args = ['--url', server.origin, '--soap-header', 'Key=env:KEY'];
  const run = (more: readonly string[]) =>
    call([...args, ...more], 'legacy', { orderId: '5' }, { KEY: 'a<b>&c' }, 'keyed.yaml');
  const { text: shown } = await run(['--dry-run']);
  expect(shown).toMatch(/<soap:Header><Key[^>]*>\*\*\*<\/Key>/);
  await run([]);
  server.close();
  expect(bodies).toEqual([expect.stringContaining('>a&lt;b&gt;&amp;c</Key>')]);
}, 60_000);

test('asmx-gen mcp ends with its stdin, a pipe or a file', async () => {
  const args = ['mcp', 'shop.yaml', '--only', '*', '--url', 'http://localhost:1'];
  const said = 'Shop: GetOrder, PutOrder, ListOrders, Ping, Count\n';
  expect(await runCli(args, { cwd })).toEqual({ code: 0, stdout: '', stderr: said });
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: said });
}, 60_000);

describe('asmx-gen mcp --port', () => {
  const args = ['shop.yaml', '--only', 'GetOrder', '--replay', 'calls.jsonl'];

  /** Sends a request as it is, whatever its headers. */
  const send = (url: string, method: string, headers: Record<string, string>) =>
    new Promise<{ status?: number; headers: object; text: string }>((resolve, reject) => {
      const sent = request(url, { method, headers }, (response) => {
        let text = '';
        response.on('data', (bytes: Buffer) => {
          text += bytes.toString();
        });
        const { statusCode: status, headers: got } = response;
        response.on('end', () => resolve({ ...(status && { status }), headers: got, text }));
      });
      sent.on('error', reject);
      sent.end();
    });

  test.each(versions)(
    'serves agents over HTTP, and stops cleanly (%s)',
    async (_, mode) => {
      const { url, text, stop } = await startListening(cwd, 'mcp', ...args);
      const client = await overHttp((_, init) => fetch(`${url}/mcp`, init), mode);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['GetOrder']);
      const { content } = await client.callTool({ name: 'GetOrder', arguments: { orderId: 5 } });
      expect(content).toEqual([{ type: 'text', text: '{"id":"5","total":"12.50"}' }]);
      await client.close();
      expect(await stop()).toBe(0);
      expect(text()).toContain('Shop: GetOrder\n');
      expect(text()).toMatch(/^\{"tool":"GetOrder","input":\{"orderId":5\},"milliseconds":\d+\}$/m);
    },
    60_000,
  );

  test('answers names of this machine alone, and no web page', async () => {
    const allowed = 'https://agent.example';
    const { url, stop } = await startListening(cwd, 'mcp', ...args, '--allow-origin', allowed);
    const at = `${url}/mcp`;
    const rebound = await send(at, 'POST', { Host: 'evil.example' });
    expect(rebound).toMatchObject({ status: 421, text: expect.stringContaining('--accept-host') });
    for (const origin of ['https://evil.example', 'null', url]) {
      expect(await send(at, 'POST', { Origin: origin })).toMatchObject({
        status: 403,
        text: expect.stringContaining('--allow-origin'),
      });
    }
    expect(await send(`${url}/`, 'GET', {})).toMatchObject({ status: 404 });
    expect(await send(at, 'OPTIONS', { Origin: allowed })).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': allowed, vary: 'Origin' },
    });
    expect(await send(at, 'GET', { Origin: allowed })).toMatchObject({
      status: 405,
      headers: { 'access-control-allow-origin': allowed },
    });
    expect(await stop('SIGTERM')).toBe(0);
  }, 60_000);
});
