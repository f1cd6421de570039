import { afterEach, describe, expect, test } from '@jest/globals';
import type { ServerOptions } from '../../../src/runtime/server/options.ts';
import { AuthCode, type AuthCodeInput, GenerateReport, GetAboutUs, Notify } from './descriptors.ts';
import { request, start } from './exchange.ts';
import { authCode, envelope, fault11, form, soap11, soap12, text11, text12 } from './messages.ts';
import { createServer, type Served } from './serve.ts';

let close: () => void = () => undefined;
let inputs: unknown[] = [];

afterEach(() => {
  close();
  inputs = [];
});

async function open(routes: readonly Served[], options: ServerOptions = {}): Promise<number> {
  const { server, port } = await start(createServer(routes, options).listener);
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return port;
}

const note = (input: AuthCodeInput): void => void inputs.push(input);
const own = 'POST /AuthCodeSending.asmx';
const reply = (version: string): string =>
  envelope(version, '<AuthCodeResponse xmlns="http://tempuri.org/" />');
const noAction =
  'Unable to handle request without a valid action parameter. Please supply a valid soap action.';

test('SOAP 1.1 alone', async () => {
  const port = await open([{ operation: { ...AuthCode, bindings: ['soap11'] }, handler: note }]);
  const send = (type: string, body: string, headers: Record<string, string> = {}) =>
    request(port, own, { 'Content-Type': type, ...headers }, body);
  const absent = await send(text11, envelope(soap11, authCode()));
  expect([absent.status, absent.body]).toEqual([500, fault11('Client', noAction)]);
  const action = { SOAPAction: '"http://tempuri.org/AuthCode"' };
  expect((await send(text11, envelope(soap11, authCode()), action)).body).toBe(reply(soap11));
  const newer = await send(text11, envelope(soap12, authCode()), action);
  expect(newer.headers['content-type']).toBe(text11);
  expect(newer.body).toContain('<faultcode>soap:VersionMismatch</faultcode>');
  expect(newer.body).toContain(`namespace ${soap12} was unexpected. Expecting ${soap11}.`);
  expect(newer.body.match(/<soap12:SupportedEnvelope [^>]*>/g)).toEqual([
    `<soap12:SupportedEnvelope qname="soap:Envelope" xmlns:soap="${soap11}" />`,
  ]);
});

