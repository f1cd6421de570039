import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import { compileStrictly } from '../compile-strictly.ts';
import { runCli } from './in-process.ts';
import { createFolder, packageRoot, type RunResult, type TestFolder } from './run-cli.ts';

describe('generate', () => {
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
      const { code, stdout } = await generate(
        'specs/maths.yaml',
        '-o',
        'out',
        '--reporter',
        'json',
      );
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
      const fewer = await generate(
        'specs/maths.yaml',
        '-o',
        'out',
        '--check',
        '--targets',
        'types',
      );
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
    const config = {
      contracts: [{ input: 'specs/maths.yaml', output: 'out', runtime: 'package' }],
    };
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
});

describe('current', () => {
  jest.setTimeout(60_000);

  const contract = (name: string, operation = 'Echo'): string => `asmx: 1
name: ${name}
namespace: urn:${name}
services:
  ${name}Service:
    operations:
      ${operation}: { parameters: { text: string }, returns: string }
`;

  let folder: TestFolder;
  beforeEach(() => {
    folder = createFolder({
      'package.json': '{}',
      'specs/maths.yaml': contract('Maths'),
      'specs/notes.yaml': contract('Notes'),
    });
  });
  afterEach(() => folder.remove());

  const generate = (...args: string[]): Promise<RunResult> =>
    runCli(['generate', '--verbose', ...args], { cwd: folder.path });

  /** Contracts that were not read again. */
  const current = ({ stderr }: RunResult): readonly string[] =>
    [...stderr.matchAll(/^(.*): current by its hashes$/gm)].map(([, path = '']) => path);

  /** Puts the time of every file back, and tells later which were written since. */
  function watchWrites(): () => readonly string[] {
    const past = new Date('2020-01-01');
    for (const file of folder.files()) utimesSync(join(folder.path, file), past, past);
    return () =>
      folder.files().filter((file) => statSync(join(folder.path, file)).mtimeMs !== past.getTime());
  }

  describe('a contract that is as it was is told from hashes', () => {
    test.each<readonly [string, ...string[]]>([
      ['with an output folder', 'specs/maths.yaml', '-o', 'out'],
      ['without one', 'specs/maths.yaml'],
      ['with handlers', 'specs/maths.yaml', '--targets', 'client,handlers'],
    ])('%s', async (_, ...args) => {
      expect(current(await generate(...args))).toEqual([]);
      const written = watchWrites();
      expect(current(await generate(...args))).toEqual(['specs/maths.yaml']);
      expect(current(await generate(...args, '--check'))).toEqual(['specs/maths.yaml']);
      expect(written()).toEqual([]);
    });

    test('of several, with and without an output folder', async () => {
      const both = ['specs/maths.yaml', 'specs/notes.yaml'];
      for (const args of [both, [...both, '-o', 'out']]) {
        await generate(...args);
        expect(current(await generate(...args))).toEqual(both);
      }
    });

    test('with a configuration of several contracts, one of which has handlers', async () => {
      folder.write(
        'asmx-gen.config.json',
        JSON.stringify({
          contracts: [
            { input: 'specs/maths.yaml', output: 'maths', targets: ['server', 'handlers'] },
            { input: 'specs/n*.yaml', output: 'all' },
          ],
        }),
      );
      await generate();
      expect(current(await generate())).toEqual(['specs/maths.yaml', 'specs/notes.yaml']);
      const check = await generate('--check');
      expect(check.code).toBe(0);
      expect(current(check)).toEqual(['specs/maths.yaml', 'specs/notes.yaml']);
    });
  });

  test('inputs and outputs are declared alike before, and told from hashes, after', async () => {
    const list = async (): Promise<unknown> => {
      const args = ['generate', 'specs/maths.yaml', '--dry-run', '--reporter', 'json'];
      const { stdout } = await runCli(args, { cwd: folder.path });
      return JSON.parse(stdout).contracts;
    };
    const before = await list();
    expect(before).toEqual([
      {
        contract: 'specs/maths.yaml',
        output: 'generated/maths',
        inputs: [{ path: 'specs/maths.yaml', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
        outputs: expect.arrayContaining(['generated/maths/client.ts']),
      },
    ]);
    await generate('specs/maths.yaml');
    const files = folder.files().filter((path) => path.startsWith('generated/'));
    expect(before).toMatchObject([{ outputs: files }]);
    expect(await list()).toEqual(before);
  });

  test('a configuration is an input of what it names', async () => {
    folder.write('asmx-gen.config.json', '{ "contracts": [{ "input": "specs/maths.yaml" }] }');
    const { stdout } = await runCli(['generate', '--dry-run', '--reporter', 'json'], {
      cwd: folder.path,
    });
    expect(JSON.parse(stdout).contracts).toMatchObject([
      { inputs: [{ path: 'specs/maths.yaml' }, { path: 'asmx-gen.config.json' }] },
    ]);
  });

  describe('what changed is generated again, and nothing else', () => {
    const both = ['specs/maths.yaml', 'specs/notes.yaml'];

    test('of several contracts the one that changed, of its files those that differ', async () => {
      await generate(...both);
      const written = watchWrites();
      folder.write('specs/notes.yaml', contract('Notes', 'Repeat'));
      expect(current(await generate(...both))).toEqual(['specs/maths.yaml']);
      expect(written().filter((path) => path.startsWith('generated/maths'))).toEqual([]);
      const changed = written().filter((path) => path.startsWith('generated/notes'));
      expect(changed).toContain('generated/notes/operations.ts');
      expect(changed.filter((path) => path.includes('/runtime/'))).toEqual([]);
    });

    test('a contract with another name goes to another folder', async () => {
      await generate('specs/maths.yaml');
      folder.write('specs/maths.yaml', contract('Sums'));
      expect(current(await generate('specs/maths.yaml'))).toEqual([]);
      expect(folder.files()).toContain('generated/sums/client.ts');
    });

    test('a folder that was moved is not taken for the one asked for', async () => {
      await generate('specs/maths.yaml', '-o', 'generated/other');
      expect(current(await generate('specs/maths.yaml'))).toEqual([]);
      expect(folder.files()).toContain('generated/maths/client.ts');
    });

    test('other options', async () => {
      await generate('specs/maths.yaml');
      expect(current(await generate('specs/maths.yaml', '--targets', 'client'))).toEqual([]);
    });

    test('handlers that lack a stub, or are gone', async () => {
      const args = ['specs/maths.yaml', '--targets', 'server,handlers'];
      await generate(...args);
      const file = 'handlers/maths-service.ts';
      const complete = folder.read(file);
      folder.write(file, complete.replace('  echo: notImplemented,\n', ''));
      expect(current(await generate(...args))).toEqual([]);
      expect(folder.read(file)).toContain('echo');
      rmSync(join(folder.path, file));
      await generate(...args);
      expect(folder.files()).toContain(file);
    });

    test('a manifest that says nonsense of handlers', async () => {
      const args = ['specs/maths.yaml', '--targets', 'server,handlers'];
      await generate(...args);
      const manifest = 'generated/maths/asmx-gen.manifest.json';
      const text = folder.read(manifest);
      for (const path of ['../../../outside.ts', 'gone.ts']) {
        folder.write(manifest, text.replaceAll('maths-service.ts', path));
        expect(current(await generate(...args, '--check'))).toEqual([]);
      }
    });
  });
});

describe('emit js', () => {
  jest.setTimeout(60_000);

  const contract = (operations = 'Add: { parameters: { text: string }, returns: int }'): string =>
    `asmx: 1
name: Notes
namespace: urn:notes
services:
  NoteService:
    operations:
      ${operations}
`;
  const config = (emit: string, more: object = {}): string => {
    const common = { input: 'notes.yaml', output: 'out', runtime: 'package', targets: ['client'] };
    return JSON.stringify({ contracts: [{ ...common, emit, ...more }] });
  };

  let folder: TestFolder;
  beforeEach(() => {
    folder = createFolder({ 'notes.yaml': contract(), 'asmx-gen.config.json': config('js') });
  });
  afterEach(() => folder.remove());

  const run = (...args: string[]): Promise<RunResult> => runCli(args, { cwd: folder.path });
  const generate = (...args: string[]): Promise<RunResult> => run('generate', ...args);
  const output = (): readonly string[] =>
    folder
      .files()
      .filter((path) => path.startsWith('out/') && /\.(js|ts|map)$/.test(path))
      .map((path) => path.slice('out/'.length));

  const scripts = ['client', 'descriptions', 'index', 'operations', 'types'];
  const written = scripts
    .flatMap((one) => [`${one}.js`, `${one}.d.ts`, ...(one === 'types' ? [] : [`${one}.d.ts.map`])])
    .filter((path) => path !== 'index.d.ts.map')
    .sort();

  describe('emit: js', () => {
    test('writes scripts with declarations, which check and verify know', async () => {
      expect(await generate()).toMatchObject({ code: 0 });
      expect([...output()].sort()).toEqual(written);
      expect(await generate('--check')).toMatchObject({ code: 0, stdout: '' });
      expect((await generate()).stderr).toMatch(/^15 files: 15 unchanged/);
      expect(await run('verify', 'out')).toMatchObject({ code: 0 });
      folder.write('out/client.js', `${folder.read('out/client.js')}// mine\n`);
      expect(await run('verify', 'out')).toMatchObject({ code: 1 });
      folder.write('notes.yaml', contract('Clear: {}'));
      expect((await generate()).stderr).toContain("'out/client.js'");
      expect(await generate('--force')).toMatchObject({ code: 0 });
      expect(folder.read('out/client.js')).not.toContain('// mine');
    });

    test('a folder changes to the other language and back', async () => {
      await generate();
      const before = output().map((path) => [path, folder.read(`out/${path}`)]);
      const dry = await generate('--emit', 'ts', '--dry-run');
      expect(dry.stdout).toContain('remove out/client.js\n');
      expect(dry.stdout).toContain('create out/client.ts\n');
      expect(await generate('--emit', 'ts')).toMatchObject({ code: 0 });
      expect([...output()].sort()).toEqual(scripts.map((one) => `${one}.ts`));
      expect(await generate()).toMatchObject({ code: 0 });
      expect(output().map((path) => [path, folder.read(`out/${path}`)])).toEqual(before);
    });

    test('a runtime that contracts share is JavaScript too, and theirs alike', async () => {
      const shared = { runtime: { shared: 'runtime' } };
      folder.write('asmx-gen.config.json', config('js', shared));
      expect(await generate()).toMatchObject({ code: 0 });
      const runtime = folder.files().filter((path) => path.startsWith('runtime/'));
      expect(runtime).toEqual(expect.arrayContaining(['runtime/index.js', 'runtime/index.d.ts']));
      expect(runtime.filter((path) => /(?<!\.d)\.ts$/.test(path))).toEqual([]);
      expect(folder.read('out/client.js')).toContain("from '../runtime/index.js'");
      const { contracts } = JSON.parse(config('js', shared));
      const other = { ...contracts[0], output: 'other', emit: 'ts' };
      folder.write('asmx-gen.config.json', JSON.stringify({ contracts: [...contracts, other] }));
      expect((await generate()).stderr).toContain("entries that share 'runtime' differ in 'emit'");
    });

    test('Node treats the scripts as modules, whatever the project is', async () => {
      const ours = '{\n  "type": "module"\n}\n';
      const has = (): boolean => folder.files().includes('out/package.json');
      folder.write('package.json', '{ "name": "old" }');
      const first = await generate();
      expect(first.code).toBe(0);
      expect(first.stderr).not.toContain('"type"');
      expect(folder.read('out/package.json')).toBe(ours);
      expect(await generate('--check')).toMatchObject({ code: 0, stdout: '' });
      expect(await generate('--emit', 'ts')).toMatchObject({ code: 0 });
      expect(has()).toBe(false);
      await generate();
      folder.write('package.json', '{ "type": "module" }');
      expect((await generate('--check')).code).toBe(1);
      expect(await generate()).toMatchObject({ code: 0 });
      expect(has()).toBe(false);
      folder.write('package.json', '{ "type": "commonjs" }');
      expect(await generate('--import-extension', 'none')).toMatchObject({ code: 0 });
      expect(has()).toBe(false);
      folder.write('tsconfig.json', '{ "compilerOptions": { "allowJs": true } }');
      expect(await generate()).toMatchObject({ code: 0 });
      expect(has()).toBe(false);
      folder.write('tsconfig.json', '{ "compilerOptions": {} }');
      folder.write('asmx-gen.config.json', config('js', { runtime: { shared: 'runtime' } }));
      expect(await generate()).toMatchObject({ code: 0 });
      expect(folder.read('out/package.json')).toBe(ours);
      expect(folder.read('runtime/package.json')).toBe(ours);
      expect(await generate('--check')).toMatchObject({ code: 0, stdout: '' });
    });

    test('a package.json that somebody put into the folder stays', async () => {
      folder.write('out/package.json', '{ "private": true }');
      const { code, stderr } = await generate();
      expect(code).toBe(0);
      expect(stderr).toContain('set "type": "module" in out/package.json');
      expect(folder.read('out/package.json')).toBe('{ "private": true }');
    });

    test('handlers of a CommonJS project still need its package.json to say so', async () => {
      folder.write('package.json', '{}');
      folder.write('asmx-gen.config.json', config('js', { targets: ['handlers'] }));
      expect((await generate()).stderr).toContain('set "type": "module" in package.json');
    });

    test('imports end in .js or in nothing', async () => {
      expect(await generate('--import-extension', 'none')).toMatchObject({ code: 0 });
      expect(folder.read('out/index.js')).toContain("from './client';");
      expect(await generate('--import-extension', 'ts')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('JavaScript cannot import files that end in .ts'),
      });
      folder.write('asmx-gen.config.json', config('js', { importExtension: 'ts' }));
      expect((await generate()).stderr).toContain("with emit 'js' no file ends in '.ts'");
      folder.write('asmx-gen.config.json', config('ts', { importExtension: 'none' }));
      expect(await generate('--import-extension', 'ts')).toMatchObject({ code: 0 });
      expect(folder.read('out/index.ts')).toContain("from './client.ts';");
    });

    test('formats as the project does, and maps what was formatted', async () => {
      folder.write('.prettierrc', '{"semi": false, "tabWidth": 4}');
      folder.write('asmx-gen.config.json', config('js', { format: 'project' }));
      expect(await generate()).toMatchObject({ code: 0 });
      expect(folder.read('out/client.js')).toMatch(/^import \{ .* \} from "[^"]*"$/m);
      expect(folder.read('out/client.d.ts')).toMatch(/client\.d\.ts\.map\n$/);
    });

    test('a template whose exports have no types is refused', async () => {
      folder.write('own/index.hbs', 'export const shout = String(1);\n');
      const { code, stderr } = await generate('--templates', 'own');
      expect(code).toBe(1);
      expect(stderr).toContain('index.ts:1:14 error ASMX9002: The generated index.ts is refused');
      expect(stderr).toContain('explicit type annotation');
    });

    test('call and serve run the same code as ever', async () => {
      const dry = await run(
        'call',
        'notes.yaml',
        'Add',
        'text=hi',
        '--dry-run',
        '--url',
        'http://x',
      );
      expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('<text>hi</text>') });
    });
  });

  describe('handlers in JavaScript', () => {
    beforeEach(() => {
      const more = { targets: ['handlers'], handlers: 'handlers' };
      folder.write('asmx-gen.config.json', config('js', more));
    });

    test('are written once and then completed', async () => {
      expect(await generate()).toMatchObject({ code: 0 });
      expect(folder.read('handlers/note-service.js')).toBe(`\
import { notImplemented } from '../out/index.js';

/**
 * Handlers of service \`NoteService\`.
 * This file is yours: asmx-gen adds a stub of each new operation and leaves everything else as it is.
 *
 * @type {import('../out/index.js').NoteServiceHandlers}
 */
export const noteServiceHandlers = {
  add: notImplemented,
};
`);
      const mine = folder.read('handlers/note-service.js').replace('notImplemented,', '() => 1,');
      folder.write('handlers/note-service.js', mine);
      folder.write('notes.yaml', contract('{ Add: { returns: int }, Clear: {} }'));
      const check = await generate('--check');
      expect(check.stdout).toContain('+  clear: notImplemented,');
      expect(await generate()).toMatchObject({ code: 0 });
      const added = mine.replace('() => 1,\n', '() => 1,\n  clear: notImplemented,\n');
      expect(folder.read('handlers/note-service.js')).toBe(added);
      expect((await generate()).stderr).toContain('unchanged');
    });

    test('those there in TypeScript stay the ones', async () => {
      await generate('--emit', 'ts');
      await generate();
      expect(folder.files().filter((path) => path.startsWith('handlers/'))).toEqual([
        'handlers/note-service.ts',
      ]);
      folder.write('notes.yaml', contract('{ Add: { returns: int }, Clear: {} }'));
      expect(await generate()).toMatchObject({ code: 0 });
      expect(folder.read('handlers/note-service.ts')).toContain('clear: notImplemented');
    });
  });
});

