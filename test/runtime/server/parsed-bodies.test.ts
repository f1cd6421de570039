import { afterEach, expect, test } from '@jest/globals';
import { AuthCode, GenerateReport } from '../wire/descriptors.ts';
import { request, start, type WireAnswer } from '../wire/exchange.ts';
import { authCode, envelope, form, soap11, text11 } from '../wire/messages.ts';
import { createServer } from '../wire/serve.ts';

let close = (): void => undefined;
let inputs: unknown[] = [];
let told: unknown[] = [];

afterEach(() => {
  close();
  inputs = [];
  told = [];
});

const note = (input: unknown): void => void inputs.push(input);

/** Sends a request behind a parser that leaves these properties. */
async function behind(
  left: object,
  headers: Readonly<Record<string, string>> = { 'Content-Type': form },
  target = '/AuthCodeSending.asmx/AuthCode',
): Promise<WireAnswer> {
  const { listener } = createServer(
    [
      { operation: AuthCode, handler: note },
      { operation: GenerateReport, handler: note },
    ],
    { limits: { bodyBytes: 100_000 }, onError: (error) => told.push(error) },
  );
  const { server, port } = await start((incoming, response) => {
    incoming.resume();
    incoming.on('end', () => {
      Object.assign(incoming, left);
      listener(incoming, response);
    });
  });
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return request(port, `POST ${target}`, headers, 'body');
}

const missing = 'Missing parameter: code.\r\n';
/** `[[[…]]]` */
const nested = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;

test.each<[string, unknown, unknown]>([
  ['texts', { code: 'a', phone: 'é&=' }, { code: 'a', phone: 'é&=' }],
  ['lists of texts', { code: ['a', 'b'], phone: 'x' }, { code: 'a,b', phone: 'x' }],
  ['an empty text', { code: '', phone: 'x' }, { code: '', phone: 'x' }],
  [
    'text beside a name with brackets',
    { code: ['a', { b: 'c' }], phone: 'x' },
    { code: 'a', phone: 'x' },
  ],
  [
    'lone surrogates',
    { code: '\ud800a\udc00', phone: '\ud83d\ude00' },
    { code: '\ufffda\ufffd', phone: '\ud83d\ude00' },
  ],
  [
    'no prototype',
    Object.assign(Object.create(null), { code: 'a', phone: 'x' }),
    { code: 'a', phone: 'x' },
  ],
])('a form: %s', async (_name, body, input) => {
  const answer = await behind({ body });
  expect([answer.status, inputs, told]).toEqual([200, [input], []]);
});

test.each<[string, unknown]>([
  ['a name with brackets', { code: { toString: 'x' }, phone: 'x' }],
  ['names within names', { code: { a: { b: 'x' } }, phone: 'x' }],
  ['a lone surrogate as name', { '\ud800': 'a', phone: 'x' }],
  ['a number', { code: 5, phone: 'x' }],
  ['true', { code: true, phone: 'x' }],
  ['null', { code: null, phone: 'x' }],
  ['an empty list', { code: [], phone: 'x' }],
  ['5,000 nested lists', { code: nested, phone: 'x' }],
  ['a list as body', ['a', 'x']],
  ['a symbol', { code: Symbol('x'), phone: 'x' }],
  ['an object without toString', { code: Object.create(null), phone: 'x' }],
  ['__proto__', JSON.parse('{ "__proto__": { "code": "a" }, "phone": "x" }')],
])('no parameter: %s', async (_name, body) => {
  const answer = await behind({ body });
  expect([answer.status, answer.headers['content-type'], answer.body]).toEqual([
    500,
    'text/plain; charset=utf-8',
    missing,
  ]);
  expect(inputs).toEqual([]);
});

test('JSON is for scripts, as without a parser', async () => {
  const answer = await behind({ body: { code: 'a' } }, { 'Content-Type': 'application/json' });
  expect(answer.status).toBe(500);
  expect(answer.body).toContain('Only Web services with a [ScriptService] attribute');
});

const action = { SOAPAction: '"http://tempuri.org/AuthCode"' };
const latin = 'charset=iso-8859-1';

test('a decoded text is read as such, whatever the charset was', async () => {
  const xml = envelope(soap11, authCode('é')).replace('utf-8', 'iso-8859-1');
  const asXml = { 'Content-Type': `text/xml; ${latin}`, ...action };
  expect((await behind({ body: xml }, asXml, '/AuthCodeSending.asmx')).status).toBe(200);
  close();
  await behind({ body: { code: 'é', phone: '2' } }, { 'Content-Type': `${form}; ${latin}` });
  close();
  const bytes = Buffer.from(envelope(soap11, authCode('é')), 'latin1');
  await behind({ rawBody: bytes }, asXml, '/AuthCodeSending.asmx');
  const input = { code: 'é', phone: '2' };
  expect(inputs).toEqual([input, input, input]);
});

test.each<[string, unknown]>([
  ['null', null],
  ['a number', 7],
  ['a function', () => undefined],
])('a body that is %s is an error that says so', async (_name, body) => {
  const answer = await behind({ body });
  expect([answer.status, answer.body]).toEqual([
    500,
    expect.stringContaining('The body was read by another handler.'),
  ]);
  expect(told).toMatchObject([{ name: 'RequestError' }]);
});

test('fields that throw when they are read are answered without a stack', async () => {
  const body = Object.defineProperty({}, 'code', {
    enumerable: true,
    get() {
      throw new Error('trapped');
    },
  });
  const answer = await behind({ body });
  expect(answer.status).toBe(500);
  expect(answer.body).not.toContain('trapped');
  expect(told).toMatchObject([{ message: 'trapped' }]);
});

test('the limit of the body holds', async () => {
  const answer = await behind({ body: { code: 'x'.repeat(200_000) } });
  expect([answer.status, answer.body]).toEqual([500, 'Maximum request length exceeded.\r\n']);
  close();
  const text = await behind(
    { body: 'x'.repeat(200_000) },
    { 'Content-Type': text11, ...action },
    '/AuthCodeSending.asmx',
  );
  expect(text.body).toContain('Maximum request length exceeded.');
});
