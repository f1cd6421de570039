import { describe, expect, test } from '@jest/globals';
import { BasicAuthSecurity, BearerSecurity, NTLMSecurity, WSSecurity } from 'soap';
import { createCaller } from '../../../src/runtime/client/call.ts';
import {
  type AnySoapHeaders,
  type ClientOptions,
  type SoapSecurity,
  userAgent,
} from '../../../src/runtime/client/request.ts';
import { AuthCode, GenerateReport, GetAboutUs, Notify } from './descriptors.ts';
import { authCode, envelope, form, soap11, soap12, text11, text12 } from './messages.ts';

const input = { code: 'é&1', phone: ' ' };
const body = authCode('é&amp;1', ' ');

function caller(options: ClientOptions<AnySoapHeaders> = {}): ReturnType<typeof createCaller> {
  return createCaller(options, { baseUrl: 'http://localhost:8080', soapHeaders: ['Credentials'] });
}

describe('the exact request', () => {
  test('SOAP 1.1', async () => {
    const xml = envelope(soap11, body);
    expect(await caller().prepare(AuthCode, input)).toEqual({
      service: 'AuthCodeSending',
      operation: 'AuthCode',
      binding: 'soap11',
      method: 'POST',
      url: 'http://localhost:8080/AuthCodeSending.asmx',
      headers: {
        'Content-Type': text11,
        'Content-Length': String(Buffer.byteLength(xml)),
        SOAPAction: '"http://tempuri.org/AuthCode"',
        'User-Agent': userAgent,
      },
      body: xml,
    });
  });

  test('SOAP 1.2 has no action', async () => {
    const xml = envelope(soap12, body);
    const request = await caller().prepare(AuthCode, input, { binding: 'soap12' });
    expect(request.headers).toEqual({
      'Content-Type': text12,
      'Content-Length': String(Buffer.byteLength(xml)),
      'User-Agent': userAgent,
    });
    expect(request.body).toBe(xml);
  });

  test('HTTP GET', async () => {
    const request = await caller().prepare(AuthCode, input, { binding: 'httpGet' });
    const headers = { 'User-Agent': userAgent };
    expect([request.method, request.headers, request.body]).toEqual(['GET', headers, undefined]);
    expect(request.url).toBe(
      'http://localhost:8080/AuthCodeSending.asmx/AuthCode?code=%C3%A9%261&phone=%20',
    );
    const none = await caller().prepare(GetAboutUs, {}, { binding: 'httpGet' });
    expect(none.url).toBe('http://localhost:8080/AboutUs.asmx/GetAboutUs?');
  });

  test('HTTP POST', async () => {
    const request = await caller().prepare(AuthCode, input, { binding: 'httpPost' });
    expect(request.url).toBe('http://localhost:8080/AuthCodeSending.asmx/AuthCode');
    expect(request.body).toBe('code=%C3%A9%261&phone=%20');
    expect(request.headers).toEqual({
      'Content-Type': form,
      'Content-Length': '25',
      'User-Agent': userAgent,
    });
    const none = await caller().prepare(GetAboutUs, {}, { binding: 'httpPost' });
    expect([none.body, none.headers]).toEqual([
      '',
      { 'Content-Type': form, 'Content-Length': '0', 'User-Agent': userAgent },
    ]);
  });

  test('SOAP headers', async () => {
    const request = await caller().prepare(
      GenerateReport,
      { studentId: 1 },
      { soapHeaders: { Credentials: { user: '<u>' } } },
    );
    expect(request.body).toContain(
      '<soap:Header><Credentials xmlns="http://tempuri.org/"><user>&lt;u&gt;</user></Credentials></soap:Header><soap:Body>',
    );
  });
});

