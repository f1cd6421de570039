import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createStudentInformationClient } from '../../generated/student-information/index.js';
import { answerTo, expectedRequest } from './expected-bytes.ts';
import { awkwardInput, awkwardTexts, lowerFirst, schoolOperations } from './school-operations.ts';

const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

/** A server that keeps the bytes it is sent and answers as the recorded void operations do. */
let server: Server;
let port: number;
let received = '';
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    let text = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      text = Buffer.concat([text, chunk]);
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(
        /^content-length: *(\d+)/im.exec(text.toString('latin1', 0, head))?.[1] ?? 0,
      );
      if (text.length < head + 4 + length) return;
      received = text.toString('utf8');
      text = Buffer.alloc(0);
      socket.write(answerTo(received));
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

type Call = (input: object, options: { binding: (typeof bindings)[number] }) => Promise<unknown>;

describe('the generated client sends exactly what the service document shows', () => {
  for (const [index, operation] of schoolOperations.entries()) {
    for (const binding of bindings) {
      test(`${operation.operation} over ${binding}`, async () => {
        const client = createStudentInformationClient({ baseUrl: `http://127.0.0.1:${port}` });
        const services = client as unknown as Record<string, Record<string, Call>>;
        const call = services[lowerFirst(operation.service)]?.[lowerFirst(operation.operation)];
        for (let shift = index; shift < index + awkwardTexts.length; shift++) {
          const input = awkwardInput(operation, shift);
          await expect(call?.(input, { binding })).resolves.toBeUndefined();
          expectRequest(received, expectedRequest(operation, binding, input, `127.0.0.1:${port}`));
        }
      });
    }
  }
});

/** Compares request line and body to the byte, and of the headers those the document fixes. */
function expectRequest(actual: string, expected: ReturnType<typeof expectedRequest>): void {
  const [head = '', body = ''] = actual.split('\r\n\r\n');
  const [line, ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  expect(line).toBe(expected.line);
  expect(body).toBe(expected.body);
  for (const [name, value] of Object.entries(expected.headers)) {
    expect([name, headers[name]]).toEqual([name, value]);
  }
}
