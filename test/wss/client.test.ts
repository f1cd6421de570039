import { describe, expect, test } from '@jest/globals';
import { createCaller } from '../../src/runtime/client/call.ts';
import { ntlm, usernameToken } from '../../src/runtime/client/credentials.ts';
import type { ClientOptions } from '../../src/runtime/client/request.ts';
import type { Context } from '../../src/runtime/server/options.ts';
import { verifyUsernameToken } from '../../src/runtime/server/security.ts';
import { type SignatureRules, signatureVerifier, signer } from '../../src/runtime/wss.ts';
import { school } from '../runtime/server/front.ts';
import { List, streamRecords } from '../runtime/stream-operation.ts';
import { AuthCode } from '../runtime/wire/descriptors.ts';
import { call, envelope, input, keyOf, rules, signed } from './messages.ts';

const answered = envelope().replace(
  /<AuthCode .*<\/AuthCode>/s,
  '<AuthCodeResponse xmlns="http://tempuri.org/"></AuthCodeResponse>',
);
const fault = envelope().replace(
  /<AuthCode .*<\/AuthCode>/s,
  '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>no</faultstring></soap:Fault>',
);
const answerOf = (xml: string): string => signed(keyOf('server'), xml);

/** Calls a service that answers so. */
async function answers(
  body: string,
  {
    status = 200,
    type = 'text/xml; charset=utf-8',
    more = {},
    options = {},
  }: {
    status?: number;
    type?: string;
    more?: Partial<SignatureRules>;
    options?: ClientOptions;
  } = {},
): Promise<unknown> {
  const fetch = async (): Promise<Response> =>
    new Response(status === 204 ? null : body, { status, headers: { 'Content-Type': type } });
  const security = signatureVerifier({ ...rules, ...more });
  const caller = createCaller({ baseUrl: 'http://h', fetch, security, ...options } as never, {});
  return caller.call(AuthCode, input);
}

describe('an answer that is not signed as asked is refused', () => {
  const evil = answered.replace('</AuthCodeResponse>', '<x/>$&');
  test.each<[string, string, object?]>([
    ['one without a signature', answered],
    ['one that was changed', answerOf(answered).replace('</AuthCodeResponse>', '<x/>$&')],
    ['an empty one', ''],
    ['an empty one with status 202', '', { status: 202 }],
    ['no content', '', { status: 204 }],
    ['a page', '<html></html>', { type: 'text/html' }],
    ['one behind a text', `x${answerOf(answered)}`],
    ['one behind another', evil + answerOf(answered)],
    ['one in a comment before it', ` <!--${evil}-->${answerOf(answered).slice(38)}`],
    [
      'one in a comment behind the declaration',
      answerOf(answered).replace('?>', '?><soap:Envelope/>'),
    ],
    ['one with attachments', answerOf(answered), { type: 'multipart/related; boundary=a' }],
    [
      'in another charset',
      answerOf(answered.replace('Response>', 'Response>\u00e9')),
      { type: 'text/xml; charset=iso-8859-1' },
    ],
    ['a fault', fault],
    ['a fault with its status', fault, { status: 500 }],
    [
      'a fault and a result',
      fault.replace('</soap:Fault>', '$&<AuthCodeResponse xmlns="http://tempuri.org/"/>'),
      { more: { unsignedFaults: true } },
    ],
    [
      'a fault that is none',
      fault.replace('<soap:Fault>', '<![CDATA[ ]]>$&'),
      { more: { unsignedFaults: true } },
    ],
    [
      'a fault of another namespace',
      fault.replace(/soap:Fault/g, 'Fault'),
      { more: { unsignedFaults: true } },
    ],
    ['a result, where faults may be unsigned', answered, { more: { unsignedFaults: true } }],
  ])('%s', async (_what, ...given) => {
    await expect(answers(...given)).rejects.toMatchObject({
      code: 'protocol',
      message: expect.stringContaining('The answer is not signed as asked.'),
      raw: { body: expect.any(Uint8Array) },
    });
  });
});

