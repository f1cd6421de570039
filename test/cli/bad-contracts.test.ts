import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const head = 'asmx: 1\nname: Bad\nnamespace: urn:bad\nservices:\n';

/** Contracts that are wrong, the code they get, and the line and column. */
const cases: readonly [name: string, text: string, code: string, place: string][] = [
  ['broken YAML', `${head}  S: { operations: { A: {}\n`, 'ASMX1010', ''],
  [
    'an unknown key',
    `${head}  S:\n    operations:\n      A: { paramters: {} }\n`,
    'ASMX1011',
    '7:12',
  ],
  [
    'an unknown type',
    `${head}  S:\n    operations:\n      A: { parameters: { x: Studnet } }\n`,
    'ASMX2001',
    '7:29',
  ],
  [
    'a duplicate name',
    `${head}  S:\n    operations:\n      A: {}\n      A: {}\n`,
    'ASMX2002',
    '8:7',
  ],
  [
    'a name that is no NCName',
    `${head}  S:\n    operations:\n      "A b": {}\n`,
    'ASMX3001',
    '7:7',
  ],
  ['no services', 'asmx: 1\nname: Bad\nnamespace: urn:bad\n', 'ASMX1012', ''],
  [
    'a malformed type expression',
    `${head}  S:\n    operations:\n      A: { parameters: { x: "int[" } }\n`,
    'ASMX1014',
    '7:33',
  ],
  ['a file that is no contract', 'hello: world\n', 'ASMX1', ''],
];

let folder: TestFolder;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

describe('a contract with an error is told with its place, a frame and a fix; nothing is written', () => {
  test.each(cases)('%s', async (_name, text, code, place) => {
    folder.write('bad contract.yaml', text);
    for (const args of [
      ['generate', 'bad contract.yaml', '-o', 'out'],
      ['check', 'bad contract.yaml'],
    ]) {
      const result = await runCli(args, { cwd: folder.path });
      expect({ code: result.code, stdout: result.stdout }).toEqual({ code: 1, stdout: '' });
      expect(result.stderr).toContain(`bad contract.yaml:${place}`);
      expect(result.stderr).toMatch(new RegExp(`error ${code}`));
      expect(result.stderr).toMatch(/\n > ?\d+ \| |\n {2,}> ?\d+ \| |> +\d+ \|/);
      expect(result.stderr).not.toMatch(/undefined|\n {4}at /);
    }
    expect(folder.files()).toEqual(['bad contract.yaml']);
  });

  test('all errors of a run at once, of several contracts', async () => {
    folder.write(
      'a.yaml',
      `${head}  S:\n    operations:\n      A: { paramters: {}, parameters: { x: Nope } }\n`,
    );
    folder.write('b.yaml', `${head}  S:\n    operations:\n      "1": {}\n`);
    const { code, stderr } = await runCli(['generate', 'a.yaml', 'b.yaml'], { cwd: folder.path });
    expect(code).toBe(1);
    expect(stderr).toMatch(/a\.yaml:\d+:\d+ error ASMX1011/);
    expect(stderr).toMatch(/a\.yaml:\d+:\d+ error ASMX2001/);
    expect(stderr).toMatch(/b\.yaml:\d+:\d+ error ASMX3001/);
    expect(folder.files()).toEqual(['a.yaml', 'b.yaml']);
  });

  test('--reporter json is one document on stdout', async () => {
    folder.write('a.yaml', `${head}  S:\n    operations:\n      A: { paramters: {} }\n`);
    for (const command of ['check', 'generate', 'inspect']) {
      const { code, stdout, stderr } = await runCli([command, 'a.yaml', '--reporter', 'json'], {
        cwd: folder.path,
      });
      expect(code).toBe(1);
      expect(stderr).not.toContain('ASMX');
      expect(JSON.parse(stdout)).toMatchObject({
        version: 1,
        diagnostics: [
          {
            file: 'a.yaml',
            line: 7,
            column: 12,
            severity: 'error',
            code: 'ASMX1011',
            message: expect.any(String),
          },
        ],
      });
    }
  });

  test('--reporter github writes workflow commands', async () => {
    folder.write('a.yaml', `${head}  S:\n    operations:\n      A: { paramters: {} }\n`);
    const { code, stdout } = await runCli(['check', 'a.yaml', '--reporter', 'github'], {
      cwd: folder.path,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error file=a\.yaml,line=7,col=12,title=ASMX1011::/);
  });
});

describe('what cannot be read ends with 2', () => {
  const missing: readonly [args: string[], want: RegExp][] = [
    [['generate', 'absent.yaml'], /absent\.yaml.*no such file/],
    [['check', 'absent.yaml'], /absent\.yaml.*no such file/],
    [['inspect', 'absent.yaml'], /absent\.yaml.*no such file/],
    [['call', 'absent.yaml', 'Op'], /absent\.yaml.*no such file/],
    [['serve', 'absent.yaml'], /absent\.yaml.*no such file/],
    [['check', '.'], /is a folder/],
    [['generate'], /no contract is named and there is no configuration/],
    [['check'], /no contract is named and there is no configuration/],
    [['generate', '--config', 'absent.json'], /configuration absent\.json does not exist/],
  ];
  test.each(missing)('%j', async (args, want) => {
    const { code, stdout, stderr } = await runCli(args, { cwd: folder.path });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(want);
    expect(stderr).not.toMatch(/undefined|\n {4}at /);
  });

  test.each([
    ['asmx-gen.config.json', '{ "contracts": [ }', /asmx-gen\.config\.json:1:\d+ error ASMX5001/],
    ['asmx-gen.config.json', '{ "contract": [] }', /asmx-gen\.config\.json:1:\d+ error ASMX5002/],
    [
      'asmx-gen.config.yaml',
      'contracts:\n  - input: a.yaml\n    runtim: vendor\n',
      /asmx-gen\.config\.yaml:3:5 error ASMX5002.*[\s\S]*did you mean 'runtime'/,
    ],
    ['asmx-gen.config.mjs', 'export default {\n', /asmx-gen\.config\.mjs.*cannot be loaded/],
  ])('the configuration %s holding %j', async (name, text, want) => {
    folder.write('package.json', '{}');
    folder.write(name, text);
    const { code, stdout, stderr } = await runCli(['generate'], { cwd: folder.path });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(want);
  });
});