describe('handlers', () => {
  jest.setTimeout(60_000);

  const contract = (operations: string, name = 'Notes'): string => `asmx: 1
name: ${name}
namespace: urn:notes
services:
  NoteService:
    operations:
      ${operations}
  StatusPage:
    operations:
      Ping: {}
`;
  const add = 'Add: { parameters: { text: string }, returns: int }';
  const config =
    '{"contracts": [{"input": "notes.yaml", "targets": ["handlers"], "importExtension": "js"}]}';

  let folder: TestFolder;
  beforeEach(() => {
    folder = createFolder({
      'package.json': '{"type":"module"}',
      'asmx-gen.config.json': config,
      'notes.yaml': contract(add),
    });
  });
  afterEach(() => folder.remove());

  const generate = (...args: string[]): Promise<RunResult> =>
    runCli(['generate', ...args], { cwd: folder.path });

  describe('target handlers', () => {
    test('writes a file for each service, which compiles', async () => {
      expect((await generate()).code).toBe(0);
      expect(folder.files().filter((path) => path.startsWith('handlers/'))).toEqual([
        'handlers/note-service.ts',
        'handlers/status-page.ts',
      ]);
      expect(folder.read('handlers/note-service.ts')).toContain("'../generated/notes/index.js'");
      expect(folder.read('generated/notes/asmx-gen.manifest.json')).not.toContain('handlers/');
      expect(compileStrictly(folder.path)).toBe('');
    });

    test('adds what is new and leaves the rest; --check and --dry-run say so first', async () => {
      await generate();
      const mine = folder
        .read('handlers/note-service.ts')
        .replace('add: notImplemented,', "add( {text} ) { return text.length } // '")
        .replaceAll('\n', '\r\n');
      folder.write('handlers/note-service.ts', mine);
      const stayed = await generate('--check');
      expect(stayed).toMatchObject({ code: 0, stdout: '' });
      folder.write('notes.yaml', contract(`${add}\n      Clear: {}`));
      const check = await generate('--check');
      expect(check.code).toBe(1);
      expect(check.stdout).toContain('+++ b/handlers/note-service.ts');
      expect(check.stdout).toContain('+  clear: notImplemented');
      expect((await generate('--dry-run')).stdout).toContain('update handlers/note-service.ts\n');
      expect(folder.read('handlers/note-service.ts')).toBe(mine);
      expect((await generate()).code).toBe(0);
      expect(folder.read('handlers/note-service.ts')).toBe(
        mine.replace("} // '\r\n", "}, // '\r\n  clear: notImplemented\r\n"),
      );
      expect((await generate('--check')).code).toBe(0);
    });

    test('never removes a file, and reports what is gone', async () => {
      await generate();
      folder.write(
        'notes.yaml',
        contract('Append: { parameters: { text: string }, returns: int }'),
      );
      const renamed = await generate();
      expect(renamed.code).toBe(0);
      expect(renamed.stderr).toMatch(/note-service\.ts:9:3 warning ASMX7006: .*'add'/);
      expect(folder.read('handlers/note-service.ts')).toContain(
        '  add: notImplemented,\n  append:',
      );
      folder.write('notes.yaml', contract(add).replace(/ {2}StatusPage[\s\S]*/, ''));
      await generate();
      expect(folder.files()).toContain('handlers/status-page.ts');
    });

    test('a file that cannot be parsed stops the run before anything is written', async () => {
      await generate();
      folder.write('handlers/note-service.ts', 'export const x = {\n  a: (,\n');
      folder.write('notes.yaml', contract(`${add}\n      Clear: {}`));
      const { code, stderr } = await generate();
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /note-service\.ts:2:7 error ASMX7005: the file of handlers is malformed/,
      );
      expect(folder.read('generated/notes/server.ts')).not.toContain('Clear');
      writeFileSync(join(folder.path, 'handlers/note-service.ts'), Buffer.from([0x61, 0xff]));
      expect((await generate()).stderr).toContain('is not UTF-8');
      expect(readFileSync(join(folder.path, 'handlers/note-service.ts'))[1]).toBe(0xff);
    });

    test('the folder can be configured; links are followed', async () => {
      folder.write('asmx-gen.config.json', config.replace('}]', ', "handlers": "src/api"}]'));
      mkdirSync(join(folder.path, 'src/api'), { recursive: true });
      folder.write(
        'real.ts',
        "import type { NoteServiceHandlers as H } from './generated/notes/index.js';\nexport const h: H = {};\n",
      );
      symlinkSync(join(folder.path, 'real.ts'), join(folder.path, 'src/api/note-service.ts'));
      expect((await generate()).code).toBe(0);
      expect(folder.read('real.ts')).toContain('  add: notImplemented,\n');
      expect(folder.read('src/api/status-page.ts')).toContain("'../../generated/notes/index.js'");
    });

    test('two contracts do not share a file', async () => {
      folder.write('more.yaml', contract(add, 'More'));
      folder.write(
        'asmx-gen.config.json',
        '{"contracts": [{"input": "notes.yaml", "targets": ["handlers"]}, {"input": "more.yaml", "targets": ["handlers"]}]}',
      );
      const { code, stderr } = await generate();
      expect(code).toBe(2);
      expect(stderr).toContain('would both have handlers in handlers/note-service.ts');
      expect(folder.files()).not.toContain('handlers/note-service.ts');
      folder.write(
        'asmx-gen.config.json',
        '{"contracts": [{"input": "*.yaml", "targets": ["handlers"], "handlers": "handlers"}]}',
      );
      expect((await generate()).code).toBe(0);
      expect(folder.files()).toContain('handlers/more/note-service.ts');
    });
  });
});

