import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as soap from 'soap';
import {
  createAuthCodeSendingClient,
  createAuthCodeSendingServer,
  usernameToken,
  verifyBasic,
  verifyBearer,
  verifyClientCertificate,
  verifyUsernameToken,
} from '../../generated/student-information/index.js';

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
  const server = createServer(listener as RequestListener);
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
    const http = createServer((_request, response) => response.end());
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
