import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createMappedShop, given, moved } from './mapped-shop.ts';
import { packageRoot, type RunResult, runCli, type TestFolder } from './run-cli.ts';
import { type Serving, startServing } from './serving.ts';

jest.setTimeout(120_000);

let folder: TestFolder;
beforeAll(() => {
  folder = createMappedShop();
});
afterAll(() => folder.remove());

const run = (...args: string[]): Promise<RunResult> => runCli(args, { cwd: folder.path });
const serve = (...args: string[]): Promise<Serving> =>
  startServing(folder.path, 'specs/shop.yaml', ...args);
const move = ({ url }: Serving, values: readonly string[], binding = 'soap11') =>
  run('call', 'specs/shop.yaml', 'Move', ...values, '--url', url, '--binding', binding);

test('mapped types are texts in a recording, and are replayed', async () => {
  const real = await serve('--handlers', 'handlers.mjs');
  const upstream = ['--upstream', `${real.url}/Shop.asmx`, '--record', 'calls.jsonl'];
  const proxy = await serve(...upstream);
  for (const binding of ['soap11', 'httpPost']) {
    const { stdout } = await move(proxy, given, binding);
    expect(JSON.parse(stdout)).toEqual(moved);
  }
  await proxy.stop();
  await real.stop();
  const [, ...calls] = folder.read('calls.jsonl').trimEnd().split('\n');
  const parameters = { moment: '2024-05-01T23:30:00+02:00', price: '12.5', code: 'A' };
  expect(calls.map((line) => JSON.parse(line))).toEqual(
    ['soap11', 'httpPost'].map((binding) => ({
      ...{ service: 'Shop', operation: 'Move', binding },
      ...{ parameters, result: moved },
    })),
  );

  const replay = await serve('--replay', 'calls.jsonl');
  expect(JSON.parse((await move(replay, given)).stdout)).toEqual(moved);
  const other = await move(replay, ['moment=2024-05-01T23:30:00', ...given.slice(1)]);
  expect(other).toMatchObject({ code: 1, stdout: '' });
  expect(other.stderr).toContain('holds no call of Shop.Move over soap11 with these parameters');
  await replay.stop();
});

test('mapped types work where the runtime is that of the package', async () => {
  const flags = ['--runtime', 'package', '--emit', 'js', '--targets', 'client,server,schemas'];
  expect(await run('generate', ...flags)).toMatchObject({ code: 0 });
  expect(folder.files().filter((file) => file.includes('shop/runtime/'))).toEqual([]);
  mkdirSync(join(folder.path, 'node_modules'));
  const runtime = join(packageRoot, 'src/runtime');
  symlinkSync(runtime, join(folder.path, 'node_modules/asmx-gen-runtime'));
  folder.write('package.json', '{ "type": "module" }\n');
  folder.write(
    'main.js',
    `import { createShopClient, createShopServer, MovedSchema, sample, toJson } from './src/shop/index.js';
import { Temporal } from './src/dates.js';
import handlers from './handlers.mjs';

const server = createShopServer(handlers);
const client = createShopClient({ baseUrl: 'http://test', fetch: server.fetch });
const moment = Temporal.ZonedDateTime.from('2024-05-01T23:30+02:00[Europe/Berlin]');
const result = await client.move({ moment, price: { cents: 1250 }, code: 'A' });
const isDay = result.day instanceof Temporal.PlainDate;
const error = await client.move({ moment, price: { cents: 5001 }, code: 'A' }).catch((one) => one);
const json = toJson(MovedSchema, result);
const seeded = sample(MovedSchema, { seed: 2 });
const isMoment = seeded.moment instanceof Temporal.PlainDateTime;
console.log(JSON.stringify({ isDay, isMoment, cents: result.price.cents, json, error: error.message }));
`,
  );
  const said = execFileSync(process.execPath, ['main.js'], {
    cwd: folder.path,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  expect(JSON.parse(said)).toEqual({
    isDay: true,
    isMoment: true,
    cents: 2500,
    json: moved,
    error:
      "The input does not fit the contract: price: The value cannot be written: '50.01' must be at most 50.",
  });
});
