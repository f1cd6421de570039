import { createServer as createHttp } from 'node:http';
import { createServer as createHttps, request as requestHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import type { AnswerEvent, ServerOptions } from '../../src/runtime/server/options.ts';
import { serverAddressing } from '../../src/runtime/soap/addressing-server.ts';
import {
  type SignatureRules,
  type SignerSettings,
  signatureVerifier,
  signer,
} from '../../src/runtime/wss.ts';
import { school } from '../runtime/server/front.ts';
import { call, envelope, keyOf, path, pem, rules, signed } from './messages.ts';

const wsa = 'http://www.w3.org/2005/08/addressing';
const to = `<a:To xmlns:a="${wsa}">https://test${path}</a:To>`;
const addressed = `<a:Action xmlns:a="${wsa}">http://tempuri.org/AuthCode</a:Action><a:MessageID xmlns:a="${wsa}">urn:1</a:MessageID>${to}`;
const sha1 = { signature: 'rsa-sha1', digest: 'sha1' } as const;
const http = {
  'Content-Type': 'text/xml; charset=utf-8',
  SOAPAction: 'http://tempuri.org/AuthCode',
};

/** What WCF sends with a certificate as message credential. */
function endorsed(more: Partial<SignerSettings> = {}, header = ''): string {
  return signed({ elements: ['Timestamp'], ...more }, envelope('soap11', header));
}

function serverOf(more: Partial<SignatureRules>, options: ServerOptions, events: AnswerEvent[]) {
  const security = signatureVerifier({ ...rules, overTls: true, ...more });
  return school({ security, onAnswer: (event) => void events.push(event), ...options });
}

/** The reason why a request is refused; `accepted` if it is not. */
async function sent(
  body: string,
  {
    url = 'https://test',
    headers = {},
    options = {},
    more = {},
  }: {
    url?: string;
    headers?: Record<string, string>;
    options?: ServerOptions;
    more?: Partial<SignatureRules>;
  } = {},
): Promise<string> {
  const events: AnswerEvent[] = [];
  const server = serverOf(more, options, events);
  const init = { method: 'POST', headers: { ...http, ...headers }, body };
  const answer = await server.fetch(new Request(url + path, init));
  if (answer.status !== 200) return events[0]?.reason ?? 'failed';
  expect(await answer.text()).toMatch(/<wsse:Security [^>]*><wsu:Timestamp /);
  return 'accepted';
}

const notTls = 'The request did not come over TLS.';

describe('over TLS, a signed Timestamp is enough', () => {
  test('and To, if there is one', async () => {
    expect(await sent(endorsed())).toBe('accepted');
    const elements = ['Timestamp', `{${wsa}}To`];
    const options = { addressing: serverAddressing() } as ServerOptions;
    expect(await sent(endorsed({ elements }, addressed), { options })).toBe('accepted');
    expect(await sent(endorsed({}, addressed), { options })).toBe('The element To is not signed.');
    const other = endorsed({ elements }, addressed).replace(`${path}</a:To>`, '/other</a:To>');
    expect(await sent(other, { options })).toBe('A signed element was changed.');
    const second = endorsed({ elements }, addressed).replace('<soap:Header>', `$&${to}`);
    expect(await sent(second)).toBe('The element To is not signed.');
  });

  test('but for elements that are asked for', async () => {
    const more = { elements: ['Body'] };
    expect(await sent(endorsed(), { more })).toBe('The element Body is not signed.');
    expect(await sent(signed(), { more })).toBe('accepted');
  });

  test('with SHA-1, the default of WCF, only on request', async () => {
    expect(await sent(endorsed(sha1))).toBe('The algorithm of the signature is not allowed.');
    expect(await sent(endorsed(sha1), { more: { sha1: true } })).toBe('accepted');
  });

  test('twice in a millisecond, unless messages are remembered', async () => {
    const events: AnswerEvent[] = [];
    const body = endorsed();
    for (const [nonces, statuses] of [
      [undefined, [200, 200]],
      [new Set<string>(), [200, 500]],
    ] as const) {
      const add = (one: string): boolean => nonces?.has(one) === false && nonces.add(one).has(one);
      const server = serverOf(nonces === undefined ? {} : { nonces: { add } }, {}, events);
      const send = () =>
        server.fetch(new Request(`https://test${path}`, { method: 'POST', headers: http, body }));
      expect([(await send()).status, (await send()).status]).toEqual(statuses);
    }
  });

  test.each<[string, () => string, string]>([
    ['none', () => envelope(), 'There is no Security header.'],
    [
      'one that was changed',
      () => endorsed().replace(/(Expires>)2/, '$13'),
      'A signed element was changed.',
    ],
    [
      'one that is not signed',
      () => signed({ elements: ['Body'] }),
      'The element Timestamp is not signed.',
    ],
    ['one of a stranger', () => endorsed(keyOf('stranger')), 'is not trusted'],
    [
      'one that has expired',
      () => endorsed({ now: () => Date.now() - 3_600_000 }),
      'The Timestamp has expired.',
    ],
    [
      'one beside another',
      () =>
        endorsed().replace(
          /<wsu:Timestamp .*<\/wsu:Timestamp>/,
          (one) => one + one.replace(/Id="[^"]*"/, 'Id="x"'),
        ),
      'The element Timestamp is not signed.',
    ],
  ])('and nothing less: %s', async (_what, body, reason) => {
    expect(await sent(body())).toContain(reason);
  });

  test('which a rule without a Timestamp cannot have', () => {
    const given = { ...rules, overTls: true, timestamp: false };
    expect(() => signatureVerifier(given)).toThrow('overTls needs a signed Timestamp');
  });
});

test('an answer that a client verifies has a signed Body in any case', async () => {
  const server = school({ security: signer({ ...keyOf('server'), elements: ['Timestamp'] }) });
  const security = signatureVerifier({ ...rules, overTls: true });
  await expect(call(server, security)).rejects.toThrow('The element Body is not signed.');
});

describe('not over TLS, no request is accepted', () => {
  const proxy = (address: string): ServerOptions => ({
    trustProxy: ['10.0.0.1'],
    clientAddress: () => address,
  });
  const https = { 'X-Forwarded-Proto': 'https' };
  test.each<[string, Parameters<typeof sent>[1], string]>([
    ['plain HTTP', { url: 'http://test' }, notTls],
    ['a header of the caller', { url: 'http://test', headers: https }, notTls],
    [
      'a proxy that is not trusted',
      { url: 'http://test', headers: https, options: proxy('10.0.0.2') },
      notTls,
    ],
    [
      'the same with Forwarded',
      { url: 'http://test', headers: { Forwarded: 'proto=https' }, options: proxy('10.0.0.2') },
      notTls,
    ],
    [
      'a public address',
      { url: 'http://test', options: { publicUrl: 'https://school.example' } },
      notTls,
    ],
    [
      'a trusted proxy that says http',
      { headers: { 'X-Forwarded-Proto': 'http' }, options: proxy('10.0.0.1') },
      notTls,
    ],
    [
      'what a caller wrote before a trusted proxy',
      {
        url: 'http://test',
        headers: { 'X-Forwarded-Proto': 'https, http' },
        options: proxy('10.0.0.1'),
      },
      notTls,
    ],
    [
      'a trusted proxy that says https, which is TLS',
      { url: 'http://test', headers: https, options: proxy('10.0.0.1') },
      'accepted',
    ],
  ])('%s', async (_what, how, expected) => {
    expect(await sent(endorsed(), how)).toBe(expected);
    if (expected === notTls) expect(await sent(signed(), how)).toBe(expected);
  });

  test('by its connection', async () => {
    const events: AnswerEvent[] = [];
    const { listener } = serverOf({}, {}, events);
    const secure = createHttps({ key: pem('server.key'), cert: pem('server.pem') }, listener);
    const plain = createHttp(listener);
    const portOf = async (server: typeof plain | typeof secure): Promise<number> => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return (server.address() as AddressInfo).port;
    };
    const [tls, port] = [await portOf(secure), await portOf(plain)];
    try {
      const status = await new Promise((resolve, reject) => {
        const options = { method: 'POST', headers: http, rejectUnauthorized: false, agent: false };
        const asked = requestHttps(`https://127.0.0.1:${tls}${path}`, options, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        asked.on('error', reject);
        asked.end(endorsed());
      });
      expect(status).toBe(200);
      const init = { method: 'POST', headers: { ...http, Host: 'https' }, body: endorsed() };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
      expect([answer.status, events.at(-1)?.reason]).toEqual([500, notTls]);
    } finally {
      secure.closeAllConnections();
      secure.close();
      plain.closeAllConnections();
      plain.close();
    }
  });
});
