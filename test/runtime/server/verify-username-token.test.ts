import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Context } from '../../../src/runtime/server/options.ts';
import {
  type UsernameTokenRules,
  verifyUsernameToken,
} from '../../../src/runtime/server/security.ts';
import { captureElement } from '../../../src/runtime/xml/capture.ts';
import type { XmlReader } from '../../../src/runtime/xml/reader.ts';
import { AuthCode } from '../wire/descriptors.ts';
import { createServer } from '../wire/serve.ts';
import { both, path, school } from './front.ts';
import {
  as12,
  newNonce,
  outcome,
  outcomes,
  seconds,
  security,
  timestamp,
  usernameToken,
  withHeaders,
  wsse,
} from './security.ts';

const users: Readonly<Record<string, string>> = { ada: 'secret', bob: 'secret', eve: '' };
const rules: UsernameTokenRules = {
  password: (username) => (Object.hasOwn(users, username) ? users[username] : undefined),
};
const verify = () => verifyUsernameToken(rules);
const ask = (content: string) => withHeaders(security(content));

const fault11 =
  `<soap:Fault><faultcode xmlns:q0="${wsse}">q0:FailedAuthentication</faultcode>` +
  '<faultstring>The security token could not be authenticated or authorized.</faultstring></soap:Fault>';

describe('a token is accepted', () => {
  test.each<[string, () => string]>([
    ['with a digest', () => usernameToken()],
    ['with a password as text', () => usernameToken({ type: 'Text' })],
    [
      'with neither nonce nor time, as text',
      () => usernameToken({ type: 'Text', nonce: undefined, created: undefined }),
    ],
    ['with a time a little old', () => usernameToken({ created: seconds(-590) })],
    ['with a time a little ahead', () => usernameToken({ created: seconds(290) })],
    ['with a time without a zone', () => usernameToken({ created: seconds(0).replace('Z', '') })],
    [
      'with white space around its time, as of an XML editor',
      () => usernameToken().replace(/<wsu:Created>(.*)<\/wsu/, '<wsu:Created>\n  $1\n</wsu'),
    ],
    ['beside a Timestamp', () => timestamp(seconds(0), seconds(60)) + usernameToken()],
    [
      'without a Type of its password',
      () => usernameToken({ type: 'Text' }).replace(/ Type="[^"]*"/, ''),
    ],
  ])('%s', async (_how, token) => {
    for (const version of [(one: ReturnType<typeof ask>) => one, as12]) {
      const found = await outcomes(verify(), () => version(ask(token())));
      for (const one of found) {
        expect([one.status, one.identity, one.reason]).toEqual([
          200,
          { username: 'ada' },
          undefined,
        ]);
      }
    }
  });

  test('from a function that is asynchronous, with what its store says', async () => {
    const added: unknown[] = [];
    const nonces = {
      add: async (...given: unknown[]): Promise<boolean> => added.push(given) > 0,
    };
    const password = async (username: string): Promise<string | undefined> => users[username];
    const option = verifyUsernameToken({ password, nonces, maxAge: 60 });
    const nonce = newNonce();
    const created = seconds(-5);
    const { status } = await outcome(option, ask(usernameToken({ nonce, created })));
    expect([status, added[0]]).toEqual([200, [nonce, Date.parse(created) + 360_000]]);
  });
});

describe('a Timestamp in the answer', () => {
  const timed = () => timestamp(seconds(0), seconds(60)) + usernameToken();
  const header =
    /^<\?xml[^>]*><soap:Envelope[^>]*><soap:Header><wsse:Security xmlns:wsse="[^"]*secext-1.0.xsd" xmlns:wsu="[^"]*"><wsu:Timestamp wsu:Id="Timestamp"><wsu:Created>([^<]*Z)<\/wsu:Created><wsu:Expires>([^<]*Z)<\/wsu:Expires><\/wsu:Timestamp><\/wsse:Security><\/soap:Header><soap:Body>/;

  test('to a request that has one, as WCF wants it', async () => {
    for (const version of [(one: ReturnType<typeof ask>) => one, as12]) {
      for (const { status, body } of await outcomes(verify(), () => version(ask(timed())))) {
        const [, created = '', expires = ''] = header.exec(body) ?? [];
        expect([status, Date.parse(expires) - Date.parse(created)]).toEqual([200, 300_000]);
        expect(Math.abs(Date.parse(created) - Date.now())).toBeLessThan(60_000);
      }
    }
  });

  test('in a fault once the credentials were accepted, and not in a refusal', async () => {
    const server = school({ security: verify() }, () => Promise.reject(new Error('no')));
    await both(server, async (send) => {
      const { status, body } = await send(`POST ${path}`, ask(timed()));
      expect([status, header.test(body)]).toEqual([500, true]);
    });
    const wrong = ask(timestamp(seconds(0), seconds(60)) + usernameToken({ password: 'x' }));
    expect((await outcome(verify(), wrong)).body).not.toContain('Timestamp');
  });

  test('to a request without one, if the contract demands it', async () => {
    const operation = { ...AuthCode, soap: { ...AuthCode.soap, timestamp: true } } as never;
    const server = createServer([{ operation, handler: () => undefined as never }], {
      security: verify(),
    });
    const answerTo = async ({ headers, body }: ReturnType<typeof ask>): Promise<string> => {
      const init = { method: 'POST', headers, body };
      return (await server.fetch(new Request(`http://school.test${path}`, init))).text();
    };
    expect(await answerTo(ask(usernameToken()))).toMatch(header);
    expect(await answerTo(ask(usernameToken({ password: 'x' })))).not.toContain('Timestamp');
  });

  test('to no other request', async () => {
    for (const { body } of await outcomes(verify(), () => ask(usernameToken()))) {
      expect(body).not.toContain('soap:Header');
    }
  });
});

