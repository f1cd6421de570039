import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { AuthCode } from '../wire/descriptors.ts';
import { createServer } from '../wire/serve.ts';

/** Sends a request, ends this side of the connection, and reads to the end of the other. */
async function askAndEnd(port: number): Promise<string> {
  const socket = connect({ port, allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.end(
    'GET /AuthCodeSending.asmx/AuthCode?code=1&phone=2 HTTP/1.1\r\nHost: test\r\n' +
      'Connection: close\r\n\r\n',
  );
  await once(socket, 'end');
  socket.destroy();
  return Buffer.concat(chunks).toString();
}

// docs/how-to/in-production.md says so
test.each([
  [false, ''],
  [true, 'HTTP/1.1 200 OK'],
])('a connection ended by its client, with httpAllowHalfOpen %s: %j', async (given, line) => {
  const { listener } = createServer([{ operation: AuthCode, handler: () => wait(50) }]);
  const http = Object.assign(createHttpServer(listener), { httpAllowHalfOpen: given });
  http.listen(0);
  await once(http, 'listening');
  const answer = await askAndEnd((http.address() as AddressInfo).port);
  http.close();
  expect(answer.split('\r\n')[0]).toBe(line);
});
