import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  AuthCode,
  createAuthCodeSendingClient,
  createStudentInformationClient,
  createStudentInformationServer,
  isFault,
  notImplemented,
  SoapFault,
  type StudentInformationHandlers,
} from '../../generated/student-information/index.js';
import {
  awkwardInput,
  awkwardTexts,
  type InputValue,
  lowerFirst,
  schoolOperations,
} from './school-operations.ts';

const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;
type Binding = (typeof bindings)[number];

/** What the last handler got. */
let received: { operation: string; binding: string; input: unknown } | undefined;

/**
 * Handlers for every operation, made from the table of the service document rather than from the
 * contract.
 */
function recordingHandlers(): StudentInformationHandlers {
  const services: Record<string, Record<string, unknown>> = {};
  for (const { service, operation } of schoolOperations) {
    const handlers = services[lowerFirst(service)] ?? {};
    services[lowerFirst(service)] = handlers;
    handlers[lowerFirst(operation)] = (input: unknown, context: { binding: string }) => {
      received = { operation, binding: context.binding, input };
    };
  }
  return services as unknown as StudentInformationHandlers;
}

const server = createStudentInformationServer(recordingHandlers());
let http: HttpServer;
let baseUrl: string;

beforeAll(async () => {
  http = createHttpServer(server.listener);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});

afterAll(() => {
  http.closeAllConnections();
  http.close();
});

type Method = (input: object, options: { binding: Binding }) => Promise<unknown>;

/** Finds a method by the names of the service document. */
function methodOf(client: object, service: string, operation: string): Method {
  const services = client as Record<string, Record<string, Method>>;
  const method = services[lowerFirst(service)]?.[lowerFirst(operation)];
  if (method === undefined) throw new Error(`no method for ${service}.${operation}`);
  return method;
}

/**
 * XML reads CR LF and CR as LF unless written as references, which the client does: nothing is
 * lost.
 */
const texts: readonly InputValue[] = awkwardTexts;

describe.each(['a socket', 'fetch in the same process'])(
  'generated client to server by %s',
  (way) => {
    for (const [index, entry] of schoolOperations.entries()) {
      test.each(bindings)(`${entry.operation} over %s`, async (binding) => {
        const client = createStudentInformationClient(
          way === 'a socket' ? { baseUrl } : { baseUrl: 'http://test', fetch: server.fetch },
        );
        const call = methodOf(client, entry.service, entry.operation);
        for (let shift = index; shift < index + texts.length; shift++) {
          const input = awkwardInput(entry, shift);
          received = undefined;
          await expect(call(input, { binding })).resolves.toBeUndefined();
          expect(received).toEqual({ operation: entry.operation, binding, input });
        }
      });
    }
  },
);

describe('one service alone', () => {
  const alone = createAuthCodeSendingClient({ baseUrl: 'http://test', fetch: server.fetch });

  test('is reached by its own client', async () => {
    await alone.authCode({ code: '1', phone: '2' });
    expect(received).toMatchObject({ operation: 'AuthCode', binding: 'soap11' });
  });

  test('gives the whole answer through raw', async () => {
    const raw = await alone.authCode.raw({ code: '1', phone: '2' }, { binding: 'soap12' });
    expect(raw.status).toBe(200);
    expect(raw.headers['content-type']).toBe('application/soap+xml; charset=utf-8');
    expect(raw.written).toBe('');
    expect(raw.result).toBeUndefined();
    expect(new TextDecoder().decode(raw.body)).toContain(
      '<AuthCodeResponse xmlns="http://tempuri.org/" />',
    );
  });

  test('without parameters is called without input, or with options after an empty one', async () => {
    const client = createStudentInformationClient({ baseUrl: 'http://test', fetch: server.fetch });
    await client.aboutUs.getAboutUs();
    expect(received).toEqual({ operation: 'GetAboutUs', binding: 'soap11', input: {} });
    await client.aboutUs.getAboutUs({}, { binding: 'httpPost' });
    expect(received?.binding).toBe('httpPost');
  });
});

describe('faults and text written before the envelope', () => {
  const handlers: StudentInformationHandlers = {
    ...recordingHandlers(),
    authCodeSending: {
      authCode({ code }, context) {
        if (code === '') throw new SoapFault({ code: 'Client', message: 'code is empty' });
        context.write(`{"code":"${code}"}`);
      },
    },
    aboutUs: { getAboutUs: notImplemented },
  };
  const failing = createStudentInformationServer(handlers);
  const client = createStudentInformationClient({ baseUrl: 'http://test', fetch: failing.fetch });

  test.each(['soap11', 'soap12'] as const)(
    'a fault thrown arrives as one over %s',
    async (binding) => {
      const error = await client.authCodeSending
        .authCode({ code: '', phone: '' }, { binding })
        .catch((caught: unknown) => caught);
      expect(isFault(error)).toBe(true);
      if (!isFault(error)) return;
      expect(error.code).toBe('Client');
      expect(error.message).toContain('code is empty');
    },
  );

  test('an operation that is not written yet says so', async () => {
    const error = await client.aboutUs.getAboutUs().catch((caught: unknown) => caught);
    expect(isFault(error) && error.code).toBe('Server');
  });

  test.each(bindings)('text written is read back over %s', async (binding) => {
    const raw = await client.authCodeSending.authCode.raw({ code: 'ab', phone: '' }, { binding });
    expect(raw.written).toBe('{"code":"ab"}');
  });
});

test('the descriptor tells what it describes', () => {
  expect(AuthCode).toMatchObject({
    service: 'AuthCodeSending',
    name: 'AuthCode',
    path: '/AuthCodeSending.asmx',
    namespace: 'http://tempuri.org/',
    bindings: ['soap11', 'soap12', 'httpGet', 'httpPost'],
  });
});