describe('one fault for whatever is wrong; only onAnswer learns why', () => {
  const used = newNonce();
  test.each<[string, string | (() => string), string]>([
    ['no header at all', '', 'There is no UsernameToken.'],
    ['no token in it', security(''), 'There is no UsernameToken.'],
    ['an unknown user', () => usernameToken({ username: 'toString' }), 'unknown or locked'],
    ['a wrong password', () => usernameToken({ password: 'x' }), 'password of the'],
    ['a wrong text', () => usernameToken({ password: 'x', type: 'Text' }), 'password of the'],
    ['an old one', () => usernameToken({ created: seconds(-610) }), 'too old'],
    ['one of the future', () => usernameToken({ created: seconds(310) }), 'of the future'],
    ['a nonce again', () => usernameToken({ nonce: used }), 'used before'],
  ])('%s', async (what, token, reason) => {
    const text = (): string => (typeof token === 'string' ? token : security(token()));
    const option = verify();
    if (what === 'a nonce again') await outcomes(option, withHeaders(text()));
    const found = await outcomes(option, () => withHeaders(text()));
    for (const one of found) {
      expect([one.status, one.ran, one.errors]).toEqual([500, false, []]);
      expect(one.body).toContain(fault11);
      expect(one.reason).toContain(reason);
    }
    const two = await outcome(option, () => as12(withHeaders(text())));
    expect(two.body).toContain(
      '<soap:Code><soap:Value>soap:Sender</soap:Value><soap:Subcode>' +
        `<soap:Value xmlns:q0="${wsse}">q0:FailedAuthentication</soap:Value></soap:Subcode>`,
    );
  });

  test('the same work for a user that is not known', async () => {
    let asked = 0;
    const option = verifyUsernameToken({
      password: () => {
        asked += 1;
        return undefined;
      },
    });
    await outcomes(option, () => ask(usernameToken()));
    expect(asked).toBe(2);
  });
});

describe('what is ambiguous or expired is refused', () => {
  const good = () => usernameToken();
  test.each<[string, () => string, string]>([
    ['two headers', () => security(good()) + security(good()), 'InvalidSecurity'],
    [
      'two headers, one of them empty and for the next actor',
      () => security(good()) + security('', `soap:actor="${next}"`),
      'InvalidSecurity',
    ],
    ['two tokens', () => security(good() + good()), 'InvalidSecurity'],
    [
      'two names',
      () => security(good().replace('<wsse:Username>', '<wsse:Username>bob</wsse:Username>$&')),
      'InvalidSecurity',
    ],
    [
      'a name with an element in it',
      () => security(good().replace('>ada<', '>ada<x/><')),
      'InvalidSecurity',
    ],
    [
      'no password',
      () => security(good().replace(/<wsse:Password.*Password>/, '')),
      'InvalidSecurity',
    ],
    [
      'an unknown type',
      () => security(good().replace('#PasswordDigest', '#Other')),
      'InvalidSecurity',
    ],
    [
      'a digest without a nonce',
      () => security(usernameToken({ nonce: undefined })),
      'InvalidSecurity',
    ],
    [
      'a digest without a time',
      () => security(usernameToken({ created: undefined })),
      'InvalidSecurity',
    ],
    ['a time that is none', () => security(usernameToken({ created: 'now' })), 'InvalidSecurity'],
    ['a nonce that is none', () => security(usernameToken({ nonce: '****' })), 'InvalidSecurity'],
    [
      'a nonce without end',
      () => security(usernameToken({ nonce: 'A'.repeat(4096) })),
      'InvalidSecurity',
    ],
    [
      'an expired Timestamp',
      () => security(timestamp(seconds(-360), seconds(-301)) + good()),
      'MessageExpired',
    ],
    [
      'a Timestamp of the future',
      () => security(timestamp(seconds(310), seconds(400)) + good()),
      'MessageExpired',
    ],
    [
      'two Timestamps',
      () =>
        security(timestamp(seconds(0), seconds(60)) + timestamp(seconds(0), seconds(60)) + good()),
      'InvalidSecurity',
    ],
  ])('%s', async (_what, header, code) => {
    const one = await outcome(verify(), () => withHeaders(header()));
    expect([one.status, one.ran]).toEqual([500, false]);
    expect(one.body).toContain(`q0:${code}</faultcode>`);
  });

  test('a header for another actor is no token for this server, and no ambiguity', async () => {
    const other = (): string => security(usernameToken(), 'soap:actor="urn:other"');
    expect(await outcome(verify(), () => withHeaders(other()))).toMatchObject({ ran: false });
    const both = (): string => other() + security(usernameToken());
    expect(await outcome(verify(), () => withHeaders(both()))).toMatchObject({ ran: true });
  });
});

