import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type RunResult, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const contract = (name: string): string => `asmx: 1
name: ${name}
namespace: urn:${name}
baseUrl: http://localhost:8080
services:
  ${name}Service:
    operations:
      Add: { parameters: { a: int, b: int }, returns: int }
      Echo: { parameters: { text: string }, returns: string }
`;

let folder: TestFolder;
beforeEach(() => {
  folder = createFolder({ 'tsconfig.json': '{}', 'specs/maths.yaml': contract('Maths') });
});
afterEach(() => {
  chmodSync(folder.path, 0o755);
  folder.remove();
});

const generate = (...args: string[]): Promise<RunResult> =>
  runCli(['generate', ...args], { cwd: folder.path });

const generated = (): readonly string[] =>
  folder.files().filter((path) => !path.includes('/runtime/') && path.startsWith('out/'));

describe('generate', () => {
  test('writes the folder and says so in one line', async () => {
    const { code, stdout, stderr } = await generate('specs/maths.yaml', '-o', 'out');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/^1 service, 2 operations, \d+ files: \d+ created \(\d+\.\d s\)\n$/);
    expect(generated()).toEqual(
      [
        '.gitattributes',
        'asmx-gen.manifest.json',
        'client.ts',
        'descriptions.ts',
        'docs.ts',
        'index.ts',
        'operations.ts',
        'server.ts',
        'types.ts',
        'wsdl/MathsService.wsdl',
      ].map((name) => `out/${name}`),
    );
    expect(folder.files().some((path) => path === 'out/runtime/index.ts')).toBe(true);
    expect(folder.read('out/types.ts')).toContain('../specs/maths.yaml');
  });

  test.each([
    ['http://h/v1/MathsService.asmx?WSDL', 'http://h/v1', 'http://h/v1/MathsService.asmx'],
    ['http://h/v1/Other.asmx?WSDL', 'http://h/v1/Other.asmx?WSDL', 'http://h/v1/Other.asmx'],
  ])('baseUrl %s is the address of a service', async (baseUrl, base, location) => {
    const entry = { input: 'specs/maths.yaml', output: 'out', baseUrl };
    folder.write('asmx-gen.config.json', JSON.stringify({ contracts: [entry] }));
    expect((await generate()).code).toBe(0);
    expect(folder.read('out/client.ts')).toContain(`const baseUrl = '${base}';`);
    expect(folder.read('out/wsdl/MathsService.wsdl')).toContain(`location="${location}"`);
  });

  test('leaves what is up to date alone', async () => {
    await generate('specs/maths.yaml', '-o', 'out');
    const again = await generate('specs/maths.yaml', '-o', 'out');
    expect(again).toMatchObject({ code: 0, stdout: '' });
    expect(again.stderr).toMatch(
      /^(1 service, 2 operations, )?\d+ files: \d+ unchanged \(\d+\.\d s\)\n$/,
    );
    folder.write('specs/maths.yaml', contract('Maths').replace('Echo', 'Repeat'));
    const third = await generate('specs/maths.yaml', '-o', 'out');
    expect(third.stderr).toMatch(/files: \d+ updated, \d+ unchanged/);
  });

  test('without -o and configuration, goes to generated/<name>', async () => {
    folder.write('specs/big.yaml', contract('BigMaths'));
    await generate('specs/big.yaml');
    expect(folder.files()).toContain('generated/big-maths/index.ts');
  });

  test('several contracts share a parent folder', async () => {
    folder.write('specs/more.yaml', contract('MoreMaths'));
    const { code, stderr } = await generate('specs/maths.yaml', 'specs/more.yaml', '-o', 'out');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^2 services, 4 operations, /);
    expect(folder.files()).toEqual(
      expect.arrayContaining(['out/maths/index.ts', 'out/more-maths/index.ts']),
    );
  });

  test('says how many contracts it counts where others are up to date', async () => {
    const entry = (name: string) => ({ input: `specs/${name}.yaml`, output: `out/${name}` });
    folder.write('asmx-gen.config.json', JSON.stringify({ contracts: [entry('maths')] }));
    await generate();
    folder.write('specs/more.yaml', contract('MoreMaths'));
    const both = { contracts: [entry('maths'), entry('more')] };
    folder.write('asmx-gen.config.json', JSON.stringify(both));
    expect((await generate()).stderr).toMatch(
      /^1 service, 2 operations \(1 of 2 contracts\), \d+ files: \d+ created, \d+ unchanged \(/,
    );
  });

  test('takes everything from the configuration, found upward', async () => {
    folder.write(
      'asmx-gen.config.json',
      '{"contracts": [{"input": "specs/*.yaml", "output": "out", "runtime": "package", "targets": ["types", "client"]}]}',
    );
    mkdirSync(join(folder.path, 'deep/er'), { recursive: true });
    const { code } = await runCli(['generate'], { cwd: join(folder.path, 'deep/er') });
    expect(code).toBe(0);
    expect(folder.files().filter((path) => path.startsWith('out/'))).toEqual(
      [
        '.gitattributes',
        'asmx-gen.manifest.json',
        'client.ts',
        'descriptions.ts',
        'index.ts',
        'operations.ts',
        'types.ts',
      ].map((name) => `out/maths/${name}`),
    );
  });

  test('--targets, --runtime and --only', async () => {
    await generate(
      'specs/maths.yaml',
      '-o',
      'out',
      '--targets',
      'client,types',
      '--runtime',
      'package',
      '--only',
      'MathsService.A*',
    );
    expect(generated()).toEqual(
      [
        '.gitattributes',
        'asmx-gen.manifest.json',
        'client.ts',
        'descriptions.ts',
        'index.ts',
        'operations.ts',
        'types.ts',
      ].map((name) => `out/${name}`),
    );
    expect(folder.files().filter((path) => path.includes('runtime'))).toEqual([]);
    expect(folder.read('out/operations.ts')).toContain("'Add'");
    expect(folder.read('out/operations.ts')).not.toContain("'Echo'");
  });

  test('--no-gitattributes, or the configuration, leaves out the .gitattributes', async () => {
    const out = ['specs/maths.yaml', '-o', 'out', '--targets', 'types'];
    const hasAttributes = (): boolean => folder.files().includes('out/.gitattributes');
    await generate(...out);
    expect(hasAttributes()).toBe(true);
    expect(await generate(...out, '--check')).toMatchObject({ code: 0 });
    expect(await generate(...out, '--no-gitattributes')).toMatchObject({ code: 0 });
    expect(hasAttributes()).toBe(false);
    expect(await generate(...out, '--check')).toMatchObject({ code: 1 });
    const contracts = [{ input: 'specs/maths.yaml', output: 'out', targets: ['types'] }];
    folder.write('asmx-gen.config.json', JSON.stringify({ contracts }));
    const { stderr } = await generate('--no-gitattributes');
    expect(stderr).toContain('set "gitattributes": false there');
    const settled = contracts.map((one) => ({ ...one, gitattributes: false }));
    folder.write('asmx-gen.config.json', JSON.stringify({ contracts: settled }));
    expect(await generate('--check')).toMatchObject({ code: 0 });
    expect(hasAttributes()).toBe(false);
  });

  test("a .gitattributes of the user's stays, with --force and --check, too", async () => {
    const out = ['specs/maths.yaml', '-o', 'out', '--targets', 'types'];
    folder.write('out/.gitattributes', '* eol=crlf\n');
    expect(await generate(...out)).toMatchObject({ code: 0 });
    expect(await generate(...out, '--force')).toMatchObject({ code: 0 });
    expect(await generate(...out, '--check')).toMatchObject({ code: 0, stdout: '' });
    expect(folder.read('out/.gitattributes')).toBe('* eol=crlf\n');
  });

  test('--dry-run lists what would change and writes nothing', async () => {
    const { code, stdout, stderr } = await generate('specs/maths.yaml', '-o', 'out', '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^create out\/client\.ts$/m);
    expect(stderr).toMatch(/to be created/);
    expect(generated()).toEqual([]);
  });

  test('--reporter json tells what became of each file', async () => {
    const { code, stdout } = await generate('specs/maths.yaml', '-o', 'out', '--reporter', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      durationMs: expect.any(Number),
      diagnostics: [],
      files: expect.arrayContaining([{ path: 'out/client.ts', status: 'created' }]),
    });
  });

  test('--quiet says nothing, --verbose tells the time of each stage', async () => {
    expect(await generate('specs/maths.yaml', '-o', 'out', '--quiet')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    rmSync(join(folder.path, 'out'), { recursive: true });
    const { stderr } = await generate('specs/maths.yaml', '-o', 'out', '--verbose');
    expect(stderr).toMatch(
      /^specs\/maths\.yaml: read \d+ ms, link \d+ ms, plan \d+ ms, render \d+ ms, format \d+ ms$/m,
    );
  });
});