describe('windows paths', () => {
  jest.setTimeout(60_000);

  const contract = `asmx: 1
name: Notes
namespace: urn:notes
services: { NoteService: { operations: { Add: { parameters: { text: string } } } } }
`;

  let folder: TestFolder;
  afterEach(() => folder.remove());

  test('a configuration written on Windows means the same everywhere', async () => {
    const entry = {
      input: 'specs\\v1\\notes.yaml',
      output: 'out\\notes',
      runtime: { shared: 'out\\runtime' },
      targets: ['client', 'server', 'handlers'],
      handlers: 'src\\handlers',
      templates: 'own\\templates',
      confine: 'specs\\v1',
    };
    folder = createFolder({
      'specs/v1/notes.yaml': contract,
      'own/templates/types.hbs': '// own\n',
      'asmx-gen.config.json': JSON.stringify({ contracts: [entry] }),
    });
    expect(await runCli(['generate'], { cwd: folder.path })).toMatchObject({ code: 0 });
    const files = folder.files();
    expect(files).toContain('out/notes/client.ts');
    expect(files).toContain('out/runtime/index.ts');
    expect(files).toContain('src/handlers/note-service.ts');
    expect(files.filter((path) => path.includes('\\'))).toEqual([]);
    expect(folder.read('out/notes/types.ts')).toContain('// own');
    expect(folder.read('out/notes/client.ts')).toContain("from '../runtime/index.js'");
    expect(await runCli(['generate', '--check'], { cwd: folder.path })).toMatchObject({ code: 0 });
  });
});

