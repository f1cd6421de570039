import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type RunResult, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const contract = `asmx: 1
name: Shop
namespace: urn:shop
services: { Shop: { operations: { Pay: { parameters: { price: Price, day: date }, returns: date } } } }
types: { Price: { restricts: decimal, maxInclusive: 50 } }
`;
const own = { import: './src/money.js', type: 'Money', parse: 'parseMoney', format: 'formatMoney' };
const money = `export interface Money { readonly cents: number }
export const parseMoney = (text: string): Money => ({ cents: Number(text) * 100 });
export const formatMoney = ({ cents }: Money): string => String(cents / 100);
`;

let folder: TestFolder;
afterEach(() => folder.remove());

/** A folder with a configuration, whose types are given as an object or in the words of JSON. */
function createShop(types: object | string, more: object = {}): void {
  const entry = { input: 'shop.yaml', output: 'src/generated/shop', targets: ['client'], ...more };
  const text = JSON.stringify({ contracts: [{ ...entry, types: '?' }] });
  const given = typeof types === 'string' ? types : JSON.stringify(types);
  folder = createFolder({
    'shop.yaml': contract,
    'src/money.ts': money,
    'src/dates.ts': "export { Temporal } from 'temporal-polyfill';\n",
    'asmx-gen.config.json': text.replace('"?"', given),
  });
}

const run = (...args: string[]): Promise<RunResult> => runCli(args, { cwd: folder.path });

/** Modules that the descriptions of a folder import beside those of the folder. */
function modulesOf(output: string): readonly (string | undefined)[] {
  const text = folder.read(`${output}/descriptions.ts`);
  return [...text.matchAll(/ from '((?!\.\/)[^']*)'/g)].map(([, module]) => module);
}

describe('the module of an own type', () => {
  test('is imported from the folder that -o names, too', async () => {
    createShop({ Price: own, date: 'Temporal' }, { temporal: './src/dates.js' });
    expect(await run('generate')).toMatchObject({ code: 0 });
    expect(modulesOf('src/generated/shop')).toEqual(['../../money.js', '../../dates.js']);
    expect(folder.read('src/generated/shop/types.ts')).toContain("import('../../money.js').Money");
    expect(await run('generate', '--check')).toMatchObject({ code: 0 });
    const moved = ['generate', 'shop.yaml', '-o', 'other/a/b'];
    expect(await run(...moved)).toMatchObject({ code: 0 });
    expect(modulesOf('other/a/b')).toEqual(['../../../src/money.js', '../../../src/dates.js']);
    expect(await run(...moved, '--check')).toMatchObject({ code: 0 });
  });

  test('may be written with the separators of Windows', async () => {
    const types = { Price: { ...own, import: '.\\src\\money.js' }, date: 'Temporal' };
    createShop(types, { temporal: '.\\src\\dates.js' });
    expect(await run('generate')).toMatchObject({ code: 0 });
    expect(modulesOf('src/generated/shop')).toEqual(['../../money.js', '../../dates.js']);
  });

  test('may be a package, a file of it, or one of the package itself', async () => {
    for (const module of ['big.js', '@shop/money', '@shop/money/lib/exact.js', '#money']) {
      createShop({ Price: { ...own, import: module } });
      expect(await run('generate')).toMatchObject({ code: 0 });
      expect(modulesOf('src/generated/shop')).toEqual([module]);
      folder.remove();
    }
    createShop({});
  });

  test('is no address, no module of Node and no path from the root of a disk', async () => {
    for (const module of ['node:fs', '/src/money.js', 'C:\\src\\money.js', 'https://x/m.js', '']) {
      createShop({ Price: { ...own, import: module } });
      const { code, stderr } = await run('generate');
      expect(code).toBe(2);
      expect(stderr).toContain(`'${module}', 'import' of 'Price' in 'types', is not a module`);
      folder.remove();
    }
    createShop({});
  });
});

describe('keys of types', () => {
  test('may not be there twice', async () => {
    createShop(`{ "date": "string", "date": ${JSON.stringify(own)} }`);
    const { code, stderr } = await run('generate');
    expect(code).toBe(2);
    expect(stderr).toMatch(/asmx-gen\.config\.json:1:\d+ error/);
    expect(stderr).toContain('date');
  });

  test('with a namespace go before those without', async () => {
    const other = { ...own, import: './src/other.js' };
    createShop({ Price: other, '{urn:shop}Price': own });
    folder.write('src/other.ts', money);
    expect(await run('generate')).toMatchObject({ code: 0 });
    expect(modulesOf('src/generated/shop')).toEqual(['../../money.js']);
  });

  test('change nothing of what inspect says of a contract', async () => {
    createShop({ Price: own, date: 'Temporal' });
    const mapped = await run('inspect', 'shop.yaml', 'Pay');
    expect(mapped.stdout).toMatch(/day +date/);
    folder.remove();
    createShop({});
    expect(await run('inspect', 'shop.yaml', 'Pay')).toEqual(mapped);
  });

  test('that no contract has are told with what they may mean', async () => {
    createShop({ Prise: own, ['__proto__']: own });
    const { code, stderr } = await run('generate');
    expect(code).toBe(0);
    expect(stderr).toContain("'types' calls 'Prise'");
    expect(stderr).toContain("did you mean 'Price'?");
    expect(stderr).toContain("'types' calls '__proto__'");
  });
});
