import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ensureBuilt } from './cli/built.ts';
import { createFolder, type TestFolder } from './cli/run-cli.ts';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));

/** npm, without what the surrounding npm run put into the environment. */
function npm(args: readonly string[], cwd: string): string {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$)/i.test(name)),
  );
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

  test('holds bin, bundle, runtime, types, templates and schemas, and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    const strange = paths.filter(
      (path) =>
        !/^(package\.json|README\.md|LICENSE|bin\/asmx-gen\.js|bin\/package\.json|specs\/[\w.-]+\.schema\.json)$/.test(
          path,
        ) &&
        !/^dist\/(bundle|runtime)\/[\w-]+\.js$/.test(path) &&
        !/^dist\/bundle\/(start|(main|shared|command|pipeline)\.script)\.cjs$/.test(path) &&
        path !== 'dist/bundle/runtime-sources.txt' &&
        !/^dist\/(?!bundle|cli|compare|start|write|outputs).+\.d\.ts$/.test(path) &&
        !/^templates\/.+\.hbs$/.test(path),
    );
    expect(strange).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining([
        'bin/asmx-gen.js',
        'dist/index.d.ts',
        'dist/bundle/index.js',
        'dist/bundle/main.js',
        'dist/runtime/index.js',
        'dist/bundle/runtime-sources.txt',
        'templates/client.hbs',
        'specs/asmx-contract.schema.json',
      ]),
    );
  });

  test('carries a run bit on its program, which is four lines', () => {
    const bin = packed.files.find(({ path }) => path === 'bin/asmx-gen.js');
    expect((bin?.mode ?? 0) & 0o111).toBe(0o111);
    expect(readFileSync(join(root, 'bin/asmx-gen.js'), 'utf8').trimEnd().split('\n')).toHaveLength(
      4,
    );
  });

  test('installs in an empty project and generates there', () => {
    const project = join(folder.path, 'project');
    npm(['install', '--prefer-offline', '--omit=dev', join(folder.path, packed.filename)], project);
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