describe('verify', () => {
  jest.setTimeout(60_000);

  const shop = `asmx: 1
name: Shop
namespace: urn:shop
services:
  Orders: { operations: { Ping: {} } }
`;
  const name = 'vendor é';

  let original: TestFolder;
  let folder: TestFolder;
  let files: number;
  let hash: string;
  let copies: number;
  let tool: string;
  beforeAll(async () => {
    original = createFolder({ 'shop.yaml': shop });
    const made = await runCli(['generate', 'shop.yaml', '-o', 'out'], { cwd: original.path });
    expect(made.code).toBe(0);
    const manifest = JSON.parse(original.read('out/asmx-gen.manifest.json'));
    files = Object.keys(manifest.files).length;
    copies = Object.keys(manifest.files).filter((path) => path.startsWith('runtime/')).length;
    hash = manifest.inputs['../shop.yaml'];
    tool = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version;
    folder = createFolder();
  });
  beforeEach(() => {
    rmSync(join(folder.path, name), { recursive: true, force: true });
    // a copy, with neither configuration nor contract beside it
    cpSync(join(original.path, 'out'), join(folder.path, name), { recursive: true });
  });
  afterAll(() => {
    original.remove();
    folder.remove();
  });

  const verify = (...args: string[]): Promise<RunResult> =>
    runCli(['verify', name, ...args], { cwd: folder.path });

  const origin = (): string => `${name}
  made by    asmx-gen ${tool}
  contract   ../shop.yaml  sha256 ${hash}
`;
  const same = (): string =>
    `  release    the runtime is that of asmx-gen ${tool}, byte for byte (${copies} files)\n`;
  const head = (): string => origin() + same();

  describe('verify', () => {
    test('a folder as it was generated: 0, with what it was made from', async () => {
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(await verify()).toEqual({
        code: 0,
        stderr: '',
        stdout: `${head()}
${files} files, all as generated
`,
      });
    });

    test('several folders: 1 if one of them is not as generated', async () => {
      const run = (...args: string[]): Promise<RunResult> =>
        runCli(['verify', name, 'other', ...args], { cwd: folder.path });
      cpSync(join(original.path, 'out'), join(folder.path, 'other'), { recursive: true });
      const both = await run();
      expect(both).toMatchObject({ code: 0, stderr: '' });
      expect(both.stdout).toContain(head());
      expect(both.stdout.match(/all as generated/g)).toHaveLength(2);
      folder.write('other/client.ts', 'mine');
      const { code, stdout } = await run('--reporter', 'json');
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({
        ok: false,
        folders: [
          { directory: name, ok: true },
          { directory: 'other', ok: false },
        ],
      });
      rmSync(join(folder.path, 'other'), { recursive: true });
    });

    test('edited, missing and stray files: 1, each named', async () => {
      folder.write(`${name}/client.ts`, 'mine\n');
      folder.write(`${name}/notes.md`, 'mine\n');
      rmSync(join(folder.path, name, 'runtime', 'index.ts'));
      expect(await verify()).toEqual({
        code: 1,
        stderr: '',
        stdout: `${origin()}  release    the runtime is not that of asmx-gen ${tool}

  edited     client.ts
  missing    runtime/index.ts
  stray      notes.md

1 edited, 1 missing, 1 stray, of ${files} files generated
`,
      });
    });

    test('line ends changed by git: 0, and said to be just that', async () => {
      const path = join(folder.path, name, 'client.ts');
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'));
      expect(await verify()).toEqual({
        code: 0,
        stderr: '',
        stdout: `${head()}
  1 file has CR LF line ends, as git writes them on Windows (core.autocrlf); nothing else changed in them
    client.ts

${files} files, all as generated
`,
      });
    });

    test('a link in place of a file: 1', async () => {
      rmSync(join(folder.path, name, 'client.ts'));
      symlinkSync('server.ts', join(folder.path, name, 'client.ts'));
      const { code, stdout } = await verify();
      expect(code).toBe(1);
      expect(stdout).toContain('  edited     client.ts (is a symbolic link)\n');
    });

    test('--reporter json', async () => {
      folder.write(`${name}/client.ts`, 'mine\n');
      const { code, stdout, stderr } = await verify('--reporter', 'json');
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      expect(JSON.parse(stdout)).toEqual({
        version: 1,
        directory: name,
        ok: false,
        tool,
        inputs: { '../shop.yaml': hash },
        files,
        release: { ok: true, tool, files: copies },
        edited: [{ path: 'client.ts', why: 'edited' }],
        stale: [],
        missing: [],
        stray: [],
        lineEnds: [],
        diagnostics: [],
      });
    });

    test('--reporter github', async () => {
      folder.write(`${name}/client.ts`, 'mine\n');
      const { code, stdout } = await verify('--reporter', 'github');
      expect(code).toBe(1);
      expect(stdout).toBe(
        `::error file=${name}/client.ts,line=1,col=1,title=ASMX7001::'client.ts' was edited\n`,
      );
    });
  });

  describe('the runtime is compared with the release, because manifests can be edited, too', () => {
    interface Changed {
      files: Record<string, string>;
      runtimeText?: { header: string; format: string };
      tool: string;
    }
    const manifest = `${name}/asmx-gen.manifest.json`;
    const change = (edit: (manifest: Changed) => void): void => {
      const values: Changed = JSON.parse(folder.read(manifest));
      edit(values);
      folder.write(manifest, JSON.stringify(values));
    };
    /** Writes a file as one who hides it does. */
    const smuggle = (path: string, text: string): void => {
      folder.write(`${name}/${path}`, text);
      const sha256 = createHash('sha256').update(text).digest('hex');
      change(({ files }) => {
        files[path] = sha256;
      });
    };
    const notCompared = async (why: string): Promise<void> => {
      const { code, stdout } = await verify();
      expect({ code, release: /release .*/.exec(stdout)?.[0] }).toEqual({
        code: 0,
        release: `release    the runtime was not compared: ${why}`,
      });
    };

    test('an edited file with its new hash is found, and a new and a missing one', async () => {
      smuggle('runtime/index.ts', `${folder.read(`${name}/runtime/index.ts`)}fetch('//evil');\n`);
      smuggle('runtime/more.ts', 'export {};\n');
      rmSync(join(folder.path, name, 'runtime/LICENSE'));
      change(({ files }) => {
        delete files['runtime/LICENSE'];
      });
      const { code, stdout } = await verify();
      expect(code).toBe(1);
      expect(stdout).toContain(`  release    the runtime is not that of asmx-gen ${tool}\n`);
      for (const path of ['LICENSE', 'index.ts', 'more.ts']) {
        expect(stdout).toContain(
          `  edited     runtime/${path} (is not that of asmx-gen ${tool})\n`,
        );
      }
      expect(stdout).toContain('\n3 edited, of ');
    });

    test('a header in the manifest brings no code', async () => {
      const index = folder.read(`${name}/runtime/index.ts`);
      for (const end of ['\n', '\r', '\u2028']) {
        const text = `Contract: ../shop.yaml${end}fetch('//evil');`;
        change(({ runtimeText }) => {
          if (runtimeText !== undefined) runtimeText.header = text;
        });
        smuggle('runtime/index.ts', index.replace('Contract: ../shop.yaml', text));
        expect(await verify()).toMatchObject({ code: 1 });
      }
    });

    test('of another version, without its settings or in the style of a project it is not', async () => {
      change(({ runtimeText }) => {
        if (runtimeText !== undefined) runtimeText.format = 'project';
      });
      await notCompared("its layout is that of a project's prettier");
      change((values) => {
        delete values.runtimeText;
      });
      await notCompared('its manifest does not say how it was written');
      change((values) => {
        values.tool = '9.9.9';
      });
      await notCompared('that takes asmx-gen 9.9.9');
    });

    test('JavaScript, a header and other endings are compared, and a shared runtime', async () => {
      const made = createFolder({ 'shop.yaml': shop, 'package.json': '{}' });
      const settings = [
        { emit: 'js', header: 'Copyright ACME\nSPDX-License-Identifier: X' },
        { importExtension: 'none', header: ' © @acme */ ' },
        { importExtension: 'ts', runtime: { shared: 'gen/runtime' } },
        { emit: 'js', runtime: { shared: 'gen/scripts' } },
      ];
      const contracts = settings.map((one, index) => {
        return { input: 'shop.yaml', output: `gen/${index}`, targets: ['client'], ...one };
      });
      made.write('asmx-gen.config.json', JSON.stringify({ contracts }));
      expect(await runCli(['generate'], { cwd: made.path })).toMatchObject({ code: 0 });
      const folders = [...contracts.map(({ output }) => output), 'gen/runtime', 'gen/scripts'];
      const { code, stdout } = await runCli(['verify', ...folders], { cwd: made.path });
      expect(code).toBe(0);
      expect(stdout.match(/is that of asmx-gen .*, byte for byte/g)).toHaveLength(folders.length);
      made.write('gen/runtime/index.ts', 'mine');
      const edited = await runCli(['verify', 'gen/2'], { cwd: made.path });
      expect(edited).toMatchObject({ code: 1 });
      expect(edited.stdout).toContain('the runtime is not that of asmx-gen');
      made.remove();
    });
  });

  describe('verify --sbom', () => {
    const bomOf = (...args: string[]): Promise<RunResult> =>
      runCli(['verify', ...args, '--sbom'], { cwd: folder.path });

    test('prints the vendored runtime as CycloneDX 1.6, always alike', async () => {
      const { code, stdout, stderr } = await bomOf(name);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const { components, ...bom } = JSON.parse(stdout);
      // no serialNumber and no timestamp: both are optional, and differ in every run
      expect(bom).toEqual({
        $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
        bomFormat: 'CycloneDX',
        specVersion: '1.6',
        version: 1,
        metadata: {
          tools: { components: [{ type: 'application', name: 'asmx-gen', version: tool }] },
        },
      });
      const [{ components: parts, ...runtime }] = components;
      expect(runtime).toEqual({
        type: 'library',
        'bom-ref': `${name}/runtime`,
        name: 'asmx-gen runtime',
        version: tool,
        description: expect.any(String),
        licenses: [{ license: { id: 'MIT' } }],
        purl: `pkg:npm/asmx-gen@${tool}#src/runtime`,
        properties: [{ name: 'asmx-gen:release', value: 'byte for byte' }],
      });
      expect(parts).toHaveLength(copies);
      for (const { type, name: path, hashes, ...more } of parts) {
        const bytes = readFileSync(join(folder.path, name, 'runtime', path));
        const content = createHash('sha256').update(bytes).digest('hex');
        expect({ type, hashes, more }).toEqual({
          type: 'file',
          hashes: [{ alg: 'SHA-256', content }],
          more: {},
        });
      }
      expect(await bomOf(name)).toEqual({ code, stdout, stderr });
    });

    test('says that a runtime was not compared, as a forger may have it by another version', async () => {
      const path = `${name}/asmx-gen.manifest.json`;
      const written = folder.read(path);
      const forged = JSON.parse(written);
      const index = `${folder.read(`${name}/runtime/index.ts`)}fetch('//evil');\n`;
      const before = folder.read(`${name}/runtime/index.ts`);
      folder.write(`${name}/runtime/index.ts`, index);
      forged.files['runtime/index.ts'] = createHash('sha256').update(index).digest('hex');
      forged.tool = '0.0.9';
      folder.write(path, JSON.stringify(forged));
      const [{ version, properties }] = JSON.parse((await bomOf(name)).stdout).components;
      expect({ version, properties }).toEqual({
        version: '0.0.9',
        properties: [
          { name: 'asmx-gen:release', value: 'not compared: that takes asmx-gen 0.0.9' },
        ],
      });
      folder.write(path, written);
      folder.write(`${name}/runtime/index.ts`, before);
    });

    /** What the schema asks of components, as far as these have it. */
    test('follows the rules of the schema', async () => {
      cpSync(join(original.path, 'out'), join(folder.path, 'other'), { recursive: true });
      const { stdout } = await bomOf(name, 'other', `./${name}/`);
      const { components } = JSON.parse(stdout);
      const refs = components.map((one: Readonly<Record<string, unknown>>) => one['bom-ref']);
      // unique, and each runtime once
      expect(refs).toEqual([`${name}/runtime`, 'other/runtime']);
      const allowed = [
        ...['type', 'bom-ref', 'name', 'version', 'description', 'licenses', 'purl', 'properties'],
      ];
      const check = (list: readonly Readonly<Record<string, unknown>>[]): void => {
        expect(new Set(list.map((one) => JSON.stringify(one))).size).toBe(list.length);
        for (const { hashes, components: inner, ...component } of list) {
          expect(['application', 'library', 'file']).toContain(component.type);
          expect(component.name).toEqual(expect.stringMatching(/./));
          expect(allowed).toEqual(expect.arrayContaining(Object.keys(component)));
          for (const { alg, content } of Array.isArray(hashes) ? hashes : []) {
            expect({ alg, content }).toEqual({
              alg: 'SHA-256',
              content: expect.stringMatching(/^[0-9a-f]{64}$/),
            });
          }
          if (Array.isArray(inner)) check(inner);
        }
      };
      check(components);
      rmSync(join(folder.path, 'other'), { recursive: true });
    });

    test('says so where there is no runtime, or not that of a release', async () => {
      const bare = createFolder({ 'shop.yaml': shop });
      await runCli(['generate', 'shop.yaml', '-o', 'out', '--runtime', 'package'], {
        cwd: bare.path,
      });
      expect(await runCli(['verify', 'out', '--sbom'], { cwd: bare.path })).toEqual({
        code: 2,
        stdout: '',
        stderr:
          'asmx-gen: out has no vendored runtime\n' +
          '  If its code imports asmx-gen-runtime, npm sbom lists that package.\n',
      });
      bare.remove();
      folder.write(`${name}/runtime/index.ts`, 'mine');
      expect(await bomOf(name)).toEqual({
        code: 2,
        stdout: '',
        stderr:
          `asmx-gen: ${name} is not as generated, so its runtime is not that of a release\n` +
          `  asmx-gen verify ${name} lists what differs.\n`,
      });
      expect(await bomOf('shop.yaml', '--recording', 'a', '--url', 'http://a')).toMatchObject({
        code: 2,
        stderr: 'asmx-gen: --sbom and --recording exclude each other\n  Leave one of them out.\n',
      });
    });
  });

  describe('a folder that cannot be verified ends with 2 and says what to do', () => {
    const fails = async (path: string, stderr: string): Promise<void> => {
      const result = await runCli(['verify', path], { cwd: folder.path });
      expect(result).toEqual({ code: 2, stdout: '', stderr });
    };

    test('absent', () => fails('gone', 'asmx-gen: gone does not exist\n  Check the path.\n'));

    test('a file', () =>
      fails(
        `${name}/client.ts`,
        `asmx-gen: ${name}/client.ts is a file, not a folder\n  Name the generated folder.\n`,
      ));

    test('without manifest', async () => {
      mkdirSync(join(folder.path, 'empty'), { recursive: true });
      await fails(
        'empty',
        'asmx-gen: empty has no asmx-gen.manifest.json\n  Name a folder that asmx-gen generated; copy the manifest along with the rest of it.\n',
      );
    });

    test('the folder above', () =>
      fails('.', `asmx-gen: . has no asmx-gen.manifest.json\n  Did you mean ${name}?\n`));

    test('with a malformed manifest', async () => {
      folder.write(`${name}/asmx-gen.manifest.json`, '{');
      await fails(
        name,
        `asmx-gen: the manifest ${name}/asmx-gen.manifest.json is not JSON\n  Restore it from version control, or generate the folder again.\n`,
      );
    });

    test('with a manifest of a later version', async () => {
      folder.write(`${name}/asmx-gen.manifest.json`, '{"format":7}');
      await fails(
        name,
        `asmx-gen: the manifest ${name}/asmx-gen.manifest.json is of format 7, which this version does not know\n  Verify it with the version of asmx-gen that wrote it, or a later one.\n`,
      );
    });
  });
});
