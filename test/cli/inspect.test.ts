import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, packageRoot, startCli, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const school = join(packageRoot, 'specs', 'student-information.yaml');

const shop = `asmx: 1
name: Shop
namespace: urn:shop
baseUrl: http://localhost:9
services:
  Orders:
    operations:
      PlaceOrder:
        documentation: Places an order.
        parameters: { order: Order, note: string?, tags: 'string[]' }
        returns: Receipt
      Totals: { returns: { sum: decimal, count: long } }
      Ping: {}
types:
  Order: { fields: { id: long, items: 'Item*', parent: Order?, alt: 'string | null' } }
  Item: { fields: { sku: int } }
  Receipt: { fields: { number: string } }
`;

let folder: TestFolder;
beforeAll(() => {
  folder = createFolder({ 'shop.yaml': shop });
});
afterAll(() => folder.remove());

const inspect = (...args: string[]) =>
  runCli(['inspect', 'shop.yaml', ...args], { cwd: folder.path });

describe('inspect', () => {
  test('prints a tree with signatures', async () => {
    expect(await inspect()).toEqual({
      code: 0,
      stderr: '',
      stdout: `Shop
  namespace  urn:shop
  base URL   http://localhost:9
  contract   shop.yaml

Orders  /Orders.asmx  soap11 soap12 httpGet httpPost
├─ PlaceOrder(order: Order, note: string?, tags: string[]): Receipt  soap11 soap12
├─ Totals(): { sum: decimal, count: long }  soap11 soap12
└─ Ping(): void
`,
    });
  });

  test('prints one operation in full', async () => {
    expect(await inspect('Orders.PlaceOrder')).toEqual({
      code: 0,
      stderr: '',
      stdout: `Orders.PlaceOrder(order: Order, note: string?, tags: string[]): Receipt
  Places an order.

  address     http://localhost:9/Orders.asmx
  bindings    soap11, soap12
  SOAPAction  "urn:shop/PlaceOrder"
  style       document/literal
  defined     shop.yaml:8:7

  input
    order  Order
    note   string?
    tags   string[]

  output
    PlaceOrderResult  Receipt
`,
    });
  });

  test('--json prints the linked model', async () => {
    const { code, stdout, stderr } = await inspect('--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const model = JSON.parse(stdout);
    expect(model).toMatchObject({ format: 1, name: 'Shop', namespace: 'urn:shop' });
    const [service] = model.services;
    expect(service).toMatchObject({ name: 'Orders', path: '/Orders.asmx' });
    expect(service.interfaces[0].operations.map((one: { name: string }) => one.name)).toEqual([
      'PlaceOrder',
      'Totals',
      'Ping',
    ]);
    const order = model.types.find((one: { name: string }) => one.name === '{urn:shop}Order');
    expect(order.content.particles).toEqual([
      expect.objectContaining({
        name: '{urn:shop}id',
        type: '{http://www.w3.org/2001/XMLSchema}long',
        min: 1,
        max: 1,
      }),
      expect.objectContaining({
        name: '{urn:shop}items',
        type: '{urn:shop}Item',
        min: 0,
        unbounded: true,
      }),
      expect.objectContaining({
        name: '{urn:shop}parent',
        type: '{urn:shop}Order',
        min: 0,
        max: 1,
      }),
      expect.objectContaining({ name: '{urn:shop}alt', nillable: true }),
    ]);
  });

  test('--json of one operation', async () => {
    const { stdout } = await inspect('Ping', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ service: 'Orders', name: 'Ping', oneWay: false });
  });

  test('shows all eighteen operations of the school service', async () => {
    const { stdout } = await runCli(['inspect', school]);
    expect(stdout.match(/^[├└]─ /gm)).toHaveLength(18);
    expect(stdout).toContain('GenerateReport(studentId: int, studentClass: string): void');
  });

  test('an unknown operation ends with 2 and a suggestion', async () => {
    const { code, stderr } = await inspect('PlaceOrdr');
    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean 'PlaceOrder'?");
  });

  test('FORCE_COLOR colours it, NO_COLOR and --no-color win', async () => {
    const run = (args: string[], env: Record<string, string>) =>
      runCli(['inspect', 'shop.yaml', ...args], { cwd: folder.path, env });
    expect((await run([], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[1mShop');
    expect((await run([], { FORCE_COLOR: '1', NO_COLOR: '1' })).stdout).not.toContain('\u001b');
    expect((await run(['--no-color'], { FORCE_COLOR: '1' })).stdout).not.toContain('\u001b');
  });

  test('--verbose shows no password of an address', async () => {
    const args = ['inspect', 'http://joe:hunter2@localhost:9/a.asmx', '--verbose'];
    const { stderr } = await runCli(args, { cwd: folder.path });
    expect(stderr).toContain('read http://localhost:9/a.asmx in ');
    expect(stderr).not.toContain('hunter2');
  });

  test('a reader that goes away early is no error', async () => {
    const child = startCli(['inspect', school, '--json']);
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.stdout?.destroy();
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