describe('SOAP headers of the client', () => {
  const Credentials = { user: 'client' };
  const header = (user: string): string =>
    `<soap:Header><Credentials xmlns="http://tempuri.org/"><user>${user}</user></Credentials></soap:Header>`;

  test('are those of every call whose operation declares them', async () => {
    const client = caller({ soapHeaders: { Credentials, Other: undefined } });
    const request = await client.prepare(GenerateReport, { studentId: 1 });
    expect(request.body).toContain(header('client'));
    expect((await client.prepare(AuthCode, input)).body).not.toContain('Header');
  });

  test.each([
    ['values', { Credentials, Session: 1 }],
    ['a function', () => ({ Credentials, Session: 1 })],
    ['an async function', async () => ({ Credentials, Session: 1 })],
  ])('are errors where no operation of the contract has them: %s', async (_what, soapHeaders) => {
    const message = expect.stringContaining("no SOAP header 'Session'; declared: Credentials.");
    const unknown = { code: 'encode', message };
    const send = (client: ReturnType<typeof createCaller>): Promise<unknown> =>
      client.prepare(GenerateReport, { studentId: 1 });
    await expect(send(caller({ soapHeaders }))).rejects.toMatchObject(unknown);
    const defaults = { baseUrl: 'http://h', soapHeaders: ['Credentials', 'Session'] };
    await expect(send(createCaller({ soapHeaders }, defaults))).resolves.toMatchObject({
      body: expect.stringContaining(header('client')),
    });
  });

  test('are errors over every binding, also of operations without headers', async () => {
    const client = caller({ soapHeaders: { constructor: 1 } as never });
    for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
      await expect(client.prepare(AuthCode, input, { binding })).rejects.toMatchObject({
        code: 'encode',
        message: expect.stringContaining("no SOAP header 'constructor'; declared: Credentials."),
      });
    }
  });

  test('are below those of the call', async () => {
    const client = caller({ soapHeaders: { Credentials } });
    const send = async (soapHeaders: { Credentials?: { user: string } | undefined }) =>
      (await client.prepare(GenerateReport, { studentId: 1 }, { soapHeaders })).body;
    expect(await send({ Credentials: { user: 'call' } })).toContain(header('call'));
    expect(await send({})).toContain(header('client'));
    expect(await send({ Credentials: undefined })).not.toContain('Header');
  });

  test.each(['httpGet', 'httpPost'] as const)('are left out over %s', async (binding) => {
    const soapHeaders = (): never => {
      throw new Error('no one may ask');
    };
    const given = [{ Credentials }, soapHeaders] as const;
    for (const one of given) {
      const client = caller({ soapHeaders: one });
      const request = await client.prepare(GenerateReport, { studentId: 1 }, { binding });
      expect(request.binding).toBe(binding);
    }
  });

  test('come from a function of the operation, asked before each call that has any', async () => {
    const asked: unknown[] = [];
    const give = async (operation: { name: string }) => {
      asked.push(operation);
      return { Credentials: { user: `${operation.name} ${asked.length}` } };
    };
    const client = caller({ soapHeaders: give });
    expect((await client.prepare(GenerateReport, { studentId: 1 })).body).toContain(
      header('GenerateReport 1'),
    );
    expect((await client.prepare(GenerateReport, { studentId: 1 })).body).toContain(
      header('GenerateReport 2'),
    );
    await client.prepare(AuthCode, input);
    expect(asked).toEqual([GenerateReport, GenerateReport]);
    const sync = caller({ soapHeaders: () => ({ Credentials: { user: 'sync' } }) });
    expect((await sync.prepare(GenerateReport, { studentId: 1 })).body).toContain(header('sync'));
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('no token');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no token'))],
  ])(
    'fail as the call does, where their function %s',
    async (_how, soapHeaders: () => Promise<never>) => {
      await expect(
        caller({ soapHeaders }).prepare(GenerateReport, { studentId: 1 }),
      ).rejects.toMatchObject({
        code: 'encode',
        operation: expect.stringMatching(/\.GenerateReport$/),
        binding: 'soap11',
        cause: new Error('no token'),
      });
    },
  );
});

