import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ensureBuilt } from './cli/built.ts';
import { createFolder, type TestFolder } from './cli/run-cli.ts';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));

const home = 'https://github.com/asmx-gen/asmx-gen';

/** The environment without what the surrounding npm run put into it. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$)/i.test(name)),
);

interface Manifest {
  readonly repository?: unknown;
  readonly bugs?: unknown;
  readonly homepage?: unknown;
  readonly license?: unknown;
  readonly scripts?: Readonly<Record<string, string>>;
}

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
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
  readonly files: readonly { readonly path: string; readonly mode: number }[];
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
        !/^(package\.json|README\.md|CHANGELOG\.md|SKILL\.md|LICENSE|bin\/asmx-gen\.js|specs\/[\w.-]+\.schema\.json|specs\/notes\.wsdl)$/.test(
          path,
        ) &&
        !/^dist\/bundle\/[\w-]+\.js(\.map)?$/.test(path) &&
        !/^src\/runtime\/.+\.ts$/.test(path) &&
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
        'templates/client.hbs',
        'specs/asmx-contract.schema.json',
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
    const scripts = Object.keys(manifest().scripts ?? {});
    const asked = ['preinstall', 'install', 'postinstall', 'prepare'];
    expect(scripts.filter((name) => asked.includes(name))).toEqual([]);
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
    expect(
      run('call', 'specs/notes.yaml', 'Add', 'text=x', '--url', 'http://h', '--dry-run'),
    ).toMatch(/^POST \/NoteService\.asmx HTTP\/1\.1\r\n/);
  }, 300_000);
});
