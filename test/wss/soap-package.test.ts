import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import * as soap from 'soap';
import { SignedXml } from 'xml-crypto';
import {
  createAuthCodeSendingClient,
  createAuthCodeSendingServer,
  usernameToken,
} from '../../generated/student-information/index.js';
import { createSoapPackageCaller, listenWithSoapPackage } from '../../src/runtime/soap/package.ts';
import { signatureVerifier, signer } from '../../src/runtime/wss.ts';
import { AuthCode } from '../runtime/wire/descriptors.ts';
import { routeOf } from '../runtime/wire/serve.ts';
import { envelope, input, keyOf, pem, rules } from './messages.ts';

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

const algorithms = {
  signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
} as const;
const security = (name: string): soap.WSSecurityCert =>
  new soap.WSSecurityCert(pem(`${name}.key`), pem(`${name}.pem`), '', algorithms);

test.each([false, true])('it signs requests as a client, SOAP 1.2: %s', async (is12) => {
  const identities: string[] = [];
  const reasons: unknown[] = [];
  const server = createAuthCodeSendingServer(
    {
      authCode(_input, { identity }) {
        identities.push(identity.certificate.subject);
      },
    },
    { security: signatureVerifier(rules), onAnswer: ({ reason }) => void reasons.push(reason) },
  );
  const base = await listen(server.listener);
  const client = await soap.createClientAsync(`${base}/AuthCodeSending.asmx?WSDL`, {
    forceSoap12Headers: is12,
  });
  const call = client.AuthCodeAsync as (given: object) => Promise<unknown>;
  client.setSecurity(security('client'));
  await call(input);
  expect(identities).toEqual([expect.stringContaining('CN=client')]);
  client.setSecurity(security('stranger'));
  await expect(call(input)).rejects.toThrow('could not be authenticated');
  expect(reasons.at(-1)).toBe('The certificate of the signature is not trusted.');
});

test('its security object signs requests of a client, and answers of a server', async () => {
  const server = createAuthCodeSendingServer(
    { authCode: () => undefined },
    { security: [signatureVerifier(rules), security('server')] },
  );
  const both = [security('client'), signatureVerifier(rules)];
  const client = createAuthCodeSendingClient({
    baseUrl: 'http://test',
    fetch: server.fetch,
    security: both,
  });
  await client.authCode(input);
});

test('xml-crypto, which it verifies with, verifies what we sign', async () => {
  const seen: string[] = [];
  const http = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      seen.push(Buffer.concat(parts).toString());
      const answer = envelope('soap11', ' ').replace(
        /AuthCode.*AuthCode/s,
        'AuthCodeResponse xmlns="http://tempuri.org/"></AuthCodeResponse',
      );
      response.setHeader('Content-Type', 'text/xml; charset=utf-8');
      response.end(security('server').postProcess(answer, 'soap'));
    });
  });
  open.push(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const client = createAuthCodeSendingClient({
    baseUrl,
    binding: 'soap11',
    security: [
      usernameToken({ username: 'ada', password: 'secret' }),
      signer(keyOf('client')),
      signatureVerifier(rules),
    ],
  });
  await client.authCode(input);
  const check = (xml: string): boolean => {
    const signature = new SignedXml({ publicCert: pem('client.pem'), idMode: 'wssecurity' });
    signature.loadSignature(/<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? '');
    try {
      return signature.checkSignature(xml);
    } catch {
      return false;
    }
  };
  const [xml = ''] = seen;
  expect(check(xml)).toBe(true);
  expect(check(xml.replace('>1<', '>3<'))).toBe(false);
  expect(check(xml.replace('>ada<', '>eve<'))).toBe(false);
});

test('its server reads a signed request', async () => {
  const http = createServer((_request, response) => response.end());
  open.push(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const wsdl = readFileSync(
    join(import.meta.dirname, '../../generated/student-information/wsdl/AuthCodeSending.wsdl'),
    'utf8',
  );
  const given: unknown[] = [];
  const methods = { AuthCode: (one: unknown): object => ({ count: given.push(one) }) };
  const ports = { AuthCodeSendingSoap: methods, AuthCodeSendingSoap12: methods };
  const services = { AuthCodeSending: ports };
  const server = soap.listen(http, { path: '/AuthCodeSending.asmx', services, xml: wsdl });
  server.authenticate = (header: { readonly BinarySecurityToken: unknown }): boolean =>
    header.BinarySecurityToken !== undefined;
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const ours = createAuthCodeSendingClient({ baseUrl, security: signer(keyOf('client')) });
  await ours.authCode(input);
  expect(given).toEqual([input]);
});

test('a client on the package signs, and verifies answers itself', async () => {
  const server = createAuthCodeSendingServer(
    { authCode: () => undefined },
    { security: [signatureVerifier(rules), signer(keyOf('server'))] },
  );
  const unsigned = createAuthCodeSendingServer({ authCode: () => undefined });
  for (const binding of ['soap11', 'soap12'] as const) {
    const caller = createSoapPackageCaller(
      soap.createClientAsync,
      [AuthCode],
      { security: [signer(keyOf('client')), signatureVerifier(rules)], binding },
      {},
    );
    const endpoint = `${await listen(server.listener)}/AuthCodeSending.asmx`;
    await caller.call(AuthCode, input, { endpoint });
    const other = `${await listen(unsigned.listener)}/AuthCodeSending.asmx`;
    await expect(caller.call(AuthCode, input, { endpoint: other })).rejects.toMatchObject({
      code: 'protocol',
      message: expect.stringContaining('not signed as asked'),
    });
  }
});

test('a server on the package verifies requests, and signs its answers', async () => {
  const http = createServer((_request, response) => response.end());
  open.push(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const seen: unknown[] = [];
  const handler = (given: unknown): void => void seen.push(given);
  listenWithSoapPackage(
    (options: soap.IServerOptions) => soap.listen(http, options),
    [routeOf({ operation: AuthCode, handler })],
    { security: [signatureVerifier(rules), signer(keyOf('server'))] },
    undefined,
  );
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const security = [signer(keyOf('client')), signatureVerifier(rules)];
  await createAuthCodeSendingClient({ baseUrl, binding: 'soap11', security }).authCode(input);
  expect(seen).toEqual([input]);
  const plain = createAuthCodeSendingClient({ baseUrl, binding: 'soap11' });
  await expect(plain.authCode(input)).rejects.toMatchObject({ name: 'SoapFault' });
});
