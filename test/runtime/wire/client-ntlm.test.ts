import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { NTLMSecurity } from 'soap';
import { type Caller, createCaller } from '../../../src/runtime/client/call.ts';
import { ntlm } from '../../../src/runtime/client/credentials.ts';
import type {
  CallOptions,
  ClientOptions,
  SoapSecurity,
} from '../../../src/runtime/client/request.ts';
import { List, streamRecords } from '../stream-operation.ts';
import { GenerateReport } from './descriptors.ts';
import { envelope, soap11, text11 } from './messages.ts';

/** NTOWFv2 of MS-NLMP 4.2.4.1.1: what a server knows of User, Password and Domain. */
const key = Buffer.from('0c868a403bfd7a93a3001ef22ef02e3f', 'hex');
const nonce = Buffer.from('0123456789abcdef', 'hex');
const pairs = Buffer.from(
  '02000c0044006f006d00610069006e0001000c0053006500720076006500720000000000',
  'hex',
);

/** A CHALLENGE_MESSAGE without target name (MS-NLMP 2.2.1.2). */
function challengeMessage(): string {
  const head = Buffer.alloc(48);
  head.write('NTLMSSP\0', 'latin1');
  head.writeUInt32LE(2, 8);
  head.writeUInt32LE(48, 16);
  head.writeUInt32LE(0xa0898205, 20);
  nonce.copy(head, 24);
  head.writeUInt16LE(pairs.length, 40);
  head.writeUInt16LE(pairs.length, 42);
  head.writeUInt32LE(48, 44);
  return Buffer.concat([head, pairs]).toString('base64');
}

function field(message: Buffer, index: number): Buffer {
  const at = 12 + index * 8;
  const offset = message.readUInt32LE(at + 4);
  return message.subarray(offset, offset + message.readUInt16LE(at));
}

function isRight(message: Buffer): boolean {
  const nt = field(message, 1);
  const [domain, user] = [2, 3].map((index) => field(message, index).toString('utf16le'));
  const blob = nt.subarray(16);
  const proof = createHmac('md5', key)
    .update(Buffer.concat([nonce, blob]))
    .digest();
  return domain === 'Domain' && user === 'User' && proof.equals(nt.subarray(0, 16));
}

const good = envelope(
  soap11,
  '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
);

interface Seen {
  readonly connection: number;
  readonly step: 'none' | 'first' | 'last';
  readonly body: number;
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that wants NTLM of each connection, and notes what it gets. */
async function guarded(options: { readonly open?: boolean; readonly closeAfter?: number } = {}) {
  const seen: Seen[] = [];
  const connections = new Map<
    Socket,
    { id: number; state: 'new' | 'asked' | 'in'; calls: number }
  >();
  const answer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const connection = connections.get(request.socket) ?? {
      id: connections.size + 1,
      state: 'new',
      calls: 0,
    };
    connections.set(request.socket, connection);
    const token = /^NTLM (.*)$/.exec(request.headers.authorization ?? '')?.[1];
    const message = Buffer.from(token ?? '', 'base64');
    const step = token === undefined ? 'none' : message.readUInt32LE(8) === 1 ? 'first' : 'last';
    seen.push({ connection: connection.id, step, body: body.length });
    if (step === 'last' && connection.state === 'asked' && isRight(message))
      connection.state = 'in';
    if (options.open === true || connection.state === 'in') {
      connection.calls += 1;
      const close = connection.calls === options.closeAfter ? { Connection: 'close' } : undefined;
      response.writeHead(200, { 'Content-Type': text11, ...close }).end(good);
      return;
    }
    connection.state = step === 'first' ? 'asked' : 'new';
    const offers =
      step === 'first' ? ['Negotiate', `NTLM ${challengeMessage()}`] : ['Negotiate', 'NTLM'];
    response
      .writeHead(401, { 'WWW-Authenticate': offers, 'Content-Type': 'text/html' })
      .end('<html>401</html>');
  };
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    request.on('end', () => setTimeout(() => answer(request, response, body), 2));
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, seen };
}

function signedBy(username: string, password: string, domain: string): SoapSecurity {
  return ntlm({ username, password, domain, workstation: 'COMPUTER' });
}

function client(port: number, options: ClientOptions = {}): Caller {
  const security = signedBy('User', 'Password', 'Domain');
  return createCaller({ baseUrl: `http://127.0.0.1:${port}`, security, ...options }, {});
}
const call = (caller: Caller): Promise<unknown> => caller.call(GenerateReport, { studentId: 1 });
const steps = (seen: readonly Seen[]): readonly string[] => seen.map((one) => one.step);

