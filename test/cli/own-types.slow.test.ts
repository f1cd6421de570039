import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createFolder, runCli, type TestFolder } from './run-cli.ts';
import { startServing } from './serving.ts';

jest.setTimeout(120_000);

const own = {
  import: './src/money.js',
  type: 'Money',
  parse: 'parseMoney',
  format: 'formatMoney',
};
const config = (types: object): string =>
  JSON.stringify({
    contracts: [{ input: 'specs/shop.yaml', output: 'src/generated/shop', types }],
  });

let folder: TestFolder;
beforeAll(() => {
  folder = createFolder({
    'specs/shop.yaml': `asmx: 1
name: Shop
namespace: http://tempuri.org/
baseUrl: http://localhost:8080
bindings: [soap11, soap12, httpGet, httpPost]
services:
  Shop:
    operations:
      Double: { parameters: { amount: decimal }, returns: decimal }
      Sum: { parameters: { amounts: 'decimal[]' }, returns: decimal }
`,
    'src/money.ts': `export interface Money { readonly cents: number }
export function parseMoney(text: string): Money { return { cents: Math.round(Number(text) * 100) }; }
export function formatMoney({ cents }: Money): string { return (cents / 100).toFixed(2); }
`,
    'handlers.ts': `import type { Money } from './src/money.js';
export default {
  double: ({ amount }: { amount: Money }): Money => ({ cents: amount.cents * 2 }),
};
`,
    'asmx-gen.config.json': config({ decimal: own, Pirce: own }),
    'wrong.config.json': config({ decimal: { ...own, parse: 'parse()' } }),
  });
});
afterAll(() => folder.remove());

const run = (...args: string[]): ReturnType<typeof runCli> => runCli(args, { cwd: folder.path });

describe("types of the user's own", () => {
  test('are imported from the module that the configuration names', async () => {
    const { code, stderr } = await run('generate');
    expect(code).toBe(0);
    expect(stderr).toContain("no contract has the simple type that 'types' calls 'Pirce'");
    const text = (file: string): string =>
      readFileSync(join(folder.path, 'src/generated/shop', file), 'utf8');
    expect(text('types.ts')).toContain("export type Decimal = import('../../money.js').Money;");
    expect(text('descriptions.ts')).toContain("from '../../money.js';");
    expect((await run('generate', '--check')).code).toBe(0);
    expect((await run('verify', 'src/generated/shop')).code).toBe(0);
  });

  test('are what handlers of serve get and give; call works on texts', async () => {
    const server = await startServing(folder.path, 'specs/shop.yaml', '--handlers', 'handlers.ts');
    try {
      const call = (...args: string[]): ReturnType<typeof runCli> =>
        run('call', 'specs/shop.yaml', '--url', server.url, ...args);
      for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost']) {
        const { stdout } = await call('Double', 'amount=12.5', '--binding', binding);
        expect(stdout).toBe('"25.00"\n');
      }
      // a sample, which the user's functions read and write, too
      const { stdout } = await call('Sum', 'amounts=1', 'amounts=2');
      expect(stdout).toMatch(/^"\d+\.\d\d"\n$/);
    } finally {
      await server.stop();
    }
  });

  test('are refused where a name is no identifier', async () => {
    const { code, stderr } = await run('generate', '--config', 'wrong.config.json');
    expect(code).toBe(2);
    expect(stderr).toContain("'parse()', 'parse' of 'decimal' in 'types', is not an identifier");
  });
});