describe('an answer is read', () => {
  test('that is signed', async () => {
    expect(await answers(answerOf(answered))).toBeUndefined();
    expect(await answers(answerOf(answered), { options: { lenient: true } })).toBeUndefined();
  });

  test('that is a signed fault, or an unsigned one if this is allowed', async () => {
    const expected = { name: 'SoapFault', code: 'Client', message: 'no' };
    await expect(answers(answerOf(fault), { status: 500 })).rejects.toMatchObject(expected);
    const more = { unsignedFaults: true };
    await expect(answers(fault, { status: 500, more })).rejects.toMatchObject(expected);
    await expect(answers(fault, { more })).rejects.toMatchObject(expected);
  });

  test('that is an error without an envelope', async () => {
    const how = { status: 502, type: 'text/html' };
    await expect(answers('<html>Bad gateway</html>', how)).rejects.toMatchObject({
      code: 'http-status',
      status: 502,
    });
  });
});

test('over HTTP GET and POST nothing is sent', async () => {
  for (const binding of ['httpGet', 'httpPost'] as const) {
    for (const security of [signatureVerifier(rules), signer(keyOf('client'))]) {
      const fetch = (): never => {
        throw new Error('sent');
      };
      const caller = createCaller({ baseUrl: 'http://h', fetch, security, binding }, {});
      await expect(caller.call(AuthCode, input)).rejects.toMatchObject({ code: 'encode' });
    }
  }
});

test('an element that is not there is an encode error, and nothing is sent', async () => {
  const token = usernameToken({ username: 'a', password: 'b' });
  const prepare = (security: ClientOptions['security'], extraSoapHeaders = ''): Promise<string> =>
    createCaller({ baseUrl: 'http://h', security, extraSoapHeaders }, {})
      .prepare(AuthCode, input)
      .then(({ body }) => String(body));
  const by = (...elements: string[]) => signer({ ...keyOf('client'), elements });
  for (const elements of [
    ['UsernameToken'],
    ['Addressing'],
    ['{urn:a}a', 'Body'],
    ['Timestamps'],
  ]) {
    await expect(prepare(by(...elements))).rejects.toMatchObject({
      code: 'encode',
      message: expect.stringContaining('cannot be signed'),
    });
  }
  await expect(prepare(by())).rejects.toMatchObject({ code: 'encode' });
  const action = '<a:Action xmlns:a="http://www.w3.org/2005/08/addressing">urn:x</a:Action>';
  for (const security of [
    [token, by('Body', 'UsernameToken', 'Addressing', 'code')],
    [by('Body', 'UsernameToken', 'Addressing', 'code'), token],
  ]) {
    const xml = await prepare(security, action);
    expect(xml.match(/<wsse:Security /g)).toHaveLength(1);
    expect(xml.match(/<ds:Reference /g)).toHaveLength(4);
  }
  // By default what is there.
  expect(
    (await prepare([token, signer(keyOf('client'))], action)).match(/<ds:Reference /g),
  ).toHaveLength(4);
  expect((await prepare(signer(keyOf('client')))).match(/<ds:Reference /g)).toHaveLength(2);
});

test('no secret is in an error', async () => {
  const own = keyOf('client');
  const error = await Promise.resolve()
    .then(() => signer({ ...own, key: String(own.key).slice(0, -200) }))
    .catch((one: unknown) => one);
  expect(String(error)).toBe('TypeError: The key cannot be read: is it a private key in PEM?');
});

test('a stream is verified before its first record', async () => {
  const records = envelope().replace(
    /<AuthCode .*<\/AuthCode>/s,
    '<ListResponse xmlns="urn:stream"/>',
  );
  const fetch = async (): Promise<Response> =>
    new Response(records, { headers: { 'Content-Type': 'text/xml; charset=utf-8' } });
  const security = [signatureVerifier(rules)];
  const caller = createCaller({ baseUrl: 'http://h', fetch, security } as never, {});
  const read = async (): Promise<void> => {
    for await (const _ of streamRecords(caller, List, { count: 1 }, {}));
  };
  await expect(read()).rejects.toMatchObject({ code: 'protocol' });
});