test.each(['\0', '\0\0\0', ' \0 the rest of a buffer', '\n\0</old>\0'])(
  'a message ends at a NUL behind its root: %j',
  async (tail) => {
    const port = await open([{ operation: AuthCode, handler: note }]);
    const headers = { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/AuthCode"' };
    const whole = envelope(soap11, authCode());
    expect((await request(port, own, headers, whole + tail)).body).toBe(reply(soap11));
    const broken = whole.replace('</soap:Body>', `${tail}</soap:Body>`);
    expect((await request(port, own, headers, broken)).status).toBe(400);
  },
);

describe('routing by the element', () => {
  const routes = [
    { operation: AuthCode, handler: note },
    { operation: GenerateReport, handler: () => 'x' },
  ];
  test.each(['AuthCodeSending', '/AuthCodeSending.asmx'])('of a service named %s', async (name) => {
    const port = await open(routes, { routeByElement: [name] });
    const send = (headers: Record<string, string>, body: string) =>
      request(port, own, { 'Content-Type': text11, ...headers }, envelope(soap11, body));
    for (const SOAPAction of ['""', '', '"http://tempuri.org/GenerateReport"', '"urn:x"']) {
      expect((await send({ SOAPAction }, authCode())).body).toBe(reply(soap11));
    }
    // Without the header it is SOAP 1.2 that looks for the operation, by the element as well.
    expect((await send({}, authCode())).body).toBe(reply(soap11));
    expect(inputs).toHaveLength(5);
    const other = authCode().replaceAll('AuthCode', 'authcode');
    expect((await send({ SOAPAction: '"http://tempuri.org/AuthCode"' }, other)).body).toBe(
      fault11(
        'Client',
        "The request element &lt;authcode xmlns='http://tempuri.org/'&gt; was not recognized.",
      ),
    );
    expect((await send({}, other)).body).toBe(fault11('Client', noAction));
  });

  test('is for the services named alone', async () => {
    const port = await open(routes, { routeByElement: ['Another'] });
    const headers = { 'Content-Type': text11, SOAPAction: '"urn:x"' };
    const answer = await request(port, own, headers, envelope(soap11, authCode()));
    expect(answer.body).toContain('did not recognize the value of HTTP Header SOAPAction: urn:x.');
  });
});

describe('US-ASCII where no charset is known', () => {
  test.each([
    ['no charset', 'text/xml', 'é', '??'],
    ['an unknown charset', 'text/xml; charset=x-nope', 'é', '??'],
    ['a known charset', text11, 'é', 'é'],
  ])('%s', async (_name, type, sent, read) => {
    const port = await open([{ operation: AuthCode, handler: note }], {
      parity: { asciiDefault: true },
    });
    const headers = { 'Content-Type': type, SOAPAction: '"http://tempuri.org/AuthCode"' };
    const body = envelope(soap11, authCode(sent));
    await request(port, own, headers, body);
    await request(port, own, headers, `\ufeff${body}`);
    // A byte order mark wins.
    expect(inputs).toEqual([
      { code: read, phone: '2' },
      { code: sent, phone: '2' },
    ]);
  });
});

describe('HTTP POST', () => {
  const target = 'POST /AuthCodeSending.asmx/AuthCode';

  test('without a content type is no form, unless the operation has no parameters', async () => {
    const port = await open([
      { operation: AuthCode, handler: note },
      { operation: GetAboutUs, handler: () => 'about' },
    ]);
    for (const body of ['code=1&phone=2', '']) {
      const answer = await request(port, target, {}, body);
      expect([answer.status, answer.body]).toEqual([500, 'Request format is invalid: .\r\n']);
    }
    expect((await request(port, 'POST /AboutUs.asmx/GetAboutUs', {})).status).toBe(200);
  });

  test.each([form.toUpperCase(), `${form};charset=UTF-8`, `${form}; a=b`])(
    'a form may say: %s',
    async (type) => {
      const port = await open([{ operation: AuthCode, handler: note }]);
      const answer = await request(port, target, { 'Content-Type': type }, 'code=%C3%A9&phone=2');
      expect([answer.status, inputs]).toEqual([200, [{ code: 'é', phone: '2' }]]);
    },
  );

  test('request validation looks at forms, too', async () => {
    const port = await open([{ operation: AuthCode, handler: note }], {
      parity: { requestValidation: true },
    });
    const send = (body: string) => request(port, target, { 'Content-Type': form }, body);
    const refused = await send('code=%3Cscript%3E&phone=2');
    expect([refused.status, refused.headers['content-type'], refused.body]).toEqual([
      500,
      'text/plain; charset=utf-8',
      'A potentially dangerous Request.Form value was detected from the client (code=&quot;&lt;script&gt;&quot;).\r\n',
    ]);
    expect((await send('code=1 %3C 2&phone=a%26b')).status).toBe(200);
  });
});

describe('one-way', () => {
  const body = '<Notify xmlns="http://tempuri.org/"><code>5</code></Notify>';

  test.each([
    ['SOAP 1.1', { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/Notify"' }, soap11],
    ['SOAP 1.2', { 'Content-Type': text12 }, soap12],
  ])('over %s what the handler throws is dropped', async (_name, headers, version) => {
    let tell: (error: unknown) => void = () => undefined;
    const told = new Promise((resolve) => {
      tell = resolve;
    });
    const fail = (): never => {
      throw new Error('no one hears');
    };
    const port = await open(
      [{ operation: { ...Notify, bindings: ['soap11', 'soap12'] }, handler: fail }],
      {
        onError: (error) => tell(error),
      },
    );
    const answer = await request(port, 'POST /Push.asmx', headers, envelope(version, body));
    expect([answer.status, answer.reason, answer.body]).toEqual([202, 'Accepted', '']);
    expect(answer.headers['content-type']).toBeUndefined();
    expect(answer.headers['content-length']).toBe('0');
    expect(await told).toEqual(new Error('no one hears'));
  });
});

test('a body with a content coding is not XML: no one decodes requests', async () => {
  const port = await open([{ operation: AuthCode, handler: note }]);
  const { gzipSync } = await import('node:zlib');
  const headers = {
    'Content-Type': text11,
    'Content-Encoding': 'gzip',
    SOAPAction: '"http://tempuri.org/AuthCode"',
  };
  const answer = await request(port, own, headers, gzipSync(envelope(soap11, authCode())));
  expect([answer.status, answer.body, inputs]).toEqual([400, '', []]);
});
