import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { stripTypes } from '../strip-types.ts';
import { runCli } from './in-process.ts';
import { createMappedShop, mappedModules, mappedTypes, shopContract } from './mapped-shop.ts';
import { createFolder, packageRoot, type RunResult, type TestFolder } from './run-cli.ts';

describe('settings advice', () => {
  jest.setTimeout(60_000);

  let folder: TestFolder;
  beforeEach(() => {
    runsTypeScript(true);
    folder = createFolder({
      'notes.yaml': `asmx: 1
name: Notes
namespace: urn:notes
services:
  NoteService:
    operations:
      Add: { parameters: { text: string }, returns: int }
`,
    });
  });
  afterEach(() => {
    runsTypeScript(undefined);
    folder.remove();
  });

  const { features } = process;
  const own = Object.getOwnPropertyDescriptor(features, 'typescript');

  /** Says that this Node runs TypeScript, or that it does not; `undefined` for the truth. */
  function runsTypeScript(value: boolean | undefined): void {
    if (value !== undefined) {
      Object.defineProperty(features, 'typescript', {
        value: value ? 'strip' : false,
        configurable: true,
      });
    } else if (own === undefined) Reflect.deleteProperty(features, 'typescript');
    else Object.defineProperty(features, 'typescript', own);
  }

  const module = { type: 'module' };

  /** What is said after the summary, for the settings of a project and flags. */
  async function advice(
    { manifest, compiler }: { readonly manifest?: object; readonly compiler?: object },
    ...flags: string[]
  ): Promise<string | undefined> {
    if (manifest !== undefined) folder.write('package.json', JSON.stringify(manifest));
    if (compiler !== undefined) {
      folder.write('tsconfig.json', JSON.stringify({ compilerOptions: compiler }));
    }
    return last(await generate(...flags));
  }

  async function generate(...flags: string[]): Promise<string> {
    const targets = ['--targets', 'types', '--runtime', 'package'];
    const args = ['generate', 'notes.yaml', '-o', 'src/out', ...targets, ...flags];
    const { code, stderr } = await runCli(args, { cwd: folder.path });
    expect(code).toBe(0);
    return stderr;
  }

  /** The line after the summary, of which there is at most one. */
  function last(stderr: string): string | undefined {
    const [summary, line, ...more] = stderr.trimEnd().split('\n');
    expect(summary).toMatch(/ files: /);
    expect(more).toEqual([]);
    return line;
  }

  const nodenext = { module: 'nodenext', verbatimModuleSyntax: true };
  const rewriting = { rewriteRelativeImportExtensions: true };
  const withJest = { devDependencies: { 'ts-jest': '29' } };
  const stripping = { ...nodenext, noEmit: true, erasableSyntaxOnly: true };
  const asJs = ['--import-extension', 'js'];
  const ts = ['--import-extension', 'ts'];
  const none = ['--import-extension', 'none'];
  const js = ['--emit', 'js'];

  describe('nothing is said where the settings fit', () => {
    test.each([
      ['no project', {}, []],
      ['nodenext', { manifest: module, compiler: nodenext }, []],
      ['Node, which gets its extension', { manifest: module }, []],
      ['rewritten', { manifest: module, compiler: { ...nodenext, ...rewriting } }, []],
      ['Next.js, which gets none', { manifest: { devDependencies: { next: '16' } } }, []],
      ['Jest with .ts', { manifest: { ...module, ...withJest } }, []],
      ['JavaScript in Jest', { manifest: { ...module, ...withJest } }, js],
      [
        'Jest with a map',
        {
          manifest: { jest: { moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' } } },
          compiler: { module: 'nodenext' },
        },
        [],
      ],
      [
        'Jest with a resolver',
        { manifest: { jest: { resolver: 'ts-jest-resolver' } }, compiler: { module: 'nodenext' } },
        [],
      ],
      ['CommonJS', { manifest: {}, compiler: { module: 'nodenext' } }, []],
      ['a bundler', { manifest: module, compiler: { moduleResolution: 'bundler' } }, none],
      [
        'a bundler with imports of .ts',
        { manifest: module, compiler: { ...stripping, moduleResolution: 'bundler' } },
        [],
      ],
      [
        'Next.js',
        { manifest: { dependencies: { next: '16' } }, compiler: { moduleResolution: 'bundler' } },
        none,
      ],
      ['Node without compiling', { manifest: module }, ts],
      [
        'Node without compiling, with a check',
        { manifest: module, compiler: { ...stripping, allowImportingTsExtensions: true } },
        ts,
      ],
      [
        'imports that are rewritten',
        { manifest: module, compiler: { ...nodenext, rewriteRelativeImportExtensions: true } },
        ts,
      ],
      ['JavaScript', { manifest: module }, js],
      [
        'JavaScript in a CommonJS project, whose folder gets its package.json',
        { manifest: {} },
        js,
      ],
      ['JavaScript in one with TypeScript', { manifest: {}, compiler: nodenext }, js],
      ['JavaScript for a bundler', { manifest: {} }, [...js, ...none]],
      ['JavaScript that is compiled', { compiler: { module: 'nodenext', allowJs: true } }, js],
    ])('%s', async (_, project, flags) => {
      expect(await advice(project, ...flags)).toBeUndefined();
    });
  });

  describe('one line says what does not fit', () => {
    const next = { dependencies: { next: '16' } };
    const ofNext = 'for Next.js to find these files, generate with --import-extension none';
    const asModule = 'set "type": "module" in package.json';
    const direct = 'for Node to run these files as they are, generate with --import-extension ts';
    const leaveOut = 'or leave out importExtension, which this file then decides';
    const forJest = 'for Jest to find these files, add to';
    const map = String.raw`"moduleNameMapper": { "^(\.{1,2}/.*)\.js$": "$1" }`;
    test.each([
      [{ manifest: module }, asJs, `there is no tsconfig.json: ${direct} or --emit js`],
      [{ manifest: next }, asJs, ofNext],
      [
        { manifest: next, compiler: { moduleResolution: 'bundler', target: 'ES2017' } },
        asJs,
        ofNext,
      ],
      [
        { manifest: withJest, compiler: { module: 'nodenext' } },
        [],
        `${forJest} jest.config.js: ${map}`,
      ],
      [
        { manifest: { jest: { rootDir: 'src' } }, compiler: { module: 'commonjs' } },
        [],
        `${forJest} "jest" of package.json: ${map}`,
      ],
      [{ manifest: { type: 'commonjs' } }, ts, `for Node to run these files, ${asModule}`],
      [
        { manifest: {}, compiler: nodenext },
        [],
        `for "verbatimModuleSyntax" of tsconfig.json, ${asModule}`,
      ],
      [{ manifest: module, compiler: stripping }, asJs, direct],
      [
        { manifest: module, compiler: stripping },
        [],
        'for Node to run these files as they are, set "allowImportingTsExtensions": true in ' +
          'tsconfig.json, and generate again',
      ],
      [{ manifest: module, compiler: { ...nodenext, ...rewriting } }, asJs, direct],
      [
        { manifest: module, compiler: nodenext },
        ts,
        `for imports that end in .ts, set "rewriteRelativeImportExtensions": true in tsconfig.json; ${leaveOut}`,
      ],
      [
        { manifest: module, compiler: stripping },
        ts,
        `for imports that end in .ts, set "allowImportingTsExtensions": true in tsconfig.json; ${leaveOut}`,
      ],
      [
        { manifest: module, compiler: { moduleResolution: 'NodeNext' } },
        none,
        'for imports without an ending, set "moduleResolution": "bundler" in tsconfig.json, or ' +
          'generate with --import-extension js',
      ],
      [
        { manifest: module, compiler: nodenext },
        [...js, ...none],
        'for imports without an ending, set "moduleResolution": "bundler" in tsconfig.json, or ' +
          'generate with --import-extension js',
      ],
      [
        { compiler: { moduleResolution: 'node' } },
        [],
        'for the entries of asmx-gen-runtime to be found, set "moduleResolution": "bundler" or ' +
          '"nodenext" in tsconfig.json',
      ],
      [
        { compiler: { target: 'ES2017' } },
        [],
        'for these files to compile, set "target": "es2020" or later in tsconfig.json',
      ],
    ])('%j %j', async (project, flags, line) => {
      expect(await advice(project, ...flags)).toBe(line);
    });
  });

  describe('settings', () => {
    const line = /^for imports that end in \.ts, set .* in tsconfig\.json; or /;

    test('are read with comments, trailing commas and what they extend', async () => {
      folder.write('package.json', '{ "type": "module" }');
      folder.write('base.json', '{ "compilerOptions": { "allowImportingTsExtensions": true } }');
      folder.write('node_modules/base/tsconfig.json', '{ "compilerOptions": { "target": "es5" } }');
      folder.write(
        'tsconfig.json',
        `\ufeff{ // https://aka.ms/tsconfig
  "extends": ["base", "./base",], /* "target" */
  "compilerOptions": { "paths": { "a//b": ["/* ,] */"] }, "target": "es2022", },
}`,
      );
      expect(last(await generate(...ts))).toBeUndefined();
      folder.write('base.json', '{}');
      folder.write('notes.yaml', `${folder.read('notes.yaml')}      Clear: {}\n`);
      expect(last(await generate(...ts))).toMatch(line);
      folder.write('tsconfig.json', '{ "extends": "base" }');
      expect(last(await generate())).toContain('"target": "es2020"');
    });

    test('of Jest are read from its file, which may take them from others', async () => {
      folder.write('package.json', '{ "devDependencies": { "jest": "30" } }');
      folder.write('tsconfig.json', '{ "compilerOptions": { "module": "commonjs" } }');
      const files: readonly (readonly [string, string, boolean])[] = [
        ['jest.config.js', "module.exports = { preset: 'ts-jest' };", true],
        ['jest.config.js', "const all = require('./all'); module.exports = all;", false],
        [
          'jest.config.js',
          "module.exports = { moduleNameMapper: { '^(.+)\\\\.js$': '$1' } };",
          false,
        ],
        ['jest.config.js', "module.exports = { moduleNameMapper: { '^@/(.*)': '$1' } };", true],
      ];
      for (const [name, text, isSaid] of files) {
        folder.write(name, text);
        const said = last(await generate());
        expect([text, said?.startsWith(`for Jest to find these files, add to ${name}: `)]).toEqual([
          text,
          isSaid || undefined,
        ]);
      }
    });

    test('that cannot be read, or extend each other, are no concern of ours', async () => {
      folder.write('package.json', '{ "type": "module" }');
      folder.write('tsconfig.json', '{ "extends": "none" }');
      expect(last(await generate())).toBeUndefined();
      folder.write('tsconfig.json', '{ "extends": "./tsconfig.json" ');
      expect(last(await generate(...ts))).toBeUndefined();
      folder.write('tsconfig.json', '{ "extends": "./tsconfig.json" }');
      expect(last(await generate(...js))).toBeUndefined();
    });
  });

  test('it is said when files are written and when none changed, to people and programs', async () => {
    folder.write('package.json', '{}');
    folder.write('tsconfig.json', JSON.stringify({ compilerOptions: nodenext }));
    expect(last(await generate('--dry-run'))).toBeUndefined();
    const json = { cwd: folder.path };
    const args = ['generate', 'notes.yaml', '-o', 'out', '--reporter', 'json', '--quiet'];
    const { stdout, stderr } = await runCli(args, json);
    expect(JSON.parse(stdout)).toMatchObject({
      advice: expect.stringContaining('verbatimModuleSyntax'),
    });
    expect(stderr).toBe('');
    const again = await runCli(args, json);
    expect(JSON.parse(again.stdout)).toMatchObject({
      files: expect.arrayContaining([expect.objectContaining({ status: 'unchanged' })]),
      advice: expect.stringContaining('verbatimModuleSyntax'),
    });
    const said = await runCli(['generate', 'notes.yaml', '-o', 'out'], json);
    expect(said.stderr).toMatch(/ unchanged .*\nfor "verbatimModuleSyntax" of tsconfig\.json/);
    const check = await runCli(['generate', 'notes.yaml', '-o', 'out', '--check'], json);
    expect(check.stderr).not.toContain('tsconfig');
  });

  describe('without a choice, the extension of imports is', () => {
    const next = { dependencies: { next: '16' } };
    const allowing = { allowImportingTsExtensions: true, noEmit: true };
    const bundler = { moduleResolution: 'bundler', module: 'esnext' };

    test.each<[string, object | undefined, object | undefined, string, string]>([
      ['no project', undefined, undefined, '.js', '.js'],
      ['a package alone, which Node runs', {}, undefined, '.ts', '.js'],
      ['the defaults of tsc --init', module, { ...nodenext, strict: true }, '.js', '.js'],
      ['allowed', module, { ...nodenext, ...allowing }, '.ts', '.js'],
      ['rewritten', module, { ...nodenext, ...rewriting }, '.ts', '.ts'],
      [
        'rewritten by a compiler that only checks',
        module,
        { ...stripping, ...rewriting },
        '.ts',
        '.js',
      ],
      ['a bundler', module, { ...bundler, ...allowing }, '.js', '.js'],
      ['Next.js', next, bundler, '', ''],
      ['Next.js with others', next, { ...nodenext, ...rewriting }, '', ''],
    ])('%s', async (_, manifest, compiler, strips, not) => {
      if (manifest !== undefined) folder.write('package.json', JSON.stringify(manifest));
      if (compiler !== undefined) {
        folder.write('tsconfig.json', JSON.stringify({ compilerOptions: compiler }));
      }
      for (const [runs, ending] of [
        [true, strips],
        [false, not],
      ] as const) {
        runsTypeScript(runs);
        await generate();
        expect(folder.read('src/out/index.ts')).toContain(` from './types${ending}';`);
      }
      runsTypeScript(true);
      const args = ['generate', 'notes.yaml', '-o', 'src/out', '--check', '--runtime', 'package'];
      const check = await runCli([...args, '--targets', 'types'], { cwd: folder.path });
      expect(check).toMatchObject({ code: 0, stdout: '' });
    });

    test('that of a tsconfig.json that came later', async () => {
      folder.write('package.json', '{ "type": "module" }');
      await generate();
      expect(folder.read('src/out/index.ts')).toContain("'./types.ts'");
      const args = ['generate', 'notes.yaml', '-o', 'src/out', '--check', '--runtime', 'package'];
      folder.write('tsconfig.json', '{ "compilerOptions": { "module": "nodenext" } }');
      const check = await runCli([...args, '--targets', 'types'], { cwd: folder.path });
      expect(check.code).toBe(1);
      expect(await generate()).toContain('1 updated');
      expect(folder.read('src/out/index.ts')).toContain("'./types.js'");
    });

    test('.js for JavaScript, whatever is chosen for TypeScript', async () => {
      folder.write('package.json', '{ "type": "module" }');
      const contracts = [{ input: 'notes.yaml', output: 'src/out', importExtension: 'ts' }];
      folder.write('asmx-gen.config.json', JSON.stringify({ contracts }));
      await generate(...js);
      expect(folder.read('src/out/index.d.ts')).toContain("'./types.js'");
      folder.write(
        'asmx-gen.config.json',
        JSON.stringify({ contracts: [{ input: 'notes.yaml' }] }),
      );
      await generate(...js);
      expect(folder.read('src/out/index.d.ts')).toContain("'./types.js'");
    });

    test('said of a Node that runs no TypeScript', async () => {
      runsTypeScript(false);
      expect(await advice({ manifest: module })).toBe(
        `there is no tsconfig.json, and Node ${process.versions.node} runs no TypeScript: ` +
          'write a tsconfig.json, generate with --emit js, or use Node 22.18 or later',
      );
      expect(await advice({}, ...js)).toBeUndefined();
    });

    test('that of a runtime that contracts share, in all of them', async () => {
      folder.write('package.json', '{ "type": "module" }');
      folder.write('a/tsconfig.json', '{ "compilerOptions": { "module": "nodenext" } }');
      folder.write('b.yaml', folder.read('notes.yaml').replace('name: Notes', 'name: Other'));
      const shared = { runtime: { shared: 'runtime' }, targets: ['types'] };
      const contracts = [
        { input: 'notes.yaml', output: 'a/notes', ...shared },
        { input: 'b.yaml', output: 'b/notes', ...shared },
      ];
      folder.write('asmx-gen.config.json', JSON.stringify({ contracts }));
      expect(await runCli(['generate'], { cwd: folder.path })).toMatchObject({ code: 0 });
      expect(folder.read('a/notes/index.ts')).toContain("'./types.ts'");
      expect(folder.read('b/notes/index.ts')).toContain("'./types.ts'");
      expect(await runCli(['generate', '--check'], { cwd: folder.path })).toMatchObject({
        code: 0,
      });
    });

    test('that of types of your own, too', async () => {
      folder.write('package.json', '{ "type": "module" }');
      const names = ['type Title = string', 'const read = String', 'const write = String'];
      folder.write('title.ts', names.map((one) => `export ${one};\n`).join(''));
      const title = { import: './title.js', type: 'Title', parse: 'read', format: 'write' };
      const contracts = [{ input: 'notes.yaml', output: 'src/out', types: { string: title } }];
      folder.write('asmx-gen.config.json', JSON.stringify({ contracts }));
      await generate();
      expect(folder.read('src/out/types.ts')).toContain("'../../title.ts'");
      folder.write('tsconfig.json', '{ "compilerOptions": { "module": "nodenext" } }');
      await generate();
      expect(folder.read('src/out/types.ts')).toContain("'../../title.js'");
    });
  });

  describe('targets', () => {
    const config = (targets: readonly string[]): void => {
      const contracts = [{ input: 'notes.yaml', output: 'out', runtime: 'package', targets }];
      folder.write('asmx-gen.config.json', JSON.stringify({ contracts }));
    };
    const run = (...args: string[]) => runCli(['generate', ...args], { cwd: folder.path });
    const files = (): readonly string[] =>
      folder.files().flatMap((one) => /^out\/(\w+)\.ts$/.exec(one)?.[1] ?? []);
    const defaults = ['client', 'descriptions', 'docs', 'index', 'operations', 'server', 'types'];

    test('with + are added to the default, in the configuration', async () => {
      config(['+schemas']);
      expect(await run()).toMatchObject({ code: 0 });
      expect(files()).toEqual([...defaults, 'schemas', 'testing'].sort());
      expect(folder.files()).toContain('out/wsdl/NoteService.wsdl');
    });

    test('with + are added to those of the configuration, on the command line', async () => {
      config(['types', 'client']);
      const { stderr } = await run('--targets', '+schemas');
      expect(files()).not.toContain('server');
      expect(files()).toContain('schemas');
      expect(stderr).toContain('set "targets": ["types","client","schemas"] there');
      const args = ['notes.yaml', '-c', 'none.json', '--targets', '+schemas', '+mcp'];
      expect((await run(...args)).code).toBe(2);
    });

    test('with + and without a configuration', async () => {
      expect(await run('notes.yaml', '-o', 'out', '--targets', '+schemas,+soap')).toMatchObject({
        code: 0,
      });
      expect(files()).toEqual(expect.arrayContaining([...defaults, 'schemas', 'soap']));
    });

    test('are the same in any order', async () => {
      config(['types', 'client']);
      await run();
      expect((await run('--targets', 'client,types,client', '--check')).code).toBe(0);
    });

    test('are not mixed, and a word that is none is an error', async () => {
      config(['types', '+schemas']);
      const mixed = await run();
      expect(mixed.code).toBe(2);
      expect(mixed.stderr).toContain('targets with + are added to the default, and those without');
      expect(mixed.stderr).toContain('asmx-gen.config.json:1:');
      config(['+schema']);
      expect((await run()).stderr).toMatch(/a target must be one of types.*[\s\S]*'schemas'/);
      const given = ['notes.yaml', '-o', 'out', '--targets'];
      expect((await run(...given, 'types,+schemas')).code).toBe(2);
      config(['types']);
      expect((await run(...given, 'types,+schemas')).stderr).toContain('in front of all or none');
      expect((await run(...given, '+schema')).stderr).toContain("Did you mean 'schemas'?");
      expect((await run(...given, '+')).code).toBe(2);
    });

    test('server without docs is told when it is written', async () => {
      const line =
        'without the target docs, the server answers ?WSDL, ?op= and its help page with 404: ' +
        'add docs to the targets';
      for (const [targets, said] of [
        [['types', 'client', 'server', 'schemas'], true],
        [['server', 'wsdl'], true],
        [['+schemas'], false],
        [['types', 'client'], false],
        [['server', 'docs'], false],
      ] as const) {
        config(targets);
        const { stderr } = await run('--force');
        expect([targets, stderr.includes(line)]).toEqual([targets, said]);
      }
      expect((await run()).stderr).not.toContain(line);
    });
  });

  describe('a flag that differs from the configuration', () => {
    const contracts = [{ input: 'notes.yaml', runtime: 'package', targets: ['types'] }];
    const run = async (...args: string[]) => runCli(args, { cwd: folder.path });
    beforeEach(() => {
      folder.write('asmx-gen.config.json', JSON.stringify({ contracts }));
    });

    test.each<[string[], string | undefined]>([
      [['--import-extension', 'none'], '--import-extension differs|"importExtension": "none"'],
      [['--targets', 'types,client'], '--targets differs|"targets": ["types","client"]'],
      [
        ['--emit', 'js', '--only', 'Add', '--lenient'],
        '--emit, --only, --lenient differ|"emit": "js", "only": ["Add"], "lenient": true',
      ],
      [['--targets', 'types', '--runtime', 'package', '--import-extension', 'js'], undefined],
      [['--targets', 'types,client', '-o', 'elsewhere'], undefined],
    ])('%j', async (flags, said) => {
      const { code, stderr } = await run('generate', ...flags);
      expect(code).toBe(0);
      const [, ...advice] = stderr.trimEnd().split('\n');
      const [names = '', settings = ''] = said?.split('|') ?? [];
      const line = `generate --check will fail, because ${names} from asmx-gen.config.json: set ${settings} there`;
      expect(advice).toEqual(said === undefined ? [] : [line]);
      if (said !== undefined) expect((await run('generate', '--check')).code).toBe(1);
    });

    test('is for programs, too, and not said of a contract of which the file knows nothing', async () => {
      const { stdout } = await run('generate', '--reporter', 'json', '--import-extension', 'none');
      expect(JSON.parse(stdout).advice).toContain('generate --check will fail');
      folder.write('other.yaml', folder.read('notes.yaml'));
      const other = await run('generate', 'other.yaml', '--targets', 'types', '-o', 'other');
      expect(other.stderr).not.toContain('--check');
    });
  });

  test.each([
    ['routes', { 'NoteService.Nope': 'GET /notes' }, "'routes' calls 'NoteService.Nope'"],
    ['scriptServices', ['Nope'], "'scriptServices' calls 'Nope'"],
    ['scriptGets', ['NoteService.Nope'], "'scriptGets' calls 'NoteService.Nope'"],
    ['publish', 'original', "documents that 'publish' could take"],
  ])('generate warns of what %s names in vain, as check does', async (setting, value, words) => {
    const entry = { input: 'notes.yaml', output: 'out', targets: ['types'], [setting]: value };
    folder.write('asmx-gen.config.json', JSON.stringify({ contracts: [entry] }));
    for (const command of ['check', 'generate']) {
      const { code, stdout, stderr } = await runCli([command], { cwd: folder.path });
      expect(code).toBe(0);
      expect(stdout + stderr).toMatch(/asmx-gen\.config\.json:1:\d+ warning ASMX5003/);
      expect(stdout + stderr).toContain(words);
    }
  });

  describe('the package of the runtime', () => {
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    const install = `npm install asmx-gen-runtime@${version}`;
    const lines = async (...flags: string[]): Promise<readonly string[]> => {
      const args = ['generate', 'notes.yaml', '-o', 'src/out', '--force', ...flags];
      const { code, stderr } = await runCli(args, { cwd: folder.path });
      expect(code).toBe(0);
      return stderr
        .trimEnd()
        .split('\n')
        .filter((line) => line.includes('asmx-gen-runtime'));
    };
    const installed = (other: string): void => {
      folder.write(
        'node_modules/asmx-gen-runtime/package.json',
        JSON.stringify({ version: other }),
      );
    };
    const client = ['--targets', 'client', '--runtime', 'package'];

    test('is named with its version to a project that lacks it', async () => {
      expect(await lines(...client)).toEqual([]);
      folder.write('package.json', '{ "type": "module" }');
      expect(await lines(...client)).toEqual([`for what the generated code imports: ${install}`]);
      expect(await lines('--targets', 'client')).toEqual([]);
      expect(await lines('--targets', 'types', '--runtime', 'package')).toEqual([]);
    });

    test('is not named where it is installed, or going to be', async () => {
      folder.write('package.json', '{ "dependencies": { "asmx-gen-runtime": "*" } }');
      expect(await lines(...client)).toEqual([]);
      folder.write('package.json', '{}');
      installed(version);
      expect(await lines(...client)).toEqual([]);
    });

    test('of another version is told in one sentence', async () => {
      folder.write('package.json', '{ "dependencies": { "asmx-gen-runtime": "*" } }');
      installed('0.0.9');
      expect(await lines(...client)).toEqual([
        `the generated code is for asmx-gen-runtime ${version}, and 0.0.9 is installed: ${install}`,
      ]);
      const { code, stdout } = await runCli(['verify', 'src/out'], { cwd: folder.path });
      expect(code).toBe(1);
      expect(stdout).toContain(
        `  stale      asmx-gen-runtime (is of version 0.0.9, and the files of ${version}: ${install})\n`,
      );
      const github = ['verify', 'src/out', '--reporter', 'github'];
      const { stdout: note } = await runCli(github, { cwd: folder.path });
      expect(note).toContain('file=src/out/asmx-gen.manifest.json');
      installed(version);
      expect((await runCli(['verify', 'src/out'], { cwd: folder.path })).code).toBe(0);
    });
  });
});

describe('own type settings', () => {
  jest.setTimeout(60_000);

  const contract = `asmx: 1
name: Shop
namespace: urn:shop
services: { Shop: { operations: { Pay: { parameters: { price: Price, day: date }, returns: date } } } }
types: { Price: { restricts: decimal, maxInclusive: 50 } }
`;
  const own = {
    import: './src/money.js',
    type: 'Money',
    parse: 'parseMoney',
    format: 'formatMoney',
  };
  const money = `export interface Money { readonly cents: number }
export const parseMoney = (text: string): Money => ({ cents: Number(text) * 100 });
export const formatMoney = ({ cents }: Money): string => String(cents / 100);
`;

  let folder: TestFolder;
  afterEach(() => folder.remove());

  /** A folder with a configuration, whose types are given as an object or in the words of JSON. */
  function createShop(types: object | string, more: object = {}): void {
    const entry = {
      input: 'shop.yaml',
      output: 'src/generated/shop',
      targets: ['client'],
      ...more,
    };
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
      expect(folder.read('src/generated/shop/types.ts')).toContain(
        "import('../../money.js').Money",
      );
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
      for (const module of [
        'node:fs',
        '/src/money.js',
        'C:\\src\\money.js',
        'https://x/m.js',
        '',
      ]) {
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
});

describe('mapped types', () => {
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
    expect(contracts).toEqual([
      written.contracts[0],
      { ...contracts[1], input: 'specs/other.yaml' },
    ]);
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
      const { stdout } = await run(
        'diff',
        'specs/shop.yaml',
        'specs/new.yaml',
        '--reporter',
        'json',
      );
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
});

describe('types json', () => {
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
    config.contracts[0].importExtension = 'js';
    folder.write('asmx-gen.config.json', JSON.stringify(config));
    expect(await run('generate')).toMatchObject({ code: 0 });
    expect(folder.read('generated/shop/types.ts')).not.toMatch(/bigint|Uint8Array/);
    folder.write('generated/package.json', '{ "type": "module" }');
    for (const path of folder.files().filter((one) => one.endsWith('.ts'))) {
      folder.write(path.replace(/\.ts$/, '.js'), stripTypes(folder.read(path)));
    }
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
});
