import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createMappedShop, mappedModules, mappedTypes, shopContract } from './mapped-shop.ts';
import { createFolder, type RunResult, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

let folder: TestFolder;
afterEach(() => folder.remove());
const run = (...args: string[]): Promise<RunResult> => runCli(args, { cwd: folder.path });

test('a configuration that init wrote takes mapped types, and a further init leaves them', async () => {
  folder = createFolder({ 'old/shop.yaml': shopContract, ...mappedModules });
  expect(await run('init', 'old/shop.yaml', '--targets', 'types,client')).toMatchObject({
    code: 0,
  });
  const config = 'asmx-gen.config.json';
  const written = JSON.parse(folder.read(config));
  written.contracts[0] = { ...written.contracts[0], ...mappedTypes };
  const mapped = `${JSON.stringify(written, null, 2)}\n`;
  folder.write(config, mapped);
  expect(await run('generate')).toMatchObject({ code: 0 });
  expect(await run('generate', '--check')).toMatchObject({ code: 0 });
  const types = folder.read(`${written.contracts[0].output}/types.ts`);
  expect(types).toContain("import('../../src/money.js').Money;");
  expect(types).toContain("import('../../src/dates.js').Temporal.PlainDate;");
  expect(types).toContain("readonly $brand?: 'Code'");

  folder.write('old/other.yaml', shopContract.replaceAll('Shop', 'Other'));
  folder.write('old/third.yaml', shopContract.replaceAll('Shop', 'Third'));
  expect(await run('init', 'old/third.yaml', '--no-config')).toMatchObject({ code: 0 });
  expect(folder.read(config)).toBe(mapped);
  expect(await run('init', 'old/other.yaml')).toMatchObject({ code: 0 });
  const { contracts } = JSON.parse(folder.read(config));
  expect(contracts).toEqual([written.contracts[0], { ...contracts[1], input: 'specs/other.yaml' }]);
  expect(await run('generate')).toMatchObject({ code: 0 });
  expect(await run('generate', '--check')).toMatchObject({ code: 0 });
});

test('convert writes the contract as if its types were not mapped', async () => {
  folder = createMappedShop();
  const wsdl = await run('convert', 'specs/shop.yaml', '--to', 'wsdl', '-o', 'specs/shop.wsdl');
  expect(wsdl).toMatchObject({ code: 0 });
  expect(folder.read('specs/shop.wsdl')).toContain('name="moment" type="s:dateTime"');
  const yaml = await run('convert', 'specs/shop.wsdl', '--to', 'yaml', '-o', 'specs/again.yaml');
  expect(yaml).toMatchObject({ code: 0 });
  expect(folder.read('specs/again.yaml')).toContain(
    'fields: { moment: dateTime, day: date, price: Price, code: Code }',
  );
  const { stdout } = await run('convert', 'specs/shop.yaml', '--to', 'openapi', '--wire', 'xml');
  const { Price, Moved } = JSON.parse(stdout).components.schemas;
  expect(Price).toEqual({ type: 'number', maximum: 50 });
  expect(Moved.properties.moment).toMatchObject({ type: 'string', format: 'date-time' });

  expect(await run('generate')).toMatchObject({ code: 0 });
  const types = folder.read('src/shop/types.ts');
  const config = JSON.parse(folder.read('asmx-gen.config.json'));
  config.contracts[0].input = 'specs/again.yaml';
  folder.write('asmx-gen.config.json', JSON.stringify(config));
  expect(await run('generate')).toMatchObject({ code: 0 });
  expect(folder.read('src/shop/types.ts').replace('again.yaml', 'shop.yaml')).toBe(types);
});

describe('diff', () => {
  const changed = (from: string, to: string): void => {
    folder = createMappedShop();
    folder.write('specs/new.yaml', shopContract.replace(from, to));
  };
  const diff = async (): Promise<readonly unknown[]> => {
    const { stdout } = await run('diff', 'specs/shop.yaml', 'specs/new.yaml', '--reporter', 'json');
    return JSON.parse(stdout).changes;
  };

  test('tells what changed in a mapped type by its name in the contract', async () => {
    changed('maxInclusive: 50', 'maxInclusive: 40');
    expect(await diff()).toEqual([
      expect.objectContaining({
        kind: 'facet-tightened',
        message: 'Price: maxInclusive changed from 50 to 40',
      }),
    ]);
  });

  test('tells that a mapped type became another by the names of both', async () => {
    changed('day: date,', 'day: dateTime,');
    const [change] = await diff();
    expect(JSON.stringify(change)).toMatch(/\bdate\b.*\bdateTime\b/);
    expect(JSON.stringify(change)).not.toContain('Temporal');
  });
});