test('a server whose answer cannot be signed says so in a signed fault', async () => {
  const errors: unknown[] = [];
  const elements = ['Body', 'Missing'];
  const server = school({
    security: signer({ ...keyOf('server'), elements }),
    onError: (error) => void errors.push(error),
  });
  await expect(call(server, [])).rejects.toMatchObject({ name: 'SoapFault', code: 'Server' });
  expect(String(errors)).toContain('There is no element Missing');
  const signing = school({ security: signer(keyOf('server')) }, () => {
    throw new Error('no');
  });
  await expect(call(signing, signatureVerifier(rules))).rejects.toMatchObject({
    name: 'SoapFault',
    code: 'Server',
  });
});

test('a request with a user name and no signature gets an answer without one', async () => {
  const token = verifyUsernameToken({ password: () => 'secret' });
  const security = [signatureVerifier(rules), token, signer(keyOf('server'))];
  const seen: string[] = [];
  const server = school({
    security,
    onMessage: ({ direction, bytes }) => {
      if (direction === 'out') seen.push(new TextDecoder().decode(bytes));
    },
  });
  const ada = { username: 'ada', password: 'secret' };
  await call(server, usernameToken({ ...ada, timestamp: 300 }));
  expect(seen.pop()).toMatch(/<soap:Header><wsse:Security [^>]*><wsu:Timestamp /);
  await call(server, usernameToken({ ...ada, password: 'x' })).catch(() => undefined);
  const answers = [seen.pop()];
  await call(server, usernameToken(ada));
  answers.push(seen.pop());
  expect(answers.join('')).not.toContain('Signature');
  for (const one of [[usernameToken(ada)], []]) {
    await call(server, [...one, signer(keyOf('client')), signatureVerifier(rules)]);
    expect(seen.pop()).toContain('<ds:Signature ');
  }
});

test('beside other objects of the option', () => {
  const security = [ntlm({ username: 'a', password: 'b' }), signatureVerifier(rules)];
  expect(() => createCaller({ baseUrl: 'http://h', security }, {})).not.toThrow();
});

test('a signer protects no pages', () => {
  const security = signer(keyOf('server'));
  expect(() => school({ security, protectPages: true })).toThrow('protectPages calls');
  const both = [security, signatureVerifier(rules)];
  expect(() => school({ security: both, protectPages: true })).not.toThrow();
  for (const wrong of [[], {}, [security, {}], 'x']) {
    expect(() => school({ security: wrong as never })).toThrow('security is a function');
  }
});

test('the identity is that of the verifiers', async () => {
  const seen: unknown[] = [];
  const server = school({ security: signer(keyOf('server')) }, (_input, context: Context) => {
    seen.push(context.identity);
  });
  await call(server, signatureVerifier(rules));
  expect(seen).toEqual([undefined]);
});

test('a SAML token is carried in the Security header that is signed', async () => {
  const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
  const assertion =
    '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="a">' +
    '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/></saml:Assertion>';
  for (const content of [`>${assertion}</wsse:Security>`, '/>']) {
    const seen: string[] = [];
    const server = school({
      security: signatureVerifier(rules),
      onMessage: ({ direction, bytes }) => {
        if (direction === 'in') seen.push(new TextDecoder().decode(bytes));
      },
    });
    const extraSoapHeaders = `<wsse:Security xmlns:wsse="${oasis}"${content}`;
    await call(server, signer(keyOf('client')), { extraSoapHeaders });
    expect(seen[0]?.match(/<wsse:Security /g)).toHaveLength(1);
    expect(seen[0]?.includes(assertion)).toBe(content !== '/>');
  }
});
