import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createStudentInformationServer } from '../../generated/student-information/index.js';
import { answerTo, expectedRequest } from './expected-bytes.ts';
import { awkwardInput, awkwardTexts, lowerFirst, schoolOperations } from './school-operations.ts';

const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;
type Handlers = Parameters<typeof createStudentInformationServer>[0];

let server: Server;
let port: number;
/** What the last call handed to a handler. */
let handled: { operation: string; input: unknown; binding: string } | undefined;

/** Handlers of all 18 operations, made from the document's table: each notes what it was given. */
function recordingHandlers(): Handlers {
  const services: Record<string, Record<string, unknown>> = {};
  for (const { service, operation, parameters } of schoolOperations) {
    const handlers = services[lowerFirst(service)] ?? {};
    services[lowerFirst(service)] = handlers;
    handlers[lowerFirst(operation)] = (input: unknown, context: { binding: string }): void => {
      handled = {
        operation,
        input: parameters.length === 0 ? {} : input,
        binding: context.binding,
      };
    };
  }
  return services as unknown as Handlers;
}

beforeAll(async () => {
  server = createServer(createStudentInformationServer(recordingHandlers()).listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends bytes over a socket of its own and gives all that comes back until the server closes. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.on('error', reject);
    socket.write(bytes);
  });
}

/** Status line, the headers that matter, and the body. */
function parts(answer: string): { status: string; headers: Record<string, string>; body: string } {
  const split = answer.indexOf('\r\n\r\n');
  const [status = '', ...fields] = answer.slice(0, split).split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  return { status, headers, body: answer.slice(split + 4) };
}

describe('the generated server takes exactly what the service document shows', () => {
  for (const [index, operation] of schoolOperations.entries()) {
    for (const binding of bindings) {
      test(`${operation.operation} over ${binding}`, async () => {
        for (let shift = index; shift < index + awkwardTexts.length; shift++) {
          const input = awkwardInput(operation, shift);
          const request = expectedRequest(operation, binding, input, `127.0.0.1:${port}`);
          const headers = Object.entries({ ...request.headers, connection: 'close' })
            .filter(([, value]) => value !== undefined)
            .map(([name, value]) => `${name}: ${value}\r\n`)
            .join('');
          const bytes = `${request.line}\r\n${headers}\r\n${request.body}`;
          handled = undefined;
          const answer = parts(await exchange(bytes));
          expect(handled).toEqual({ operation: operation.operation, input, binding });
          const expected = parts(answerTo(bytes));
          expect(answer.status).toBe('HTTP/1.1 200 OK');
          expect(answer.body).toBe(expected.body);
          for (const name of ['content-type', 'content-length', 'cache-control']) {
            expect([name, answer.headers[name]]).toEqual([name, expected.headers[name]]);
          }
        }
      });
    }
  }
});
