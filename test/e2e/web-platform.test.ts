import { beforeAll, describe, expect, test } from '@jest/globals';
import type * as Generated from '../../generated/student-information/index.js';
import { loadOnWebPlatform, type WebModule } from './web-platform.ts';

const file = new URL('../../generated/student-information/index.ts', import.meta.url);
const base = 'http://edge.test/AuthCodeSending.asmx';
const envelope = (namespace: string): string =>
  `<e:Envelope xmlns:e="${namespace}"><e:Body><AuthCode xmlns="http://tempuri.org/">` +
  '<code>12</code><phone>0599</phone></AuthCode></e:Body></e:Envelope>';

const requests: readonly (readonly [string, () => Request])[] = [
  [
    'SOAP 1.1',
    () =>
      new Request(base, {
        method: 'POST',
        headers: {
          'Content-Type': 'text/xml; charset=utf-8',
          SOAPAction: '"http://tempuri.org/AuthCode"',
        },
        body: envelope('http://schemas.xmlsoap.org/soap/envelope/'),
      }),
  ],
  [
    'SOAP 1.2',
    () =>
      new Request(base, {
        method: 'POST',
        headers: { 'Content-Type': 'application/soap+xml; charset=utf-8' },
        body: envelope('http://www.w3.org/2003/05/soap-envelope'),
      }),
  ],
  ['HTTP GET', () => new Request(`${base}/AuthCode?code=12&phone=0599`)],
  [
    'HTTP POST',
    () =>
      new Request(`${base}/AuthCode`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'code=12&phone=0599',
      }),
  ],
  ['WSDL', () => new Request(`${base}?WSDL`)],
  ['help page', () => new Request(base)],
  ['wrong path', () => new Request('http://edge.test/None.asmx')],
];

type Create = typeof Generated.createAuthCodeSendingServer;
const generated = ({ namespace }: WebModule): typeof Generated => namespace as typeof Generated;
const creatorOf = (module: WebModule): Create => generated(module).createAuthCodeSendingServer;

/** Status, content type and body of an answer. */
async function answerOf(server: ReturnType<Create>, request: Request): Promise<readonly unknown[]> {
  const { status, headers, body } = await server.fetch(request).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    body: await response.text(),
  }));
  return [status, headers.get('content-type'), body];
}

describe('generated code without anything of Node', () => {
  let web: WebModule;

  beforeAll(async () => {
    web = await loadOnWebPlatform(file);
  });

  test('imports files beside it and nothing else, also where it loads on demand', async () => {
    const server = creatorOf(web)({ authCode: () => {} });
    expect(web.imports.some((line) => line.endsWith('./docs.js'))).toBe(false);
    await server.fetch(new Request(`${base}?WSDL`));
    expect(web.imports.some((line) => line.endsWith('./docs.js'))).toBe(true);
    expect(web.imports.length).toBeGreaterThan(50);
    expect(web.imports.filter((line) => !/: \.{1,2}\//.test(line))).toEqual([]);
  });

  test('calls itself with the generated client', async () => {
    const calls: string[] = [];
    const server = creatorOf(web)({
      authCode: ({ code }, { binding }) => void calls.push(`${binding} ${code}`),
    });
    const createClient = generated(web).createAuthCodeSendingClient;
    const client = createClient({
      baseUrl: 'http://edge.test',
      fetch: (url, init) => server.fetch(new Request(url, init)),
    });
    const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;
    for (const binding of bindings) await client.authCode({ code: 'é', phone: '1' }, { binding });
    expect(calls).toEqual(bindings.map((binding) => `${binding} é`));
  });

  test.each(requests)(
    'a server that has served others answers like a new one: %s',
    async (_, request) => {
      const used = creatorOf(web)({ authCode: (_input, context) => context.write('sent') });
      for (let round = 0; round < 20; round++)
        for (const [, other] of requests) await answerOf(used, other());
      const fresh = creatorOf(await loadOnWebPlatform(file))({
        authCode: (_input, context) => context.write('sent'),
      });
      expect(await answerOf(used, request())).toEqual(await answerOf(fresh, request()));
    },
  );

  test('two servers of one module keep apart, whatever the order their answers come in', async () => {
    const waiting: (() => void)[] = [];
    const serverOf = (name: string): ReturnType<Create> =>
      creatorOf(web)({
        async authCode({ code }, context) {
          await new Promise<void>((resolve) => waiting.push(resolve));
          context.write(`${name} ${code}`);
        },
      });
    const servers = [serverOf('one'), serverOf('two')] as const;
    const answers = Array.from({ length: 20 }, (_, index) =>
      answerOf(
        servers[index % 2 === 0 ? 0 : 1],
        new Request(`${base}/AuthCode?code=${index}&phone=1`),
      ),
    );
    while (waiting.length < 20) await new Promise((resolve) => setTimeout(resolve, 1));
    for (const resume of waiting.reverse()) resume();
    const bodies = (await Promise.all(answers)).map(([, , body]) => body);
    expect(bodies).toEqual(
      Array.from({ length: 20 }, (_, index) => `${index % 2 === 0 ? 'one' : 'two'} ${index}`),
    );
  });
});
