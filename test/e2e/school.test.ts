import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  createServer as createServerFromNodeHttp,
  type Server as HttpServer,
  type RequestListener,
  type Server as ServerFromNodeHttp,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import * as soap from 'soap';
import {
  AuthCode,
  createAuthCodeSendingClient,
  createAuthCodeSendingServer,
  createStudentInformationClient,
  createStudentInformationServer,
  isFault,
  notImplemented,
  SoapFault,
  type StudentInformationHandlers,
  usernameToken,
  verifyBasic,
  verifyBearer,
  verifyClientCertificate,
  verifyUsernameToken,
} from '../../generated/student-information/index.js';
import {
  createAuthCodeSendingServer as createAuthCodeSendingServerFromIndex,
  createGetNoteTypeServer,
} from '../../generated/student-information/index.ts';
import { expectIs } from '../expect-is.ts';
import { answerTo, expectedRequest } from './expected-bytes.ts';
import {
  awkwardInput,
  awkwardTexts,
  type InputValue,
  lowerFirst,
  type SchoolOperation,
  schoolOperations,
} from './school-operations.ts';

describe('client server', () => {
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
            expectIs<unknown>(await call(input, { binding }), undefined, input);
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
      const client = createStudentInformationClient({
        baseUrl: 'http://test',
        fetch: server.fetch,
      });
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
});

describe('raw client', () => {
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
            expectIs<unknown>(await call?.(input, { binding }), undefined, input);
            expectRequest(
              received,
              expectedRequest(operation, binding, input, `127.0.0.1:${port}`),
            );
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
    expectIs(line, expected.line);
    expectIs(body, expected.body);
    for (const [name, value] of Object.entries(expected.headers)) {
      expectIs(headers[name], value, name);
    }
  }
});

describe('raw server', () => {
  const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;
  type Handlers = Parameters<typeof createStudentInformationServer>[0];

  let server: ServerFromNodeHttp;
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
    server = createServerFromNodeHttp(createStudentInformationServer(recordingHandlers()).listener);
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
  function parts(answer: string): {
    status: string;
    headers: Record<string, string>;
    body: string;
  } {
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
            expectIs(answer.status, 'HTTP/1.1 200 OK', input);
            expectIs(answer.body, expected.body, input);
            for (const name of ['content-type', 'content-length', 'cache-control']) {
              expectIs(answer.headers[name], expected.headers[name], name);
            }
          }
        });
      }
    }
  });
});