describe('where and how', () => {
  test.each([
    [{ baseUrl: 'https://school.test/' }, {}, 'https://school.test/AuthCodeSending.asmx'],
    [{ baseUrl: 'http://h/prefix' }, {}, 'http://h/prefix/AuthCodeSending.asmx'],
    [{ endpoint: 'http://h/other?t=1' }, {}, 'http://h/other?t=1'],
    [{ endpoint: 'http://h/other' }, { endpoint: 'http://h/third' }, 'http://h/third'],
    [{ endpoint: 'http://h/o?t=1' }, { binding: 'httpPost' } as const, 'http://h/o/AuthCode?t=1'],
    [
      { endpoint: 'http://h/o?t=1' },
      { binding: 'httpGet' } as const,
      'http://h/o/AuthCode?t=1&code=&phone=',
    ],
  ])('%j %j', async (options, call, url) => {
    expect((await caller(options).prepare(AuthCode, {}, call)).url).toBe(url);
  });

  test.each(['file:///etc/passwd', 'localhost:80', '//h', 'ftp://h', 'http://', 'http://a b'])(
    '%s is refused',
    async (baseUrl) => {
      await expect(caller({ baseUrl }).prepare(AuthCode, {})).rejects.toMatchObject({
        name: 'AsmxError',
        code: 'encode',
      });
    },
  );

  test('no URL at all', async () => {
    await expect(createCaller({}, {}).call(AuthCode, {})).rejects.toMatchObject({ code: 'encode' });
  });

  test('the client prefers a binding where the operation has it', async () => {
    const client = caller({ binding: 'httpGet' });
    expect((await client.prepare(AuthCode, {})).binding).toBe('httpGet');
    expect((await client.prepare(Notify, {})).binding).toBe('soap11');
    expect((await client.prepare(AuthCode, {}, { binding: 'soap12' })).binding).toBe('soap12');
  });

  test('a binding the operation lacks is an encode error', async () => {
    await expect(
      caller().prepare(Notify, {}, { binding: 'httpGet' as never }),
    ).rejects.toMatchObject({
      code: 'encode',
      message: 'Notify has no binding httpGet.',
    });
  });

  test('another namespace replaces declarations and the action, and nothing in values', async () => {
    const client = caller({ namespace: 'urn:school' });
    const value = ' xmlns="http://tempuri.org/" ';
    const request = await client.prepare(AuthCode, { code: value, phone: '"http://tempuri.org/"' });
    expect(request.headers.SOAPAction).toBe('"urn:school/AuthCode"');
    expect(request.body).toBe(
      envelope(
        soap11,
        `<AuthCode xmlns="urn:school"><code>${value}</code><phone>"http://tempuri.org/"</phone></AuthCode>`,
      ),
    );
  });

  test('input that does not fit is an encode error', async () => {
    await expect(caller().call(AuthCode, { code: '\u0000' })).rejects.toMatchObject({
      code: 'encode',
      operation: 'AuthCodeSending.AuthCode',
      binding: 'soap11',
    });
    await expect(caller().call(AuthCode, undefined as never)).rejects.toMatchObject({
      code: 'encode',
    });
    await expect(
      caller().call(AuthCode, { code: '\ud800', phone: '' }, { binding: 'httpGet' }),
    ).rejects.toMatchObject({ code: 'encode' });
  });
});

describe('HTTP headers', () => {
  test('come from the client and the call, the call winning in any letter case', async () => {
    const request = await caller({ headers: { 'X-A': '1', 'X-B': '1' } }).prepare(
      AuthCode,
      {},
      { headers: { 'x-a': '2', soapaction: '"urn:x"' } },
    );
    expect(request.headers).toMatchObject({ 'X-B': '1', 'x-a': '2', soapaction: '"urn:x"' });
    expect(Object.keys(request.headers)).not.toContain('SOAPAction');
  });

  test('may be a function, also an async one', async () => {
    let count = 0;
    const client = caller({ headers: async () => ({ Authorization: `Bearer ${++count}` }) });
    expect((await client.prepare(AuthCode, {})).headers.Authorization).toBe('Bearer 1');
    expect((await client.prepare(AuthCode, {})).headers.Authorization).toBe('Bearer 2');
    expect((await caller({ headers: () => ({ a: 'b' }) }).prepare(AuthCode, {})).headers.a).toBe(
      'b',
    );
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('no token');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no token'))],
  ])('a function that %s fails the call', async (_name, headers) => {
    await expect(caller({ headers }).call(AuthCode, {})).rejects.toMatchObject({
      code: 'encode',
      cause: { message: 'no token' },
    });
  });

  test('compression is asked for when wanted', async () => {
    expect(
      (await caller({ compression: true }).prepare(AuthCode, {})).headers['Accept-Encoding'],
    ).toBe('gzip, deflate, br');
  });
});

