import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type RunResult, type TestFolder } from './run-cli.ts';

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
    const dry = await run('call', 'notes.yaml', 'Add', 'text=hi', '--dry-run', '--url', 'http://x');
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
