import { createCipheriv, publicEncrypt, randomBytes, type X509Certificate } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { ClientOptions } from '../../src/runtime/client/request.ts';
import { createShadow, HttpError, usernameToken } from '../../src/runtime/index.ts';
import type { AnswerEvent } from '../../src/runtime/server/options.ts';
import {
  SecurityRefusal,
  type SecurityRequest,
  verifyUsernameToken,
} from '../../src/runtime/server/security.ts';
import { elementWithId, readTree, type Tree } from '../../src/runtime/signatures/message.ts';
import {
  type DecrypterSettings,
  decrypter,
  type EncrypterSettings,
  encrypter,
  signatureVerifier,
  signer,
} from '../../src/runtime/wss.ts';
import { send, serve } from '../runtime/script/school.ts';
import { path, school } from '../runtime/server/front.ts';
import { call, envelope, fileOf, input, keyOf, pem, rules, sender, signed } from './messages.ts';

const xenc = 'http://www.w3.org/2001/04/xmlenc#';
const xenc11 = 'http://www.w3.org/2009/xmlenc11#';
const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const server = keyOf('server');
const plain = '<AuthCode xmlns="http://tempuri.org/"><code>1</code><phone>2</phone></AuthCode>';

/** An encrypted message. */
function secret(settings: Partial<EncrypterSettings> = {}, xml: string = signed()): string {
  return encrypter({ cert: server.cert, ...settings }).postProcess(xml);
}

/** A server that decrypts, then verifies. */
const asked = (settings: Partial<DecrypterSettings> = {}) =>
  sender([decrypter({ ...server, ...settings }), signatureVerifier(rules)]);

/** A server that only decrypts. */
const open = (settings: Partial<DecrypterSettings> = {}) =>
  sender(decrypter({ ...server, ...settings }));

describe('a message for a server', () => {
  test('has nothing of its Body, and is read', async () => {
    const xml = secret();
    expect(xml).not.toContain('<code>');
    expect(xml).not.toContain('tempuri');
    expect(await asked()(xml)).toMatchObject({ status: 200, reason: undefined, input });
  });

  test.each(['aes128-gcm', 'aes256-gcm', 'aes128-cbc', 'aes192-cbc', 'aes256-cbc'] as const)(
    'is encrypted with %s and any RSA-OAEP',
    async (encryption) => {
      const transports: readonly Partial<EncrypterSettings>[] = [
        {},
        { digest: 'sha256' },
        { keyTransport: 'rsa-oaep' },
        { keyTransport: 'rsa-oaep', mgf: 'sha1' },
        { keyTransport: 'rsa-oaep', digest: 'sha1', mgf: 'sha256' },
      ];
      const ask = asked({ cbc: true });
      for (const transport of transports) {
        const xml = secret({ encryption, ...transport });
        expect(xml).toContain(`#${encryption}"`);
        expect(await ask(xml)).toMatchObject({ status: 200, reason: undefined, input });
      }
    },
  );

  test('says its algorithms as the standard does', () => {
    const algorithms = (settings: Partial<EncrypterSettings>): readonly string[] =>
      [
        ...secret(settings).matchAll(
          /<(?:xenc|xenc11|ds):(?:EncryptionMethod|MGF)[^>]*Algorithm="([^"]*)"/g,
        ),
      ].map(([, uri = '']) => uri);
    expect(algorithms({})).toEqual([`${xenc}rsa-oaep-mgf1p`, `${xenc11}aes256-gcm`]);
    expect(
      algorithms({ keyTransport: `${xenc11}rsa-oaep`, encryption: `${xenc}aes128-cbc` }),
    ).toEqual([`${xenc11}rsa-oaep`, `${xenc11}mgf1sha256`, `${xenc}aes128-cbc`]);
  });

  test.each([
    'BinarySecurityToken',
    'SubjectKeyIdentifier',
    'IssuerSerial',
    'ThumbprintSHA1',
    'X509Data',
  ] as const)('names the certificate by %s', async (reference) => {
    expect(await asked()(secret({ reference }))).toMatchObject({ status: 200, input });
  });

  test('has its tokens, signature and headers encrypted, over SOAP 1.2, too', async () => {
    for (const version of ['soap11', 'soap12'] as const) {
      const header = '<x:H xmlns:x="urn:x" soap:mustUnderstand="0">h</x:H>';
      const elements = ['Signature', 'Timestamp', '{urn:x}H', 'Body'];
      const xml = secret({ elements }, signed({}, envelope(version, header)));
      expect(xml).not.toContain('SignedInfo');
      expect(xml).not.toContain('urn:x');
      expect(xml).toMatch(/<wsse11:EncryptedHeader [^>]*s:mustUnderstand="0"/);
      expect(await asked({ elements })(xml)).toMatchObject({
        status: 200,
        reason: undefined,
        input,
      });
    }
  });

  test('may be encrypted, then signed', async () => {
    const xml = signed({}, secret({}, envelope()));
    expect(xml.indexOf('<ds:Signature ')).toBeLessThan(xml.indexOf('<xenc:EncryptedKey '));
    const list = [signatureVerifier(rules), decrypter(server)];
    expect(await sender(list)(xml)).toMatchObject({ status: 200, reason: undefined, input });
    // each order is only what the list says
    expect(await asked()(xml)).toMatchObject({ reason: 'A signed element was changed.' });
    expect(await sender(list)(secret())).toMatchObject({ reason: 'A signed element was changed.' });
  });

  test('may have headers and tokens that are encrypted, then signed', async () => {
    const token = usernameToken({ username: 'ada', password: 'secret' }).toXML?.() ?? '';
    const elements = ['Body', 'UsernameToken', '{urn:x}H'];
    const header = `${token}<x:H xmlns:x="urn:x">h</x:H>`;
    const xml = signed({}, secret({ elements }, envelope('soap11', header)));
    const list = [signatureVerifier(rules), decrypter({ ...server, elements })];
    expect(await sender(list)(xml)).toMatchObject({ status: 200, reason: undefined, input });
  });

  test('is refused if more was encrypted than was signed', async () => {
    const elements = ['Body', 'Timestamp', '{urn:x}Tx'];
    const list = () => [signatureVerifier({ ...rules, elements }), decrypter(server)];
    const tx = '<x:Tx xmlns:x="urn:x">1</x:Tx>';
    const own = signed({ elements }, secret({}, envelope('soap11', tx)));
    expect(await sender(list())(own)).toMatchObject({ status: 200, reason: undefined, input });
    // the certificate of the server is all that one needs for another header
    const hidden = own.replace(/<(\/?)x:Tx/g, '<$1x:Held');
    const added = hidden.replace('</soap:Header>', `${tx.replace('1', '9')}$&`);
    const more = secret({ elements: ['{urn:x}Tx'] }, added).replace(/<(\/?)x:Held/g, '<$1x:Tx');
    const answer = await sender(list())(more);
    expect(answer.input).toBeUndefined();
    expect(answer.reason).toBe('What is encrypted is not signed.');
    expect(answer.body).toContain(':FailedCheck<');
    const fetch = async () => new Response(more, { headers: { 'Content-Type': 'text/xml' } });
    await expect(
      call(school({ security: undefined }), list(), { fetch: fetch as never }),
    ).rejects.toThrow('What is encrypted is not signed.');
  });

  test('may be for an actor, and encrypted without a signature', async () => {
    const xml = secret({ actor: 'urn:me', mustUnderstand: true }, envelope());
    expect(await open({ actor: 'urn:me' })(xml)).toMatchObject({ status: 200, input });
    const other = secret({ mustUnderstand: true }, envelope());
    expect(await open()(other)).toMatchObject({ status: 200, input, identity: undefined });
  });

  test('keeps an empty Body', async () => {
    const empty = envelope().replace(/<soap:Body>.*<\/soap:Body>/, '<soap:Body/>');
    const xml = secret({}, empty);
    expect(xml).toContain('</xenc:EncryptedData></soap:Body>');
    expect((await open()(xml)).reason).toBeUndefined();
  });
});