describe('security objects of the soap package', () => {
  test('UsernameToken goes into the header of the envelope', async () => {
    const security = new WSSecurity('user', '<pass>', { hasTimeStamp: false });
    const { body } = await caller({ security }).prepare(AuthCode, {});
    expect(body).toContain('<soap:Header><wsse:Security ');
    expect(body).toContain('<wsse:Username>user</wsse:Username>');
    expect(body).toContain('&lt;pass&gt;</wsse:Password>');
  });

  test('Basic and Bearer are HTTP headers', async () => {
    const basic = await caller({ security: new BasicAuthSecurity('u', 'p') }).prepare(AuthCode, {});
    expect(basic.headers.Authorization).toBe('Basic dTpw');
    const bearer = await caller({ security: new BearerSecurity('t') }).prepare(
      AuthCode,
      {},
      { binding: 'httpPost' },
    );
    expect(bearer.headers.Authorization).toBe('Bearer t');
  });
});

describe('security objects', () => {
  test('addHeaders and toXML', async () => {
    const security = {
      token: 't',
      addHeaders(headers: Record<string, string>): void {
        headers.Authorization = `Bearer ${this.token}`;
      },
      toXML(): string {
        return `<wsse:Security xmlns:wsse="urn:wsse">${this.token}</wsse:Security>`;
      },
    };
    const request = await caller({ security }).prepare(AuthCode, {});
    expect(request.headers.Authorization).toBe('Bearer t');
    expect(request.body).toContain(
      '<soap:Header><wsse:Security xmlns:wsse="urn:wsse">t</wsse:Security></soap:Header>',
    );
  });

  describe.each(['httpGet', 'httpPost'] as const)('over %s', (binding) => {
    const refused = {
      name: 'AsmxError',
      code: 'encode',
      operation: 'AuthCodeSending.AuthCode',
      binding,
      message: expect.stringContaining(`${binding} has no envelope`),
    };
    const signer = { postProcess: (xml: string): string => xml };
    test.each<readonly [string, SoapSecurity]>([
      ['a UsernameToken', new WSSecurity('user', 'pass')],
      ['a timestamp alone', { toXML: () => '<Timestamp/>' }],
      ['a signature', signer],
      ['a signature beside a header', { ...signer, addHeaders: () => undefined }],
    ])('%s cannot be sent: the call is refused', async (_name, security) => {
      const sent: string[] = [];
      const client = caller({
        security,
        fetch: (url) => {
          sent.push(url);
          return Promise.reject(new Error('sent'));
        },
      });
      await expect(client.call(AuthCode, {}, { binding })).rejects.toMatchObject(refused);
      await expect(client.prepare(AuthCode, {}, { binding })).rejects.toMatchObject(refused);
      expect(sent).toEqual([]);
    });

    test.each<readonly [string, SoapSecurity]>([
      ['Basic', new BasicAuthSecurity('u', 'p')],
      ['Bearer', new BearerSecurity('t')],
      ['NTLM', new NTLMSecurity({ username: 'u', password: 'p' })],
      ['white space for XML', { toXML: () => '\n' }],
    ])('%s is none of the envelope', async (_name, security) => {
      const request = await caller({ security }).prepare(AuthCode, {}, { binding });
      expect(request.binding).toBe(binding);
    });

    test('SOAP headers of the call cannot be sent either', async () => {
      const soapHeaders = { Credentials: { user: 'u' } };
      await expect(
        caller().prepare(GenerateReport, { studentId: 1 }, { binding, soapHeaders }),
      ).rejects.toMatchObject({
        code: 'encode',
        message: expect.stringContaining("no envelope for the SOAP header 'Credentials'"),
      });
      const none = await caller().prepare(
        GenerateReport,
        { studentId: 1 },
        { binding, soapHeaders: {} },
      );
      expect(none.binding).toBe(binding);
    });
  });

  test('postProcess changes the finished envelope, which has a header for the signature', async () => {
    const security = {
      toXML: (): string => 'not used',
      postProcess(xml: string, key: string): string {
        expect(xml).toContain(`<${key}:Header>`);
        return xml.replace(`</${key}:Header>`, `<Signature/></${key}:Header>`);
      },
    };
    const request = await caller({ security }).prepare(AuthCode, {});
    expect(request.body).toContain('<Signature/></soap:Header>');
    expect(request.headers['Content-Length']).toBe(String(request.body?.length));
  });
});
