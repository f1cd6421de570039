import { describe, expect, test } from '@jest/globals';
import { type LambdaEvent, lambdaHandler } from '../../../src/runtime/server/fetch.ts';
import { sessions } from '../../../src/runtime/server/sessions.ts';
import { AuthCode } from '../wire/descriptors.ts';
import { createServer } from '../wire/serve.ts';
import { path } from './front.ts';

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
