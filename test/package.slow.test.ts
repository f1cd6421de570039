import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { ensureBuilt } from './cli/built.ts';
import { createFolder, type TestFolder } from './cli/run-cli.ts';
import { compileStrictly } from './compile-strictly.ts';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));

const home = 'https://github.com/asmx-gen/asmx-gen';

/** The environment without what the surrounding npm run put into it. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$)/i.test(name)),
);

interface Manifest {
  readonly version?: string;
  readonly dependencies?: unknown;
  readonly repository?: unknown;
  readonly bugs?: unknown;
  readonly homepage?: unknown;
  readonly license?: unknown;
  readonly scripts?: Readonly<Record<string, string>>;
}

function manifest(folder = '.'): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

/** Links and images of a page, without their fragments. */
function linksOf(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => (match[1] ?? '').replace(/#.*$/, ''))
    .filter((link) => link !== '');
}

/** The path that an address of our own repository shows. */
function repositoryPath(link: string): string | undefined {
  const match = /^(?:blob|tree)\/main\/(.+)$/.exec(link.slice(home.length + 1));
  return link.startsWith(`${home}/`) ? match?.[1] : undefined;
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

/** Scripts that npm runs when a package is installed. */
function askedScripts({ scripts = {} }: Manifest): readonly string[] {
  const asked = ['preinstall', 'install', 'postinstall', 'prepare'];
  return Object.keys(scripts).filter((name) => asked.includes(name));
}

describe('the package', () => {
  let folder: TestFolder;
  let packed: Packed;
  beforeAll(() => {
    ensureBuilt(root);
    folder = createFolder({
      'project/package.json': '{"name":"project","private":true,"type":"module"}',
      'project/specs/notes.yaml':
        'asmx: 1\nname: Notes\nnamespace: urn:n\nservices:\n  NoteService:\n    operations:\n      Add: { parameters: { text: string }, returns: int }\n',
      // imports a schema that is built in
      'project/specs/endpoint.xsd':
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:a="http://www.w3.org/2005/08/addressing"><xs:import namespace="http://www.w3.org/2005/08/addressing"/><xs:element name="E" type="a:EndpointReferenceType"/></xs:schema>',
      'project/asmx-gen.config.mjs':
        "import { defineConfig } from 'asmx-gen';\nexport default defineConfig({ contracts: [{ input: 'specs/notes.yaml', output: 'generated/notes' }] });\n",
    });
    const text = npm(
      ['pack', '--json', '--ignore-scripts', '--pack-destination', folder.path],
      root,
    );
    [packed] = JSON.parse(text) as [Packed];
  }, 60_000);
  afterAll(() => folder.remove());

  test('holds bin, bundle, types, the runtime, templates and schemas, and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    const strange = paths.filter(
      (path) =>
        !/^(package\.json|README\.md|CHANGELOG\.md|SKILL\.md|LICENSE|bin\/asmx-gen\.js|specs\/[\w.-]+\.schema\.json|specs\/notes\.wsdl|specs\/schemas\/[\w.-]+\.xsd|specs\/stacks\/[\w-]+\.yaml)$/.test(
          path,
        ) &&
        !/^dist\/bundle\/[\w-]+\.js(on|\.map)?$/.test(path) &&
        !/^src\/runtime\/(?!dist\/).+\.ts$/.test(path) &&
        !/^docs\/(?:llms\.txt|.+\.(md|svg|png)|examples\/[\w-]+\/.+)$/.test(path) &&
        !/^dist\/(?!bundle|cli|compare|write|outputs).+\.d\.ts$/.test(path) &&
        !/^templates\/.+\.hbs$/.test(path),
    );
    expect(strange).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining([
        'bin/asmx-gen.js',
        'dist/index.d.ts',
        'dist/bundle/index.js',
        'dist/bundle/main.js',
        'dist/bundle/main.js.map',
        'dist/bundle/runtime.js',
        'src/runtime/index.ts',
        'templates/file.hbs',
        'specs/asmx-contract.schema.json',
        'dist/bundle/stacks.json',
      ]),
    );
  });

  test('carries a run bit on its program, which is short', () => {
    const bin = packed.files.find(({ path }) => path === 'bin/asmx-gen.js');
    expect((bin?.mode ?? 0) & 0o111).toBe(0o111);
    const lines = readFileSync(join(root, 'bin/asmx-gen.js'), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(10);
  });

  test('tells where it comes from', () => {
    const { repository, bugs, homepage, license } = manifest();
    expect({ repository, bugs, homepage, license }).toEqual({
      repository: { type: 'git', url: `git+${home}.git` },
      bugs: { url: `${home}/issues` },
      homepage: `${home}#readme`,
      license: 'MIT',
    });
  });

  test('has no script that npm would ask its users about', () => {
    expect(askedScripts(manifest())).toEqual([]);
  });

  test('has nothing of other packages in it', () => {
    const maps = packed.files.filter(({ path }) => path.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(0);
    for (const { path } of maps) {
      const { sources } = JSON.parse(readFileSync(join(root, path), 'utf8')) as {
        readonly sources: readonly string[];
      };
      expect(sources.filter((source) => !source.startsWith('../../src/'))).toEqual([]);
    }
  });

  test('has every page its pages lead to, or the page is in the repository', () => {
    const paths = packed.files.map(({ path }) => path);
    const folders = new Set(paths.map((path) => posix.dirname(path)));
    const wrong = paths
      .filter((path) => path.endsWith('.md'))
      .flatMap((page) =>
        linksOf(page)
          .filter((link) => {
            const inRepository = repositoryPath(link);
            if (inRepository !== undefined) return !existsSync(join(root, inRepository));
            if (/^https?:/.test(link)) return false;
            const target = posix.join(posix.dirname(page), link);
            return !paths.includes(target) && !folders.has(target);
          })
          .map((link) => `${page}: ${link}`),
      );
    expect(wrong).toEqual([]);
  });

  test('installs in an empty project, in silence, and generates there', () => {
    const project = join(folder.path, 'project');
    const tarball = join(folder.path, packed.filename);
    const args = ['install', '--prefer-offline', '--omit=dev', '--no-audit', '--no-fund', tarball];
    const { status, stderr } = spawnSync('npm', args, { cwd: project, env, encoding: 'utf8' });
    const warnings = stderr.split('\n').filter((line) => /asmx-gen|prepare|script/.test(line));
    expect({ status, warnings }).toEqual({ status: 0, warnings: [] });
    const run = (...args: string[]): string =>
      execFileSync('npx', ['--no-install', 'asmx-gen', ...args], {
        cwd: project,
        encoding: 'utf8',
      });
    run('generate');
    expect(folder.files()).toContain('project/generated/notes/index.ts');
    expect(folder.files()).toContain('project/generated/notes/runtime/index.ts');
    expect(run('generate', '--check')).toBe('');
    run('generate', 'specs/endpoint.xsd', '--out', 'generated/endpoint', '--targets', 'types');
    expect(folder.read('project/generated/endpoint/types.ts')).toContain('ReferenceParameters');
    expect(
      run('call', 'specs/notes.yaml', 'Add', 'text=x', '--url', 'http://h', '--dry-run'),
    ).toMatch(/^POST \/NoteService\.asmx HTTP\/1\.1\r\n/);
  }, 300_000);
});

describe('the package of the runtime', () => {
  const own = manifest('src/runtime');
  const school = 'specs/student-information.yaml';
  const program = `import { createServer } from 'node:http';
import { createAuthCodeSendingClient, createAuthCodeSendingServer } from './js/index.js';
const { listener } = createAuthCodeSendingServer({ authCode: (input) => console.log(input) });
const server = createServer(listener).listen(0);
await new Promise((done) => server.once('listening', done));
const endpoint = 'http://127.0.0.1:' + server.address().port + '/AuthCodeSending.asmx';
await createAuthCodeSendingClient({ endpoint }).authCode({ code: '1', phone: '2' });
server.close();
`;
  let folder: TestFolder;
  let packed: Packed;
  beforeAll(() => {
    ensureBuilt(root);
    folder = createFolder({
      'package.json': '{"private":true,"type":"module"}',
      'run.js': program,
    });
    const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder.path];
    [packed] = JSON.parse(npm(pack, join(root, 'src/runtime'))) as [Packed];
    const generated = generate('-o', 'js', '--emit', 'js').stderr;
    expect(generated).toContain(
      `for what the generated code imports: npm install asmx-gen-runtime@${own.version}\n`,
    );
    npm(['install', '--offline', join(folder.path, packed.filename)], folder.path);
  }, 120_000);
  afterAll(() => folder.remove());

  const run = (program: string, ...args: string[]): { stdout: string; stderr: string } => {
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: folder.path,
      env,
      encoding: 'utf8',
    });
    return { stdout, stderr };
  };
  const cli = (...args: string[]) => run(join(root, 'bin/asmx-gen.js'), ...args);
  const generate = (...args: string[]) =>
    cli('generate', join(root, school), '--runtime', 'package', ...args);

  test('is of the version of asmx-gen, and alone', () => {
    expect(own.version).toBe(manifest().version);
    expect(own.dependencies).toBeUndefined();
    expect(askedScripts(own)).toEqual([]);
    const installed = folder
      .files()
      .filter((path) => /^node_modules\/[^.].*package\.json$/.test(path));
    expect(installed).toEqual(['node_modules/asmx-gen-runtime/package.json']);
  });

  test('has modules and their types, below 3 MB', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !/^dist\/.+\.(js|d\.ts)$/.test(path)).sort()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ]);
    expect(packed.unpackedSize).toBeLessThan(3_000_000);
    const license = (place: string): string => readFileSync(join(root, place, 'LICENSE'), 'utf8');
    expect(license('src/runtime')).toBe(license('.'));
  });

  test('is what code of the school runs on, and compiles with', () => {
    expect(run('run.js')).toEqual({ stdout: "{ code: '1', phone: '2' }\n", stderr: '' });
    expect(generate('-o', 'ts').stderr).not.toContain('asmx-gen-runtime');
    expect(compileStrictly(folder.path, { include: ['ts'] })).toBe('');
  }, 120_000);

  test('of another version than the code is told in one sentence', () => {
    expect(cli('verify', 'js').stdout).toContain('all as generated');
    const path = 'node_modules/asmx-gen-runtime/package.json';
    const before = folder.read(path);
    folder.write(path, before.replace(`"version": "${own.version}"`, '"version": "0.0.1"'));
    const install = `npm install asmx-gen-runtime@${own.version}`;
    expect(cli('verify', 'js').stdout).toContain(
      `asmx-gen-runtime (is of version 0.0.1, and the files of ${own.version}: ${install})\n`,
    );
    expect(generate('-o', 'js', '--emit', 'js').stderr).toContain(
      `the generated code is for asmx-gen-runtime ${own.version}, and 0.0.1 is installed: ${install}\n`,
    );
    folder.write(path, before);
  }, 60_000);

  test('brings nothing of Node into a browser', async () => {
    const entries = ['', '/type', '/schema', '/testing', '/gateway', '/docs'];
    const all = entries.map((entry, at) => `export * as e${at} from 'asmx-gen-runtime${entry}';`);
    const bundle = async (platform: 'browser' | 'node', contents: string): Promise<string> => {
      const stdin = { contents, resolveDir: folder.path };
      const result = await build({
        ...{ stdin, platform, bundle: true, write: false, format: 'esm', logLevel: 'silent' },
      });
      return result.outputFiles.map(({ text }) => text).join('');
    };
    const client = "export { createAuthCodeSendingClient } from './js/index.js';";
    for (const contents of [client, all.join('')]) {
      expect((await bundle('browser', contents)).match(/["'`]node:\w+/g) ?? []).toEqual([]);
      expect(await bundle('node', contents)).toContain('node:http');
    }
  }, 60_000);
});