const next = 'http://schemas.xmlsoap.org/soap/actor/next';

describe('a replay', () => {
  test.each<[string, 'Text' | 'Digest']>([
    ['a digest', 'Digest'],
    ['a text with a nonce', 'Text'],
  ])('of %s: of 50 equal requests at once, one passes', async (_what, type) => {
    let calls = 0;
    const server = school(
      { security: verifyUsernameToken({ password: async (name) => users[name] }) },
      () => {
        calls += 1;
      },
    );
    const { headers, body } = ask(usernameToken({ type }));
    const send = async (): Promise<number> =>
      (await server.fetch(`http://school.test${path}`, { method: 'POST', headers, body })).status;
    const statuses = await Promise.all(Array.from({ length: 50 }, send));
    expect(calls).toBe(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test('in another spelling, and by another user, is one', async () => {
    const nonce = newNonce();
    const option = verify();
    const server = school({ security: option });
    const token = usernameToken({ nonce });
    await both(server, async (send) => {
      await send(`POST ${path}`, ask(token));
      const spelled = token.replace(nonce, ` ${nonce.slice(0, 8)}\n${nonce.slice(8)} `);
      for (const one of [spelled, token.replace('ada', 'bob')]) {
        expect((await send(`POST ${path}`, ask(one))).status).toBe(500);
      }
    });
  });

  // a digest is one of nonce, Created and password in a row, whose borders it does not have
  test.each([' ', '\n', '\t', '0', '00', '-', '+', ' 0'])(
    'with the end of its nonce (%j) at the beginning of Created is refused',
    async (moved) => {
      const option = verify();
      const nonce = Buffer.concat([randomBytes(16), Buffer.from(moved)]);
      const created = seconds(0);
      const token = usernameToken({ nonce: nonce.toString('base64'), created });
      const shifted = token
        .replace(nonce.toString('base64'), nonce.subarray(0, 16).toString('base64'))
        .replace(created, moved + created);
      const server = school({ security: option });
      await both(server, async (send) => {
        await send(`POST ${path}`, ask(token));
        expect((await send(`POST ${path}`, ask(shifted))).status).toBe(500);
      });
    },
  );

  test('is remembered as long as the token would be accepted', async () => {
    const kept: [string, number][] = [];
    const nonces = { add: (...given: [string, number]) => kept.push(given) > 0 };
    const created = seconds(40);
    await outcome(verifyUsernameToken({ ...rules, nonces }), ask(usernameToken({ created })));
    expect(kept[0]?.[1]).toBe(Date.parse(created) + 600_000);
  });

  test('only nonces of accepted tokens are kept, so that nobody fills the store', async () => {
    const kept: unknown[] = [];
    const nonces = { add: (nonce: string) => kept.push(nonce) > 0 };
    const option = verifyUsernameToken({ ...rules, nonces });
    await outcomes(option, () => ask(usernameToken({ password: 'x' })));
    await outcomes(option, () => ask(usernameToken({ username: 'x' })));
    expect(kept).toEqual([]);
  });

  test.each<[string, () => unknown]>([
    ['that cannot say', () => undefined],
    ['that says no', async () => false],
  ])('by a store %s is refused', async (_what, add) => {
    const option = verifyUsernameToken({ ...rules, nonces: { add } as never });
    expect(await outcome(option, () => ask(usernameToken()))).toMatchObject({ ran: false });
  });

  test('where the store fails: an error, and the handler does not run', async () => {
    const add = async (): Promise<boolean> => {
      throw new Error('redis is down');
    };
    const option = verifyUsernameToken({ ...rules, nonces: { add } });
    const one = await outcome(option, () => ask(usernameToken()));
    expect([one.status, one.ran, one.errors]).toEqual([500, false, [new Error('redis is down')]]);
    expect(one.body).not.toContain('redis');
  });
});

describe('the clock of the sender may be off', () => {
  const future = 'of the future';
  test.each<[number | undefined, string, () => string, string | undefined]>([
    [undefined, 'Created 295 s ahead', () => usernameToken({ created: seconds(295) }), undefined],
    [undefined, 'Created 305 s ahead', () => usernameToken({ created: seconds(305) }), future],
    [undefined, 'Created 595 s old', () => usernameToken({ created: seconds(-595) }), undefined],
    [undefined, 'Created 605 s old', () => usernameToken({ created: seconds(-605) }), 'too old'],
    [0, 'Created 5 s ahead', () => usernameToken({ created: seconds(5) }), future],
    [0, 'Created 295 s old', () => usernameToken({ created: seconds(-295) }), undefined],
    [0, 'Created 305 s old', () => usernameToken({ created: seconds(-305) }), 'too old'],
    [20, 'Created 15 s ahead', () => usernameToken({ created: seconds(15) }), undefined],
    [20, 'Created 25 s ahead', () => usernameToken({ created: seconds(25) }), future],
    [20, 'expired 15 s ago', () => timestamp(seconds(-60), seconds(-15)), undefined],
    [20, 'expired 25 s ago', () => timestamp(seconds(-60), seconds(-25)), 'has expired'],
    [0, 'expired 1 s ago', () => timestamp(seconds(-60), seconds(-1)), 'has expired'],
    [undefined, 'expired 295 s ago', () => timestamp(seconds(-600), seconds(-295)), undefined],
    [20, 'Timestamp 15 s ahead', () => timestamp(seconds(15), seconds(60)), undefined],
    [20, 'Timestamp 25 s ahead', () => timestamp(seconds(25), seconds(60)), future],
  ])('clockSkew %s: %s', async (clockSkew, _what, content, reason) => {
    const text = (): string => {
      const one = content();
      return one.includes('UsernameToken') ? one : one + usernameToken();
    };
    const found = await outcome(verifyUsernameToken({ ...rules, clockSkew }), () => ask(text()));
    expect(found.ran).toBe(reason === undefined);
    if (reason !== undefined) expect(found.reason).toContain(reason);
  });

  test('by a number of seconds', () => {
    for (const clockSkew of [-1, Number.NaN, '5', null, true, {}]) {
      const given = { ...rules, clockSkew: clockSkew as number };
      expect(() => verifyUsernameToken(given)).toThrow(RangeError);
      expect(() => verifyUsernameToken(given)).toThrow('clockSkew is ');
    }
  });
});

test('a maximum age that is none is an error', () => {
  for (const maxAge of [0, -1, Number.NaN, '5', '', null, true, {}, [], 5n]) {
    const given = { ...rules, maxAge: maxAge as number };
    expect(() => verifyUsernameToken(given)).toThrow(RangeError);
    expect(() => verifyUsernameToken(given)).toThrow('maxAge ');
  }
});

describe('a contract that declares the Security header itself', () => {
  const declared = { namespace: wsse, local: 'Security' };
  const operation = {
    ...AuthCode,
    soap: {
      ...AuthCode.soap,
      inputHeaders: [
        {
          name: 'Security',
          element: declared,
          read: (reader: XmlReader) => captureElement(reader),
        },
      ],
    },
  } as never;
  const asked = async (headers: string): Promise<unknown> => {
    const seen: unknown[] = [];
    const handler = (_input: unknown, context: Context): void => {
      const { identity, soapHeaders, unknownHeaders } = context;
      seen.push(identity, Object.keys(soapHeaders), unknownHeaders.length);
    };
    const server = createServer([{ operation, handler: handler as never }], { security: verify() });
    const { headers: http, body } = withHeaders(headers);
    const init = { method: 'POST', headers: http, body };
    const answer = await server.fetch(new Request(`http://school.test${path}`, init));
    return [answer.status, ...seen];
  };

  test('is verified, and read', async () => {
    const found = await asked(security(usernameToken()));
    expect(found).toEqual([200, { username: 'ada' }, ['Security'], 0]);
    expect(await asked(security(usernameToken({ password: 'x' })))).toEqual([500]);
    expect(await asked('')).toEqual([500]);
  });

  test('of two, the second of which it does not read, none is taken', async () => {
    const good = (): string => security(usernameToken());
    expect(await asked(good() + good())).toEqual([500]);
    const other = security(usernameToken(), 'soap:actor="urn:other"');
    expect(await asked(good() + other)).toEqual([200, { username: 'ada' }, ['Security'], 0]);
  });
});