describe('generate --check', () => {
  test('ends with 0 and an empty stdout when all is up to date', async () => {
    await generate('specs/maths.yaml', '-o', 'out');
    expect(await generate('specs/maths.yaml', '-o', 'out', '--check')).toMatchObject({
      code: 0,
      stdout: '',
    });
  });

  test('prints a diff of what would change, writes nothing, ends with 1', async () => {
    await generate('specs/maths.yaml', '-o', 'out');
    const before = folder.read('out/client.ts');
    folder.write('specs/maths.yaml', contract('Maths').replace('Echo', 'Repeat'));
    const { code, stdout } = await generate('specs/maths.yaml', '-o', 'out', '--check');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^--- a\/out\/client\.ts\n\+\+\+ b\/out\/client\.ts\n@@ /m);
    expect(stdout).toMatch(/^-.*echo/m);
    expect(stdout).toMatch(/^\+.*repeat/m);
    expect(folder.read('out/client.ts')).toBe(before);
  });

  test('shows an edit by hand, a missing and a left-over file', async () => {
    await generate('specs/maths.yaml', '-o', 'out');
    folder.write('out/types.ts', `${folder.read('out/types.ts')}// mine\n`);
    rmSync(join(folder.path, 'out/server.ts'));
    const { code, stdout } = await generate('specs/maths.yaml', '-o', 'out', '--check');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^-\/\/ mine$/m);
    expect(stdout).toContain('--- /dev/null\n+++ b/out/server.ts\n');
    expect(stdout).not.toContain('+export function create');
    const fewer = await generate('specs/maths.yaml', '-o', 'out', '--check', '--targets', 'types');
    expect(fewer.stdout).toContain('--- a/out/client.ts\n+++ /dev/null');
  });

  test('--reporter github marks the files', async () => {
    const { code, stdout } = await generate(
      'specs/maths.yaml',
      '-o',
      'out',
      '--check',
      '--reporter',
      'github',
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^::error file=out\/\.gitattributes,line=1,col=1,title=ASMX7003::'out\/\.gitattributes' is missing/m,
    );
  });
});

