import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Mcp } from '../../runtime/mcp/tools.ts';
import { wrongValue } from '../terminal/arguments.ts';
import { untilStopped } from '../terminal/exit.ts';
import { createHostCheck, drain, type HostCheck, hostUrl, listen } from './listening.ts';

/** Where agents reach a server, and which of them. */
export interface AgentAccess {
  readonly port: number;
  /** Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** Names that clients may use in addition to those of this machine. */
  readonly acceptHost?: readonly string[] | undefined;
  /** Origins of web pages that may call: `https://agent.example`. Default: none. */
  readonly allowOrigin?: readonly string[] | undefined;
}

/** The path of the transport. */
const path = '/mcp';

/**
 * Serves MCP over HTTP (the transport Streamable HTTP) until SIGINT or SIGTERM. Requests for other
 * names than those of this machine are refused, and those of web pages, unless their origin is
 * allowed: a page could otherwise call the tools by a name that suddenly resolves to this machine.
 *
 * @param started Told the address, once it listens, and whether only this machine reaches it.
 * @throws {CliError} the port is taken, or an origin is none
 */
export async function serveAgents(
  mcp: Pick<Mcp, 'fetch'>,
  { port, host = '127.0.0.1', acceptHost = [], allowOrigin = [] }: AgentAccess,
  started: (url: string, isLocal: boolean) => Promise<void>,
): Promise<void> {
  const origins = new Set(allowOrigin.map(readAllowedOrigin));
  let isKnown: HostCheck = () => false;
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((request, response) => {
    const { origin } = request.headers;
    const refusal = refusalOf(request, isKnown, origins);
    if (refusal !== undefined) refuse(response, ...refusal);
    else if (request.method === 'OPTIONS') response.writeHead(204, corsOf(origin)).end();
    else void answer(mcp, request, response);
  });
  await listen(server, { port, host });
  const address = server.address() as AddressInfo;
  isKnown = createHostCheck(address.address, host, acceptHost);
  const stopped = untilStopped();
  await started(hostUrl(address) + path, !isKnown('other.example'));
  await stopped;
  await drain(server);
}

/** @throws {CliError} a text is not the origin of web pages */
function readAllowedOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  const help = 'Give scheme and host, and the port if it has one, such as https://agent.example.';
  throw wrongValue('--allow-origin', text, help);
}

type Refusal = readonly [status: number, text: string];

function refusalOf(
  { headers, url = '' }: IncomingMessage,
  isKnown: HostCheck,
  origins: ReadonlySet<string>,
): Refusal | undefined {
  const { host, origin } = headers;
  if (!isKnown(host)) {
    const text = 'This server answers only to names of this machine.';
    return [421, `${text} To allow another: asmx-gen mcp --accept-host <name>`];
  }
  if (origin !== undefined && !origins.has(origin)) {
    const text = 'This server answers no web page.';
    return [403, `${text} To allow those of one site: asmx-gen mcp --allow-origin <origin>`];
  }
  return url.split('?')[0] === path ? undefined : [404, `The address is ${path}.`];
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    Connection: 'close',
  });
  response.end(`${text}\n`);
}

/** What lets pages of an origin that is allowed read answers (Fetch, section 3.3). */
function corsOf(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, POST, DELETE',
    'Access-Control-Allow-Headers': '*, Authorization',
    'Access-Control-Expose-Headers': '*',
    Vary: 'Origin',
  };
}

/** Passes a request on, whose body is limited there, and streams the answer. */
async function answer(
  { fetch }: Pick<Mcp, 'fetch'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = path, headers } = request;
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  try {
    const given = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
    );
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const asked = new Request(new URL(url, 'http://localhost'), {
      method,
      headers: given,
      signal: gone.signal,
      ...(hasBody && { body: Readable.toWeb(request) as never, duplex: 'half' }),
    });
    const { status, headers: said, body } = (await fetch(asked as never)) as unknown as Response;
    response.writeHead(status, { ...Object.fromEntries(said), ...corsOf(headers.origin) });
    if (body === null) response.end();
    else await pipeline(Readable.fromWeb(body as never), response);
  } catch {
    // a client that has gone is told nothing
    if (!response.headersSent && !response.destroyed) {
      refuse(response, 500, 'The request could not be processed.');
    } else response.destroy();
  }
}