describe('security', () => {
  /** Whether two types are the same. */
  type Same<A, B> =
    (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
  const same = <A, B>(_same: Same<A, B>): void => undefined;

  type Closing = { close(): unknown; closeAllConnections(): void };
  const open: Closing[] = [];
  afterEach(() => {
    for (const server of open.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function listen(listener: unknown): Promise<string> {
    const server = createServerFromNodeHttp(listener as RequestListener);
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const input = { code: '1', phone: '2' };

  describe('the soap package as client', () => {
    const users = new Map([['ada', 'secret <&>']]);
    const identities: unknown[] = [];
    const serve = async (): Promise<string> => {
      const server = createAuthCodeSendingServer(
        {
          authCode(_input, { identity }) {
            same<typeof identity, { readonly username: string }>(true);
            identities.push(identity.username);
          },
        },
        { security: verifyUsernameToken({ password: (username) => users.get(username) }) },
      );
      return listen(server.listener);
    };

    test.each<[string, ConstructorParameters<typeof soap.WSSecurity>[2]]>([
      ['a password as text', { passwordType: 'PasswordText' }],
      ['a digest', { passwordType: 'PasswordDigest' }],
      ['a text with nonce and mustUnderstand', { hasNonce: true, mustUnderstand: true }],
      ['a digest without a Timestamp', { passwordType: 'PasswordDigest', hasTimeStamp: false }],
      ['a text without anything', { hasTimeStamp: false, hasTokenCreated: false }],
    ])('with %s, over both versions', async (_how, options) => {
      const base = await serve();
      for (const forceSoap12Headers of [false, true]) {
        const client = await soap.createClientAsync(`${base}/AuthCodeSending.asmx?WSDL`, {
          forceSoap12Headers,
        });
        const call = client.AuthCodeAsync as (given: object) => Promise<unknown>;
        await expect(call(input)).rejects.toThrow('could not be authenticated');
        client.setSecurity(new soap.WSSecurity('ada', 'wrong', options));
        await expect(call(input)).rejects.toThrow('could not be authenticated');
        client.setSecurity(new soap.WSSecurity('ada', 'secret <&>', options));
        await call(input);
      }
      expect(identities.splice(0)).toEqual(['ada', 'ada']);
    });
  });

  describe('the soap package as server', () => {
    interface SecurityHeader {
      readonly UsernameToken: { readonly Username: string; readonly Password: unknown };
    }

    test.each(['text', 'digest'] as const)('reads our token, as %s', async (type) => {
      const seen: string[] = [];
      const wsdl = readFileSync(
        join(import.meta.dirname, '../../generated/student-information/wsdl/AuthCodeSending.wsdl'),
        'utf8',
      );
      const http = createServerFromNodeHttp((_request, response) => response.end());
      open.push(http);
      await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
      const methods = { AuthCode: (): object => ({}) };
      const ports = Object.fromEntries(
        ['AuthCodeSendingSoap', 'AuthCodeSendingSoap12'].map((port) => [port, methods]),
      );
      const services = { AuthCodeSending: ports };
      const server = soap.listen(http, { path: '/AuthCodeSending.asmx', services, xml: wsdl });
      server.authenticate = (security: SecurityHeader): boolean => {
        const { Username, Password } = security.UsernameToken;
        seen.push(Username, JSON.stringify(Password));
        return Username === 'ada';
      };
      const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
      const security = usernameToken({ username: 'ada', password: 'secret', type, timestamp: 60 });
      await createAuthCodeSendingClient({ baseUrl, security, binding: 'soap11' }).authCode(input);
      expect(seen[0]).toBe('ada');
      expect(seen[1]?.includes('secret')).toBe(type === 'text');
    });
  });

  test('the identity has the type of what verifies it', async () => {
    const seen: unknown[] = [];
    createAuthCodeSendingServer(
      {
        authCode(_input, { identity }) {
          same<typeof identity, undefined>(true);
        },
      },
      { strict: true },
    );
    const server = createAuthCodeSendingServer(
      {
        authCode(_input, { identity, state }) {
          same<typeof identity, { readonly name: string } | number>(true);
          same<typeof state, { start: number }>(true);
          seen.push(identity);
        },
      },
      {
        context: () => ({ start: 1 }),
        security: [
          verifyBasic(
            async ({ username }): Promise<{ readonly name: string } | undefined> =>
              username === 'ada' ? { name: username } : undefined,
          ),
          verifyBearer((token) => (token === 't' ? 7 : undefined) as number | undefined),
        ],
        interceptors: [
          (call, next) => {
            same<typeof call.context.identity, { readonly name: string } | number>(true);
            return next();
          },
        ],
      },
    );
    const baseUrl = 'http://ada:x@test';
    await createAuthCodeSendingClient({ baseUrl, fetch: server.fetch }).authCode(input);
    const headers = { authorization: 'Bearer t' };
    const client = createAuthCodeSendingClient({ baseUrl, fetch: server.fetch, headers });
    for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
      await client.authCode(input, { binding });
    }
    expect(seen).toEqual([{ name: 'ada' }, 7, 7, 7, 7]);
  });

  test('certificates of clients, over TLS', async () => {
    const file = (name: string): Buffer =>
      readFileSync(join(import.meta.dirname, '../fixtures/tls', name));
    const tls = { key: file('server-key.pem'), cert: file('server.pem') };
    const subjects: string[] = [];
    const server = createAuthCodeSendingServer(
      { authCode: (_input, { identity }) => void subjects.push(identity) },
      { security: verifyClientCertificate(({ subject }) => subject) },
    );
    const ca = file('ca.pem');
    const options = { ...tls, ca, requestCert: true, rejectUnauthorized: false };
    const https = createHttpsServer(options, server.listener as RequestListener);
    open.push(https);
    await new Promise<void>((resolve) => https.listen(0, 'localhost', resolve));
    const baseUrl = `https://localhost:${(https.address() as AddressInfo).port}`;
    const client = (own: object) => createAuthCodeSendingClient({ baseUrl, tls: { ca, ...own } });
    await client({ key: file('client-key.pem'), cert: file('client.pem') }).authCode(input);
    expect(subjects).toEqual([expect.stringContaining('CN=')]);
    await expect(client({}).authCode(input)).rejects.toThrow('could not be authenticated');
    await expect(client({}).authCode(input, { binding: 'httpGet' })).rejects.toMatchObject({
      code: 'http-status',
      status: 401,
    });
  });
});

describe('soap package', () => {
  /**
   * An independent second opinion: the `soap` package as client of our server, and as server of our
   * client. It trims strings, so values with white space around them are left out.
   */
  const versions = ['soap11', 'soap12'] as const;
  const shifts = awkwardTexts.flatMap((text, index) =>
    text === text.trim() && !text.includes('\r') ? [index] : [],
  );

  function values(operation: SchoolOperation, shift: number): Record<string, InputValue> {
    const input = awkwardInput(operation, shift);
    for (const [name, value] of Object.entries(input)) {
      if (typeof value === 'string') input[name] = value.replaceAll('\r', '').trim();
    }
    return input;
  }

  const listen = (server: ServerFromNodeHttp): Promise<number> =>
    new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });

  let handled: { operation: string; input: unknown } | undefined;
  afterEach(() => {
    handled = undefined;
  });

  describe('the soap package as client of the generated server, from its own ?WSDL', () => {
    type Handlers = Parameters<typeof createStudentInformationServer>[0];
    let server: ServerFromNodeHttp;
    let base: string;

    beforeAll(async () => {
      const services: Record<string, Record<string, unknown>> = {};
      for (const { service, operation, parameters } of schoolOperations) {
        const handlers = services[lowerFirst(service)] ?? {};
        services[lowerFirst(service)] = handlers;
        handlers[lowerFirst(operation)] = (input: unknown): void => {
          handled = { operation, input: parameters.length === 0 ? {} : input };
        };
      }
      server = createServerFromNodeHttp(
        createStudentInformationServer(services as unknown as Handlers).listener,
      );
      base = `http://127.0.0.1:${await listen(server)}`;
    });

    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    for (const version of versions) {
      for (const operation of schoolOperations) {
        test(`${operation.operation} over ${version}`, async () => {
          const client = await soap.createClientAsync(`${base}/${operation.service}.asmx?WSDL`, {
            forceSoap12Headers: version === 'soap12',
          });
          for (const shift of shifts) {
            const input = values(operation, shift);
            const call = client[`${operation.operation}Async`] as (
              input: object,
            ) => Promise<[unknown]>;
            const [result] = await call(input);
            expect(result).toBeNull();
            expect(handled).toEqual({ operation: operation.operation, input });
          }
        });
      }
    }
  });

  describe('the generated client against a server of the soap package', () => {
    for (const version of versions) {
      test(`18 operations over ${version}`, async () => {
        const server = createServerFromNodeHttp((_request, response) =>
          response.writeHead(404).end(),
        );
        const base = `http://127.0.0.1:${await listen(server)}`;
        try {
          const names = [...new Set(schoolOperations.map(({ service }) => service))];
          for (const name of names) {
            const methods = Object.fromEntries(
              schoolOperations
                .filter(({ service }) => service === name)
                .map(({ operation }) => [
                  operation,
                  (input: unknown): object => {
                    handled = { operation, input: input ?? {} };
                    return {};
                  },
                ]),
            );
            const wsdl = readFileSync(`generated/student-information/wsdl/${name}.wsdl`, 'utf8');
            soap.listen(server, {
              path: `/${name}.asmx`,
              services: { [name]: { [`${name}Soap`]: methods, [`${name}Soap12`]: methods } },
              xml: wsdl,
              forceSoap12Headers: version === 'soap12',
            });
          }
          const client = createStudentInformationClient({ baseUrl: base, binding: version });
          type Call = (input: object) => Promise<unknown>;
          const services = client as unknown as Record<string, Record<string, Call>>;
          for (const operation of schoolOperations) {
            for (const shift of shifts) {
              const input = values(operation, shift);
              const call =
                services[lowerFirst(operation.service)]?.[lowerFirst(operation.operation)];
              await call?.(input);
              expect(handled?.operation).toBe(operation.operation);
              expect(handled?.input).toEqual(input);
            }
          }
        } finally {
          server.closeAllConnections();
          server.close();
        }
      });
    }
  });
});

describe('strict envelopes', () => {
  const calls: unknown[] = [];
  const parity = { strictEnvelopes: true };
  const sending = createAuthCodeSendingServerFromIndex(
    { authCode: (input) => void calls.push(input) },
    { parity },
  );
  const types = createGetNoteTypeServer(
    { getStudentsNoteType: () => void calls.push('no input') },
    { parity },
  );

  async function send(
    { fetch }: typeof sending,
    path: string,
    operation: string,
    body: string,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const answer = await fetch(`http://localhost/${path}.asmx`, {
      method: 'POST',
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: `"http://tempuri.org/${operation}"`,
      },
      body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
<soap:Header><h:Any xmlns:h="urn:h"><unknown /></h:Any></soap:Header>
<soap:Body>${body}</soap:Body></soap:Envelope>`,
    });
    return { status: answer.status, text: await answer.text() };
  }

  const authCode = (body: string) => send(sending, 'AuthCodeSending', 'AuthCode', body);
  const given = '<code>1</code><phone>2</phone>';
  const wrapped = (children: string) =>
    `<AuthCode xmlns="http://tempuri.org/">${children}</AuthCode>`;
  const refused = (place: string, message: string): string =>
    `<faultcode>soap:Client</faultcode><faultstring>Server was unable to read request. ---&gt; There is an error in XML document (${place}). ---&gt; ${message}</faultstring>`;

  describe('soapEnvelopeProcessing strict', () => {
    test.each([
      ['what is expected', given],
      ['another order', '<phone>2</phone><code>1</code>'],
      ['unknown attributes', '<code a="b">1</code><phone>2</phone>'],
      ['text between elements', ' x <code>1</code><phone>2</phone>'],
      [
        'a type of XML Schema',
        '<code xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:d="http://www.w3.org/2001/XMLSchema" i:type="d:string">1</code><phone>2</phone>',
      ],
    ])('%s is accepted', async (_name, children) => {
      calls.length = 0;
      expect((await authCode(wrapped(children))).status).toBe(200);
      expect(calls).toEqual([{ code: '1', phone: '2' }]);
    });

    const known = 'Expected elements: http://tempuri.org/:code, http://tempuri.org/:phone.';
    test.each([
      [
        'an unknown child',
        wrapped(`${given}<p:x xmlns:p="urn:p" />`),
        `The element was not expected in this context: &lt;p:x xmlns:p='urn:p'&gt;..&lt;/p:x&gt;. ${known}`,
      ],
      [
        'a child in no namespace',
        wrapped(`<x xmlns="" />${given}`),
        `The element was not expected in this context: &lt;x&gt;..&lt;/x&gt;. ${known}`,
      ],
      [
        'a child that comes again',
        wrapped(`${given}<code>3</code>`),
        `The element was not expected in this context: &lt;code xmlns='http://tempuri.org/'&gt;..&lt;/code&gt;. ${known}`,
      ],
      [
        'a type no one knows',
        wrapped(
          '<code xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="Nowhere">1</code><phone>2</phone>',
        ),
        "The specified type was not recognized: name='Nowhere', namespace='http://tempuri.org/', at &lt;code xmlns='http://tempuri.org/'&gt;.",
      ],
      [
        'another wrapper',
        '<AuthCode xmlns="urn:x" />',
        "The element was not expected in this context: &lt;AuthCode xmlns='urn:x'&gt;..&lt;/AuthCode&gt;. Expected elements: http://tempuri.org/:AuthCode.",
      ],
    ])('%s is refused', async (_name, body, message) => {
      calls.length = 0;
      const { status, text } = await authCode(body);
      expect(status).toBe(500);
      expect(text).toMatch(/error in XML document \(3, \d+\)/);
      expect(text.replace(/\(3, \d+\)/, '(3, 0)')).toContain(refused('3, 0', message));
      expect(calls).toEqual([]);
    });

    test('the place is what follows the element', async () => {
      const { text } = await authCode(`${wrapped(given)}<a /> `);
      const column = `<soap:Body>${wrapped(given)}<a />`.length + 1;
      expect(text).toContain(`(3, ${column})`);
    });

    test('an operation without parameters expects nothing', async () => {
      const none = '<GetStudentsNoteType xmlns="http://tempuri.org/" />';
      expect((await send(types, 'GetNoteType', 'GetStudentsNoteType', none)).status).toBe(200);
      const some = '<GetStudentsNoteType xmlns="http://tempuri.org/"><x /></GetStudentsNoteType>';
      const { text } = await send(types, 'GetNoteType', 'GetStudentsNoteType', some);
      expect(text).toContain(
        "An unexpected element was encountered: &lt;x xmlns='http://tempuri.org/'&gt;..&lt;/x&gt;. No elements were expected in this scope.",
      );
    });

    test('off by default', async () => {
      const lenient = createAuthCodeSendingServerFromIndex({
        authCode: (input) => void calls.push(input),
      });
      calls.length = 0;
      const body = wrapped(`<x /><code>1</code><phone>2</phone>`);
      expect((await send(lenient, 'AuthCodeSending', 'AuthCode', body)).status).toBe(200);
      expect(calls).toEqual([{ code: '1', phone: '2' }]);
    });
  });
});
