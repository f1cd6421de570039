import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, packageRoot, type RunResult, type TestFolder } from './run-cli.ts';

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
let tool: string;
beforeAll(async () => {
  original = createFolder({ 'shop.yaml': shop });
  const made = await runCli(['generate', 'shop.yaml', '-o', 'out'], { cwd: original.path });
  expect(made.code).toBe(0);
  const manifest = JSON.parse(original.read('out/asmx-gen.manifest.json'));
  files = Object.keys(manifest.files).length;
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

const head = (): string => `${name}
  made by    asmx-gen ${tool}
  contract   ../shop.yaml  sha256 ${hash}
`;

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
      stdout: `${head()}
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
