import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type RunResult, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const contract = `asmx: 1
name: Shop
namespace: urn:shop
bindings: [soap11, soap12, httpPost]
services:
  Shop:
    operations:
      Get: { parameters: { id: long }, returns: Everything }
      Put: { parameters: { data: base64Binary, ids: 'long[]', rate: decimal }, returns: string }
types:
  Everything:
    fields:
      id: long
      unsigned: unsignedLong
      counts: 'integer[]'
      price: decimal
      rate: double
      data: base64Binary
      code: hexBinary
      when: dateTime
`;

const program = `import { createShopClient, createShopServer, isAsmxError } from './generated/shop/index.js';

const everything = {
  id: -9007199254740991, unsigned: 5, counts: [1, 2], price: 1.25, rate: Number.NaN,
  data: 'AQID', code: '0aFF', when: '2024-01-15T08:30:00Z',
};
const server = createShopServer({
  get: ({ id }) => ({ ...everything, id }),
  put: ({ data, ids, rate }) => JSON.stringify({ data, ids, rate }),
});
let change = (text) => text;
const client = createShopClient({
  baseUrl: 'http://test',
  async fetch(url, init) {
    const answer = await server.fetch(new Request(url, init));
    return new Response(change(await answer.text()), answer);
  },
});
console.log(await Response.json(await client.get({ id: everything.id })).text());
for (const binding of ['soap11', 'soap12', 'httpPost']) {
  const input = { data: 'AQID', ids: [1, 2], rate: 0.5 };
  console.log(await client.put(input, { binding }).catch((error) => error.message));
}
change = (text) => text.replace('<unsigned>5<', '<unsigned>9007199254740993<');
const error = await client.get({ id: 1 }).catch((reason) => reason);
console.log(isAsmxError(error), error.code, error.path, error.message);
const wrong = await client.put({ data: 'A*', ids: [], rate: 1 }).catch((reason) => reason);
console.log(wrong.code, wrong.path);
`;

let folder: TestFolder;
afterEach(() => folder.remove());
const run = (...args: string[]): Promise<RunResult> => runCli(args, { cwd: folder.path });

test('init --types json writes it, and results are what JSON can hold', async () => {
  folder = createFolder({ 'old/shop.yaml': contract, 'run.mjs': program });
  expect(await run('init', 'old/shop.yaml', '--types', 'json')).toMatchObject({ code: 0 });
  const config = JSON.parse(folder.read('asmx-gen.config.json'));
  expect(config.contracts).toMatchObject([{ types: 'json' }]);
  config.contracts[0].emit = 'js';
  folder.write('asmx-gen.config.json', JSON.stringify(config));
  expect(await run('generate')).toMatchObject({ code: 0 });
  expect(folder.read('generated/shop/types.d.ts')).not.toMatch(/bigint|Uint8Array/);
  const printed = execFileSync(process.execPath, [join(folder.path, 'run.mjs')], {
    encoding: 'utf8',
  }).split('\n');
  expect(JSON.parse(printed[0] ?? '')).toEqual({
    id: -9007199254740991,
    unsigned: 5,
    counts: [1, 2],
    price: 1.25,
    rate: null,
    data: 'AQID',
    code: '0aFF',
    when: '2024-01-15T08:30:00Z',
  });
  const put = '{"data":"AQID","ids":[1,2],"rate":0.5}';
  expect(printed.slice(1, 4)).toEqual([put, put, put]);
  expect(printed[4]).toMatch(
    /^true decode GetResult.unsigned The answer could not be read: .*9007199254740993/,
  );
  expect(printed[4]).toContain("{ long: 'bigint' } or { long: 'string' }");
  expect(printed[5]).toBe('encode data');
});

test('call takes and shows the values', async () => {
  folder = createFolder({
    'shop.yaml': contract,
    'asmx-gen.config.json': '{ "contracts": [{ "input": "shop.yaml", "types": "json" }] }',
  });
  const values = ['data=AQID', 'ids=1', 'ids=2', 'rate=0.5', '--url', 'http://h', '--dry-run'];
  const { code, stdout } = await run('call', 'shop.yaml', 'Put', ...values);
  expect(code).toBe(0);
  expect(stdout).toContain(
    '<data>AQID</data><ids><long>1</long><long>2</long></ids><rate>0.5</rate>',
  );
});

test.each([
  ['"jsn"', "'types', if it is not 'json', must be a map"],
  ['{ "base64Binary": "number" }', "'base64Binary' in 'types' must be one of Uint8Array, string"],
])('types %s is an error', async (types, message) => {
  folder = createFolder({
    'shop.yaml': contract,
    'asmx-gen.config.json': `{ "contracts": [{ "input": "shop.yaml", "types": ${types} }] }`,
  });
  const { code, stderr } = await run('generate');
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test('init --types takes json alone', async () => {
  folder = createFolder({ 'old/shop.yaml': contract });
  const { code, stderr } = await run('init', 'old/shop.yaml', '--types', 'jsn');
  expect(code).toBe(2);
  expect(stderr).toContain('--types');
});
