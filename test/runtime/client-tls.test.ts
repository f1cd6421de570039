import { readFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createCaller } from '../../src/runtime/client/call.ts';
import { clientCertificate } from '../../src/runtime/client/credentials.ts';
import type { ClientOptions } from '../../src/runtime/client/request.ts';
import { GenerateReport } from './wire/descriptors.ts';
import { envelope, soap11, text11 } from './wire/messages.ts';

const fixtures = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/tls/failures.json'), 'utf8'),
) as Readonly<Record<string, string>>;
/** A certificate or key in PEM. */
const pem = (name: string): string => fixtures[name] ?? '';
const bytes = (name: string): Buffer => Buffer.from(pem(name), 'base64');

const open = new Set<Server>();
afterEach(() => {
  for (const server of open) {
    server.close();
    (server as Partial<ReturnType<typeof createHttp>>).closeAllConnections?.();
  }
  open.clear();
});

async function listen(server: Server): Promise<number> {
  open.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const good = envelope(
  soap11,
  '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
);
/** A service over TLS. */
const secure = (options: ServerOptions): Server =>
  createHttps({ key: pem('key.key'), ...options }, (request, response) => {
    request.resume();
    response.setHeader('Content-Type', text11).end(good);
  });
/** A server that answers the first bytes with others. */
const raw = (answer: Buffer | string): Server =>
  createTcp((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
/** An alert of TLS (RFC 8446, section 6). */
const alert = (description: number): Server => raw(Buffer.from([0x15, 3, 3, 0, 2, 2, description]));

const server = { cert: pem('good.pem') };
const ca = pem('root.pem');
const wantsClients: ServerOptions = { ...server, ca, requestCert: true, rejectUnauthorized: true };
const tls12: ServerOptions = { maxVersion: 'TLSv1.2' };
const ada = { key: pem('key.key'), cert: pem('client.pem') };

/** What OpenSSL says for its authors. */
const forAuthors = /error:[0-9A-F]{8}|routines:|\.c:\d|EPROTO [0-9A-F]/;

async function failureOf(port: number, options: ClientOptions): Promise<Error> {
  const caller = createCaller({ baseUrl: `https://localhost:${port}`, ...options }, {});
  const error: unknown = await caller.call(GenerateReport, { studentId: 1 }).catch((one) => one);
  expect(error).toMatchObject({ name: 'AsmxError', code: 'transport' });
  expect(inspect(error, { depth: 9 }).replace(/\[stack\][\s\S]*/, '')).not.toMatch(forAuthors);
  return error as Error;
}

/** A ServerHello without secure renegotiation (RFC 5746). */
const oldHello = ((): Buffer => {
  const hello = Buffer.concat([
    Buffer.from([3, 3]),
    Buffer.alloc(32, 7),
    Buffer.from([0, 0xc0, 0x2f, 0]),
  ]);
  const message = Buffer.concat([Buffer.from([2, 0, 0, hello.length]), hello]);
  return Buffer.concat([Buffer.from([0x16, 3, 3, 0, message.length]), message]);
})();

const trust = 'tls: { ca }';
const shown = 'clientCertificate({ key, cert })';

describe('a failure of TLS is told in plain words, with the option that helps', () => {
  const rows: readonly (readonly [what: string, Server, ClientOptions, RegExp, string?])[] = [
    [
      'a self-signed certificate',
      secure({ cert: pem('selfSigned.pem') }),
      {},
      /not trusted: it is self-signed/,
      trust,
    ],
    ['an unknown authority', secure(server), {}, /not trusted: its authority/, trust],
    [
      'a certificate between that is missing',
      secure({ cert: pem('behind.pem') }),
      { tls: { ca } },
      /not trusted: its authority/,
      trust,
    ],
    [
      'an authority that is none',
      secure(server),
      { tls: { ca: 'nonsense' } },
      /not trusted/,
      'But the option ca is no PEM',
    ],
    [
      'other names',
      secure({ cert: pem('otherNames.pem') }),
      { tls: { ca } },
      /is for shop\.example, www\.shop\.example, not for localhost/,
      'servername',
    ],
    ['one that has expired', secure({ cert: pem('expired.pem') }), { tls: { ca } }, /has expired/],
    ['one of the future', secure({ cert: pem('notYet.pem') }), { tls: { ca } }, /not valid yet/],
    [
      'one for clients',
      secure({ cert: pem('forClients.pem') }),
      { tls: { ca } },
      /not for servers/,
    ],
    [
      'a weak key',
      secure({ cert: pem('weak.pem'), key: pem('weak.key'), ciphers: 'DEFAULT@SECLEVEL=0' }),
      { tls: { ca, ciphers: 'DEFAULT@SECLEVEL=2' } },
      /weaker key/,
      'SECLEVEL=0',
    ],
    [
      'old versions of TLS',
      secure({
        ...server,
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      }),
      { tls: { ca } },
      /no version of TLS that is allowed/,
      "minVersion: 'TLSv1'",
    ],
    [
      'other ciphers',
      secure({ ...server, ...tls12, ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384' }),
      { tls: { ca, ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' } },
      /or other ciphers/,
      shown,
    ],
    [
      'versions that exclude each other',
      secure(server),
      { tls: { ca, minVersion: 'TLSv1.3', maxVersion: 'TLSv1.2' } },
      /leave no version of TLS/,
    ],
    ['old renegotiation', raw(oldHello), {}, /no secure renegotiation/, 'secureOptions: 4'],
    [
      'HTTP',
      createHttp((_, response) => response.end()),
      {},
      /it does not speak TLS\. Try the address with http:/,
    ],
    ['another protocol', raw('220 ready\r\n'), {}, /it does not speak TLS/],
    ['the end of the connection', raw(''), {}, /closed the connection during the TLS handshake/],
    [
      'a client certificate that is wanted, TLS 1.3',
      secure(wantsClients),
      { tls: { ca } },
      /wants a certificate of the client/,
      shown,
    ],
    [
      'a client certificate that is wanted, TLS 1.2',
      secure({ ...wantsClients, ...tls12 }),
      { tls: { ca } },
      /wants a certificate of the client/,
      shown,
    ],
    [
      'an alert: bad certificate',
      alert(42),
      {},
      /refuses the certificate of the client \(bad certificate\)/,
      shown,
    ],
    [
      'an alert: certificate expired',
      alert(45),
      {},
      /refuses the certificate of the client \(certificate expired\)/,
      shown,
    ],
    [
      'an alert: unknown authority',
      alert(48),
      {},
      /refuses the certificate of the client \(unknown ca\)/,
      shown,
    ],
    ['an alert: internal error', alert(80), {}, /it fails at TLS \(tlsv1 alert internal error\)/],
    ['an alert: no such name', alert(112), {}, /does not know the name/, 'servername'],
    [
      'a key without certificate',
      secure(wantsClients),
      { tls: { ca, key: ada.key } },
      /wants a certificate/,
      'But the option key has no certificate: give the option cert',
    ],
    [
      'an empty certificate',
      secure(wantsClients),
      { tls: { ca, key: ada.key, cert: '' } },
      /wants a certificate/,
      'But the option cert is empty',
    ],
    [
      'a key of another kind',
      secure(wantsClients),
      { tls: { ca, cert: ada.cert, key: pem('rsa.key') } },
      /wants a certificate/,
      'But the option key is not the key of the option cert',
    ],
  ];
  test.each(rows)('%s', async (_, listening, options, words, help = '') => {
    const port = await listen(listening);
    const { message } = await failureOf(port, options);
    expect(message).toMatch(`No answer from localhost:${port}: it`);
    expect(message).toMatch(words);
    expect(message).toContain(help);
  });
});

describe('keys and certificates that cannot be used are named', () => {
  const other = pem('another.key');
  const rows: readonly (readonly [string, ClientOptions['tls'], string])[] = [
    [
      'a key that is no PEM',
      { ...ada, key: 'nonsense' },
      'option key is no PEM: it lacks -----BEGIN PRIVATE KEY-----',
    ],
    [
      'a certificate that is no PEM',
      { ...ada, cert: 'nonsense' },
      'option cert is no PEM: it lacks -----BEGIN CERTIFICATE-----',
    ],
    [
      'names of files',
      { cert: './client.pem', key: './client.key' },
      'option cert is the name of a file, and not what is in it',
    ],
    [
      'a key in place of the certificate',
      { key: ada.cert, cert: ada.key },
      'option cert is PEM of a PRIVATE KEY, not of a CERTIFICATE',
    ],
    [
      'a request for a certificate',
      { ...ada, cert: pem('client.csr') },
      'option cert is PEM of a CERTIFICATE REQUEST, not of a CERTIFICATE',
    ],
    [
      'a public key',
      { ...ada, key: pem('public.key') },
      'option key is PEM of a PUBLIC KEY, not of a PRIVATE KEY',
    ],
    ['DER', { ...ada, cert: bytes('client.der') }, 'option cert is binary, and not PEM'],
    [
      'PKCS #12 as a certificate',
      { ...ada, cert: bytes('good.pfx') },
      'option cert is binary, and not PEM',
    ],
    ['PEM as PKCS #12', { pfx: ada.cert }, 'option pfx is PEM, not PKCS #12'],
    ['half a certificate', { ...ada, cert: ada.cert.slice(0, 300) }, 'option cert ends too early'],
    [
      'a damaged certificate',
      { ...ada, cert: ada.cert.replace(/\n.{9}/, '\n!!!!!!!!!') },
      'option cert is damaged',
    ],
    [
      'a damaged key',
      { ...ada, key: ada.key.replace(/\n.{9}/, '\nAAAAAAAAA') },
      'option key is damaged, or of a kind that is not known',
    ],
    [
      'a PEM on one line',
      { ...ada, cert: ada.cert.replaceAll('\n', '\\n') },
      'option cert has no line breaks, or \\n in place of them',
    ],
    [
      'a key of another certificate',
      { ...ada, key: other },
      'option key is not the key of the option cert',
    ],
    [
      'a key that is encrypted',
      { ...ada, key: pem('encrypted.key') },
      'option key is encrypted: give the option passphrase',
    ],
    [
      'a wrong passphrase',
      { ...ada, key: pem('encrypted.key'), passphrase: 'wr0ng' },
      'option passphrase does not open the option key',
    ],
    [
      'PKCS #12 without passphrase',
      { pfx: bytes('good.pfx') },
      'option pfx is encrypted: give the option passphrase',
    ],
    [
      'PKCS #12 with a wrong one',
      { pfx: bytes('good.pfx'), passphrase: 'wr0ng' },
      'option passphrase does not open the option pfx',
    ],
    [
      'PKCS #12 without a key',
      { pfx: bytes('noKey.pfx'), passphrase: 's3cret' },
      'option pfx has no private key',
    ],
    [
      'PKCS #12 of old algorithms',
      { pfx: bytes('old.pfx'), passphrase: 's3cret' },
      'option pfx is encrypted in a way that OpenSSL no longer reads',
    ],
    ['what is no PKCS #12', { pfx: 'nonsense', passphrase: 's3cret' }, 'option pfx is no PKCS #12'],
    [
      'damaged PKCS #12',
      { pfx: bytes('good.pfx').subarray(0, 200), passphrase: 's3cret' },
      'option pfx is no PKCS #12, or damaged',
    ],
    [
      'a weak key',
      { cert: pem('weak.pem'), key: pem('weak.key'), ciphers: 'DEFAULT@SECLEVEL=2' },
      'option cert or its key is weaker than OpenSSL allows',
    ],
    ['ciphers that are none', { ciphers: 'NONE-OF-THESE' }, 'the ciphers are not known'],
    [
      'a version that is none',
      { minVersion: 'TLS1.2' },
      'not a valid minimum TLS protocol version',
    ],
    [
      'a passphrase that is no text',
      { ...ada, passphrase: 20261 as never },
      '"options.passphrase" property must be of type string.',
    ],
  ];
  test.each(rows)('%s', async (_, tls, words) => {
    const port = await listen(secure(wantsClients));
    const both = [
      { tls },
      { security: { addOptions: (all: object) => void Object.assign(all, tls) } },
    ];
    for (const options of both) {
      const { message } = await failureOf(port, options);
      expect(message).toMatch(new RegExp(`^No connection to localhost:${port}: `));
      expect(message).toContain(words);
      expect(message).not.toMatch(/wr0ng|s3cret|20261/);
    }
  });

  test('a client certificate that the server does not know is suspected', async () => {
    for (const options of [wantsClients, { ...wantsClients, ...tls12 }]) {
      for (const cert of ['stranger.pem', 'expiredClient.pem']) {
        const port = await listen(secure(options));
        const security = clientCertificate({ key: ada.key, cert: pem(cert), ca });
        const { message } = await failureOf(port, { security });
        expect(message).toMatch(/refuses? the certificate of the client/);
      }
    }
  });

  test('and good ones are taken', async () => {
    const port = await listen(secure(wantsClients));
    for (const files of [
      { ...ada, ca },
      { key: pem('encrypted.key'), cert: ada.cert, passphrase: 's3cret', ca },
      { pfx: bytes('good.pfx'), passphrase: 's3cret', ca },
    ]) {
      const security = clientCertificate(files);
      const caller = createCaller({ baseUrl: `https://localhost:${port}`, security }, {});
      expect(await caller.call(GenerateReport, { studentId: 1 })).toBe('fine');
    }
  });

  test('tls.servername calls a server by a name of its certificate', async () => {
    const port = await listen(secure({ cert: pem('otherNames.pem') }));
    const tls = { ca, servername: 'shop.example' };
    const caller = createCaller({ baseUrl: `https://localhost:${port}`, tls }, {});
    expect(await caller.call(GenerateReport, { studentId: 1 })).toBe('fine');
  });
});

describe('with fetch', () => {
  const fetch = globalThis.fetch as NonNullable<ClientOptions['fetch']>;
  test.each([
    [secure(server), /its certificate is not trusted[^.]*\. Node trusts .* NODE_EXTRA_CA_CERTS\.$/],
    [createHttp((_, response) => response.end()), /: it does not speak TLS\.$/],
    [alert(80), /: it fails at TLS \(tlsv1 alert internal error\)\.$/],
  ])('a failure of TLS is told, too', async (listening, words) => {
    const port = await listen(listening);
    const { message } = await failureOf(port, { fetch });
    expect(message).toMatch(words);
  });
});
