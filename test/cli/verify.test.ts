import { createHash } from 'node:crypto';
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
      expect(stdout).toContain(`  edited     runtime/${path} (is not that of asmx-gen ${tool})\n`);
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

  /** What the schema asks of components, as far as these have it. */
  test('follows the rules of the schema', async () => {
    cpSync(join(original.path, 'out'), join(folder.path, 'other'), { recursive: true });
    const { stdout } = await bomOf(name, 'other', `./${name}/`);
    const { components } = JSON.parse(stdout);
    const refs = components.map((one: Readonly<Record<string, unknown>>) => one['bom-ref']);
    // unique, and each runtime once
    expect(refs).toEqual([`${name}/runtime`, 'other/runtime']);
    const allowed = ['type', 'bom-ref', 'name', 'version', 'description', 'licenses', 'purl'];
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
        '  If its code imports asmx-gen/runtime, npm sbom lists that package.\n',
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
