import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { largeContract } from '../runtime/mcp/large-contract.ts';
import { runCli } from './in-process.ts';

jest.setTimeout(60_000);

const cwd = mkdtempSync(join(tmpdir(), 'asmx-gen-mcp-'));
afterAll(() => rmSync(cwd, { recursive: true }));
copyFileSync('test/fixtures/gateway/shop.yaml', join(cwd, 'shop.yaml'));

const mcp = (...args: readonly string[]) => runCli(['mcp', 'shop.yaml', ...args], { cwd });

describe('asmx-gen mcp', () => {
  test.each([
    [[], 'mcp needs --only'],
    [['--only', 'Nix'], "--only 'Nix' matches no operation"],
    [['--only', '*', '--only', 'get*'], "--only 'get*' matches no operation"],
    [['--only', '*', '--read', 'Gett*'], "--read 'Gett*' matches no operation"],
    [['--only', '*', '--write', 'a', '--check', 'a'], '--write and --check exclude each other'],
    [['--only', '*', '--replay', 'a', '--dry-run'], '--replay and --dry-run exclude each other'],
    [
      ['--only', '*', '--replay', 'a', '--url', 'http://a'],
      '--replay and --url exclude each other',
    ],
    [['--only', '*', '--port', '0', '--check', 'a'], '--port and --check exclude each other'],
    [['--only', '*', '--host', '::1'], '--host needs --port'],
    [['--only', '*', '--allow-origin', 'https://a'], '--allow-origin needs --port'],
    [['--only', '*', '--port', 'x'], "invalid value 'x' for --port"],
    [
      ['--only', '*', '--url', 'http://a', '--port', '0', '--allow-origin', 'https://a/x'],
      "invalid value 'https://a/x' for --allow-origin",
    ],
    [['--only', '*'], 'the contract names no address'],
    [['--only', '*', '--check', 'absent.json'], 'absent.json does not exist'],
    [['--only', '*', '--check', 'shop.yaml'], 'shop.yaml is not JSON'],
    [['--only', '*', '--replay', 'absent.jsonl'], 'absent.jsonl does not exist'],
    [['--only', '*', '--url', 'ftp://a'], "invalid value 'ftp://a' for --url"],
    [['--only', '*', '--url', 'http://a', '--binding', 'x'], "invalid value 'x' for --binding"],
    [['--only', '*', '--header', 'X: env:ASMX_GEN_UNSET'], 'ASMX_GEN_UNSET'],
    [['--only', '*', '--url', 'http://a', '--soap-header', 'X=1'], "SOAP header 'X'"],
    [['--only', '*', '--redact', 'nobody'], 'nobody'],
    [['--only', '*', '--url', 'http://a/Orders.asmx'], 'the address of one service'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await mcp(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('writes what agents see, and compares it', async () => {
    const only = ['--only', 'Get*', '--only', 'Stock.*', '--read', 'Get*'];
    const written = await mcp(...only, '--write', 'tools.json');
    const { tools } = JSON.parse(readFileSync(join(cwd, 'tools.json'), 'utf8'));
    const [order, count] = tools.map((one: object) => JSON.stringify(one).length + 1);
    const all = (order + count).toLocaleString('en');
    const sizes = [
      `  ${order.toLocaleString('en')}  GetOrder`,
      `  ${String(count).padStart(all.length)}  Count`,
      `  ${all}  bytes in all`,
    ].join('\n');
    const stderr = `2 tools written to tools.json\n${sizes}\n`;
    expect(written).toEqual({ code: 0, stdout: '', stderr });
    expect(tools).toEqual([
      expect.objectContaining({
        name: 'GetOrder',
        title: 'Orders.GetOrder',
        description: expect.any(String),
        annotations: { readOnlyHint: true, destructiveHint: false },
        inputSchema: expect.objectContaining({ type: 'object', required: ['orderId'] }),
        outputSchema: expect.objectContaining({ $defs: { Order: expect.anything() } }),
      }),
      expect.objectContaining({ name: 'Count' }),
    ]);
    expect(await mcp(...only, '--check', 'tools.json')).toEqual({
      code: 0,
      stdout: '',
      stderr: `2 tools as in tools.json\n${sizes}\n`,
    });
    // a formatter may have laid it out
    const text = readFileSync(join(cwd, 'tools.json'), 'utf8');
    writeFileSync(join(cwd, 'laid.json'), JSON.stringify(JSON.parse(text), undefined, '\t'));
    expect((await mcp(...only, '--check', 'laid.json')).code).toBe(0);
    const less = await mcp('--only', 'Get*', '--check', 'tools.json');
    expect(less.code).toBe(1);
    expect(less.stdout).toContain('-      "name": "Count",');
    expect(less.stdout).toContain('+        "readOnlyHint": false,');
    expect(less.stderr).toContain('the tools differ from tools.json');
  });

  test('says that --read names none of --only', async () => {
    const args = ['--read', 'Get*', '--write', 'none.json'];
    const told = "asmx-gen: --read 'Get*' matches none of the operations of --only\n";
    expect((await mcp('--only', 'Ping', ...args)).stderr).toContain(told);
    expect((await mcp('--only', '*', ...args)).stderr).not.toContain('asmx-gen:');
  });

  test('has no secret in texts that it writes', async () => {
    const text = 'documentation: "With the key s3cretkey."';
    const own = readFileSync(join(cwd, 'shop.yaml'), 'utf8').replace(
      'Ping: {}',
      `Ping: { ${text} }`,
    );
    writeFileSync(join(cwd, 'told.yaml'), own);
    const { code } = await runCli(
      ['mcp', 'told.yaml', '--only', 'Ping', '--write', 'told.json', '--header', 'X: env:KEY'],
      { cwd, env: { KEY: 's3cretkey' } },
    );
    expect(code).toBe(0);
    const written = readFileSync(join(cwd, 'told.json'), 'utf8');
    expect(written).toContain('With the key ***.');
  });
});

describe('a large contract', () => {
  const write = (...args: readonly string[]) =>
    runCli(['mcp', 'large.yaml', '--only', '*', '--write', 'large.json', ...args], { cwd });
  beforeAll(() => writeFileSync(join(cwd, 'large.yaml'), largeContract()));

  test('has tools that are cut, and says what of them is left out', async () => {
    const { code, stderr } = await write();
    expect(code).toBe(0);
    const lines = stderr.split('\n');
    expect(lines).toHaveLength(1 + 35 + 1 + 1);
    expect(lines[0]).toBe('35 tools written to large.json');
    expect(lines[1]).toMatch(
      /^ {2}[ \d,]{6} {2}GetThing00, without fields below level 1, the result$/,
    );
    expect(lines[35]).toMatch(/^ {2}[ \d,]{6} {2}describe$/);
    expect(lines[36]).toMatch(/^ {2}5\d,\d{3} {2}bytes in all$/);
    const first = readFileSync(join(cwd, 'large.json'), 'utf8');
    await write();
    expect(readFileSync(join(cwd, 'large.json'), 'utf8')).toBe(first);
  });

  test('has three tools with --dynamic', async () => {
    const { code, stderr } = await write('--dynamic');
    expect(code).toBe(0);
    expect(stderr.split('\n')[0]).toBe('3 tools written to large.json');
    const { tools } = JSON.parse(readFileSync(join(cwd, 'large.json'), 'utf8'));
    expect(tools[0].description).toContain('There are 34: GetThing00, FindThing01, ');
  });

  test('that is too large for any model is said to be', async () => {
    const operations = Array.from({ length: 400 }, (_, at) => `      Count${at}: { returns: int }`);
    const text = `asmx: 1\nname: Many\nnamespace: urn:many\nservices:\n  Many:\n    operations:\n`;
    writeFileSync(join(cwd, 'many.yaml'), `${text}${operations.join('\n')}\n`);
    const args = ['mcp', 'many.yaml', '--only', '*', '--write', 'many.json'];
    const { code, stderr } = await runCli(args, { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('  in 350 others\n');
    expect(stderr).toMatch(
      /asmx-gen: 400 tools of 1\d\d,\d{3} bytes are more than most models hold: name fewer with --only, /,
    );
  });
});

describe('texts beside the contract', () => {
  const configure = (mcp: object, more = {}) =>
    writeFileSync(
      join(cwd, 'texts.json'),
      JSON.stringify({
        contracts: [
          { input: 'shop.yaml', output: 'out', targets: ['gateway', 'mcp'], mcp, ...more },
        ],
      }),
    );
  const write = ['--only', '*', '--write', 'texts-tools.json', '-c', 'texts.json'];

  test('are what agents are told, in generated code, too', async () => {
    const texts = { Ping: 'Says that it is there.', 'Stock.Count': 'Counts it.' };
    configure({ texts });
    const { code, stderr } = await mcp(...write);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('error') });
    const { tools } = JSON.parse(readFileSync(join(cwd, 'texts-tools.json'), 'utf8'));
    const told = tools.map(({ name, description }: Record<string, string>) => [name, description]);
    expect(told).toEqual(
      expect.arrayContaining(Object.entries({ Ping: texts.Ping, Count: texts['Stock.Count'] })),
    );
    expect(await runCli(['generate', '-c', 'texts.json'], { cwd })).toMatchObject({ code: 0 });
    const doors = readFileSync(join(cwd, 'out/doors.ts'), 'utf8');
    expect(doors).toContain("told: 'Says that it is there.'");
    // the contract's own text is what OpenAPI has
    expect(doors.match(/told:/g)).toHaveLength(2);
  });

  test('for operations that no contract has are errors, where they are written', async () => {
    configure({ texts: { GetOrdr: 'Finds it.' } });
    const message =
      "texts.json:1:95 error ASMX5002: no contract has the operation that 'texts' of 'mcp' calls 'GetOrdr'";
    for (const args of [
      ['mcp', 'shop.yaml', ...write],
      ['generate', '-c', 'texts.json'],
    ]) {
      const { code, stderr } = await runCli(args, { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain(message);
      expect(stderr).toContain("did you mean 'GetOrder'");
    }
  });
});
