import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** Versions of the protocol, with how the SDK's client is told to speak them. */
export const versions = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const;

type Mode = (typeof versions)[number][1];

/** What went to a server, and what came from it. */
export type Conversation = object[];

/** A client of a server that is a function. */
export async function overHttp(
  send: typeof fetch,
  mode: Mode,
  { headers = {}, said }: { headers?: Record<string, string>; said?: Conversation } = {},
): Promise<Client> {
  const url = new URL('http://localhost/mcp');
  const options = { fetch: send, requestInit: { headers } };
  return connected(new StreamableHTTPClientTransport(url, options), mode, said);
}

/** A program that speaks MCP on its standard streams. */
export interface Program {
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  /** Gets what it writes to stderr. */
  readonly told?: (text: string) => void;
}

/** A client of a program. */
export async function overStdio(
  { args, env = {}, cwd, told = () => undefined }: Program,
  mode: Mode,
  said?: Conversation,
): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    stderr: 'pipe',
    env,
    ...(cwd === undefined ? {} : { cwd }),
  });
  transport.stderr?.on('data', (bytes: Buffer) => told(bytes.toString()));
  return connected(transport, mode, said);
}

async function connected(transport: object, mode: Mode, said?: Conversation): Promise<Client> {
  const info = { name: 'test', version: '1.0.0' };
  const client = new Client(info, { versionNegotiation: { mode } });
  const plain = transport as Transport;
  await client.connect(said === undefined ? plain : noted(plain, said));
  return client;
}

/** A transport whose messages are noted. */
function noted(inner: Transport, said: Conversation): Transport {
  const outer: Transport = {
    async start() {
      inner.onclose = () => outer.onclose?.();
      inner.onerror = (error) => outer.onerror?.(error);
      inner.onmessage = (message, extra) => {
        said.push({ server: message });
        outer.onmessage?.(message, extra);
      };
      await inner.start();
    },
    send(message, ...rest) {
      said.push({ client: message });
      return inner.send(message, ...rest);
    },
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
  };
  return outer;
}

/**
 * The recorded conversation of a name, a message a line, with what a test heard. `UPDATE_GOLDEN=1`
 * writes it anew.
 */
export function golden(name: string, said: Conversation): { expected: string; actual: string } {
  const file = join(import.meta.dirname, 'conversations', `${name}.jsonl`);
  const actual = said.map((one) => `${JSON.stringify(one)}\n`).join('');
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
  }
  return { expected: readFileSync(file, 'utf8'), actual };
}
