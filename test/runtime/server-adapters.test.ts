import { createServer as createHttpServer } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { BodyRest } from '../../src/runtime/operation/descriptor.ts';
import { type LambdaEvent, lambdaHandler } from '../../src/runtime/server/fetch.ts';
import type { Context, Server, ServerOptions } from '../../src/runtime/server/options.ts';
import { readForwarding, readIpAddress } from '../../src/runtime/server/proxies.ts';
import { afterRest, type NodeListener } from '../../src/runtime/server/request.ts';
import { sessions } from '../../src/runtime/server/sessions.ts';
import { both, both as bothWithBody, path, school, soap } from './server/front.ts';
import { AuthCode, GenerateReport } from './wire/descriptors.ts';
import { request, start, type WireAnswer } from './wire/exchange.ts';
import { authCode, envelope, form, soap11, text11 } from './wire/messages.ts';
import { createServer } from './wire/serve.ts';

describe('callbacks', () => {
  let close = (): void => undefined;
  afterEach(() => close());

  const problem = new Error('the log is down');
  const throws = (): never => {
    throw problem;
  };
  const rejects = async (): Promise<never> => throws();
  /** A thenable that fails when it is asked. */
  const broken = (): object => Object.defineProperty({}, 'then', { get: throws });

  const ways: readonly (readonly [string, () => unknown])[] = [
    ['throws', throws],
    ['rejects', rejects],
    ['gives a broken thenable', broken],
  ];

  const get = '/AuthCodeSending.asmx/AuthCode?code=1&phone=2';

  /** Serves over a connection; ends with the test. */
  async function listen(listener: NodeListener): Promise<number> {
    const http = createHttpServer(listener);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    close = () => {
      http.closeAllConnections();
      http.close();
    };
    const address = http.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  type Ask = (line: string) => Promise<number>;

  /** Sends requests over a connection, and to `fetch`. */
  async function both(server: Server, check: (ask: Ask) => Promise<void>): Promise<void> {
    await check(async (line) => {
      const [method = '', target = ''] = line.split(' ');
      return (await server.fetch(`http://school.test${target}`, { method })).status;
    });
    const port = await listen(server.listener);
    await check(async (line) => (await request(port, line, {})).status);
    // an unhandled rejection would make this test fail now
    await new Promise((resolve) => setImmediate(resolve));
  }

  const pages = async () => ({
    documentation: { answer: () => ({ status: 200, headers: {}, body: 'page' }) },
  });

  function school(options: ServerOptions, handler: () => unknown = () => undefined): Server {
    return createServer([{ operation: AuthCode, handler }], options, pages);
  }

  describe.each(ways)('a callback that %s', (_way, call) => {
    test('as onError: the answer is sent', async () => {
      let calls = 0;
      const onError = (): never => {
        calls += 1;
        return call() as never;
      };
      await both(school({ onError }, throws), async (ask) => {
        expect(await ask(`GET ${get}`)).toBe(500);
      });
      expect(calls).toBe(2);
    });

    test('as clientAddress: the client is remote, and onError knows', async () => {
      const errors: unknown[] = [];
      const options: ServerOptions = {
        pages: 'local',
        wsdl: 'local',
        httpPost: 'local',
        clientAddress: call as () => string,
        onError: (error) => errors.push(error),
      };
      const seen: unknown[] = [];
      const server = createServer(
        [{ operation: AuthCode, handler: (_: unknown, { ip, local }) => seen.push(ip, local) }],
        options,
        pages,
      );
      await both(server, async (ask) => {
        expect(await ask('GET /')).toBe(404);
        expect(await ask('GET /AuthCodeSending.asmx?WSDL')).toBe(200);
        expect(await ask('POST /AuthCodeSending.asmx/AuthCode')).toBe(500);
        expect(await ask(`GET ${get}`)).toBe(200);
      });
      expect(seen).toEqual([undefined, false, undefined, false]);
      expect(errors.length).toBeGreaterThanOrEqual(8);
    });

    test.each([
      ['context', (one: () => unknown): ServerOptions => ({ context: one })],
      ['an interceptor', (one: () => unknown): ServerOptions => ({ interceptors: [one] })],
    ])('as %s: the request is refused', async (_name, options) => {
      const errors: unknown[] = [];
      const server = school({ ...options(call), onError: (error) => errors.push(error) });
      await both(server, async (ask) => {
        expect(await ask(`GET ${get}`)).toBe(500);
      });
      expect(errors).toEqual([problem, problem]);
    });

    test('as handler: the request is refused', async () => {
      const errors: unknown[] = [];
      const server = school({ onError: (error) => errors.push(error) }, call);
      await both(server, async (ask) => {
        expect(await ask(`GET ${get}`)).toBe(500);
      });
      expect(errors).toEqual([problem, problem]);
    });
  });

  test('an interceptor may await something else before the handler that rejects', async () => {
    const server = school(
      {
        interceptors: [
          async (_call, next) => {
            const result = next();
            await new Promise((resolve) => setTimeout(resolve, 5));
            return result;
          },
        ],
      },
      rejects,
    );
    await both(server, async (ask) => {
      expect(await ask(`GET ${get}`)).toBe(500);
    });
  });

  test.each([42, {}, [], ['127.0.0.1'], true, () => '127.0.0.1', Symbol('x'), null, undefined])(
    'clientAddress gives no text: %p',
    async (value) => {
      const server = school({ pages: 'local', clientAddress: () => value as never });
      await both(server, async (ask) => {
        expect(await ask('GET /')).toBe(404);
        expect(await ask(`GET ${get}`)).toBe(200);
      });
    },
  );

  test.each([
    ['127.0.0.1', 200],
    ['127.255.0.9', 200],
    ['::1', 200],
    ['::ffff:127.0.0.1', 200],
    ['127.0.0.1, 192.0.2.7', 404],
    ['127.evil.example', 404],
    ['192.0.2.7', 404],
  ])('clientAddress %s: the pages answer %i', async (ip, status) => {
    await both(school({ pages: 'local', clientAddress: () => ip }), async (ask) => {
      expect(await ask('GET /')).toBe(status);
    });
  });

  test('a throwing next is answered, and onError knows', async () => {
    const errors: unknown[] = [];
    const server = school({ onError: (error) => errors.push(error) });
    const port = await listen((incoming, response) => server.listener(incoming, response, throws));
    expect((await request(port, 'GET /other', {})).status).toBe(500);
    expect(errors).toEqual([problem]);
  });

  test('anything else that throws in the listener or in fetch is answered, too', async () => {
    const errors: unknown[] = [];
    const server = school({ onError: (error) => errors.push(error) });
    const port = await listen((incoming, response) => {
      Object.defineProperty(incoming, 'url', { get: throws });
      server.listener(incoming, response);
    });
    const answer = await request(port, `GET ${get}`, {});
    expect([answer.status, answer.body.includes(problem.message)]).toEqual([500, false]);
    const asked = { headers: new Headers(), method: 'GET', url: 'no address' };
    expect((await server.fetch(asked as never)).status).toBe(500);
    expect(errors).toHaveLength(2);
  });

  /** Errors of other libraries, whose names are those of the runtime. */
  const foreign: readonly (readonly [string, object])[] = [
    ['with a status alone', Object.assign(new Error('secret'), { name: 'HttpError', status: 404 })],
    ['with no HTTP status', { name: 'HttpError', status: 9999, headers: {}, body: '' }],
    ['with half a status', { name: 'HttpError', status: 404.5, headers: {}, body: '' }],
    ['with bytes that are none', { name: 'HttpError', status: 404, headers: {}, body: {} }],
    ['with headers that are none', { name: 'HttpError', status: 404, headers: 'a', body: '' }],
    [
      'with a header that cannot be sent',
      { name: 'HttpError', status: 404, headers: { a: 'b\r\nc: d' }, body: '' },
    ],
    [
      'with a header that is no text',
      { name: 'HttpError', status: 404, headers: { a: { b: 1 } }, body: '' },
    ],
  ];

  test.each(foreign)('an HttpError of another library %s is any exception', async (_, thrown) => {
    const errors: unknown[] = [];
    const server = school({ onError: (error) => errors.push(error) }, () => {
      throw thrown;
    });
    await bothWithBody(server, async (ask) => {
      const fault = await ask(`POST ${path}`, soap());
      expect(fault.status).toBe(500);
      expect(fault.body).toContain('<faultstring>Server was unable to process request.<');
      const page = await ask(`GET ${get}`);
      expect([page.status, page.body]).toEqual([500, 'An error occurred on the server.\r\n']);
    });
    expect(errors).toEqual([thrown, thrown, thrown, thrown]);
  });

  test.each<[string, () => unknown]>([
    ['a rejected promise', rejects],
    ['a promise', async () => '<a/>'],
    ['nothing', () => undefined],
    ['null', () => null],
    ['bytes', () => new Uint8Array(1)],
    ['a symbol', () => Symbol('x')],
  ])('a signer that returns %s: the answer is a fault', async (_, postProcess) => {
    const errors: unknown[] = [];
    const server = school({
      security: { postProcess } as never,
      onError: (error) => errors.push(error),
    });
    await bothWithBody(server, async (ask) => {
      const { status, body } = await ask(`POST ${path}`, soap());
      expect([status, body]).toEqual([500, expect.stringContaining('<soap:Fault>')]);
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toMatchObject([
      { message: expect.stringContaining('postProcess') },
      { message: expect.stringContaining('postProcess') },
    ]);
  });

  test('an answer that cannot be sent ends no process', async () => {
    const page = { documentation: { answer: () => ({ status: 200, headers: {}, body: null }) } };
    const served = [{ operation: AuthCode, handler: () => undefined }];
    const errors: unknown[] = [];
    const server = createServer(
      served,
      { onError: (error) => errors.push(error) },
      async () => page as never,
    );
    await both(server, async (ask) => {
      expect(await ask('GET /AuthCodeSending.asmx')).toBe(500);
    });
    expect(errors).toHaveLength(2);
  });
});

describe('lambda', () => {
  /** Events as AWS sends them, with what no server reads left out. */
  const events = {
    'payload 2.0': {
      version: '2.0',
      routeKey: '$default',
      rawPath: path,
      rawQueryString: 'a=1&b=%C3%A4+%26&b=',
      cookies: ['one=1', 'two=2'],
      headers: {
        host: 'abc.lambda-url.eu-central-1.on.aws',
        'content-type': 'text/xml',
        'x-a': '1,2',
      },
      requestContext: {
        domainName: 'abc.lambda-url.eu-central-1.on.aws',
        http: { method: 'POST', path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' },
        stage: '$default',
      },
      body: 'PMOkLz4=',
      isBase64Encoded: true,
    },
    'payload 1.0': {
      version: '1.0',
      resource: '/{proxy+}',
      path,
      httpMethod: 'POST',
      headers: { Host: 'shop.example', 'Content-Type': 'text/xml', 'X-A': '2', Cookie: 'two=2' },
      multiValueHeaders: {
        Host: ['shop.example'],
        'Content-Type': ['text/xml'],
        'X-A': ['1', '2'],
        Cookie: ['one=1', 'two=2'],
      },
      queryStringParameters: { a: '1', b: '' },
      multiValueQueryStringParameters: { a: ['1'], b: ['ä &', ''] },
      requestContext: { domainName: 'shop.example', stage: 'prod', path: `/prod${path}` },
      body: '<ä/>',
      isBase64Encoded: false,
    },
    'a load balancer': {
      requestContext: {
        elb: { targetGroupArn: 'arn:aws:elasticloadbalancing:eu:1:targetgroup/t/1' },
      },
      httpMethod: 'POST',
      path,
      queryStringParameters: { a: '1', b: '%C3%A4+%26' },
      headers: {
        host: 'lb.example:8443',
        'content-type': 'text/xml',
        'x-a': '1, 2',
        cookie: 'one=1; two=2',
        'x-forwarded-proto': 'https',
      },
      body: '<ä/>',
      isBase64Encoded: false,
    },
    'a load balancer with multi-value headers': {
      requestContext: {
        elb: { targetGroupArn: 'arn:aws:elasticloadbalancing:eu:1:targetgroup/t/1' },
      },
      httpMethod: 'POST',
      path,
      multiValueQueryStringParameters: { a: ['1'], b: ['%C3%A4+%26', ''] },
      multiValueHeaders: {
        host: ['lb.example'],
        'content-type': ['text/xml'],
        'x-a': ['1', '2'],
        cookie: ['one=1', 'two=2'],
        'x-forwarded-proto': ['http'],
      },
      body: 'PMOkLz4=',
      isBase64Encoded: true,
    },
  };

  const kinds = Object.keys(events) as (keyof typeof events)[];
  const origins = {
    'payload 2.0': 'https://abc.lambda-url.eu-central-1.on.aws',
    'payload 1.0': 'https://shop.example',
    'a load balancer': 'https://lb.example:8443',
    'a load balancer with multi-value headers': 'http://lb.example',
  };

  /** The request that a server gets, and the answer to what it answers. */
  async function passed(event: LambdaEvent, answer = new Response('')) {
    const requests: Request[] = [];
    const handler = lambdaHandler({
      fetch: async (request) => {
        requests.push(request as unknown as Request);
        return answer;
      },
    });
    const given = await handler(event);
    return { request: requests[0] as Request, given };
  }

  describe.each(kinds)('an event of %s', (kind) => {
    const event: LambdaEvent = events[kind];

    test('is the request that was sent', async () => {
      const { request } = await passed(event);
      const url = new URL(request.url);
      expect(url.origin + url.pathname).toBe(origins[kind] + path);
      expect(url.searchParams.get('a')).toBe('1');
      expect(url.searchParams.getAll('b')).toEqual(
        kind === 'a load balancer' ? ['ä &'] : ['ä &', ''],
      );
      expect(request.method).toBe('POST');
      expect(request.headers.get('cookie')).toBe('one=1; two=2');
      expect(request.headers.get('x-a')?.replace(' ', '')).toBe('1,2');
      expect(await request.text()).toBe('<ä/>');
    });

    test('gets text as it is, other bytes as base64, and all cookies', async () => {
      const headers = new Headers({ 'Content-Type': 'text/xml; charset=utf-8', 'X-B': '1' });
      for (const cookie of ['a=1; Path=/', 'b=2; Path=/', 'c=3'])
        headers.append('Set-Cookie', cookie);
      const { given } = await passed(event, new Response('\ufeff<ä/>', { status: 500, headers }));
      expect(given).toMatchObject({ statusCode: 500, body: '\ufeff<ä/>', isBase64Encoded: false });
      expect(given.statusDescription !== undefined).toBe(kind.startsWith('a load'));
      const { headers: single = {}, multiValueHeaders: several = {}, cookies = [] } = given;
      const named = [...Object.entries(single), ...Object.entries(several)].flatMap(
        ([name, value]) => (name.toLowerCase() === 'set-cookie' ? value : []),
      );
      expect([...cookies, ...named]).toEqual(['a=1; Path=/', 'b=2; Path=/', 'c=3']);
      expect([single['x-b'] ?? several['x-b']].flat()).toEqual(['1']);
      expect(Object.keys(several).length > 0).toBe(/1\.0|multi/.test(kind));

      const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index);
      for (const type of ['image/png', 'text/xml; charset=iso-8859-1']) {
        const answer = new Response(bytes, { headers: { 'Content-Type': type } });
        const { given: binary } = await passed(event, answer);
        expect(binary.isBase64Encoded).toBe(true);
        expect(Buffer.from(binary.body, 'base64').equals(bytes)).toBe(true);
      }
    });

    test('keeps a session from call to call', async () => {
      const counted = sessions<{ count?: number }>();
      const handler = lambdaHandler(
        createServer(
          [
            {
              operation: AuthCode,
              handler: (
                _input,
                context: { session: { count?: number }; write(text: string): void },
              ) => {
                context.session.count = (context.session.count ?? 0) + 1;
                context.write(String(context.session.count));
              },
            },
          ],
          { sessions: counted } as never,
        ),
      );
      const call = { body: 'code=1&phone=2', isBase64Encoded: false };
      const type = 'application/x-www-form-urlencoded';
      const ask = (cookie: string | undefined): Promise<Awaited<ReturnType<typeof handler>>> => {
        const { rawPath, multiValueHeaders, headers, ...rest } = event;
        const place = `${path}/AuthCode`;
        return handler({
          ...rest,
          ...call,
          ...(rawPath === undefined
            ? { path: place }
            : { rawPath: place, cookies: cookie === undefined ? [] : [cookie] }),
          ...(multiValueHeaders
            ? {
                multiValueHeaders: {
                  'content-type': [type],
                  ...(cookie === undefined ? {} : { cookie: [cookie] }),
                },
              }
            : {
                headers: {
                  'content-type': type,
                  ...(cookie === undefined || rawPath !== undefined ? {} : { cookie }),
                },
              }),
          queryStringParameters: null,
          multiValueQueryStringParameters: null,
          rawQueryString: rawPath === undefined ? undefined : '',
        });
      };
      const first = await ask(undefined);
      expect(first).toMatchObject({ statusCode: 200, body: '1' });
      const all = [
        first.cookies,
        first.headers?.['set-cookie'],
        first.multiValueHeaders?.['set-cookie'],
      ];
      const [cookie = ''] = all.flat().filter((one) => one !== undefined);
      expect((await ask(cookie.split(';')[0])).body).toBe('2');
      expect((await ask(undefined)).body).toBe('1');
    });
  });

  describe('a Lambda handler', () => {
    test.each(['?WSDL', '?disco'])('passes %s of payload 1.0 on without a value', async (query) => {
      const parameters = { [query.slice(1)]: '' };
      const event = {
        ...events['payload 1.0'],
        httpMethod: 'GET',
        queryStringParameters: parameters,
      };
      const { request } = await passed({
        ...event,
        multiValueQueryStringParameters: null,
        body: null,
      });
      expect(new URL(request.url).search).toBe(query);
    });

    test('takes a GET without a body, and no host that is none', async () => {
      const base = events['a load balancer'];
      const headers = { ...base.headers, host: 'a b/@c' };
      const event = { ...base, httpMethod: 'GET', headers, body: '', path: '//h/x?y#z' };
      const { request } = await passed(event);
      expect(request.url.startsWith('https://localhost/h/x')).toBe(true);
      expect(await request.text()).toBe('');
    });

    test('refuses other events', async () => {
      const { fetch } = createServer([{ operation: AuthCode, handler: () => undefined }]);
      const records = { Records: [], requestContext: {} };
      await expect(lambdaHandler({ fetch })(records)).rejects.toThrow('no method and path of HTTP');
      await expect(lambdaHandler({ fetch })({} as LambdaEvent)).rejects.toThrow(TypeError);
    });
  });
});

describe('parsed bodies', () => {
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
});

describe('proxy', () => {
  type Headers = Readonly<Record<string, string>>;

  /** The address that pages show, and the client's. Asked over a connection from 127.0.0.1. */
  async function seen(options: ServerOptions, headers: Headers) {
    const found: { readonly origin: string; readonly ip: string | undefined }[] = [];
    let ip: string | undefined;
    const server = school(options, (_input, context: Context) => {
      ip = context.ip;
    });
    await both(server, async (ask) => {
      const { body } = await ask(`GET ${path}?WSDL`, { headers });
      await ask(`GET ${path}/AuthCode?code=1&phone=2`, { headers });
      found.push({ origin: body.replace(path, ''), ip });
    });
    return found;
  }

  const nginx = {
    'X-Forwarded-For': '203.0.113.9',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'shop.example',
    'X-Forwarded-Prefix': '/legacy',
  };

  describe('trustProxy', () => {
    test('believes nobody unless it is given', async () => {
      for (const { origin } of await seen({}, nginx)) expect(origin).toBe('http://school.test');
      for (const { origin } of await seen({ trustProxy: false }, nginx)) {
        expect(origin).toBe('http://school.test');
      }
    });

    const all: readonly (readonly [string, Headers, string, string | undefined])[] = [
      ['all of X-Forwarded', nginx, 'https://shop.example/legacy', '203.0.113.9'],
      [
        'a port that is not in the host',
        { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Port': '8443' },
        'https://school.test:8443',
        '127.0.0.1',
      ],
      [
        'the usual port',
        { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Port': '443' },
        'https://school.test',
        '127.0.0.1',
      ],
      [
        'no port that none has',
        { 'X-Forwarded-Host': 'shop.example', 'X-Forwarded-Port': '99999' },
        'http://shop.example',
        '127.0.0.1',
      ],
      [
        'no host with a port that none has',
        { 'X-Forwarded-Host': 'shop.example:99999', 'X-Forwarded-Proto': 'https' },
        'https://school.test',
        '127.0.0.1',
      ],
      [
        'no host that none has',
        { 'X-Forwarded-Host': '[::1]:80:80', 'X-Forwarded-Proto': 'https' },
        'https://school.test',
        '127.0.0.1',
      ],
      [
        'IPv6',
        { 'X-Forwarded-Host': '[2001:db8::1]:8443' },
        'http://[2001:db8::1]:8443',
        '127.0.0.1',
      ],
      [
        'the port in the host rather than another one',
        { 'X-Forwarded-Host': 'shop.example:8443', 'X-Forwarded-Port': '443' },
        'http://shop.example:8443',
        '127.0.0.1',
      ],
      [
        'the last of several values',
        {
          'X-Forwarded-For': '198.51.100.1, 203.0.113.9',
          'X-Forwarded-Host': 'evil.example, shop.example',
          'X-Forwarded-Proto': 'http, https',
        },
        'https://shop.example',
        '203.0.113.9',
      ],
      [
        'Forwarded before X-Forwarded',
        { ...nginx, Forwarded: 'for="[2001:db8::1]:4711";proto=http;host="one.example:81"' },
        'http://one.example:81/legacy',
        '2001:db8::1',
      ],
      [
        'X-Forwarded for what Forwarded lacks',
        { ...nginx, Forwarded: 'for=203.0.113.7:80' },
        'https://shop.example/legacy',
        '203.0.113.7',
      ],
      [
        'no broken Forwarded',
        { ...nginx, Forwarded: 'for="x;host=a' },
        'https://shop.example/legacy',
        '203.0.113.9',
      ],
      [
        'a client that is not named',
        { Forwarded: 'for=_hidden;proto=https' },
        'https://school.test',
        undefined,
      ],
      ...['legacy', 'legacy/', '/legacy/'].map((prefix): (typeof all)[number] => [
        `a prefix with and without slashes: ${prefix}`,
        { 'X-Forwarded-Prefix': prefix },
        'http://school.test/legacy',
        '127.0.0.1',
      ]),
      [
        'nothing that is no scheme, host or prefix',
        {
          'X-Forwarded-Proto': 'javascript',
          'X-Forwarded-Host': 'a"b',
          'X-Forwarded-Prefix': '//x"><script>',
        },
        'http://school.test',
        '127.0.0.1',
      ],
    ];

    test.each(all)('true believes the sender: %s', async (_what, headers, origin, ip) => {
      const [node, standard] = await seen({ trustProxy: true }, headers);
      expect(node).toEqual({ origin, ip });
      // without a connection, only what proxies say is known
      expect(standard).toEqual({ origin, ip: ip === '127.0.0.1' ? undefined : ip });
    });

    const two = {
      'X-Forwarded-For': '198.51.100.1, 203.0.113.9, 10.1.2.3',
      'X-Forwarded-Host': 'evil.example, shop.example, inner.example',
      'X-Forwarded-Proto': 'http, https, http',
    };
    const chained =
      'for=198.51.100.1;host=evil.example, for=203.0.113.9;host=shop.example;proto=https, ' +
      'for=10.1.2.3;host=inner.example;proto=http';

    test.each([two, { Forwarded: chained }])(
      'a list believes each proxy in it, and no further: %j',
      async (headers) => {
        const clientAddress = undefined;
        const options = { trustProxy: ['127.0.0.0/8', '10.0.0.0/8'], clientAddress };
        const [node, standard] = await seen(options, headers);
        expect(node).toEqual({ origin: 'https://shop.example', ip: '203.0.113.9' });
        expect(standard).toEqual({ origin: 'http://school.test', ip: undefined });
      },
    );

    test('one value serves all proxies that passed it on', async () => {
      const headers = { ...two, 'X-Forwarded-Host': 'shop.example', 'X-Forwarded-Proto': 'https' };
      const [node] = await seen({ trustProxy: ['127.0.0.1', '10.0.0.0/8'] }, headers);
      expect(node?.origin).toBe('https://shop.example');
    });

    test('a sender that is not in the list says nothing', async () => {
      for (const trustProxy of [['10.0.0.0/8'], ['::1'], []]) {
        const [node] = await seen({ trustProxy }, nginx);
        expect(node).toEqual({ origin: 'http://school.test', ip: '127.0.0.1' });
      }
    });

    test('with fetch, clientAddress tells who sends', async () => {
      const server = school({ trustProxy: ['192.0.2.0/24'], clientAddress: () => '192.0.2.7' });
      const answer = await server.fetch(`http://school.test${path}?WSDL`, { headers: nginx });
      expect(await answer.text()).toBe(`https://shop.example/legacy${path}`);
    });

    test('a client behind a trusted proxy on this machine is not local', async () => {
      const server = school({ trustProxy: ['127.0.0.1'], pages: 'local' });
      await both(server, async (ask) => {
        expect((await ask('GET /', { headers: { 'X-Forwarded-For': '203.0.113.9' } })).status).toBe(
          404,
        );
      });
    });

    test.each([['10.0.0.0/33'], ['nginx'], ['10.0.0'], ['::1/129'], ['1.2.3.4/'], ['1.2.3.4/8/8']])(
      'refuses %s',
      (entry) => {
        expect(() => school({ trustProxy: [entry] })).toThrow(
          `trustProxy: '${entry}' is no IP address and no range of them`,
        );
      },
    );
  });

  test.each([
    ['::1', [0, 0, 0, 0, 0, 0, 0, 1]],
    ['::', [0, 0, 0, 0, 0, 0, 0, 0]],
    ['2001:db8::8:800', [0x2001, 0xdb8, 0, 0, 0, 0, 8, 0x800]],
    ['127.0.0.1', [0, 0, 0, 0, 0, 0xffff, 0x7f00, 1]],
    ['::ffff:127.0.0.1', [0, 0, 0, 0, 0, 0xffff, 0x7f00, 1]],
    ['fe80::1%eth0', [0xfe80, 0, 0, 0, 0, 0, 0, 1]],
    ['1:2:3:4:5:6:7:8', [1, 2, 3, 4, 5, 6, 7, 8]],
    ['1:2:3:4:5:6:7', undefined],
    ['1::2::3', undefined],
    ['1.2.3.256', undefined],
    ['1.2.3', undefined],
    ['', undefined],
    ['::1::', undefined],
    ['1:2:3:4:5:6:7::8', undefined],
  ])('reads the address %s', (text, groups) => {
    expect(readIpAddress(text)).toEqual(groups);
  });

  test.each([
    ['10.0.0.0/8', '::ffff:10.9.9.9'],
    ['::ffff:10.0.0.0/104', '10.9.9.9'],
    ['0.0.0.0/0', '203.0.113.1'],
    ['fd00::/8', 'fd12:3456::1'],
    ['2001:db8::/33', '2001:db8:7fff::1'],
  ])('the range %s has %s', async (range, ip) => {
    const server = school({ trustProxy: [range], clientAddress: () => ip });
    const answer = await server.fetch(`http://school.test${path}?WSDL`, { headers: nginx });
    expect(await answer.text()).toContain('https://shop.example');
  });

  test('white space in Forwarded is read once', () => {
    // in quadratic time this would take minutes
    const forwarded = `for=1.2.3.4${' '.repeat(500_000)}`;
    expect(readForwarding({ forwarded }).senders).toEqual(['1.2.3.4']);
    expect(readForwarding({ forwarded: `${' '.repeat(500_000)}x` }).senders).toEqual([]);
  });

  describe('publicUrl', () => {
    test.each(['https://shop.example/legacy', 'https://shop.example/legacy/'])(
      '%s is the address that pages show',
      async (publicUrl) => {
        for (const { origin } of await seen(
          { publicUrl, trustProxy: true },
          { 'X-Forwarded-Host': 'x' },
        )) {
          expect(origin).toBe('https://shop.example/legacy');
        }
      },
    );

    test('stands before the base path', async () => {
      const server = school({ publicUrl: 'https://shop.example', basePath: '/soap' });
      const answer = await server.fetch(`http://school.test/soap${path}?WSDL`);
      expect(await answer.text()).toBe(`https://shop.example/soap${path}`);
    });

    test('may depend on the request', async () => {
      const publicUrl: ServerOptions['publicUrl'] = ({ headers }) =>
        'get' in headers ? 'https://one.example' : 'https://two.example/x';
      const [node, standard] = await seen({ publicUrl }, {});
      expect([node?.origin, standard?.origin]).toEqual([
        'https://two.example/x',
        'https://one.example',
      ]);
    });

    test.each<[string, () => unknown]>([
      [
        'throws',
        () => {
          throw new Error('no address');
        },
      ],
      ['returns a promise', async () => 'https://one.example'],
      ['returns no address', () => 'one.example'],
      ['returns a number', () => 7],
    ])('is not used if it %s, and onError is told', async (_what, publicUrl) => {
      const errors: unknown[] = [];
      const onError = (error: unknown): void => void errors.push(error);
      const options = { publicUrl: publicUrl as () => string, onError };
      for (const { origin } of await seen(options, {})) expect(origin).toBe('http://school.test');
      expect(errors).toHaveLength(2);
    });

    test.each(['shop.example', 'ftp://shop.example', 'https://shop.example/?x', 'https://a b', ''])(
      'refuses %p',
      (publicUrl) => {
        expect(() => school({ publicUrl })).toThrow(`publicUrl is '${publicUrl}'`);
      },
    );

    test('refuses credentials, and does not repeat them', () => {
      expect(() => school({ publicUrl: 'https://ada:s3cret@shop.example' })).toThrow(
        "publicUrl is 'https://…@shop.example'; it must be like 'https://shop.example/legacy', in " +
          'ASCII, without a query and credentials.',
      );
    });

    test.each(['/Orders.asmx', '/app/orders.ASMX/', '/Orders.svc', path])(
      'refuses the address of a service: %s',
      (end) => {
        const publicUrl = `https://shop.example${end}`;
        const before = publicUrl.replace(/\/[^/]*\/?$/, '');
        expect(() => school({ publicUrl })).toThrow(
          `publicUrl is '${publicUrl}'; leave out the path of the service, which is added to it: ` +
            `'${before}'.`,
        );
      },
    );
  });
});

describe('after rest', () => {
  /** The rest of a body that gives two pieces, and what was done with it. */
  function observed(fails: boolean): { readonly rest: BodyRest; readonly log: string[] } {
    const log: string[] = [];
    const pieces = ['a', 'b'];
    const source: BodyRest = {
      async next() {
        if (pieces.length === 0 && fails) throw new Error('lost');
        return pieces.shift();
      },
      cancel: (reason) => log.push(`cancel ${String(reason)}`),
    };
    return { rest: afterRest(source, () => void log.push('end')), log };
  }

  test('something is done once after the last piece', async () => {
    const { rest, log } = observed(false);
    expect([await rest.next(), await rest.next(), log.length]).toEqual(['a', 'b', 0]);
    expect([await rest.next(), await rest.next()]).toEqual([undefined, undefined]);
    expect(log).toEqual(['end']);
  });

  test('and if the rest is lost, or no one reads it', async () => {
    const lost = observed(true);
    await lost.rest.next();
    await lost.rest.next();
    await expect(lost.rest.next()).rejects.toThrow('lost');
    expect(lost.log).toEqual(['end']);
    const unread = observed(false);
    unread.rest.cancel('gone');
    unread.rest.cancel('gone');
    expect(unread.log).toEqual(['cancel gone', 'end', 'cancel gone']);
  });
});
