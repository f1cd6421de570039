import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const contract = `asmx: 1
name: Shop
namespace: urn:shop
baseUrl: http://shop.example:8080
bindings: [soap11, soap12, httpGet, httpPost]
services:
  Orders:
    documentation: "Orders *of* <the> shop."
    operations:
      Get:
        documentation: Finds an order.
        parameters: { id: int, password: string }
        returns: Order
      Ping: { bindings: [soap12] }
types:
  Order:
    fields:
      id: int
      colour: Colour
  Colour: { values: [red, blue] }
`;

let folder: TestFolder;
beforeAll(() => {
  folder = createFolder({ 'shop.yaml': contract, taken: '' });
});
afterAll(() => folder.remove());

const convert = (...args: string[]) =>
  runCli(['convert', 'shop.yaml', ...args], { cwd: folder.path });
const text = (...path: string[]): string => readFileSync(join(folder.path, ...path), 'utf8');

describe('convert --to http', () => {
  test('has a request for each operation and binding, with variables for address and secret', async () => {
    const { code, stdout } = await convert('--to', 'http');
    expect(code).toBe(0);
    expect(stdout.match(/^### .*/gm)).toEqual([
      '### Orders.Get over SOAP 1.1',
      '### Orders.Get over SOAP 1.2',
      '### Orders.Get over HTTP GET',
      '### Orders.Get over HTTP POST',
      '### Orders.Ping over SOAP 1.2',
    ]);
    expect(stdout).toMatch(/^# Shop\n@baseUrl = http:\/\/shop\.example:8080\n@password = \w+\n/);
    expect(stdout).toMatch(
      /GET \{\{baseUrl\}\}\/Orders\.asmx\/Get\?id=\d+&password=\{\{password\}\}\n/,
    );
    expect(stdout).toContain('      <password>{{password}}</password>\n');
    expect(stdout).toContain('SOAPAction: "urn:shop/Get"\n');
    expect(stdout).toContain('# Finds an order.\n');
    expect(stdout).not.toContain('Content-Length');
  });

  test('can be of one service, in a file', async () => {
    const { stderr } = await convert('--to', 'http', '--service', 'orders', '-o', 'shop.http');
    expect(stderr).toContain('wrote shop.http');
    expect(text('shop.http')).toContain('### Orders.Ping over SOAP 1.2');
  });
});

describe('convert --to postman', () => {
  test('is a collection with folders, queries, forms and variables', async () => {
    const { stdout } = await convert('--to', 'postman');
    const { info, item, variable } = JSON.parse(stdout);
    expect(info.schema).toContain('/v2.1.0/');
    expect(variable).toEqual([
      { key: 'baseUrl', value: 'http://shop.example:8080', type: 'string' },
      { key: 'password', value: expect.any(String), type: 'secret' },
    ]);
    const [orders] = item;
    expect(orders.item.map(({ name }: { name: string }) => name)).toContain('Get over HTTP GET');
    const [soap, , get, post] = orders.item;
    expect(soap.request.body).toMatchObject({ mode: 'raw', options: { raw: { language: 'xml' } } });
    expect(get.request.url).toMatchObject({
      host: ['{{baseUrl}}'],
      path: ['Orders.asmx', 'Get'],
      query: [{ key: 'id' }, { key: 'password', value: '{{password}}' }],
    });
    expect(post.request.body.urlencoded).toMatchObject([
      { key: 'id' },
      { key: 'password', value: '{{password}}' },
    ]);
  });
});

describe('convert --to bruno', () => {
  test('is a folder with a file for each request, and an environment', async () => {
    const { code } = await convert('--to', 'bruno', '-o', 'bruno');
    expect(code).toBe(0);
    expect(readdirSync(join(folder.path, 'bruno', 'Orders'))).toEqual([
      'Get HTTP GET.bru',
      'Get HTTP POST.bru',
      'Get SOAP 1.1.bru',
      'Get SOAP 1.2.bru',
      'Ping SOAP 1.2.bru',
    ]);
    expect(JSON.parse(text('bruno', 'bruno.json'))).toMatchObject({ name: 'Shop' });
    expect(text('bruno', 'environments', 'local.bru')).toContain(
      '  baseUrl: http://shop.example:8080\n',
    );
    const post = text('bruno', 'Orders', 'Get HTTP POST.bru');
    expect(post).toContain('  body: formUrlEncoded\n');
    expect(post).toContain('body:form-urlencoded {\n  id: ');
    expect(post).toContain('  password: {{password}}\n');
    expect(text('bruno', 'Orders', 'Get SOAP 1.1.bru')).toContain('body:xml {\n  <?xml ');
  });

  test('needs a folder', async () => {
    const none = await convert('--to', 'bruno');
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('Name a folder for them after -o.');
    const file = await convert('--to', 'bruno', '-o', 'taken');
    expect(file.code).toBe(2);
    expect(file.stderr).toContain('taken is a file, not a folder');
  });
});

describe('convert --to markdown', () => {
  test('has pages of services and types, in which texts of the contract are only text', async () => {
    expect((await convert('--to', 'markdown', '-o', 'pages')).code).toBe(0);
    expect(readdirSync(join(folder.path, 'pages'))).toEqual(['Orders.md', 'README.md', 'types.md']);
    expect(text('pages', 'README.md')).toContain(
      '| [Orders](Orders.md) | 2 | Orders \\*of\\* \\<the\\> shop. |',
    );
    const page = text('pages', 'Orders.md');
    expect(page).toContain('Get(id: int, password: string): Order');
    expect(page).toContain(
      '| SOAP 1.1 | `http://shop.example:8080/Orders.asmx` | `urn:shop/Get` |',
    );
    expect(page).toContain('| HTTP GET | `http://shop.example:8080/Orders.asmx/Get` |  |');
    const types = text('pages', 'types.md');
    expect(types).toContain('| `colour` | `Colour` |  |');
    expect(types).toContain('| `red` |');
  });
});

test('--bundle is for WSDL', async () => {
  expect((await convert('--to', 'wsdl', '--bundle')).stdout).toContain('<wsdl:definitions');
  const other = await convert('--to', 'http', '--bundle');
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('--bundle is for WSDL, not for http');
  expect(existsSync(join(folder.path, 'undefined'))).toBe(false);
});