describe('generate refuses', () => {
  test('to overwrite a file edited by hand, unless --force', async () => {
    await generate('specs/maths.yaml', '-o', 'out');
    folder.write('specs/maths.yaml', contract('Maths').replace('Echo', 'Repeat'));
    const edited = `${folder.read('out/types.ts')}// mine\n`;
    folder.write('out/types.ts', edited);
    const client = folder.read('out/client.ts');
    const { code, stderr } = await generate('specs/maths.yaml', '-o', 'out');
    expect(code).toBe(1);
    expect(stderr).toMatch(/out\/types\.ts.*error ASMX7001/);
    expect(stderr).toContain('--force');
    expect(folder.read('out/types.ts')).toBe(edited);
    expect(folder.read('out/client.ts')).toBe(client);
    expect((await generate('specs/maths.yaml', '-o', 'out', '--force')).code).toBe(0);
    expect(folder.read('out/types.ts')).not.toContain('// mine');
  });

  test('a file that is not ours where a generated one belongs', async () => {
    folder.write('out/client.ts', 'export const mine = 1;\n');
    const { code, stderr } = await generate('specs/maths.yaml', '-o', 'out');
    expect(code).toBe(1);
    expect(stderr).toContain('ASMX7002');
    expect(folder.read('out/client.ts')).toBe('export const mine = 1;\n');
  });

  test('to follow a link out of the output folder', async () => {
    const outside = createFolder();
    mkdirSync(join(folder.path, 'out'));
    symlinkSync(outside.path, join(folder.path, 'out/wsdl'));
    const { code, stderr } = await generate('specs/maths.yaml', '-o', 'out');
    expect(code).toBe(1);
    expect(stderr).toContain('symbolic link');
    expect(outside.files()).toEqual([]);
    outside.remove();
  });

  test('a folder that may not be written, with 2 and nothing half-written', async () => {
    mkdirSync(join(folder.path, 'locked'));
    writeFileSync(join(folder.path, 'file'), '');
    const file = await generate('specs/maths.yaml', '-o', 'file/out');
    expect(file.code).toBe(2);
    expect(file.stderr).toMatch(/^asmx-gen: .*file/);
    expect(file.stderr).not.toMatch(/\n {4}at /);
    // root may write anywhere, and then there is nothing to see
    if (process.getuid?.() === 0) return;
    chmodSync(join(folder.path, 'locked'), 0o555);
    const locked = await generate('specs/maths.yaml', '-o', 'locked/out');
    expect(locked.code).toBe(2);
    expect(locked.stderr).toMatch(/no permission/);
  });

  test('two contracts in one folder', async () => {
    folder.write('specs/more.yaml', contract('Maths'));
    const { code, stderr } = await generate('specs/maths.yaml', 'specs/more.yaml', '-o', 'out');
    expect(code).toBe(2);
    expect(stderr).toContain('would both be written to out/maths');
    expect(generated()).toEqual([]);
  });

  test.each([
    [['--targets', 'clint'], /invalid value 'clint' for --targets\n {2}Did you mean 'client'\?/],
    [
      ['--runtime', 'borrow'],
      /invalid value 'borrow' for --runtime\n {2}Choose from vendor, package\./,
    ],
    [['--templates', 'nowhere'], /template folder 'nowhere' does not exist/],
  ])('%j', async (args, want) => {
    const { code, stderr } = await generate('specs/maths.yaml', '-o', 'out', ...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(want);
    expect(generated()).toEqual([]);
  });
});

test("a user's template stands in for the one of its name; a broken one is told with its line", async () => {
  folder.write('own/index.hbs', '// mine\nexport {};\n');
  expect((await generate('specs/maths.yaml', '-o', 'out', '--templates', 'own')).code).toBe(0);
  expect(readFileSync(join(folder.path, 'out/index.ts'), 'utf8')).toContain('// mine');
  folder.write('own/index.hbs', 'export {};\n{{#if}}\n');
  const { code, stderr } = await generate('specs/maths.yaml', '-o', 'out', '--templates', 'own');
  expect(code).toBe(1);
  expect(stderr).toMatch(/index\.hbs:\d+:\d+ error ASMX9001/);
});

describe('generate --check', () => {
  const config = { contracts: [{ input: 'specs/maths.yaml', output: 'out', runtime: 'package' }] };
  beforeEach(async () => {
    folder.write('asmx-gen.config.json', JSON.stringify(config));
    expect((await generate()).code).toBe(0);
  });

  test('the contract changed, its code did not', async () => {
    folder.write('specs/maths.yaml', `# a comment\n${folder.read('specs/maths.yaml')}`);
    const { code, stdout, stderr } = await generate('--check');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/^specs\/maths\.yaml changed, its code did not\n/);
    expect((await generate('--check', '--reporter', 'json')).code).toBe(0);
  });

  test('lists files to be created or removed, and annotates each contract once', async () => {
    const contracts = [{ ...config.contracts[0], targets: ['types'] }];
    folder.write('asmx-gen.config.json', JSON.stringify({ contracts }));
    const { code, stdout } = await generate('--check');
    expect(code).toBe(1);
    expect(stdout).toContain(
      '--- a/out/client.ts\n+++ /dev/null\n--- a/out/descriptions.ts\n+++ /dev/null\n',
    );
    const github = await generate('--check', '--reporter', 'github');
    expect(github.stdout.match(/^::error .*/gm)).toHaveLength(1);
    expect(github.stdout).toMatch(/, as are \d+ more files of 'out'/);
  });
});