describe('NTLM', () => {
  test('signs in a connection once, without the body in the first message', async () => {
    const { port, seen } = await guarded();
    const caller = client(port);
    for (let count = 0; count < 3; count += 1) expect(await call(caller)).toBe('fine');
    expect(steps(seen)).toEqual(['first', 'last', 'none', 'none']);
    expect(new Set(seen.map((one) => one.connection))).toEqual(new Set([1]));
    expect(seen[0]?.body).toBe(0);
    expect(seen[1]?.body).toBeGreaterThan(100);
  });

  test('each connection by itself, where calls are at the same time', async () => {
    const { port, seen } = await guarded();
    const caller = client(port);
    const results = await Promise.all(Array.from({ length: 5 }, () => call(caller)));
    expect(results).toEqual(Array.from({ length: 5 }, () => 'fine'));
    expect(new Set(seen.map((one) => one.connection)).size).toBe(5);
    seen.length = 0;
    await Promise.all(Array.from({ length: 5 }, () => call(caller)));
    expect(steps(seen)).toEqual(Array.from({ length: 5 }, () => 'none'));
  });

  test('calls wait for one of as many connections as there may be', async () => {
    const { port, seen } = await guarded();
    const caller = client(port, { maxConnections: 2 });
    await Promise.all(Array.from({ length: 6 }, () => call(caller)));
    expect(new Set(seen.map((one) => one.connection)).size).toBe(2);
  });

  test('again where the server has closed the connection', async () => {
    const { port, seen } = await guarded({ closeAfter: 2 });
    const caller = client(port);
    for (let count = 0; count < 3; count += 1) expect(await call(caller)).toBe('fine');
    expect(steps(seen)).toEqual(['first', 'last', 'none', 'none', 'first', 'last']);
  });

  test('over HTTP GET', async () => {
    const { port, seen } = await guarded();
    await client(port)
      .raw(GenerateReport, { studentId: 1 }, { binding: 'httpGet' })
      .catch(() => 0);
    expect(steps(seen)).toEqual(['first', 'last']);
  });

  test('wrong credentials are tried once', async () => {
    const { port, seen } = await guarded();
    const security = signedBy('User', 'wrong', 'Domain');
    await expect(call(client(port, { security }))).rejects.toMatchObject({
      code: 'http-status',
      raw: { status: 401 },
    });
    expect(steps(seen)).toEqual(['first', 'last']);
  });

  test('a domain before the name', async () => {
    const { port } = await guarded();
    const security = signedBy('Domain\\User', 'Password', '');
    expect(await call(client(port, { security }))).toBe('fine');
  });

  test('a server that does not ask', async () => {
    const { port, seen } = await guarded({ open: true });
    const caller = client(port);
    expect([await call(caller), await call(caller)]).toEqual(['fine', 'fine']);
    expect(steps(seen)).toEqual(['first', 'none', 'none']);
  });

  test('needs connections of its own', async () => {
    const { port } = await guarded();
    await expect(
      call(client(port, { fetch: (url, init) => fetch(url, init) })),
    ).rejects.toMatchObject({ code: 'transport', message: expect.stringContaining('NTLM') });
  });

  test("the soap package's object says what to give in its place", async () => {
    const { port } = await guarded();
    const security = new NTLMSecurity({ username: 'User', password: 'Password' });
    await expect(call(client(port, { security }))).rejects.toMatchObject({
      code: 'transport',
      message: expect.stringContaining('ntlm({ username, password })'),
    });
  });

  describe.each(['the time', 'the signal', 'the number of bytes'])('%s', (how) => {
    const start = (): CallOptions<'soap11'> & { end(): unknown } => {
      const controller = new AbortController();
      return {
        ...(how === 'the time' ? { timeout: 1_000 } : { timeout: 0, signal: controller.signal }),
        end: () => how === 'the signal' && controller.abort(),
      };
    };
    const code = { 'the time': 'timeout', 'the signal': 'aborted' }[how] ?? 'http-status';

    test.each(['first', 'last'])('ends a stream whose %s 401 does not end', async (endless) => {
      let closed = 0;
      const limits = start();
      server = createServer((request, response) => {
        const token = /^NTLM (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
        const step = Buffer.from(token, 'base64').readUInt32LE(8) === 1 ? 'first' : 'last';
        const offer = step === 'first' ? `NTLM ${challengeMessage()}` : 'NTLM';
        response.writeHead(401, { 'WWW-Authenticate': offer });
        if (step !== endless) return response.end();
        const piece = Buffer.alloc(how === 'the number of bytes' ? 65_536 : 1, ' ');
        const timer = setInterval(() => response.write(piece), 1);
        response.on('close', () => {
          closed += 1;
          clearInterval(timer);
        });
        return limits.end();
      });
      const listening = server;
      await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
      const address = listening.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const records = streamRecords(client(port), List, { count: 1 }, limits);
      const expected = endless === 'first' && code === 'http-status' ? 'too-large' : code;
      await expect(records[Symbol.asyncIterator]().next()).rejects.toMatchObject({
        code: expected,
      });
      while (closed === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      expect(closed).toBe(1);
    });
  });

  test('the time ends a call that waits for a connection, which others get', async () => {
    const { port, seen } = await guarded();
    const caller = client(port, { maxConnections: 1 });
    const first = call(caller);
    const late = caller.call(GenerateReport, { studentId: 1 }, { signal: AbortSignal.abort() });
    const waiting = caller.call(GenerateReport, { studentId: 1 }, { timeout: 1 });
    const last = call(caller);
    await expect(late).rejects.toMatchObject({ code: 'aborted' });
    await expect(waiting).rejects.toMatchObject({ code: 'timeout' });
    expect([await first, await last]).toEqual(['fine', 'fine']);
    expect(steps(seen)).toEqual(['first', 'last', 'none']);
  });
});