describe('an encrypter', () => {
  test('refuses what it cannot do', () => {
    expect(() => encrypter({ cert: pem('ec.pem') })).toThrow('an RSA key, not ec');
    expect(() => encrypter({ cert: 'x' })).toThrow('no certificate in PEM');
    expect(() => secret({ encryption: 'tripledes-cbc' })).toThrow("'tripledes-cbc' is unknown");
    expect(() => secret({ keyTransport: 'rsa-1_5' })).toThrow("'rsa-1_5' is unknown");
    expect(() => secret({ mgf: 'sha256' })).toThrow('needs keyTransport rsa-oaep');
    expect(() => secret({ elements: ['{urn:x}H'] })).toThrow('There is no element {urn:x}H.');
    expect(() => secret({ elements: [] })).toThrow('elements names none.');
    expect(() => secret({ elements: ['Body', 'code'] })).toThrow('inside of another');
    expect(() => secret({ elements: ['Header'] })).toThrow('cannot be encrypted where it is');
    expect(() => secret({ elements: ['Security'] })).toThrow('cannot be encrypted where it is');
    expect(() => secret({}, '<a/>')).toThrow('The message cannot be encrypted: It is not a SOAP');
  });

  test('encrypts answers for whoever signed the request, and sends others only faults', async () => {
    const cert = ({ certificate }: { certificate: X509Certificate }): X509Certificate =>
      certificate;
    const list = [signatureVerifier(rules), encrypter({ cert })];
    const answer = await sender(list)(signed({}, envelope()));
    expect(answer.body).not.toContain('AuthCodeResponse');
    expect(answer.body).toContain('<xenc:EncryptedData');
    const refused = await sender(list)(envelope());
    expect(refused.body).toContain(':FailedAuthentication<');
    const own = sender([() => ({ name: 'ada' }), encrypter({ cert: () => undefined })]);
    const lost = await own(envelope());
    expect(lost.body).not.toContain('AuthCodeResponse');
    expect(lost.body).toContain('soap:Fault');
  });

  test('lets no answer leave that it cannot encrypt', async () => {
    const hides = encrypter({ cert: pem('client.pem') });
    for (const security of [hides, [() => ({ name: 'ada' }), hides]]) {
      const reasons: (string | undefined)[] = [];
      const calls: unknown[] = [];
      const one = school(
        { security, onAnswer: ({ reason }) => void reasons.push(reason) },
        (given) => void calls.push(given),
      );
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const answers = await Promise.all([
        one.fetch(new Request(`http://test${path}/AuthCode?code=1&phone=2`)),
        one.fetch(
          new Request(`http://test${path}/AuthCode`, {
            method: 'POST',
            headers: form,
            body: 'code=1&phone=2',
          }),
        ),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([401, 401]);
      const reason = 'The answer cannot be encrypted: it is no SOAP message.';
      expect(reasons).toEqual([reason, reason]);
      expect(calls).toEqual([]);
      const onAnswer = ({ reason: said }: AnswerEvent) => void reasons.push(said);
      const scripted = serve(
        { tell: (given: unknown) => void calls.push(given) },
        { security, onAnswer },
      );
      const { status, text } = await send(scripted, '/Staff.asmx/Tell', { what: 'a' });
      expect(status).toBe(401);
      expect(text).not.toContain('"d"');
      expect(reasons).toEqual([reason, reason, reason]);
      expect(calls).toEqual([]);
    }
    const own = (status: number) => {
      return sender([hides], {
        interceptors: [
          () => {
            throw new HttpError(status, {}, 'plain');
          },
        ],
      });
    };
    const result = await own(200)(envelope());
    expect(result.status).toBe(500);
    expect(result.body).toContain('<xenc:EncryptedData');
    expect(result.body).not.toContain('plain');
    expect(await own(403)(envelope())).toMatchObject({ status: 403, body: 'plain' });
  });

  test('encrypts answers that are not signed, as those to a user name', async () => {
    const token = usernameToken({ username: 'ada', password: 'secret' });
    const list = [
      verifyUsernameToken({ password: () => 'secret' }),
      signer(keyOf('server')),
      encrypter({ cert: pem('client.pem') }),
    ];
    const { body } = await sender(list)(envelope('soap11', token.toXML?.()));
    expect(body).toContain('<xenc:EncryptedData');
    expect(body).not.toContain('SignedInfo');
  });
});

describe('a client', () => {
  const client = keyOf('client');
  const answering = (list: Parameters<typeof school>[0]['security']) => school({ security: list });
  const sends: ClientOptions['security'] = [
    usernameToken({ username: 'ada', password: 'secret', type: 'digest' }),
    signer(client),
    encrypter({ cert: server.cert, elements: ['Body', 'UsernameToken', 'Signature'] }),
  ];
  const receives = [decrypter(client), signatureVerifier(rules)];
  const security = [...[sends].flat(), ...receives];
  const takes = [
    decrypter({ ...server, elements: ['Body', 'UsernameToken', 'Signature'] }),
    signatureVerifier({ ...rules, elements: ['UsernameToken'] }),
  ];
  const answers = [signer(server), encrypter({ cert: client.cert })];

  test('sends and receives encrypted messages, with user name and signature', async () => {
    const one = answering([...takes, ...answers]);
    await expect(call(one, security)).resolves.toBeUndefined();
    await expect(call(one, security, { binding: 'soap12' })).resolves.toBeUndefined();
    const cbc = [signer(server), encrypter({ cert: client.cert, encryption: 'aes128-cbc' })];
    const reading = [decrypter({ ...client, cbc: true }), signatureVerifier(rules)];
    await expect(
      call(answering([...takes, ...cbc]), [...[sends].flat(), ...reading]),
    ).resolves.toBeUndefined();
  });

  test('receives answers that are encrypted, then signed', async () => {
    const reversed = [...answers].reverse();
    const list = [signatureVerifier(rules), decrypter(client)];
    const one = answering([...takes, ...reversed]);
    await expect(call(one, [...[sends].flat(), ...list])).resolves.toBeUndefined();
    await expect(call(one, security)).rejects.toThrow('The answer is not signed as asked.');
  });

  test('refuses answers that are not, but faults if it says so', async () => {
    const bare = answering([...takes, signer(server)]);
    await expect(call(bare, security)).rejects.toMatchObject({
      code: 'protocol',
      message: 'The answer is not encrypted as asked. The Body is not encrypted.',
    });
    const refusing = answering(() => {
      throw new SecurityRefusal('no');
    });
    await expect(call(refusing, [decrypter(client)])).rejects.toThrow('The Body is not encrypted.');
    const lax = [decrypter({ ...client, unencryptedFaults: true })];
    await expect(call(refusing, lax)).rejects.toMatchObject({ name: 'SoapFault' });
    await expect(call(bare, lax, { binding: 'httpPost' })).rejects.toMatchObject({
      code: 'encode',
      message: expect.stringContaining('cannot be encrypted: choose a SOAP binding'),
    });
  });

  test('reads CBC only with a verifier that verifies all answers', async () => {
    const list = [encrypter({ cert: client.cert, encryption: 'aes256-cbc' })];
    const one = answering(list);
    const cbc = decrypter({ ...client, cbc: true });
    await expect(call(one, [decrypter(client)])).rejects.toThrow('is not allowed');
    await expect(call(one, [cbc])).rejects.toThrow('What came in CBC mode is not signed.');
    const lax = signatureVerifier({ ...rules, unsignedFaults: true });
    await expect(call(one, [cbc, lax])).rejects.toThrow('The message is not signed.');
    const right = answering([signer(server), ...list]);
    await expect(call(right, [cbc, lax])).resolves.toBeUndefined();
    const fault = envelope().replace(
      /<AuthCode.*<\/AuthCode>/,
      '<soap:Fault><faultcode>soap:Server</faultcode><faultstring>no</faultstring></soap:Fault>',
    );
    const body = encrypter({ cert: client.cert, encryption: 'aes256-cbc' }).postProcess(fault);
    const fetch = async () => new Response(body, { headers: { 'Content-Type': 'text/xml' } });
    await expect(call(one, [cbc, lax], { fetch: fetch as never })).rejects.toThrow(
      'What came in CBC mode is not signed.',
    );
    await expect(call(one, [lax, cbc], { fetch: fetch as never })).rejects.toThrow(
      'The message is not signed.',
    );
  });

  test('reads an answer in another encoding', async () => {
    const xml = secret({ cert: client.cert }, envelope()).replace('utf-8', 'iso-8859-1');
    const body = xml.replace(/AuthCode(?=[ >])/g, 'AuthCodeResponse');
    const fetch = async () =>
      new Response(Buffer.from(body, 'latin1'), {
        headers: { 'Content-Type': 'text/xml; charset=iso-8859-1' },
      });
    await expect(
      call(answering(undefined), [decrypter(client)], { fetch: fetch as never }),
    ).resolves.toBeUndefined();
  });
});

/** What differs from a message that is right: its parts by hand, without the encrypter. */
interface Parts {
  readonly plaintext?: string | Uint8Array;
  readonly cipher?: 'aes-128-gcm' | 'aes-128-cbc';
  readonly type?: string;
  readonly key?: Uint8Array;
  readonly signedFirst?: boolean;
}

/** An EncryptedKey for the server. */
function keyFor(key: Uint8Array, ids: readonly string[], id = 'ek'): string {
  const wrapped = publicEncrypt({ key: pem('server.pem'), oaepHash: 'sha1' }, key);
  const list = ids.map((one) => `<x:DataReference URI="#${one}"/>`).join('');
  return (
    `<x:EncryptedKey xmlns:x="${xenc}" Id="${id}"><x:EncryptionMethod ` +
    `Algorithm="${xenc}rsa-oaep-mgf1p"/><x:CipherData><x:CipherValue>` +
    `${wrapped.toString('base64')}</x:CipherValue></x:CipherData>` +
    `<x:ReferenceList>${list}</x:ReferenceList></x:EncryptedKey>`
  );
}

function dataOf(
  key: Uint8Array,
  { plaintext = plain, cipher = 'aes-128-gcm', type = 'Content' }: Parts = {},
  id = 'ed',
): string {
  const isGcm = cipher === 'aes-128-gcm';
  const iv = randomBytes(isGcm ? 12 : 16);
  const encrypting = createCipheriv(cipher as 'aes-128-gcm', key, iv);
  const parts: Uint8Array[] = [iv, encrypting.update(plaintext), encrypting.final()];
  if (isGcm) parts.push(encrypting.getAuthTag());
  const uri = isGcm ? `${xenc11}aes128-gcm` : `${xenc}aes128-cbc`;
  return (
    `<EncryptedData xmlns="${xenc}" Id="${id}" Type="${xenc}${type}">` +
    `<EncryptionMethod Algorithm="${uri}"/><CipherData><CipherValue>` +
    `${Buffer.concat(parts).toString('base64')}</CipherValue></CipherData></EncryptedData>`
  );
}

/** A message with a header and content of its Body. */
function whole(header: string, body: string): string {
  const security = `<wsse:Security xmlns:wsse="${wsse}">${header}</wsse:Security>`;
  return (
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:q="urn:q">' +
    `<soap:Header>${security}</soap:Header><soap:Body>${body}</soap:Body></soap:Envelope>`
  );
}

/** A message that is encrypted by hand. */
function sealed(parts: Parts = {}): string {
  const key = parts.key ?? randomBytes(16);
  return whole(keyFor(key, ['ed']), dataOf(key, parts));
}

/** Changes a byte of base64. */
const flipped = (xml: string, value: RegExp, at: number): string =>
  xml.replace(value, (text) => {
    const bytes = Buffer.from(text, 'base64');
    const place = at < 0 ? bytes.length + at : at;
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    return bytes.toString('base64');
  });
const keyValue = /(?<=<x:CipherValue>)[^<]+/;
const dataValue = /(?<=<CipherValue>)[^<]+/;
const inner = (content: string): string => plain.replace('>1<', `>${content}<`);
const undecipherable = 'The message cannot be decrypted.';

/** Messages that are refused, with the reason that the server alone sees. */
const refused: readonly (readonly [string, () => string, string])[] = [
  ['a byte of the key', () => flipped(sealed(), keyValue, 100), undecipherable],
  ['a byte of the nonce', () => flipped(sealed(), dataValue, 0), undecipherable],
  ['a byte of the content', () => flipped(sealed(), dataValue, 20), undecipherable],
  ['a byte of the tag', () => flipped(sealed(), dataValue, -1), undecipherable],
  [
    'another key',
    () => sealed().replace(/<x:EncryptedKey.*<\/x:EncryptedKey>/, keyFor(randomBytes(16), ['ed'])),
    undecipherable,
  ],
  [
    'a key of another size',
    () => sealed().replace(/<x:EncryptedKey.*<\/x:EncryptedKey>/, keyFor(randomBytes(32), ['ed'])),
    undecipherable,
  ],
  ['bytes that are no UTF-8', () => sealed({ plaintext: Buffer.of(0xff) }), undecipherable],
  ['something that is no XML', () => sealed({ plaintext: '<a' }), undecipherable],
  ['a DOCTYPE', () => sealed({ plaintext: `<!DOCTYPE a>${plain}` }), undecipherable],
  ['an entity', () => sealed({ plaintext: inner('&x;') }), undecipherable],
  ['a processing instruction', () => sealed({ plaintext: inner('<?a b?>') }), undecipherable],
  ['a second Body', () => sealed({ plaintext: `</soap:Body><soap:Body>${plain}` }), undecipherable],
  ['the end of what it is read in', () => sealed({ plaintext: `</a><a>${plain}` }), undecipherable],
  ['an open comment', () => sealed({ plaintext: `${plain}<!--` }), undecipherable],
  ['an open section', () => sealed({ plaintext: `${plain}<![CDATA[` }), undecipherable],
  ['a prefix of nobody', () => sealed({ plaintext: inner('<p:a/>') }), undecipherable],
  [
    'bytes outside of the envelope',
    () =>
      sealed({
        plaintext: inner(
          '<i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="cid:a"/>',
        ),
      }),
    undecipherable,
  ],
  [
    'too many levels',
    () => sealed({ plaintext: inner('<a>'.repeat(1000) + '</a>'.repeat(1000)) }),
    undecipherable,
  ],
  [
    'an EncryptedData in what is decrypted',
    () => sealed({ plaintext: inner(dataOf(randomBytes(16), {}, 'in')) }),
    undecipherable,
  ],
  [
    'two elements where one is',
    () => sealed({ plaintext: plain + plain, type: 'Element' }),
    undecipherable,
  ],
  [
    'an ID that is there',
    () => {
      const wsu = wsse.replace('secext', 'utility');
      const own = inner(`<a xmlns:u="${wsu}" u:Id="t"/><a xmlns:u="${wsu}" u:Id="t"/>`);
      return sealed({ plaintext: own });
    },
    undecipherable,
  ],
  ['nothing encrypted', () => envelope(), 'The Body is not encrypted.'],
  [
    'a key and nothing for it',
    () => whole(keyFor(randomBytes(16), []), plain),
    'The Body is not encrypted.',
  ],
  [
    'something beside it in the Body',
    () => sealed().replace('</soap:Body>', `${plain}$&`),
    'The Body is not encrypted.',
  ],
  ['a text beside it', () => sealed().replace('</soap:Body>', 'a$&'), 'The Body is not encrypted.'],
  [
    'what is encrypted in a header of another name, and another Body',
    () => {
      const key = randomBytes(16);
      const xml = whole(keyFor(key, ['ed']), plain);
      return xml.replace('</soap:Header>', `<w xmlns="urn:w"><v>${dataOf(key)}</v></w>$&`);
    },
    'An EncryptedData is not where it would be read.',
  ],
  [
    'what is encrypted in a header, and another Body',
    () => {
      const key = randomBytes(16);
      const xml = whole(keyFor(key, ['ed']), plain);
      return xml.replace('</soap:Header>', `<w xmlns="urn:w">${dataOf(key)}</w>$&`);
    },
    'The Body is not encrypted.',
  ],
  [
    'references that were swapped',
    () => {
      const [one, two] = [randomBytes(16), randomBytes(16)];
      const body = dataOf(one, { plaintext: inner(''), type: 'Element' }, 'a');
      const more = dataOf(two, { plaintext: '<b xmlns="urn:b"/>', type: 'Element' }, 'b');
      const keys = keyFor(one, ['b'], 'k1') + keyFor(two, ['a'], 'k2');
      return whole(keys + more, body);
    },
    undecipherable,
  ],
  [
    'a key that lists what names another',
    () => {
      const [one, two] = [randomBytes(16), randomBytes(16)];
      const str = `<d:KeyInfo xmlns:d="${dsig}"><w:SecurityTokenReference xmlns:w="${wsse}"><w:Reference URI="#k2"/></w:SecurityTokenReference></d:KeyInfo>`;
      const body = dataOf(one).replace('<CipherData>', `${str}$&`);
      return whole(keyFor(one, ['ed'], 'k1') + keyFor(two, [], 'k2'), body);
    },
    'An EncryptedData does not name the EncryptedKey that lists it.',
  ],
  [
    'a reference twice',
    () => {
      const key = randomBytes(16);
      return whole(keyFor(key, ['ed', 'ed']), dataOf(key));
    },
    'Two references are to one EncryptedData.',
  ],
  [
    'an ID twice',
    () => sealed().replace('</soap:Header>', '<w xmlns="urn:w" Id="ed"/>$&'),
    'The ID ed is not that of one element.',
  ],
  [
    'a reference to nothing',
    () => whole(keyFor(randomBytes(16), ['none']), plain),
    'There is no element with the ID none.',
  ],
  [
    'a reference elsewhere',
    () => sealed().replace('URI="#ed"', 'URI="http://example.org/"'),
    'A reference is not to the ID of an EncryptedData.',
  ],
  [
    'a CipherReference',
    () =>
      sealed().replace(
        /<CipherValue>.*<\/CipherValue>/,
        '<CipherReference URI="http://127.0.0.1:1/"/>',
      ),
    'CipherData has something other than a CipherValue.',
  ],
  [
    'an EncryptedData in an EncryptedData',
    () =>
      sealed().replace(
        '<CipherData>',
        `<a xmlns="urn:a">${dataOf(randomBytes(16), {}, 'in')}</a>$&`,
      ),
    'An EncryptedData has another in it.',
  ],
  [
    'too many keys',
    () => sealed().replace('<x:EncryptedKey', `${keyFor(randomBytes(16), [], 'k').repeat(8)}$&`),
    'There are too many EncryptedKeys.',
  ],
  [
    'too many references',
    () =>
      whole(
        keyFor(
          randomBytes(16),
          Array.from({ length: 33 }, (_, at) => `e${at}`),
        ),
        plain,
      ),
    'There are too many references.',
  ],
  [
    'RSA 1.5',
    () => sealed().replace('rsa-oaep-mgf1p', 'rsa-1_5'),
    'The algorithm of an EncryptedKey is not allowed: only RSA-OAEP is.',
  ],
  [
    'CBC, which was not asked for',
    () => sealed({ cipher: 'aes-128-cbc' }),
    'The algorithm of an EncryptedData is not allowed.',
  ],
  [
    'triple DES',
    () => sealed().replace(`${xenc11}aes128-gcm`, `${xenc}tripledes-cbc`),
    'The algorithm of an EncryptedData is not allowed.',
  ],
  [
    'a hash that is not allowed',
    () =>
      sealed().replace(
        '#rsa-oaep-mgf1p"/>',
        `#rsa-oaep-mgf1p"><d:DigestMethod xmlns:d="${dsig}" Algorithm="urn:x"/></x:EncryptionMethod>`,
      ),
    'The DigestMethod of an EncryptedKey is not allowed.',
  ],
  [
    'a label',
    () =>
      sealed().replace(
        '#rsa-oaep-mgf1p"/>',
        '#rsa-oaep-mgf1p"><x:OAEPparams>AA==</x:OAEPparams></x:EncryptionMethod>',
      ),
    'OAEPparams are not supported.',
  ],
  [
    'too few bytes',
    () => sealed().replace(dataValue, randomBytes(27).toString('base64')),
    'A CipherValue is too short, or not of whole blocks.',
  ],
  [
    'a key that is too short',
    () => sealed().replace(keyValue, randomBytes(128).toString('base64')),
    'An EncryptedKey is not as long as the key.',
  ],
  [
    'a key for somebody else',
    () => secret({ cert: pem('client.pem'), reference: 'BinarySecurityToken' }, envelope()),
    'A key is for another certificate.',
  ],
  [
    'a key that names somebody else',
    () => secret({ cert: pem('client.pem') }, envelope()),
    'A key is for another certificate.',
  ],
  [
    'two encrypted headers in one',
    () => {
      const key = randomBytes(16);
      const parts = { type: 'Element', plaintext: '<h xmlns="urn:h"/>' };
      const wsse11 = 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd';
      const both = dataOf(key, parts, 'h1') + dataOf(key, parts, 'h2');
      const header = `<e:EncryptedHeader xmlns:e="${wsse11}">${both}</e:EncryptedHeader>`;
      const xml = whole(keyFor(key, ['ed', 'h1', 'h2']), dataOf(key));
      return xml.replace('</soap:Header>', `${header}$&`);
    },
    'An EncryptedData is not where it would be read.',
  ],
  [
    'another Type',
    () => sealed({ type: 'Other' }),
    'The Type of an EncryptedData is neither Element nor Content.',
  ],
  [
    'two Security headers',
    () => sealed().replace('<soap:Header>', `$&<w:Security xmlns:w="${wsse}"/>`),
    'There are several Security headers.',
  ],
  [
    'a DOCTYPE before it',
    () => `<!DOCTYPE a>${sealed()}`,
    'DTD is prohibited in this XML document.',
  ],
];

describe('a server refuses, with the same answer for all,', () => {
  test.each(refused)('%s', async (_, make, reason) => {
    const answer = await open()(make());
    expect(answer.input).toBeUndefined();
    expect(answer.reason).toContain(reason);
    expect(answer).toMatchObject(await wrong());
  });

  const wrong = async () => {
    const { status, body } = await open()(flipped(sealed(), dataValue, -1));
    expect(body).toContain(':FailedCheck</faultcode><faultstring>The signature or decryption was');
    return { status, body };
  };

  test('and reads what is right', async () => {
    expect(await open()(sealed())).toMatchObject({ status: 200, input });
    const element = sealed({ type: 'Element', plaintext: plain });
    expect(await open()(element)).toMatchObject({ status: 200, input });
    const commented = sealed({ plaintext: `<!-- a -->${plain}<!-- b -->` });
    expect(await open()(commented)).toMatchObject({ status: 200, input });
  });

  test('what cannot be decrypted, after the others were asked all the same', async () => {
    const expected = await wrong();
    for (const [, make] of refused) {
      let asked = 0;
      const verify = (): string => {
        asked += 1;
        return 'ada';
      };
      const answer = await sender([decrypter(server), verify])(make());
      expect(answer.input).toBeUndefined();
      expect(answer).toMatchObject(expected);
      expect(asked).toBe(1);
    }
  });

  test('a message that is sent again', async () => {
    const ask = asked();
    const xml = secret();
    expect((await ask(xml)).status).toBe(200);
    const again = await ask(xml);
    expect(again.reason).toBe('The signed message was sent before.');
    expect(again).toMatchObject(await wrong());
    // with another key and nonce, it is the same message
    const ask2 = asked();
    const one = signed();
    expect((await ask2(secret({}, one))).status).toBe(200);
    expect((await ask2(secret({}, one))).reason).toBe('The signed message was sent before.');
  });

  test('whatever is wrong with the signature in it', async () => {
    const stranger = await asked()(secret({}, signed(keyOf('stranger'))));
    expect(stranger.reason).toContain('not trusted');
    expect(stranger).toMatchObject(await wrong());
    const late = await asked()(secret({}, signed({ now: () => Date.now() - 3_600_000 })));
    expect(late.reason).toContain('has expired');
    expect(late).toMatchObject(await wrong());
    const unsigned = await asked()(secret({}, envelope()));
    expect(unsigned.reason).toContain('is not signed');
    expect(unsigned).toMatchObject(await wrong());
  });

  test('an operation that it does not know, before it was accepted', async () => {
    const other = envelope('soap12').replaceAll('AuthCode', 'Other');
    const known = await asked()(secret({}, other));
    expect(known.body).toContain(':FailedCheck<');
    const accepted = await open()(secret({}, other));
    expect(accepted.body).not.toContain(':FailedCheck<');
  });

  test('what did not come encrypted and has to', async () => {
    const elements = ['Body', 'UsernameToken'];
    const token = usernameToken({ username: 'ada', password: 'secret' }).toXML?.() ?? '';
    const some = secret({}, envelope('soap11', token));
    const answer = await open({ elements })(some);
    expect(answer.reason).toBe('The element UsernameToken is not encrypted.');
    expect(answer).toMatchObject(await wrong());
    const all = secret({ elements }, envelope('soap11', token));
    expect(await open({ elements })(all)).toMatchObject({ status: 200, input });
  });

  test('requests without an envelope', async () => {
    const one = school({ security: decrypter(server) });
    const answer = await one.fetch(
      new Request(`http://test${path}/AuthCode`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'code=1&phone=2',
      }),
    );
    expect(answer.status).toBe(401);
    const optional = school({ security: decrypter({ ...server, elements: [] }) });
    const other = await optional.fetch(new Request(`http://test${path}/AuthCode?code=1&phone=2`));
    expect(other.status).toBe(200);
  });

  test('more elements than it takes, before any of it is read', async () => {
    const asked: unknown[] = [];
    const verify = (request: SecurityRequest): undefined => void asked.push(request);
    const limits = { elements: 20 };
    const xml = sealed().replace('</soap:Header>', `<w xmlns="urn:w">${'<a/>'.repeat(20)}</w>$&`);
    const answer = await sender([decrypter(server), verify], { limits })(xml);
    expect(answer.reason).toContain('more than 20 elements');
    expect(asked).toEqual([]);
    expect(answer).toMatchObject(await wrong());
  });

  test('attachments', async () => {
    const head = 'Content-Type: text/xml\r\n\r\n';
    const body = `--b\r\n${head}${sealed()}\r\n--b\r\nContent-ID: <a>\r\n\r\na\r\n--b--\r\n`;
    const answer = await open()(body, {
      'Content-Type': 'multipart/related; boundary=b; type="text/xml"',
    });
    expect(answer.reason).toBe('Attachments are not encrypted.');
  });
});

describe('a shadow', () => {
  test.each([
    ['alone', [decrypter(server)]],
    ['with signatures', [decrypter(server), signatureVerifier(rules)]],
  ])('decrypts requests once, %s', async (_, list) => {
    const seen: unknown[] = [];
    const next = school({ security: list }, (given) => void seen.push(given));
    const both = createShadow(next, { upstream: 'http://127.0.0.1:9', share: 1 });
    const send = async (body: string): Promise<number> => {
      const headers = { 'Content-Type': 'text/xml', SOAPAction: 'http://tempuri.org/AuthCode' };
      const request = new Request(`http://test${path}`, { method: 'POST', headers, body });
      return (await both.fetch(request)).status;
    };
    expect(await send(secret())).toBe(200);
    expect(await send(signed())).toBe(500);
    expect(seen).toEqual([input]);
    await both.close();
  });
});

describe('a message of somebody else', () => {
  /*
   * What WSS4J, Santuario, xmlsec1 and .NET encrypted: encryption-partners.slow.test.ts wrote them. CBC
   * is signed here, as it came.
   */
  const files = readdirSync(fileOf('encrypted'));

  test.each(files.filter((name) => !name.startsWith('signed')))('%s is read', async (name) => {
    const list = [signatureVerifier(rules), decrypter({ ...server, cbc: true })];
    const xml = pem(`encrypted/${name}`);
    expect(await sender(list)(signed({}, xml))).toMatchObject({ status: 200, input });
    const plainly = await open({ cbc: true })(xml);
    expect(plainly.status).toBe(name.includes('cbc') ? 500 : 200);
    const value =
      /(?<=CipherValue>)[^<]+(?=<\/(?:\w+:)?CipherValue><\/(?:\w+:)?CipherData><\/(?:\w+:)?EncryptedData)/;
    const changed = await open({ cbc: true })(flipped(xml, value, 0));
    expect(changed.body).toContain(':FailedCheck<');
  });

  test.each(files.filter((name) => name.startsWith('signed')))('%s is verified', async (name) => {
    const now = (): number => Date.UTC(2026, 0, 1) + 1000;
    const elements = ['Signature', 'Body', '{urn:x}H'];
    const list = [decrypter({ ...server, elements }), signatureVerifier({ ...rules, now })];
    const xml = pem(`encrypted/${name}`);
    expect(await sender(list)(xml)).toMatchObject({ status: 200, reason: undefined, input });
    const again = xml.replace(/<xenc:EncryptedKey.*<\/xenc:EncryptedKey>/s, '');
    expect((await sender(list)(again)).body).toContain(':FailedCheck<');
  });
});

describe('CBC', () => {
  const cbc = { cbc: true };
  const encryption = 'aes128-cbc';
  const unsigned = 'What came in CBC mode is not signed.';

  test('is read if a signature covers it, before or after', async () => {
    expect(await asked(cbc)(secret({ encryption }))).toMatchObject({ status: 200, input });
    const first = signed({}, secret({ encryption }, envelope()));
    const list = [signatureVerifier(rules), decrypter({ ...server, ...cbc })];
    expect(await sender(list)(first)).toMatchObject({ status: 200, reason: undefined, input });
    // a key that is not signed could be replaced by one that gives what is signed another meaning
    const bare = signed({ elements: ['Body', 'Timestamp'] }, secret({ encryption }, envelope()));
    expect((await sender(list)(bare)).reason).toBe('What is encrypted is not signed.');
    const other = /<x:EncryptedKey.*<\/x:EncryptedKey>/s;
    const replaced = signed({}, sealed({ cipher: 'aes-128-cbc' })).replace(
      other,
      keyFor(randomBytes(16), ['ed'], 'ek'),
    );
    expect((await sender(list)(replaced)).body).toContain(':FailedCheck<');
    const all = secret({ encryption, elements: ['Body', 'Signature'] });
    expect(await asked(cbc)(all)).toMatchObject({ status: 200, reason: undefined, input });
  });

  test('is refused without, whoever else accepts the message', async () => {
    expect((await open(cbc)(secret({ encryption }))).reason).toBe(unsigned);
    const token = usernameToken({ username: 'ada', password: 'secret' }).toXML?.() ?? '';
    const list = [
      decrypter({ ...server, ...cbc }),
      signatureVerifier(rules),
      verifyUsernameToken({ password: () => 'secret' }),
    ];
    const named = await sender(list)(secret({ encryption }, envelope('soap11', token)));
    expect(named.reason).toBe(unsigned);
    expect(named.body).toContain(':FailedCheck<');
  });

  test('is refused where the signature covers only other parts', async () => {
    const token = usernameToken({ username: 'ada', password: 'secret' }).toXML?.() ?? '';
    const xml = signed({ elements: ['Body', 'Timestamp'] }, envelope('soap11', token));
    const some = secret({ encryption, elements: ['UsernameToken', 'Body'] }, xml);
    expect((await asked(cbc)(some)).reason).toBe('What is encrypted is not signed.');
    const tls = signatureVerifier({ ...rules, overTls: true });
    const over = sender([decrypter({ ...server, ...cbc }), tls], { trustProxy: true });
    const secure = { 'X-Forwarded-Proto': 'https' };
    const time = secret({ encryption }, signed({ elements: ['Timestamp'] }));
    expect((await over(time, secure)).status).toBe(500);
  });

  test('is verified as far as it can be read, whatever is wrong with it', async () => {
    const seen: (string | undefined)[] = [];
    const verify = (request: SecurityRequest): undefined => void seen.push(request.envelope);
    const elements = ['Body', 'Signature'];
    const ask = sender([decrypter({ ...server, ...cbc, elements }), verify]);
    const xml = secret({ encryption, elements });
    const value = /(?<=<soap:Body.*<xenc:CipherValue>)[^<]+/s;
    const bodies = new Set<string>();
    for (const one of [xml, flipped(xml, value, -1), flipped(xml, value, 20)]) {
      bodies.add((await ask(one)).body);
    }
    expect(bodies.size).toBe(1);
    expect(seen.map((text) => /<ds:SignedInfo/.test(text ?? ''))).toEqual([true, true, true]);
    expect(seen.map((text) => /<code>1</.test(text ?? ''))).toEqual([true, false, false]);
  });

  test('gets the same answer for each change of a byte', async () => {
    const ask = asked(cbc);
    const xml = secret({ encryption });
    const value = /(?<=cbc"\/>.*<xenc:CipherValue>)[^<]+/s;
    const bodies = new Set<string>();
    for (let at = 0; at < 96; at += 5) {
      const answer = await ask(flipped(xml, value, at));
      expect(answer.input).toBeUndefined();
      bodies.add(`${answer.status} ${answer.body}`);
    }
    bodies.add(`500 ${(await ask(flipped(xml, value, -1))).body}`);
    expect(bodies.size).toBe(1);
    expect((await ask(xml)).status).toBe(200);
  });
});

describe('prefixes', () => {
  const list = [signatureVerifier(rules), decrypter(server)];

  test('from around what is encrypted go with it', async () => {
    const outer = envelope()
      .replace('</AuthCode>', '<q:a/>$&')
      .replace('<soap:Envelope', '$& xmlns:q="urn:q"');
    const xml = signed({}, secret({}, outer)).replace('urn:q', 'urn:evil');
    expect(xml).toContain('urn:evil');
    expect(await sender(list)(xml)).toMatchObject({ status: 200, reason: undefined });
  });

  test('that are not signed are refused where the signature is of what is encrypted', async () => {
    const element = plain.replace('</AuthCode>', '<q:a/>$&');
    for (const plaintext of [element, inner('q:a')]) {
      const xml = sealed({ plaintext });
      expect((await open()(xml)).status).toBe(200);
      expect((await sender(list)(signed({}, xml))).reason).toBe(
        'The meaning of a prefix in what is encrypted is not signed.',
      );
    }
    const own = element.replace('<AuthCode', '$& xmlns:q="urn:q"');
    expect(await sender(list)(signed({}, sealed({ plaintext: own })))).toMatchObject({
      status: 200,
      reason: undefined,
    });
  });
});

test('the IDs of a message are found once for all references', () => {
  const tree = readTree('<a><b Id="one"/><c Id="two"/><d ID="two"/></a>');
  let walks = 0;
  const watched: Tree = {
    ...tree,
    get root() {
      walks += 1;
      return tree.root;
    },
  };
  expect(elementWithId(watched, 'one').name.local).toBe('b');
  expect(() => elementWithId(watched, 'two')).toThrow('is not that of one element.');
  expect(() => elementWithId(watched, 'three')).toThrow('There is no element');
  expect(walks).toBe(1);
});

test('a decrypter refuses settings that cannot be right', () => {
  expect(() => decrypter({ ...server, cert: pem('client.pem') })).toThrow('not that of the key');
  expect(() => decrypter({ ...server, key: 'x' })).toThrow('The key cannot be read');
  expect(() => decrypter(keyOf('ec'))).toThrow('RSA-OAEP needs an RSA key, not ec.');
  const list = [decrypter(server)];
  expect(() => school({ security: [...list, {} as never] })).toThrow('security is a function');
});
