import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

let folder: TestFolder;
beforeEach(() => {
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
afterEach(() => folder.remove());

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
const stripping = { ...nodenext, noEmit: true, erasableSyntaxOnly: true };
const ts = ['--import-extension', 'ts'];
const none = ['--import-extension', 'none'];
const js = ['--emit', 'js'];

describe('nothing is said where the settings fit', () => {
  test.each([
    ['no project', {}, []],
    ['nodenext', { manifest: module, compiler: nodenext }, []],
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
    ['JavaScript in a CommonJS project, whose folder gets its package.json', { manifest: {} }, js],
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
  test.each([
    [{ manifest: module }, [], `there is no tsconfig.json: ${direct} or --emit js`],
    [{ manifest: next }, [], ofNext],
    [{ manifest: next, compiler: { moduleResolution: 'bundler', target: 'ES2017' } }, [], ofNext],
    [{ manifest: { type: 'commonjs' } }, ts, `for Node to run these files, ${asModule}`],
    [
      { manifest: {}, compiler: nodenext },
      [],
      `for "verbatimModuleSyntax" of tsconfig.json, ${asModule}`,
    ],
    [{ manifest: module, compiler: stripping }, [], direct],
    [
      { manifest: module, compiler: { ...nodenext, rewriteRelativeImportExtensions: true } },
      [],
      direct,
    ],
    [
      { manifest: module, compiler: nodenext },
      ts,
      'for imports that end in .ts, set "rewriteRelativeImportExtensions": true in tsconfig.json',
    ],
    [
      { manifest: module, compiler: stripping },
      ts,
      'for imports that end in .ts, set "allowImportingTsExtensions": true in tsconfig.json',
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
      'for asmx-gen/runtime to be found, set "moduleResolution": "bundler" or "nodenext" in ' +
        'tsconfig.json',
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
  const line = /^for imports that end in \.ts, set .* in tsconfig\.json$/;

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

test('it is said when files are written, to people and programs', async () => {
  folder.write('package.json', '{ "type": "module" }');
  expect(last(await generate('--dry-run'))).toBeUndefined();
  const json = { cwd: folder.path };
  const args = ['generate', 'notes.yaml', '-o', 'out', '--reporter', 'json', '--quiet'];
  const { stdout, stderr } = await runCli(args, json);
  expect(JSON.parse(stdout)).toMatchObject({
    advice: expect.stringContaining('--import-extension ts'),
  });
  expect(stderr).toBe('');
  const again = await runCli(args, json);
  expect(JSON.parse(again.stdout)).not.toHaveProperty('advice');
  const check = await runCli(['generate', 'notes.yaml', '-o', 'out', '--check'], json);
  expect(check.stderr).not.toContain('tsconfig');
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
