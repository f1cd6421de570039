import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { guarded } from '../src/guard.js';
import { connectHelpdesk } from '../src/helpdesk.js';
import { createTools } from '../src/tools.js';

const log: string[] = [];
const tools = createTools(connectHelpdesk({ HELPDESK_KEY: 'old-key' }), (line) => log.push(line));
const server = createServer(getRequestListener(guarded(tools, 'agent-key')));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
after(() => server.close());

/** The old version of the protocol, and the new one. */
const modes = ['legacy', { pin: '2026-07-28' }] as const;

async function connect(
  mode: (typeof modes)[number],
  transport: StreamableHTTPClientTransport | StdioClientTransport,
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  // the transports of the SDK are written without `exactOptionalPropertyTypes`
  await client.connect(transport as never);
  return client;
}

function overHttp(mode: (typeof modes)[number], headers: Record<string, string>): Promise<Client> {
  return connect(mode, new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
}

async function textOf(client: Client, name: string, input: Record<string, unknown>) {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { text, isError };
}

for (const mode of modes) {
  const version = mode === 'legacy' ? '2025-11-25' : mode.pin;

  test(`an agent finds tickets and comments on them (${version})`, async () => {
    const client = await overHttp(mode, { authorization: 'Bearer agent-key' });
    const { tools: listed } = await client.listTools();
    assert.deepEqual(
      listed.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
      [
        ['FindTickets', true],
        ['GetTicket', true],
        ['AddComment', false],
      ],
    );
    const found = await textOf(client, 'FindTickets', { words: 'Printer', status: 'Open' });
    const [ticket] = JSON.parse(found.text);
    assert.equal(ticket.subject, 'Printer is on fire');
    log.length = 0;
    const comment = { ticketId: ticket.id, text: 'My password is 1234.' };
    assert.equal((await textOf(client, 'AddComment', comment)).isError, false);
    assert.deepEqual(log, ['AddComment {"ticketId":"1","text":"***"} done']);
    await client.close();
  });

  test(`an agent learns what to mend (${version})`, async () => {
    const client = await overHttp(mode, { authorization: 'Bearer agent-key' });
    assert.deepEqual(await textOf(client, 'GetTicket', { ticketId: '99' }), {
      text: 'There is no such ticket.\nNoSuchTicket: {"ticketId":"99"}',
      isError: true,
    });
    const wrong = await textOf(client, 'FindTickets', { words: 'Printer', status: 'Lost' });
    assert.match(wrong.text, /- status: .*'Open'.*'Closed'/s);
    await client.close();
  });

  test(`the same tools on the standard streams (${version})`, async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ['js/src/stdio.js'],
      env: { HELPDESK_KEY: 'old-key' },
      stderr: 'ignore',
    });
    const client = await connect(mode, transport);
    const { text } = await textOf(client, 'GetTicket', { ticketId: '2' });
    assert.equal(JSON.parse(text).subject, 'Printer has no paper');
    await client.close();
  });
}

test('agents need the key, and pages in browsers get nothing', async () => {
  for (const [headers, status] of [
    [{}, 401],
    [{ authorization: 'Bearer wrong' }, 401],
    [{ authorization: 'Bearer agent-key', origin: 'https://evil.example' }, 403],
  ] as const) {
    assert.equal((await fetch(url, { method: 'POST', headers, body: '{}' })).status, status);
  }
});

test('what agents see is what tools.json says', () => {
  execFileSync('npm', ['run', '--silent', 'tools'], { stdio: 'pipe' });
});
