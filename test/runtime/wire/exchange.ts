import { createServer, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';

/** An answer as it stood on the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Starts a listener on a free port of this machine. */
export async function start(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

/**
 * Sends bytes over a connection of its own and gives everything that comes until the server closes
 * it.
 */
export function send(port: number, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.on('error', reject);
    socket.write(bytes);
  });
}

/**
 * Sends texts over one connection, each when the answer to the one before is complete by its
 * Content-Length, and gives the answers. Those to HEAD have no body.
 */
export function converse(port: number, texts: readonly string[]): Promise<readonly WireAnswer[]> {
  return new Promise((resolve, reject) => {
    const answers: WireAnswer[] = [];
    let received = Buffer.alloc(0);
    const socket = connect(port, '127.0.0.1');
    const say = (): void => {
      const text = texts[answers.length];
      if (text !== undefined) return void socket.write(text, 'latin1');
      socket.destroy();
      resolve(answers);
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const head = received.indexOf('\r\n\r\n') + 4;
      if (head < 4) return;
      const { headers } = parse(received.toString('utf8'));
      const length = texts[answers.length]?.startsWith('HEAD ') ? 0 : headers['content-length'];
      const end = head + Number(length ?? 0);
      if (received.length < end) return;
      answers.push(parse(received.toString('utf8', 0, end)));
      received = received.subarray(end);
      say();
    });
    socket.on('end', () => reject(new Error('The connection ended.')));
    socket.on('error', reject);
    say();
  });
}

/** Takes an answer apart. */
export function parse(text: string): WireAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [line = '', ...fields] = text.slice(0, end).split('\r\n');
  const [, status = '', ...reason] = line.split(' ');
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(status), reason: reason.join(' '), headers, body: text.slice(end + 4) };
}

/** Sends one request and closes. A body makes its Content-Length. */
export async function request(
  port: number,
  line: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array = '',
): Promise<WireAnswer> {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : Buffer.from(body);
  const fields: Record<string, string> = { Host: 'school.test', ...headers, Connection: 'close' };
  if (!line.startsWith('GET') || bytes.length > 0)
    fields['Content-Length'] ??= String(bytes.length);
  const head = Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const start = Buffer.from(`${line} HTTP/1.1\r\n${head}\r\n`, 'latin1');
  return parse(await send(port, Buffer.concat([start, bytes])));
}
