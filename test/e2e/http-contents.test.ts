import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Server } from '../../src/runtime/server/options.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

/**
 * Operations that are in the path, and answers that are no XML, as WSDL 1.1 sections 4.6 and 5.3
 * have them.
 */
const operations = {
  Buy: {
    location: '/buy/(sku)/times/(count)',
    parts: ['sku', 'count'],
    input: '<h:urlReplacement/>',
    output: '<m:content part="Body" type="text/plain"/>',
  },
  Find: {
    location: 'find/A(text)B?max=(max)&amp;exact=(exact)',
    parts: ['text', 'max', 'exact'],
    input: '<h:urlReplacement/>',
    output: '<m:mimeXml part="Body"/>',
  },
  Picture: {
    location: '/Picture',
    parts: ['id'],
    input: '<h:urlEncoded/>',
    output: '<m:content part="Body" type="image/png"/>',
  },
  Report: {
    location: '/Report',
    parts: ['id'],
    input: '<h:urlEncoded/>',
    output: '<m:content part="Body" type="application/json"/>',
  },
  Anything: {
    location: '/Anything',
    parts: [],
    input: '<h:urlEncoded/>',
    output: '<m:content part="Body" type="*/*"/>',
  },
} as const;

function document(): string {
  const messages: string[] = [];
  const abstract: string[] = [];
  const get: string[] = [];
  const post: string[] = [];
  for (const [name, { location, parts, input, output }] of Object.entries(operations)) {
    const given = parts.map((part) => `<part name="${part}" type="xs:string"/>`).join('');
    const answer = output.includes('mimeXml') ? 'element="t:string"' : 'type="xs:string"';
    messages.push(
      `<message name="${name}In">${given}</message><message name="${name}Out"><part name="Body" ${answer}/></message>`,
    );
    abstract.push(
      `<operation name="${name}"><input message="t:${name}In"/><output message="t:${name}Out"/></operation>`,
    );
    const bound = (content: string): string =>
      `<operation name="${name}"><h:operation location="${location}"/><input>${content}</input><output>${output}</output></operation>`;
    get.push(bound(input));
    const form = '<m:content type="application/x-www-form-urlencoded"/>';
    post.push(bound(input === '<h:urlEncoded/>' ? form : input));
  }
  const port = (verb: string, bound: readonly string[]): string =>
    `<binding name="Shop${verb}" type="t:Shop"><h:binding verb="${verb}"/>${bound.join('')}</binding>`;
  return `<definitions name="Shop" targetNamespace="urn:shop" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop">
<types><xs:schema targetNamespace="urn:shop"><xs:element name="string" type="xs:string"/></xs:schema></types>
${messages.join('\n')}
<portType name="Shop">${abstract.join('')}</portType>
${port('GET', get)}${port('POST', post)}
<service name="Shop"><port name="ShopHttpGet" binding="t:ShopGET"><h:address location="http://localhost/shop"/></port><port name="ShopHttpPost" binding="t:ShopPOST"><h:address location="http://localhost/shop"/></port></service></definitions>`;
}

interface Raw {
  readonly headers: Readonly<Record<string, string>>;
}
type Method = ((input?: object, options?: object) => Promise<unknown>) & {
  readonly raw: (input?: object, options?: object) => Promise<Raw>;
};

let folder: GeneratedFolder;
let client: Readonly<Record<string, Method>>;
let server: Server;
const bindings = ['httpGet', 'httpPost'] as const;
const bytes = new Uint8Array([0x89, 0x50, 0, 0xff, 0xfe]);
const asked: string[] = [];

beforeAll(async () => {
  folder = await generateText('shop.wsdl', document());
  const module = await folder.load();
  const createServer = module.createShopServer as (handlers: object) => Server;
  const createClient = module.createShopClient as (options: object) => typeof client;
  server = createServer({
    buy: ({ sku, count }: { sku: string; count: string }) => `${count} × ${sku}`,
    find: (input: object) => JSON.stringify(input),
    picture: () => bytes,
    report: () => ({ a: 1 }),
    anything: () => bytes,
  });
  client = createClient({
    baseUrl: 'http://shop.test',
    fetch: (url: string, init: { method: string }) => {
      asked.push(`${init.method} ${url}`);
      return server.fetch(url, init);
    },
  });
});
afterAll(() => folder.remove());

describe.each(bindings)('%s', (binding) => {
  test.each([
    ['a', '2'],
    ['a/b ü', '0'],
    ['a+b&c=d%', '(1)'],
    ["x'?#;", '...'],
  ])('parameters are in the path: %s, %s', async (sku, count) => {
    expect(await client.buy?.({ sku, count }, { binding })).toBe(`${count} × ${sku}`);
  });

  test.each(['.', '..'])('%s is no value for a path', async (count) => {
    await expect(client.buy?.({ sku: 'a', count }, { binding })).rejects.toMatchObject({
      code: 'encode',
      message: expect.stringContaining("'.' and '..' cannot stand alone in a path"),
    });
  });

  test('parameters are in path and query', async () => {
    const input = { text: 'A&B c', max: '5+1', exact: '/' };
    asked.length = 0;
    expect(await client.find?.(input, { binding })).toBe(JSON.stringify(input));
    const method = binding === 'httpGet' ? 'GET' : 'POST';
    expect(asked).toEqual([`${method} http://shop.test/shop/find/AA%26B%20cB?max=5%2B1&exact=%2F`]);
  });

  test('bytes come as they are, with their type', async () => {
    expect(await client.picture?.({ id: '1' }, { binding })).toEqual(bytes);
    const raw = await client.picture?.raw({ id: '1' }, { binding });
    expect(raw?.headers['content-type']).toBe('image/png');
    expect(await client.anything?.({}, { binding })).toEqual(bytes);
    expect(await client.report?.({ id: '1' }, { binding })).toEqual({ a: 1 });
  });

  test('text says its charset', async () => {
    const raw = await client.buy?.raw({ sku: 'é', count: '1' }, { binding });
    expect(raw?.headers['content-type']).toBe('text/plain; charset=utf-8');
  });
});

test('types of results', () => {
  const served = folder.text('server.ts');
  expect(served).toMatch(/buy[^;]*string/s);
  expect(served).toMatch(/picture[^;]*Uint8Array/s);
  const described = folder.text('server.ts');
  expect(described).toContain("contentType: 'image/png'");
  expect(described).not.toContain('*/*');
});

test.each([
  ['/shop/buy/a/times/', 200],
  ['/shop/buy/a/times', 500],
  ['/shop/buy/a/b/times/2', 500],
  ['/shop/buy/a/times/2/3', 500],
  ['/shop/buy/(sku)/times/(count)', 200],
  ['/shop/find/AxB', 500],
  ['/shop/find/AxB?max=1&exact=2', 200],
])('GET %s is %i', async (path, status) => {
  const answer = await server.fetch(`http://shop.test${path}`);
  expect(answer.status).toBe(status);
  if (status === 500)
    expect(await answer.text()).toContain('Web Service method name is not valid.');
});

test('the help page shows the content type', async () => {
  const answer = await server.fetch('http://shop.test/shop?op=Picture');
  expect(await answer.text()).toContain('Content-Type: image/png');
});
